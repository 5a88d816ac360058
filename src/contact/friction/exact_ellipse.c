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

   Delta = sqrt(cos² t + b² sin² t) has zeros near t = pi/2, at a distance of about b from the real axis.
   Therefore t = am(v, k), k² = 1 - b², replaces t: dt = Delta dv, and all singularities in v have the
   distance K(b) >= pi/2 for any b, while the range of v grows like log(1/b) only. am is computed by
   descending Landen transformations of (sin, cos, Delta), which need no division; after a few of them b is
   near 1, and the amplitude phi of that level serves as the variable: v = scale phi, nearly.

   Inside the patch all directions count; the integrand is periodic in phi and the trapezoidal rule
   converges geometrically. Outside, only lines with h > 0 count: those between the two tangents from the
   centre. Their directions are mapped to phi by ascending transformations, and a Gauss rule is used
   between them; its number of nodes grows with the width of that range. */
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

/* Number of directions for each quality; measured in test_contact_exact.c. */
static const struct {
    double base, slope; /* outside: base + slope x tan_quarter x scale */
    int narrow, tiny;   /* outside, narrow fans */
    double b_min[18];   /* inside: 8, 16, 24, … from this b on */
} effort[] = {
    [FAST] = {.base = 6,
              .slope = 16,
              .narrow = 12,
              .tiny = 8,
              .b_min = {0.8, 0.1, 0.06, 5e-3, 1.2e-3, 1e-3, 3e-4, 1e-5}},
    [ACCURATE] = {.base = 10,
                  .slope = 20,
                  .narrow = 16,
                  .tiny = 12,
                  .b_min = {0.95, 0.6, 0.1, 0.06, 0.01, 1.2e-3, 1.2e-3, 1e-3, 3e-4, 1e-4, 1e-5}},
    [REFERENCE] = {.base = 14,
                   .slope = 26,
                   .narrow = 20,
                   .tiny = 12,
                   .b_min = {0.99, 0.8, 0.3, 0.12, 0.06, 0.02, 5e-3, 1.2e-3, 1.2e-3, 1e-3, 3e-4, 1e-4, 1e-5,
                             1e-5, 1e-5}},
};

/* Below this, rounding errors exceed the promised accuracy. */
#define B_MIN 1e-6

/* Transformations are made while b is below the first or, once one is made, below the second. */
#define LANDEN_FIRST 0.7
#define LANDEN_NEXT 0.5

/* Values that prepare computes from b and the quality: the transformations, the number of blocks of 8
   nodes inside, cosine and sine of half a trapezoidal step. */
enum { C_LEVELS, C_K, C_B_TOP = C_K + RB_LANDEN_MAX, C_SCALE, C_BLOCKS, C_COS, C_SIN };

/* For angles up to pi/16: the first omitted terms are below 2e-19. */
static double small_sin(double x) {
    double y = x * x;
    return x - x * y * (1. / 6 - y * (1. / 120 - y * (1. / 5040 - y * (1. / 362880 - y / 39916800))));
}

static double small_cos(double x) {
    double y = x * x;
    return 1 - y * (0.5 - y * (1. / 24 - y * (1. / 720 - y * (1. / 40320 - y / 3628800))));
}

/* A patch whose size follows the load may have another shape in every right-hand side: no powers, and
   short series for sine and cosine. */
static void exact_ellipse_prepare(rb_friction *f) {
    const double *b_min = effort[(int)f->params[P_QUALITY]].b_min;
    double b = fmax(f->patch.b, B_MIN), level = b, scale = 1;
    int levels = 0, blocks = 1;
    while (levels < RB_LANDEN_MAX && level < (levels == 0 ? LANDEN_FIRST : LANDEN_NEXT)) {
        double inv = 1 / (1 + level), k = (1 - level) * inv;
        f->coeffs[C_K + levels++] = k;
        scale *= 1 + k;
        level = 2 * sqrt(level) * inv;
    }
    while (b < b_min[blocks - 1]) {
        blocks++;
    }
    double x = RB_PI / (16 * blocks);
    f->coeffs[C_LEVELS] = levels;
    f->coeffs[C_B_TOP] = level;
    f->coeffs[C_SCALE] = scale;
    f->coeffs[C_BLOCKS] = blocks;
    f->coeffs[C_COS] = small_cos(x);
    f->coeffs[C_SIN] = small_sin(x);
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

/* Returns the direction (x, y), turned to the side of the centre, as cosine and sine of phi. */
static void ascend(const rb_lines *w, double x, double y, double *cosine, double *sine) {
    double turn = x * w->X0 + y * w->Y0 < 0 ? -1 : 1, inv = turn / sqrt(x * x + y * y);
    double C = x * inv, S = y * inv;
    for (int i = 0; i < w->map.levels; i++) {
        double k = w->map.k[i], b = (1 - k) / (1 + k);
        double D = sqrt(C * C + b * b * S * S);
        C *= sqrt(2 * (1 + b) / ((1 + D) * (D + b)));
        S *= (1 + b) / (1 + D);
    }
    *cosine = C;
    *sine = S;
}

/* Returns the fan between the tangents from a centre outside. Their directions are the roots of H =
   (1 - Y0²) l_x² + 2 X0 Y0 l_x l_y + (1 - X0²) l_y². */
static rb_fan fan_of(const rb_lines *w, double d2) {
    double A = (1 - w->Y0) * (1 + w->Y0), C = (1 - w->X0) * (1 + w->X0), B = w->X0 * w->Y0;
    double q = -(B + copysign(sqrt(d2 - 1), B));
    double c1, s1, c2, s2;
    ascend(w, q, A, &c1, &s1);
    ascend(w, C, q, &c2, &s2);
    double cosine = c1 * c2 + s1 * s2, sine = c1 * s2 - s1 * c2; /* of the whole width */
    double c = sqrt(0.5 * (1 + fabs(cosine))), s = 0.5 * fabs(sine) / c;
    if (cosine < 0) {
        double swap = c;
        c = s;
        s = swap;
    }
    double turn = sine < 0 ? -s : s;
    return (rb_fan){c1 * c - s1 * turn, s1 * c + c1 * turn, s / (1 + c), 0};
}

/* Returns the fan's half from its middle to one end, on the side of sign. */
static rb_fan half_of(rb_fan fan, double sign) {
    double T = fan.tan_quarter, inv = 1 / (1 + T * T), c = (1 - T * T) * inv, s = 2 * T * inv;
    double c2 = sqrt(0.5 * (1 + c)), s2 = 0.5 * s / c2; /* of half / 2, half of the middle's turn */
    double turn = sign * s2;
    return (rb_fan){fan.cos_middle * c2 - fan.sin_middle * turn, fan.sin_middle * c2 + fan.cos_middle * turn,
                    s2 / (1 + c2), 0};
}

/* The sums for a centre outside, at the distance sqrt(d2) of the unit circle's centre. */
static void sum_outside(rb_lines *w, double d2, int quality, bool derivatives) {
    const rb_lines_code *lines = rb_lines_find();
    double by = w->b * w->Y0, slip2 = w->X0 * w->X0 + by * by; /* u²/omega² */
    if (slip2 > 4) { /* the range of t is at most half as long as its distance from a singularity */
        double d = sqrt(d2);
        rb_fan fan = {w->X0 / d, w->Y0 / d, 1 / (d + sqrt(d2 - 1)), d};
        lines->outside(w, &fan, 1, rb_gauss(slip2 > 100 ? effort[quality].tiny : effort[quality].narrow),
                       derivatives);
        return;
    }
    rb_fan fans[2] = {fan_of(w, d2)};
    double base = effort[quality].base, more = effort[quality].slope * fans[0].tan_quarter * w->map.scale;
    if (base + more <= RB_GAUSS_MAX) {
        lines->outside(w, fans, 1, rb_gauss((int)(base + more)), derivatives);
        return;
    }
    fans[1] = half_of(fans[0], 1);
    fans[0] = half_of(fans[0], -1);
    lines->outside(w, fans, 2, rb_gauss((int)(base + more / 2)), derivatives);
}

RB_INLINE void near_field(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                          rb_traction_jacobian *jac) {
    double b = fmax(f->patch.b, B_MIN); /* a patch that follows the load may be longer */
    double inv = 1 / slip->omega;
    const double *c = f->coeffs;
    rb_lines w = {.b = b,
                  .X0 = -slip->u_y * inv,
                  .Y0 = slip->u_x * inv / b,
                  .d_c = slip->d_c,
                  .d_s = slip->d_s,
                  .map = {(int)c[C_LEVELS], {c[C_K], c[C_K + 1], c[C_K + 2]}, c[C_B_TOP], c[C_SCALE]}};
    double d2 = w.X0 * w.X0 + w.Y0 * w.Y0;
    if (d2 <= 1) {
        rb_lines_find()->inside(&w, (int)c[C_BLOCKS], c[C_COS], c[C_SIN], jac != NULL);
    } else {
        sum_outside(&w, d2, (int)f->params[P_QUALITY], jac != NULL);
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
    .formula = "T = ∫ p {v}/{|v|} dA,  v = u + ω n × r\n"
               "M = ∫ p {n · (r × v)}/{|v|} dA",
    .range = "ellipse under Hertz pressure, b ≥ 1e-6, distorted by rolling with |d| ≤ 1; exact",
};
