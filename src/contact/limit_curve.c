#include "contact/limit_curve_inline.h"

#include <math.h>
#include <string.h>

#include "math/bracket.h"
#include "math/elementary.h"
#include "math/pi.h"

void rb_limit_friction(rb_friction *f, const rb_friction_law *law, const double *values, rb_patch patch) {
    double printed[RB_PARAMS_MAX];
    rb_param_defaults(law->params, printed);
    if (values != NULL) {
        memcpy(printed, values, (size_t)law->params.count * sizeof *values);
    }
    rb_friction_as_printed(law, printed);
    rb_friction_init(f, law, printed, patch);
}

/* Slip in half of all directions; the others are their opposites. p from 0 to 2 leads from (1, 0) over (0,
   1) to (-1, 0), in units of the patch. No angle is needed: laws as printed do not depend on the
   magnitude. */
static rb_slip slip_at(double p) {
    return (rb_slip){.u_x = 1 - p, .omega = p <= 1 ? p : 2 - p};
}

static rb_traction point_at(const rb_friction *f, double p) {
    rb_slip slip = slip_at(p);
    rb_traction t;
    rb_friction_eval(f, &slip, &t, NULL);
    return t;
}

/* ---- inside and outside of the curve ----------------------------------------------------------- */

/* Law I of K12 (42) and similar laws: the curve is an ellipse, so the result has a closed form. */
static rb_limit_ray find_on_ellipse(const rb_friction *f, double T, double M) {
    double a = f->patch.a, k = f->law->root[0], m = f->law->root[1];
    double n = M * sqrt(k) / (m * a), omega = M / (m * a * a);
    double size = sqrt(T * T + omega * omega);
    return (rb_limit_ray){sqrt(T * T + n * n), size > 0 ? T / size : 1, size > 0 ? omega / size : 0};
}

/* Finds where the curve meets the line through the origin and (T, M). The cross product changes sign once
   over half the directions, because the curve is star-shaped. Bisects when the bracket shrinks too
   slowly. */
static double find_intersection(const rb_friction *f, double T, double M) {
    rb_traction at = point_at(f, 0);
    double at_0 = at.T_x * M - at.M * T;
    if (at_0 == 0) {
        return 0;
    }
    rb_bracket b = {0, 2, at_0, -at_0, 0};
    double width = b.far - b.near;
    for (int i = 0; i < 200 && b.far - b.near > 4e-16 * b.far; i++) {
        double middle = b.near + (b.far - b.near) / 2, p = rb_bracket_guess(&b, 0);
        if (i % 4 == 3) { /* every fourth step is a bisection */
            p = b.far - b.near > width / 2 ? middle : p;
            width = b.far - b.near;
        }
        p = p > b.near && p < b.far ? p : middle;
        at = point_at(f, p);
        double h = at.T_x * M - at.M * T;
        if (h == 0) {
            return p;
        }
        rb_bracket_take(&b, p, h, (h > 0) == (at_0 > 0));
    }
    return b.far;
}

rb_limit_ray rb_limit_find(const rb_friction *f, double T, double M) {
    if (f->law->root[0] > 0) {
        return find_on_ellipse(f, T, M);
    }
    double a = f->patch.a;
    if (T == 0 && M == 0) {
        return (rb_limit_ray){0, 1, 0};
    }
    double p = find_intersection(f, T, M / a);
    rb_traction on = point_at(f, p);
    rb_slip slip = slip_at(p);
    double along = (T * on.T_x + M / a * on.M) / (on.T_x * on.T_x + on.M * on.M);
    double v = a * slip.u_x, size = sqrt(v * v + slip.omega * slip.omega);
    size = along < 0 ? -size : size; /* the opposite direction meets the curve */
    return (rb_limit_ray){fabs(along), v / size, slip.omega / size};
}

/* ---- laws that have a limit curve -------------------------------------------------------------- */

/* Sampled directions over half of all; the axes are included. */
enum { SAMPLES = 48 };

/* Does the law depend on the direction of slip only, and not on the speed? */
static bool depends_on_direction_only(const rb_friction *f, double p, rb_traction t) {
    for (double size = 1e-3; size < 1e4; size *= 1e6) {
        rb_slip slip = slip_at(p);
        slip.u_x *= size;
        slip.omega *= size;
        rb_traction other;
        rb_friction_eval(f, &slip, &other, NULL);
        if (!(fabs(other.T_x - t.T_x) + fabs(other.M - t.M) <= 1e-9)) {
            return false;
        }
    }
    return true;
}

/* Returns what is wrong with the curve, or NULL. */
static const char *problem_of(const rb_friction *f) {
    rb_traction before = point_at(f, 0);
    double turned = 0;
    for (int i = 1; i <= SAMPLES; i++) {
        double p = 2. * i / SAMPLES;
        rb_traction t = point_at(f, p);
        if (!(fabs(t.T_x) + fabs(t.M) < 1e6)) {
            return "it is not bounded";
        }
        if (t.T_x == 0 && t.M == 0) {
            return "it holds nothing";
        }
        if (fabs(t.T_y) > 1e-9) {
            return "it pushes across the motion";
        }
        if (!depends_on_direction_only(f, p, t)) {
            return "it depends on more than the direction of slip";
        }
        double cross = before.T_x * t.M - before.M * t.T_x;
        double dot = before.T_x * t.T_x + before.M * t.M;
        if (!(cross > 1e-12)) {
            return "the curve does not go around the origin with the direction of slip";
        }
        turned += rb_atan2(cross, dot);
        before = t;
    }
    return fabs(turned - RB_PI) < 1e-9 ? NULL : "the curve is not closed about the origin";
}

rb_status rb_limit_curve_check(const rb_friction_law *law, const double *values, rb_patch patch,
                               rb_error *err) {
    if (law->no_slip || law->evaluate == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: has no limit curve: a constraint transmits any force",
                       law->id);
    }
    if (law->unbounded) {
        return rb_fail(err, RB_ERR_INPUT, "%s: has no limit curve: it grows with the velocity", law->id);
    }
    rb_status status = rb_friction_law_check(law, patch, err);
    if (status != RB_OK) {
        return status;
    }
    rb_friction f;
    rb_limit_friction(&f, law, values, patch);
    const char *fault = problem_of(&f);
    return fault == NULL
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "%s: has no limit curve to stick within: %s", law->id, fault);
}
