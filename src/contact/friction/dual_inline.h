/* Forward-mode dual numbers: a value with its partial derivatives with respect to (u_x, u_y, omega).

   The formula of a law is written once, in duals. Where only the value is needed, the derivatives are dead
   code and the compiler removes them (RB_EVALUATE below makes the two specialisations). */
#ifndef RB_CONTACT_FRICTION_DUAL_INLINE_H
#define RB_CONTACT_FRICTION_DUAL_INLINE_H

#include "math/elementary_inline.h"
#include "math/num_inline.h"

typedef struct rb_dual {
    rb_num v;       /* value */
    rb_num x, y, w; /* partial derivatives by u_x, u_y, omega */
} rb_dual;

RB_INLINE rb_dual dual_choose(rb_mask mask, rb_dual yes, rb_dual no) {
    return (rb_dual){NUM_CHOOSE(mask, yes.v, no.v), NUM_CHOOSE(mask, yes.x, no.x),
                     NUM_CHOOSE(mask, yes.y, no.y), NUM_CHOOSE(mask, yes.w, no.w)};
}
#if RB_LANES == 1
#define DUAL_CHOOSE(mask, yes, no) ((mask) ? (yes) : (no))
#else
#define DUAL_CHOOSE(mask, yes, no) dual_choose((rb_mask)(mask), (yes), (no))
#endif

RB_INLINE rb_dual dual_const(rb_num v) {
    return (rb_dual){v, NUM(0), NUM(0), NUM(0)};
}
/* f(a) from its value and its derivative at a. */
RB_INLINE rb_dual dual_chain(rb_num f, rb_num df, rb_dual a) {
    return (rb_dual){f, df * a.x, df * a.y, df * a.w};
}
RB_INLINE rb_dual dual_add(rb_dual a, rb_dual b) {
    return (rb_dual){a.v + b.v, a.x + b.x, a.y + b.y, a.w + b.w};
}
RB_INLINE rb_dual dual_sub(rb_dual a, rb_dual b) {
    return (rb_dual){a.v - b.v, a.x - b.x, a.y - b.y, a.w - b.w};
}
RB_INLINE rb_dual dual_shift(rb_dual a, rb_num s) {
    return (rb_dual){a.v + s, a.x, a.y, a.w};
}
RB_INLINE rb_dual dual_scale(rb_num s, rb_dual a) {
    return (rb_dual){s * a.v, s * a.x, s * a.y, s * a.w};
}
/* a + s b */
RB_INLINE rb_dual dual_add_scaled(rb_dual a, rb_num s, rb_dual b) {
    return (rb_dual){a.v + s * b.v, a.x + s * b.x, a.y + s * b.y, a.w + s * b.w};
}
RB_INLINE rb_dual dual_mul(rb_dual a, rb_dual b) {
    return (rb_dual){a.v * b.v, a.v * b.x + a.x * b.v, a.v * b.y + a.y * b.v, a.v * b.w + a.w * b.v};
}
/* a/b where inv = 1/b is known. */
RB_INLINE rb_dual dual_div_by(rb_dual a, rb_dual b, rb_num inv) {
    rb_num q = a.v * inv;
    return (rb_dual){q, (a.x - q * b.x) * inv, (a.y - q * b.y) * inv, (a.w - q * b.w) * inv};
}
RB_INLINE rb_dual dual_div(rb_dual a, rb_dual b) {
    return dual_div_by(a, b, NUM(1) / b.v);
}
/* sqrt with derivative 0 at 0 (a kink: one of the one-sided derivatives is infinite). */
RB_INLINE rb_dual dual_sqrt(rb_dual a) {
    rb_num s = num_sqrt(a.v);
    return dual_chain(s, NUM_CHOOSE(s > 0, 0.5 / s, NUM(0)), a);
}
RB_INLINE rb_dual dual_tanh(rb_dual a) {
    rb_num t = num_tanh(a.v);
    return dual_chain(t, 1 - t * t, a);
}
RB_INLINE rb_dual dual_abs(rb_dual a) {
    return DUAL_CHOOSE(a.v < 0, dual_scale(NUM(-1), a), a);
}

/* Defines the evaluate function `name` from the inline body `name##_body`: one copy for values only, one
   with derivatives; in lanes values only. */
#if RB_LANES == 1
#define RB_EVALUATE(name)                                                                                    \
    static void name(const rb_friction *f, const rb_slip *slip, rb_traction *out,                            \
                     rb_traction_jacobian *jac) {                                                            \
        if (jac == NULL) {                                                                                   \
            name##_body(f, slip, out, NULL);                                                                 \
        } else {                                                                                             \
            name##_body(f, slip, out, jac);                                                                  \
        }                                                                                                    \
    }
#else
#define RB_EVALUATE(name)                                                                                    \
    static void name(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out) {              \
        name##_body(f, slip, out, NULL);                                                                     \
    }
#endif

#endif
