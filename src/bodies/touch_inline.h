/* Contact point of a shape with the horizontal plane, with tangents. */
#ifndef RB_BODIES_TOUCH_INLINE_H
#define RB_BODIES_TOUCH_INLINE_H

#include "bodies/kinematics_inline.h"
#include "contact/curvature_inline.h"

/* Patch axes: e_x along kappa1, e_y = n x e_x. The laws use these axes. */
typedef struct rb_touch {
    rb_t3 e_x, e_y;            /* in body axes */
    rb_t1 h_x, h_y;            /* e_x in world axes is (h_x, h_y, 0) */
    rb_t1 w_x, w_y;            /* omega along e_x, e_y */
    rb_t3 rho;                 /* mass centre -> lowest point, body axes, m */
    rb_t1 rho_x, rho_y, rho_n; /* along e_x, e_y, n */
    rb_t1 drift_x, drift_y;    /* its local derivative, m/s; no component along n */
    rb_t1 turn_x, turn_y;      /* omega x rho, m/s */
    rb_t1 kappa1, kappa2;      /* principal curvatures, 1/m; of an ellipsoid only where needed */
} rb_touch;

/* Sets e_x along a projected direction of the body; d_x, d_y: that direction in world axes times q2. */
RB_INLINE void rb_touch_axes(const rb_kinematics *k, rb_t1 d_x, rb_t1 d_y, rb_touch *out) {
    rb_t1 length2 = t1_add(t1_mul(d_x, d_x), t1_mul(d_y, d_y));
    if (num_rarely(length2.v < 1e-20, &length2.v)) { /* upright: uses another direction */
        bool first = num_all(num_abs(k->n.v.x) < 0.6);
        rb_t3 x = k->long_row[0], y = k->long_row[1];
        d_x = first ? (rb_t1){x.v.x, x.d.x} : (rb_t1){x.v.y, x.d.y};
        d_y = first ? (rb_t1){y.v.x, y.d.x} : (rb_t1){y.v.y, y.d.y};
        length2 = t1_add(t1_mul(d_x, d_x), t1_mul(d_y, d_y));
    }
    rb_t1 inv = t1_over_root(length2);
    out->h_x = t1_mul(inv, d_x), out->h_y = t1_mul(inv, d_y);
    rb_t1 l_x = t1_mul(k->per_q2, out->h_x), l_y = t1_mul(k->per_q2, out->h_y);
    out->e_x = t3_add_scaled(t3_mul(l_x, k->long_row[0]), l_y, k->long_row[1]);
    out->e_y = t3_sub(t3_mul(l_x, k->long_row[1]), t3_mul(l_y, k->long_row[0]));
}

/* Completes a touch once axes, rho and drift are known. */
RB_INLINE void rb_touch_turn(const rb_kinematics *k, rb_touch *out) {
    out->turn_x = t1_sub(t1_mul(out->w_y, out->rho_n), t1_mul(k->omega_n, out->rho_y));
    out->turn_y = t1_sub(t1_mul(k->omega_n, out->rho_x), t1_mul(out->w_x, out->rho_n));
}

/* Returns R a: the ellipsoid's third axis is that of the body. */
RB_INLINE rb_t3 rb_shape_map(const rb_num_shape *shape, rb_t3 a) {
    const rb_num33 *R = &shape->R;
    rb_num3 v = num3(R->m[0][0] * a.v.x + R->m[0][1] * a.v.y, R->m[1][0] * a.v.x + R->m[1][1] * a.v.y,
                     R->m[2][2] * a.v.z);
    rb_num3 d = num3(R->m[0][0] * a.d.x + R->m[0][1] * a.d.y, R->m[1][0] * a.d.x + R->m[1][1] * a.d.y,
                     R->m[2][2] * a.d.z);
    return (rb_t3){v, d};
}

/* Axes along the principal curvatures; with radii 1/kappa the derivative of rho by dn/dt = n x omega is
   simple. */
RB_INLINE void rb_touch_principal(const rb_kinematics *k, const rb_num_shape *shape, rb_t3 r, rb_t1 inv,
                                  rb_touch *out) {
    rb_t3 s = out->e_x, t = out->e_y;
    rb_curvature_t c = rb_principal(rb_shape_map(shape, s), rb_shape_map(shape, t), r, inv, s, t);
    rb_t1 h_x = out->h_x, h_y = out->h_y;
    out->kappa1 = c.kappa1, out->kappa2 = c.kappa2;
    out->e_x = t3_add_scaled(t3_mul(c.cosine, s), c.sine, t);
    out->e_y = t3_sub(t3_mul(c.cosine, t), t3_mul(c.sine, s));
    out->h_x = t1_sub(t1_mul(c.cosine, h_x), t1_mul(c.sine, h_y));
    out->h_y = t1_add(t1_mul(c.cosine, h_y), t1_mul(c.sine, h_x));
    out->w_x = t3_dot(k->omega, out->e_x), out->w_y = t3_dot(k->omega, out->e_y);
    out->drift_x = t1_mul(c.R_1, out->w_y);
    out->drift_y = t1_scale(NUM(-1), t1_mul(c.R_2, out->w_x));
}

/* rho = k - R n/sqrt(n.Rn) and its derivative by dn/dt = n x omega, K11 (18), (20); n may have any length. */
RB_INLINE void rb_ellipsoid_touch(const rb_num_shape *shape, const rb_kinematics *k, bool principal,
                                  rb_touch *out) {
    rb_t3 n = k->long_row[2], Rn = rb_shape_map(shape, n);
    rb_t1 s = t1_over_root(t3_dot(n, Rn));
    rb_num x = shape->axis.x, y = shape->axis.y; /* horizontal, if the ellipsoid's third axis is vertical */
    rb_t3 row0 = k->long_row[0], row1 = k->long_row[1];
    rb_touch_axes(k, (rb_t1){x * row0.v.x + y * row0.v.y, x * row0.d.x + y * row0.d.y},
                  (rb_t1){x * row1.v.x + y * row1.v.y, x * row1.d.x + y * row1.d.y}, out);
    rb_t3 r = t3_mul(s, Rn);
    out->rho = t3_sub(t3(shape->k[0]), r);
    if (principal) {
        rb_touch_principal(k, shape, r, t1_mul(k->q2, s), out);
    } else {
        out->w_x = t3_dot(k->omega, out->e_x), out->w_y = t3_dot(k->omega, out->e_y);
        /* -s (R n_dot - (n.R n_dot)/(n.R n) R n) */
        rb_t3 Rn_dot = t3_mul(s, rb_shape_map(shape, t3_cross(n, k->omega)));
        rb_t3 rho_dot = t3_sub(t3_mul(t1_mul(s, t3_dot(n, Rn_dot)), r), Rn_dot);
        out->drift_x = t3_dot(rho_dot, out->e_x), out->drift_y = t3_dot(rho_dot, out->e_y);
        out->kappa1 = out->kappa2 = t1(NUM(0));
    }
    out->rho_x = t3_dot(out->rho, out->e_x), out->rho_y = t3_dot(out->rho, out->e_y);
    out->rho_n = t3_dot(out->rho, k->n);
    rb_touch_turn(k, out);
}

/* The centres of spheres are on the body's third axis, and their e_x is along its first. */
RB_INLINE void rb_sphere_touch(const rb_num_shape *shape, int which, const rb_kinematics *k, rb_touch *out) {
    rb_num R = shape->radius[which], high = shape->k[which].z;
    rb_t3 row0 = k->long_row[0], row1 = k->long_row[1];
    rb_touch_axes(k, (rb_t1){row0.v.x, row0.d.x}, (rb_t1){row1.v.x, row1.d.x}, out);
    out->w_x = t3_dot(k->omega, out->e_x), out->w_y = t3_dot(k->omega, out->e_y);
    out->rho = t3_sub(t3(shape->k[which]), t3_scale(R, k->n));
    out->rho_x = t1_scale(high, (rb_t1){out->e_x.v.z, out->e_x.d.z});
    out->rho_y = t1_scale(high, (rb_t1){out->e_y.v.z, out->e_y.d.z});
    out->rho_n = t1_sub(t1_scale(high, (rb_t1){k->n.v.z, k->n.d.z}), t1(R));
    out->drift_x = t1_scale(R, out->w_y), out->drift_y = t1_scale(-R, out->w_x);
    out->kappa1 = out->kappa2 = t1(1 / R);
    rb_touch_turn(k, out);
}

/* The lowest point of contact `which`. */
RB_INLINE void rb_touch_at(const rb_num_model *model, const rb_kinematics *k, int which, rb_touch *out) {
    if (num_any(model->shape.radius[which] > 0)) { /* the same in all lanes */
        rb_sphere_touch(&model->shape, which, k, out);
    } else {
        rb_ellipsoid_touch(&model->shape, k, model->principal, out);
    }
}

#endif
