/* Forward-mode dual numbers: a value with its partial derivatives with respect to (u_x, u_y, omega).

   A law's formula is written once, in duals; where only the value is asked for, the derivatives are
   dead code and the compiler removes them (RB_EVALUATE below makes the two specialisations). */
#ifndef RB_CONTACT_FRICTION_DUAL_INLINE_H
#define RB_CONTACT_FRICTION_DUAL_INLINE_H

#include <math.h>

#include "base/inline.h"
#include "math/elementary.h"

typedef struct rb_dual {
    double v;       /* value */
    double x, y, w; /* partial derivatives by u_x, u_y, omega */
} rb_dual;

static inline rb_dual dual_const(double v) {
    return (rb_dual){v, 0, 0, 0};
}
/* f(a) from its value and its derivative at a. */
static inline rb_dual dual_chain(double f, double df, rb_dual a) {
    return (rb_dual){f, df * a.x, df * a.y, df * a.w};
}
static inline rb_dual dual_add(rb_dual a, rb_dual b) {
    return (rb_dual){a.v + b.v, a.x + b.x, a.y + b.y, a.w + b.w};
}
static inline rb_dual dual_sub(rb_dual a, rb_dual b) {
    return (rb_dual){a.v - b.v, a.x - b.x, a.y - b.y, a.w - b.w};
}
static inline rb_dual dual_shift(rb_dual a, double s) {
    return (rb_dual){a.v + s, a.x, a.y, a.w};
}
static inline rb_dual dual_scale(double s, rb_dual a) {
    return (rb_dual){s * a.v, s * a.x, s * a.y, s * a.w};
}
/* a + s b */
static inline rb_dual dual_add_scaled(rb_dual a, double s, rb_dual b) {
    return (rb_dual){a.v + s * b.v, a.x + s * b.x, a.y + s * b.y, a.w + s * b.w};
}
static inline rb_dual dual_mul(rb_dual a, rb_dual b) {
    return (rb_dual){a.v * b.v, a.v * b.x + a.x * b.v, a.v * b.y + a.y * b.v,
                     a.v * b.w + a.w * b.v};
}
static inline rb_dual dual_div(rb_dual a, rb_dual b) {
    double inv = 1 / b.v;
    double q = a.v * inv;
    return (rb_dual){q, (a.x - q * b.x) * inv, (a.y - q * b.y) * inv, (a.w - q * b.w) * inv};
}
/* sqrt with derivative 0 at 0 (a kink there: one of its one-sided values would be infinite). */
static inline rb_dual dual_sqrt(rb_dual a) {
    double s = sqrt(a.v);
    return dual_chain(s, s > 0 ? 0.5 / s : 0, a);
}
static inline rb_dual dual_tanh(rb_dual a) {
    double t = rb_tanh(a.v);
    return dual_chain(t, 1 - t * t, a);
}
static inline rb_dual dual_abs(rb_dual a) {
    return a.v < 0 ? dual_scale(-1, a) : a;
}

/* Defines the evaluate function `name` from the inline body `name##_body`: one copy for values
   alone, one with derivatives. */
#define RB_EVALUATE(name)                                                                          \
    static void name(const rb_friction *f, const rb_slip *slip, rb_traction *out,                  \
                     rb_traction_jacobian *jac) {                                                  \
        if (jac == NULL) {                                                                         \
            name##_body(f, slip, out, NULL);                                                       \
        } else {                                                                                   \
            name##_body(f, slip, out, jac);                                                        \
        }                                                                                          \
    }

#endif
