/* Mass properties of lists of solids and of meshes (docs/files.md). */
#include "bodies/mass.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/macros.h"
#include "bodies/ops.h"

enum { SOLIDS_MAX = 256 };

/* ---------------------------------------------------------------- moments */

static void add_outer(rb_mat3 *to, double s, rb_vec3 v) {
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            to->m[i][j] += s * x[i] * x[j];
        }
    }
}

/* No second moment is a difference of large numbers. */
rb_moments rb_moments_sum(const rb_moments *parts, int count) {
    rb_moments sum = {0};
    for (int i = 0; i < count; i++) {
        sum.mass += parts[i].mass;
        sum.centre = rb_add_scaled(sum.centre, parts[i].mass, parts[i].centre);
    }
    sum.centre = rb_scale(1 / sum.mass, sum.centre);
    for (int i = 0; i < count; i++) {
        add_outer(&sum.second, parts[i].mass, rb_sub(parts[i].centre, sum.centre));
        for (int k = 0; k < 9; k++) {
            sum.second.m[k / 3][k % 3] += parts[i].second.m[k / 3][k % 3];
        }
    }
    return sum;
}

rb_moments rb_moments_scale(rb_moments m, double density) {
    m.mass *= density;
    for (int k = 0; k < 9; k++) {
        m.second.m[k / 3][k % 3] *= density;
    }
    return m;
}

static rb_moments placed(const rb_moments *m, const rb_mat3 *turn, rb_vec3 place) {
    rb_mat3 back = rb_mat3_transpose(turn), half = rb_mat3_mul(turn, &m->second);
    return (rb_moments){m->mass, rb_add(place, rb_mul(turn, m->centre)), rb_mat3_mul(&half, &back)};
}

/* ---------------------------------------------------------------- a solid as JSON */

typedef struct solid_reader {
    const cJSON *item;
    const char *path, *where;
    rb_error *err;
} solid_reader;

static rb_status read_vector(const solid_reader *r, const char *name, rb_vec3 *out) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(r->item, name);
    double v[3];
    if (list == NULL) {
        return RB_OK;
    }
    bool ok = cJSON_IsArray(list) && cJSON_GetArraySize(list) == 3;
    for (int i = 0; ok && i < 3; i++) {
        const cJSON *number = cJSON_GetArrayItem(list, i);
        ok = cJSON_IsNumber(number) && fabs(number->valuedouble) <= 1e3;
        v[i] = ok ? number->valuedouble : 0;
    }
    if (!ok) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s: %s: expected a list of three numbers", r->where, name);
    }
    *out = rb_v3(v[0], v[1], v[2]);
    return RB_OK;
}

static rb_status read_place(const solid_reader *r, rb_vec3 *place, rb_mat3 *turn) {
    rb_vec3 axis = {0, 0, 1};
    double angle = 0;
    *place = rb_v3(0, 0, 0);
    rb_status status = read_vector(r, "place", place);
    if (status == RB_OK) {
        status = read_vector(r, "axis", &axis);
    }
    if (status == RB_OK && cJSON_GetObjectItemCaseSensitive(r->item, "angle") != NULL) {
        status = rb_json_get_number(r->item, "angle", r->where, -100, 100, &angle, r->err);
    }
    double norm = rb_norm(axis);
    if (status == RB_OK && !(norm > 1e-6)) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s: axis: expected a direction, got zero", r->where);
    }
    *turn = rb_quat_matrix(rb_quat_from_axis_angle(rb_scale(1 / norm, axis), angle));
    return status;
}

static rb_status read_kind(const solid_reader *r, const rb_solid_kind **kind) {
    char id[32], ids[160] = "";
    rb_status status = rb_json_get_text(r->item, "solid", r->where, id, sizeof id, r->err);
    for (int i = 0; status == RB_OK && i < rb_solid_kind_count; i++) {
        if (strcmp(rb_solid_kinds[i].id, id) == 0) {
            *kind = &rb_solid_kinds[i];
            return RB_OK;
        }
        size_t used = strlen(ids);
        snprintf(ids + used, sizeof ids - used, "%s%s", i > 0 ? ", " : "", rb_solid_kinds[i].id);
    }
    return status != RB_OK ? status
                           : rb_fail(r->err, RB_ERR_INPUT, "%s: solid: expected one of %s, got \"%s\"",
                                     r->where, ids, id);
}

/* Reads "density" or "mass", whichever is there; *mass is 0 with a density. */
static rb_status read_weight(const solid_reader *r, const rb_solid_kind *kind, double *density,
                             double *mass) {
    bool dense = cJSON_GetObjectItemCaseSensitive(r->item, "density") != NULL;
    bool weighs = cJSON_GetObjectItemCaseSensitive(r->item, "mass") != NULL;
    const char *expected = kind == rb_solid_point ? "mass, kg" : "either density, kg/m3, or mass, kg";
    if (dense == weighs || (dense && kind == rb_solid_point)) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s: expected %s", r->where, expected);
    }
    double *to = dense ? density : mass;
    rb_status status = rb_json_get_number(r->item, dense ? "density" : "mass", r->where, 0, 1e6, to, r->err);
    if (status == RB_OK && *to == 0) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s: %s: expected more than 0", r->where,
                       dense ? "density" : "mass");
    }
    return status;
}

static rb_status read_mesh(const solid_reader *r, rb_moments *out) {
    char file[512];
    double unit = 0;
    rb_mesh mesh;
    rb_status status = rb_json_get_text(r->item, "file", r->where, file, sizeof file, r->err);
    if (status == RB_OK && cJSON_GetObjectItemCaseSensitive(r->item, "unit") != NULL) {
        status = rb_json_get_number(r->item, "unit", r->where, 1e-9, 1e3, &unit, r->err);
    }
    if (status != RB_OK) {
        return status;
    }
    char *path = rb_file_sibling(r->path, file);
    if (path == NULL) {
        return rb_fail(r->err, RB_ERR_MEMORY, "%s: out of memory", r->where);
    }
    status = rb_mesh_read(path, unit, &mesh, r->err);
    free(path);
    if (status == RB_OK) {
        *out = rb_mesh_moments(&mesh);
        rb_mesh_free(&mesh);
    }
    return status;
}

static rb_status read_shape(const solid_reader *r, const rb_solid_kind *kind, rb_moments *out) {
    double values[RB_PARAMS_MAX];
    if (kind == rb_solid_point) {
        *out = (rb_moments){.mass = 1};
        return RB_OK;
    }
    if (kind == rb_solid_mesh) {
        return read_mesh(r, out);
    }
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < kind->params.count; i++) {
        const rb_param *row = &kind->params.rows[i];
        status = rb_json_get_number(r->item, row->name, r->where, row->min, row->max, &values[i], r->err);
        if (status == RB_OK) {
            status = rb_param_check(row, values[i], r->where, r->err);
        }
    }
    const char *problem = status == RB_OK && kind->problem != NULL ? kind->problem(values) : NULL;
    if (problem != NULL) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s: %s", r->where, problem);
    }
    if (status == RB_OK) {
        *out = kind->moments(values);
    }
    return status;
}

static rb_status read_solid(const solid_reader *r, rb_moments *out) {
    static const char *const known[] = {"solid", "density",  "mass", "place", "axis",
                                        "angle", "subtract", NULL,   NULL,    NULL};
    static const char *const known_mesh[] = {"solid", "density",  "mass", "place", "axis",
                                             "angle", "subtract", "file", "unit",  NULL};
    const rb_solid_kind *kind = NULL;
    double density = 1, mass = 0;
    rb_vec3 place = {0};
    rb_mat3 turn = {0};
    if (!cJSON_IsObject(r->item)) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s: expected an object, got %s", r->where,
                       rb_json_type(r->item));
    }
    rb_status status = read_kind(r, &kind);
    if (status != RB_OK || kind == NULL) {
        return status;
    }
    status = rb_json_check_names(r->item, kind->params, kind == rb_solid_mesh ? known_mesh : known, r->where,
                                 r->err);
    if (status == RB_OK) {
        status = read_weight(r, kind, &density, &mass);
    }
    if (status == RB_OK) {
        status = read_place(r, &place, &turn);
    }
    const cJSON *subtract = cJSON_GetObjectItemCaseSensitive(r->item, "subtract");
    if (status == RB_OK && subtract != NULL && !cJSON_IsBool(subtract)) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s: subtract: expected true or false", r->where);
    }
    if (status == RB_OK) {
        status = read_shape(r, kind, out);
    }
    if (status == RB_OK) {
        double scale = mass > 0 ? mass / out->mass : density;
        rb_moments m = rb_moments_scale(*out, cJSON_IsTrue(subtract) ? -scale : scale);
        *out = placed(&m, &turn, place);
    }
    return status;
}

/* ---------------------------------------------------------------- lists and files */

static rb_status finish_checked(const rb_moments *m, const char *where, rb_mass *out, rb_error *err) {
    if (!(m->mass > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: solids: expected a positive mass in all, got %g kg", where,
                       m->mass);
    }
    rb_mass found;
    rb_mass_finish(m, rb_v3(1, 0, 0), &found);
    /* What is subtracted may exceed what is there. */
    if (!(found.principal[0] >= -1e-12 * found.principal[2])) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "%s: solids: expected positive moments of inertia, got %g, %g, %g kg m2: more is subtracted "
            "than there is",
            where, found.principal[0], found.principal[1], found.principal[2]);
    }
    *out = found;
    return RB_OK;
}

rb_status rb_mass_read_json(const cJSON *object, const char *const *known, const char *path,
                            const char *where, rb_mass *out, rb_error *err) {
    const cJSON *list = NULL;
    rb_status status = rb_json_check_names(object, (rb_param_table){NULL, 0}, known, where, err);
    if (status == RB_OK) {
        status = rb_json_get_list(object, "solids", where, SOLIDS_MAX, &list, err);
    }
    if (status != RB_OK) {
        return status;
    }
    rb_moments *parts = calloc(SOLIDS_MAX, sizeof *parts);
    int count = 0;
    if (parts == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", where);
    }
    for (const cJSON *item = list->child; status == RB_OK && item != NULL; item = item->next) {
        char place[256];
        snprintf(place, sizeof place, "%s: solids[%d]", where, count);
        const solid_reader r = {item, path, place, err};
        status = read_solid(&r, &parts[count++]);
    }
    if (status == RB_OK && count == 0) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: solids: expected at least one solid", where);
    }
    if (status == RB_OK) {
        rb_moments sum = rb_moments_sum(parts, count);
        status = finish_checked(&sum, where, out, err);
    }
    free(parts);
    return status;
}

rb_status rb_mass_read_text(const char *text, const char *path, rb_mass *out, rb_error *err) {
    RB_CHECK_ARGUMENTS(text != NULL && path != NULL && out != NULL, err);
    static const char *const known[] = {"format", "version", "solids", NULL};
    char where[RB_JSON_WHERE_MAX];
    cJSON *root = NULL;
    rb_status status = rb_json_parse(text, path, where, &root, err);
    if (status == RB_OK) {
        status = rb_json_check_format(root, where, "rattleback-mass", 1, err);
    }
    if (status == RB_OK) {
        status = rb_mass_read_json(root, known, path, where, out, err);
    }
    cJSON_Delete(root);
    return status;
}

static rb_status read_mesh_file(const char *path, double density, double unit, rb_mass *out, rb_error *err) {
    if (!(density > 0 && density <= 1e6) || !(unit >= 0 && unit <= 1e3)) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "%s: expected a density above 0 up to 1e6 kg/m3 and a unit from 0 to 1000 m, got %g and %g", path,
            density, unit);
    }
    rb_mesh mesh;
    rb_status status = rb_mesh_read(path, unit, &mesh, err);
    if (status == RB_OK) {
        rb_moments m = rb_mesh_moments(&mesh);
        rb_mesh_free(&mesh);
        m = rb_moments_scale(m, density);
        rb_mass_finish(&m, rb_v3(1, 0, 0), out);
    }
    return status;
}

rb_status rb_mass_read_file(const char *path, double density, double unit, rb_mass *out, rb_error *err) {
    RB_CHECK_ARGUMENTS(path != NULL && out != NULL, err);
    size_t length = strlen(path);
    if (length < 5 || strcmp(path + length - 5, ".json") != 0) {
        return read_mesh_file(path, density, unit, out, err);
    }
    char *text = NULL;
    rb_status status = rb_json_load(path, "a list of solids", &text, err);
    if (status == RB_OK) {
        status = rb_mass_read_text(text, path, out, err);
    }
    free(text);
    return status;
}

rb_status rb_mass_of_scene(const rb_scene *scene, rb_mass *out, rb_error *err) {
    RB_CHECK_ARGUMENTS(scene != NULL && scene->body != NULL && scene->body->ops != NULL && out != NULL, err);
    if (scene->body->ops->get_mass == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: mass: expected a celt or a tippe-top, got the body \"%s\"",
                       scene->id, scene->body->id);
    }
    scene->body->ops->get_mass(scene->values[RB_SECTION_BODY], out);
    return RB_OK;
}

double rb_mass_number(const rb_mass *mass, int index) {
    RB_CHECK_ARGUMENTS_OR(mass != NULL && index >= 0 && index < 17, NAN);
    const double centre[3] = {mass->centre.x, mass->centre.y, mass->centre.z};
    return index == 0   ? mass->mass
           : index < 4  ? centre[index - 1]
           : index < 13 ? mass->inertia.m[(index - 4) / 3][(index - 4) % 3]
           : index < 16 ? mass->principal[index - 13]
                        : mass->skew;
}
