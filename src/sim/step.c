#include "sim/step.h"

#include <math.h>
#include <string.h>

#include "sim/interpolant.h"
#include "sim/large.h"
#include "sim/step_inline.h"

rb_system rb_step_system(const rb_model *model) {
    return (rb_system){model->ops->rhs, model, rb_body_moving(model->ops), model->coupled.first,
                       model->coupled.count};
}

void rb_step_jacobian(const rb_model *model, const double *y, double *J) {
    int all = model->ops->state_count, n = rb_body_moving(model->ops);
    model->ops->jacobian(model, y, J);
    for (int i = 1; n < all && i < n; i++) {
        memmove(J + (size_t)i * (size_t)n, J + (size_t)i * (size_t)all, (size_t)n * sizeof *J);
    }
}

int rb_step_begin(rb_step *step, const rb_model *model, const rb_method *method, double t, const double *y,
                  const double *f) {
    step->method = method;
    step->t0 = t;
    step->h = 0;
    step->event = -1;
    step->ends = step->open = step->has_dense = step->dense_counted = false;
    memcpy(step->y0, y, sizeof step->y0);
    memcpy(step->f0, f, sizeof step->f0);
    return method->begin(step, model);
}

#define JUMP 1e3 /* ratio of the Jacobians: at a jump 1e10 or its reciprocal, at a kink about ten */

bool rb_step_starts_at_jump(const rb_step *step, const rb_model *model) {
    int n = rb_body_moving(model->ops), first = model->coupled.first, count = model->coupled.count;
    double exact[RB_ODE_MAX * RB_ODE_MAX], size = 0, exact_size = 0;
    rb_step_jacobian(model, step->y0, exact);
    for (int i = first; i < first + count; i++) {
        for (int j = first; j < first + count; j++) {
            size += fabs(step->J[i * n + j]);
            exact_size += fabs(exact[i * n + j]);
        }
    }
    return size > JUMP * exact_size || exact_size > JUMP * size;
}

void rb_step_remember(rb_step *step) {
    if (step->method->chained) {
        step->method->remember(step);
    }
}

void rb_step_forget(rb_step *step) {
    if (step->workspace.code != NULL) {
        rb_step_forget_collocated(step);
    }
}

/* Makes y1 by a step of length h; 0 if that fails. */
static int make(rb_step *step, const rb_model *model, double h) {
    step->has_dense = false;
    for (int i = rb_body_moving(model->ops); i < model->ops->state_count; i++) {
        step->y1[i] = step->y0[i];
    }
    return step->method->make(step, model, h);
}

/* ---- kinks --------------------------------------------------------------------------------------- */

/* Where a compliant contact opens or closes, its force is proportional to the gap to the power 3/2. A step
   that reduces a gap to this share of its size is close to that kink. */
#define NEAR 0.3

/* Finds the first kink of the tried step, and whether it is rough, from the gap at index i of the
   right-hand sides of the stages. */
static void look_for_kink(rb_step *step, int i) {
    const double *when;
    double gaps[RB_DOP853_COST];
    int count = step->method->stage_values(step, i, &when, gaps);
    double before = step->f0[i], from = 0, least = fabs(before), most = least;
    bool closed0 = !(before > 0), closed = closed0, passed = false;
    for (int s = 0; s < count; s++) {
        double gap = gaps[s], size = fabs(gap);
        bool closed1 = !(gap > 0);
        if (closed1 != closed0 && !passed) {
            double x = from + (when[s] - from) * before / (before - gap);
            step->kink = x < step->kink ? x : step->kink;
            passed = true;
        }
        closed = closed || closed1;
        least = size < least ? size : least;
        most = size > most ? size : most;
        before = gap;
        from = when[s];
    }
    step->rough = step->rough || (closed && least < NEAR * most);
}

static void look_for_kinks(rb_step *step, const rb_model *model) {
    int gap = model->ops->follows.gap;
    if (gap >= 0 && model->normal != NULL && !model->normal->rigid) {
        if (step->method->fetch_stages != NULL) {
            step->method->fetch_stages(step);
        }
        for (int i = 0; i < RB_CONTACTS_MAX; i++) {
            look_for_kink(step, gap + i);
        }
    }
}

/* ---- making a step ------------------------------------------------------------------------------- */

int rb_step_try(rb_step *step, const rb_model *model, double h, double tolerance, const double *scale,
                double *error) {
    int n = rb_body_moving(model->ops);
    double allowed[RB_ODE_MAX];
    *error = step->kink = INFINITY;
    step->rough = false;
    int cost = make(step, model, h);
    if (cost == 0) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        double y0 = fabs(step->y0[i]), y1 = fabs(step->y1[i]);
        allowed[i] = tolerance * (scale[i] + (y0 > y1 ? y0 : y1));
    }
    *error = step->method->error(step, n, h, allowed);
    if (!step->method->implicit) {
        look_for_kinks(step, model);
    }
    return cost;
}

static void project(rb_step *step, const rb_model *model) {
    step->gap = fabs(rb_body_project(model, step->y1));
    step->open = step->has_dense = false;
    model->ops->rhs(model, step->y1, step->f1);
}

int rb_step_accept(rb_step *step, const rb_model *model, double h) {
    step->h = h;
    if (step->method->fetch_stages != NULL) {
        step->method->fetch_stages(step);
    }
    step->open = model->crossings != 0 && model->ops->project != NULL;
    if (step->open) {
        model->ops->rhs(model, step->y1, step->f1);
    } else {
        project(step, model);
    }
    return 1;
}

int rb_step_take(rb_step *step, const rb_model *model, double h) {
    int cost = make(step, model, h);
    if (cost == 0) {
        memcpy(step->y1, step->y0, sizeof step->y1); /* the step failed: marks its end as invalid */
        step->y1[0] = NAN;
    }
    return cost + rb_step_accept(step, model, h);
}

int rb_step_close(rb_step *step, const rb_model *model) {
    if (!step->open) {
        return 0;
    }
    project(step, model);
    return 1;
}

/* ---- within a step ------------------------------------------------------------------------------- */

const rb_dense *rb_step_dense(rb_step *step, const rb_model *model, uint64_t *evaluations) {
    if (!step->has_dense) {
        step->method->interpolate(step, model);
        for (int k = 0; k < step->dense.count; k++) {
            for (int i = rb_body_moving(model->ops); i < model->ops->state_count; i++) {
                step->dense.c[k][i] = 0;
            }
        }
        step->has_dense = true;
    }
    if (evaluations != NULL && !step->dense_counted) {
        *evaluations += (uint64_t)step->method->dense_cost;
        step->dense_counted = true;
    }
    return &step->dense;
}

void rb_step_state(rb_step *step, const rb_model *model, double t, double *y) {
    double x = fmin(fmax((t - step->t0) / step->h, 0), 1);
    rb_dense_state(rb_step_dense(step, model, NULL), step->y0, model->ops->state_count, x, y);
    rb_body_project(model, y);
}

void rb_step_look(rb_step *step, const rb_model *model, double x, double *y, double *f,
                  uint64_t *evaluations) {
    rb_dense_state(rb_step_dense(step, model, evaluations), step->y0, model->ops->state_count, x, y);
    if (!step->open) {
        rb_body_project(model, y);
    }
    model->ops->rhs(model, y, f);
    if (evaluations != NULL) {
        ++*evaluations;
    }
}

bool rb_step_stage(const rb_step *step, int index, const double **y, const double **f) {
    if (index >= step->method->stage_count) {
        return false;
    }
    if (index == 0) {
        *y = step->y0;
        *f = step->f0;
    } else {
        step->method->stage(step, index, y, f);
    }
    return true;
}

/* ---- contacts between stages --------------------------------------------------------------------- */

#define GOLDEN 0.6180339887498949
#define DIP_LOOKS 12 /* the lowest point to 0.3 % of the step */
#define DIP_END 1e-3 /* share of the step: its slope at an end */

static double gap_at(rb_step *step, const rb_model *model, int i, double x) {
    double y[RB_ODE_MAX], f[RB_ODE_MAX];
    rb_step_look(step, model, x, y, f, NULL);
    return f[i];
}

/* Does the gap i, which falls at the start of the step and rises at its end, fall to zero between? */
static bool gap_closes(rb_step *step, const rb_model *model, int i) {
    double low = 0, high = 1, x0 = 1 - GOLDEN, x1 = GOLDEN;
    double g0 = gap_at(step, model, i, x0), g1 = gap_at(step, model, i, x1);
    for (int k = 0; k < DIP_LOOKS && g0 > 0 && g1 > 0; k++) {
        if (g0 < g1) {
            high = x1, x1 = x0, g1 = g0;
            x0 = high - GOLDEN * (high - low);
            g0 = gap_at(step, model, i, x0);
        } else {
            low = x0, x0 = x1, g0 = g1;
            x1 = low + GOLDEN * (high - low);
            g1 = gap_at(step, model, i, x1);
        }
    }
    return !(g0 > 0 && g1 > 0);
}

bool rb_step_misses_contact(rb_step *step, const rb_model *model) {
    int gap = model->ops->follows.gap;
    if (gap < 0 || model->normal == NULL || model->normal->rigid) {
        return false;
    }
    for (int i = gap; i < gap + RB_CONTACTS_MAX; i++) {
        double least = fmin(step->f0[i], step->f1[i]), most = fmax(step->f0[i], step->f1[i]);
        const double *y, *f;
        for (int k = 1; rb_step_stage(step, k, &y, &f); k++) {
            least = fmin(least, f[i]);
            most = fmax(most, f[i]);
        }
        if (step->method->implicit && !(least > 0) && step->f0[i] > 0 && step->f1[i] > 0) {
            return true; /* explicit methods look for kinks (look_for_kink) */
        }
        bool near = least > 0 && most < INFINITY && least < most - least;
        if (near && gap_at(step, model, i, DIP_END) < step->f0[i] &&
            gap_at(step, model, i, 1 - DIP_END) < step->f1[i] && gap_closes(step, model, i)) {
            return true;
        }
    }
    return false;
}

/* ---- lobatto and radau --------------------------------------------------------------------------- */

int rb_step_collocate(rb_step *step, const rb_model *model, double h) {
    (void)model;
    return step->workspace.code->make(step->workspace.memory, h, &step->own.collocated, step->y1);
}

void rb_step_interpolate_collocated(rb_step *step, const rb_model *model) {
    (void)model;
    step->workspace.code->dense(step->workspace.memory, step->y1, step->f1, &step->dense);
}

void rb_step_fetch_collocated(rb_step *step) {
    step->workspace.code->stages(step->workspace.memory, &step->own.collocated);
}

void rb_step_collocated_stage(const rb_step *step, int index, const double **y, const double **f) {
    *y = step->own.collocated.z[index - 1];
    *f = step->own.collocated.f[index - 1];
}

void rb_step_remember_collocated(rb_step *step) {
    step->workspace.code->keep(step->workspace.memory);
}

void rb_step_forget_collocated(rb_step *step) {
    step->workspace.code->forget(step->workspace.memory);
}

/* ---- between the ends of a step -------------------------------------------------------------------- */

double rb_interpolant_at(const rb_interpolant *part, int i, double x) {
    if (part->step != NULL) {
        const rb_dense *dense = rb_step_dense(part->step, part->model, part->evaluations);
        return rb_dense_at(dense, part->step->y0, i, x * (part->h / part->step->h));
    }
    if (part->large != NULL) {
        return rb_rodas_large_at(&part->large->step, i, x * part->share);
    }
    return cubic_value(part->y0[i], part->f0[i], part->y1[i], part->f1[i], part->h, x);
}

void rb_interpolant_look(const rb_interpolant *part, double x, double *y, double *f) {
    rb_step_look(part->step, part->model, x * (part->h / part->step->h), y, f, part->evaluations);
}
