/* Friction laws by number and by id, and evaluation of one. Built-in laws are listed in laws.h. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/macros.h"
#include "contact/friction/laws.h"

#define LAW_POINTER(name) &rb_law_##name,
static const rb_friction_law *const laws[] = {RB_FRICTION_LAWS(LAW_POINTER)};

enum { BUILT_IN = sizeof laws / sizeof laws[0] };

/* Filled before the first scene is read, read-only afterwards: rattleback/friction.h. */
static const rb_friction_law *added[RB_FRICTION_LAWS_ADDED_MAX];
static bool added_without_derivatives[RB_FRICTION_LAWS_ADDED_MAX];
static int added_count;

static bool lacks_derivatives(const rb_friction_law *law) {
    for (int i = 0; i < added_count; i++) {
        if (added[i] == law) {
            return added_without_derivatives[i];
        }
    }
    return false;
}

int rb_friction_law_count(void) {
    return BUILT_IN + added_count;
}

const rb_friction_law *rb_friction_law_at(int index) {
    if (index < 0 || index >= rb_friction_law_count()) {
        return NULL;
    }
    return index < BUILT_IN ? laws[index] : added[index - BUILT_IN];
}

const rb_friction_law *rb_friction_law_find(const char *id) {
    for (int i = 0; id != NULL && i < rb_friction_law_count(); i++) {
        if (strcmp(rb_friction_law_at(i)->id, id) == 0) {
            return rb_friction_law_at(i);
        }
    }
    return NULL;
}

/* Derivatives of laws that a program registers: those that the law provides are checked, the others are
   computed by central differences. */

enum { COLUMNS = 7, DISTORTION = 3 }; /* columns of the Jacobian; the first column that is not a velocity */

/* Relative step of differences of a velocity, and the smallest step, rad/s. Truncation error below 1e-9 of
   the slope for softening above 1e-4 rad/s, rounding error below 1e-6. */
#define WIDTH 1e-6
#define WIDTH_MIN 1e-9

static double *component(rb_slip *slip, int column) {
    double *const at[COLUMNS] = {&slip->u_x, &slip->u_y, &slip->omega, &slip->d_c,
                                 &slip->d_s, &slip->r_c, &slip->r_s};
    return at[column];
}

/* Computes the Jacobian of a law by central differences. */
static void jacobian_by_differences(const rb_friction *f, const rb_slip *slip, rb_traction_jacobian *out) {
    double size = fabs(slip->u_x) + fabs(slip->u_y) + fabs(slip->omega);
    for (int j = 0; j < COLUMNS; j++) {
        double width = j < DISTORTION ? fmax(WIDTH * size, WIDTH_MIN) : WIDTH;
        rb_slip plus = *slip, minus = *slip;
        rb_traction t[2];
        *component(&plus, j) += width;
        *component(&minus, j) -= width;
        double apart = *component(&plus, j) - *component(&minus, j);
        rb_friction_eval(f, &plus, &t[0], NULL);
        rb_friction_eval(f, &minus, &t[1], NULL);
        out->d[0][j] = (t[0].T_x - t[1].T_x) / apart;
        out->d[1][j] = (t[0].T_y - t[1].T_y) / apart;
        out->d[2][j] = (t[0].M - t[1].M) / apart;
    }
}

/* Motions in general position, where no law has a kink. */
static const rb_slip probes[] = {
    {.u_x = 3.1, .u_y = -1.7, .omega = 2.3, .d_c = 0.07, .d_s = -0.11},
    {.u_x = -0.013, .u_y = 0.041, .omega = 5.9, .d_c = -0.05, .d_s = 0.02},
    {.u_x = 7.7, .u_y = 4.3, .omega = -0.19, .d_c = 0.03, .d_s = 0.08},
};

#define WRONG 1e-3 /* share of the largest derivative: tolerance of derivatives that a law provides */

/* Checks whether the law fills its derivatives (*given). Those that it fills must agree with differences. */
static rb_status probe_derivatives(const rb_friction_law *law, bool *given, rb_error *err) {
    static const char *const rows[] = {"T_x", "T_y", "M"};
    static const char *const columns[] = {"u_x", "u_y", "omega", "d_c", "d_s", "r_c", "r_s"};
    rb_friction f;
    rb_friction_init(&f, law, NULL, (rb_patch){1e-3, 1});
    rb_traction_jacobian jac[sizeof probes / sizeof probes[0]], differences[sizeof jac / sizeof *jac];
    *given = false;
    for (size_t k = 0; k < sizeof jac / sizeof *jac; k++) {
        rb_traction t;
        rb_friction_eval(&f, &probes[k], &t, &jac[k]);
        jacobian_by_differences(&f, &probes[k], &differences[k]);
        for (int i = 0; i < 3 * COLUMNS; i++) {
            *given = *given || jac[k].d[i / COLUMNS][i % COLUMNS] != 0;
        }
    }
    for (size_t k = 0; *given && k < sizeof jac / sizeof *jac; k++) {
        double largest = 0;
        for (int i = 0; i < 3 * COLUMNS; i++) {
            largest = fmax(largest, fabs(differences[k].d[i / COLUMNS][i % COLUMNS]));
        }
        for (int i = 0; i < 3 * COLUMNS; i++) {
            double is = jac[k].d[i / COLUMNS][i % COLUMNS];
            double expected = differences[k].d[i / COLUMNS][i % COLUMNS];
            if (!(fabs(is - expected) <= WRONG * largest)) {
                return rb_fail(err, RB_ERR_INPUT,
                               "friction law %s: derivative of %s by %s: expected %g (central "
                               "differences), got %g; leave jac unchanged to use differences",
                               law->id, rows[i / COLUMNS], columns[i % COLUMNS], expected, is);
            }
        }
    }
    return RB_OK;
}

rb_status rb_friction_law_register(const rb_friction_law *law, rb_error *err) {
    RB_CHECK_ARGUMENTS(law != NULL, err);
    size_t length = law->id != NULL ? strlen(law->id) : 0;
    if (length == 0 || strspn(law->id, "abcdefghijklmnopqrstuvwxyz0123456789._-") != length) {
        return rb_fail(err, RB_ERR_INPUT, "friction law: expected an id of [a-z0-9._-], got \"%s\"",
                       length > 0 ? law->id : "");
    }
    if (rb_friction_law_find(law->id) != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "friction law %s: expected an id that is not in use", law->id);
    }
    if (law->evaluate == NULL || law->name == NULL || law->source == NULL || law->help == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "friction law %s: expected evaluate, name, source and help",
                       law->id);
    }
    if (law->params.count < 0 || law->params.count > RB_PARAMS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "friction law %s: expected at most %d parameters, got %d", law->id,
                       RB_PARAMS_MAX, law->params.count);
    }
    if (added_count == RB_FRICTION_LAWS_ADDED_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "friction law %s: expected at most %d laws to be added", law->id,
                       RB_FRICTION_LAWS_ADDED_MAX);
    }
    bool given = false;
    rb_status status = probe_derivatives(law, &given, err);
    if (status == RB_OK) {
        added_without_derivatives[added_count] = !given;
        added[added_count++] = law;
    }
    return status;
}

void rb_friction_as_printed(const rb_friction_law *law, double *values) {
    if (law == NULL || values == NULL) {
        return;
    }
    for (int i = 0; i < law->params.count; i++) {
        if (law->params.rows[i].flags & RB_PARAM_SOFTENS) {
            values[i] = 0;
        }
    }
}

rb_status rb_friction_law_check(const rb_friction_law *law, rb_patch patch, rb_error *err) {
    RB_CHECK_ARGUMENTS(law != NULL, err);
    if (law->evaluate == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: a constraint has no force as a function of slip", law->id);
    }
    if (!(patch.a > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "a: expected a > 0, got %g", patch.a);
    }
    if (!(patch.b > 0 && patch.b <= 1)) {
        return rb_fail(err, RB_ERR_INPUT, "b: expected 0 < b <= 1, got %g", patch.b);
    }
    if (patch.b < law->b_min) {
        return rb_fail(err, RB_ERR_INPUT,
                       "b: %s loses its accuracy on longer patches, expected b >= %g, got %g", law->id,
                       law->b_min, patch.b);
    }
    if (law->shape == RB_PATCH_CIRCLE && !law->any_patch && patch.b != 1) {
        return rb_fail(err, RB_ERR_INPUT, "b: %s is for a circular patch, expected b = 1, got %g", law->id,
                       patch.b);
    }
    return RB_OK;
}

static rb_status use_set(const rb_friction_law *law, double *values, const char *name, rb_error *err) {
    for (const rb_param_set *set = law->sets; set != NULL && set->name != NULL; set++) {
        if (strcmp(set->name, name) == 0) {
            memcpy(values, set->values, (size_t)law->params.count * sizeof *values);
            return RB_OK;
        }
    }
    return rb_fail(err, RB_ERR_INPUT, "%s: no published parameter set \"%.40s\"", law->id, name);
}

rb_status rb_friction_assign(const rb_friction_law *law, double *values, const char *assignment,
                             rb_error *err) {
    RB_CHECK_ARGUMENTS(law != NULL && assignment != NULL, err);
    const char *equals = strchr(assignment, '=');
    char name[64];
    if (equals == NULL || (size_t)(equals - assignment) >= sizeof name) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected NAME=VALUE, got \"%.80s\"", law->id, assignment);
    }
    snprintf(name, sizeof name, "%.*s", (int)(equals - assignment), assignment);
    if (strcmp(name, "set") == 0) {
        return use_set(law, values, equals + 1, err);
    }
    int i = rb_param_find(law->params, name);
    if (i < 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: no parameter \"%s\"", law->id, name);
    }
    return rb_param_parse(&law->params.rows[i], equals + 1, law->id, &values[i], err);
}

void rb_friction_init(rb_friction *f, const rb_friction_law *law, const double *values, rb_patch patch) {
    if (f == NULL || law == NULL) {
        return;
    }
    memset(f, 0, sizeof *f);
    f->law = law;
    f->by_differences = lacks_derivatives(law);
    f->patch = patch;
    if (values != NULL) {
        memcpy(f->params, values, (size_t)law->params.count * sizeof *values);
    } else {
        rb_param_defaults(law->params, f->params);
    }
    if (law->prepare != NULL) {
        law->prepare(f);
    }
}

void rb_friction_set_patch(rb_friction *f, rb_patch patch) {
    if (f == NULL) {
        return;
    }
    bool reshaped = patch.b != f->patch.b;
    f->patch = patch;
    if (reshaped && f->law->prepare != NULL) {
        f->law->prepare(f);
    }
}

void rb_friction_set_shape(rb_friction *f, rb_patch patch, const rb_elliptic *e) {
    bool reshaped = patch.b != f->patch.b;
    f->patch = patch;
    if (reshaped && f->law->prepare_by != NULL) {
        f->law->prepare_by(f, e);
    } else if (reshaped && f->law->prepare != NULL) {
        f->law->prepare(f);
    }
}

/* Is the law used as printed, and therefore homogeneous of degree 0? */
static bool is_printed(const rb_friction *f) {
    for (int i = 0; i < f->law->params.count; i++) {
        if ((f->law->params.rows[i].flags & RB_PARAM_SOFTENS) && f->params[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Handles velocities with squares or cubes outside the range of double, and laws without derivatives.
   Every bounded law is homogeneous of degree 0 where its softening is negligible: huge velocities are
   scaled down, and tiny ones up if there is no softening. With softening, tiny velocities count as rest. */
void rb_friction_eval_extreme(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                              rb_traction_jacobian *jac) {
    if (out != NULL) {
        *out = (rb_traction){0};
    }
    if (f == NULL || f->law == NULL || slip == NULL || out == NULL) {
        return;
    }
    double size = fmax(fmax(fabs(slip->u_x), fabs(slip->u_y)), fabs(slip->omega));
    if (jac != NULL && f->by_differences) {
        rb_friction_eval(f, slip, out, NULL);
        jacobian_by_differences(f, slip, jac);
        return;
    }
    if (f->law->unbounded || !isfinite(size)) {
        f->law->evaluate(f, slip, out, jac);
        return;
    }
    if (size < 1 && (size == 0 || !is_printed(f))) {
        rb_slip rest = *slip;
        rest.u_x = rest.u_y = rest.omega = 0;
        f->law->evaluate(f, &rest, out, jac);
        return;
    }
    int exponent;
    frexp(size, &exponent);
    int shift = (size > 1 ? 150 : 0) - exponent; /* to 2^150, far above any softening, or to 1 */
    rb_slip s = *slip;
    s.u_x = ldexp(s.u_x, shift);
    s.u_y = ldexp(s.u_y, shift);
    s.omega = ldexp(s.omega, shift);
    f->law->evaluate(f, &s, out, jac);
    if (jac != NULL) {
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3;
                 j++) { /* the slope of a step may overflow: use the largest finite number */
                double d = ldexp(jac->d[i][j], shift);
                jac->d[i][j] = fmin(fmax(d, -DBL_MAX), DBL_MAX);
            }
        }
    }
}

rb_friction_law rb_default_friction_law(void) {
    return (rb_friction_law){.pressure = RB_PRESSURE_HERTZ, .shape = RB_PATCH_CIRCLE};
}

const rb_friction_law *rb_friction_exact(const rb_friction_law *law, rb_patch patch) {
    return law->pressure == RB_PRESSURE_UNIFORM ? &rb_law_exact_uniform
           : patch.b < 1                        ? &rb_law_exact_ellipse
                                                : &rb_law_exact_circle;
}

/* ---- for bindings to other languages --------------------------------------------------------------- */

const char *rb_friction_law_string(int index, const char *key) {
    const rb_friction_law *law = rb_friction_law_at(index);
    if (law == NULL || key == NULL) {
        return NULL;
    }
    return strcmp(key, "id") == 0        ? law->id
           : strcmp(key, "name") == 0    ? law->name
           : strcmp(key, "source") == 0  ? law->source
           : strcmp(key, "help") == 0    ? law->help
           : strcmp(key, "formula") == 0 ? law->formula
           : strcmp(key, "range") == 0   ? law->range
                                         : NULL;
}

rb_status rb_friction_law_evaluate(const char *id, const char *const *assignments, double a, double b,
                                   size_t count, const double *slips, double *tractions, rb_error *err) {
    const rb_friction_law *law = rb_friction_law_find(id);
    if (law == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "law: expected the id of a friction law, got \"%.64s\"", id);
    }
    double values[RB_PARAMS_MAX];
    rb_param_defaults(law->params, values);
    rb_friction_as_printed(law, values);
    for (; assignments != NULL && *assignments != NULL; assignments++) {
        rb_status status = rb_friction_assign(law, values, *assignments, err);
        if (status != RB_OK) {
            return status;
        }
    }
    rb_friction friction;
    rb_status status = rb_friction_law_check(law, (rb_patch){a, b}, err);
    if (status != RB_OK) {
        return status;
    }
    rb_friction_init(&friction, law, values, (rb_patch){a, b});
    for (size_t i = 0; i < count; i++, slips += 5, tractions += 3) {
        rb_slip slip = {
            .u_x = slips[0], .u_y = slips[1], .omega = slips[2], .d_c = slips[3], .d_s = slips[4]};
        rb_traction t;
        rb_friction_eval(&friction, &slip, &t, NULL);
        tractions[0] = t.T_x;
        tractions[1] = t.T_y;
        tractions[2] = t.M;
    }
    return RB_OK;
}
