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
#include "contact/friction/exact_ellipse_inline.h"
#include "contact/friction/laws.h"
#include "math/elliptic.h"

static const char *const qualities[] = {"fast", "accurate", "reference", NULL};
static const rb_param exact_ellipse_params[] = {
    RB_SOFTEN_PARAM,
    {"quality", "", "", 0, 2, ELLIPSE_ACCURATE, "error of the integral: 1e-6, 1e-9 or 1e-12", "ours",
     RB_PARAM_CHOICE, qualities},
};

static void prepare(rb_friction *f) {
    exact_ellipse_prepare(f, NULL);
}

static void far_values(const rb_friction *f, const rb_slip *slip, rb_traction *out) {
    far_field(f, slip, out, NULL);
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
static void sum_outside(rb_lines *w, const rb_num_landen *map, double d2, int quality, bool derivatives) {
    const rb_lines_code *lines = rb_lines_find();
    double by = w->b * w->Y0, slip2 = w->X0 * w->X0 + by * by; /* u²/omega² */
    if (slip2 > 4) { /* the range of t is at most half as long as its distance from a singularity */
        double d = sqrt(d2);
        rb_fan fan = {w->X0 / d, w->Y0 / d, 1 / (d + sqrt(d2 - 1)), d};
        int nodes = slip2 > 100 ? ellipse_effort[quality].tiny : ellipse_effort[quality].narrow;
        lines->outside(w, &fan, 1, rb_gauss(nodes), derivatives);
        return;
    }
    rb_num_fan whole = fan_of(map, w->X0, w->Y0, d2);
    rb_fan fans[2] = {{whole.cos_middle, whole.sin_middle, whole.tan_quarter, 0}};
    double base = ellipse_effort[quality].base;
    double more = ellipse_effort[quality].slope * whole.tan_quarter * map->scale;
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
    double b = ellipse_b(f), inv = 1 / slip->omega;
    const double *c = f->coeffs;
    const rb_num_landen map = ellipse_landen(c);
    rb_lines w = {.b = b,
                  .X0 = -slip->u_y * inv,
                  .Y0 = slip->u_x * inv / b,
                  .d_c = slip->d_c,
                  .d_s = slip->d_s,
                  .map = {map.levels, {map.k[0], map.k[1], map.k[2]}, map.b_top, map.scale}};
    double d2 = w.X0 * w.X0 + w.Y0 * w.Y0;
    if (d2 <= 1) {
        rb_lines_find()->inside(&w, (int)c[ELLIPSE_BLOCKS], c[ELLIPSE_COS], c[ELLIPSE_SIN], jac != NULL);
    } else {
        sum_outside(&w, &map, d2, (int)f->params[ELLIPSE_QUALITY], jac != NULL);
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
    double eps = f->params[ELLIPSE_EPS];
    if (!(u2 + w2 > 0)) {
        double slope = eps > 0 ? 1 / eps : 0, E = rb_elliptic_integrals(ellipse_b(f)).E;
        rest_traction(slope, 0.375 * E * slope, out, jac);
        return;
    }
    if (u2 > ELLIPSE_FAR * ELLIPSE_FAR * w2) {
        far_field(f, slip, out, jac);
        if (jac != NULL) {
            affine_columns(far_values, f, slip, jac);
        }
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
    .b_min = ELLIPSE_B_MIN,
    .params = RB_PARAM_TABLE(exact_ellipse_params),
    .prepare = prepare,
    .evaluate = exact_ellipse,
    .formula = "T = ∫ p {v}/{|v|} dA,  v = u + ω n × r\n"
               "M = ∫ p {n · (r × v)}/{|v|} dA",
    .range = "ellipse under Hertz pressure, b ≥ 1e-6, distorted by rolling with |d| ≤ 1; exact",
};
