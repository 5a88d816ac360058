/* The design of a stone: its solids, and the place of the weights for a given skew. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "math/bracket.h"
#include "math/pi.h"
#include "print/print.h"

/* ---------------------------------------------------------------- mass */

bool rb_stone_solids(const rb_stone_design *d, char *text, size_t size) {
    double hole = d->weight_radius + d->clearance, z = d->weight_height / 2 - d->depth;
    int used = rb_format(text, size,
                         "{\"format\": \"rattleback-mass\", \"version\": 1, \"solids\": [\n"
                         "  {\"solid\": \"half-ellipsoid\", \"a1\": %.12g, \"a2\": %.12g, \"a3\": %.12g, "
                         "\"density\": %.12g}",
                         d->a1, d->a2, d->a3, d->density);
    for (int side = -1; side <= 1 && d->weight_radius > 0 && used > 0 && (size_t)used < size; side += 2) {
        used += rb_format(text + used, size - (size_t)used,
                          ",\n  {\"solid\": \"cylinder\", \"radius\": %.12g, \"height\": %.12g, \"place\": "
                          "[%.12g, %.12g, %.12g], \"density\": %.12g, \"subtract\": true},\n"
                          "  {\"solid\": \"cylinder\", \"radius\": %.12g, \"height\": %.12g, \"place\": "
                          "[%.12g, %.12g, %.12g], \"density\": %.12g}",
                          hole, d->depth, side * d->x, side * d->y, -d->depth / 2, d->density,
                          d->weight_radius, d->weight_height, side * d->x, side * d->y, z, d->weight_density);
    }
    if (used > 0 && (size_t)used < size) {
        used += rb_format(text + used, size - (size_t)used, "]}\n");
    }
    return used > 0 && (size_t)used < size;
}

rb_status rb_stone_mass(const rb_stone_design *design, rb_mass *out, rb_error *err) {
    char text[2000];
    return rb_stone_solids(design, text, sizeof text)
               ? rb_mass_read_text(text, "stone", out, err)
               : rb_fail(err, RB_ERR_INPUT, "stone: numbers are too long");
}

/* ---------------------------------------------------------------- holes */

/* Is the circle of a hole, at this depth, within the underside by the thickness of the wall? */
static bool hole_fits(const rb_stone_design *d, double x, double y, double depth) {
    double z = depth / (d->a3 - d->wall), r = d->weight_radius + d->clearance;
    if (!(z < 1)) {
        return false;
    }
    double width = (d->a1 - d->wall) * sqrt(1 - z * z), across = (d->a2 - d->wall) * sqrt(1 - z * z);
    for (int i = 0; i < 64; i++) {
        double u = (x + r * cos(i * RB_PI / 32)) / width, v = (y + r * sin(i * RB_PI / 32)) / across;
        if (!(u * u + v * v < 1)) {
            return false;
        }
    }
    return true;
}

rb_status rb_stone_check(const rb_stone_design *d, rb_error *err) {
    if (d->weight_radius == 0) {
        return RB_OK;
    }
    if (!(d->wall < d->a2 && d->wall < d->a3) || !hole_fits(d, d->x, d->y, d->depth)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "stone: a hole of %.4g x %.4g mm at (%.4g, %.4g) mm leaves less than %.3g mm of wall; "
                       "use smaller weights, or place them nearer to the middle",
                       2e3 * (d->weight_radius + d->clearance), 1e3 * d->depth, 1e3 * d->x, 1e3 * d->y,
                       1e3 * d->wall);
    }
    return hypot(d->x, d->y) > d->weight_radius + d->clearance + d->wall / 2
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "stone: the two holes overlap; place them further apart");
}

/* The largest |y| at which a hole fits. */
static double largest_y(const rb_stone_design *d) {
    double low = 0, high = d->a2;
    for (int i = 0; i < 60; i++) {
        double y = (low + high) / 2;
        *(hole_fits(d, d->x, y, d->depth) ? &low : &high) = y;
    }
    return low;
}

/* The skew with the weight at y, less the wanted one. */
static rb_status skew_at(const rb_stone_design *d, double y, double wanted, double *off, rb_error *err) {
    rb_stone_design moved = *d;
    rb_mass mass = {0};
    moved.y = y;
    rb_status status = rb_stone_mass(&moved, &mass, err);
    *off = mass.skew - wanted;
    return status;
}

/* Closes in on the place between the middle and `end`, where the skew is below and above the wanted one. */
static rb_status search_place(rb_stone_design *d, double end, double skew, rb_error *err) {
    rb_bracket b = {.near = 0, .far = end};
    rb_status status = skew_at(d, 0, skew, &b.at_near, err);
    status = status == RB_OK ? skew_at(d, end, skew, &b.at_far, err) : status;
    for (int i = 0; status == RB_OK && i < 100 && fabs(b.far - b.near) > 1e-12; i++) {
        double at = 0;
        d->y = b.near + (b.far - b.near) * b.at_near / (b.at_near - b.at_far);
        status = skew_at(d, d->y, skew, &at, err);
        if (fabs(at) < 1e-13) {
            break;
        }
        rb_bracket_take(&b, d->y, at, (at < 0) == (b.at_near < 0));
    }
    return status;
}

double rb_stone_largest_skew(const rb_stone_design *d) {
    double most = largest_y(d), skew = 0;
    return most > 0 && skew_at(d, most, 0, &skew, NULL) == RB_OK ? fabs(skew) : 0;
}

rb_status rb_stone_find_place(rb_stone_design *d, double skew, rb_error *err) {
    double most = largest_y(d), end = skew < 0 ? -most : most, reached = 0;
    rb_status status = skew_at(d, end, 0, &reached, err);
    if (status != RB_OK) {
        return status;
    }
    if (!(most > 0) || !(fabs(reached) >= fabs(skew))) {
        return rb_fail(err, RB_ERR_INPUT,
                       "stone: weights of %.3g g at x = %.4g mm turn the axes of inertia by %.3g degrees at "
                       "most, %.3g are wanted; use heavier weights, a lighter print, or shallower holes",
                       1e3 * RB_PI * d->weight_radius * d->weight_radius * d->weight_height *
                           d->weight_density,
                       1e3 * d->x, most > 0 ? fabs(reached) * 180 / RB_PI : 0, fabs(skew) * 180 / RB_PI);
    }
    d->y = 0;
    status = skew != 0 ? search_place(d, end, skew, err) : RB_OK;
    return status == RB_OK ? rb_stone_check(d, err) : status;
}
