/* Kudra & Awrejcewicz 2011: circular Hertz patch; Padé approximants of first and second order and
   the hyperbolic-tangent approximant, coupled with rolling by the distortion of the pressure.

   K11 (5)-(7) give T_0x, T_rx, T_ry, M_0, M_r as functions of u = |u| and omega; K11 (10)-(12) add
   eps to each denominator for dynamics. eps = 0 is the law as printed. K11 (9) multiplies rolling's
   share of the force, but not of the torque, by |omega_pi|/(|omega_pi| + eps): the rolling law `k11` provides
   the softened distortion d, and the remainder r that is added for the torque. Without this, P1 comes to rest
   at 13.28 s instead of 13.99 s (K11 Fig. 5).

   Corrections to print (docs/physics.md#what-differs-from-print): a12 = 3 pi/8; c02 belongs to M of
   P2; sgn(omega_n) in f1 of tanh is regularised like the rest. */
#include "contact/friction/k11_inline.h"
#include "contact/friction/laws.h"

#define EPS1_ROW                                                                                             \
    {                                                                                                        \
        "eps1", "ε₁", "rad/s", 0, 1, 1e-12, "regularises the direction of sliding", "K11 (13)",              \
            RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL                                                            \
    }

static const rb_param k11_params[] = {
    {"eps", "ε", "rad/s", 0, 100, 1e-4, "softens friction near rest", "K11 (10), (12)",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
    EPS1_ROW,
};

static const rb_param k11_p2_params[] = {
    {"eps", "ε", "rad²/s²", 0, 1e4, 1e-4, "softens friction near rest; added to squares", "K11 (11)",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
    EPS1_ROW,
};

const rb_friction_law rb_law_k11_p1 = {
    .id = "k11-p1",
    .name = "Padé P1, circle (Kudra & Awrejcewicz 2011)",
    .source = "K11 (5), (10)",
    .help = "first-order Padé approximant: right values but not slopes in the limits",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_CIRCLE,
    .couples_rolling = true,
    .params = RB_PARAM_TABLE(k11_params),
    .evaluate = k11_p1,
    .formula = "T = {u}/{u + {8}/{3π} |ω|}\n"
               "M = {{3π}/{16} ω}/{|ω| + {15π}/{16} u}",
    .range =
        "circle under Hertz pressure; exact values for pure sliding and pure drilling, error of T up to 0.34",
};

const rb_friction_law rb_law_k11_p2 = {
    .id = "k11-p2",
    .name = "Padé P2, circle (Kudra & Awrejcewicz 2011)",
    .source = "K11 (6), (11)",
    .help = "second-order Padé approximant: values and first derivatives right in the limits",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_CIRCLE,
    .couples_rolling = true,
    .params = RB_PARAM_TABLE(k11_p2_params),
    .evaluate = k11_p2,
    .formula = "T = {u² + {3π}/{8} u |ω|}/{u² + {3π}/{8} u |ω| + ω²}\n"
               "M = {{3π}/{16} (|ω| + {16}/{15π} u) ω}/{u² + {16}/{15π} u |ω| + ω²}",
    .range = "circle under Hertz pressure; exact values and slopes in both limits, error of T up to 0.20",
};

const rb_friction_law rb_law_k11_tanh = {
    .id = "k11-tanh",
    .name = "tanh, circle (Kudra & Awrejcewicz 2011)",
    .source = "K11 (7), (12)",
    .help = "hyperbolic tangents: the closest of the 2011 approximants, limits and slopes right",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_CIRCLE,
    .couples_rolling = true,
    .params = RB_PARAM_TABLE(k11_params),
    .evaluate = k11_tanh,
    .formula = "T = tanh ({3π}/{8} {u}/{|ω|})\n"
               "M = {3π}/{32} (tanh ({32}/{15π} {ω}/{u}) + (1 − tanh ({5}/{4} ({u}/{|ω|})^{1.75})) sgn ω)",
    .range = "circle under Hertz pressure; exact values and slopes in both limits, error of T up to 0.06",
};
