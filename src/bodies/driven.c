#include "bodies/driven.h"

#include <string.h>

#include "bodies/rigid_body.h"
#include "bodies/rigid_rhs_inline.h"

/* As rigid_state.h, except that the work replaces Jellett's quantity, which external torques change, and that
   celts, which have one contact, count the angle about the vertical where tops keep how they stand. The
   time is integrated as well, so that every method evaluates the loads at the right times. */
enum {
    DRIVEN_WORK = RB_Y_JELLETT,
    DRIVEN_TURN = RB_Y_STAND,
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
    rb_vec3 base = rb_base_acceleration(&model->base, motion.t, NULL);
    if (control != NULL && control->load != NULL) {
        control->load(control->context, &motion, &load);
    }
    if (control != NULL && control->base_acceleration != NULL) {
        base = rb_add(base, control->base_acceleration(control->context, &motion));
    }
    base = rb_sub(base, model->base.along);
    rb_mat3 to_world = rb_quat_matrix(motion.q);
    driving d = {.pull = rb_sub(rb_scale(model->per_m, load.force), base),
                 .torque = rb_mul_t(&to_world, load.torque)};
    d.power = model->m * rb_dot(d.pull, motion.v_C) + rb_dot(d.torque, motion.omega);
    return d;
}

/* Vertical acceleration is added to gravity, and torque to the gyroscopic torque, so that the normal force
   depends on both. Under the constraint no-slip the acceleration of the mass centre follows from omega'
   alone: there a horizontal pull acts by its torque about the contact point, m pull x rho. dy: direction of
   the tangents; NULL: none. */
static rb_kinematics drive(const rb_model *model, const double *y, const double *dy, const driving *d,
                           rb_model *pulled) {
    *pulled = *model;
    pulled->g = model->g - d->pull.z;
    rb_kinematics k = rb_kinematics_of(pulled, y, dy);
    k.gyro.v = rb_sub(k.gyro.v, d->torque);
    if (model->mode == RB_CONTACT_NO_SLIP) {
        rb_contact c;
        rb_contact_find(pulled, &k, 0, &c);
        rb_t3 pull = t3_add(t3_scale(d->pull.x, k.row[0]), t3_scale(d->pull.y, k.row[1]));
        k.gyro = t3_add(k.gyro, t3_scale(model->m, t3_cross(c.touch.rho, pull)));
    }
    return k;
}

static void rhs_under(const rb_model *model, const double *y, const driving *under, double *dydt) {
    rb_model pulled;
    driving d = *under;
    rb_kinematics k = drive(model, y, NULL, &d, &pulled);
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
    dydt[DRIVEN_TURN] = rb_driven_counts_turns(model) ? k.omega_n.v : 0;
    dydt[DRIVEN_CLOCK] = 1;
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        dydt[DRIVEN_N + i] = wrench.N[i].v;
        dydt[DRIVEN_GAP + i] = wrench.gap[i];
    }
}

static void driven_rhs(const void *context, const double *y, double *dydt) {
    driving d = driving_at(context, y);
    rhs_under(context, y, &d, dydt);
}

/* The derivative by time, where it enters through the acceleration of the base only: the difference of two
   accelerations along the jerk. For rigid contacts with a constant patch the right-hand side is linear in it.
 */
static void put_clock_column(const rb_model *model, const double *y, const driving *d, double *J) {
    rb_vec3 jerk, v = vec_at(y, RB_Y_V);
    rb_base_acceleration(&model->base, y[DRIVEN_CLOCK], &jerk);
    double size = rb_norm(jerk), step = 1e-3 * model->g;
    if (!(size > 0)) {
        return;
    }
    driving more = *d, less = *d;
    more.pull = rb_add_scaled(d->pull, -step / size, jerk);
    less.pull = rb_add_scaled(d->pull, step / size, jerk);
    more.power = d->power - model->m * step / size * rb_dot(jerk, v);
    less.power = d->power + model->m * step / size * rb_dot(jerk, v);
    double above[RB_ODE_MAX], below[RB_ODE_MAX];
    rhs_under(model, y, &more, above);
    rhs_under(model, y, &less, below);
    for (int i = 0; i < DRIVEN_COUNT; i++) {
        J[i * DRIVEN_COUNT + DRIVEN_CLOCK] = (above[i] - below[i]) / (2 * step) * size;
    }
}

/* Without functions of a program the load depends on time only. */
static void driven_jacobian(const void *context, const double *y, double *J) {
    const rb_model *model = context;
    const int n = DRIVEN_COUNT;
    rb_law_slopes slopes;
    rb_law_slopes_clear(&slopes);
    driving d = driving_at(model, y);
    memset(J, 0, (size_t)(n * n) * sizeof *J);
    if (model->mode == RB_CONTACT_RIGID_SIZED) {
        double f[RB_ODE_MAX];
        driven_rhs(model, y, f);
        slopes.N = f[DRIVEN_N];
    }
    for (int j = RB_Y_R + 2; j < RB_Y_W_SLIDE; j++) {
        double dy[RB_ODE_MAX] = {0}, column[RB_ODE_MAX];
        rb_model pulled;
        dy[j] = 1;
        rb_kinematics k = drive(model, y, dy, &d, &pulled);
        rb_wrench wrench = act(&pulled, &k, model->mode, y, 0, &slopes);
        put_along(&pulled, &k, &wrench, y, dy, column);
        column[DRIVEN_TURN] = rb_driven_counts_turns(model) ? k.omega_n.d : 0;
        column[DRIVEN_WORK] = model->m * rb_dot(d.pull, vec_at(dy, RB_Y_V));
        for (int i = 0; i < DRIVEN_CLOCK; i++) {
            J[i * n + j] = column[i];
        }
    }
    put_clock_column(model, y, &d, J);
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
    rb_kinematics k = drive(model, y, NULL, &d, &pulled);
    model->undriven->observe(model, y, out);
    rb_rigid_body_observe_contacts(&pulled, &k, y, out);
    if (model->mode == RB_CONTACT_NO_SLIP) { /* the contact force resists the pull as well */
        out->contact[0].F = rb_sub(out->contact[0].F, rb_scale(model->m, rb_v3(d.pull.x, d.pull.y, 0)));
    }
    out->jellett_balance = 0;
    out->W_in = y[DRIVEN_WORK];
    out->turned = rb_driven_counts_turns(model) ? y[DRIVEN_TURN] : 0;
}

rb_status rb_driven_check(const rb_body_ops *ops, rb_error *err) {
    if (ops->rhs != rb_rigid_body_rhs) {
        return rb_fail(err, RB_ERR_INPUT,
                       "expected a rigid body on the floor (celt, tippe-top): the disk on the belt has "
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
    ops->jacobian = control != NULL ? rb_body_difference_jacobian : driven_jacobian;
    ops->scale = driven_scale;
    ops->event_values = driven_event_values;
    ops->rebalance = NULL;
    ops->observe = driven_observe;
    model->ops = ops;
    model->searches_N = false;
    model->coupled.first = 0;
    model->coupled.count = DRIVEN_COUNT;
}

bool rb_driven_counts_turns(const rb_model *model) {
    return model->undriven != NULL && !(model->shape.radius[0] > 0);
}

void rb_driven_start(const rb_model *model, double t, double work, double *y) {
    if (rb_driven_counts_turns(model)) {
        y[DRIVEN_TURN] = 0;
    }
    y[DRIVEN_WORK] = work;
    y[DRIVEN_CLOCK] = t;
}

int rb_driven_clock(void) {
    return DRIVEN_CLOCK;
}

double rb_driven_work(const double *y) {
    return y[DRIVEN_WORK];
}
