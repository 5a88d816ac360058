#include "app/workshop/workshop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/surface.h"

/* ---------------------------------------------------------------- facts */

/* Opens the scene of the design, unless it is the one that was opened last. */
static rb_status open_table(rb_workshop *w, rb_error *err) {
    if (strcmp(w->table.id, w->design.scene) == 0) {
        return RB_OK;
    }
    rb_status status = rb_stone_open_scene(&w->design, &w->table, err);
    w->table.id[0] = status == RB_OK ? w->table.id[0] : '\0';
    return status;
}

/* Do both designs have the same print? Every value is a number, so 0 and -0 may count as equal. */
static bool same_print(const rb_stone_design *a, const rb_stone_design *b) {
    for (int i = 0; i < RB_STONE_VALUES; i++) {
        if (a->v[i] != b->v[i]) {
            return false;
        }
    }
    return strcmp(a->mesh, b->mesh) == 0;
}

/* Mass properties; the print is integrated again only if it has changed. */
static rb_status weigh(rb_workshop *w, rb_mass *mass, rb_error *err) {
    const rb_stone_design *d = &w->design;
    bool same = w->print.mass > 0 && same_print(d, &w->printed);
    rb_status status = same ? RB_OK : rb_stone_print_moments(d, &w->print, err);
    if (status != RB_OK) {
        w->print.mass = 0;
        return status;
    }
    w->printed = *d;
    return rb_stone_mass_with(d, &w->print, mass, err);
}

static void examine(rb_workshop *w, rb_workshop_facts *f) {
    static const double down[3] = {0, 0, -1};
    const rb_stone_design *d = &w->design;
    const rb_surface_kind *surface = rb_surface_at((int)d->v[RB_STONE_SURFACE]);
    const rb_surface_values values = rb_stone_surface_values(d);
    *f = (rb_workshop_facts){0};
    rb_status status = rb_stone_check(d, &f->problem);
    status = status == RB_OK ? weigh(w, &f->mass, &f->problem) : status;
    status =
        status == RB_OK ? rb_surface_find_point(surface, &values, down, &f->lowest, &f->problem) : status;
    status = status == RB_OK ? open_table(w, &f->problem) : status;
    status = status == RB_OK ? rb_stone_scene_of(d, &f->mass, &w->table, &f->scene, &f->problem) : status;
    if (status != RB_OK) {
        return;
    }
    f->problem.text[0] = '\0';
    snprintf(f->scene.id, sizeof f->scene.id, "workshop");
    snprintf(f->scene.name, sizeof f->scene.name, "%s", d->name);
    f->rocks = rb_stone_rocking(&f->scene, &f->theory, &f->about, &f->no_theory) == RB_OK;
    f->prefers = rb_stone_prefers(&f->scene);
}

const rb_workshop_facts *rb_workshop_now(rb_workshop *w) {
    if (!w->known) {
        examine(w, &w->facts);
        w->known = true;
    }
    return &w->facts;
}

/* ---------------------------------------------------------------- undo */

rb_status rb_workshop_create(rb_workshop *w, rb_error *err) {
    *w = (rb_workshop){
        .selected = -1, .ask = rb_stone_default_ask(), .states = calloc(RB_WORKSHOP_UNDO, sizeof *w->states)};
    if (w->states == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "workshop: out of memory");
    }
    rb_stone_template("half-ellipsoid", &w->design);
    return RB_OK;
}

void rb_workshop_destroy(rb_workshop *w) {
    free(w->states);
    w->states = NULL;
}

void rb_workshop_remember(rb_workshop *w) {
    if (w->at == RB_WORKSHOP_UNDO) {
        memmove(&w->states[0], &w->states[1], (RB_WORKSHOP_UNDO - 1) * sizeof *w->states);
        w->at--;
    }
    w->states[w->at++] = w->design;
    w->count = w->at;
}

void rb_workshop_edited(rb_workshop *w) {
    w->selected = w->selected < w->design.weight_count ? w->selected : -1;
    w->known = false;
}

void rb_workshop_use(rb_workshop *w, const rb_stone_design *design) {
    rb_stone_design kept = *design; /* it may be the one that is replaced */
    rb_workshop_remember(w);
    w->design = kept;
    rb_workshop_edited(w);
}

/* Exchanges the design with a kept one. */
static void exchange(rb_workshop *w, int at) {
    rb_stone_design now = w->design;
    w->design = w->states[at];
    w->states[at] = now;
    rb_workshop_edited(w);
}

bool rb_workshop_undo(rb_workshop *w) {
    if (w->at == 0) {
        return false;
    }
    exchange(w, --w->at);
    return true;
}

bool rb_workshop_redo(rb_workshop *w) {
    if (w->at == w->count) {
        return false;
    }
    exchange(w, w->at++);
    return true;
}

/* ---------------------------------------------------------------- edits */

rb_status rb_workshop_set(rb_workshop *w, const char *name, const char *text, rb_error *err) {
    rb_stone_design changed = w->design;
    rb_status status = rb_stone_set(&changed, name, text, err);
    if (status == RB_OK) {
        rb_workshop_use(w, &changed);
    }
    return status;
}

rb_status rb_workshop_add_weight(rb_workshop *w, double x, double y, rb_error *err) {
    rb_stone_design changed = w->design;
    if (changed.weight_count == RB_STONE_WEIGHTS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "workshop: weights: expected at most %d", RB_STONE_WEIGHTS_MAX);
    }
    /* Like the selected one, else a usual one. */
    rb_stone_weight weight = w->selected >= 0 ? changed.weights[w->selected] : rb_stone_usual_weight(x, y);
    weight.v[RB_WEIGHT_X] = x;
    weight.v[RB_WEIGHT_Y] = y;
    if (changed.v[RB_STONE_BODY] == RB_STONE_MESH) {
        weight.v[RB_WEIGHT_DEPTH] = 0; /* nothing is cut into a mesh */
    }
    changed.weights[changed.weight_count++] = weight;
    rb_workshop_use(w, &changed);
    w->selected = changed.weight_count - 1;
    return RB_OK;
}

rb_status rb_workshop_remove_weight(rb_workshop *w, int index, rb_error *err) {
    rb_stone_design changed = w->design;
    if (index < 0 || index >= changed.weight_count) {
        return rb_fail(err, RB_ERR_INPUT, "workshop: expected the number of a weight, 1 to %d, got %d",
                       changed.weight_count, index + 1);
    }
    changed.weight_count--;
    for (int i = index; i < changed.weight_count; i++) {
        changed.weights[i] = changed.weights[i + 1];
    }
    changed.weights[changed.weight_count] = (rb_stone_weight){{0}};
    rb_workshop_use(w, &changed);
    w->selected = -1;
    return RB_OK;
}

/* The weight opposite to one, at (-x, -y); -1: none. */
static int opposite(const rb_stone_design *d, int index) {
    const double *v = d->weights[index].v;
    for (int i = 0; i < d->weight_count; i++) {
        const double *o = d->weights[i].v;
        if (i != index && fabs(o[RB_WEIGHT_X] + v[RB_WEIGHT_X]) < 1e-9 &&
            fabs(o[RB_WEIGHT_Y] + v[RB_WEIGHT_Y]) < 1e-9) {
            return i;
        }
    }
    return -1;
}

void rb_workshop_move_weight(rb_workshop *w, int index, double x, double y, bool pair) {
    rb_stone_design *d = &w->design;
    int other = pair ? opposite(d, index) : -1;
    d->weights[index].v[RB_WEIGHT_X] = x;
    d->weights[index].v[RB_WEIGHT_Y] = y;
    if (other >= 0) {
        d->weights[other].v[RB_WEIGHT_X] = 0 - x;
        d->weights[other].v[RB_WEIGHT_Y] = 0 - y;
    }
    rb_workshop_edited(w);
}

int rb_workshop_weight_at(const rb_workshop *w, double x, double y, double near) {
    double least = near;
    int best = -1;
    for (int i = 0; i < w->design.weight_count; i++) {
        const double *v = w->design.weights[i].v;
        double outside = hypot(x - v[RB_WEIGHT_X], y - v[RB_WEIGHT_Y]) - v[RB_WEIGHT_RADIUS];
        if (outside <= least) {
            least = outside, best = i;
        }
    }
    return best;
}
