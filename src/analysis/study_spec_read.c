/* Reads definitions of studies from files, as strictly as scenes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "analysis/study_private.h"
#include "base/file.h"
#include "base/macros.h"
#include "base/text.h"
#include "sim/scene_json.h"

enum { TEXT_MAX = 4096, SAMPLES_MAX = 100000 };
#define SEED_MAX 9007199254740992.0 /* every whole number up to it is a double */

/* A list of numbers or names, joined by commas. */
static rb_status join_list(const cJSON *list, const char *where, char *text, size_t size, rb_error *err) {
    size_t used = 0;
    text[0] = '\0';
    for (const cJSON *item = list->child; item != NULL && used < size; item = item->next) {
        char number[RB_NUMBER_SIZE];
        if (!cJSON_IsNumber(item) && !cJSON_IsString(item)) {
            return rb_fail(err, RB_ERR_INPUT, "%s: list: expected numbers or names, got %s", where,
                           rb_json_type(item));
        }
        if (cJSON_IsNumber(item)) {
            rb_number_write(item->valuedouble, number);
        }
        used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? "," : "",
                                 cJSON_IsNumber(item) ? number : item->valuestring);
    }
    return used < size ? RB_OK : rb_fail(err, RB_ERR_INPUT, "%s: list: too long", where);
}

/* An axis is written as on the command line, and parsed the same way. */
static rb_status read_axis(const cJSON *object, const char *where, const rb_scene *scene, bool random,
                           rb_axis *axis, rb_error *err) {
    static const char *const known[] = {"name", "list", "from", "to", "count", "logarithmic", NULL};
    char name[64], list[TEXT_MAX], text[TEXT_MAX + 128];
    double from = 0, to = 0, count = 0;
    const cJSON *items = NULL, *logarithmic = NULL;
    if (!cJSON_IsObject(object)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected an object, got %s", where, rb_json_type(object));
    }
    rb_status status = rb_json_check_names(object, (rb_param_table){NULL, 0}, known, where, err);
    status = status == RB_OK ? rb_json_get_text(object, "name", where, name, sizeof name, err) : status;
    if (status == RB_OK && cJSON_HasObjectItem(object, "list")) {
        status = rb_json_get_list(object, "list", where, RB_AXIS_LIST, &items, err);
        status = status == RB_OK ? join_list(items, where, list, sizeof list, err) : status;
        snprintf(text, sizeof text, "%s=%s", name, status == RB_OK ? list : "");
        return status == RB_OK ? rb_axis_parse(axis, scene, where, text, random, err) : status;
    }
    status =
        status == RB_OK ? rb_json_get_number(object, "from", where, -INFINITY, INFINITY, &from, err) : status;
    status =
        status == RB_OK ? rb_json_get_number(object, "to", where, -INFINITY, INFINITY, &to, err) : status;
    if (status == RB_OK && !random) {
        status = rb_json_get_number(object, "count", where, 1, RB_STUDY_JOBS_MAX, &count, err);
    }
    if (status != RB_OK) {
        return status;
    }
    logarithmic = cJSON_GetObjectItemCaseSensitive(object, "logarithmic");
    int used = rb_format(text, sizeof text, "%s=%s%.17g:%.17g", name, cJSON_IsTrue(logarithmic) ? "log:" : "",
                         from, to);
    if (!random) {
        rb_format(text + used, sizeof text - (size_t)used, ":%.17g", count);
    }
    return rb_axis_parse(axis, scene, where, text, random, err);
}

static rb_status read_axes(const cJSON *root, const char *name, const char *where, rb_study_spec *spec,
                           rb_error *err) {
    const cJSON *list = NULL;
    bool random = spec->sweep.random_count > 0;
    rb_status status =
        rb_json_get_list(root, name, where, RB_SWEEP_AXES - spec->sweep.axis_count, &list, err);
    int index = 0;
    for (const cJSON *item = status == RB_OK ? list->child : NULL; status == RB_OK && item != NULL;
         item = item->next) {
        char place[RB_JSON_WHERE_MAX + 64];
        snprintf(place, sizeof place, "%s: %s[%d]", where, name, index++);
        status = read_axis(item, place, &spec->sweep.scene, random, &spec->sweep.axes[spec->sweep.axis_count],
                           err);
        spec->sweep.axis_count += status == RB_OK;
    }
    return status;
}

static rb_status read_count(const cJSON *root, const char *name, const char *where, double min, double max,
                            double *out, rb_error *err) {
    rb_status status = rb_json_get_number(root, name, where, min, max, out, err);
    return status != RB_OK || *out == floor(*out)
               ? status
               : rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a whole number, got %g", where, name, *out);
}

static rb_status read_sampling(const cJSON *root, const char *where, rb_sweep *sweep, rb_error *err) {
    char word[16];
    double runs = 0, seed = 0;
    rb_status status = rb_json_get_text(root, "sampling", where, word, sizeof word, err);
    bool grid = status == RB_OK && strcmp(word, "grid") == 0;
    sweep->sobol = status == RB_OK && strcmp(word, "sobol") == 0;
    if (status == RB_OK && !grid && !sweep->sobol && strcmp(word, "random") != 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: sampling: expected grid, random or sobol, got \"%s\"", where,
                       word);
    }
    if (status == RB_OK && !grid) {
        status = read_count(root, "runs", where, 1, RB_STUDY_JOBS_MAX, &runs, err);
        status = status == RB_OK ? read_count(root, "seed", where, 0, SEED_MAX, &seed, err) : status;
    }
    sweep->random_count = (int64_t)runs;
    sweep->seed = (uint64_t)seed;
    return status;
}

static rb_status read_names(const cJSON *root, const char *where, rb_study_spec *spec, rb_error *err) {
    bool sweep = spec->kind == RB_SPEC_SWEEP;
    const char *name = sweep ? "outcomes" : "signals";
    const cJSON *list = NULL;
    char place[RB_JSON_WHERE_MAX + 32];
    snprintf(place, sizeof place, "%s: %s", where, name);
    rb_status status =
        rb_json_get_list(root, name, where, sweep ? RB_SWEEP_VALUES : RB_ENSEMBLE_SIGNALS, &list, err);
    for (const cJSON *item = status == RB_OK ? list->child : NULL; status == RB_OK && item != NULL;
         item = item->next) {
        if (!cJSON_IsString(item)) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected names, got %s", place, rb_json_type(item));
        }
        status = sweep ? rb_sweep_add_values(&spec->sweep, place, item->valuestring, err)
                       : rb_ensemble_add_signals(spec, place, item->valuestring, err);
    }
    return status;
}

/* Section, transient and points of a Poincaré map. */
static rb_status read_map(const cJSON *root, const char *where, rb_study_spec *spec, rb_error *err) {
    char section[96];
    double transient = 0, points = 0;
    bool given = cJSON_HasObjectItem(root, "section"); /* else the body's own */
    rb_status status = given ? rb_json_get_text(root, "section", where, section, sizeof section, err) : RB_OK;
    status = status == RB_OK
                 ? rb_section_read(spec->sweep.scene.body, given ? section : NULL, &spec->section, err)
                 : status;
    status = status == RB_OK ? read_count(root, "transient", where, 0, 100000, &transient, err) : status;
    status = status == RB_OK ? read_count(root, "points", where, 1, 100000, &points, err) : status;
    spec->transient = (int)transient;
    spec->points = (int)points;
    return status;
}

static rb_status read_diagram(const cJSON *root, const char *where, rb_study_spec *spec, rb_error *err) {
    char follow[16];
    rb_status status = read_axes(root, "axes", where, spec, err);
    if (status == RB_OK && spec->sweep.axis_count != 1) {
        return rb_fail(err, RB_ERR_INPUT, "%s: axes: expected one parameter, got %d", where,
                       spec->sweep.axis_count);
    }
    status = status == RB_OK ? read_axes(root, "starts", where, spec, err) : status;
    status = status == RB_OK ? rb_json_get_text(root, "follow", where, follow, sizeof follow, err) : status;
    for (int i = 0; status == RB_OK; i++) {
        if (i == RB_FOLLOW_COUNT) {
            return rb_fail(err, RB_ERR_INPUT, "%s: follow: expected none, up, down or both, got \"%s\"",
                           where, follow);
        }
        if (strcmp(follow, rb_follow_name((rb_follow)i)) == 0) {
            spec->follow = (rb_follow)i;
            break;
        }
    }
    return status == RB_OK ? read_map(root, where, spec, err) : status;
}

static rb_status read_data(const cJSON *root, const char *where, rb_fit_spec *fit, rb_error *err) {
    static const char *const known[] = {"file", "start", NULL};
    const cJSON *list = NULL;
    rb_status status = rb_json_get_list(root, "data", where, RB_FIT_SERIES, &list, err);
    for (const cJSON *item = status == RB_OK ? list->child : NULL; status == RB_OK && item != NULL;
         item = item->next) {
        rb_fit_data *data = &fit->data[fit->data_count++];
        char place[RB_JSON_WHERE_MAX + 32];
        snprintf(place, sizeof place, "%s: data[%d]", where, fit->data_count - 1);
        if (!cJSON_IsObject(item)) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected an object, got %s", place, rb_json_type(item));
        }
        status = rb_json_check_names(item, (rb_param_table){NULL, 0}, known, place, err);
        status = status == RB_OK ? rb_json_get_text(item, "file", place, data->path, sizeof data->path, err)
                                 : status;
        if (status == RB_OK && cJSON_HasObjectItem(item, "start")) {
            status = rb_json_get_text(item, "start", place, data->start, sizeof data->start, err);
        }
    }
    return status;
}

static rb_status read_name_list(const cJSON *root, const char *name, const char *where, char *text,
                                size_t size, rb_error *err) {
    const cJSON *list = NULL;
    char place[RB_JSON_WHERE_MAX + 32];
    snprintf(place, sizeof place, "%s: %s", where, name);
    rb_status status = rb_json_get_list(root, name, where, 64, &list, err);
    return status == RB_OK ? join_list(list, place, text, size, err) : status;
}

/* Without both fields, the camera and the points of K15. */
static rb_status read_camera(const cJSON *root, const char *where, rb_tracker *camera, rb_error *err) {
    if (!cJSON_HasObjectItem(root, "camera") && !cJSON_HasObjectItem(root, "markers")) {
        *camera = rb_tracker_default();
        return RB_OK;
    }
    const cJSON *list = NULL;
    int count = 0;
    rb_status status = rb_json_get_number(root, "camera", where, 0, INFINITY, &camera->height, err);
    status =
        status == RB_OK ? rb_json_get_list(root, "markers", where, 3 * RB_FIT_MARKERS, &list, err) : status;
    for (const cJSON *item = status == RB_OK ? list->child : NULL; status == RB_OK && item != NULL;
         item = item->next) {
        if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble)) {
            return rb_fail(err, RB_ERR_INPUT, "%s: markers: expected numbers, got %s", where,
                           rb_json_type(item));
        }
        rb_vec3 *marker = &camera->markers[count / 3];
        *(count % 3 == 0 ? &marker->x : count % 3 == 1 ? &marker->y : &marker->z) = item->valuedouble;
        count++;
    }
    camera->marker_count = count / 3;
    return status == RB_OK && (count == 0 || count % 3 != 0)
               ? rb_fail(err, RB_ERR_INPUT, "%s: markers: expected x, y, z of each, got %d numbers", where,
                         count)
               : status;
}

static rb_status read_film(const cJSON *root, const char *where, bool *film, rb_error *err) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, "film");
    *film = cJSON_IsTrue(item);
    return cJSON_IsBool(item) ? RB_OK
                              : rb_fail(err, RB_ERR_INPUT, "%s: film: expected true or false, got %s", where,
                                        rb_json_type(item));
}

static rb_status read_fit(const cJSON *root, const char *where, rb_fit_spec *fit, rb_error *err) {
    double restarts = 0, seed = 0;
    rb_status status = read_data(root, where, fit, err);
    status = status == RB_OK ? read_name_list(root, "free", where, fit->free, sizeof fit->free, err) : status;
    status = status == RB_OK
                 ? read_name_list(root, "free_start", where, fit->free_start, sizeof fit->free_start, err)
                 : status;
    status = status == RB_OK ? read_name_list(root, "models", where, fit->models, sizeof fit->models, err)
                             : status;
    status = status == RB_OK ? read_count(root, "restarts", where, 0, 10000, &restarts, err) : status;
    status = status == RB_OK ? read_count(root, "seed", where, 0, SEED_MAX, &seed, err) : status;
    if (status == RB_OK && cJSON_HasObjectItem(root, "film")) {
        status = read_film(root, where, &fit->film, err);
    }
    if (status == RB_OK && cJSON_HasObjectItem(root, "priors")) {
        status = read_name_list(root, "priors", where, fit->priors, sizeof fit->priors, err);
    }
    if (status == RB_OK && cJSON_HasObjectItem(root, "noise")) {
        status = rb_json_get_number(root, "noise", where, 0, INFINITY, &fit->noise, err);
    }
    fit->restarts = (int)restarts;
    fit->seed = (uint64_t)seed;
    return status == RB_OK ? read_camera(root, where, &fit->camera, err) : status;
}

static rb_status read_kind(const cJSON *root, const char *where, rb_study_spec *spec, rb_error *err) {
    char kind[16];
    rb_status status = rb_json_get_text(root, "kind", where, kind, sizeof kind, err);
    for (int i = 0; status == RB_OK; i++) {
        if (i == RB_SPEC_KINDS) {
            return rb_fail(err, RB_ERR_INPUT,
                           "%s: kind: expected sweep, bifurcation, ensemble, fit or basins, got \"%s\"",
                           where, kind);
        }
        if (strcmp(kind, rb_spec_kind_name((rb_spec_kind)i)) == 0) {
            spec->kind = (rb_spec_kind)i;
            break;
        }
    }
    return status;
}

static rb_status read_root(const cJSON *root, const char *where, rb_study_spec *spec, rb_error *err) {
    static const char *const known[RB_SPEC_KINDS][16] = {
        {"format", "version", "kind", "axes", "sampling", "runs", "seed", "outcomes", "scene"},
        {"format", "version", "kind", "axes", "starts", "follow", "section", "transient", "points", "scene"},
        {"format", "version", "kind", "axes", "sampling", "runs", "seed", "signals", "samples", "scene"},
        {"format", "version", "kind", "data", "free", "free_start", "models", "restarts", "seed", "camera",
         "film", "priors", "noise", "markers", "scene"},
        {"format", "version", "kind", "axes", "section", "transient", "points", "scene"},
    };
    const cJSON *scene = NULL;
    char place[RB_JSON_WHERE_MAX + 16];
    double samples = 0;
    snprintf(place, sizeof place, "%s: scene", where);
    rb_status status = rb_json_check_format(root, where, RB_SPEC_FORMAT, RB_SPEC_VERSION, err);
    status = status == RB_OK ? read_kind(root, where, spec, err) : status;
    status = status == RB_OK
                 ? rb_json_check_names(root, (rb_param_table){NULL, 0}, known[spec->kind], where, err)
                 : status;
    status = status == RB_OK ? rb_json_get_object(root, "scene", where, &scene, err) : status;
    status = status == RB_OK ? rb_scene_read_json(scene, place, &spec->sweep.scene, err) : status;
    if (status != RB_OK) {
        return status;
    }
    if (spec->kind == RB_SPEC_BIFURCATION) {
        return read_diagram(root, where, spec, err);
    }
    if (spec->kind == RB_SPEC_FIT) {
        return read_fit(root, where, &spec->fit, err);
    }
    if (spec->kind == RB_SPEC_BASINS) {
        status = read_axes(root, "axes", where, spec, err);
        return status == RB_OK ? read_map(root, where, spec, err) : status;
    }
    status = read_sampling(root, where, &spec->sweep, err);
    status = status == RB_OK ? read_axes(root, "axes", where, spec, err) : status;
    status = status == RB_OK ? read_names(root, where, spec, err) : status;
    if (status == RB_OK && spec->kind == RB_SPEC_ENSEMBLE) {
        status = read_count(root, "samples", where, 2, SAMPLES_MAX, &samples, err);
        spec->samples = (int)samples;
    }
    return status;
}

rb_status rb_study_spec_read_text(const char *text, const char *path, rb_study_spec *out, rb_error *err) {
    RB_CHECK_ARGUMENTS(text != NULL && path != NULL && out != NULL, err);
    char where[RB_JSON_WHERE_MAX];
    cJSON *root = NULL;
    *out = (rb_study_spec){0};
    rb_status status = rb_json_parse(text, path, where, &root, err);
    if (status == RB_OK) {
        status = read_root(root, where, out, err);
        cJSON_Delete(root);
    }
    status = status == RB_OK && out->kind != RB_SPEC_FIT && out->sweep.axis_count == 0
                 ? rb_fail(err, RB_ERR_INPUT, "%s: axes: expected at least one", where)
                 : status;
    return status == RB_OK ? rb_study_spec_check(out, err) : status;
}

/* Reads the definition in the head of a table: the rest of the line after "# study ". */
static rb_status read_head(FILE *in, const char *path, rb_study_spec *out, rb_error *err) {
    char *line = NULL;
    size_t size = 0;
    rb_status status = RB_ERR_INPUT;
    bool found = false;
    while (!found && rb_file_line(in, &line, &size) && line[0] == '#') {
        found = strncmp(line, "# study ", 8) == 0;
    }
    if (found) {
        status = rb_study_spec_read_text(line + 8, path, out, err);
    } else {
        rb_fail(err, RB_ERR_INPUT,
                "%s: expected a study, or its table with a line that begins with \"# study {\" (rbsim "
                "writes it since version 0.2)",
                path);
    }
    free(line);
    return status;
}

rb_status rb_study_spec_read_file(const char *path, rb_study_spec *out, rb_error *err) {
    FILE *in = rb_file_open(path, err);
    if (in == NULL) {
        return RB_ERR_IO;
    }
    int first = getc(in);
    bool table = first != '{' && first != ' ' && first != '\n' && first != EOF;
    ungetc(first, in);
    rb_status status = table ? read_head(in, path, out, err) : RB_OK;
    fclose(in);
    char *text = NULL;
    status = table ? status : rb_json_load(path, "a study", &text, err);
    if (status == RB_OK && !table) {
        status = rb_study_spec_read_text(text, path, out, err);
    }
    free(text);
    return status;
}
