#include "curvature.h"

#include "contact/curvature_inline.h"

/* Returns the unit tangent along a direction, projected. If the direction is parallel to n, uses another
   one. */
static rb_vec3 tangent_along(rb_vec3 direction, rb_vec3 n) {
    rb_vec3 t = rb_add_scaled(direction, -rb_dot(direction, n), n);
    if (rb_dot(t, t) < 1e-20 * rb_dot(direction, direction)) {
        rb_vec3 axis = fabs(n.x) < 0.6 ? rb_v3(1, 0, 0) : rb_v3(0, 1, 0);
        t = rb_add_scaled(axis, -rb_dot(axis, n), n);
    }
    return rb_scale(1 / sqrt(rb_dot(t, t)), t);
}

rb_curvature rb_ellipsoid_curvature(const rb_mat3 *R, rb_vec3 n, rb_vec3 reference) {
    rb_vec3 s = tangent_along(reference, n), t = rb_cross(n, s), Rn = rb_mul(R, n);
    double inv = 1 / sqrt(rb_dot(n, Rn));
    rb_curvature_t k =
        rb_principal(t3(rb_mul(R, s)), t3(rb_mul(R, t)), t3(rb_scale(inv, Rn)), t1(inv), t3(s), t3(t));
    return (rb_curvature){k.kappa1.v, k.kappa2.v, rb_add_scaled(rb_scale(k.cosine.v, s), k.sine.v, t),
                          rb_add_scaled(rb_scale(k.cosine.v, t), -k.sine.v, s)};
}
