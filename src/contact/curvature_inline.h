/* Principal curvatures and directions of an ellipsoid with their tangents. Used by the equations of motion.

   The support function of the ellipsoid is h(n) = sqrt(n R n); its second derivative in the tangent
   plane is the matrix of the radii of curvature:

       B(s, t) = (s R t)/h - (s R n)(t R n)/h^3,    s, t tangent

   so no surface point, no angle and no inverse of R is needed. The larger eigenvalue is 1/kappa1. */
#ifndef RB_CONTACT_CURVATURE_INLINE_H
#define RB_CONTACT_CURVATURE_INLINE_H

#include "math/tangent_inline.h"

typedef struct rb_curvature_t {
    rb_t1 kappa1, kappa2;
    rb_t1 R_1, R_2;     /* 1/kappa1 >= 1/kappa2 */
    rb_t1 cosine, sine; /* e_x = cosine s + sine t */
} rb_curvature_t;

/* ss, st, tt: the matrix of the radii in orthonormal tangents s and t = n x s. The sign of e_x is chosen
   along s. */
RB_INLINE rb_curvature_t rb_principal_of(rb_t1 ss, rb_t1 st, rb_t1 tt) {
    rb_t1 mean = t1_scale(NUM(0.5), t1_add(ss, tt)), diff = t1_scale(NUM(0.5), t1_sub(ss, tt));
    rb_t1 amp2 = t1_add(t1_mul(diff, diff), t1_mul(st, st));
    if (num_rarely(num_not(amp2.v > 1e-28 * mean.v * mean.v),
                   &amp2.v)) { /* umbilic: every direction is principal */
        rb_t1 kappa = t1_div(t1(NUM(1)), mean);
        return (rb_curvature_t){kappa, kappa, mean, mean, t1(NUM(1)), t1(NUM(0))};
    }
    /* e_x = c s + d t, c >= 0, with (cos 2p, sin 2p) along (diff, st) */
    rb_t1 amp = t1_sqrt(amp2);
    rb_t1 cos_2p = t1_div(diff, amp), sin_2p = t1_div(st, amp);
    /* the larger of sine and cosine of p from a root, the other from sin 2p */
    rb_mask flat = cos_2p.v > 0;
    rb_t1 up =
        t1_sqrt(t1_scale(NUM(0.5), t1_choose(flat, t1_add(t1(NUM(1)), cos_2p), t1_sub(t1(NUM(1)), cos_2p))));
    rb_t1 large = t1_scale(NUM_CHOOSE(num_not(flat) & (sin_2p.v < 0), NUM(-1), NUM(1)), up);
    rb_t1 small = t1_div(t1_scale(NUM(0.5), sin_2p), large);
    rb_curvature_t k;
    rb_t1 both = t1_sub(t1_mul(ss, tt), t1_mul(st, st));
    k.R_1 = t1_add(mean, amp); /* the larger radius */
    k.kappa1 = t1_div(t1(NUM(1)), k.R_1);
    k.R_2 = t1_mul(both, k.kappa1);
    k.kappa2 = t1_div(k.R_1, both);
    k.cosine = t1_choose(flat, large, small), k.sine = t1_choose(flat, small, large);
    return k;
}

/* The same for an ellipsoid: Rs = R s, Rt = R t, r = R n/sqrt(n R n), inv = 1/sqrt(n R n). */
RB_INLINE rb_curvature_t rb_principal(rb_t3 Rs, rb_t3 Rt, rb_t3 r, rb_t1 inv, rb_t3 s, rb_t3 t) {
    rb_t1 x = t3_dot(s, r), y = t3_dot(t, r);
    rb_t1 ss = t1_mul(inv, t1_sub(t3_dot(s, Rs), t1_mul(x, x)));
    rb_t1 st = t1_mul(inv, t1_sub(t3_dot(t, Rs), t1_mul(x, y)));
    rb_t1 tt = t1_mul(inv, t1_sub(t3_dot(t, Rt), t1_mul(y, y)));
    return rb_principal_of(ss, st, tt);
}

#endif
