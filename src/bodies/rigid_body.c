#include "bodies/rigid_body.h"

#include <string.h>

#include "bodies/contact_compliant_inline.h"
#include "bodies/contact_no_slip_inline.h"
#include "bodies/contact_pair_inline.h"
#include "bodies/contact_rigid_inline.h"

static void put_vec(double *y, int i, rb_vec3 v) {
    y[i] = v.x;
    y[i + 1] = v.y;
    y[i + 2] = v.z;
}

/* dq/dt = q (0, omega)/2. */
static void put_quat_rate(double *out, const double *q, rb_vec3 omega) {
    rb_quat rate = rb_quat_rate((rb_quat){q[0], q[1], q[2], q[3]}, omega);
    out[0] = rate.w;
    put_vec(out, 1, rb_v3(rate.x, rate.y, rate.z));
}

/* What the contacts do, by the kind of contact the scene asks for. */
RB_INLINE rb_wrench act(const rb_model *model, const rb_kinematics *k, rb_contact_mode mode,
                        const double *y, rb_law_slopes *slopes) {
    rb_wrench wrench = {0}; /* memset would keep it, and every tangent with it, in memory */
    rb_contact c, pair[2];
    rb_press press;
    if (mode != RB_CONTACT_RIGID_PAIR) {
        wrench.gap[1] = INFINITY; /* unless a second contact says otherwise */
    }
    switch (mode) {
    case RB_CONTACT_RIGID: rb_rigid_wrench(model, k, false, &c, &wrench, slopes); break;
    case RB_CONTACT_RIGID_SIZED: rb_rigid_wrench(model, k, true, &c, &wrench, slopes); break;
    case RB_CONTACT_RIGID_PAIR:
        rb_pair_wrench(model, k, (rb_stand)(int)y[RB_Y_STAND], pair, &wrench, slopes);
        break;
    case RB_CONTACT_NO_SLIP: rb_no_slip_wrench(model, k, &c, &wrench, slopes); break;
    case RB_CONTACT_COMPLIANT:
        if (model->shape.radius[0] > 0) {
            rb_spheres_wrench(model, k, &wrench, slopes);
        } else {
            rb_contact_find(model, k, 0, &c);
            rb_compliant_contact(model, k, 0, &c, &press, &wrench, slopes);
        }
        break;
    }
    return wrench;
}

/* m dv/dt = -m g n + force, B domega/dt + omega x B omega = torque, K11 (8). */
RB_INLINE void accelerate(const rb_model *model, const rb_kinematics *k, const rb_wrench *wrench,
                          rb_t3 *dv, rb_t3 *domega) {
    *dv = rb_to_world(k, t3_scale(1 / model->m, wrench->force));
    dv->v.z -= model->g;
    *domega = t3_map(&model->B_inverse, t3_sub(wrench->torque, k->gyro));
}

/* d/dt of -L.rho for a body of revolution on sphere 0: -torque.rho, to which forces through its
   contact point contribute nothing. */
RB_INLINE rb_t1 jellett_rate(const rb_model *model, const rb_kinematics *k,
                             const rb_wrench *wrench) {
    double R = model->shape.radius[0];
    if (!(R > 0)) {
        return t1(0);
    }
    rb_t3 arm = t3_sub(t3_scale(R, k->n), t3(model->shape.k[0]));
    return t3_dot(wrench->torque, arm);
}

RB_INLINE void rhs_in(const rb_model *model, rb_contact_mode mode, const double *y, double *dydt) {
    rb_kinematics k = rb_kinematics_of(model, y, NULL);
    rb_wrench wrench = act(model, &k, mode, y, NULL);
    rb_t3 dv, domega;
    accelerate(model, &k, &wrench, &dv, &domega);
    put_vec(dydt, RB_Y_R, rb_v3(y[RB_Y_V], y[RB_Y_V + 1], y[RB_Y_V + 2]));
    put_vec(dydt, RB_Y_V, dv.v);
    put_quat_rate(dydt + RB_Y_Q, y + RB_Y_Q, k.omega.v);
    put_vec(dydt, RB_Y_OMEGA, domega.v);
    dydt[RB_Y_W_SLIDE] = wrench.slide.v;
    dydt[RB_Y_W_DRILL] = wrench.drill.v;
    dydt[RB_Y_W_ROLL] = wrench.roll.v;
    dydt[RB_Y_W_PRESS] = wrench.press.v;
    dydt[RB_Y_JELLETT] = jellett_rate(model, &k, &wrench).v;
    dydt[RB_Y_STAND] = 0;
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        dydt[RB_Y_N + i] = wrench.N[i].v;
        dydt[RB_Y_GAP + i] = wrench.gap[i];
    }
}

/* The change of the right-hand side along dy. */
RB_INLINE void rhs_along_in(const rb_model *model, rb_contact_mode mode, const double *y,
                            const double *dy, rb_law_slopes *slopes, double *out) {
    rb_kinematics k = rb_kinematics_of(model, y, dy);
    rb_wrench wrench = act(model, &k, mode, y, slopes);
    rb_t3 dv, domega;
    accelerate(model, &k, &wrench, &dv, &domega);
    double turned[4];
    put_vec(out, RB_Y_R, rb_v3(dy[RB_Y_V], dy[RB_Y_V + 1], dy[RB_Y_V + 2]));
    put_vec(out, RB_Y_V, dv.d);
    put_quat_rate(out + RB_Y_Q, dy + RB_Y_Q, k.omega.v);
    put_quat_rate(turned, y + RB_Y_Q, k.omega.d);
    for (int i = 0; i < 4; i++) {
        out[RB_Y_Q + i] += turned[i];
    }
    put_vec(out, RB_Y_OMEGA, domega.d);
    out[RB_Y_W_SLIDE] = wrench.slide.d;
    out[RB_Y_W_DRILL] = wrench.drill.d;
    out[RB_Y_W_ROLL] = wrench.roll.d;
    out[RB_Y_W_PRESS] = wrench.press.d;
    out[RB_Y_JELLETT] = jellett_rate(model, &k, &wrench).d;
    out[RB_Y_STAND] = 0;
}

/* Each mode gets functions of its own, in which the compiler removes tangents that nobody asks for
   and branches that are not taken: the right-hand side runs 300 000 times a simulated second. */
#define SPECIALISE(name, mode)                                                                     \
    static __attribute__((noinline)) void name##_rhs(const rb_model *model, const double *y,       \
                                                     double *dydt) {                               \
        rhs_in(model, mode, y, dydt);                                                              \
    }                                                                                              \
    static __attribute__((noinline, nonnull)) void name##_along(                                   \
        const rb_model *model, const double *y, const double *dy, rb_law_slopes *slopes,           \
        double *out) {                                                                             \
        rhs_along_in(model, mode, y, dy, slopes, out);                                             \
    }

SPECIALISE(rigid, RB_CONTACT_RIGID)
SPECIALISE(sized, RB_CONTACT_RIGID_SIZED)
SPECIALISE(pair, RB_CONTACT_RIGID_PAIR)
SPECIALISE(no_slip, RB_CONTACT_NO_SLIP)
SPECIALISE(compliant, RB_CONTACT_COMPLIANT)

static const struct {
    void (*rhs)(const rb_model *model, const double *y, double *dydt);
    void (*along)(const rb_model *model, const double *y, const double *dy, rb_law_slopes *slopes,
                  double *out);
} modes[] = {
    [RB_CONTACT_RIGID] = {rigid_rhs, rigid_along},
    [RB_CONTACT_RIGID_SIZED] = {sized_rhs, sized_along},
    [RB_CONTACT_RIGID_PAIR] = {pair_rhs, pair_along},
    [RB_CONTACT_NO_SLIP] = {no_slip_rhs, no_slip_along},
    [RB_CONTACT_COMPLIANT] = {compliant_rhs, compliant_along},
};

void rb_rigid_body_rhs(const void *context, const double *y, double *dydt) {
    const rb_model *model = context;
    modes[model->mode].rhs(model, y, dydt);
}

void rb_rigid_body_jacobian(const void *context, const double *y, double *J) {
    const rb_model *model = context;
    int n = model->ops->state_count;
    memset(J, 0, (size_t)(n * n) * sizeof *J);
    rb_law_slopes slopes; /* large: only what says that nothing is known yet is set */
    slopes.friction.known = slopes.rolling.known = slopes.hertz.known = false;
    slopes.N = 0;
    if (model->mode == RB_CONTACT_RIGID_SIZED) { /* N is the same for every column: find it once */
        double f[RB_ODE_MAX];
        rb_rigid_body_rhs(model, y, f);
        slopes.N = f[RB_Y_N];
    }
    /* Nothing depends on where on the floor the body is, nor on the works. */
    for (int j = RB_Y_R + 2; j < RB_Y_W_SLIDE; j++) {
        double dy[RB_ODE_MAX] = {0}, column[RB_ODE_MAX];
        dy[j] = 1;
        modes[model->mode].along(model, y, dy, &slopes, column);
        for (int i = 0; i < n; i++) {
            J[i * n + j] = column[i];
        }
    }
}

double rb_rigid_body_project(const rb_model *model, double *y) {
    rb_quat q =
        rb_quat_normalize((rb_quat){y[RB_Y_Q], y[RB_Y_Q + 1], y[RB_Y_Q + 2], y[RB_Y_Q + 3]});
    y[RB_Y_Q] = q.w;
    put_vec(y, RB_Y_Q + 1, rb_v3(q.x, q.y, q.z));
    if (model->mode == RB_CONTACT_COMPLIANT) {
        return 0;
    }
    if (model->mode == RB_CONTACT_RIGID_PAIR) {
        return rb_pair_project(model, y);
    }
    if (model->mode == RB_CONTACT_NO_SLIP) {
        rb_rigid_body_start_rolling(model, y);
    }
    return rb_rigid_body_place(model, y);
}

void rb_rigid_body_turn(const rb_model *model, rb_quat q, rb_vec3 omega, double *y) {
    memset(y, 0, (size_t)model->ops->state_count * sizeof *y);
    y[RB_Y_Q] = q.w;
    put_vec(y, RB_Y_Q + 1, rb_v3(q.x, q.y, q.z));
    put_vec(y, RB_Y_OMEGA, omega);
}

double rb_rigid_body_place(const rb_model *model, double *y) {
    return rb_rigid_body_place_on(model, 0, y);
}

double rb_rigid_body_place_on(const rb_model *model, int which, double *y) {
    rb_kinematics k = rb_kinematics_of(model, y, NULL);
    rb_touch t;
    rb_touch_at(model, &k, which, &t);
    double low = rb_dot(t.rho.v, k.n.v);
    double gap = y[RB_Y_R + 2] + low;
    y[RB_Y_R + 2] = -low;
    y[RB_Y_V + 2] = -rb_dot(rb_cross(k.omega.v, t.rho.v), k.n.v);
    return gap;
}

void rb_rigid_body_start_rolling(const rb_model *model, double *y) {
    rb_kinematics k = rb_kinematics_of(model, y, NULL);
    rb_touch t;
    rb_touch_at(model, &k, 0, &t);
    put_vec(y, RB_Y_V, rb_to_world(&k, t3_cross(t.rho, k.omega)).v);
}
