/* Where and how a shape touches the horizontal plane, with tangents. */
#ifndef RB_BODIES_TOUCH_H
#define RB_BODIES_TOUCH_H

#include "bodies/kinematics.h"

typedef struct rb_touch {
    rb_t3 rho;            /* mass centre -> lowest point, body axes, m */
    rb_t3 rho_dot;        /* its local derivative, m/s */
    rb_t3 e_x, e_y;       /* patch axes: e_x along kappa1, e_y = n x e_x */
    rb_t1 kappa1, kappa2; /* principal curvatures, 1/m; of an ellipsoid only on request */
} rb_touch;

/* e_x = direction projected on the plane. */
RB_ALWAYS_INLINE void rb_axes_along(rb_vec3 direction, rb_t3 n, rb_touch *out) {
    rb_t3 axis = t3(direction);
    rb_t3 t = t3_sub(axis, t3_mul(t3_dot(axis, n), n));
    rb_t1 length2 = t3_dot(t, t);
    if (length2.v < 1e-12) { /* the body stands on this axis: take the next one */
        axis = t3(rb_v3(direction.y, direction.z, direction.x));
        t = t3_sub(axis, t3_mul(t3_dot(axis, n), n));
        length2 = t3_dot(t, t);
    }
    out->e_x = t3_mul(t1_div(t1(1), t1_sqrt(length2)), t);
    out->e_y = t3_cross(n, out->e_x);
}

/* Turns e_x, e_y into the principal directions and finds the curvatures. The operator that takes a
   change of n to the change of -r, W = (R - Rn Rn/(n.Rn))/sqrt(n.Rn) on the plane, has the
   principal radii as eigenvalues. */
RB_ALWAYS_INLINE void rb_principal_axes(const rb_shape *shape, rb_t3 Rn, rb_t1 s, rb_touch *out) {
    rb_t3 Rx = t3_map(&shape->R, out->e_x), Ry = t3_map(&shape->R, out->e_y);
    rb_t1 x = t1_mul(s, t3_dot(out->e_x, Rn)), y = t1_mul(s, t3_dot(out->e_y, Rn));
    rb_t1 w11 = t1_mul(s, t1_sub(t3_dot(out->e_x, Rx), t1_mul(x, x)));
    rb_t1 w22 = t1_mul(s, t1_sub(t3_dot(out->e_y, Ry), t1_mul(y, y)));
    rb_t1 w12 = t1_mul(s, t1_sub(t3_dot(out->e_x, Ry), t1_mul(x, y)));
    rb_t1 mean = t1_scale(0.5, t1_add(w11, w22)), half = t1_scale(0.5, t1_sub(w11, w22));
    rb_t1 spread2 = t1_add(t1_mul(half, half), t1_mul(w12, w12));
    if (spread2.v <= 1e-20 * mean.v * mean.v) { /* umbilic: every direction is principal */
        out->kappa1 = out->kappa2 = t1_div(t1(1), mean);
        return;
    }
    rb_t1 spread = t1_sqrt(spread2);
    out->kappa1 = t1_div(t1(1), t1_add(mean, spread));
    out->kappa2 = t1_div(t1(1), t1_sub(mean, spread));
    rb_t1 cos2 = t1_div(half, spread), sin2 = t1_div(w12, spread);
    rb_t1 square = t1_scale(0.5, t1_add(t1(1), cos2));
    if (square.v < 1e-12) { /* e_x is the minor direction: a quarter turn */
        rb_t3 turned = out->e_y;
        out->e_y = t3_scale(-1, out->e_x);
        out->e_x = turned;
        return;
    }
    rb_t1 c = t1_sqrt(square), si = t1_div(t1_scale(0.5, sin2), c);
    rb_t3 e_x = t3_add_scaled(t3_mul(c, out->e_x), si, out->e_y);
    out->e_y = t3_sub(t3_mul(c, out->e_y), t3_mul(si, out->e_x));
    out->e_x = e_x;
}

/* r = -R n / sqrt(n.Rn) and its derivative by n_dot = n x omega, K11 (9). */
RB_ALWAYS_INLINE void rb_ellipsoid_touch(const rb_shape *shape, rb_t3 n, rb_t3 omega,
                                         bool principal, rb_touch *out) {
    rb_t3 Rn = t3_map(&shape->R, n);
    rb_t1 s = t1_div(t1(1), t1_sqrt(t3_dot(n, Rn)));
    rb_t3 n_dot = t3_cross(n, omega);
    rb_t3 Rn_dot = t3_map(&shape->R, n_dot);
    out->rho = t3_sub(t3(shape->k[0]), t3_mul(s, Rn));
    /* -s (R n_dot - (n.R n_dot)/(n.R n) R n) */
    rb_t1 along = t1_mul(t3_dot(n, Rn_dot), t1_mul(s, s));
    out->rho_dot = t3_mul(s, t3_sub(t3_mul(along, Rn), Rn_dot));
    rb_axes_along(shape->axis, n, out);
    if (principal) {
        rb_principal_axes(shape, Rn, s, out);
    }
}

RB_ALWAYS_INLINE void rb_sphere_touch(const rb_shape *shape, int which, rb_t3 n, rb_t3 omega,
                                      rb_touch *out) {
    double R = shape->radius[which];
    out->rho = t3_sub(t3(shape->k[which]), t3_scale(R, n));
    out->rho_dot = t3_scale(-R, t3_cross(n, omega));
    out->kappa1 = out->kappa2 = t1(1 / R);
    rb_axes_along(shape->axis, n, out);
}

/* The lowest point of contact `which`. */
RB_ALWAYS_INLINE void rb_touch_at(const rb_model *model, const rb_kinematics *k, int which,
                                  rb_touch *out) {
    if (model->shape.radius[which] > 0) {
        rb_sphere_touch(&model->shape, which, k->n, k->omega, out);
    } else {
        rb_ellipsoid_touch(&model->shape, k->n, k->omega, model->principal, out);
    }
}

#endif
