/* Which parameters of the contact a fit frees for each published model. A parameter is kept fixed where
   the model prescribes its value, or where it has no effect of its own; two are tied where the model has
   only one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/fit_private.h"

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
