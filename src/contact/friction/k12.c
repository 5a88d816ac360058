/* Kudra & Awrejcewicz 2012: approximants for a circle under uniform pressure (a disk on a belt).
   The paper's v >= 0 along one line becomes a vector in the plane. All are homogeneous of degree 0,
   softened near rest like the exact laws. */
#include "contact/friction/compose_inline.h"
#include "contact/friction/laws.h"

enum { P_EPS };

static const rb_param k12_params[] = {RB_SOFTEN_PARAM};

/* T/|v| and M of one approximant. */
typedef struct rb_k12 {
    rb_dual q, M;
} rb_k12;

RB_INLINE rb_k12 p1(const rb_polar *p) {
    return (rb_k12){
        dual_div(dual_const(1), dual_add(p->n, p->w)),
        dual_div(dual_scale(2, p->omega), dual_add(dual_scale(3, p->w), dual_scale(8, p->n))),
    };
}

RB_INLINE rb_k12 p2(const rb_polar *p) {
    rb_dual nn = dual_mul(p->n, p->n);
    rb_dual nw = dual_mul(p->n, p->w);
    rb_dual ww = dual_mul(p->omega, p->omega);
    rb_dual T_den = dual_add(dual_add_scaled(nw, 8, nn), ww);
    rb_dual M_num = dual_mul(p->omega, dual_add(dual_scale(64, p->w), dual_scale(18, p->n)));
    rb_dual M_den = dual_add(dual_scale(96, ww), dual_add(dual_scale(27, nw), dual_scale(72, nn)));
    return (rb_k12){dual_div(dual_add_scaled(p->w, 8, p->n), T_den), dual_div(M_num, M_den)};
}

/* 1/sqrt(s v² + t omega²) */
RB_INLINE rb_dual inverse_root(const rb_polar *p, double s, double t) {
    rb_dual nn = dual_mul(p->n, p->n);
    rb_dual ww = dual_mul(p->omega, p->omega);
    return dual_div(dual_const(1), dual_sqrt(dual_add(dual_scale(s, nn), dual_scale(t, ww))));
}

RB_INLINE rb_k12 i(const rb_polar *p) {
    rb_dual r = inverse_root(p, 1, 1);
    return (rb_k12){r, dual_scale(2. / 3, dual_mul(p->omega, r))};
}

RB_INLINE rb_k12 i1(const rb_polar *p) {
    return (rb_k12){inverse_root(p, 1, 1),
                    dual_scale(2, dual_mul(p->omega, inverse_root(p, 64, 9)))};
}

RB_INLINE rb_k12 iprime(const rb_polar *p) {
    rb_dual r = inverse_root(p, 1, 4. / 9);
    return (rb_k12){r, dual_scale(4. / 9, dual_mul(p->omega, r))};
}

/* The evaluate function of one approximant; slope_T = T/|v| at v -> 0 for omega = 1, likewise M. */
#define K12_EVALUATE(name)                                                                         \
    RB_INLINE void k12_##name##_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,  \
                                     rb_traction_jacobian *jac) {                                  \
        double eps = f->params[P_EPS];                                                             \
        rb_polar p = polar_of(slip, 0);                                                            \
        double lambda2 = p.n.v * p.n.v + p.w.v * p.w.v;                                            \
        if (!(lambda2 > 0)) {                                                                      \
            double slope = eps > 0 ? 1 / eps : 0;                                                  \
            rest_traction(slope, 2. / 3 * slope, out, jac);                                        \
            return;                                                                                \
        }                                                                                          \
        rb_k12 k = name(&p);                                                                       \
        circle_compose_plain(&p, k.q, k.M, out, jac);                                              \
        soften(eps, lambda2, slip, out, jac);                                                      \
    }                                                                                              \
    RB_EVALUATE(k12_##name)

K12_EVALUATE(p1)
K12_EVALUATE(p2)
K12_EVALUATE(i)
K12_EVALUATE(i1)
K12_EVALUATE(iprime)

#define K12_LAW(symbol, id_, name_, source_, help_)                                                \
    const rb_friction_law rb_law_k12_##symbol = {                                                  \
        .id = id_,                                                                                 \
        .name = name_,                                                                             \
        .source = source_,                                                                         \
        .help = help_,                                                                             \
        .pressure = RB_PRESSURE_UNIFORM,                                                           \
        .shape = RB_PATCH_CIRCLE,                                                                  \
        .params = RB_PARAM_TABLE(k12_params),                                                      \
        .evaluate = k12_##symbol,                                                                  \
    }

K12_LAW(p1, "k12-p1", "Padé P1, uniform (Kudra & Awrejcewicz 2012)", "K12, P1",
        "first-order Padé approximant for a disk");
K12_LAW(p2, "k12-p2", "Padé P2, uniform (Kudra & Awrejcewicz 2012)", "K12, P2",
        "second-order Padé approximant for a disk");
K12_LAW(i, "k12-i", "I, uniform (Kudra & Awrejcewicz 2012)", "K12, I",
        "square roots: T and M lie on an ellipse, the limit curve of the paper's simulations");
K12_LAW(i1, "k12-i1", "I1, uniform (Kudra & Awrejcewicz 2012)", "K12, I1",
        "as I, with the torque's slope in the sliding limit corrected");
K12_LAW(iprime, "k12-iprime", "I', uniform (Kudra & Awrejcewicz 2012)", "K12, I'",
        "square roots that derive from a dissipation function, as the exact law does");
