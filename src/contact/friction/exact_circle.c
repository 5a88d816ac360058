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
#include "contact/friction/exact_circle_inline.h"
#include "contact/friction/laws.h"

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
};
