#include "app/session/study_form.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/expression.h"
#include "analysis/study_private.h"
#include "app/session/survey.h"
#include "base/text.h"
#include "contact/friction/laws.h"

bool rb_param_can_vary(const rb_param *row) {
    return !(row->flags & (RB_PARAM_BOOL | RB_PARAM_CHOICE));
}

bool rb_outcome_can_map(const rb_outcome *outcome, const rb_body_kind *body) {
    return rb_sweep_value_fits(outcome, body) && !(outcome->flags & RB_OUTCOME_MACHINE);
}

void rb_axis_suggest(rb_axis *axis, const rb_scene *scene, rb_section section, int index) {
    const rb_param *row = &rb_scene_table(scene, section).rows[index];
    double value = scene->values[section][index];
    rb_section found = section;
    int at = index;
    bool alone =
        rb_scene_find(scene, row->name, &found, &at, NULL) == RB_OK && found == section && at == index;
    snprintf(axis->name, sizeof axis->name, "%s%s%s", alone ? "" : rb_section_name(section), alone ? "" : ".",
             row->name);
    bool turns = strncmp(row->name, "omega", 5) == 0;
    double reach = turns ? fmax(1, fabs(value)) : value != 0 ? 0.5 * fabs(value) : 1;
    bool mirrored = turns && section == RB_SECTION_START; /* both senses belong together */
    double least = row->flags & RB_PARAM_ABOVE ? row->min + 1e-3 * reach : row->min;
    axis->from = fmax(mirrored ? -reach : value - reach, least);
    axis->to = fmin(mirrored ? reach : value + reach, row->max);
    axis->section = section;
    axis->index = index;
    axis->row = row;
    axis->logarithmic = axis->is_list = axis->is_law = false;
    axis->count = axis->count > 1 ? axis->count : 41;
    if (row->flags & RB_PARAM_INTEGER) {
        axis->from = ceil(axis->from);
        axis->to = floor(axis->to);
        axis->count = (int)fmax(2, fmin(axis->count, axis->to - axis->from + 1));
    }
}

/* The first of these that there is, but not `other`; else the first that can vary. */
static void suggest_one(rb_axis *axis, const rb_scene *scene, const char *const *names, const char *other) {
    rb_section section = RB_SECTION_START;
    int index = 0;
    for (; *names != NULL; names++) {
        if (strcmp(*names, other) != 0 && rb_scene_find(scene, *names, &section, &index, NULL) == RB_OK) {
            rb_axis_suggest(axis, scene, section, index);
            return;
        }
    }
    for (section = RB_SECTION_BODY; section < RB_SECTION_SOLVER; section++) {
        rb_param_table table = rb_scene_table(scene, section);
        for (index = 0; index < table.count; index++) {
            if (rb_param_can_vary(&table.rows[index]) && strcmp(table.rows[index].name, other) != 0) {
                rb_axis_suggest(axis, scene, section, index);
                return;
            }
        }
    }
}

/* ---------------------------------------------------------------- laws and outcomes */

static int place_of_law(const rb_study_form *form, int law) {
    int i = form->laws.count - 1;
    while (i >= 0 && (int)form->laws.list[i] != law) {
        i--;
    }
    return i;
}

bool rb_study_form_has_law(const rb_study_form *form, int law) {
    return place_of_law(form, law) >= 0;
}

bool rb_study_form_toggle_law(rb_study_form *form, int law) {
    rb_axis *laws = &form->laws;
    int at = place_of_law(form, law);
    if (at >= 0) {
        laws->count--;
        memmove(&laws->list[at], &laws->list[at + 1], (size_t)(laws->count - at) * sizeof laws->list[0]);
    } else if (laws->count < RB_SURVEY_CURVES) {
        laws->list[laws->count++] = law;
    }
    return at >= 0 || rb_study_form_has_law(form, law);
}

static int place_of_value(const rb_study_form *form, const rb_outcome *value) {
    int i = form->spec.sweep.value_count - 1;
    while (i >= 0 && form->spec.sweep.values[i] != value) {
        i--;
    }
    return i;
}

bool rb_study_form_has_value(const rb_study_form *form, const rb_outcome *value) {
    return place_of_value(form, value) >= 0;
}

bool rb_study_form_toggle_value(rb_study_form *form, const rb_outcome *value) {
    rb_sweep *sweep = &form->spec.sweep;
    int at = place_of_value(form, value);
    if (at >= 0 && sweep->value_count > 1) {
        sweep->value_count--;
        for (int i = at; i < sweep->value_count; i++) {
            sweep->values[i] = sweep->values[i + 1];
        }
        return true;
    }
    if (at < 0 && sweep->value_count < RB_SURVEY_VALUES) {
        sweep->values[sweep->value_count++] = value;
        return true;
    }
    return false;
}

bool rb_study_form_add_expression(rb_study_form *form, const rb_scene *scene, rb_error *err) {
    const rb_outcome *value = rb_expression_outcome(scene, "expression", form->expression, err);
    bool added =
        value != NULL && (rb_study_form_has_value(form, value) || rb_study_form_toggle_value(form, value));
    if (value != NULL && !added) {
        rb_fail(err, RB_ERR_INPUT, "expression: expected at most %d outcomes", RB_SURVEY_VALUES);
    }
    return added;
}

/* ---------------------------------------------------------------- defaults */

/* What every body shows: that something happens, when, and not how every run ends (at rest). */
static const rb_outcome *usual_value(const rb_body_kind *body) {
    static const char *const names[] = {"first_reversal_time", "large_last_off", "time_stuck", NULL};
    const rb_outcome *first = NULL;
    for (int i = 0; names[i] != NULL; i++) {
        const rb_outcome *o = rb_outcome_find(names[i]);
        if (o != NULL && rb_outcome_can_map(o, body)) {
            return o;
        }
    }
    for (int i = 0; first == NULL && i < rb_outcome_count(); i++) {
        first = rb_outcome_can_map(rb_outcome_at(i), body) ? rb_outcome_at(i) : NULL;
    }
    return first;
}

/* The exact law of the patch, the scene's own, then approximations that fit: five in all. */
static void suggest_laws(rb_study_form *form, const rb_scene *scene) {
    enum { USUAL = 5 };
    const double *contact = scene->values[RB_SECTION_CONTACT];
    const rb_friction_law *exact =
        rb_friction_exact(scene->friction, (rb_patch){contact[RB_CONTACT_A], contact[RB_CONTACT_B]});
    form->laws = (rb_axis){.name = "law", .is_list = true, .is_law = true};
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < rb_friction_law_count() && form->laws.count < USUAL; i++) {
            const rb_friction_law *law = rb_friction_law_at(i);
            bool near = law->pressure == exact->pressure && law->shape == exact->shape;
            bool wanted = pass == 0 ? law == exact : pass == 1 ? law == scene->friction : near;
            if (wanted && !rb_study_form_has_law(form, i) && !law->no_slip &&
                rb_scene_law_fits(scene, law, NULL) == RB_OK) {
                rb_study_form_toggle_law(form, i);
            }
        }
    }
}

void rb_study_form_use(rb_study_form *form, const rb_scene *scene) {
    static const char *const x[] = {"omega1", "mu0", "omega3", "mu", NULL};
    static const char *const y[] = {"omega2", "v_b", "omega3", "F_axial", "mu", NULL};
    if (form->body == scene->body) {
        return;
    }
    rb_sweep *sweep = &form->spec.sweep;
    bool diagram = scene->body->map[0] != NULL;
    bool curves = rb_body_has(scene->body, RB_TRAIT_REVERSES);
    form->body = scene->body;
    form->spec = (rb_study_spec){.transient = 150, .points = 100};
    form->until = 0;
    suggest_one(&sweep->axes[0], scene, curves ? x + 3 : x, "");
    suggest_one(&sweep->axes[1], scene, y, sweep->axes[0].name);
    sweep->axes[0].count = diagram ? 200 : 21;
    sweep->axes[1].count = 21;
    sweep->values[0] = usual_value(scene->body);
    sweep->value_count = sweep->values[0] != NULL;
    suggest_laws(form, scene);
    form->laws.count = curves ? form->laws.count : 0;
    form->kind = diagram ? RB_STUDY_DIAGRAM : curves ? RB_STUDY_SWEEP : RB_STUDY_MAP;
    form->runs = 200;
    snprintf(form->vary, sizeof form->vary, "mu=5%%");
    snprintf(form->free, sizeof form->free, "mu");
}

void rb_study_form_choose(rb_study_form *form, rb_study_kind kind, const rb_scene *scene) {
    static const char *const x[] = {"start.phi", "start.theta", "omega3", NULL};
    static const char *const y[] = {"phi_dot", "omega3", "omega2", NULL};
    rb_axis *axes = form->spec.sweep.axes;
    form->kind = kind;
    if (kind == RB_STUDY_BASINS &&
        (axes[0].section != RB_SECTION_START || axes[1].section != RB_SECTION_START)) {
        axes[0].count = axes[1].count = 21;
        suggest_one(&axes[0], scene, x, "");
        suggest_one(&axes[1], scene, y, axes[0].name);
    }
}

/* ---------------------------------------------------------------- studies */

/* "mu=0.02 omega2=0.05" */
static void show_ensemble(rb_study_form *form, const rb_sweep *sweep) {
    size_t used = 0, size = sizeof form->vary;
    form->kind = RB_STUDY_ENSEMBLE;
    form->runs = (int)sweep->random_count;
    for (int i = 0; i < sweep->axis_count && used < size; i++) {
        used += (size_t)rb_format(form->vary + used, size - used, "%s%s=%.6g", i > 0 ? " " : "",
                                  sweep->axes[i].name, (sweep->axes[i].to - sweep->axes[i].from) / 2);
    }
}

void rb_study_form_show(rb_study_form *form, const rb_study_spec *spec) {
    const rb_sweep *shown = &spec->sweep;
    if (spec->kind == RB_SPEC_ENSEMBLE) {
        show_ensemble(form, shown);
        return;
    }
    rb_sweep *sweep = &form->spec.sweep;
    bool diagram = spec->kind == RB_SPEC_BIFURCATION;
    int axes = 0, laws = -1;
    for (int k = 0; k < shown->axis_count; k++) {
        laws = shown->axes[k].is_law ? k : laws;
        axes += !shown->axes[k].is_law;
    }
    bool basins = spec->kind == RB_SPEC_BASINS;
    form->kind = diagram     ? RB_STUDY_DIAGRAM
                 : basins    ? RB_STUDY_BASINS
                 : axes == 2 ? RB_STUDY_MAP
                             : RB_STUDY_SWEEP;
    if (shown->scene.body != form->body) {
        return;
    }
    for (int k = 0, at = 0; k < shown->axis_count; k++) {
        if (k == laws) {
            form->laws = shown->axes[k];
        } else if (at < 2) {
            sweep->axes[at++] = shown->axes[k];
        }
    }
    form->laws.count = laws >= 0 || axes == 2 ? form->laws.count : 0;
    form->until = shown->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    if (diagram || basins) {
        form->spec.transient = spec->transient;
        form->spec.points = spec->points;
    } else {
        memcpy(sweep->values, shown->values, sizeof sweep->values);
        sweep->value_count = shown->value_count;
    }
}

/* Where runs of a diagram or of basins are sampled: the section of the body; without one, where the second of
   its two signals of phase rises through 0. */
static rb_status choose_section(const rb_scene *scene, rb_study_spec *spec, rb_error *err) {
    char section[64];
    snprintf(section, sizeof section, "%s=0+", scene->body->phase[1]);
    return rb_section_read(scene->body, scene->body->map[0] != NULL ? NULL : section, &spec->section, err);
}

rb_status rb_study_form_make(const rb_study_form *form, const rb_scene *scene, rb_study_spec *spec,
                             rb_error *err) {
    bool diagram = form->kind == RB_STUDY_DIAGRAM;
    *spec = form->spec;
    bool basins = form->kind == RB_STUDY_BASINS;
    spec->kind = diagram ? RB_SPEC_BIFURCATION : basins ? RB_SPEC_BASINS : RB_SPEC_SWEEP;
    spec->sweep.scene = *scene;
    if (form->until > 0) {
        spec->sweep.scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END] = form->until;
    }
    spec->sweep.axis_count = form->kind == RB_STUDY_MAP || basins ? 2 : 1;
    if (form->kind == RB_STUDY_SWEEP && form->laws.count > 0) {
        spec->sweep.axes[spec->sweep.axis_count++] = form->laws;
    }
    if (diagram || basins) {
        spec->sweep.value_count = 0;
        return basins ? choose_section(scene, spec, err)
                      : rb_section_read(scene->body, NULL, &spec->section, err);
    }
    return spec->sweep.value_count > 0 ? RB_OK
                                       : rb_fail(err, RB_ERR_INPUT, "study: expected an outcome to show");
}

void rb_study_form_line(const rb_study_form *form, char *line, size_t size) {
    if (form->kind == RB_STUDY_FIT) {
        snprintf(line, size, "study fit%s%s%s%s %s", form->free[0] != '\0' ? " free=" : "", form->free,
                 form->free_start[0] != '\0' ? " start=" : "", form->free_start, form->data);
    } else {
        snprintf(line, size, "ensemble %s runs=%d", form->vary, form->runs);
    }
}
