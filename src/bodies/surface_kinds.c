/* The built-in contact surfaces, in their own axes: x along a1, z up, the lowest point at (0, 0, -a3). */
#include "bodies/surface.h"

#include "math/elementary.h"

static rb_jet square(rb_jet x) {
    return rb_jet_mul(x, x);
}

/* a^2 x^2 */
static rb_jet scaled_square(double a, rb_jet x) {
    return rb_jet_scale(a * a, square(x));
}

/* ---- ellipsoid: h = sqrt(a1^2 d1^2 + a2^2 d2^2 + a3^2 d3^2) ------------------------------------ */

static rb_jet ellipsoid(const rb_surface_values *v, const rb_jet d[3]) {
    rb_jet sum = rb_jet_add(scaled_square(v->a[0], d[0]), scaled_square(v->a[1], d[1]));
    return rb_jet_pow(rb_jet_add(sum, scaled_square(v->a[2], d[2])), 0.5);
}

/* Equations of motion use the closed form of touch_inline.h. */
const rb_surface_kind rb_surface_ellipsoid = {
    .size = sizeof(rb_surface_kind),
    .id = "ellipsoid",
    .name = "Ellipsoid",
    .help = "x²/a1² + y²/a2² + z²/a3² = 1",
    .support = ellipsoid,
};

/* ---- elliptic paraboloid ------------------------------------------------------------------------- */

/* h = a3 w + (a1^2 d1^2 + a2^2 d2^2)/(2 a3 w), w = -d3. Radii at the lowest point: a1^2/a3, a2^2/a3, those
   of the ellipsoid with the same values. */
static rb_jet paraboloid(const rb_surface_values *v, const rb_jet d[3]) {
    rb_jet w = rb_jet_scale(-1, d[2]);
    rb_jet sum = rb_jet_add(scaled_square(v->a[0], d[0]), scaled_square(v->a[1], d[1]));
    rb_jet bulge = rb_jet_scale(0.5 / v->a[2], rb_jet_mul(sum, rb_jet_pow(w, -1)));
    return rb_jet_add(rb_jet_scale(v->a[2], w), bulge);
}

/* Equations of motion use the closed form of touch_inline.h. */
const rb_surface_kind rb_surface_paraboloid = {
    .size = sizeof(rb_surface_kind),
    .id = "paraboloid",
    .name = "Elliptic paraboloid (Borisov & Mamaev)",
    .help = "z = −a3 + a3 (x²/a1² + y²/a2²)/2: radii a1²/a3 and a2²/a3 at the lowest point",
    .support = paraboloid,
};

/* ---- superellipsoid ----------------------------------------------------------------------------- */

/* |u|^p, rounded near 0, where |u|^p is flat or sharp: s(u) = (u^2 + e^2)^(p/2), shifted and scaled to s(0)
   = 0, s(1) = 1. For p = 2 it is u^2. */
static rb_jet rounded_power(const rb_surface_values *v, rb_jet u) {
    double p = v->exponent, e2 = v->rounding * v->rounding;
    double low = rb_pow(e2, p / 2), high = rb_pow(1 + e2, p / 2);
    rb_jet power = rb_jet_pow(rb_jet_add(square(u), rb_jet_constant(e2)), p / 2);
    return rb_jet_scale(1 / (high - low), rb_jet_add(power, rb_jet_constant(-low)));
}

static rb_jet superellipsoid(const rb_surface_values *v, const rb_jet x[3]) {
    rb_jet sum = rb_jet_constant(-1);
    for (int i = 0; i < 3; i++) {
        sum = rb_jet_add(sum, rounded_power(v, rb_jet_scale(1 / v->a[i], x[i])));
    }
    return sum;
}

const rb_surface_kind rb_surface_superellipsoid = {
    .size = sizeof(rb_surface_kind),
    .id = "superellipsoid",
    .name = "Superellipsoid",
    .help = "s(x/a1) + s(y/a2) + s(z/a3) = 1, s(u) = |u|^exponent, rounded where it is flat or sharp",
    .implicit = superellipsoid,
};

/* ---- two halves --------------------------------------------------------------------------------- */

/* h^2 = m d1^2 + q d1^3/sqrt(d1^2 + joint^2 |d|^2) + a2^2 d2^2 + a3^2 d3^2, m and q half the sum and half the
   difference of a1^2 and a1_back^2. For joint -> 0 it is a1^2 d1^2 in front (d1 > 0) and a1_back^2 d1^2
   behind: two half-ellipsoids with a common tangent plane at every point of their joint. */
static rb_jet halves(const rb_surface_values *v, const rb_jet d[3]) {
    double front = v->a[0] * v->a[0], back = v->a1_back * v->a1_back;
    rb_jet x2 = square(d[0]), y2 = square(d[1]), z2 = square(d[2]);
    rb_jet unit = rb_jet_add(rb_jet_add(x2, y2), z2);
    rb_jet root = rb_jet_pow(rb_jet_add(x2, rb_jet_scale(v->joint * v->joint, unit)), -0.5);
    rb_jet odd = rb_jet_mul(rb_jet_mul(x2, d[0]), root);
    rb_jet sum = rb_jet_add(rb_jet_scale((front + back) / 2, x2), rb_jet_scale((front - back) / 2, odd));
    sum = rb_jet_add(sum, rb_jet_scale(v->a[1] * v->a[1], y2));
    return rb_jet_pow(rb_jet_add(sum, rb_jet_scale(v->a[2] * v->a[2], z2)), 0.5);
}

const rb_surface_kind rb_surface_halves = {
    .size = sizeof(rb_surface_kind),
    .id = "halves",
    .name = "Two half-ellipsoids",
    .help = "semi-axis a1 in front (x > 0) and a1_back behind, joined smoothly",
    .support = halves,
};
