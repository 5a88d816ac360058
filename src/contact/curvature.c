#include "rattleback/curvature.h"

#include "contact/curvature_tangent_inline.h"

rb_curvature rb_ellipsoid_curvature(const rb_mat3 *R, rb_vec3 n, rb_vec3 reference) {
    rb_t3 s, t;
    rb_tangent_axes(reference, t3(n), &s, &t);
    rb_t3 Rn = t3_map(R, t3(n));
    rb_t1 inv = t1_div(t1(NUM(1)), t1_sqrt(t3_dot(t3(n), Rn)));
    rb_curvature_t k = rb_principal(R, Rn, inv, s, t);
    return (rb_curvature){k.kappa1.v, k.kappa2.v, k.e_x.v, k.e_y.v};
}
