/* Kosenko & Aleksandrov 2009: the simplified anisotropic Contensou law, piecewise in
   u~ = v/(a |omega|), and the linear Padé approximant (after Zhuravlev) that the paper compares it with.

       A = 3/2 G, B = 3/2 H, C = 3/8 E,  r = 1 - e² sin² psi  (sliding direction psi)
       contensou:  T_x = cos psi min(A u~, 1), T_y = sin psi min(B u~, 1),
                   M = sgn omega min(C, r/(5 u~))
       padé:       T_x = u_x/(u + |omega|/A), T_y = u_y/(u + |omega|/B),
                   M = C omega/(|omega| + 5 C u/r) */
#include "contact/friction/ka09_inline.h"
#include "contact/friction/laws.h"
#include "math/elliptic.h"

static const rb_param contensou_params[] = {
    {"delta", "δ", "m/s", 0, 10, 1e-6,
     "regularised Coulomb friction where all break points lie below this velocity", "KA09 section 3",
     RB_PARAM_SOFTENS | RB_PARAM_LOG, NULL},
};

static const rb_param pade_params[] = {RB_SOFTEN_PARAM};

static void ka09_prepare(rb_friction *f) {
    rb_elliptic e = rb_elliptic_integrals(f->patch.b);
    f->coeffs[KA09_A] = 1.5 * e.G;
    f->coeffs[KA09_B] = 1.5 * e.H;
    f->coeffs[KA09_C] = 0.375 * e.E;
}

const rb_friction_law rb_law_ka09_contensou = {
    .id = "ka09-contensou",
    .name = "Simplified Contensou (Kosenko & Aleksandrov 2009)",
    .source = "KA09 section 3",
    .help = "straight pieces with the right slopes in both limits; anisotropic, no coupling with "
            "rolling",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_ELLIPSE,
    .params = RB_PARAM_TABLE(contensou_params),
    .prepare = ka09_prepare,
    .evaluate = ka09_contensou,
    .formula = "T_x = cos ψ min(A {u}/{|ω|}, 1),  T_y = sin ψ min(B {u}/{|ω|}, 1)\n"
               "M = sgn ω min(C, {cos²ψ + b² sin²ψ}/{5} {|ω|}/{u})\n"
               "A = {3}/{2} G,  B = {3}/{2} H,  C = {3}/{8} E: elliptic integrals of the patch",
    .range = "ellipse under Hertz pressure, without rolling; exact slopes in both limits, corners between",
};

const rb_friction_law rb_law_ka09_pade = {
    .id = "ka09-pade",
    .name = "Linear Padé, ellipse (after Zhuravlev)",
    .source = "ours, after KA09 section 5",
    .help = "the linear Padé approximant for an ellipse; no coupling with rolling",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_ELLIPSE,
    .params = RB_PARAM_TABLE(pade_params),
    .prepare = ka09_prepare,
    .evaluate = ka09_pade,
    .formula = "T_x = {u_x}/{u + {|ω|}/{A}},  T_y = {u_y}/{u + {|ω|}/{B}}\n"
               "M = {C ω}/{|ω| + {5C}/{cos²ψ + b² sin²ψ} u}\n"
               "A = {3}/{2} G,  B = {3}/{2} H,  C = {3}/{8} E: elliptic integrals of the patch",
    .range = "ellipse under Hertz pressure, without rolling; exact values in both limits",
};
