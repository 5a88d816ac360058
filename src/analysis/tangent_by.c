#include "analysis/tangent_by.h"

#include <math.h>
#include <string.h>

#define FINE 1e-9 /* of a parameter, in its unit */

rb_status rb_gradient_by_find(rb_gradient_by *by, const rb_scene *scene, const char *option, const char *name,
                              rb_error *err) {
    rb_status status = rb_scene_find(scene, name, &by->section, &by->index, err);
    if (status != RB_OK) {
        return status;
    }
    by->row = &rb_scene_table(scene, by->section).rows[by->index];
    if ((by->row->flags & (RB_PARAM_BOOL | RB_PARAM_INTEGER | RB_PARAM_CHOICE)) != 0 ||
        by->section == RB_SECTION_SOLVER) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a parameter that varies continuously, got %s", option,
                       name);
    }
    return RB_OK;
}

double rb_tangent_by_unit(const rb_tangent_by *b, int k) {
    const rb_gradient_by *by = &b->by[k];
    double value = fabs(b->scene->values[by->section][by->index]);
    return value > 0 ? value : fmin(1, by->row->max > 0 ? by->row->max : 1);
}

rb_scene rb_tangent_by_scene(const rb_tangent_by *b, int k, double change) {
    rb_scene scene = *b->scene;
    scene.values[b->by[k].section][b->by[k].index] += change * rb_tangent_by_unit(b, k);
    return scene;
}

void rb_tangent_by_model(const rb_tangent_by *b, int k, double change, rb_recall *out) {
    rb_scene scene = rb_tangent_by_scene(b, k, change);
    rb_recall_prepare(out, &scene);
    out->model.base.record = b->model->base.record;
}

static const rb_model *vary(const rb_tangent *t, int column, double by, void *room) {
    const rb_tangent_by *b = t->context;
    int k = column - b->first;
    if (k < 0 || b->by[k].section == RB_SECTION_START) {
        return t->model;
    }
    rb_recall *recall = room;
    rb_tangent_by_model(b, k, by, recall);
    return &recall->model;
}

/* The derivative of the right-hand side by a parameter, by differences of one length. */
static void difference(const rb_tangent *t, const rb_recall *models, double length, const double *y,
                       double *slope) {
    const rb_model *more = &models[0].model, *less = &models[1].model;
    double up[RB_ODE_MAX] = {0}, down[RB_ODE_MAX] = {0};
    more->ops->rhs(more, y, up);
    less->ops->rhs(less, y, down);
    for (int i = 0; i < t->rows; i++) {
        slope[i] = (up[t->index[i]] - down[t->index[i]]) / (2 * length * t->scale[i]);
    }
}

/* A disk that is about to stick slips less than the usual difference of the belt's velocity: where a much
   shorter one disagrees, it is used. */
static void force(const rb_tangent *t, const double *y, rb_tangent_row *B) {
    const rb_tangent_by *b = t->context;
    double slope[RB_ODE_MAX] = {0}, fine[RB_ODE_MAX] = {0};
    for (int i = 0; i < t->rows; i++) {
        memset(B[i], 0, sizeof B[i]);
    }
    for (int k = 0; k < b->count; k++) {
        double off = 0, size = 0;
        int column = b->first + k;
        if (b->by[k].section == RB_SECTION_START) {
            continue;
        }
        difference(t, b->models[k], RB_TANGENT_DIFFERENCE, y, slope);
        if (t->model->crossings != 0) {
            difference(t, b->fine[k], FINE, y, fine);
        }
        for (int i = 0; t->model->crossings != 0 && i < t->rows; i++) {
            off = fmax(off, fabs(fine[i] - slope[i]));
            size = fmax(size, fabs(fine[i]));
        }
        for (int i = 0; i < t->rows; i++) {
            B[i][column / 2][column % 2] = off > 3e-6 * size ? fine[i] : slope[i];
        }
    }
}

void rb_tangent_by_begin(rb_tangent_by *b, rb_tangent *tangent) {
    b->model = tangent->model;
    for (int k = 0; k < b->count; k++) {
        for (int side = 0; side < 2; side++) {
            double sign = side == 0 ? 1 : -1;
            rb_tangent_by_model(b, k, sign * RB_TANGENT_DIFFERENCE, &b->models[k][side]);
            rb_tangent_by_model(b, k, sign * FINE, &b->fine[k][side]);
        }
    }
    tangent->force = force;
    tangent->vary = vary;
    tangent->room = &b->room;
    tangent->context = b;
}
