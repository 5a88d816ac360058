/* The formulas of k12.c. */
#ifndef RB_CONTACT_FRICTION_K12_INLINE_H
#define RB_CONTACT_FRICTION_K12_INLINE_H

#include "contact/friction/compose_inline.h"

enum { K12_EPS };

/* T/|v| and M of one approximant. */
typedef struct rb_k12 {
    rb_dual q, M;
} rb_k12;

RB_INLINE rb_k12 k12_parts_p1(const rb_polar *p) {
    return (rb_k12){
        dual_div(dual_const(NUM(1)), dual_add(p->n, p->w)),
        dual_div(dual_scale(NUM(2), p->omega), dual_add(dual_scale(NUM(3), p->w), dual_scale(NUM(8), p->n))),
    };
}

RB_INLINE rb_k12 k12_parts_p2(const rb_polar *p) {
    rb_dual nn = dual_mul(p->n, p->n);
    rb_dual nw = dual_mul(p->n, p->w);
    rb_dual ww = dual_mul(p->omega, p->omega);
    rb_dual T_den = dual_add(dual_add_scaled(nw, NUM(8), nn), ww);
    rb_dual M_num = dual_mul(p->omega, dual_add(dual_scale(NUM(64), p->w), dual_scale(NUM(18), p->n)));
    rb_dual M_den =
        dual_add(dual_scale(NUM(96), ww), dual_add(dual_scale(NUM(27), nw), dual_scale(NUM(72), nn)));
    return (rb_k12){dual_div(dual_add_scaled(p->w, NUM(8), p->n), T_den), dual_div(M_num, M_den)};
}

/* 1/sqrt(s v² + t omega²) */
RB_INLINE rb_dual inverse_root(const rb_polar *p, rb_num s, rb_num t) {
    rb_dual nn = dual_mul(p->n, p->n);
    rb_dual ww = dual_mul(p->omega, p->omega);
    return dual_div(dual_const(NUM(1)), dual_sqrt(dual_add(dual_scale(s, nn), dual_scale(t, ww))));
}

/* Constants of rb_friction_law.root for the two laws with an elliptic limit curve. */
enum { K12_ROOT_K, K12_ROOT_M };
#define K12_ROOT_I 1, 2. / 3
#define K12_ROOT_IPRIME 4. / 9, 4. / 9

RB_INLINE rb_k12 k12_root(const rb_polar *p, const double *root) {
    rb_dual r = inverse_root(p, NUM(1), NUM(root[K12_ROOT_K]));
    return (rb_k12){r, dual_scale(NUM(root[K12_ROOT_M]), dual_mul(p->omega, r))};
}

RB_INLINE rb_k12 k12_parts_i(const rb_polar *p) {
    static const double root[] = {K12_ROOT_I};
    return k12_root(p, root);
}

RB_INLINE rb_k12 k12_parts_i1(const rb_polar *p) {
    return (rb_k12){inverse_root(p, NUM(1), NUM(1)),
                    dual_scale(NUM(2), dual_mul(p->omega, inverse_root(p, NUM(64), NUM(9))))};
}

RB_INLINE rb_k12 k12_parts_iprime(const rb_polar *p) {
    static const double root[] = {K12_ROOT_IPRIME};
    return k12_root(p, root);
}

/* Defines the evaluate function of one approximant. slope_T: T/|v| at v -> 0 for omega = 1; slope_M: the
   same for M. */
#define K12_EVALUATE(name)                                                                                   \
    RB_INLINE void k12_##name##_body(const rb_num_friction *f, const rb_num_slip *slip,                      \
                                     rb_num_traction *out, rb_num_traction_jacobian *jac) {                  \
        rb_num eps = f->params[K12_EPS];                                                                     \
        rb_polar p = polar_of(slip);                                                                         \
        rb_num lambda2 = p.n.v * p.n.v + p.w.v * p.w.v;                                                      \
        if (num_rarely(num_not(lambda2 > 0), &lambda2)) {                                                    \
            rb_num slope = NUM_CHOOSE(eps > 0, 1 / eps, NUM(0));                                             \
            rest_traction(slope, 2. / 3 * slope, out, jac);                                                  \
            return;                                                                                          \
        }                                                                                                    \
        rb_k12 k = k12_parts_##name(&p);                                                                     \
        circle_compose_plain(&p, k.q, k.M, out, jac);                                                        \
        soften(eps, lambda2, slip, out, jac);                                                                \
    }                                                                                                        \
    RB_EVALUATE(k12_##name)

K12_EVALUATE(p1)
K12_EVALUATE(p2)
K12_EVALUATE(i)
K12_EVALUATE(i1)
K12_EVALUATE(iprime)

#endif
