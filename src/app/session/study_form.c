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

void rb_axis_form_suggest(rb_axis_form *axis, const rb_scene *scene, rb_section section, int index) {
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
    axis->logarithmic = false;
    axis->count = axis->count > 1 ? axis->count : 41;
    if (row->flags & RB_PARAM_INTEGER) {
        axis->from = ceil(axis->from);
        axis->to = floor(axis->to);
        axis->count = (int)fmax(2, fmin(axis->count, axis->to - axis->from + 1));
    }
}

void rb_axis_form_take(rb_axis_form *form, const rb_axis *axis) {
    snprintf(form->name, sizeof form->name, "%s", axis->name);
    form->from = axis->from;
    form->to = axis->to;
    form->count = axis->count;
    form->logarithmic = axis->logarithmic;
}

/* The first of these that there is, but not `other`; else the first that can vary. */
static void suggest_one(rb_axis_form *axis, const rb_scene *scene, const char *const *names,
                        const char *other) {
    rb_section section = RB_SECTION_START;
    int index = 0;
    for (; *names != NULL; names++) {
        if (strcmp(*names, other) != 0 && rb_scene_find(scene, *names, &section, &index, NULL) == RB_OK) {
            rb_axis_form_suggest(axis, scene, section, index);
            return;
        }
    }
    for (section = RB_SECTION_BODY; section < RB_SECTION_SOLVER; section++) {
        rb_param_table table = rb_scene_table(scene, section);
        for (index = 0; index < table.count; index++) {
            if (rb_param_can_vary(&table.rows[index]) && strcmp(table.rows[index].name, other) != 0) {
                rb_axis_form_suggest(axis, scene, section, index);
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
    form->body = scene->body;
    form->x.count = form->y.count = 21;
    suggest_one(&form->x, scene, x, "");
    suggest_one(&form->y, scene, y, form->x.name);
    form->value = usual_value(scene->body);
    form->kind = scene->body->map[0] != NULL ? RB_STUDY_DIAGRAM : RB_STUDY_MAP;
    form->x.count = form->kind == RB_STUDY_DIAGRAM ? 200 : 21;
    form->transient = 150;
    form->points = 100;
    form->runs = 200;
    snprintf(form->vary, sizeof form->vary, "mu=5%%");
    snprintf(form->free, sizeof form->free, "mu");
}

static int write_axis(const rb_axis_form *axis, char *text, size_t size) {
    return snprintf(text, size, "%s=%s%.9g:%.9g:%d", axis->name, axis->logarithmic ? "log:" : "", axis->from,
                    axis->to, axis->count);
}

void rb_study_form_line(const rb_study_form *form, char *line, size_t size) {
    char x[128], y[128];
    write_axis(&form->x, x, sizeof x);
    write_axis(&form->y, y, sizeof y);
    const char *value = form->value != NULL ? form->value->name : "";
    switch (form->kind) {
    case RB_STUDY_MAP: snprintf(line, size, "study map %s %s %s", x, y, value); break;
    case RB_STUDY_SWEEP: snprintf(line, size, "study sweep %s %s", x, value); break;
    case RB_STUDY_DIAGRAM:
        snprintf(line, size, "study bifurcation %s %d %d", x, form->transient, form->points);
        break;
    case RB_STUDY_FIT:
        snprintf(line, size, "study fit%s%s%s%s %s", form->free[0] != '\0' ? " free=" : "", form->free,
                 form->free_start[0] != '\0' ? " start=" : "", form->free_start, form->data);
        break;
    default: snprintf(line, size, "ensemble %s runs=%d", form->vary, form->runs); break;
    }
}
