#include "bodies/driven.h"

#include <string.h>

#include "bodies/rigid_body.h"
#include "bodies/rigid_rhs_inline.h"

/* As rigid_state.h, except that the work replaces Jellett's quantity, which external torques change. The
   time is integrated as well, so that every method evaluates the loads at the right times. */
enum {
    DRIVEN_WORK = RB_Y_JELLETT,
    DRIVEN_CLOCK = RB_Y_TOP_COUNT,
    DRIVEN_COUNT,
    DRIVEN_N = DRIVEN_COUNT,
    DRIVEN_GAP = DRIVEN_N + RB_CONTACTS_MAX,
    DRIVEN_ALL = DRIVEN_GAP + RB_CONTACTS_MAX
};
_Static_assert((int)DRIVEN_ALL <= RB_ODE_MAX, "room for what right-hand sides leave behind");

/* The loads at one instant. */
typedef struct driving {
    rb_vec3 pull;   /* acceleration by loads and base, world axes, m/s2 */
    rb_vec3 torque; /* about the mass centre, body axes, N m */
    double power;   /* W */
} driving;

static rb_vec3 vec_at(const double *y, int i) {
    return rb_v3(y[i], y[i + 1], y[i + 2]);
}

static rb_quat quat_at(const double *y) {
    const double *q = y + RB_Y_Q;
    return rb_quat_normalize((rb_quat){q[0], q[1], q[2], q[3]});
}

static driving driving_at(const rb_model *model, const double *y) {
    const rb_control *control = model->control;
    rb_motion motion = {.t = y[DRIVEN_CLOCK],
                        .r_C = vec_at(y, RB_Y_R),
                        .v_C = vec_at(y, RB_Y_V),
                        .q = quat_at(y),
                        .omega = vec_at(y, RB_Y_OMEGA)};
    rb_load_at_centre load = {0};
    rb_vec3 base = {0};
    if (control->load != NULL) {
        control->load(control->context, &motion, &load);
    }
    if (control->base_acceleration != NULL) {
        base = control->base_acceleration(control->context, &motion);
    }
    rb_mat3 to_world = rb_quat_matrix(motion.q);
    driving d = {.pull = rb_sub(rb_scale(model->per_m, load.force), base),
                 .torque = rb_mul_t(&to_world, load.torque)};
    d.power = model->m * rb_dot(d.pull, motion.v_C) + rb_dot(d.torque, motion.omega);
    return d;
}

/* Vertical acceleration is added to gravity, and torque to the gyroscopic torque, so that the normal force
   depends on both. Under the constraint no-slip the acceleration of the mass centre follows from omega'
   alone: there a horizontal pull acts by its torque about the contact point, m pull x rho. */
static rb_kinematics drive(const rb_model *model, const double *y, const driving *d, rb_model *pulled) {
    *pulled = *model;
    pulled->g = model->g - d->pull.z;
    rb_kinematics k = rb_kinematics_of(pulled, y, NULL);
    k.gyro.v = rb_sub(k.gyro.v, d->torque);
    if (model->mode == RB_CONTACT_NO_SLIP) {
        rb_contact c;
        rb_contact_find(pulled, &k, 0, &c);
        rb_mat3 to_world = rb_quat_matrix(quat_at(y));
        rb_vec3 pull = rb_mul_t(&to_world, rb_v3(d->pull.x, d->pull.y, 0));
        k.gyro.v = rb_add(k.gyro.v, rb_scale(model->m, rb_cross(c.touch.rho.v, pull)));
    }
    return k;
}

static void driven_rhs(const void *context, const double *y, double *dydt) {
    const rb_model *model = context;
    rb_model pulled;
    driving d = driving_at(model, y);
    rb_kinematics k = drive(model, y, &d, &pulled);
    rb_wrench wrench = act(&pulled, &k, model->mode, y, 0, NULL);
    rb_t3 dv = accelerate(&pulled, &wrench);
    put_vec(dydt, RB_Y_R, vec_at(y, RB_Y_V));
    bool slips = model->mode != RB_CONTACT_NO_SLIP;
    put_vec(dydt, RB_Y_V, slips ? rb_add(dv.v, rb_v3(d.pull.x, d.pull.y, 0)) : dv.v);
    put_quat_rate(dydt + RB_Y_Q, y + RB_Y_Q, k.omega.v);
    put_vec(dydt, RB_Y_OMEGA, wrench.omega_dot.v);
    dydt[RB_Y_W_SLIDE] = wrench.slide.v;
    dydt[RB_Y_W_DRILL] = wrench.drill.v;
    dydt[RB_Y_W_ROLL] = wrench.roll.v;
    dydt[RB_Y_W_PRESS] = wrench.press.v;
    dydt[DRIVEN_WORK] = d.power;
    dydt[RB_Y_STAND] = 0;
    dydt[DRIVEN_CLOCK] = 1;
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        dydt[DRIVEN_N + i] = wrench.N[i].v;
        dydt[DRIVEN_GAP + i] = wrench.gap[i];
    }
}

static void driven_scale(const rb_model *model, double *scale) {
    model->undriven->scale(model, scale);
    scale[DRIVEN_WORK] = scale[RB_Y_W_SLIDE];
    scale[RB_Y_STAND] = scale[DRIVEN_CLOCK] = 1;
}

static void driven_event_values(const rb_model *model, const double *y, const double *f, double *g) {
    double moved[RB_ODE_MAX] = {0};
    memcpy(moved, f, DRIVEN_COUNT * sizeof *f);
    memcpy(moved + RB_Y_N, f + DRIVEN_N, RB_CONTACTS_MAX * sizeof *f);
    memcpy(moved + RB_Y_GAP, f + DRIVEN_GAP, RB_CONTACTS_MAX * sizeof *f);
    model->undriven->event_values(model, y, moved, g);
}

/* Observes contacts under the loads. Jellett's quantity has no balance under external torques. */
static void driven_observe(const rb_model *model, const double *y, rb_snapshot *out) {
    rb_model pulled;
    driving d = driving_at(model, y);
    rb_kinematics k = drive(model, y, &d, &pulled);
    model->undriven->observe(model, y, out);
    rb_rigid_body_observe_contacts(&pulled, &k, y, out);
    if (model->mode == RB_CONTACT_NO_SLIP) { /* the contact force resists the pull as well */
        out->contact[0].F = rb_sub(out->contact[0].F, rb_scale(model->m, rb_v3(d.pull.x, d.pull.y, 0)));
    }
    out->jellett_balance = 0;
    out->W_in = y[DRIVEN_WORK];
}

rb_status rb_driven_check(const rb_model *model, rb_error *err) {
    if (model->ops->rhs != rb_rigid_body_rhs) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "control: expected a rigid body on the floor (celt, tippe-top): the disk on the belt has "
            "one displacement and one angle, no mass centre in space, and a forcing of its own "
            "(body.F_amplitude)");
    }
    return RB_OK;
}

void rb_driven_prepare(rb_model *model, const rb_control *control, rb_body_ops *ops) {
    model->undriven = model->ops;
    model->control = control;
    *ops = *model->ops;
    ops->state_count = DRIVEN_COUNT;
    ops->coupled = (rb_body_range){0};
    ops->moving = 0;
    ops->follows.N = DRIVEN_N;
    ops->follows.gap = DRIVEN_GAP;
    ops->rest = (rb_rest_rule){0}; /* loads may move it again */
    ops->rhs = driven_rhs;
    ops->rhs_near = NULL;
    ops->jacobian = rb_body_difference_jacobian;
    ops->scale = driven_scale;
    ops->event_values = driven_event_values;
    ops->rebalance = NULL;
    ops->observe = driven_observe;
    model->ops = ops;
    model->searches_N = false;
    model->coupled.first = 0;
    model->coupled.count = DRIVEN_COUNT;
}

void rb_driven_start(double t, double work, double *y) {
    y[DRIVEN_WORK] = work;
    y[DRIVEN_CLOCK] = t;
}

double rb_driven_work(const double *y) {
    return y[DRIVEN_WORK];
}
