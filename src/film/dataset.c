#include "film/dataset.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/system.h"
#include "math/vec.h"

enum { PATH = 1200, CLIP_MAX = 100 * 1024 * 1024 /* bytes */ };

/* The distance that the points show may differ from the measured one by this share: a rocking stone is seen a
   little shorter. */
static const double distance_share = 0.03;

static double body_value(const rb_scene *scene, const char *name) {
    int index = rb_param_find(rb_scene_table(scene, RB_SECTION_BODY), name);
    return index >= 0 ? scene->values[RB_SECTION_BODY][index] : 0;
}

/* ---------------------------------------------------------------- checks */

/* The path of a file that a field names: in the folder itself. */
static rb_status find_file(const cJSON *object, const char *field, const char *folder, const char *where,
                           char path[PATH], rb_error *err) {
    char name[128];
    rb_path_info info;
    rb_status status = rb_json_get_text(object, field, where, name, sizeof name, err);
    if (status != RB_OK) {
        return status;
    }
    if (name[0] == '\0' || name[0] == '.' || strpbrk(name, "/\\:") != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected the name of a file in this folder, got \"%s\"",
                       where, field, name);
    }
    if ((size_t)snprintf(path, PATH, "%s/%s", folder, name) >= PATH) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: the path is too long", where, field);
    }
    return rb_path_stat(path, &info) && info.kind == RB_PATH_FILE
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a file, found none at %s", where, field, path);
}

static rb_status check_clip(const cJSON *film, const char *folder, const char *where, rb_error *err) {
    char path[PATH];
    rb_path_info info;
    if (!cJSON_HasObjectItem(film, "clip")) {
        return RB_OK;
    }
    rb_status status = find_file(film, "clip", folder, where, path, err);
    return status == RB_OK && rb_path_stat(path, &info) && info.size > CLIP_MAX
               ? rb_fail(err, RB_ERR_INPUT, "%s: clip: expected at most %d MB", where, CLIP_MAX / 1024 / 1024)
               : status;
}

static rb_status read_markers(const cJSON *film, const char *where, rb_tracker *camera, rb_error *err) {
    const cJSON *list = NULL;
    rb_status status = rb_json_get_list(film, "markers", where, RB_FIT_MARKERS, &list, err);
    for (const cJSON *item = status == RB_OK ? list->child : NULL; item != NULL; item = item->next) {
        double at[3] = {NAN, NAN, NAN};
        int count = 0;
        for (const cJSON *number = item->child; number != NULL; number = number->next, count++) {
            if (count < 3 && cJSON_IsNumber(number)) {
                at[count] = number->valuedouble;
            }
        }
        if (!cJSON_IsArray(item) || count != 3 || !isfinite(at[0] + at[1] + at[2])) {
            return rb_fail(err, RB_ERR_INPUT,
                           "%s: markers[%d]: expected [x, y, z] in m from the ellipsoid's centre", where,
                           camera->marker_count);
        }
        camera->markers[camera->marker_count++] = (rb_vec3){at[0], at[1], at[2]};
    }
    return status == RB_OK && camera->marker_count < 2
               ? rb_fail(err, RB_ERR_INPUT, "%s: markers: expected at least 2, got %d", where,
                         camera->marker_count)
               : status;
}

/* Mean distance between points 1 and 2 on the floor; NAN if they are never there together. */
static double mean_distance(const rb_fit_series *s) {
    double sum = 0;
    int count = 0;
    for (int f = 0; f < s->frames; f++) {
        double xy[4] = {NAN, NAN, NAN, NAN};
        for (int c = 0; c < s->columns; c++) {
            if (s->marker[c] >= 0 && s->marker[c] < 4) {
                xy[s->marker[c]] = s->values[(size_t)f * (size_t)s->columns + (size_t)c];
            }
        }
        double length = hypot(xy[2] - xy[0], xy[3] - xy[1]);
        sum += isfinite(length) ? length : 0;
        count += isfinite(length);
    }
    return count > 0 ? sum / count : NAN;
}

static rb_status check_distance(const cJSON *film, const char *where, const rb_fit_series *series,
                                const rb_scene *stone, const rb_tracker *camera, rb_error *err) {
    double distance = 0, error = 0;
    rb_status status = rb_json_get_number(film, "distance", where, 1e-4, 10, &distance, err);
    status = status == RB_OK ? rb_json_get_number(film, "marker_error", where, 0, 0.1, &error, err) : status;
    if (status != RB_OK) {
        return status;
    }
    rb_vec3 a = camera->markers[0], b = camera->markers[1];
    double placed = rb_norm(rb_v3(b.x - a.x, b.y - a.y, b.z - a.z));
    if (fabs(placed - distance) > 3 * error + 1e-6) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: distance: expected that of markers 1 and 2, %.4g mm within three times "
                       "marker_error, got %.4g mm",
                       where, 1e3 * placed, 1e3 * distance);
    }
    double above = body_value(stone, "a3") + (a.z + b.z) / 2; /* of the dots over the floor */
    double seen = mean_distance(series) * (1 - above / camera->height);
    if (!(fabs(seen / distance - 1) < distance_share)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: points: expected a distance of points 1 and 2 of %.4g mm within 3 %%, got %.4g "
                       "mm: is the unit m?",
                       where, 1e3 * distance, 1e3 * seen);
    }
    return RB_OK;
}

static rb_status check_film(const cJSON *film, const char *folder, const char *where, const rb_scene *stone,
                            rb_dataset_facts *facts, rb_error *err) {
    static const char *const known[] = {"points",       "clip",     "camera", "markers",
                                        "marker_error", "distance", "table",  NULL};
    char path[PATH], table[128];
    rb_tracker camera = {0};
    rb_fit_series series = {0};
    if (!cJSON_IsObject(film)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected an object, got %s", where, rb_json_type(film));
    }
    rb_status status = rb_json_check_names(film, (rb_param_table){NULL, 0}, known, where, err);
    status = status == RB_OK ? find_file(film, "points", folder, where, path, err) : status;
    status = status == RB_OK ? check_clip(film, folder, where, err) : status;
    status = status == RB_OK ? rb_json_get_text(film, "table", where, table, sizeof table, err) : status;
    status =
        status == RB_OK ? rb_json_get_number(film, "camera", where, 0.01, 100, &camera.height, err) : status;
    status = status == RB_OK ? read_markers(film, where, &camera, err) : status;
    status = status == RB_OK ? rb_fit_series_read(&series, path, stone, &camera, err) : status;
    if (status == RB_OK && series.frames < 10) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: points: expected at least 10 frames, got %d", where,
                         series.frames);
    }
    status = status == RB_OK ? check_distance(film, where, &series, stone, &camera, err) : status;
    facts->frames += series.frames;
    facts->films++;
    rb_fit_series_free(&series);
    return status;
}

/* Simulated data have their true parameters; those of a real stone are unknown. */
static rb_status check_truth(const cJSON *root, const char *where, const rb_scene *stone, bool synthetic,
                             rb_error *err) {
    const cJSON *truth = NULL;
    if (cJSON_HasObjectItem(root, "truth") != synthetic) {
        return rb_fail(err, RB_ERR_INPUT,
                       synthetic ? "%s: truth: expected the parameters of the simulation"
                                 : "%s: truth: expected only if \"synthetic\" is true",
                       where);
    }
    rb_status status = synthetic ? rb_json_get_object(root, "truth", where, &truth, err) : RB_OK;
    for (const cJSON *item = truth != NULL ? truth->child : NULL; status == RB_OK && item != NULL;
         item = item->next) {
        rb_section section;
        int index;
        rb_error reason;
        if (rb_scene_find(stone, item->string, &section, &index, &reason) != RB_OK) {
            status = rb_fail(err, RB_ERR_INPUT, "%s: truth: %.300s", where, reason.text);
        } else if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble)) {
            status = rb_fail(err, RB_ERR_INPUT, "%s: truth: %s: expected a number, got %s", where,
                             item->string, rb_json_type(item));
        }
    }
    return status;
}

static rb_status check_root(const cJSON *root, const char *folder, const char *where, rb_dataset_facts *facts,
                            rb_error *err) {
    static const char *const known[] = {"format",    "version", "name",  "description", "author", "licence",
                                        "synthetic", "stone",   "films", "truth",       NULL};
    char path[PATH], text[1024];
    const cJSON *films = NULL, *synthetic = cJSON_GetObjectItemCaseSensitive(root, "synthetic");
    rb_scene stone;
    rb_status status = rb_json_check_format(root, where, RB_DATASET_FORMAT, RB_DATASET_VERSION, err);
    status =
        status == RB_OK ? rb_json_check_names(root, (rb_param_table){NULL, 0}, known, where, err) : status;
    status = status == RB_OK ? rb_json_get_text(root, "name", where, facts->name, sizeof facts->name, err)
                             : status;
    status = status == RB_OK ? rb_json_get_text(root, "description", where, text, sizeof text, err) : status;
    status = status == RB_OK ? rb_json_get_text(root, "author", where, text, sizeof text, err) : status;
    status = status == RB_OK
                 ? rb_json_get_text(root, "licence", where, facts->licence, sizeof facts->licence, err)
                 : status;
    if (status == RB_OK && facts->licence[0] == '\0') {
        status = rb_fail(err, RB_ERR_INPUT, "%s: licence: expected one, such as CC0-1.0 or CC-BY-4.0", where);
    }
    if (status == RB_OK && !cJSON_IsBool(synthetic)) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: synthetic: expected true or false, got %s", where,
                         synthetic != NULL ? rb_json_type(synthetic) : "nothing");
    }
    facts->synthetic = cJSON_IsTrue(synthetic);
    status = status == RB_OK ? find_file(root, "stone", folder, where, path, err) : status;
    status = status == RB_OK ? rb_scene_read_file(path, &stone, err) : status;
    status = status == RB_OK ? check_truth(root, where, &stone, facts->synthetic, err) : status;
    status = status == RB_OK ? rb_json_get_list(root, "films", where, 64, &films, err) : status;
    if (status == RB_OK && films->child == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: films: expected at least one", where);
    }
    for (const cJSON *film = status == RB_OK ? films->child : NULL; status == RB_OK && film != NULL;
         film = film->next) {
        char place[RB_JSON_WHERE_MAX + 32];
        snprintf(place, sizeof place, "%s: films[%d]", where, facts->films);
        status = check_film(film, folder, place, &stone, facts, err);
    }
    return status;
}

rb_status rb_dataset_check(const char *folder, rb_dataset_facts *facts, rb_error *err) {
    char path[PATH], where[RB_JSON_WHERE_MAX], *text = NULL;
    cJSON *root = NULL;
    *facts = (rb_dataset_facts){0};
    if ((size_t)snprintf(path, sizeof path, "%s/dataset.json", folder) >= sizeof path) {
        return rb_fail(err, RB_ERR_INPUT, "dataset: the path of the folder is too long");
    }
    rb_status status = rb_json_load(path, "a data set", &text, err);
    status = status == RB_OK ? rb_json_parse(text, path, where, &root, err) : status;
    status = status == RB_OK ? check_root(root, folder, where, facts, err) : status;
    cJSON_Delete(root);
    free(text);
    return status;
}

/* ---------------------------------------------------------------- simulated data */

static void write_film(rb_json *json, const rb_tracker *camera) {
    rb_json_begin_list(json, "films");
    rb_json_begin_object(json, NULL);
    rb_json_text(json, "points", "points.csv");
    rb_json_text(json, "table", "simulated");
    rb_json_number(json, "camera", camera->height);
    rb_json_begin_list(json, "markers");
    for (int i = 0; i < camera->marker_count; i++) {
        rb_json_begin_list(json, NULL);
        rb_json_number(json, NULL, camera->markers[i].x);
        rb_json_number(json, NULL, camera->markers[i].y);
        rb_json_number(json, NULL, camera->markers[i].z);
        rb_json_end(json);
    }
    rb_json_end(json);
    rb_vec3 a = camera->markers[0], b = camera->markers[1];
    rb_json_number(json, "marker_error", 0.001);
    rb_json_number(json, "distance", rb_norm(rb_v3(b.x - a.x, b.y - a.y, b.z - a.z)));
    rb_json_end(json);
    rb_json_end(json);
}

/* The parameters that films are to find: contact and skew. */
static rb_status write_truth(rb_json *json, const rb_scene *scene, rb_error *err) {
    rb_fit *fit = calloc(1, sizeof *fit);
    if (fit == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "dataset: out of memory");
    }
    fit->scene = *scene;
    rb_status status = rb_fit_add_free(fit, "dataset", "contact", err);
    static const char *const skews[] = {"alpha", "B12"};
    rb_json_begin_object(json, "truth");
    for (int i = 0; status == RB_OK && i < fit->free_count; i++) {
        const rb_fit_free *f = &fit->free[i];
        rb_json_number(json, f->name, scene->values[f->section][f->index]);
    }
    for (int i = 0; i < 2; i++) {
        if (rb_param_find(rb_scene_table(scene, RB_SECTION_BODY), skews[i]) >= 0) {
            char name[32];
            snprintf(name, sizeof name, "body.%s", skews[i]);
            rb_json_number(json, name, body_value(scene, skews[i]));
        }
    }
    rb_json_end(json);
    free(fit);
    return status;
}

rb_status rb_dataset_write_synthetic(const char *folder, const rb_scene *scene, const rb_tracker *camera,
                                     double noise, double seed, rb_error *err) {
    char path[PATH], text[400];
    rb_json json = {0};
    snprintf(path, sizeof path, "%.1000s/stone.json", folder);
    rb_status status = rb_scene_write_file(scene, path, err);
    snprintf(text, sizeof text,
             "Simulated, not filmed: %s, law %s, errors of %.3g mm (seed %.0f). stone.json has the true "
             "parameters.",
             scene->id, scene->friction->id, 1e3 * noise, seed);
    rb_json_begin_object(&json, NULL);
    rb_json_text(&json, "format", RB_DATASET_FORMAT);
    rb_json_number(&json, "version", RB_DATASET_VERSION);
    snprintf(path, sizeof path, "Synthetic: %.80s", scene->name);
    rb_json_text(&json, "name", path);
    rb_json_text(&json, "description", text);
    rb_json_text(&json, "author", "rbsim track --dataset");
    rb_json_text(&json, "licence", "CC0-1.0");
    rb_json_bool(&json, "synthetic", true);
    rb_json_text(&json, "stone", "stone.json");
    write_film(&json, camera);
    status = status == RB_OK ? write_truth(&json, scene, err) : status;
    rb_json_end(&json);
    char *all = rb_json_finish(&json);
    snprintf(path, sizeof path, "%.1000s/dataset.json", folder);
    if (status == RB_OK) {
        status = all != NULL ? rb_file_write(path, all, strlen(all), err)
                             : rb_fail(err, RB_ERR_MEMORY, "dataset: out of memory");
    }
    free(all);
    return status;
}
