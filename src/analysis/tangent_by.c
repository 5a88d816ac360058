#include "analysis/tangent_by.h"

#include <math.h>
#include <string.h>

/* Lengths of differences, in the unit of a parameter. The longest has the least noise. A softened force near
   rest, a compliant contact or a disk that is about to stick may change much within it. */
#define RATIO 50.0
static const double lengths[RB_TANGENT_LENGTHS] = {RB_TANGENT_DIFFERENCE, RB_TANGENT_DIFFERENCE / RATIO,
                                                   RB_TANGENT_DIFFERENCE / (RATIO * RATIO)};
enum { CHOICE_EVERY = 8 }; /* evaluations; without events the best length changes slowly */

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
static void difference(const rb_tangent *t, const rb_tangent_models *models, int length, const double *y,
                       double *slope) {
    const rb_model *more = &models->model[length][0].model, *less = &models->model[length][1].model;
    double up[RB_ODE_MAX] = {0}, down[RB_ODE_MAX] = {0};
    more->ops->rhs(more, y, up);
    less->ops->rhs(less, y, down);
    for (int i = 0; i < t->rows; i++) {
        slope[i] = (up[t->index[i]] - down[t->index[i]]) / (2 * lengths[length] * t->scale[i]);
    }
}

/* Chooses the length by the distances of the three results. From one length to the next, errors of truncation
   fall by the square of the ratio and noise grows by the ratio. */
static int best_length(const rb_tangent *t, double slope[RB_TANGENT_LENGTHS][RB_ODE_MAX]) {
    double first = 0, second = 0, size = 0;
    for (int i = 0; i < t->rows; i++) {
        first = fmax(first, fabs(slope[0][i] - slope[1][i]));
        second = fmax(second, fabs(slope[1][i] - slope[2][i]));
        size = fmax(size, fabs(slope[2][i]));
    }
    if (first <= second / RATIO || first <= 1e-9 * size) { /* noise only */
        return 0;
    }
    return second > 1e-6 * size || second * RATIO * RATIO <= 2 * first ? 2 : 1;
}

static void force(const rb_tangent *t, const double *y, rb_tangent_row *B) {
    rb_tangent_by *b = t->context;
    double slope[RB_TANGENT_LENGTHS][RB_ODE_MAX] = {{0}};
    bool chooses = t->model->crossings != 0 || b->evaluations++ % CHOICE_EVERY == 0;
    for (int i = 0; i < t->rows; i++) {
        memset(B[i], 0, sizeof B[i]);
    }
    for (int k = 0; k < b->count; k++) {
        int column = b->first + k;
        rb_tangent_models *models = &b->models[k];
        if (b->by[k].section == RB_SECTION_START) {
            continue;
        }
        for (int j = 0; j < RB_TANGENT_LENGTHS; j++) {
            if (chooses || j == models->length) {
                difference(t, models, j, y, slope[j]);
            }
        }
        models->length = chooses ? best_length(t, slope) : models->length;
        for (int i = 0; i < t->rows; i++) {
            B[i][column / 2][column % 2] = slope[models->length][i];
        }
    }
}

void rb_tangent_by_begin(rb_tangent_by *b, rb_tangent *tangent) {
    b->model = tangent->model;
    for (int k = 0; k < b->count; k++) {
        for (int j = 0; j < RB_TANGENT_LENGTHS; j++) {
            rb_tangent_by_model(b, k, lengths[j], &b->models[k].model[j][0]);
            rb_tangent_by_model(b, k, -lengths[j], &b->models[k].model[j][1]);
        }
    }
    tangent->force = force;
    tangent->vary = vary;
    tangent->room = &b->room;
    tangent->context = b;
}
