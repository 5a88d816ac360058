/* The free parameters of a fit: their values, their scenes, and the search scale. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/fit_private.h"
#include "base/macros.h"
#include "math/elementary.h"
#include "math/pi.h"
#include "math/random.h"

int rb_fit_count(const rb_fit *fit) {
    RB_CHECK_ARGUMENTS_OR(fit != NULL, 0);
    return fit->free_count + fit->series_count * fit->of_series_count;
}

const rb_fit_free *rb_fit_free_at(const rb_fit *fit, int index, int *series) {
    if (index < fit->free_count) {
        *series = -1;
        return &fit->free[index];
    }
    index -= fit->free_count;
    *series = index / fit->of_series_count;
    return &fit->of_series[index % fit->of_series_count];
}

void rb_fit_name(const rb_fit *fit, int index, char *text, size_t size) {
    if (fit == NULL || text == NULL || index < 0 || index >= rb_fit_count(fit)) {
        return;
    }
    int series = -1;
    const rb_fit_free *f = rb_fit_free_at(fit, index, &series);
    if (series < 0) {
        snprintf(text, size, "%s", f->name);
    } else {
        snprintf(text, size, "%s of %s", f->name, fit->series[series].name);
    }
}

/* The scene with the start of a series. */
static rb_status begin_series(const rb_fit *fit, int series, rb_scene *scene, rb_error *err) {
    const char *start = fit->series[series].start;
    return start[0] != '\0' ? rb_scene_use_start(scene, start, err) : RB_OK;
}

double rb_fit_begin_of(const rb_fit *fit, int parameter) {
    int series = -1;
    const rb_fit_free *f = rb_fit_free_at(fit, parameter, &series);
    rb_scene scene = fit->scene;
    if (f->row == NULL) {
        return rb_fit_marker_begin(fit, f);
    }
    return series < 0 || begin_series(fit, series, &scene, NULL) == RB_OK ? scene.values[f->section][f->index]
                                                                          : 0;
}

rb_status rb_fit_begin(const rb_fit *fit, double *values, rb_error *err) {
    RB_CHECK_ARGUMENTS(fit != NULL, err);
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < rb_fit_count(fit); i++) {
        int series = -1;
        const rb_fit_free *f = rb_fit_free_at(fit, i, &series);
        rb_scene scene = fit->scene;
        if (series >= 0) {
            status = begin_series(fit, series, &scene, err);
        }
        values[i] = f->row != NULL ? scene.values[f->section][f->index] : rb_fit_marker_begin(fit, f);
    }
    return status;
}

/* Is it an angle that is the same after a full turn? */
static bool is_heading(const rb_fit_free *f) {
    return f->section == RB_SECTION_START && strcmp(f->row->name, "psi") == 0;
}

rb_status rb_fit_scene(const rb_fit *fit, const double *values, int series, rb_scene *scene, rb_error *err) {
    RB_CHECK_ARGUMENTS(fit != NULL && values != NULL && scene != NULL && series < fit->series_count, err);
    RB_CHECK_ARGUMENTS(fit->scene.body != NULL, err);
    *scene = fit->scene;
    rb_status status = series >= 0 ? begin_series(fit, series, scene, err) : RB_OK;
    for (int i = 0; i < rb_fit_count(fit); i++) {
        int own = -1;
        const rb_fit_free *f = rb_fit_free_at(fit, i, &own);
        if (f->row != NULL && (own < 0 || own == series)) {
            scene->values[f->section][f->index] = is_heading(f) ? remainder(values[i], 2 * RB_PI) : values[i];
        }
    }
    for (int i = 0; i < fit->tie_count; i++) {
        const rb_fit_tie *tie = &fit->ties[i];
        scene->values[tie->section][tie->index] = scene->values[tie->from_section][tie->from_index];
    }
    return status == RB_OK ? rb_scene_check(scene, scene->id, err) : status;
}

/* Positive parameters are searched on a logarithmic scale, others in units of their magnitude. */
bool rb_fit_is_logarithmic(const rb_fit_free *f, double begin) {
    return f->row != NULL && f->section != RB_SECTION_START && f->row->min >= 0 && begin > 0;
}

/* The size of a change that matters, for a parameter of any sign: its own magnitude, or a share of the
   largest parameter of the body with the same unit (a product of inertia next to the moments of inertia). */
static double unit_of(const rb_fit *fit, const rb_fit_free *f, double begin) {
    double least = f->row == NULL ? 0.01 : strncmp(f->row->name, "omega", 5) == 0 ? 1 : 0.1, largest = 0;
    if (f->section == RB_SECTION_START || f->row == NULL) {
        return least;
    }
    rb_param_table table = rb_scene_table(&fit->scene, f->section);
    for (int i = 0; f->section == RB_SECTION_BODY && i < table.count; i++) {
        bool same = strcmp(table.rows[i].unit, f->row->unit) == 0 && strchr(f->row->unit, 'm') != NULL;
        largest = same ? fmax(largest, fabs(fit->scene.values[f->section][i])) : largest;
    }
    return fmax(fabs(begin), largest > 0 ? 0.03 * largest : least);
}

void rb_fit_values(const rb_fit *fit, const double *begin, const double *p, double *values) {
    for (int i = 0; i < rb_fit_count(fit); i++) {
        int series = -1;
        const rb_fit_free *f = rb_fit_free_at(fit, i, &series);
        values[i] = rb_fit_is_logarithmic(f, begin[i]) ? begin[i] * rb_exp(fmin(50, fmax(-50, p[i])))
                                                       : begin[i] + p[i] * unit_of(fit, f, begin[i]);
        if (f->row != NULL && fabs(values[i] - f->row->max) < 1e-12 * fabs(f->row->max)) {
            values[i] = f->row->max; /* at the bound, except for rounding */
        }
    }
}

#define FILM_RANGE 2.5 /* logarithm of the largest change of a positive parameter in a film's fit */

void rb_fit_limit(const rb_fit *fit, const double *begin, double *p) {
    for (int i = 0; i < rb_fit_count(fit); i++) {
        int series = -1;
        const rb_fit_free *f = rb_fit_free_at(fit, i, &series);
        if (f->row == NULL || is_heading(f)) {
            continue;
        }
        bool logarithmic = rb_fit_is_logarithmic(f, begin[i]);
        double low = f->row->min, high = f->row->max, unit = unit_of(fit, f, begin[i]);
        if (fit->film && logarithmic) { /* far away, runs take long and show nothing */
            p[i] = fmin(FILM_RANGE, fmax(-FILM_RANGE, p[i]));
        }
        p[i] = fmin(p[i], logarithmic ? rb_log(high / begin[i]) : (high - begin[i]) / unit);
        if (!logarithmic || low > 0) {
            p[i] = fmax(p[i], logarithmic ? rb_log(low / begin[i]) : (low - begin[i]) / unit);
        }
    }
}

void rb_fit_perturb(const rb_fit *fit, int restart, uint64_t seed, double *values) {
    if (fit == NULL) {
        return;
    }
    double p[RB_FIT_ALL], begin[RB_FIT_ALL];
    int count = rb_fit_count(fit);
    uint64_t state = seed * RB_MIX_STEP + (uint64_t)restart;
    for (int i = 0; i < count; i++) {
        double share = (double)(rb_mix(state += RB_MIX_STEP) >> 11) * 0x1p-52 - 1;
        p[i] = restart > 0 ? 0.2 * share : 0;
        begin[i] = values[i];
    }
    rb_fit_values(fit, begin, p, values);
}

/* Which parameters of the contact a fit frees for each published model. A parameter is kept fixed where
   the model prescribes its value, or where it has no effect of its own; two are tied where the model has
   only one. */

/* Parameters that the variants of K15 (56) fix, by friction law. */
static const struct {
    const char *law;
    const char *fixed; /* names separated by blanks */
    const char *reason;
} variants[] = {
    {"k15-ah", " rolling.I3 ", "K15 AH: Hertz pressure"},
    {"k15-a0", " contact.b rolling.I3 ", "K15 A0: circle, Hertz pressure"},
    {"k15-b1", " friction.m_T friction.m_M ", "K15 (56) B: m_T = m_M = 1"},
    {"k15-b2", " friction.m_T friction.m_M ", "K15 (56) B: m_T = m_M = 1"},
    {"k15-c1", " contact.b ", "K15 (56) C: b = 1"},
    {"k15-c2", " contact.b ", "K15 (56) C: b = 1"},
    {"k15-d1", " friction.I3 rolling.I3 ", "K15 (56) D: I3 acts only as a factor of d_a"},
    {"k15-e0", " contact.b rolling.b_r rolling.I3 ", "K15 (56) E: b = b_r = 1, Hertz pressure"},
    {"k15-e1", " contact.b rolling.b_r ", "K15 (56) E: b = b_r = 1"},
    {"k15-e2", " contact.b rolling.b_r ", "K15 (56) E: b = b_r = 1"},
};

static double value_of(const rb_scene *scene, rb_section section, const char *name) {
    int index = rb_param_find(rb_scene_table(scene, section), name);
    return index >= 0 ? scene->values[section][index] : NAN;
}

/* AK18's variants share one law and differ in their fixed values (AK18 section 3). */
static const char *ak18_reason(const rb_scene *scene, const char *name) {
    double b4 = value_of(scene, RB_SECTION_ROLLING, "b4");
    double b5 = value_of(scene, RB_SECTION_ROLLING, "b5");
    bool hertz_ratio = fabs(b4 / b5 - 0.148) < 5e-4; /* of the patch at rest, as printed */
    bool uncoupled =
        value_of(scene, RB_SECTION_FRICTION, "b1") == 0 && value_of(scene, RB_SECTION_FRICTION, "b3") == 0;
    if (strcmp(name, "contact.a") == 0 || strcmp(name, "contact.b") == 0) {
        return "AK18: lengths of its own stand for the patch";
    }
    if (strcmp(name, "rolling.b4") == 0 && b4 == 1) {
        return "AK18 C, C1, E: b4 = 1";
    }
    if (strcmp(name, "rolling.b5") == 0 && b5 == 1) {
        return "AK18 D, D1, E: b5 = 1";
    }
    if ((strcmp(name, "rolling.b4") == 0 && b5 == 1 && hertz_ratio) ||
        (strcmp(name, "rolling.b5") == 0 && b4 == 1 && hertz_ratio)) {
        return "AK18 C1, D1: b4/b5 = 0.148";
    }
    if ((strcmp(name, "friction.b1") == 0 || strcmp(name, "friction.b3") == 0) && uncoupled) {
        return "AK18 F: b1 = b3 = 0";
    }
    if (strcmp(name, "rolling.eps2") == 0 && value_of(scene, RB_SECTION_ROLLING, "eps2") <= 1e-5) {
        return "AK18 B: eps2 regularises only";
    }
    return NULL;
}

/* Returns why the model keeps this parameter ("section.name") fixed; NULL: it does not. */
static const char *fixed_reason(const rb_scene *scene, const char *name) {
    if (strcmp(scene->friction->id, "ak18") == 0) {
        return ak18_reason(scene, name);
    }
    char word[80];
    snprintf(word, sizeof word, " %s ", name);
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        if (strcmp(variants[i].law, scene->friction->id) == 0 && strstr(variants[i].fixed, word) != NULL) {
            return variants[i].reason;
        }
    }
    bool circle = scene->values[RB_SECTION_CONTACT][RB_CONTACT_B] == 1;
    return strcmp(name, "contact.b") == 0 && circle ? "a circle: b = 1" : NULL;
}

static void note(rb_fit *fit, const char *text) {
    size_t used = strlen(fit->constraints);
    snprintf(fit->constraints + used, sizeof fit->constraints - used, "%s%s", used > 0 ? "; " : "", text);
}

/* Frees one parameter, unless the model fixes it. */
static rb_status free_one(rb_fit *fit, rb_section section, const char *name, const char *option,
                          rb_error *err) {
    rb_fit_free one = {.section = section,
                       .index = rb_param_find(rb_scene_table(&fit->scene, section), name)};
    if (one.index < 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: contact: the scene has no parameter %s.%s", option,
                       rb_section_name(section), name);
    }
    one.row = &rb_scene_table(&fit->scene, section).rows[one.index];
    snprintf(one.name, sizeof one.name, "%s.%s", rb_section_name(section), name);
    const char *reason = fixed_reason(&fit->scene, one.name);
    if (reason == NULL) {
        return rb_fit_add(fit->free, &fit->free_count, &one, option, err);
    }
    char text[160];
    snprintf(text, sizeof text, "%s fixed (%s)", one.name, reason);
    note(fit, text);
    return RB_OK;
}

/* May identification change this number? Not if it is a softening parameter, except eps2 of AK18, which
   that paper identifies. */
static bool is_candidate(const rb_param *row, rb_section section) {
    bool eps2 = section == RB_SECTION_ROLLING && strcmp(row->name, "eps2") == 0;
    unsigned barred = RB_PARAM_BOOL | RB_PARAM_CHOICE | RB_PARAM_INTEGER;
    return !(row->flags & barred) && (!(row->flags & RB_PARAM_SOFTENS) || eps2);
}

static bool is_free(const rb_fit *fit, rb_section section, int index) {
    for (int i = 0; i < fit->free_count; i++) {
        if (fit->free[i].section == section && fit->free[i].index == index) {
            return true;
        }
    }
    return false;
}

/* Friction and rolling have one I3, that of the pressure: rolling takes it from friction. Where friction
   has none, I3 is only a factor of d_a and stays as it is. */
static void tie_moments(rb_fit *fit) {
    int from = rb_param_find(rb_scene_table(&fit->scene, RB_SECTION_FRICTION), "I3");
    int to = rb_param_find(rb_scene_table(&fit->scene, RB_SECTION_ROLLING), "I3");
    if (from >= 0 && to >= 0 && is_free(fit, RB_SECTION_FRICTION, from) && fit->tie_count < RB_FIT_TIES) {
        fit->ties[fit->tie_count++] = (rb_fit_tie){RB_SECTION_ROLLING, to, RB_SECTION_FRICTION, from};
        note(fit, "rolling.I3 = friction.I3 (one pressure)");
    }
}

rb_status rb_fit_add_contact(rb_fit *fit, const char *option, rb_error *err) {
    const rb_scene *scene = &fit->scene;
    bool hertz = scene->values[RB_SECTION_CONTACT][RB_CONTACT_SIZE] != RB_PATCH_SIZE_CONSTANT;
    rb_status status = free_one(fit, RB_SECTION_CONTACT, "mu", option, err);
    if (status == RB_OK && hertz) {
        status = free_one(fit, RB_SECTION_NORMAL, "E_star", option, err);
    } else if (status == RB_OK) {
        status = free_one(fit, RB_SECTION_CONTACT, "a", option, err);
        status = status == RB_OK ? free_one(fit, RB_SECTION_CONTACT, "b", option, err) : status;
    }
    static const rb_section sections[] = {RB_SECTION_FRICTION, RB_SECTION_ROLLING};
    for (int s = 0; s < 2; s++) {
        rb_param_table table = rb_scene_table(scene, sections[s]);
        for (int i = 0; status == RB_OK && i < table.count; i++) {
            const rb_param *row = &table.rows[i];
            bool moment = sections[s] == RB_SECTION_ROLLING && strcmp(row->name, "I3") == 0;
            if (is_candidate(row, sections[s]) && !moment) {
                status = free_one(fit, sections[s], row->name, option, err);
            }
        }
    }
    tie_moments(fit);
    return status;
}
