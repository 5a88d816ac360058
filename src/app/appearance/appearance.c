#include "app/appearance/appearance.h"

#include <math.h>
#include <string.h>

#include "app/appearance/looks.h"
#include "bodies/base_motion.h"

static const rb_appearance *const rows[] = {
    &rb_appearance_celt,
    &rb_appearance_top,
    &rb_appearance_disk,
    &rb_appearance_bearing,
};
enum { BUILT_IN = sizeof rows / sizeof rows[0] };

static const rb_appearance *added[RB_BODY_KINDS_MAX];
static int added_count;

static const rb_appearance unknown = {.body = ""};

const rb_appearance *rb_appearance_of(const rb_body_kind *body) {
    for (int i = 0; body != NULL && i < BUILT_IN + added_count; i++) {
        const rb_appearance *row = i < BUILT_IN ? rows[i] : added[i - BUILT_IN];
        if (strcmp(row->body, body->id) == 0) {
            return row;
        }
    }
    return &unknown;
}

bool rb_appearance_register(const rb_appearance *row) {
    if (added_count == RB_BODY_KINDS_MAX) {
        return false;
    }
    added[added_count++] = row;
    return true;
}

bool rb_appearance_plot(const rb_body_kind *body, int index, const char *signals[2]) {
    const rb_appearance *row = rb_appearance_of(body);
    signals[0] = signals[1] = NULL;
    if (row->plots[0][0] != NULL) {
        signals[0] = index < RB_APPEARANCE_PLOTS ? row->plots[index][0] : NULL;
        signals[1] = index < RB_APPEARANCE_PLOTS ? row->plots[index][1] : NULL;
    } else if (index == 0) {
        signals[0] = body->measure;
    } else if (index == 1 && strcmp(body->phase[0], body->phase[1]) != 0) {
        signals[0] = body->phase[0];
        signals[1] = body->phase[1];
    }
    return signals[0] != NULL;
}

double rb_appearance_pace(const rb_body_kind *body) {
    double pace = rb_appearance_of(body)->pace;
    return pace > 0 ? pace : 1;
}

double rb_appearance_span(const rb_body_kind *body) {
    return fmin(1, 5 * rb_appearance_pace(body));
}

bool rb_scene_knob(const rb_scene *scene, int number, rb_section *section, int *index) {
    const char *const *knobs = rb_appearance_of(scene->body)->knobs;
    double motion = scene->values[RB_SECTION_BASE][RB_BASE_MOTION];
    int shaken = motion == RB_BASE_HARMONIC || motion == RB_BASE_SWEEP ? 2 : 0, own = 0;
    while (own < RB_APPEARANCE_KNOBS && knobs[own] != NULL) {
        own++;
    }
    if (number < own) {
        *section = RB_SECTION_BODY;
        *index = rb_param_find(scene->body->params, knobs[number]);
    } else if (number < own + shaken) {
        *section = RB_SECTION_BASE;
        *index = number == own ? RB_BASE_AMPLITUDE : RB_BASE_FREQUENCY;
    } else {
        *section = RB_SECTION_CONTACT;
        *index = number == own + shaken ? rb_param_find(rb_scene_table(scene, *section), "mu") : -1;
    }
    return *index >= 0;
}

/* ---- shapes -------------------------------------------------------------------------------------- */

double rb_look_length(double v) {
    return isfinite(v) ? fmin(fmax(v, 1e-6), 1e3) : 0.02;
}

double rb_look_finite(double v) {
    return isfinite(v) ? v : 0;
}

static double value_of(const rb_scene *scene, rb_section section, const char *name) {
    int index = rb_param_find(rb_scene_table(scene, section), name);
    return index >= 0 ? scene->values[section][index] : 0;
}

double rb_look_value(const rb_scene *scene, const char *name) {
    return value_of(scene, RB_SECTION_BODY, name);
}

double rb_look_start_omega(const rb_scene *scene) {
    return rb_norm(rb_v3(value_of(scene, RB_SECTION_START, "omega1"),
                         value_of(scene, RB_SECTION_START, "omega2"),
                         value_of(scene, RB_SECTION_START, "omega3")));
}

void rb_look_add(rb_body_look *look, rb_part part) {
    if (look->part_count < RB_PARTS_MAX) {
        look->parts[look->part_count++] = part;
    }
}

/* For a scene without a body, and for a body without a look. */
static void ball(rb_body_look *out) {
    const double r = 0.02;
    out->solid = (rb_part){.form = RB_FORM_ELLIPSOID, .turn = {1, 0, 0, 0}, .size = {r, r, r}};
    rb_look_add(out, out->solid);
    out->size = 0.08;
    out->tip = rb_v3(r, 0, 0);
}

void rb_scene_look(const rb_scene *scene, rb_body_look *out) {
    memset(out, 0, sizeof *out);
    const rb_appearance *row = rb_appearance_of(scene != NULL ? scene->body : NULL);
    if (row->look == NULL) {
        ball(out);
        return;
    }
    row->look(scene, out);
    out->size = fmax(rb_look_length(out->size), 1e-4);
}

/* 1, 2 or 5 times a power of ten, at most x. */
static double round_down(double x) {
    double decade = pow(10, floor(log10(x)));
    return decade * (x >= 5 * decade ? 5 : x >= 2 * decade ? 2 : 1);
}

bool rb_scene_table_motion(const rb_scene *scene, double size, double t, rb_table_motion *out) {
    const double seen = 0.05; /* amplitude in the picture, of the size of the body */
    double g = 0;
    rb_base base;
    rb_base_make(scene->values[RB_SECTION_BASE], &g, &base);
    bool moves = (base.motion == RB_BASE_HARMONIC || base.motion == RB_BASE_SWEEP) && base.amplitude > 0;
    *out = (rb_table_motion){.gain = 1};
    if (moves) {
        out->shift = rb_base_displacement(&base, t);
        out->gain = round_down(fmin(fmax(seen * size / base.amplitude, 1), 1e4));
    }
    return moves;
}

int rb_scene_loads(const rb_scene *scene, const rb_snapshot *snapshot, rb_load loads[RB_LOADS_MAX]) {
    const rb_appearance *row = rb_appearance_of(scene != NULL ? scene->body : NULL);
    return row->loads != NULL ? row->loads(scene, snapshot, loads) : 0;
}

int rb_scene_surroundings(const rb_scene *scene, const rb_snapshot *snapshot, rb_part parts[RB_PARTS_MAX]) {
    const rb_appearance *row = rb_appearance_of(scene != NULL ? scene->body : NULL);
    int count = row->surroundings != NULL ? row->surroundings(scene, snapshot, parts) : 0;
    return count < RB_PARTS_MAX ? count : RB_PARTS_MAX;
}
