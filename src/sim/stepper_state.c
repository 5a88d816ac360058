/* Saves and restores a stepper as numbers of a snapshot. A step is saved as its start and its length;
   repeating it gives the same bits. */
#include <math.h>
#include <string.h>

#include "sim/stepper.h"

enum {
    SAVED_Y, /* state at now */
    /* The right-hand side there. Within a step: the state at its start. In a chain: the state at the start
       of the chain. */
    SAVED_F = RB_ODE_MAX,
    SAVED_ERROR = 2 * RB_ODE_MAX,
    SAVED_EVENT_TIME,
    SAVED_DIVERGED,
    SAVED_DONE,
    SAVED_PART,
    SAVED_CHANGES,
    SAVED_TRIES,
    SAVED_T,      /* start of the current or the next step; dp5: -1 */
    SAVED_STEP_H, /* 0: none */
    SAVED_STEP_METHOD,
    SAVED_STEP_END, /* event of the body; -1: none; -2: end of the run */
    SAVED_BUDGET_START,
    SAVED_H_NEXT,
    SAVED_H_LAST,
    SAVED_E_LAST,
    SAVED_REJECTED,
    SAVED_USE,
    SAVED_POLICY, /* numbers of the policy (rb_auto_save) */
    SAVED_GROWTH_UNCHECKED = SAVED_POLICY + RB_AUTO_SAVED,
    SAVED_METHOD,               /* numbers of the method (rb_method.save); chained methods: */
    SAVED_CHAIN = SAVED_METHOD, /* length of the chain; 0: none */
    SAVED_CHAIN_H,
    SAVED_COUNT = SAVED_CHAIN_H + RB_CHAIN_MAX,
};
_Static_assert((int)SAVED_COUNT == RB_STEPPER_SAVED, "the header says how much room is needed");
_Static_assert((int)SAVED_METHOD + RB_METHOD_SAVED <= (int)SAVED_COUNT &&
                   RB_PREDICTOR_SAVED <= RB_METHOD_SAVED,
               "the predictor takes the chain's room");

void rb_stepper_save(const rb_stepper *s, double saved[RB_STEPPER_SAVED]) {
    const rb_step *step = &s->step;
    bool within = step->h > 0;
    memcpy(saved + SAVED_Y, s->y, sizeof s->y);
    if (s->large != NULL) {
        saved[SAVED_Y] =
            NAN; /* these numbers are not enough to continue: those of large.h are needed as well */
    }
    memcpy(saved + SAVED_F, s->chain.count > 0 ? s->chain.y : within ? step->y0 : s->f, sizeof s->f);
    saved[SAVED_ERROR] = s->error;
    saved[SAVED_EVENT_TIME] = s->event_time;
    saved[SAVED_DIVERGED] = s->diverged;
    saved[SAVED_DONE] = s->done;
    saved[SAVED_PART] = s->part;
    saved[SAVED_CHANGES] = s->changes;
    saved[SAVED_TRIES] = s->tries;
    saved[SAVED_T] = !s->method->adaptive ? -1 : within ? step->t0 : s->t;
    saved[SAVED_STEP_H] = step->h;
    saved[SAVED_STEP_METHOD] = s->chain.count > 0 ? s->chain.method->id : within ? step->method->id : 0;
    saved[SAVED_STEP_END] = !within ? -1 : step->ends ? -2 : step->event;
    saved[SAVED_BUDGET_START] = s->budget_start;
    saved[SAVED_H_NEXT] = s->h_next;
    saved[SAVED_H_LAST] = s->h_last;
    saved[SAVED_E_LAST] = s->e_last;
    saved[SAVED_REJECTED] = s->rejected;
    saved[SAVED_USE] = s->use->id;
    rb_auto_save(&s->policy, saved + SAVED_POLICY);
    saved[SAVED_GROWTH_UNCHECKED] = s->growth_unchecked;
    saved[SAVED_CHAIN] = s->chain.count;
    memset(saved + SAVED_CHAIN_H, 0, sizeof s->chain.h);
    memcpy(saved + SAVED_CHAIN_H, s->chain.h, (size_t)s->chain.count * sizeof *s->chain.h);
    if (s->method->save != NULL) {
        s->method->save(s, saved + SAVED_METHOD);
    }
}

void rb_stepper_restore(rb_stepper *s, const double saved[RB_STEPPER_SAVED]) {
    memcpy(s->y, saved + SAVED_Y, sizeof s->y);
    s->error = saved[SAVED_ERROR];
    s->event_time = saved[SAVED_EVENT_TIME];
    s->diverged = (rb_diverged)saved[SAVED_DIVERGED];
    s->done = saved[SAVED_DONE];
    s->part = saved[SAVED_PART];
}

double rb_stepper_saved_error(const double saved[RB_STEPPER_SAVED]) {
    return saved[SAVED_ERROR];
}

/* Returns the adaptive method with a saved number; NULL: the number is invalid. */
static const rb_method *method_of(double id) {
    const rb_method *method = id >= 0 && id < 100 ? rb_method_of((rb_solver_method)id) : NULL;
    return method != NULL && method->make != NULL ? method : NULL;
}

static void repeat_step(rb_stepper *s, const rb_model *model, double t, double h, const double *y,
                        const double *f) {
    rb_step *step = &s->step;
    rb_step_begin(step, model, s->chain.method, t, y, f);
    rb_step_take(step, model, h);
    rb_step_close(step, model);
}

/* Repeats the step around now, and those before it in its chain, and compares the state at now with y.
   Between the steps of a chain: the same for the last step. */
static bool repeat_chain(rb_stepper *s, const rb_model *model, const double saved[RB_STEPPER_SAVED]) {
    double h = saved[SAVED_STEP_H], y0[RB_ODE_MAX], f0[RB_ODE_MAX] = {0}, y[RB_ODE_MAX] = {0};
    rb_step *step = &s->step;
    int chain = (int)fmin(fmax(saved[SAVED_CHAIN], 0), RB_CHAIN_MAX);
    memcpy(y0, saved + SAVED_F, sizeof y0);
    model->ops->rhs(model, y0, f0);
    memcpy(s->chain.y, y0, sizeof y0);
    memcpy(s->chain.h, saved + SAVED_CHAIN_H, sizeof s->chain.h);
    s->chain.method = method_of(saved[SAVED_STEP_METHOD]);
    if (s->chain.method->chained) { /* the method of the scene may have changed */
        step->workspace.code->open(step->workspace.memory, model, rb_stepper_tolerance(s, &rb_method_radau));
    }
    for (int i = 0; i < chain - (h > 0); i++) {
        repeat_step(s, model, saved[SAVED_T], s->chain.h[i], y0, f0);
        rb_step_remember(step);
        memcpy(y0, step->y1, sizeof y0);
        memcpy(f0, step->f1, sizeof f0);
    }
    memcpy(y, y0, sizeof y);
    if (h > 0) {
        repeat_step(s, model, saved[SAVED_T], h, y0, f0);
        rb_step_state(step, model, s->now, y);
    }
    bool same = memcmp(y, s->y, (size_t)model->ops->state_count * sizeof *y) == 0;
    if (same) {
        memcpy(s->f, f0, sizeof f0); /* not needed within a step */
    }
    step->h = same ? h : 0;
    step->event = (int)fmax(-1, saved[SAVED_STEP_END]);
    step->ends = saved[SAVED_STEP_END] == -2;
    s->chain.count = same ? chain : 0;
    return same;
}

/* Is there a step to be repeated? */
static bool has_step(const double saved[RB_STEPPER_SAVED]) {
    return method_of(saved[SAVED_STEP_METHOD]) != NULL && (saved[SAVED_STEP_H] > 0 || saved[SAVED_CHAIN] > 0);
}

/* Restores the state of the policy, if the scene's method still uses it. */
static void restore_policy(rb_stepper *s, const double saved[RB_STEPPER_SAVED]) {
    const rb_method *use = method_of(saved[SAVED_USE]);
    bool follows = s->method == &rb_method_radau ? use != NULL && use->implicit
                                                 : s->method->id == RB_METHOD_AUTO && use != NULL;
    if (follows) {
        s->use = use;
        rb_auto_restore(&s->policy, saved + SAVED_POLICY);
    }
}

void rb_stepper_continue(rb_stepper *s, const rb_model *model, const double saved[RB_STEPPER_SAVED]) {
    if (has_step(saved)) {
        if (!s->method->adaptive || !repeat_chain(s, model, saved)) {
            return; /* the scene has been edited since: the motion differs from here on */
        }
    } else if (!s->method->adaptive != (saved[SAVED_T] < 0)) {
        return;
    } else {
        memcpy(s->f, saved + SAVED_F, sizeof s->f);
    }
    if (s->method->restore != NULL) {
        s->method->restore(s, saved + SAVED_METHOD);
    }
    if (!(saved[SAVED_STEP_H] > 0) && saved[SAVED_T] >= 0) {
        s->t = s->now = saved[SAVED_T];
    }
    s->budget_start = saved[SAVED_BUDGET_START];
    s->changes = (int)saved[SAVED_CHANGES];
    s->tries = (int)saved[SAVED_TRIES];
    s->h_next = saved[SAVED_H_NEXT];
    s->h_last = saved[SAVED_H_LAST];
    s->e_last = saved[SAVED_E_LAST];
    s->rejected = saved[SAVED_REJECTED];
    s->growth_unchecked = saved[SAVED_GROWTH_UNCHECKED];
    restore_policy(s, saved);
}
