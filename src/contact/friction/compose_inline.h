/* Shared by all laws: computes T_x, T_y, M and their derivatives from the scalar parts of a law. */
#ifndef RB_CONTACT_FRICTION_COMPOSE_INLINE_H
#define RB_CONTACT_FRICTION_COMPOSE_INLINE_H

#include <string.h>

#include "contact/friction/dual_inline.h"
#include "contact/law_types_inline.h"

/* The parameter that `soften` uses for regularisation. */
#define RB_SOFTEN_PARAM                                                                                      \
    {                                                                                                        \
        "eps", "ε", "rad/s", 0, 100, 1e-4, "softens friction near rest: factor λ/√(λ² + ε²), λ² = u² + ω²",  \
            "ours", RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL                                                    \
    }

/* A resultant that is affine in the distortion, as in every law: r + c d_c + s d_s. */
typedef struct rb_affine {
    rb_dual r, c, s;
} rb_affine;

RB_INLINE rb_num affine_store(const rb_affine *a, const rb_num_slip *slip, rb_num *row) {
    if (row != NULL) {
        row[0] = a->r.x + slip->d_c * a->c.x + slip->d_s * a->s.x;
        row[1] = a->r.y + slip->d_c * a->c.y + slip->d_s * a->s.y;
        row[2] = a->r.w + slip->d_c * a->c.w + slip->d_s * a->s.w;
        row[3] = a->c.v;
        row[4] = a->s.v;
    }
    return a->r.v + slip->d_c * a->c.v + slip->d_s * a->s.v;
}

RB_INLINE void affine_traction(const rb_affine *T_x, const rb_affine *T_y, const rb_affine *M,
                               const rb_num_slip *slip, rb_num_traction *out, rb_num_traction_jacobian *jac) {
    out->T_x = affine_store(T_x, slip, jac != NULL ? jac->d[0] : NULL);
    out->T_y = affine_store(T_y, slip, jac != NULL ? jac->d[1] : NULL);
    out->M = affine_store(M, slip, jac != NULL ? jac->d[2] : NULL);
}

/* T_x, T_y, M without derivatives by the distortion (or with derivatives that are filled in elsewhere). */
RB_INLINE void dual_traction(const rb_dual T[3], rb_num_traction *out, rb_num_traction_jacobian *jac) {
    *out = (rb_num_traction){T[0].v, T[1].v, T[2].v};
    if (jac != NULL) {
        for (int i = 0; i < 3; i++) {
            jac->d[i][0] = T[i].x;
            jac->d[i][1] = T[i].y;
            jac->d[i][2] = T[i].w;
            jac->d[i][3] = NUM(0);
            jac->d[i][4] = NUM(0);
        }
    }
}

/* Derivatives by d_c and d_s of a law that is affine in them, from its values. */
typedef void rb_values(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out);
static inline void affine_columns(rb_values *values, const rb_num_friction *f, const rb_num_slip *slip,
                                  rb_num_traction_jacobian *jac) {
    rb_num_slip s = *slip;
    rb_num_traction base, by_c, by_s;
    s.d_c = NUM(0);
    s.d_s = NUM(0);
    values(f, &s, &base);
    s.d_c = NUM(1);
    values(f, &s, &by_c);
    s.d_c = NUM(0);
    s.d_s = NUM(1);
    values(f, &s, &by_s);
    jac->d[0][3] = by_c.T_x - base.T_x;
    jac->d[1][3] = by_c.T_y - base.T_y;
    jac->d[2][3] = by_c.M - base.M;
    jac->d[0][4] = by_s.T_x - base.T_x;
    jac->d[1][4] = by_s.T_y - base.T_y;
    jac->d[2][4] = by_s.M - base.M;
}

/* Traction of a patch at rest: zero. slope_T, slope_M are the one-sided derivatives dT/du, dM/domega at
   rest (0 where the law is not regularised). */
RB_INLINE void rest_traction(rb_num slope_T, rb_num slope_M, rb_num_traction *out,
                             rb_num_traction_jacobian *jac) {
    *out = (rb_num_traction){NUM(0), NUM(0), NUM(0)};
    if (jac != NULL) {
        memset(jac, 0, sizeof *jac);
        jac->d[0][0] = slope_T;
        jac->d[1][1] = slope_T;
        jac->d[2][2] = slope_M;
    }
}

/* The motion of a circular patch: n = |u|, the sliding direction e = u/(|u| + eps1), |omega|. */
typedef struct rb_polar {
    rb_dual u_x, u_y, omega;
    rb_dual n, w;             /* |u|, |omega| */
    rb_num nn, per_nn, per_n; /* n², 1/n², 1/n; 0 at u = 0 */
    rb_dual e_x, e_y;         /* 0 with derivative 0 at u = 0 */
} rb_polar;

/* u inv with inv = 1/(n + eps1), or 0 at u = 0. */
RB_INLINE void polar_along(rb_polar *p, rb_num inv) {
    rb_num e_x = p->u_x.v * inv, e_y = p->u_y.v * inv;
    p->e_x = (rb_dual){e_x, (1 - e_x * p->n.x) * inv, -e_x * p->n.y * inv, NUM(0)};
    p->e_y = (rb_dual){e_y, -e_y * p->n.x * inv, (1 - e_y * p->n.y) * inv, NUM(0)};
}

/* eps1 = 0. */
RB_INLINE rb_polar polar_of(const rb_num_slip *slip) {
    const rb_num zero = NUM(0), one = NUM(1);
    rb_polar p;
    p.u_x = (rb_dual){slip->u_x, one, zero, zero};
    p.u_y = (rb_dual){slip->u_y, zero, one, zero};
    /* so that 1/omega is finite */
    rb_num omega = NUM_CHOOSE(num_abs(slip->omega) > 1e-300, slip->omega, zero);
    p.omega = (rb_dual){omega, zero, zero, one};
    p.w = dual_abs(p.omega);
    rb_num nn = slip->u_x * slip->u_x + slip->u_y * slip->u_y;
    rb_mask slides = nn > 1e-300; /* so that 1/n² is finite */
    p.nn = NUM_CHOOSE(slides, nn, zero);
    p.per_nn = NUM_CHOOSE(slides, 1 / nn, zero);
    rb_num n = NUM_CHOOSE(slides, num_sqrt(nn), zero);
    p.per_n = n * p.per_nn; /* root and quotient are computed in parallel */
    p.n = (rb_dual){n, slip->u_x * p.per_n, slip->u_y * p.per_n, zero};
    polar_along(&p, p.per_n);
    return p;
}

RB_INLINE rb_polar polar_soft(const rb_num_slip *slip, rb_num eps1) {
    rb_polar p = polar_of(slip);
    polar_along(&p, NUM_CHOOSE(p.n.v > 0, 1 / (p.n.v + eps1), NUM(0)));
    return p;
}

/* The scalar parts of a law for a circular patch, functions of (|u|, omega). In K11's notation
   T_0x = q |u|, T_rx = f1 k_r sin(beta), T_ry = f2 k_r cos(beta), M = M_0 + mr k_r sin(beta). */
typedef struct rb_circle_parts {
    rb_dual q;  /* T_0x / |u|, finite as u -> 0 */
    rb_dual f2; /* T_ry / (k_r cos(beta)) */
    rb_dual g;  /* f1 + f2, which vanishes with u */
    rb_dual M_0, mr;
} rb_circle_parts;

RB_INLINE rb_circle_parts circle_parts_choose(rb_mask mask, rb_circle_parts yes, rb_circle_parts no) {
    return (rb_circle_parts){dual_choose(mask, yes.q, no.q), dual_choose(mask, yes.f2, no.f2),
                             dual_choose(mask, yes.g, no.g), dual_choose(mask, yes.M_0, no.M_0),
                             dual_choose(mask, yes.mr, no.mr)};
}

/* With k_r cos(beta) = e . d, k_r sin(beta) = e x d and d_perp = (-d_s, d_c), K11's sum of vectors
   along and across the rolling direction (K11 (9)) is

       T = q u + f2 d_perp + g (e x d) e,    M = M_0 + mr (e x d)

   This needs no angle, and does not jump where u -> 0 because g -> 0 there. K11 (13) builds cos and
   sin of beta from u/(|u| + eps1) so that cos² + sin² = 1 even within eps1 of rest; here both shrink with
   |u|. The two versions differ only for |u| of the order of eps1 = 1e-12. */
RB_INLINE void circle_compose(const rb_polar *p, const rb_circle_parts *c, const rb_num_slip *slip,
                              rb_num_traction *out, rb_num_traction_jacobian *jac) {
    rb_dual gx = dual_mul(c->g, p->e_x);
    rb_dual gy = dual_mul(c->g, p->e_y);
    rb_dual gxy = dual_mul(gx, p->e_y);
    rb_affine T_x = {dual_mul(c->q, p->u_x), dual_scale(NUM(-1), gxy), dual_sub(dual_mul(gx, p->e_x), c->f2)};
    rb_affine T_y = {dual_mul(c->q, p->u_y), dual_sub(c->f2, dual_mul(gy, p->e_y)), gxy};
    rb_affine M = {c->M_0, dual_scale(NUM(-1), dual_mul(c->mr, p->e_y)), dual_mul(c->mr, p->e_x)};
    out->T_x = affine_store(&T_x, slip, jac != NULL ? jac->d[0] : NULL);
    out->T_y = affine_store(&T_y, slip, jac != NULL ? jac->d[1] : NULL);
    rb_num_slip seen = *slip;
    seen.d_c = slip->d_c + slip->r_c;
    seen.d_s = slip->d_s + slip->r_s;
    out->M = affine_store(&M, &seen, jac != NULL ? jac->d[2] : NULL);
    if (jac != NULL) {
        jac->d[2][5] = M.c.v;
        jac->d[2][6] = M.s.v;
    }
}

/* The same for a law without coupling to rolling. */
RB_INLINE void circle_compose_plain(const rb_polar *p, rb_dual q, rb_dual M_0, rb_num_traction *out,
                                    rb_num_traction_jacobian *jac) {
    const rb_dual T[3] = {dual_mul(q, p->u_x), dual_mul(q, p->u_y), M_0};
    dual_traction(T, out, jac);
}

/* Regularises a law that is homogeneous of degree 0 for dynamics: multiplies it by lambda/sqrt(lambda² +
   eps²), lambda² = u² + omega². Direction, oddness, covariance and the sign of the dissipation do not
   change; eps = 0 gives the law itself. lambda2 > 0. */
RB_INLINE void soften(rb_num eps, rb_num lambda2, const rb_num_slip *slip, rb_num_traction *out,
                      rb_num_traction_jacobian *jac) {
    rb_num inv2 = 1 / (lambda2 + eps * eps);
    rb_num s = num_sqrt(lambda2 * inv2);
    if (jac != NULL) {
        rb_num k = eps * eps * inv2 / lambda2; /* grad s = s k (u_x, u_y, omega) */
        const rb_num T[3] = {out->T_x, out->T_y, out->M};
        const rb_num m[3] = {slip->u_x, slip->u_y, slip->omega};
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                jac->d[i][j] = s * (jac->d[i][j] + k * T[i] * m[j]);
            }
            for (int j = 3; j < 7; j++) {
                jac->d[i][j] = jac->d[i][j] * s;
            }
        }
    }
    out->T_x = out->T_x * s;
    out->T_y = out->T_y * s;
    out->M = out->M * s;
}

#endif
