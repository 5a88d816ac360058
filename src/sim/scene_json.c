/* Scene files: JSON, format "rattleback-scene" version 1. Every field is required, except
   for parameters with RB_PARAM_OPTIONAL, and none is ignored, so that a misspelt name is found at once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/file.h"
#include "base/json.h"
#include "base/macros.h"
#include "bodies/base_motion.h"
#include "bodies/mass.h"
#include "bodies/ops.h"
#include "rattleback/scene.h"
#include "sim/scene_json.h"
#include "sim/scene_private.h"

#define FORMAT "rattleback-scene"
#define VERSION 1

/* A file: its path, and its name in messages. */
typedef struct scene_place {
    const char *path, *where;
} scene_place;

/* Returns the field of a section that names its law or kind; NULL for sections without one. */
static const char *selector(rb_section section) {
    switch (section) {
    case RB_SECTION_BODY: return "kind";
    case RB_SECTION_NORMAL:
    case RB_SECTION_FRICTION:
    case RB_SECTION_ROLLING: return "law";
    default: return NULL;
    }
}

static rb_status read_value(const rb_param *row, const cJSON *object, const char *where, double *value,
                            rb_error *err) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, row->name);
    if (item == NULL && (row->flags & RB_PARAM_OPTIONAL) != 0) {
        *value = row->def;
        return RB_OK;
    }
    if (row->flags & RB_PARAM_CHOICE) {
        char text[64];
        rb_status status = rb_json_get_text(object, row->name, where, text, sizeof text, err);
        return status == RB_OK ? rb_param_parse(row, text, where, value, err) : status;
    }
    bool boolean = (row->flags & RB_PARAM_BOOL) != 0;
    const char *expected = boolean ? "true or false" : "a number";
    if (item == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: missing, expected %s (%s%s%s)", where, row->name, expected,
                       row->help, row->unit[0] != '\0' ? ", " : "", row->unit);
    }
    if (boolean ? !cJSON_IsBool(item) : !cJSON_IsNumber(item)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected %s, got %s", where, row->name, expected,
                       rb_json_type(item));
    }
    *value = boolean ? cJSON_IsTrue(item) : item->valuedouble;
    return rb_param_check(row, *value, where, err);
}

static rb_status choose(rb_scene *scene, rb_section section, const char *id, const char *where,
                        rb_error *err) {
    const void *row = NULL;
    if (section == RB_SECTION_BODY) {
        row = scene->body = rb_body_kind_find(id);
    } else if (section == RB_SECTION_NORMAL) {
        row = scene->normal = rb_normal_law_find(id);
    } else if (section == RB_SECTION_FRICTION) {
        row = scene->friction = rb_friction_law_find(id);
    } else {
        row = scene->rolling = rb_rolling_law_find(id);
    }
    if (row == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: no %s has the id \"%s\"", where, selector(section),
                       section == RB_SECTION_BODY ? "body" : "law", id);
    }
    return RB_OK;
}

/* A body's "mass": {"solids": [...]} replaces the parameters that follow from it. */
static const cJSON *mass_of(const cJSON *object, const rb_body_ops *ops) {
    return ops->mass_params != NULL ? cJSON_GetObjectItemCaseSensitive(object, "mass") : NULL;
}

static bool is_filled(const char *const *filled, const char *name) {
    for (; filled != NULL && *filled != NULL; filled++) {
        if (strcmp(*filled, name) == 0) {
            return true;
        }
    }
    return false;
}

static rb_status read_mass(const cJSON *item, const char *path, const char *where, rb_scene *scene,
                           rb_error *err) {
    char place[264];
    rb_mass mass;
    snprintf(place, sizeof place, "%s: mass", where);
    if (!cJSON_IsObject(item)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected an object, got %s", place, rb_json_type(item));
    }
    rb_status status =
        rb_mass_read_json(item, (const char *const[]){"solids", NULL}, path, place, &mass, err);
    return status == RB_OK ? scene->body->ops->set_mass(&mass, scene->values[RB_SECTION_BODY], place, err)
                           : status;
}

/* The body's parameters, except for those that "mass" fills. */
static rb_status read_body(const cJSON *object, const char *path, const char *where, rb_scene *scene,
                           rb_error *err) {
    rb_param_table table = scene->body->params;
    const cJSON *mass = mass_of(object, scene->body->ops);
    const char *const *filled = mass != NULL ? scene->body->ops->mass_params : NULL;
    const char *const known[] = {"kind", mass != NULL ? "mass" : NULL, NULL};
    rb_status status = rb_json_check_names(object, table, known, where, err);
    for (int i = 0; status == RB_OK && i < table.count; i++) {
        const char *name = table.rows[i].name;
        if (!is_filled(filled, name)) {
            status = read_value(&table.rows[i], object, where, &scene->values[RB_SECTION_BODY][i], err);
        } else if (cJSON_GetObjectItemCaseSensitive(object, name) != NULL) {
            status = rb_fail(err, RB_ERR_INPUT, "%s: %s: expected none, because \"mass\" determines it",
                             where, name);
        }
    }
    return status == RB_OK && mass != NULL ? read_mass(mass, path, where, scene, err) : status;
}

static rb_status read_section(const cJSON *root, rb_section section, const scene_place *at, rb_scene *scene,
                              rb_error *err) {
    const char *where = at->where;
    const cJSON *object = NULL;
    if (section == RB_SECTION_BASE && cJSON_GetObjectItemCaseSensitive(root, "base") == NULL) {
        rb_param_defaults(rb_base_params, scene->values[section]);
        return RB_OK;
    }
    rb_status status = rb_json_get_object(root, rb_section_name(section), where, &object, err);
    if (status != RB_OK) {
        return status;
    }
    char place[256];
    snprintf(place, sizeof place, "%s: %s", where, rb_section_name(section));
    rb_param_table table = rb_scene_table(scene, section);
    if (section == RB_SECTION_BODY) {
        return read_body(object, at->path, place, scene, err);
    }
    const char *const known[] = {section == RB_SECTION_BASE ? "file" : selector(section), NULL};
    status = rb_json_check_names(object, table, known, place, err);
    for (int i = 0; status == RB_OK && i < table.count; i++) {
        status = read_value(&table.rows[i], object, place, &scene->values[section][i], err);
    }
    return status;
}

/* The path of a recorded motion, relative to the folder of the scene. */
static rb_status read_base_file(const cJSON *root, const scene_place *at, rb_scene *scene, rb_error *err) {
    const cJSON *base = cJSON_GetObjectItemCaseSensitive(root, "base");
    char place[256], file[sizeof scene->base_file];
    if (cJSON_GetObjectItemCaseSensitive(base, "file") == NULL) {
        return RB_OK; /* rb_scene_check refuses a motion "file" without one */
    }
    snprintf(place, sizeof place, "%s: base", at->where);
    rb_status status = rb_json_get_text(base, "file", place, file, sizeof file, err);
    char *path = status == RB_OK ? rb_file_sibling(at->path, file) : NULL;
    if (status == RB_OK && (path == NULL || strlen(path) >= sizeof scene->base_file)) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: file: expected a path of at most %zu bytes", place,
                         sizeof scene->base_file - 1);
    }
    if (status == RB_OK) {
        snprintf(scene->base_file, sizeof scene->base_file, "%s", path);
    }
    free(path);
    return status;
}

/* Laws and body first: they determine the tables of the sections. */
static rb_status read_choices(const cJSON *root, const char *where, rb_scene *scene, rb_error *err) {
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_section section = (rb_section)s;
        if (selector(section) == NULL) {
            continue;
        }
        const cJSON *object = NULL;
        char place[256];
        char id[64];
        snprintf(place, sizeof place, "%s: %s", where, rb_section_name(section));
        rb_status status = rb_json_get_object(root, rb_section_name(section), where, &object, err);
        if (status == RB_OK) {
            status = rb_json_get_text(object, selector(section), place, id, sizeof id, err);
        }
        if (status == RB_OK) {
            status = choose(scene, section, id, place, err);
        }
        if (status != RB_OK) {
            return status;
        }
    }
    return RB_OK;
}

static rb_status read_header(const cJSON *root, const char *where, rb_scene *scene, rb_error *err) {
    rb_status status = rb_json_check_format(root, where, FORMAT, VERSION, err);
    const struct {
        const char *name;
        char *text;
        size_t size;
    } texts[] = {{"id", scene->id, sizeof scene->id},
                 {"name", scene->name, sizeof scene->name},
                 {"description", scene->description, sizeof scene->description},
                 {"source", scene->source, sizeof scene->source}};
    for (size_t i = 0; status == RB_OK && i < sizeof texts / sizeof texts[0]; i++) {
        status = rb_json_get_text(root, texts[i].name, where, texts[i].text, texts[i].size, err);
    }
    return status;
}

/* "starts": a list of objects, each a name and some values of the start section. */
static rb_status read_start(const cJSON *item, const char *where, rb_scene *scene, rb_error *err) {
    rb_param_table table = scene->body->start;
    rb_start *start = &scene->starts[scene->start_count];
    if (!cJSON_IsObject(item)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected an object, got %s", where, rb_json_type(item));
    }
    rb_status status = rb_json_get_text(item, "name", where, start->name, sizeof start->name, err);
    if (status == RB_OK) {
        status = rb_json_check_names(item, table, (const char *const[]){"name", NULL}, where, err);
    }
    memcpy(start->values, scene->values[RB_SECTION_START], sizeof start->values);
    for (int i = 0; status == RB_OK && i < table.count; i++) {
        if (cJSON_GetObjectItemCaseSensitive(item, table.rows[i].name) != NULL) {
            status = read_value(&table.rows[i], item, where, &start->values[i], err);
        }
    }
    scene->start_count += status == RB_OK;
    return status;
}

static rb_status read_starts(const cJSON *root, const char *where, rb_scene *scene, rb_error *err) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "starts");
    if (list == NULL) {
        return RB_OK;
    }
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > RB_STARTS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "%s: starts: expected a list of at most %d objects", where,
                       RB_STARTS_MAX);
    }
    rb_status status = RB_OK;
    for (const cJSON *item = list->child; status == RB_OK && item != NULL; item = item->next) {
        char place[256];
        snprintf(place, sizeof place, "%s: starts[%d]", where, scene->start_count);
        status = read_start(item, place, scene, err);
    }
    return status;
}

static rb_status read_root(const cJSON *root, const scene_place *at, rb_scene *scene, rb_error *err) {
    const char *where = at->where;
    rb_status status = read_header(root, where, scene, err);
    if (status == RB_OK) {
        const char *known[7 + RB_SECTION_COUNT + 1] = {"format",      "version", "id",    "name",
                                                       "description", "source",  "starts"};
        for (int s = 0; s < RB_SECTION_COUNT; s++) {
            known[7 + s] = rb_section_name((rb_section)s);
        }
        status = rb_json_check_names(root, (rb_param_table){NULL, 0}, known, where, err);
    }
    if (status == RB_OK) {
        status = read_choices(root, where, scene, err);
    }
    for (int s = 0; status == RB_OK && s < RB_SECTION_COUNT; s++) {
        status = read_section(root, (rb_section)s, at, scene, err);
    }
    if (status == RB_OK) {
        status = read_starts(root, where, scene, err);
    }
    if (status == RB_OK) {
        status = read_base_file(root, at, scene, err);
    }
    return status == RB_OK ? rb_scene_check(scene, where, err) : status;
}

static rb_status read_json(const cJSON *root, const scene_place *at, rb_scene *scene, rb_error *err) {
    rb_scene fresh;
    memset(&fresh, 0, sizeof fresh);
    rb_status status = read_root(root, at, &fresh, err);
    if (status == RB_OK) {
        *scene = fresh;
    }
    return status;
}

rb_status rb_scene_read_json(const cJSON *root, const char *where, rb_scene *scene, rb_error *err) {
    return read_json(root, &(scene_place){"", where}, scene, err);
}

rb_status rb_scene_read_text(const char *text, const char *path, rb_scene *scene, rb_error *err) {
    RB_CHECK_ARGUMENTS(text != NULL && path != NULL, err);
    char where[RB_JSON_WHERE_MAX];
    cJSON *root = NULL;
    rb_status status = rb_json_parse(text, path, where, &root, err);
    if (status == RB_OK) {
        status = read_json(root, &(scene_place){path, where}, scene, err);
        cJSON_Delete(root);
    }
    return status;
}

rb_status rb_scene_read_file(const char *path, rb_scene *scene, rb_error *err) {
    char *text = NULL;
    rb_status status = rb_json_load(path, "a scene", &text, err);
    if (status == RB_OK) {
        status = rb_scene_read_text(text, path, scene, err);
    }
    free(text);
    return status;
}

static void write_value(const rb_param *row, double value, rb_json *json) {
    if (row->flags & RB_PARAM_CHOICE) {
        rb_json_text(json, row->name, row->choices[(int)value]);
    } else if (row->flags & RB_PARAM_BOOL) {
        rb_json_bool(json, row->name, value != 0);
    } else {
        rb_json_number(json, row->name, value);
    }
}

/* Is the base as in files without a section for it? */
static bool rests_by_default(const rb_scene *scene) {
    double usual[RB_PARAMS_MAX] = {0};
    rb_param_defaults(rb_base_params, usual);
    return scene->base_file[0] == '\0' &&
           memcmp(usual, scene->values[RB_SECTION_BASE], (size_t)rb_base_params.count * sizeof usual[0]) == 0;
}

const char *rb_scene_chosen(const rb_scene *scene, rb_section section) {
    return section == RB_SECTION_BODY       ? scene->body->id
           : section == RB_SECTION_NORMAL   ? scene->normal->id
           : section == RB_SECTION_FRICTION ? scene->friction->id
           : section == RB_SECTION_ROLLING  ? scene->rolling->id
                                            : NULL;
}

static void write_section(const rb_scene *scene, rb_section section, rb_json *json) {
    const char *chosen = rb_scene_chosen(scene, section);
    rb_param_table table = rb_scene_table(scene, section);
    if (section == RB_SECTION_BASE && rests_by_default(scene)) {
        return;
    }
    rb_json_begin_object(json, rb_section_name(section));
    if (section == RB_SECTION_BASE && scene->base_file[0] != '\0') {
        rb_json_text(json, "file", scene->base_file);
    }
    if (chosen != NULL) {
        rb_json_text(json, selector(section), chosen);
    }
    for (int i = 0; i < table.count; i++) {
        const rb_param *row = &table.rows[i];
        double value = scene->values[section][i];
        if ((row->flags & RB_PARAM_OPTIONAL) == 0 || value != row->def) {
            write_value(row, value, json);
        }
    }
    rb_json_end(json);
}

/* Writes only the values that differ from the scene's own start. */
static void write_starts(const rb_scene *scene, rb_json *json) {
    rb_param_table table = scene->body->start;
    rb_json_begin_list(json, "starts");
    for (int k = 0; k < scene->start_count; k++) {
        rb_json_begin_object(json, NULL);
        rb_json_text(json, "name", scene->starts[k].name);
        for (int i = 0; i < table.count; i++) {
            double value = scene->starts[k].values[i];
            if (value != scene->values[RB_SECTION_START][i]) {
                write_value(&table.rows[i], value, json);
            }
        }
        rb_json_end(json);
    }
    rb_json_end(json);
}

void rb_scene_write_json(const rb_scene *scene, const char *name, rb_json *json) {
    rb_json_begin_object(json, name);
    rb_json_text(json, "format", FORMAT);
    rb_json_number(json, "version", VERSION);
    rb_json_text(json, "id", scene->id);
    rb_json_text(json, "name", scene->name);
    rb_json_text(json, "description", scene->description);
    rb_json_text(json, "source", scene->source);
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        write_section(scene, (rb_section)s, json);
    }
    if (scene->start_count > 0) {
        write_starts(scene, json);
    }
    rb_json_end(json);
}

char *rb_scene_to_text(const rb_scene *scene) {
    if (!rb_scene_is_complete(scene)) {
        return NULL;
    }
    rb_json json = {0};
    rb_scene_write_json(scene, NULL, &json);
    return rb_json_finish(&json);
}

uint64_t rb_scene_hash(const rb_scene *scene) {
    char *text = rb_scene_to_text(scene);
    uint64_t hash = text != NULL ? rb_fnv(RB_FNV_BEGIN, text, strlen(text)) : 0;
    free(text);
    return hash;
}

rb_status rb_scene_write_file(const rb_scene *scene, const char *path, rb_error *err) {
    RB_CHECK_ARGUMENTS(path != NULL, err);
    if (!rb_scene_is_complete(scene)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a complete scene", path);
    }
    char *text = rb_scene_to_text(scene);
    if (text == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    rb_status status = rb_file_write(path, text, strlen(text), err);
    free(text);
    return status;
}
