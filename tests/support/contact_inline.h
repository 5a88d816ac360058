/* Shared by the tests of the contact library. */
#ifndef RB_TESTS_SUPPORT_CONTACT_INLINE_H
#define RB_TESTS_SUPPORT_CONTACT_INLINE_H

#include <math.h>

#include "math/pi.h"
#include "support.h"

/* A law for a patch with a = 1 m; sharp: with the parameters that soften it near rest at 0. */
static inline rb_friction contact_law(const char *id, double b, bool sharp) {
    const rb_friction_law *law = rb_friction_law_find(id);
    assert_non_null(law);
    double values[RB_PARAMS_MAX];
    rb_param_defaults(law->params, values);
    if (sharp) {
        rb_friction_as_printed(law, values);
    }
    rb_friction f;
    rb_friction_init(&f, law, values, (rb_patch){1, b});
    return f;
}

/* The same with one parameter changed. */
static inline void contact_set(rb_friction *f, const char *name, double value) {
    double values[RB_PARAMS_MAX];
    memcpy(values, f->params, sizeof values);
    int i = rb_param_find(f->law->params, name);
    assert_true(i >= 0);
    values[i] = value;
    rb_friction_init(f, f->law, values, f->patch);
}

static inline rb_slip contact_slip(double u_x, double u_y, double omega, double d_c, double d_s) {
    return (rb_slip){.u_x = u_x, .u_y = u_y, .omega = omega, .d_c = d_c, .d_s = d_s};
}

static inline rb_traction contact_eval(const rb_friction *f, rb_slip slip) {
    rb_traction t;
    rb_friction_eval(f, &slip, &t, NULL);
    return t;
}

/* The largest difference of the three resultants. */
static inline double contact_distance(rb_traction a, rb_traction b) {
    return fmax(fmax(fabs(a.T_x - b.T_x), fabs(a.T_y - b.T_y)), fabs(a.M - b.M));
}

/* A random distortion with positive pressure: |d| < 1. */
static inline void contact_distort(rb_test_rng *rng, rb_slip *slip) {
    double r = sqrt(rb_test_real(rng, 0, 1));
    double angle = rb_test_real(rng, -RB_PI, RB_PI);
    slip->d_c = r * cos(angle);
    slip->d_s = r * sin(angle);
}

#endif
