/* Coulomb friction integrated exactly over a circular Hertz patch, with rolling distortion: a closed form of
   the integrals of K11 (2) (docs/physics.md#exact-circle).

   d = |u|/|omega| is the distance of the instantaneous centre from the patch centre in radii. All
   resultants are A P(d) + S Q(d) with polynomials P, Q (in d and 1/d²) and

       A = pi/2, S = 0           the centre lies inside the patch (d <= 1),
       A = asin(1/d), S = sqrt(d² - 1)    outside,

   and so are their derivatives: those of A and S combine without the singularity at d = 1. Far out
   A P and S Q cancel (error 3e-17 d⁴), so beyond d = 3 the same functions are computed as hypergeometric
   series in x = 1/d. Two identities save work: T_rx + T_ry and M_r share one function g, and M_0 is
   2 t2 - g. */
#include "contact/friction/compose_inline.h"
#include "contact/friction/exact_circle_inline.h"
#include "contact/friction/laws.h"
#include "math/elliptic.h"
#include "math/pi.h"

static const rb_param exact_circle_params[] = {
    RB_SOFTEN_PARAM,
};

const rb_friction_law rb_law_exact_circle = {
    .id = "exact-circle",
    .name = "Exact, circle (Hertz patch)",
    .source = "K11 (2) in closed form",
    .help = "Coulomb friction integrated over a circle under Hertz pressure distorted by rolling; "
            "nothing is left out but the patch's elongation",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_CIRCLE,
    .couples_rolling = true,
    .params = RB_PARAM_TABLE(exact_circle_params),
    .evaluate = exact_circle,
    .formula = "T = {3π}/{8} ζ (1 − {ζ²}/{4}),  ζ = {u}/{|ω|} ≤ 1\n"
               "M = {3π}/{16} (1 − ζ² + {3}/{8} ζ⁴) sgn ω\n"
               "ζ > 1: T = ₂F₁(−{1}/{2}, {1}/{2}; {5}/{2}; ζ⁻²),  M in the same way",
    .range = "circle under Hertz pressure, distorted by rolling with |d| ≤ 1; exact",
};

/* Coulomb friction integrated exactly over a circle under uniform pressure: complete elliptic integrals
   (closed form of the integrals of K12).

   d = |u|/|omega|; modulus k = d inside the patch, 1/d outside:
       d <= 1:  T = 4 d/(3 pi) (E + H),   M = 4/(9 pi) (3 E - 2 d² E + d² H)
       d > 1:   T = 4/(3 pi) (E + H),     M = 4/(9 pi) k (D - G + 3 H)
   G, H, D of math/elliptic.h: nothing cancels at either end. dT/dd has the same form, and
   dM/dd = -d dT/dd because the law is the gradient of the dissipation. */

enum { P_EPS };

static const rb_param exact_uniform_params[] = {RB_SOFTEN_PARAM};

/* As functions of the modulus. K grows like ln(1/b) for k -> 1 but occurs only in terms with b²: 1e-9
   counts as 0. */
static inline rb_elliptic integrals(double k) {
    return rb_elliptic_integrals(fmax(sqrt((1 - k) * (1 + k)), 1e-9));
}

RB_INLINE void exact_uniform_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                                  rb_traction_jacobian *jac) {
    const double c = 4 / (3 * RB_PI);
    double eps = f->params[P_EPS];
    rb_polar p = polar_of(slip);
    double lambda2 = p.n.v * p.n.v + p.w.v * p.w.v;
    if (!(lambda2 > 0)) {
        double slope = eps > 0 ? 1 / eps : 0;
        rest_traction(slope, 2. / 3 * slope, out, jac);
        return;
    }
    double sgn = slip->omega < 0 ? -1 : 1;
    if (p.n.v <= p.w.v) {
        rb_dual d = dual_div(p.n, p.w);
        rb_elliptic e = integrals(d.v);
        double slope = c * (2 * e.E - e.H); /* dT/dd */
        double d2 = d.v * d.v;
        /* T/d is finite at d = 0; its derivative (dT/dd - T/d)/d = c (E - 2 H)/d */
        rb_dual T_d = dual_chain(c * (e.E + e.H), c * d.v * (e.D - e.G), d);
        rb_dual M = dual_chain(c / 3 * (e.E * (3 - 2 * d2) + d2 * e.H), -d.v * slope, d);
        circle_compose_plain(&p, dual_div(T_d, p.w), dual_scale(sgn, M), out, jac);
    } else {
        rb_dual k = dual_div(p.w, p.n);
        rb_elliptic e = integrals(k.v);
        double slope = c * k.v * (e.D - e.G); /* dT/dk; dM/dk = -dT/dk/k */
        rb_dual T = dual_chain(c * (e.E + e.H), slope, k);
        rb_dual M = dual_chain(c / 3 * k.v * (e.D - e.G + 3 * e.H), -c * (e.D - e.G), k);
        circle_compose_plain(&p, dual_div(T, p.n), dual_scale(sgn, M), out, jac);
    }
    soften(eps, lambda2, slip, out, jac);
}
RB_EVALUATE(exact_uniform)

const rb_friction_law rb_law_exact_uniform = {
    .id = "exact-uniform",
    .name = "Exact, uniform (circle under uniform pressure)",
    .source = "K12 (13) in closed form",
    .help = "Coulomb friction integrated over a circle under uniform pressure (a flat disk)",
    .pressure = RB_PRESSURE_UNIFORM,
    .shape = RB_PATCH_CIRCLE,
    .params = RB_PARAM_TABLE(exact_uniform_params),
    .evaluate = exact_uniform,
    .formula = "T = {4ζ}/{3π} (E + H),  ζ = {u}/{|ω|} ≤ 1\n"
               "M = {4}/{9π} (3E − 2ζ² E + ζ² H) sgn ω\n"
               "E, H: complete elliptic integrals of modulus ζ",
    .range = "circle under uniform pressure, without rolling; exact",
};
