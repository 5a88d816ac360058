/* The support function of the ellipsoid is h(n) = sqrt(n R n); its second derivative in the tangent
   plane is the matrix of the radii of curvature:

       B(s, t) = (s R t)/h - (s R n)(t R n)/h³,    s, t tangent

   so no surface point, no angle and no inverse of R is needed. The larger eigenvalue is 1/kappa1. */
#include "rattleback/curvature.h"

/* A unit tangent: the reference projected, or any other where it is parallel to n. */
static rb_vec3 tangent(rb_vec3 n, rb_vec3 reference) {
    rb_vec3 t = rb_add_scaled(reference, -rb_dot(reference, n), n);
    double length = rb_norm(t);
    if (length > 1e-12 * rb_norm(reference)) {
        return rb_scale(1 / length, t);
    }
    rb_vec3 axis = fabs(n.x) < 0.6 ? rb_v3(1, 0, 0) : rb_v3(0, 1, 0);
    t = rb_add_scaled(axis, -rb_dot(axis, n), n);
    return rb_scale(1 / rb_norm(t), t);
}

rb_curvature rb_ellipsoid_curvature(const rb_mat3 *R, rb_vec3 n, rb_vec3 reference) {
    rb_vec3 s = tangent(n, reference);
    rb_vec3 t = rb_cross(n, s);
    rb_vec3 Rn = rb_mul(R, n);
    rb_vec3 Rs = rb_mul(R, s);
    double nn = rb_dot(n, Rn);
    double ns = rb_dot(s, Rn);
    double nt = rb_dot(t, Rn);
    double inv = 1 / sqrt(nn);
    double ss = (rb_dot(s, Rs) - ns * ns / nn) * inv;
    double st = (rb_dot(t, Rs) - ns * nt / nn) * inv;
    double tt = (rb_dot(t, rb_mul(R, t)) - nt * nt / nn) * inv;

    /* Eigenvalues of [[ss, st], [st, tt]]; e_x = cos(p) s + sin(p) t, cos(p) >= 0, with
       (cos 2p, sin 2p) along ((ss - tt)/2, st). */
    double mean = 0.5 * (ss + tt);
    double diff = 0.5 * (ss - tt);
    double amp = sqrt(diff * diff + st * st);
    double c = 1;
    double d = 0;
    if (amp > 1e-14 * mean) {
        double cos_2p = diff / amp;
        double sin_2p = st / amp;
        if (cos_2p > 0) {
            c = sqrt(0.5 * (1 + cos_2p));
            d = 0.5 * sin_2p / c;
        } else {
            double root = sqrt(0.5 * (1 - cos_2p));
            d = sin_2p < 0 ? -root : root;
            c = 0.5 * sin_2p / d;
        }
    }
    rb_curvature k;
    k.e_x = rb_add_scaled(rb_scale(c, s), d, t);
    k.e_y = rb_cross(n, k.e_x);
    double R_1 = mean + amp; /* the larger radius */
    k.kappa1 = 1 / R_1;
    k.kappa2 = R_1 / (ss * tt - st * st);
    return k;
}
