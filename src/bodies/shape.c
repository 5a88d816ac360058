#include "bodies/shape.h"

/* e_x = direction projected on the plane; any direction serves a circular patch, but it must turn
   smoothly with the body. */
static void axes_along(rb_vec3 direction, rb_vec3 n, rb_touch *out) {
    rb_vec3 t = rb_add_scaled(direction, -rb_dot(direction, n), n);
    double length2 = rb_dot(t, t);
    if (length2 < 1e-12) { /* the body stands on this axis: take the next one */
        rb_vec3 other = rb_v3(direction.y, direction.z, direction.x);
        t = rb_add_scaled(other, -rb_dot(other, n), n);
        length2 = rb_dot(t, t);
    }
    out->e_x = rb_scale(1 / sqrt(length2), t);
    out->e_y = rb_cross(n, out->e_x);
}

/* r = -R n / sqrt(n.Rn) and its derivative by n_dot = -omega x n, K11 (9). */
static void ellipsoid_touch(const rb_shape *shape, rb_vec3 n, rb_vec3 omega, rb_touch *out) {
    rb_vec3 Rn = rb_mul(&shape->R, n);
    double nRn = rb_dot(n, Rn);
    double s = 1 / sqrt(nRn);
    rb_vec3 n_dot = rb_cross(n, omega);
    rb_vec3 Rn_dot = rb_mul(&shape->R, n_dot);
    rb_vec3 r = rb_scale(-s, Rn);
    out->rho = rb_add(shape->k[0], r);
    /* -s (R n_dot - (n.R n_dot)/(n.R n) R n) */
    out->rho_dot = rb_scale(-s, rb_add_scaled(Rn_dot, -rb_dot(n, Rn_dot) * s * s, Rn));
}

static void sphere_touch(const rb_shape *shape, int which, rb_vec3 n, rb_vec3 omega,
                         rb_touch *out) {
    double R = shape->radius[which];
    out->rho = rb_add_scaled(shape->k[which], -R, n);
    out->rho_dot = rb_scale(-R, rb_cross(n, omega));
    out->kappa1 = out->kappa2 = 1 / R;
}

void rb_shape_touch(const rb_shape *shape, int which, rb_vec3 n, rb_vec3 omega, bool principal,
                    rb_touch *out) {
    (void)principal;
    if (shape->radius[which] > 0) {
        sphere_touch(shape, which, n, omega, out);
    } else {
        ellipsoid_touch(shape, n, omega, out);
    }
    axes_along(shape->axis, n, out);
}
