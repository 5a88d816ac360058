/* Kudra & Awrejcewicz 2015, model AH: for an elliptic Hertz patch, a polynomial in z = u_eps/|omega|
   for z <= u0 and one in 1/z beyond (K15 (42), (43)). T agrees with the exact law to first order in
   u at u = 0 and to third order in omega at omega = 0, M to second order at both; the remaining
   coefficients make the joint twice continuously differentiable.

   With y = z/u0, near = sum alpha_i y^i (i <= 4), far = sum beta_i y^-i (i <= 3). The original joints u0(b)
   are in a work that was not available. The fit below, for 0.05 <= b <= 1, has errors at most a tenth above
   those of the best joint for each single b: with |d| = 0.5 the largest error is 0.013 at b = 1 and 0.13
   (T_x) near b = 0.3, where no joint does better than 0.12. */
#include "contact/friction/compose_inline.h"
#include "contact/friction/k15_ah_inline.h"
#include "contact/friction/laws.h"
#include "math/elliptic.h"

static const rb_param ah_params[] = {
    {"eps_T", "ε_T", "rad/s", 0, 100, 0.0031622776601683795, "softens friction near rest", "K15 (35)",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
};

static void prepare(rb_friction *f) {
    rb_elliptic e = rb_elliptic_integrals(f->patch.b);
    k15_ah_prepare(f, &e);
}

const rb_friction_law rb_law_k15_ah = {
    .id = "k15-ah",
    .name = "AH (Kudra & Awrejcewicz 2015)",
    .source = "K15 (42), (43); joints u0(b) ours",
    .help = "piecewise polynomial for an elliptic Hertz patch, exact to higher order in both "
            "limits; the joints are our own fit",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_ELLIPSE,
    .couples_rolling = true,
    .scale_free = true,
    .params = RB_PARAM_TABLE(ah_params),
    .prepare = prepare,
    .prepare_by = k15_ah_prepare,
    .evaluate = k15_ah,
    .formula = "T = Σ a_i ζ^{i} sgn ω for ζ ≤ ζ₀,  Σ B_i ζ^{−i} sgn ω beyond;  ζ = {u}/{|ω|}\n"
               "M in the same way",
    .range = "ellipse under Hertz pressure, 0.05 ≤ b ≤ 1, distorted by rolling; exact to higher order in "
             "both limits",
};
