/* Designs of stones as JSON files (docs/files.md#stones). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/file.h"
#include "base/json.h"
#include "print/design.h"

/* Reads the values of a table that are there; the others keep their defaults. */
static rb_status read_values(const cJSON *object, rb_param_table table, const char *where, double *values,
                             rb_error *err) {
    rb_status status = RB_OK;
    rb_param_defaults(table, values);
    for (int i = 0; status == RB_OK && i < table.count; i++) {
        const rb_param *row = &table.rows[i];
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, row->name);
        if (item == NULL) {
            continue;
        }
        if ((row->flags & RB_PARAM_CHOICE) != 0) {
            char text[64];
            status = rb_json_get_text(object, row->name, where, text, sizeof text, err);
            status = status == RB_OK ? rb_param_parse(row, text, where, &values[i], err) : status;
        } else if (!cJSON_IsNumber(item)) {
            status = rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a number, got %s", where, row->name,
                             rb_json_type(item));
        } else {
            values[i] = item->valuedouble;
            status = rb_param_check(row, values[i], where, err);
        }
    }
    return status;
}

static rb_status read_weight(const cJSON *object, const char *where, rb_stone_weight *out, rb_error *err) {
    static const char *const known[] = {"material", NULL};
    char name[64];
    rb_status status = rb_json_check_names(object, rb_weight_params, known, where, err);
    status = status == RB_OK ? read_values(object, rb_weight_params, where, out->v, err) : status;
    if (status != RB_OK || cJSON_GetObjectItemCaseSensitive(object, "material") == NULL) {
        return status;
    }
    status = rb_json_get_text(object, "material", where, name, sizeof name, err);
    const rb_weight_material *material = status == RB_OK ? rb_weight_material_find(name) : NULL;
    if (status == RB_OK && cJSON_GetObjectItemCaseSensitive(object, "density") != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected either material or density, got both", where);
    }
    if (status == RB_OK && material == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: material: expected steel, brass, lead …, or density, got \"%s\"", where, name);
    }
    if (material != NULL) {
        out->v[RB_WEIGHT_DENSITY] = material->density;
    }
    return status;
}

static rb_status read_weights(const cJSON *root, const char *where, rb_stone_design *out, rb_error *err) {
    const cJSON *list = NULL;
    if (cJSON_GetObjectItemCaseSensitive(root, "weights") == NULL) {
        return RB_OK;
    }
    rb_status status = rb_json_get_list(root, "weights", where, RB_STONE_WEIGHTS_MAX, &list, err);
    for (const cJSON *item = status == RB_OK ? list->child : NULL; status == RB_OK && item != NULL;
         item = item->next) {
        char place[RB_JSON_WHERE_MAX + 32];
        snprintf(place, sizeof place, "%s: weights[%d]", where, out->weight_count);
        if (!cJSON_IsObject(item)) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected an object, got %s", place, rb_json_type(item));
        }
        status = read_weight(item, place, &out->weights[out->weight_count++], err);
    }
    return status;
}

static rb_status read_texts(const cJSON *root, const char *where, rb_stone_design *out, rb_error *err) {
    const struct {
        const char *name;
        char *to;
        size_t size;
    } texts[] = {{"name", out->name, sizeof out->name},
                 {"scene", out->scene, sizeof out->scene},
                 {"mesh", out->mesh, sizeof out->mesh}};
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < 3; i++) {
        if (cJSON_GetObjectItemCaseSensitive(root, texts[i].name) != NULL) {
            status = rb_json_get_text(root, texts[i].name, where, texts[i].to, texts[i].size, err);
        }
    }
    return status;
}

rb_status rb_stone_read_text(const char *text, const char *path, rb_stone_design *out, rb_error *err) {
    static const char *const known[] = {"format", "version", "name", "scene", "mesh", "weights", NULL};
    char where[RB_JSON_WHERE_MAX];
    cJSON *root = NULL;
    rb_stone_design d = {.name = "stone", .scene = "toy-plastic"};
    rb_status status = rb_json_parse(text, path, where, &root, err);
    status =
        status == RB_OK ? rb_json_check_format(root, where, RB_STONE_FORMAT, RB_STONE_VERSION, err) : status;
    status = status == RB_OK ? rb_json_check_names(root, rb_stone_params, known, where, err) : status;
    status = status == RB_OK ? read_texts(root, where, &d, err) : status;
    status = status == RB_OK ? read_values(root, rb_stone_params, where, d.v, err) : status;
    status = status == RB_OK ? read_weights(root, where, &d, err) : status;
    if (status == RB_OK && (d.v[RB_STONE_BODY] == RB_STONE_MESH) != (d.mesh[0] != '\0')) {
        status =
            rb_fail(err, RB_ERR_INPUT, "%s: mesh: expected a file if body is \"mesh\", else none", where);
    }
    if (status == RB_OK) {
        *out = d;
    }
    cJSON_Delete(root);
    return status;
}

rb_status rb_stone_read_file(const char *path, rb_stone_design *out, rb_error *err) {
    char *text = NULL;
    rb_status status = rb_json_load(path, "a design of a stone", &text, err);
    status = status == RB_OK ? rb_stone_read_text(text, path, out, err) : status;
    free(text);
    if (status == RB_OK && out->mesh[0] != '\0') {
        char *mesh = rb_file_sibling(path, out->mesh);
        if (mesh == NULL || strlen(mesh) >= sizeof out->mesh) {
            status = rb_fail(err, RB_ERR_INPUT, "%s: mesh: the path is too long", path);
        } else {
            snprintf(out->mesh, sizeof out->mesh, "%s", mesh);
        }
        free(mesh);
    }
    return status;
}

bool rb_stone_is_file(const char *path) {
    char *text = NULL, where[RB_JSON_WHERE_MAX];
    cJSON *root = NULL;
    bool is = rb_json_load(path, "a design of a stone", &text, NULL) == RB_OK &&
              rb_json_parse(text, path, where, &root, NULL) == RB_OK &&
              rb_json_check_format(root, where, RB_STONE_FORMAT, RB_STONE_VERSION, NULL) == RB_OK;
    cJSON_Delete(root);
    free(text);
    return is;
}

/* ---------------------------------------------------------------- writing */

static void put_values(rb_json *json, rb_param_table table, const double *values) {
    for (int i = 0; i < table.count; i++) {
        const rb_param *row = &table.rows[i];
        if ((row->flags & RB_PARAM_CHOICE) != 0) {
            rb_json_text(json, row->name, row->choices[(int)values[i]]);
        } else if (values[i] != row->def) {
            rb_json_number(json, row->name, values[i]);
        }
    }
}

char *rb_stone_write_text(const rb_stone_design *d) {
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_json_text(&json, "format", RB_STONE_FORMAT);
    rb_json_number(&json, "version", RB_STONE_VERSION);
    rb_json_text(&json, "name", d->name);
    rb_json_text(&json, "scene", d->scene);
    if (d->v[RB_STONE_BODY] == RB_STONE_MESH) {
        rb_json_text(&json, "mesh", d->mesh);
    }
    put_values(&json, rb_stone_params, d->v);
    rb_json_begin_list(&json, "weights");
    for (int i = 0; i < d->weight_count; i++) {
        rb_json_begin_object(&json, NULL);
        put_values(&json, rb_weight_params, d->weights[i].v);
        rb_json_end(&json);
    }
    rb_json_end(&json);
    rb_json_end(&json);
    return rb_json_finish(&json);
}

bool rb_stone_write(const rb_stone_design *design, FILE *out) {
    char *text = rb_stone_write_text(design);
    fputs(text != NULL ? text : "", out);
    free(text);
    return text != NULL;
}
