/* Coulomb friction integrated exactly over an elliptic Hertz patch with rolling distortion: the radial
   integral has a closed form; one smooth integral over directions is computed numerically
   (docs/physics.md#exact-ellipse; the integrals are those of K15).

   The ellipse is mapped to the unit circle. Through the instantaneous centre
   (X0, Y0) = (-u_y/omega, u_x/(omega b)) run lines with direction (cos t, sin t); a line cuts a
   chord of half-length sqrt(h) from the circle. The moments of the pressure over the chord are, up
   to the factor pi/2,

       J0 = h (1 + D0),    J1 = h (-p (1 + D0) + D1 h/4)

   T and M are integrals of J1 and h² over t. The law is the gradient of a dissipation function with
   Hessian  ∫ sigma k k^T/|v|,  k = (e_x, e_y, e x r): its derivatives are integrals of J0, as
   smooth as the values, symmetric and positive semi-definite by construction.

   Two substitutions keep the integrand smooth for every b and every centre:
   - tan t = tan(s)/g, g = b^(3/8), moves the singularities of Delta = sqrt(cos² t + b² sin² t) away
     from the real axis without bringing those of the Jacobian too near. Directions stay
     unnormalised, l = (g cos s, sin s), R = |l|, and Q = q R, H = h R²;
   - outside the patch only lines with h > 0 count: s = s0 + chi, sin(chi) = sin(m) sin(tau),
     |tau| <= pi/2. H is a quadratic form in (cos s, sin s) from which s0 and m follow.

   Inside, the integrand is periodic and the trapezoidal rule converges geometrically; outside,
   Gauss-Legendre in tau does, except for the last digits where the centre crosses the rim.

   For very long patches even the mapped integrand has its singularities near the real axis: at a
   distance of b/g from s = pi/2 and of g from s = 0. There the range is halved towards them until
   each part is no longer than its distance, so that the cost grows with log(1/b) only. */
#include "contact/friction/compose_inline.h"
#include "contact/friction/ellipse_lines.h"
#include "contact/friction/far_inline.h"
#include "contact/friction/laws.h"
#include "math/elementary.h"
#include "math/elliptic.h"
#include "math/gauss.h"
#include "math/pi.h"

enum { P_EPS, P_QUALITY };

static const char *const qualities[] = {"fast", "accurate", "reference", NULL};
enum { FAST, ACCURATE, REFERENCE };

static const rb_param exact_ellipse_params[] = {
    RB_SOFTEN_PARAM,
    {"quality", "", "", 0, 2, ACCURATE, "error of the integral: 1e-6, 1e-9 or 1e-12", "ours", RB_PARAM_CHOICE,
     qualities},
};

/* Number of directions for each quality. Inside: even(base + slope b^-0.625). Outside: the first Gauss
   rule (of 12, 16, … 128 nodes) with b_min <= b. Measured in test_contact_exact.c. */
static const struct {
    double base, slope;
    double b_min[RB_GAUSS_RULES];
    int graded; /* the rule on each part of a very long patch: below the last b_min */
} effort[] = {
    [FAST] = {6, 5.7, {0.95, 0.7, 0.32, 0.17, 0.075, 0.05, 0.03, 0.02}, 0},
    [ACCURATE] = {8, 9.5, {2, 2, 0.95, 0.45, 0.18, 0.12, 0.055, 0.04}, 1},
    [REFERENCE] = {12, 13.3, {2, 2, 2, 2, 2, 0.25, 0.1, 0.06}, 2},
};

/* Below this, rounding errors exceed the promised accuracy. */
#define B_MIN 1e-6

/* Values that prepare computes from b and the quality: g, cosine and sine of half a trapezoidal step,
   number of pairs of nodes inside, Gauss rule outside, graded range or not. */
enum { C_G, C_COS, C_SIN, C_PAIRS, C_RULE, C_GRADED };

/* For angles up to pi/24: the first omitted terms are below 1e-18. */
static double small_sin(double x) {
    double y = x * x;
    return x - x * y * (1. / 6 - y * (1. / 120 - y * (1. / 5040 - y * (1. / 362880 - y / 39916800))));
}

static double small_cos(double x) {
    double y = x * x;
    return 1 - y * (0.5 - y * (1. / 24 - y * (1. / 720 - y * (1. / 40320 - y / 3628800))));
}

/* A patch whose size follows the load has another shape in every right-hand side: roots instead of powers,
   and short series for sine and cosine. */
static void exact_ellipse_prepare(rb_friction *f) {
    double b = fmax(f->patch.b, B_MIN);
    int quality = (int)f->params[P_QUALITY];
    double half = sqrt(b), quarter = sqrt(half), eighth = sqrt(quarter);
    f->coeffs[C_G] = quarter * eighth;
    bool graded = b < effort[quality].b_min[RB_GAUSS_RULES - 1];
    double nodes = effort[quality].base + effort[quality].slope / (half * eighth);
    double pairs = graded ? 1 : ceil(0.5 * nodes);
    double x = RB_PI / (4 * pairs);
    f->coeffs[C_COS] = graded ? rb_cos(x) : small_cos(x);
    f->coeffs[C_SIN] = graded ? rb_sin(x) : small_sin(x);
    f->coeffs[C_PAIRS] = pairs;
    int rule = graded ? effort[quality].graded : 0;
    while (!graded && rule < RB_GAUSS_RULES - 1 && b < effort[quality].b_min[rule]) {
        rule++;
    }
    f->coeffs[C_RULE] = rule;
    f->coeffs[C_GRADED] = graded;
}

/* |omega| << |u|: uses the expansion; beyond FAR_RATIO its fourth order is below 1e-15. */
static const double FAR_RATIO = 4000;

static void far_values(const rb_friction *f, const rb_slip *slip, rb_traction *out);

RB_INLINE void far_field(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                         rb_traction_jacobian *jac) {
    rb_polar p = polar_of(slip);
    double sgn = slip->omega < 0 ? -1 : 1;
    rb_far a =
        far_expansion(dual_scale(sgn, p.e_x), dual_scale(sgn, p.e_y), f->patch.b, slip->d_c, slip->d_s);
    rb_dual x = dual_div(p.w, p.n);
    const rb_dual T[3] = {dual_scale(sgn, dual_cubic(a.T_x, x)), dual_scale(sgn, dual_cubic(a.T_y, x)),
                          dual_scale(sgn, dual_parabola(a.M, x))};
    dual_traction(T, out, jac);
    if (jac != NULL) {
        affine_columns(far_values, f, slip, jac);
    }
}

static void far_values(const rb_friction *f, const rb_slip *slip, rb_traction *out) {
    far_field(f, slip, out, NULL);
}

RB_INLINE void near_field(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                          rb_traction_jacobian *jac) {
    double b = fmax(f->patch.b, B_MIN); /* a patch that follows the load may be longer */
    double inv = 1 / slip->omega;
    rb_lines w = {.b = b,
                  .g = f->coeffs[C_G],
                  .X0 = -slip->u_y * inv,
                  .Y0 = slip->u_x * inv / b,
                  .d_c = slip->d_c,
                  .d_s = slip->d_s};
    double d2 = w.X0 * w.X0 + w.Y0 * w.Y0;
    int rule = (int)f->coeffs[C_RULE];
    const rb_lines_code *lines = rb_lines_find();
    if (f->coeffs[C_GRADED] != 0) {
        lines->graded(&w, rb_gauss(rule), jac != NULL);
    } else if (d2 <= 1) {
        lines->inside(&w, (int)f->coeffs[C_PAIRS], f->coeffs[C_COS], f->coeffs[C_SIN], jac != NULL);
    } else {
        if (d2 > 9) { /* far away the fan is narrow: fewer lines are enough */
            rule -= d2 > 36 ? 2 : 1;
            rule = rule < 1 ? 1 : rule;
        }
        lines->outside(&w, rb_gauss(rule), jac != NULL);
    }
    double C = slip->omega < 0 ? -0.75 : 0.75;
    *out = (rb_traction){C * w.value[0], C * w.value[1], C * w.value[2]};
    if (jac == NULL) {
        return;
    }
    static const int upper[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            jac->d[i][j] = C * inv * w.hessian[upper[i][j]];
        }
        jac->d[i][3] = C * w.by_c[i];
        jac->d[i][4] = C * w.by_s[i];
    }
}

RB_INLINE void exact_ellipse_body(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                                  rb_traction_jacobian *jac) {
    double u2 = slip->u_x * slip->u_x + slip->u_y * slip->u_y;
    double w2 = slip->omega * slip->omega;
    double eps = f->params[P_EPS];
    if (!(u2 + w2 > 0)) {
        double slope = eps > 0 ? 1 / eps : 0, E = rb_elliptic_integrals(fmax(f->patch.b, B_MIN)).E;
        rest_traction(slope, 0.375 * E * slope, out, jac);
        return;
    }
    if (u2 > FAR_RATIO * FAR_RATIO * w2) {
        far_field(f, slip, out, jac);
    } else {
        near_field(f, slip, out, jac);
    }
    soften(eps, u2 + w2, slip, out, jac);
}
RB_EVALUATE(exact_ellipse)

const rb_friction_law rb_law_exact_ellipse = {
    .id = "exact-ellipse",
    .name = "Exact, ellipse (Hertz patch)",
    .source = "K15 (32), as one integral",
    .help = "Coulomb friction integrated over an ellipse under Hertz pressure distorted by "
            "rolling; the integral is exact to the chosen accuracy",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_ELLIPSE,
    .couples_rolling = true,
    .scale_free = true,
    .b_min = B_MIN,
    .params = RB_PARAM_TABLE(exact_ellipse_params),
    .prepare = exact_ellipse_prepare,
    .evaluate = exact_ellipse,
};
