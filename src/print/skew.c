/* The place of the weights for a given skew; designs as lists of solids. */
#include <math.h>

#include "base/text.h"
#include "bodies/surface.h"
#include "math/bracket.h"
#include "math/pi.h"
#include "print/print.h"

void rb_stone_move_weights(rb_stone_design *d, double place) {
    for (int i = 0; i < d->weight_count; i++) {
        double *v = d->weights[i].v;
        v[RB_WEIGHT_Y] = v[RB_WEIGHT_X] > 0 ? place : v[RB_WEIGHT_X] < 0 ? 0 - place : v[RB_WEIGHT_Y];
    }
}

/* Do all holes that are moved fit at this place? False if there are none. */
static bool fits(const rb_stone_design *d, double place) {
    rb_stone_design moved = *d;
    const rb_stone_design inner = rb_stone_inner(d, d->v[RB_STONE_WALL]);
    int count = 0;
    rb_stone_move_weights(&moved, place);
    for (int i = 0; i < d->weight_count; i++) {
        const double *v = moved.weights[i].v;
        double r =
            v[RB_WEIGHT_RADIUS] + (v[RB_WEIGHT_SHAPE] == RB_WEIGHT_HOLE ? 0 : d->v[RB_STONE_CLEARANCE]);
        count += v[RB_WEIGHT_X] != 0;
        if (v[RB_WEIGHT_X] != 0 && d->v[RB_STONE_BODY] != RB_STONE_MESH &&
            !rb_stone_has_circle(&inner, v[RB_WEIGHT_X], v[RB_WEIGHT_Y], r, v[RB_WEIGHT_DEPTH])) {
            return false;
        }
    }
    return count > 0;
}

/* The farthest place in this direction (1 or -1) at which the holes fit; 0: none. */
static double farthest(const rb_stone_design *d, double direction) {
    double low = 0, high = d->v[RB_STONE_A2];
    for (int i = 0; i < 60; i++) {
        double y = (low + high) / 2;
        *(fits(d, direction * y) ? &low : &high) = y;
    }
    return direction * low;
}

/* The skew with the weights at this place. */
static double skew_at(const rb_stone_design *d, const rb_moments *print, double place) {
    rb_stone_design moved = *d;
    rb_mass mass;
    rb_stone_move_weights(&moved, place);
    (void)rb_stone_mass_with(&moved, print, &mass, NULL);
    return mass.skew;
}

bool rb_stone_skew_range(const rb_stone_design *d, double *low, double *high) {
    rb_moments print;
    double left = farthest(d, -1), right = farthest(d, 1);
    *low = *high = 0;
    if (!(left < 0 && right > 0) || rb_stone_print_moments(d, &print, NULL) != RB_OK) {
        return false;
    }
    double a = skew_at(d, &print, left), b = skew_at(d, &print, right);
    *low = fmin(a, b);
    *high = fmax(a, b);
    return true;
}

/* Closes in on the place between both ends, where the skew is below and above the wanted one. */
static double search_place(const rb_stone_design *d, const rb_moments *print, double near, double far,
                           double skew) {
    rb_bracket b = {.near = near, .far = far};
    double y = near;
    b.at_near = skew_at(d, print, near) - skew;
    b.at_far = skew_at(d, print, far) - skew;
    for (int i = 0; i < 100 && fabs(b.far - b.near) > 1e-12; i++) {
        y = b.near + (b.far - b.near) * b.at_near / (b.at_near - b.at_far);
        double at = skew_at(d, print, y) - skew;
        if (fabs(at) < 1e-13) {
            break;
        }
        rb_bracket_take(&b, y, at, (at < 0) == (b.at_near < 0));
    }
    return y;
}

static rb_status refuse(const rb_stone_design *d, double low, double high, double skew, rb_error *err) {
    if (d->weight_count == 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "stone: weights: expected weights; without them nothing can be moved");
    }
    const rb_stone_weight *w = &d->weights[0];
    return rb_fail(
        err, RB_ERR_INPUT,
        "stone: weights of %.3g g at x = %.4g mm turn the axes of inertia by %.3g to %.3g degrees, %.3g "
        "are wanted; use heavier weights, a lighter print, or shallower holes",
        1e3 * rb_weight_volume(w) * w->v[RB_WEIGHT_DENSITY], 1e3 * w->v[RB_WEIGHT_X], low * 180 / RB_PI,
        high * 180 / RB_PI, skew * 180 / RB_PI);
}

rb_status rb_stone_find_place(rb_stone_design *d, double skew, rb_error *err) {
    rb_moments print;
    double low, high, left = farthest(d, -1), right = farthest(d, 1);
    bool possible = rb_stone_skew_range(d, &low, &high) && low <= skew && skew <= high;
    if (!possible) {
        return refuse(d, low, high, skew, err);
    }
    rb_status status = rb_stone_print_moments(d, &print, err);
    if (status == RB_OK) {
        bool plain = d->v[RB_STONE_BEND] == 0 || d->v[RB_STONE_BODY] != RB_STONE_BAR;
        /* Without skew of the print itself the middle is one end, and 0 exactly there. */
        double place = plain && skew == 0 ? 0 : search_place(d, &print, left, right, skew);
        rb_stone_move_weights(d, place);
        status = rb_stone_check(d, err);
    }
    return status;
}

/* ---------------------------------------------------------------- solids */

static void write_hole(const rb_stone_weight *w, double radius, double density, FILE *out) {
    rb_print(out,
             ",\n  {\"solid\": \"cylinder\", \"radius\": %.12g, \"height\": %.12g, \"place\": [%.12g, %.12g, "
             "%.12g], \"density\": %.12g, \"subtract\": true}",
             radius, w->v[RB_WEIGHT_DEPTH], w->v[RB_WEIGHT_X], w->v[RB_WEIGHT_Y], -w->v[RB_WEIGHT_DEPTH] / 2,
             density);
}

static void write_weight(const rb_stone_weight *w, FILE *out) {
    bool sphere = w->v[RB_WEIGHT_SHAPE] == RB_WEIGHT_SPHERE;
    double half = sphere ? w->v[RB_WEIGHT_RADIUS] : w->v[RB_WEIGHT_HEIGHT] / 2;
    rb_print(out, ",\n  {\"solid\": \"%s\", \"radius\": %.12g, ", sphere ? "sphere" : "cylinder",
             w->v[RB_WEIGHT_RADIUS]);
    if (!sphere) {
        rb_print(out, "\"height\": %.12g, ", w->v[RB_WEIGHT_HEIGHT]);
    }
    rb_print(out, "\"place\": [%.12g, %.12g, %.12g], \"density\": %.12g}", w->v[RB_WEIGHT_X],
             w->v[RB_WEIGHT_Y], half - w->v[RB_WEIGHT_DEPTH], w->v[RB_WEIGHT_DENSITY]);
}

rb_status rb_stone_write_solids(const rb_stone_design *d, FILE *out, rb_error *err) {
    bool solid = d->v[RB_STONE_SHELL] == 0 || d->v[RB_STONE_INFILL] == 1;
    if (d->v[RB_STONE_BODY] != RB_STONE_WHOLE || d->v[RB_STONE_SURFACE] != RB_SURFACE_ELLIPSOID || !solid) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "stone: expected a solid half ellipsoid: other bodies are no list of solids; use the scene");
    }
    rb_print(
        out,
        "{\"format\": \"rattleback-mass\", \"version\": 1, \"solids\": [\n  {\"solid\": \"half-ellipsoid\", "
        "\"a1\": %.12g, \"a2\": %.12g, \"a3\": %.12g, \"density\": %.12g}",
        d->v[RB_STONE_A1], d->v[RB_STONE_A2], d->v[RB_STONE_A3], d->v[RB_STONE_DENSITY]);
    for (int i = 0; i < d->weight_count; i++) {
        const rb_stone_weight *w = &d->weights[i];
        bool hole = w->v[RB_WEIGHT_SHAPE] == RB_WEIGHT_HOLE;
        if (w->v[RB_WEIGHT_DEPTH] > 0) {
            write_hole(w, w->v[RB_WEIGHT_RADIUS] + (hole ? 0 : d->v[RB_STONE_CLEARANCE]),
                       d->v[RB_STONE_DENSITY], out);
        }
        if (!hole) {
            write_weight(w, out);
        }
    }
    fputs("]}\n", out);
    return RB_OK;
}
