/* Where and how a shape touches the horizontal plane, with tangents. */
#ifndef RB_BODIES_TOUCH_INLINE_H
#define RB_BODIES_TOUCH_INLINE_H

#include "bodies/kinematics_inline.h"
#include "contact/curvature_tangent_inline.h"

typedef struct rb_touch {
    rb_t3 rho;            /* mass centre -> lowest point, body axes, m */
    rb_t3 rho_dot;        /* its local derivative, m/s */
    rb_t3 e_x, e_y;       /* patch axes: e_x along kappa1, e_y = n x e_x */
    rb_t1 kappa1, kappa2; /* principal curvatures, 1/m; of an ellipsoid only on request */
} rb_touch;

/* r = -R n / sqrt(n.Rn) and its derivative by n_dot = n x omega, K11 (9). */
RB_INLINE void rb_ellipsoid_touch(const rb_num_shape *shape, rb_t3 n, rb_t3 omega, bool principal,
                                  rb_touch *out) {
    rb_t3 Rn = t3_map(&shape->R, n);
    rb_t1 s = t1_div(t1(NUM(1)), t1_sqrt(t3_dot(n, Rn)));
    rb_t3 n_dot = t3_cross(n, omega);
    rb_t3 Rn_dot = t3_map(&shape->R, n_dot);
    out->rho = t3_sub(t3(shape->k[0]), t3_mul(s, Rn));
    /* -s (R n_dot - (n.R n_dot)/(n.R n) R n) */
    rb_t1 along = t1_mul(t3_dot(n, Rn_dot), t1_mul(s, s));
    out->rho_dot = t3_mul(s, t3_sub(t3_mul(along, Rn), Rn_dot));
    rb_tangent_axes(shape->axis, n, &out->e_x, &out->e_y);
    out->kappa1 = out->kappa2 = t1(NUM(0));
    if (principal) {
        rb_curvature_t c = rb_principal(&shape->R, Rn, s, out->e_x, out->e_y);
        out->kappa1 = c.kappa1, out->kappa2 = c.kappa2;
        out->e_x = c.e_x, out->e_y = c.e_y;
    }
}

RB_INLINE void rb_sphere_touch(const rb_num_shape *shape, int which, rb_t3 n, rb_t3 omega,
                               rb_touch *out) {
    rb_num R = shape->radius[which];
    out->rho = t3_sub(t3(shape->k[which]), t3_scale(R, n));
    out->rho_dot = t3_scale(-R, t3_cross(n, omega));
    out->kappa1 = out->kappa2 = t1(1 / R);
    rb_tangent_axes(shape->axis, n, &out->e_x, &out->e_y);
}

/* The lowest point of contact `which`. */
RB_INLINE void rb_touch_at(const rb_num_model *model, const rb_kinematics *k, int which,
                           rb_touch *out) {
    if (num_any(model->shape.radius[which] > 0)) { /* of all lanes, or of none */
        rb_sphere_touch(&model->shape, which, k->n, k->omega, out);
    } else {
        rb_ellipsoid_touch(&model->shape, k->n, k->omega, model->principal, out);
    }
}

#endif
