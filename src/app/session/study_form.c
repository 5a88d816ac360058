#include "app/session/study_form.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool rb_param_can_vary(const rb_param *row) {
    return !(row->flags & (RB_PARAM_BOOL | RB_PARAM_CHOICE));
}

bool rb_outcome_can_map(const rb_outcome *outcome, const rb_body_kind *body) {
    return rb_outcome_fits(outcome, body) && !(outcome->flags & RB_OUTCOME_MACHINE);
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

static const rb_outcome *usual_value(const rb_body_kind *body) {
    static const char *const names[] = {"omega3_final", "time_stuck", NULL};
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

void rb_study_form_use(rb_study_form *form, const rb_scene *scene) {
    static const char *const x[] = {"omega1", "mu0", "omega3", "mu", NULL};
    static const char *const y[] = {"omega2", "v_b", "omega3", "mu", NULL};
    if (form->body == scene->body) {
        return;
    }
    rb_sweep *sweep = &form->spec.sweep;
    bool diagram = scene->body->map[0] != NULL;
    form->body = scene->body;
    form->spec = (rb_study_spec){.transient = 150, .points = 100};
    suggest_one(&sweep->axes[0], scene, x, "");
    suggest_one(&sweep->axes[1], scene, y, sweep->axes[0].name);
    sweep->axes[0].count = diagram ? 200 : 21;
    sweep->axes[1].count = 21;
    sweep->values[0] = usual_value(scene->body);
    form->kind = diagram ? RB_STUDY_DIAGRAM : RB_STUDY_MAP;
    form->runs = 200;
    snprintf(form->vary, sizeof form->vary, "mu=5%%");
    snprintf(form->free, sizeof form->free, "mu");
}

void rb_study_form_show(rb_study_form *form, const rb_study_spec *spec) {
    const rb_sweep *shown = &spec->sweep;
    rb_sweep *sweep = &form->spec.sweep;
    bool diagram = spec->kind == RB_SPEC_BIFURCATION;
    form->kind = diagram ? RB_STUDY_DIAGRAM : shown->axis_count == 2 ? RB_STUDY_MAP : RB_STUDY_SWEEP;
    if (shown->scene.body != form->body) {
        return;
    }
    memcpy(sweep->axes, shown->axes, (size_t)shown->axis_count * sizeof sweep->axes[0]);
    if (diagram) {
        form->spec.transient = spec->transient;
        form->spec.points = spec->points;
    } else {
        sweep->values[0] = shown->values[0];
    }
}

rb_status rb_study_form_make(const rb_study_form *form, const rb_scene *scene, rb_study_spec *spec,
                             rb_error *err) {
    bool diagram = form->kind == RB_STUDY_DIAGRAM;
    *spec = form->spec;
    spec->kind = diagram ? RB_SPEC_BIFURCATION : RB_SPEC_SWEEP;
    spec->sweep.scene = *scene;
    spec->sweep.axis_count = form->kind == RB_STUDY_MAP ? 2 : 1;
    spec->sweep.value_count = diagram ? 0 : 1;
    if (!diagram && spec->sweep.values[0] == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "study: expected an outcome to show");
    }
    return diagram ? rb_section_read(scene->body, NULL, &spec->section, err) : RB_OK;
}

void rb_study_form_line(const rb_study_form *form, char *line, size_t size) {
    if (form->kind == RB_STUDY_FIT) {
        snprintf(line, size, "study fit%s%s%s%s %s", form->free[0] != '\0' ? " free=" : "", form->free,
                 form->free_start[0] != '\0' ? " start=" : "", form->free_start, form->data);
    } else {
        snprintf(line, size, "ensemble %s runs=%d", form->vary, form->runs);
    }
}
