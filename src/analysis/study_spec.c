#include "rattleback/study_spec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/basins.h"
#include "base/file.h"
#include "base/macros.h"
#include "base/text.h"
#include "sim/scene_json.h"

const char *rb_spec_kind_name(rb_spec_kind kind) {
    static const char *const names[RB_SPEC_KINDS] = {"sweep", "bifurcation", "ensemble", "fit", "basins"};
    return names[kind];
}

const char *rb_follow_name(rb_follow follow) {
    static const char *const names[RB_FOLLOW_COUNT] = {"none", "up", "down", "both"};
    return names[follow];
}

/* ---------------------------------------------------------------- writing */

static void write_axis(const rb_axis *axis, rb_json *json) {
    rb_json_begin_object(json, NULL);
    rb_json_text(json, "name", axis->name);
    if (axis->is_list) {
        rb_json_begin_list(json, "list");
        for (int i = 0; i < axis->count; i++) {
            if (axis->is_law) {
                rb_json_text(json, NULL, rb_friction_law_at((int)axis->list[i])->id);
            } else {
                rb_json_number(json, NULL, axis->list[i]);
            }
        }
        rb_json_end(json);
    } else {
        rb_json_number(json, "from", axis->from);
        rb_json_number(json, "to", axis->to);
        if (axis->count > 0) {
            rb_json_number(json, "count", axis->count);
        }
        rb_json_bool(json, "logarithmic", axis->logarithmic);
    }
    rb_json_end(json);
}

static void write_axes(const rb_study_spec *spec, const char *name, int first, int end, rb_json *json) {
    rb_json_begin_list(json, name);
    for (int k = first; k < end; k++) {
        write_axis(&spec->sweep.axes[k], json);
    }
    rb_json_end(json);
}

/* "sticks", "drive", "omega1=0+". */
static void section_text(const rb_study_spec *spec, char *text, size_t size) {
    const rb_section_cut *cut = &spec->section;
    if (cut->event == RB_CUT_DRIVE) {
        snprintf(text, size, "drive");
    } else if (cut->event >= 0) {
        snprintf(text, size, "%s", rb_body_event_name(spec->sweep.scene.body, cut->event));
    } else {
        rb_format(text, size, "%s=%.17g%s", cut->signal->name, cut->value,
                  cut->direction == RB_CUT_RISING    ? "+"
                  : cut->direction == RB_CUT_FALLING ? "-"
                                                     : "");
    }
}

static void write_map(const rb_study_spec *spec, rb_json *json) {
    char section[96];
    section_text(spec, section, sizeof section);
    rb_json_text(json, "section", section);
    rb_json_number(json, "transient", spec->transient);
    rb_json_number(json, "points", spec->points);
}

static void write_diagram(const rb_study_spec *spec, rb_json *json) {
    write_axes(spec, "axes", 0, 1, json);
    write_axes(spec, "starts", 1, spec->sweep.axis_count, json);
    rb_json_text(json, "follow", rb_follow_name(spec->follow));
    write_map(spec, json);
}

static void write_sampling(const rb_study_spec *spec, rb_json *json) {
    bool grid = spec->sweep.random_count == 0;
    rb_json_text(json, "sampling", grid ? "grid" : spec->sweep.sobol ? "sobol" : "random");
    if (!grid) {
        rb_json_number(json, "runs", (double)spec->sweep.random_count);
        rb_json_number(json, "seed", (double)spec->sweep.seed);
    }
}

static void write_names(const rb_study_spec *spec, rb_json *json) {
    bool sweep = spec->kind == RB_SPEC_SWEEP;
    rb_json_begin_list(json, sweep ? "outcomes" : "signals");
    for (int i = 0; i < (sweep ? spec->sweep.value_count : spec->signal_count); i++) {
        rb_json_text(json, NULL, sweep ? spec->sweep.values[i]->name : rb_signal_at(spec->signals[i])->name);
    }
    rb_json_end(json);
}

/* A list of names from a text with commas. */
static void write_list(const char *name, const char *items, rb_json *json) {
    char item[160];
    rb_json_begin_list(json, name);
    while (rb_list_next(&items, ',', item, sizeof item)) {
        rb_json_text(json, NULL, item);
    }
    rb_json_end(json);
}

static void write_fit(const rb_fit_spec *fit, rb_json *json) {
    rb_json_begin_list(json, "data");
    for (int i = 0; i < fit->data_count; i++) {
        rb_json_begin_object(json, NULL);
        rb_json_text(json, "file", fit->data[i].path);
        if (fit->data[i].start[0] != '\0') {
            rb_json_text(json, "start", fit->data[i].start);
        }
        rb_json_end(json);
    }
    rb_json_end(json);
    write_list("free", fit->free, json);
    write_list("free_start", fit->free_start, json);
    write_list("models", fit->models, json);
    rb_json_number(json, "restarts", fit->restarts);
    rb_json_number(json, "seed", (double)fit->seed);
    if (fit->film) {
        rb_json_bool(json, "film", true);
    }
    if (fit->priors[0] != '\0') {
        write_list("priors", fit->priors, json);
        rb_json_number(json, "noise", fit->noise);
    }
    rb_json_number(json, "camera", fit->camera.height);
    rb_json_begin_list(json, "markers");
    for (int i = 0; i < fit->camera.marker_count; i++) {
        rb_json_number(json, NULL, fit->camera.markers[i].x);
        rb_json_number(json, NULL, fit->camera.markers[i].y);
        rb_json_number(json, NULL, fit->camera.markers[i].z);
    }
    rb_json_end(json);
}

char *rb_study_spec_to_text(const rb_study_spec *spec) {
    RB_CHECK_ARGUMENTS_OR(spec != NULL && spec->sweep.scene.body != NULL, NULL);
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_json_text(&json, "format", RB_SPEC_FORMAT);
    rb_json_number(&json, "version", RB_SPEC_VERSION);
    rb_json_text(&json, "kind", rb_spec_kind_name(spec->kind));
    if (spec->kind == RB_SPEC_BIFURCATION) {
        write_diagram(spec, &json);
    } else if (spec->kind == RB_SPEC_FIT) {
        write_fit(&spec->fit, &json);
    } else if (spec->kind == RB_SPEC_BASINS) {
        write_axes(spec, "axes", 0, spec->sweep.axis_count, &json);
        write_map(spec, &json);
    } else {
        write_axes(spec, "axes", 0, spec->sweep.axis_count, &json);
        write_sampling(spec, &json);
        write_names(spec, &json);
    }
    if (spec->kind == RB_SPEC_ENSEMBLE) {
        rb_json_number(&json, "samples", spec->samples);
    }
    rb_scene_write_json(&spec->sweep.scene, "scene", &json);
    rb_json_end(&json);
    return rb_json_finish(&json);
}

/* Removes line breaks and indentation; those within strings are written as escapes and stay. */
static void compact(char *text) {
    char *to = text;
    bool start = true; /* of a line */
    for (const char *c = text; *c != '\0'; c++) {
        bool blank = *c == '\n' || (start && *c == ' ');
        start = *c == '\n' || (start && *c == ' ');
        if (!blank) {
            *to++ = *c;
        }
    }
    *to = '\0';
}

char *rb_study_spec_to_line(const rb_study_spec *spec) {
    RB_CHECK_ARGUMENTS_OR(spec != NULL, NULL);
    char *text = rb_study_spec_to_text(spec);
    if (text != NULL) {
        compact(text);
    }
    return text;
}

rb_status rb_study_spec_write_file(const rb_study_spec *spec, const char *path, rb_error *err) {
    RB_CHECK_ARGUMENTS(spec != NULL && spec->sweep.scene.body != NULL && path != NULL, err);
    char *text = rb_study_spec_to_text(spec);
    if (text == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    rb_status status = rb_file_write(path, text, strlen(text), err);
    free(text);
    return status;
}

/* ---------------------------------------------------------------- for people */

static size_t add(char *text, size_t size, size_t used, const char *word) {
    return used < size ? used + (size_t)snprintf(text + used, size - used, "%s", word) : used;
}

static size_t add_axis(char *text, size_t size, size_t used, const rb_axis *axis) {
    char word[160];
    if (axis->is_list) {
        snprintf(word, sizeof word, "%s (%d values)", axis->name, axis->count);
    } else if (axis->count > 0) {
        rb_format(word, sizeof word, "%s=%s%g:%g:%d", axis->name, axis->logarithmic ? "log:" : "", axis->from,
                  axis->to, axis->count);
    } else {
        rb_format(word, sizeof word, "%s=%g:%g", axis->name, axis->from, axis->to);
    }
    return add(text, size, used, word);
}

void rb_study_spec_title(const rb_study_spec *spec, char *text, size_t size) {
    if (spec == NULL || text == NULL) {
        return;
    }
    size_t used = add(text, size, 0, rb_spec_kind_name(spec->kind));
    for (int i = 0; spec->kind == RB_SPEC_SWEEP && i < spec->sweep.value_count; i++) {
        used = add(text, size, used, i > 0 ? ", " : " of ");
        used = add(text, size, used, spec->sweep.values[i]->name);
    }
    if (spec->kind == RB_SPEC_FIT) {
        const char *names = spec->fit.free;
        used = add(text, size, used, " of ");
        used = add(text, size, used, names[0] != '\0' ? names : spec->fit.free_start);
    }
    for (int k = 0; k < spec->sweep.axis_count; k++) {
        used = add(text, size, used, k > 0 ? ", " : " over ");
        used = add_axis(text, size, used, &spec->sweep.axes[k]);
    }
    used = add(text, size, used, ", scene ");
    add(text, size, used, spec->sweep.scene.id);
}

/* ---------------------------------------------------------------- running */

static rb_status check_fit(const rb_fit_spec *fit, rb_error *err) {
    if (fit->data_count < 1 || fit->data_count > RB_FIT_SERIES) {
        return rb_fail(err, RB_ERR_INPUT, "fit: data: expected 1 to %d series, got %d", RB_FIT_SERIES,
                       fit->data_count);
    }
    return fit->free[0] != '\0' || fit->free_start[0] != '\0'
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "fit: expected free parameters (free, free_start), got none");
}

rb_status rb_study_spec_check(const rb_study_spec *spec, rb_error *err) {
    RB_CHECK_ARGUMENTS(spec != NULL, err);
    if (spec->kind == RB_SPEC_FIT) {
        return check_fit(&spec->fit, err);
    }
    rb_status status = rb_sweep_check_axes(&spec->sweep, err);
    if (status == RB_OK && spec->kind == RB_SPEC_BIFURCATION) {
        status = rb_bifurcation_check(spec, err);
    }
    if (status == RB_OK && spec->kind == RB_SPEC_BASINS) {
        status = rb_basins_check(spec, err);
    }
    int64_t count = status == RB_OK ? rb_sweep_count(&spec->sweep) : 0;
    return status != RB_OK || count <= RB_STUDY_JOBS_MAX
               ? status
               : rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d runs, got %.4g",
                         rb_spec_kind_name(spec->kind), RB_STUDY_JOBS_MAX, (double)count);
}

rb_status rb_study_spec_study_as(const rb_study_spec *spec, rb_spec_kind kind, const char *title,
                                 rb_study *study, char **definition, rb_error *err) {
    static void (*const prepare[RB_SPEC_KINDS])(const rb_study_spec *, rb_study *) = {
        rb_sweep_prepare, rb_bifurcation_prepare, rb_ensemble_prepare, NULL, rb_basins_prepare};
    void (*const begin)(const rb_study_spec *, rb_study *) = prepare[kind];
    *definition = NULL;
    if (begin == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: a study of this kind is run by rb_study_compute",
                       rb_spec_kind_name(kind));
    }
    rb_study_spec *copy = malloc(sizeof *copy);
    if (copy != NULL) {
        *copy = *spec;
        copy->kind = kind;
        *definition = rb_study_spec_to_line(copy);
    }
    free(copy);
    *study = (rb_study){.definition = *definition, .title = title, .chunk = 1};
    begin(spec, study);
    return *definition != NULL ? RB_OK
                               : rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", rb_spec_kind_name(kind));
}

rb_status rb_study_spec_study(const rb_study_spec *spec, const char *title, rb_study *study,
                              char **definition, rb_error *err) {
    RB_CHECK_ARGUMENTS(spec != NULL && spec->sweep.scene.body != NULL && study != NULL && definition != NULL,
                       err);
    return rb_study_spec_study_as(spec, spec->kind, title, study, definition, err);
}
