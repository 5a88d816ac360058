#include "sim/normal_force_predictor.h"

#include <math.h>
#include <string.h>

#include "math/ode.h"

/* Times of the stages as shares of the step. */
static const double nodes[RB_PREDICTOR_STAGES] = {0.2, 0.3, 0.8, 8. / 9, 1, 1};

/* Extrapolates the parabola through N at the start of this step and of the two before it. Stages of an
   explicit method deviate from the motion by about the same amount in each step: the deviation `off` is
   extrapolated linearly. */
static void guess_all(const rb_predictor *g, int steps, rb_predicted_forces *out) {
    double N0 = out->N0;
    double rise = steps > 0 ? N0 - g->before[0] : 0;
    double bend = steps > 1 ? rise - (g->before[0] - g->before[1]) : 0;
    for (int i = 0; i < RB_PREDICTOR_STAGES; i++) {
        double c = nodes[i];
        double off = steps > 3 ? 2 * g->off[0][i] - g->off[1][i] : steps > 2 ? g->off[0][i] : 0;
        out->smooth[i] = N0 + c * rise + 0.5 * c * (c + 1) * bend;
        double guess = out->smooth[i] + off;
        bool usual = fabs(guess - N0) < 0.5 * N0; /* otherwise N jumped: no prediction */
        out->guess[i] = usual ? guess : 0;
    }
}

/* The right-hand sides of one step, in their order. */
typedef struct stages {
    const rb_model *model;
    const double *guess;
    double *found;
    int *next;
} stages;

static void rhs_near(const void *context, const double *y, double *dydt) {
    const stages *s = context;
    int i = (*s->next)++;
    s->model->ops->rhs_near(s->model, y, s->guess[i], dydt);
    s->found[i] = dydt[s->model->ops->follows.N];
}

void rb_predictor_step(const rb_predictor *predictor, const rb_model *model, double h, double *y, double *f,
                       double *error, rb_predicted_forces *out) {
    out->h = h;
    out->N0 = f[model->ops->follows.N];
    int next = 0;
    guess_all(predictor, h == predictor->h ? predictor->steps : 0, out);
    const stages s = {model, out->guess, out->found, &next};
    const rb_system system = {rhs_near, &s, model->ops->state_count, model->coupled.first,
                              model->coupled.count};
    rb_dp5_step_of(&system, h, y, f, error);
}

void rb_predictor_update(rb_predictor *predictor, const rb_predicted_forces *forces) {
    if (forces->h != predictor->h) {
        *predictor = (rb_predictor){.h = forces->h};
    }
    memcpy(predictor->off[1], predictor->off[0], sizeof predictor->off[1]);
    for (int i = 0; i < RB_PREDICTOR_STAGES; i++) {
        predictor->off[0][i] = forces->found[i] - forces->smooth[i];
    }
    predictor->before[1] = predictor->before[0];
    predictor->before[0] = forces->N0;
    predictor->steps = predictor->steps < 4 ? predictor->steps + 1 : 4;
}

void rb_predictor_save(const rb_predictor *predictor, double saved[RB_PREDICTOR_SAVED]) {
    saved[0] = predictor->steps;
    saved[1] = predictor->h;
    memcpy(saved + 2, predictor->before, sizeof predictor->before);
    memcpy(saved + 4, predictor->off, sizeof predictor->off);
}

void rb_predictor_restore(rb_predictor *predictor, const double saved[RB_PREDICTOR_SAVED]) {
    predictor->steps = (int)fmin(fmax(saved[0], 0), 4);
    predictor->h = saved[1];
    memcpy(predictor->before, saved + 2, sizeof predictor->before);
    memcpy(predictor->off, saved + 4, sizeof predictor->off);
}
