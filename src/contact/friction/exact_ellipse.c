/* Coulomb friction integrated exactly over an elliptic Hertz patch with rolling distortion: the
   radial integral is done in closed form, one smooth integral over directions is left
   (docs/physics.md#exact-ellipse; the integrals K15 starts from).

   The ellipse is mapped to the unit circle. Through the instantaneous centre
   (X0, Y0) = (-u_y/omega, u_x/(omega b)) run lines with direction (cos t, sin t); a line cuts a
   chord of half-length sqrt(h) from the circle. The moments of the pressure over the chord are, up
   to the factor pi/2,

       J0 = h (1 + D0),    J1 = h (-p (1 + D0) + D1 h/4)

   T and M are integrals of J1 and h² over t. The law is the gradient of a dissipation function with
   Hessian  ∫ sigma k k^T/|v|,  k = (e_x, e_y, e x r): its derivatives are integrals of J0, as
   smooth as the values, symmetric and positive semi-definite by construction.

   Two substitutions keep the integrand smooth for every b and every centre:
   - tan t = tan(s)/g, g = b^0.37, moves the singularities of Delta = sqrt(cos² t + b² sin² t) away
     from the real axis without bringing those of the Jacobian too near. Directions stay
     unnormalised, l = (g cos s, sin s), R = |l|, and Q = q R, H = h R²;
   - outside the patch only lines with h > 0 count: s = s0 + chi, sin(chi) = sin(m) sin(tau),
     |tau| <= pi/2. H is a quadratic form in (cos s, sin s) from which s0 and m follow.

   Inside, the integrand is periodic and the trapezoidal rule converges geometrically; outside,
   Gauss-Legendre in tau does, but for the last digits where the centre crosses the rim.

   For very long patches even the mapped integrand has its singularities near the real axis: at a
   distance of b/g from s = pi/2 and of g from s = 0. There the range is halved towards them until
   each part is no longer than its distance, so that the cost grows with log(1/b) only. */
#include "contact/friction/compose_inline.h"
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
    {"quality", "", "", 0, 2, ACCURATE, "error of the integral: 1e-6, 1e-9 or 1e-12", "ours",
     RB_PARAM_CHOICE, qualities},
};

/* How many directions each quality takes: inside even(base + slope b^-0.6); outside the first
   Gauss rule (of 12, 16, … 128 nodes) whose b_min is not above b. Measured: test_contact_exact.c. */
static const struct {
    double base, slope;
    double b_min[RB_GAUSS_RULES];
    int graded; /* the rule on each part of a very long patch: below the last b_min */
} effort[] = {
    [FAST] = {6, 6, {0.95, 0.7, 0.32, 0.17, 0.075, 0.05, 0.03, 0.02}, 0},
    [ACCURATE] = {8, 10, {2, 2, 0.95, 0.45, 0.18, 0.12, 0.055, 0.04}, 1},
    [REFERENCE] = {12, 14, {2, 2, 2, 2, 2, 0.25, 0.1, 0.06}, 2},
};

/* Below, rounding takes more than the promised error. */
#define B_MIN 1e-6

/* What prepare computes from b and the quality: g, cos and sin of the trapezoidal step's half, the
   number of pairs of nodes inside, the Gauss rule outside, is the range graded, dM/domega at
   rest. */
enum { C_G, C_COS, C_SIN, C_PAIRS, C_RULE, C_GRADED, C_REST };

static void exact_ellipse_prepare(rb_friction *f) {
    double b = fmax(f->patch.b, B_MIN);
    int quality = (int)f->params[P_QUALITY];
    f->coeffs[C_G] = rb_pow(b, 0.37);
    bool graded = b < effort[quality].b_min[RB_GAUSS_RULES - 1];
    double pairs =
        graded ? 1 : ceil(0.5 * (effort[quality].base + effort[quality].slope * rb_pow(b, -0.6)));
    f->coeffs[C_COS] = rb_cos(RB_PI / (4 * pairs));
    f->coeffs[C_SIN] = rb_sin(RB_PI / (4 * pairs));
    f->coeffs[C_PAIRS] = pairs;
    int rule = graded ? effort[quality].graded : 0;
    while (!graded && rule < RB_GAUSS_RULES - 1 && b < effort[quality].b_min[rule]) {
        rule++;
    }
    f->coeffs[C_RULE] = rule;
    f->coeffs[C_GRADED] = graded;
    double slope = f->params[P_EPS] > 0 ? 1 / f->params[P_EPS] : 0;
    f->coeffs[C_REST] = 0.375 * rb_elliptic_integrals(b).E * slope;
}

/* The patch and the centre, and the sums over directions: T_x, T_y, M, their derivatives by d_c and
   d_s, and the Hessian (xx, xy, xw, yy, yw, ww), all without the factor 3/4 and the signs. */
typedef struct rb_sweep {
    double b, g, X0, Y0, d_c, d_s;
    double value[3], by_c[3], by_s[3], hessian[6];
} rb_sweep;

/* Adds one direction; weight is R² dt. */
RB_INLINE void add_line(rb_sweep *w, double l_x, double l_y, double Q, double H, double weight,
                        bool derivatives) {
    double b = w->b;
    double bl_y = b * l_y;
    double R2 = l_x * l_x + l_y * l_y;
    double S2 = l_x * l_x + bl_y * bl_y; /* (R Delta)² */
    double inv_RS2 = 1 / (R2 * S2);
    double inv_RS = sqrt(inv_RS2);
    double inv_R2 = S2 * inv_RS2;
    double P = w->X0 * l_x + w->Y0 * l_y; /* p R */
    double QR = Q * inv_R2;
    double h = H * inv_R2;
    double D0 = QR * (w->d_s * l_x - w->d_c * l_y);
    double D1 = inv_R2 * (w->d_c * l_x + w->d_s * l_y);
    double k = weight * h * inv_R2 * inv_RS;
    double spin = 0.25 * S2 * h;
    double arm = (1 - b * b) * l_x * l_y * QR; /* of T about the patch centre */
    double J1 = k * (0.25 * H * D1 - P * (1 + D0));
    w->value[0] -= bl_y * J1;
    w->value[1] += l_x * J1;
    w->value[2] += k * spin * (1 + D0 - P * D1) - arm * J1;
    if (!derivatives) {
        return;
    }
    double J_c = P * QR * l_y + 0.25 * h * l_x;
    double J_s = 0.25 * h * l_y - P * QR * l_x;
    w->by_c[0] -= k * bl_y * J_c;
    w->by_c[1] += k * l_x * J_c;
    w->by_c[2] -= k * (spin * (QR * l_y + P * l_x * inv_R2) + arm * J_c);
    w->by_s[0] -= k * bl_y * J_s;
    w->by_s[1] += k * l_x * J_s;
    w->by_s[2] += k * (spin * (QR * l_x - P * l_y * inv_R2) - arm * J_s);
    double J0 = k * R2 * R2 * inv_RS2 * (1 + D0);
    const double e[3] = {l_x, bl_y, -b * Q};
    for (int i = 0, n = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            w->hessian[n++] += J0 * e[i] * e[j];
        }
    }
}

/* The centre lies inside: all directions, trapezoidal in s, nodes in pairs +-s. */
RB_INLINE void sweep_inside(const rb_friction *f, rb_sweep *w, bool derivatives) {
    double g = w->g;
    int pairs = (int)f->coeffs[C_PAIRS];
    double c = f->coeffs[C_COS]; /* node s = (i + 1/2) pi/(2 pairs), by rotation */
    double s = f->coeffs[C_SIN];
    const double step_c = c * c - s * s;
    const double step_s = 2 * c * s;
    const double weight = g * RB_PI / (2 * pairs);
    for (int i = 0; i < pairs; i++) {
        for (int side = -1; side <= 1; side += 2) {
            double l_x = g * c;
            double l_y = side * s;
            double Q = w->Y0 * l_x - w->X0 * l_y;
            add_line(w, l_x, l_y, Q, l_x * l_x + l_y * l_y - Q * Q, weight, derivatives);
        }
        double next = c * step_c - s * step_s;
        s = s * step_c + c * step_s;
        c = next;
    }
}

/* The lines that meet the patch from outside: s = s0 + chi, |chi| <= m, Q = A cos(chi) +
   B sin(chi), H = H0 cos²(tau). The mixed term of H vanishes at s0, which gives A without
   cancellation. */
typedef struct rb_fan {
    double c0, s0, sin_m, A, B, H0;
} rb_fan;

static rb_fan fan_of(double g, double X0, double Y0) {
    double h11 = g * g * (1 - Y0 * Y0);
    double h22 = 1 - X0 * X0;
    double h12 = g * X0 * Y0;
    double mean = 0.5 * (h11 + h22);
    double diff = 0.5 * (h11 - h22);
    double amp = sqrt(diff * diff + h12 * h12); /* H = mean + amp cos 2(s - s0) */
    double minus_det = g * g * (X0 * X0 + Y0 * Y0 - 1);
    rb_fan a;
    double cos_2 = diff / amp;
    double sin_2 = h12 / amp;
    if (cos_2 > 0) {
        a.c0 = sqrt(0.5 * (1 + cos_2));
        a.s0 = 0.5 * sin_2 / a.c0;
    } else {
        a.s0 = sqrt(0.5 * (1 - cos_2));
        a.c0 = 0.5 * sin_2 / a.s0;
    }
    a.sin_m = mean > 0 ? sqrt(1 - fmin(1, minus_det / (2 * amp * (amp + mean))))
                       : sqrt(minus_det / (2 * amp * (amp - mean)));
    a.B = -(a.c0 * X0 + g * a.s0 * Y0);
    a.A = (1 - g * g) * a.c0 * a.s0 / a.B;
    a.H0 = g * g * a.c0 * a.c0 + a.s0 * a.s0 - a.A * a.A;
    return a;
}

/* Adds the lines at +-tau; weight is dtau. */
RB_INLINE void add_pair(rb_sweep *w, const rb_fan *a, double sin_tau, double cos_tau, double weight,
                        bool derivatives) {
    double sin_chi = a->sin_m * sin_tau;
    double cos_chi = sqrt(1 - sin_chi * sin_chi);
    double H = a->H0 * cos_tau * cos_tau;
    double ds = w->g * weight * a->sin_m * cos_tau / cos_chi;
    for (int side = -1; side <= 1; side += 2) {
        double sc = side * sin_chi;
        double l_x = w->g * (a->c0 * cos_chi - a->s0 * sc);
        double l_y = a->s0 * cos_chi + a->c0 * sc;
        add_line(w, l_x, l_y, a->A * cos_chi + a->B * sc, H, ds, derivatives);
    }
}

RB_INLINE void sweep_outside(const rb_friction *f, rb_sweep *w, bool derivatives) {
    rb_fan fan = fan_of(w->g, w->X0, w->Y0);
    int index = (int)f->coeffs[C_RULE];
    double d2 = w->X0 * w->X0 + w->Y0 * w->Y0;
    if (d2 > 9) { /* far out the fan is narrow: fewer lines do */
        index -= d2 > 36 ? 2 : 1;
        index = index < 1 ? 1 : index;
    }
    const rb_gauss_rule *rule = rb_gauss(index);
    for (int i = 0; i < rule->half; i++) {
        const rb_gauss_node *n = &rule->nodes[i];
        add_pair(w, &fan, n->sin, n->cos, n->weight, derivatives);
    }
}

/* One line of a very long patch at s (inside: fan is NULL) or at tau. */
static void add_graded(rb_sweep *w, const rb_fan *a, double x, double weight, bool derivatives) {
    double sine = rb_sin(x), cosine = rb_cos(x);
    if (a == NULL) {
        double l_x = w->g * cosine, l_y = sine;
        double Q = w->Y0 * l_x - w->X0 * l_y;
        add_line(w, l_x, l_y, Q, l_x * l_x + l_y * l_y - Q * Q, w->g * weight, derivatives);
        return;
    }
    double sin_chi = a->sin_m * sine;
    double cos_chi = sqrt(1 - sin_chi * sin_chi);
    double l_x = w->g * (a->c0 * cos_chi - a->s0 * sin_chi);
    double l_y = a->s0 * cos_chi + a->c0 * sin_chi;
    add_line(w, l_x, l_y, a->A * cos_chi + a->B * sin_chi, a->H0 * cosine * cosine,
             w->g * weight * a->sin_m * cosine / cos_chi, derivatives);
}

/* |ds/dtau| within 1 of the real axis is below 1.54 sin m/|cos chi|, and |cos chi| > 0.6 for sin m <
   1/2. */
#define FAN_SLOPE 2.4

/* How far a part around x is from the nearest singularity, at least, in units of x: s changes by no
   more than slope times x (tau), also a little off the real axis, and the sine of a distance is below
   the distance. Seen from far outside the fan is narrow and the slope small; without it a patch of
   b = 1e-6 would be cut into ten thousand parts. */
static double clearance(const rb_sweep *w, const rb_fan *a, double x, double half) {
    double c = rb_cos(x), s = rb_sin(x), rim = 1, slope = 1;
    if (a != NULL) {
        double sin_chi = a->sin_m * s, cos_chi = sqrt(1 - sin_chi * sin_chi);
        double cos_m = sqrt((1 - a->sin_m) * (1 + a->sin_m));
        rim = rb_hypot(fmax(0, RB_PI / 2 - fabs(x) - half), fmax(cos_m, 1e-3));
        c = a->c0 * cos_chi - a->s0 * sin_chi;
        s = a->s0 * cos_chi + a->c0 * sin_chi;
        slope = fmin(1, FAN_SLOPE * a->sin_m);
    }
    double reach = slope * half;
    double long_way = rb_hypot(fmax(0, fabs(c) - reach), w->b / w->g);
    double short_way = rb_hypot(fmax(0, fabs(s) - reach), w->g);
    return fmin(rim, fmin(long_way, short_way) / slope);
}

/* Parts of [-pi/2, pi/2], each halved until it is no longer than twice its distance. */
static void sweep_graded(const rb_friction *f, rb_sweep *w, const rb_fan *fan, bool derivatives) {
    enum { HALVINGS = 40 };
    struct {
        double x, half;
    } parts[HALVINGS + 2] = {{0, RB_PI / 2}};
    const rb_gauss_rule *rule = rb_gauss((int)f->coeffs[C_RULE]);
    for (int left = 1; left > 0;) {
        double x = parts[left - 1].x, half = parts[left - 1].half;
        if (left < HALVINGS && half > clearance(w, fan, x, half)) {
            parts[left - 1].x = x + half / 2;
            parts[left - 1].half = parts[left].half = half / 2;
            parts[left++].x = x - half / 2;
            continue;
        }
        left--;
        for (int i = 0; i < rule->half; i++) {
            const rb_gauss_node *n = &rule->nodes[i];
            double at = rb_atan2(n->sin, n->cos) * half * (2 / RB_PI);
            double weight = n->weight * half * (2 / RB_PI);
            add_graded(w, fan, x - at, weight, derivatives);
            add_graded(w, fan, x + at, weight, derivatives);
        }
    }
}

/* |omega| << |u|: the expansion; beyond FAR_RATIO its fourth order is below 1e-15. */
static const double FAR_RATIO = 4000;

static void far_values(const rb_friction *f, const rb_slip *slip, rb_traction *out);

RB_INLINE void far_field(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                         rb_traction_jacobian *jac) {
    rb_polar p = polar_of(slip, 0);
    double sgn = slip->omega < 0 ? -1 : 1;
    rb_far a = far_expansion(dual_scale(sgn, p.e_x), dual_scale(sgn, p.e_y), f->patch.b, slip->d_c,
                             slip->d_s);
    rb_dual x = dual_div(p.w, p.n);
    const rb_dual T[3] = {dual_scale(sgn, dual_polynomial(a.T_x, FAR_T, x)),
                          dual_scale(sgn, dual_polynomial(a.T_y, FAR_T, x)),
                          dual_scale(sgn, dual_polynomial(a.M, FAR_M, x))};
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
    double b = fmax(f->patch.b, B_MIN); /* one that follows the load may be longer */
    double inv = 1 / slip->omega;
    rb_sweep w = {.b = b,
                  .g = f->coeffs[C_G],
                  .X0 = -slip->u_y * inv,
                  .Y0 = slip->u_x * inv / b,
                  .d_c = slip->d_c,
                  .d_s = slip->d_s};
    bool inside = w.X0 * w.X0 + w.Y0 * w.Y0 <= 1;
    if (f->coeffs[C_GRADED] != 0) {
        rb_fan fan = inside ? (rb_fan){0} : fan_of(w.g, w.X0, w.Y0);
        sweep_graded(f, &w, inside ? NULL : &fan, jac != NULL);
    } else if (inside) {
        sweep_inside(f, &w, jac != NULL);
    } else {
        sweep_outside(f, &w, jac != NULL);
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
        rest_traction(eps > 0 ? 1 / eps : 0, f->coeffs[C_REST], out, jac);
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
    .source = "K15, as one integral",
    .help = "Coulomb friction integrated over an ellipse under Hertz pressure distorted by "
            "rolling; nothing is left out",
    .pressure = RB_PRESSURE_HERTZ,
    .shape = RB_PATCH_ELLIPSE,
    .couples_rolling = true,
    .b_min = B_MIN,
    .params = RB_PARAM_TABLE(exact_ellipse_params),
    .prepare = exact_ellipse_prepare,
    .evaluate = exact_ellipse,
};
