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
RB_INLINE void rb_touch_principal(const rb_kinematics *k, rb_curvature_t c, rb_touch *out) {
    rb_t3 s = out->e_x, t = out->e_y;
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

/* Sets e_x along the projection of the axis of a1. */
RB_INLINE void rb_touch_axes_along_a1(const rb_num_shape *shape, const rb_kinematics *k, rb_touch *out) {
    rb_num x = shape->axis.x, y = shape->axis.y; /* horizontal, if the ellipsoid's third axis is vertical */
    rb_t3 row0 = k->long_row[0], row1 = k->long_row[1];
    rb_touch_axes(k, (rb_t1){x * row0.v.x + y * row0.v.y, x * row0.d.x + y * row0.d.y},
                  (rb_t1){x * row1.v.x + y * row1.v.y, x * row1.d.x + y * row1.d.y}, out);
}

/* Completes a touch of a surface once its axes, rho and drift are known. */
RB_INLINE void rb_touch_arm(const rb_kinematics *k, rb_touch *out) {
    out->rho_x = t3_dot(out->rho, out->e_x), out->rho_y = t3_dot(out->rho, out->e_y);
    out->rho_n = t3_dot(out->rho, k->n);
    rb_touch_turn(k, out);
}

/* rho = k - R n/sqrt(n.Rn) and its derivative by dn/dt = n x omega, K11 (18), (20); n may have any length. */
RB_INLINE void rb_ellipsoid_touch(const rb_num_shape *shape, int which, const rb_kinematics *k,
                                  bool principal, rb_touch *out) {
    rb_t3 n = k->long_row[2], Rn = rb_shape_map(shape, n);
    rb_t1 s = t1_over_root(t3_dot(n, Rn));
    rb_touch_axes_along_a1(shape, k, out);
    rb_t3 r = t3_mul(s, Rn);
    out->rho = t3_sub(t3(shape->k[which]), r);
    if (principal) {
        rb_t3 e_x = out->e_x, e_y = out->e_y, Rx = rb_shape_map(shape, e_x), Ry = rb_shape_map(shape, e_y);
        rb_touch_principal(k, rb_principal(Rx, Ry, r, t1_mul(k->q2, s), e_x, e_y), out);
    } else {
        out->w_x = t3_dot(k->omega, out->e_x), out->w_y = t3_dot(k->omega, out->e_y);
        /* -s (R n_dot - (n.R n_dot)/(n.R n) R n) */
        rb_t3 Rn_dot = t3_mul(s, rb_shape_map(shape, t3_cross(n, k->omega)));
        rb_t3 rho_dot = t3_sub(t3_mul(t1_mul(s, t3_dot(n, Rn_dot)), r), Rn_dot);
        out->drift_x = t3_dot(rho_dot, out->e_x), out->drift_y = t3_dot(rho_dot, out->e_y);
        out->kappa1 = out->kappa2 = t1(NUM(0));
    }
    rb_touch_arm(k, out);
}

/* Completes a touch from rho and the matrix of the radii of curvature in e_x, e_y. The normal d = -n moves
   with omega x n = w_y e_x - w_x e_y, and rho by the radii times this. */
RB_INLINE void rb_touch_by_radii(const rb_kinematics *k, rb_t1 xx, rb_t1 xy, rb_t1 yy, bool principal,
                                 rb_touch *out) {
    if (principal) {
        rb_touch_principal(k, rb_principal_of(xx, xy, yy), out);
    } else {
        rb_t1 w_x = t3_dot(k->omega, out->e_x), w_y = t3_dot(k->omega, out->e_y);
        out->w_x = w_x, out->w_y = w_y;
        out->drift_x = t1_sub(t1_mul(xx, w_y), t1_mul(xy, w_x));
        out->drift_y = t1_sub(t1_mul(xy, w_y), t1_mul(yy, w_x));
        out->kappa1 = out->kappa2 = t1(NUM(0));
    }
    rb_touch_arm(k, out);
}

/* The component of a vector along axis 3 times p, subtracted from its horizontal components. */
RB_INLINE rb_t3 rb_paraboloid_slide(rb_t3 s, rb_t3 p) {
    rb_t3 flat = t3_sub(s, t3_mul((rb_t1){s.v.z, s.d.z}, p));
    flat.v.z = flat.d.z = NUM(0);
    return flat;
}

/* z = -a3 + x.R^-1 x a3/2 (x, y only): with p = (n_x, n_y)/n_z and w = 1/(a3 n_z), the point is x = -R p/a3,
   z = -a3 + p.R p/(2 a3), and the radii are w q(s).R q(t), q(s) = s - s_z p (surface_kinds.c). */
RB_INLINE void rb_paraboloid_touch(const rb_num_shape *shape, int which, const rb_kinematics *k,
                                   bool principal, rb_touch *out) {
    rb_t1 n_z = {k->n.v.z, k->n.d.z}, per = t1_div(t1(NUM(1)), n_z);
    rb_num per_a3 = 1 / shape->a3;
    rb_t3 p = t3_mul(per, k->n);
    p.v.z = p.d.z = NUM(0);
    rb_t3 Rp = rb_shape_map(shape, p), x = t3_scale(-per_a3, Rp);
    rb_t1 z = t1_sub(t1_scale(0.5 * per_a3, t3_dot(p, Rp)), t1(shape->a3));
    x.v.z = z.v, x.d.z = z.d;
    rb_touch_axes_along_a1(shape, k, out);
    out->rho = t3_add(t3(shape->k[which]), x);
    rb_t3 q_x = rb_paraboloid_slide(out->e_x, p), q_y = rb_paraboloid_slide(out->e_y, p);
    rb_t3 Rx = rb_shape_map(shape, q_x), Ry = rb_shape_map(shape, q_y);
    rb_t1 w = t1_scale(per_a3, per);
    rb_touch_by_radii(k, t1_mul(w, t3_dot(q_x, Rx)), t1_mul(w, t3_dot(q_x, Ry)), t1_mul(w, t3_dot(q_y, Ry)),
                      principal, out);
}

#if RB_LANES == 1
/* surfaces.c: the surface in body axes, relative to its origin. By value: a kinematics whose address is taken
   cannot stay in registers. */
rb_surface_local rb_shape_local(const rb_shape *shape, rb_vec3 d, rb_vec3 dd);

/* s.H t */
RB_INLINE rb_t1 rb_surface_radius(const rb_surface_local *at, rb_t3 s, rb_t3 t) {
    rb_vec3 Ht = rb_mul(&at->H, t.v);
    double change = rb_dot(s.d, Ht) + rb_dot(s.v, rb_add(rb_mul(&at->dH, t.v), rb_mul(&at->H, t.d)));
    return (rb_t1){rb_dot(s.v, Ht), change};
}

RB_INLINE void rb_surface_touch(const rb_shape *shape, int which, const rb_kinematics *k, bool principal,
                                rb_touch *out) {
    rb_surface_local at = rb_shape_local(shape, rb_scale(-1, k->n.v), rb_scale(-1, k->n.d));
    rb_touch_axes_along_a1(shape, k, out);
    out->rho = t3_add(t3(shape->k[which]), (rb_t3){at.x, at.dx});
    rb_t3 e_x = out->e_x, e_y = out->e_y;
    rb_touch_by_radii(k, rb_surface_radius(&at, e_x, e_x), rb_surface_radius(&at, e_x, e_y),
                      rb_surface_radius(&at, e_y, e_y), principal, out);
}
#endif

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
    } else if (model->shape.paraboloid) {
        rb_paraboloid_touch(&model->shape, which, k, model->principal, out);
#if RB_LANES == 1
    } else if (model->shape.surface != NULL) {
        rb_surface_touch(&model->shape, which, k, model->principal, out);
#endif
    } else {
        rb_ellipsoid_touch(&model->shape, which, k, model->principal, out);
    }
}

#endif
