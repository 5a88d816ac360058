/* Designs of stones: parameters, materials, templates. */
#include "print/design.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/macros.h"
#include "bodies/surface.h"
#include "math/pi.h"

const char *const rb_stone_body_ids[RB_STONE_BODIES + 1] = {"whole", "boat", "bent-bar",
                                                            "spoon", "mesh", NULL};
static const char *const shapes[] = {"cylinder", "sphere", "hole", NULL};

#define LENGTH(name, symbol, most, def, help, flags)                                                         \
    { name, symbol, "m", 0, most, def, help, "ours", flags, NULL }

static const rb_param stone_rows[] = {
    {"body", "body", "", 0, 0, 0, "outline of the body", "ours", RB_PARAM_CHOICE, rb_stone_body_ids},
    {"surface", "underside", "", 0, 0, 0, "shape of the underside", "ours", RB_PARAM_CHOICE, rb_surface_ids},
    LENGTH("a1", "a₁", 0.5, 0.05, "semi-axis of the underside along x", RB_PARAM_ABOVE),
    LENGTH("a2", "a₂", 0.5, 0.01, "semi-axis of the underside along y", RB_PARAM_ABOVE),
    LENGTH("a3", "a₃", 0.5, 0.01, "depth of the underside below the flat top", RB_PARAM_ABOVE),
    {"exponent", "p", "", 1.5, 4, 2, "exponent of a superellipsoid", "ours", 0, NULL},
    {"rounding", "e", "", 1e-3, 1, 0.1, "rounding of a superellipsoid", "ours", 0, NULL},
    LENGTH("a1_back", "a₁ back", 0.5, 0.05, "semi-axis along -x of two halves", RB_PARAM_ABOVE),
    {"joint", "joint", "", 1e-3, 1, 0.1, "width of the joint of two halves, as a slope", "ours", 0, NULL},
    LENGTH("length", "l", 0.5, 0.04, "half length of the outline (boat, bent bar, spoon)", RB_PARAM_ABOVE),
    LENGTH("width", "w", 0.5, 0.008, "half width of the outline (boat, bent bar, spoon)", RB_PARAM_ABOVE),
    {"bend", "bend", "m", -0.2, 0.2, 0, "how far the ends of a bent bar are moved across", "ours", 0, NULL},
    {"taper", "taper", "", 0.1, 1, 0.6, "width of a spoon's narrow end, share of the other", "ours", 0, NULL},
    {"density", "ρ", "kg/m3", 0, 3e4, 1050, "density of the print", "ours", RB_PARAM_ABOVE, NULL},
    LENGTH("shell", "shell", 0.1, 0, "thickness of solid walls around the infill; 0: solid", 0),
    {"infill", "infill", "", 0, 1, 1, "density inside the shell, share of that of the print", "ours", 0,
     NULL},
    LENGTH("clearance", "gap", 0.01, 1e-4, "gap between weight and hole", 0),
    LENGTH("wall", "wall", 0.1, 1e-3, "least thickness around a hole", 0),
    {"mesh_unit", "unit", "m", 0, 1e3, 0, "length of the mesh's unit; 0: as the file says", "ours", 0, NULL},
    {"mesh_turn", "turn", "rad", -4, 4, 0, "angle about z by which the mesh is turned", "ours", 0, NULL},
    {"mesh_x", "mesh x", "m", -10, 10, 0, "where the mesh is moved after the turn", "ours", 0, NULL},
    {"mesh_y", "mesh y", "m", -10, 10, 0, "where the mesh is moved after the turn", "ours", 0, NULL},
    {"mesh_z", "mesh z", "m", -10, 10, 0, "where the mesh is moved after the turn", "ours", 0, NULL},
};
const rb_param_table rb_stone_params = RB_PARAM_TABLE(stone_rows);
_Static_assert(sizeof stone_rows / sizeof stone_rows[0] == RB_STONE_VALUES, "a row for each value");

static const rb_param weight_rows[] = {
    {"shape", "shape", "", 0, 0, 0, "cylinder, sphere, or an empty hole", "ours", RB_PARAM_CHOICE, shapes},
    {"x", "x", "m", -0.5, 0.5, 0, "place along the stone", "ours", 0, NULL},
    {"y", "y", "m", -0.5, 0.5, 0, "place across the stone", "ours", 0, NULL},
    LENGTH("radius", "r", 0.1, 0.003, "radius of the weight, or of an empty hole", RB_PARAM_ABOVE),
    LENGTH("height", "h", 0.2, 0.006, "height of a cylinder", RB_PARAM_ABOVE),
    LENGTH("depth", "depth", 0.2, 0.002, "depth of the hole; the weight may stick out", 0),
    {"density", "ρ", "kg/m3", 0, 3e4, 7850, "density of the weight", "ours", RB_PARAM_ABOVE, NULL},
};
const rb_param_table rb_weight_params = RB_PARAM_TABLE(weight_rows);
_Static_assert(sizeof weight_rows / sizeof weight_rows[0] == RB_WEIGHT_VALUES, "a row for each value");

/* Usual densities at room temperature; of alloys, the middle of their range. */
const rb_weight_material rb_weight_materials[] = {
    {"steel", 7850},     {"stainless steel", 7900}, {"brass", 8500}, {"copper", 8960}, {"lead", 11340},
    {"tungsten", 19250}, {"aluminium", 2700},       {"glass", 2500}, {"wood", 700},
};
const int rb_weight_material_count = sizeof rb_weight_materials / sizeof rb_weight_materials[0];

const rb_weight_material *rb_weight_material_of(double density) {
    for (int i = 0; i < rb_weight_material_count; i++) {
        if (rb_weight_materials[i].density == density) {
            return &rb_weight_materials[i];
        }
    }
    return NULL;
}

const rb_weight_material *rb_weight_material_find(const char *name) {
    for (int i = 0; i < rb_weight_material_count; i++) {
        if (strcmp(rb_weight_materials[i].name, name) == 0) {
            return &rb_weight_materials[i];
        }
    }
    return NULL;
}

rb_stone_weight rb_stone_usual_weight(double x, double y) {
    rb_stone_weight weight;
    rb_param_defaults(rb_weight_params, weight.v);
    weight.v[RB_WEIGHT_X] = x;
    weight.v[RB_WEIGHT_Y] = y;
    return weight;
}

double rb_weight_volume(const rb_stone_weight *weight) {
    const double *v = weight->v, r = v[RB_WEIGHT_RADIUS];
    return v[RB_WEIGHT_SHAPE] == RB_WEIGHT_CYLINDER ? RB_PI * r * r * v[RB_WEIGHT_HEIGHT]
           : v[RB_WEIGHT_SHAPE] == RB_WEIGHT_SPHERE ? 4 * RB_PI / 3 * r * r * r
                                                    : 0;
}

bool rb_stone_uses(const rb_stone_design *d, int index) {
    int body = (int)d->v[RB_STONE_BODY], surface = (int)d->v[RB_STONE_SURFACE];
    bool mesh = body == RB_STONE_MESH, outlined = body != RB_STONE_WHOLE && !mesh;
    switch (index) {
    case RB_STONE_EXPONENT:
    case RB_STONE_ROUNDING: return surface == RB_SURFACE_SUPERELLIPSOID;
    case RB_STONE_A1_BACK:
    case RB_STONE_JOINT: return surface == RB_SURFACE_HALVES;
    case RB_STONE_LENGTH:
    case RB_STONE_WIDTH: return outlined;
    case RB_STONE_BEND: return body == RB_STONE_BAR;
    case RB_STONE_TAPER: return body == RB_STONE_SPOON;
    case RB_STONE_UNIT:
    case RB_STONE_TURN:
    case RB_STONE_MESH_X:
    case RB_STONE_MESH_Y:
    case RB_STONE_MESH_Z: return mesh;
    case RB_STONE_SHELL: return !mesh;
    case RB_STONE_INFILL: return !mesh && d->v[RB_STONE_SHELL] > 0;
    case RB_STONE_WALL:
    case RB_STONE_CLEARANCE: return !mesh && d->weight_count > 0;
    default: return true;
    }
}

/* ---------------------------------------------------------------- templates */

typedef struct stone_template {
    const char *name;
    int body, surface;
    double a1, a2, a3, a1_back, length, width, bend;
    double x, y; /* of a weight; the other one is opposite; 0: none */
} stone_template;

static const stone_template templates[] = {
    {"half-ellipsoid", RB_STONE_WHOLE, RB_SURFACE_ELLIPSOID, 0.05, 0.01, 0.01, 0.05, 0.04, 0.008, 0, 0.03,
     -0.0035},
    {"spoon", RB_STONE_SPOON, RB_SURFACE_HALVES, 0.06, 0.016, 0.012, 0.075, 0.05, 0.0125, 0, 0.022, -0.003},
    {"bent-bar", RB_STONE_BAR, RB_SURFACE_ELLIPSOID, 0.075, 0.02, 0.012, 0.075, 0.06, 0.009, -0.005, 0, 0},
    {"boat", RB_STONE_BOAT, RB_SURFACE_PARABOLOID, 0.06, 0.013, 0.012, 0.06, 0.06, 0.0125, 0, 0.026, -0.0048},
    {"pebble", RB_STONE_MESH, RB_SURFACE_ELLIPSOID, 0.05, 0.02, 0.01, 0.05, 0.04, 0.008, 0, 0, 0},
};

int rb_stone_template_count(void) {
    return (int)(sizeof templates / sizeof templates[0]);
}

const char *rb_stone_template_name(int index) {
    return templates[index].name;
}

bool rb_stone_template(const char *name, rb_stone_design *out) {
    for (int i = 0; i < rb_stone_template_count(); i++) {
        const stone_template *t = &templates[i];
        if (strcmp(t->name, name) != 0) {
            continue;
        }
        *out = (rb_stone_design){.scene = "toy-plastic"};
        snprintf(out->name, sizeof out->name, "%s", name);
        rb_param_defaults(rb_stone_params, out->v);
        out->v[RB_STONE_BODY] = t->body;
        out->v[RB_STONE_SURFACE] = t->surface;
        out->v[RB_STONE_A1] = t->a1, out->v[RB_STONE_A2] = t->a2, out->v[RB_STONE_A3] = t->a3;
        out->v[RB_STONE_A1_BACK] = t->a1_back;
        out->v[RB_STONE_LENGTH] = t->length, out->v[RB_STONE_WIDTH] = t->width;
        out->v[RB_STONE_BEND] = t->bend;
        for (int side = 1; side >= -1 && t->x > 0; side -= 2) {
            out->weights[out->weight_count++] = rb_stone_usual_weight(side * t->x, side * t->y);
        }
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------- edits */

static bool same_values(const double *a, const double *b, int count) {
    for (int i = 0; i < count; i++) {
        if (a[i] != b[i]) {
            return false;
        }
    }
    return true;
}

bool rb_stone_same(const rb_stone_design *a, const rb_stone_design *b) {
    bool same = a->weight_count == b->weight_count && strcmp(a->mesh, b->mesh) == 0 &&
                same_values(a->v, b->v, RB_STONE_VALUES);
    for (int i = 0; same && i < a->weight_count; i++) {
        same = same_values(a->weights[i].v, b->weights[i].v, RB_WEIGHT_VALUES);
    }
    return same;
}

void rb_stone_mirror(rb_stone_design *d) {
    d->v[RB_STONE_BEND] = 0 - d->v[RB_STONE_BEND];
    for (int i = 0; i < d->weight_count; i++) {
        d->weights[i].v[RB_WEIGHT_Y] = 0 - d->weights[i].v[RB_WEIGHT_Y];
    }
}

/* The value that "weights[1].x" or "a1" names; NULL: there is none. */
static double *find_value(rb_stone_design *d, const char *name, const rb_param **row) {
    int weight = 0, used = 0;
    rb_param_table table = rb_stone_params;
    double *values = d->v;
    if (sscanf(name, "weights[%d].%n", &weight, &used) == 1 && used > 0) {
        if (weight < 0 || weight >= d->weight_count) {
            return NULL;
        }
        table = rb_weight_params;
        values = d->weights[weight].v;
        name += used;
    }
    int index = rb_param_find(table, name);
    *row = index >= 0 ? &table.rows[index] : NULL;
    return index >= 0 ? &values[index] : NULL;
}

rb_status rb_stone_set(rb_stone_design *design, const char *name, const char *text, rb_error *err) {
    if (strcmp(name, "name") == 0 || strcmp(name, "scene") == 0) {
        char *to = name[0] == 'n' ? design->name : design->scene;
        snprintf(to, sizeof design->name, "%s", text);
        return RB_OK;
    }
    const rb_param *row = NULL;
    double *value = find_value(design, name, &row);
    const rb_weight_material *material =
        row != NULL && strcmp(row->name, "density") == 0 ? rb_weight_material_find(text) : NULL;
    if (value == NULL) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "stone: expected a parameter such as a1, or weights[0].x of a weight that is there, got \"%s\"",
            name);
    }
    if (material != NULL) {
        *value = material->density;
        return RB_OK;
    }
    return rb_param_parse(row, text, "stone", value, err);
}
