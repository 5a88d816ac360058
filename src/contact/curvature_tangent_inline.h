/* Principal curvatures and directions of an ellipsoid with their tangents; what the equations of
   motion and rb_ellipsoid_curvature share.

   The support function of the ellipsoid is h(n) = sqrt(n R n); its second derivative in the tangent
   plane is the matrix of the radii of curvature:

       B(s, t) = (s R t)/h - (s R n)(t R n)/h^3,    s, t tangent

   so no surface point, no angle and no inverse of R is needed. The larger eigenvalue is 1/kappa1. */
#ifndef RB_CONTACT_CURVATURE_TANGENT_INLINE_H
#define RB_CONTACT_CURVATURE_TANGENT_INLINE_H

#include "math/tangent_inline.h"

typedef struct rb_curvature_t {
    rb_t1 kappa1, kappa2;
    rb_t3 e_x, e_y;
} rb_curvature_t;

/* The unit tangent along a direction, projected, and the one across it. Where the direction is
   parallel to n, another one is taken. */
RB_INLINE void rb_tangent_axes(rb_num3 direction, rb_t3 n, rb_t3 *e_x, rb_t3 *e_y) {
    rb_t3 axis = t3(direction);
    rb_t3 t = t3_sub(axis, t3_mul(t3_dot(axis, n), n));
    rb_t1 length2 = t3_dot(t, t);
    if (num_rarely(length2.v < 1e-20 * num3_dot(direction, direction), &length2.v)) {
        axis = t3(num_all(num_abs(n.v.x) < 0.6) ? num3(NUM(1), NUM(0), NUM(0))
                                                : num3(NUM(0), NUM(1), NUM(0)));
        t = t3_sub(axis, t3_mul(t3_dot(axis, n), n));
        length2 = t3_dot(t, t);
    }
    *e_x = t3_mul(t1_div(t1(NUM(1)), t1_sqrt(length2)), t);
    *e_y = t3_cross(n, *e_x);
}

/* s, t: any orthonormal tangents with t = n x s; Rn = R n, inv = 1/sqrt(n R n). The sign of e_x is
   chosen along s. */
RB_INLINE rb_curvature_t rb_principal(const rb_num33 *R, rb_t3 Rn, rb_t1 inv, rb_t3 s, rb_t3 t) {
    rb_t1 x = t1_mul(inv, t3_dot(s, Rn)), y = t1_mul(inv, t3_dot(t, Rn));
    rb_t3 Rs = t3_map(R, s);
    rb_t1 ss = t1_mul(inv, t1_sub(t3_dot(s, Rs), t1_mul(x, x)));
    rb_t1 st = t1_mul(inv, t1_sub(t3_dot(t, Rs), t1_mul(x, y)));
    rb_t1 tt = t1_mul(inv, t1_sub(t3_dot(t, t3_map(R, t)), t1_mul(y, y)));
    rb_t1 mean = t1_scale(NUM(0.5), t1_add(ss, tt)), diff = t1_scale(NUM(0.5), t1_sub(ss, tt));
    rb_t1 amp2 = t1_add(t1_mul(diff, diff), t1_mul(st, st));
    if (num_rarely(num_not(amp2.v > 1e-28 * mean.v * mean.v),
                   &amp2.v)) { /* umbilic: every direction is principal */
        rb_t1 kappa = t1_div(t1(NUM(1)), mean);
        return (rb_curvature_t){kappa, kappa, s, t};
    }
    /* e_x = c s + d t, c >= 0, with (cos 2p, sin 2p) along (diff, st) */
    rb_t1 amp = t1_sqrt(amp2);
    rb_t1 cos_2p = t1_div(diff, amp), sin_2p = t1_div(st, amp);
    /* of sine and cosine of p the larger one from a root, the other from sin 2p */
    rb_mask flat = cos_2p.v > 0;
    rb_t1 up = t1_sqrt(t1_scale(
        NUM(0.5), t1_choose(flat, t1_add(t1(NUM(1)), cos_2p), t1_sub(t1(NUM(1)), cos_2p))));
    rb_t1 large = t1_scale(NUM_CHOOSE(num_not(flat) & (sin_2p.v < 0), NUM(-1), NUM(1)), up);
    rb_t1 small = t1_div(t1_scale(NUM(0.5), sin_2p), large);
    rb_t1 c = t1_choose(flat, large, small), d = t1_choose(flat, small, large);
    rb_curvature_t k;
    rb_t1 R_1 = t1_add(mean, amp); /* the larger radius */
    k.kappa1 = t1_div(t1(NUM(1)), R_1);
    k.kappa2 = t1_div(R_1, t1_sub(t1_mul(ss, tt), t1_mul(st, st)));
    k.e_x = t3_add_scaled(t3_mul(c, s), d, t);
    k.e_y = t3_sub(t3_mul(c, t), t3_mul(d, s));
    return k;
}

#endif
