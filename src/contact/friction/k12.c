/* Kudra & Awrejcewicz 2012: approximants for a circle under uniform pressure (a disk on a belt). The
   paper's v >= 0 along one line is extended to a vector in the plane. All are homogeneous of degree 0,
   softened near rest like the exact laws. */
#include "contact/friction/k12_inline.h"
#include "contact/friction/laws.h"

static const rb_param k12_params[] = {RB_SOFTEN_PARAM};

#define K12_LAW(symbol, id_, name_, source_, help_, formula_, ...)                                           \
    const rb_friction_law rb_law_k12_##symbol = {                                                            \
        .id = id_,                                                                                           \
        .name = name_,                                                                                       \
        .source = source_,                                                                                   \
        .help = help_,                                                                                       \
        .pressure = RB_PRESSURE_UNIFORM,                                                                     \
        .shape = RB_PATCH_CIRCLE,                                                                            \
        .params = RB_PARAM_TABLE(k12_params),                                                                \
        .evaluate = k12_##symbol,                                                                            \
        .root = {__VA_ARGS__},                                                                               \
        .formula = formula_,                                                                                 \
        .range = "circle under uniform pressure, without rolling",                                           \
    }

K12_LAW(p1, "k12-p1", "Padé P1, uniform (Kudra & Awrejcewicz 2012)", "K12 (21)",
        "first-order Padé approximant for a disk", "T = {u}/{u + |ω|}\nM = {2ω}/{3|ω| + 8u}", 0);
K12_LAW(p2, "k12-p2", "Padé P2, uniform (Kudra & Awrejcewicz 2012)", "K12 (22)",
        "second-order Padé approximant for a disk",
        "T = {8u² + u |ω|}/{8u² + u |ω| + ω²}\nM = {64ω |ω| + 18ω u}/{96ω² + 27u |ω| + 72u²}", 0);
K12_LAW(i, "k12-i", "I, uniform (Kudra & Awrejcewicz 2012)", "K12 (24)",
        "square roots: T and M lie on an ellipse, the limit curve of the paper's simulations",
        "T = {u}/{√{u² + ω²}}\nM = {2}/{3} {ω}/{√{u² + ω²}}", K12_ROOT_I);
K12_LAW(i1, "k12-i1", "I1, uniform (Kudra & Awrejcewicz 2012)", "K12 (28)",
        "as I, with the torque's slope in the sliding limit corrected",
        "T = {u}/{√{u² + ω²}}\nM = {2ω}/{√{64u² + 9ω²}}", 0);
K12_LAW(iprime, "k12-iprime", "I', uniform (Kudra & Awrejcewicz 2012)", "K12 (33)",
        "square roots that derive from a dissipation function, as the exact law does",
        "T = {u}/{√{u² + {4}/{9} ω²}}\nM = {4}/{9} {ω}/{√{u² + {4}/{9} ω²}}", K12_ROOT_IPRIME);
