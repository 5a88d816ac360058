/* Kudra & Awrejcewicz 2015: elliptic patch with rolling distortion, models A0, A1, A2 and the
   variants B (m_T = m_M = 1), C (b = 1 in friction), D (no coupling with rolling), E (b = b_r = 1).
   AH is in k15_ah.c.

   All share the coefficients below; a variant changes b, m or the coupling when they are prepared.
   u_eps² = u² + eps_T². A1 has the exact law's values in both limits, A2 its first derivatives too
   (with Hertz moments; the published I0 … m_M were fitted to a measured stone). K15 (34)-(40), with
   outer exponents 1/m and no b_T on the pi I3 terms (misprints). */
#include "contact/friction/k15_inline.h"
#include "contact/friction/laws.h"
#include "math/elliptic.h"
#include "math/pi.h"

/* ---- parameters -------------------------------------------------------------------------------- */

#define EPS_T_ROW                                                                                            \
    {                                                                                                        \
        "eps_T", "ε_T", "rad/s", 0, 100, 0.0031622776601683795, "softens friction near rest", "K15 (35)",    \
            RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL                                                            \
    }
#define K15_ROW(name, symbol, max, def, source, help)                                                        \
    { name, symbol, "", 0, max, def, help, source, RB_PARAM_ABOVE | RB_PARAM_FITTED, NULL }

static const rb_param a0_params[] = {EPS_T_ROW};

static const rb_param a1_params[] = {
    EPS_T_ROW,
    K15_ROW("I2", "I₂", 1, 0.1041, "K15 (41)", "radial moment of the pressure (Hertz: 3/32)"),
    K15_ROW("I3", "I₃", 1, 0.0632, "K15 (41)", "radial moment of the pressure (Hertz: 1/(5π))"),
    K15_ROW("b_T", "b_T", 100, 0.5814, "K15 (38)", "weight of drilling in the force"),
    K15_ROW("b_M", "b_M", 100, 0.2526, "K15 (38)", "weight of drilling in the torque"),
    K15_ROW("m_T", "m_T", 20, 1.951, "K15 (38)", "exponent of the force"),
    K15_ROW("m_M", "m_M", 20, 1.541, "K15 (38)", "exponent of the torque"),
};

static const rb_param a2_params[] = {
    EPS_T_ROW,
    K15_ROW("I2", "I₂", 1, 0.1121, "K15 (41)", "radial moment of the pressure (Hertz: 3/32)"),
    K15_ROW("I3", "I₃", 1, 0.0589, "K15 (41)", "radial moment of the pressure (Hertz: 1/(5π))"),
    K15_ROW("b_T", "b_T", 100, 0.5305, "K15 (38)", "weight of drilling in the force"),
    K15_ROW("b_M", "b_M", 100, 0.2476, "K15 (38)", "weight of drilling in the torque"),
    K15_ROW("m_T", "m_T", 20, 0.8161, "K15 (38)", "exponent of the force"),
    K15_ROW("m_M", "m_M", 20, 0.5366, "K15 (38)", "exponent of the torque"),
    K15_ROW("I0", "I₀", 1, 0.1498, "K15 (41)", "radial moment of the pressure (Hertz: 3/8)"),
};

/* ---- coefficients ------------------------------------------------------------------------------ */

enum { VARIANT_A, VARIANT_B, VARIANT_C, VARIANT_D, VARIANT_E };

static void prepare(rb_friction *f, int variant, bool second) {
    const double *p = f->params;
    double *c = f->coeffs;
    double b = variant == VARIANT_C || variant == VARIANT_E ? 1 : f->patch.b;
    double coupled = variant == VARIANT_D ? 0 : 1;
    rb_elliptic e = rb_elliptic_integrals(b);
    c[K15_C_B] = b;
    c[K15_C_BT] = p[K15_BT];
    c[K15_C_BM] = p[K15_BM];
    c[K15_C_MT] = variant == VARIANT_B ? 1 : p[K15_MT];
    c[K15_C_MM] = variant == VARIANT_B ? 1 : p[K15_MM];
    c[K15_C_GX0] = second ? 4 * p[K15_BT] * e.G * p[K15_I0] : 0;
    c[K15_C_HY0] = second ? 4 * p[K15_BT] * e.H * p[K15_I0] : 0;
    c[K15_C_GX2] = coupled * 4 * p[K15_BT] * b * e.G * p[K15_I2];
    c[K15_C_HY2] = coupled * 4 * p[K15_BT] * e.H * p[K15_I2];
    c[K15_C_E2] = 4 * p[K15_BM] * e.E * p[K15_I2];
    c[K15_C_I3] = RB_PI * p[K15_I3];
    c[K15_C_COUPLED_I3] = coupled * c[K15_C_I3];
}

#define PREPARE(name, variant, second)                                                                       \
    static void name(rb_friction *f) {                                                                       \
        prepare(f, variant, second);                                                                         \
    }
PREPARE(prepare_a1, VARIANT_A, false)
PREPARE(prepare_b1, VARIANT_B, false)
PREPARE(prepare_c1, VARIANT_C, false)
PREPARE(prepare_d1, VARIANT_D, false)
PREPARE(prepare_e1, VARIANT_E, false)
PREPARE(prepare_a2, VARIANT_A, true)
PREPARE(prepare_b2, VARIANT_B, true)
PREPARE(prepare_c2, VARIANT_C, true)
PREPARE(prepare_d2, VARIANT_D, true)
PREPARE(prepare_e2, VARIANT_E, true)

/* ---- rows -------------------------------------------------------------------------------------- */

/* Without distortion by rolling. */
#define FORMULA_0 "T = {u}/{|u|}\nM = {ω}/{|ω|}"
#define FORMULA_1                                                                                            \
    "T = {u}/{(u^{m_T} + (b_T |ω|)^{m_T})^{1/m_T}}\n"                                                       \
    "M = {4 b_M E I₂ ω}/{(u^{m_M} + (b_M |ω|)^{m_M})^{1/m_M}}\n"                                         \
    "E: elliptic integral of the patch; I₂: moment of the pressure"
#define FORMULA_2                                                                                             \
    "T_x = {u² u_x + 4 b_T G I₀ u_x ω²}/{(u^{3m_T} + b_T^{m_T} |ω|^{3m_T})^{1/m_T}}\n"                  \
    "M = {4 b_M E I₂ ω³ + π I₃ (u_x² + b² u_y²) ω}/{(u^{3m_M} + b_M^{m_M} |ω|^{3m_M})^{1/m_M}}\n" \
    "T_y as T_x with H; E, G, H: elliptic integrals; I₀, I₂, I₃: moments of the pressure"
#define RANGE_FITTED                                                                                         \
    "ellipse; b_T, b_M, m_T, m_M and the moments are fitted to a measured stone (b ≈ 0.18, a = 6.1 mm)"
#define RANGE_0 "any patch; for slow spinning or none: the coupling of force and torque is left out"

#define K15_LAW(symbol, id_, name_, source_, help_, coupled, rows, prepare_, evaluate_, formula_, range_)    \
    const rb_friction_law rb_law_k15_##symbol = {                                                            \
        .id = id_,                                                                                           \
        .name = name_ " (Kudra & Awrejcewicz 2015)",                                                         \
        .source = source_,                                                                                   \
        .help = help_,                                                                                       \
        .pressure = RB_PRESSURE_HERTZ,                                                                       \
        .shape = RB_PATCH_ELLIPSE,                                                                           \
        .couples_rolling = coupled,                                                                          \
        .scale_free = true,                                                                                  \
        .params = RB_PARAM_TABLE(rows),                                                                      \
        .prepare = prepare_,                                                                                 \
        .evaluate = evaluate_,                                                                               \
        .formula = formula_,                                                                                 \
        .range = range_,                                                                                     \
    }

K15_LAW(a0, "k15-a0", "A0", "K15 (34)", "force and torque are uncoupled, and rolling has no influence", false,
        a0_params, NULL, k15_a0, FORMULA_0, RANGE_0);
K15_LAW(a1, "k15-a1", "A1", "K15 (39)", "right values in the limits of pure sliding and pure drilling", true,
        a1_params, prepare_a1, k15_a1, FORMULA_1, RANGE_FITTED);
K15_LAW(a2, "k15-a2", "A2", "K15 (40)", "right values and first derivatives in both limits", true, a2_params,
        prepare_a2, k15_a2, FORMULA_2, RANGE_FITTED);
K15_LAW(b1, "k15-b1", "B1", "K15 (39), (56)", "A1 with exponents 1: no powers", true, a1_params, prepare_b1,
        k15_a1, FORMULA_1, RANGE_FITTED);
K15_LAW(b2, "k15-b2", "B2", "K15 (40), (56)", "A2 with exponents 1: no powers", true, a2_params, prepare_b2,
        k15_a2, FORMULA_2, RANGE_FITTED);
K15_LAW(c1, "k15-c1", "C1", "K15 (39), (56)", "A1 for a circle; rolling may stay orthotropic", true,
        a1_params, prepare_c1, k15_a1, FORMULA_1, RANGE_FITTED);
K15_LAW(c2, "k15-c2", "C2", "K15 (40), (56)", "A2 for a circle; rolling may stay orthotropic", true,
        a2_params, prepare_c2, k15_a2, FORMULA_2, RANGE_FITTED);
K15_LAW(d1, "k15-d1", "D1", "K15 (39), (56)", "A1 without the pressure's distortion by rolling", false,
        a1_params, prepare_d1, k15_a1, FORMULA_1, RANGE_FITTED);
K15_LAW(d2, "k15-d2", "D2", "K15 (40), (56)", "A2 without the pressure's distortion by rolling", false,
        a2_params, prepare_d2, k15_a2, FORMULA_2, RANGE_FITTED);
K15_LAW(e0, "k15-e0", "E0", "K15 (34), (56)", "A0; to be used with b_r = 1", false, a0_params, NULL, k15_a0,
        FORMULA_0, RANGE_0);
K15_LAW(e1, "k15-e1", "E1", "K15 (39), (56)", "A1 for a circle; to be used with b_r = 1", true, a1_params,
        prepare_e1, k15_a1, FORMULA_1, RANGE_FITTED);
K15_LAW(e2, "k15-e2", "E2", "K15 (40), (56)", "A2 for a circle; to be used with b_r = 1", true, a2_params,
        prepare_e2, k15_a2, FORMULA_2, RANGE_FITTED);
