#include "bodies/rigid_body.h"

#include <string.h>

#include "bodies/rigid_rhs_inline.h"

/* Derivative of the right-hand side along dy. */
RB_INLINE void rhs_along_in(const rb_model *model, rb_contact_mode mode, const double *y, const double *dy,
                            rb_law_slopes *slopes, double *out) {
    rb_kinematics k = rb_kinematics_of(model, y, dy);
    rb_wrench wrench = act(model, &k, mode, y, 0, slopes);
    put_along(model, &k, &wrench, y, dy, out);
}

/* Each mode gets its own functions, in which the compiler removes unused tangents and branches: the
   right-hand side runs 300 000 times per simulated second. */
#define SPECIALISE(name, mode)                                                                               \
    static __attribute__((noinline)) void name##_rhs(const rb_model *model, const double *y, double *dydt) { \
        rhs_in(model, mode, y, dydt);                                                                        \
    }                                                                                                        \
    SPECIALISE_ALONG(name, mode)
#define SPECIALISE_ALONG(name, mode)                                                                         \
    static __attribute__((noinline, nonnull)) void name##_along(                                             \
        const rb_model *model, const double *y, const double *dy, rb_law_slopes *slopes, double *out) {      \
        rhs_along_in(model, mode, y, dy, slopes, out);                                                       \
    }

SPECIALISE(rigid, RB_CONTACT_RIGID)
SPECIALISE_ALONG(sized, RB_CONTACT_RIGID_SIZED)
SPECIALISE(pair, RB_CONTACT_RIGID_PAIR)
SPECIALISE(no_slip, RB_CONTACT_NO_SLIP)
SPECIALISE(compliant, RB_CONTACT_COMPLIANT)

static __attribute__((noinline)) void sized_near(const rb_model *model, const double *y, double N_guess,
                                                 double *dydt) {
    rhs_near_in(model, RB_CONTACT_RIGID_SIZED, y, N_guess, dydt);
}
static void sized_rhs(const rb_model *model, const double *y, double *dydt) {
    sized_near(model, y, 0, dydt);
}

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

void rb_rigid_body_rhs_near(const rb_model *model, const double *y, double N_guess, double *dydt) {
    if (model->searches_N) {
        sized_near(model, y, N_guess, dydt);
    } else {
        rb_rigid_body_rhs(model, y, dydt);
    }
}

void rb_rigid_body_jacobian(const void *context, const double *y, double *J) {
    const rb_model *model = context;
    int n = model->ops->state_count;
    memset(J, 0, (size_t)(n * n) * sizeof *J);
    rb_law_slopes slopes;
    rb_law_slopes_clear(&slopes);
    if (model->mode == RB_CONTACT_RIGID_SIZED) { /* N is the same for every column: find it once */
        double f[RB_ODE_MAX];
        rb_rigid_body_rhs(model, y, f);
        slopes.N = f[RB_Y_N];
    }
    /* Nothing depends on the position on the floor or on the works; under rigid laws, where the constraint
       determines the height, nothing depends on the height either (rb_rigid_body_project), and without slip
       nothing on the velocity. */
    bool held = model->mode != RB_CONTACT_COMPLIANT, rolls = model->mode == RB_CONTACT_NO_SLIP;
    for (int i = 0; i < 3; i++) {
        J[(RB_Y_R + i) * n + RB_Y_V + i] = 1;
    }
    for (int j = RB_Y_R + 2; j < RB_Y_W_SLIDE; j++) {
        if ((held && (j == RB_Y_R + 2 || j == RB_Y_V + 2)) || (rolls && j < RB_Y_Q)) {
            continue;
        }
        double dy[RB_ODE_MAX] = {0}, column[RB_ODE_MAX];
        dy[j] = 1;
        modes[model->mode].along(model, y, dy, &slopes, column);
        for (int i = 0; i < n; i++) {
            J[i * n + j] = column[i];
        }
    }
}

double rb_rigid_body_project(const rb_model *model, double *y) {
    normalize_quat(y + RB_Y_Q);
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
    return place_on(model, which, y);
}

void rb_rigid_body_start_rolling(const rb_model *model, double *y) {
    start_rolling(model, y);
}
