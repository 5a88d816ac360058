/* What a stepper goes on from, as numbers for a snapshot. A leg is kept as where it began and how
   long it is: made again, it is the same to the bit. */
#include <math.h>
#include <string.h>

#include "sim/stepper.h"

enum {
    KEPT_Y, /* of now */
    KEPT_F =
        RB_ODE_MAX, /* right-hand side there; within a leg, the state at its beginning; of a chain, at its */
    KEPT_ERROR = 2 * RB_ODE_MAX,
    KEPT_EVENT_TIME,
    KEPT_DIVERGED,
    KEPT_DONE,
    KEPT_PART,
    KEPT_CHANGES,
    KEPT_TRIES,
    KEPT_T,     /* where the leg begins, or the next one will; of dp5, -1 */
    KEPT_LEG_H, /* 0: there is none */
    KEPT_LEG_METHOD,
    KEPT_LEG_END, /* event of the body, -1 none, -2 the end of the run */
    KEPT_WINDOW,
    KEPT_H_NEXT,
    KEPT_H_LAST,
    KEPT_E_LAST,
    KEPT_REJECTED,
    KEPT_USE,
    KEPT_STRAIN,
    KEPT_PATIENCE,
    KEPT_H_IMPLICIT,
    KEPT_TROUBLE,
    KEPT_AVOID,
    KEPT_RESPITE,
    KEPT_GROWTH_UNCHECKED,
    KEPT_GUESSES,              /* of dp5; of the others: */
    KEPT_CHAIN = KEPT_GUESSES, /* 0: there is none */
    KEPT_CHAIN_H,
    KEPT_COUNT = KEPT_CHAIN_H + RB_CHAIN_MAX,
};
_Static_assert((int)KEPT_COUNT == RB_STEPPER_KEPT, "the header says how much room is needed");
_Static_assert((int)KEPT_GUESSES + RB_GUESSES_KEPT <= (int)KEPT_COUNT,
               "guesses take the chain's room");

void rb_stepper_keep(const rb_stepper *s, double kept[RB_STEPPER_KEPT]) {
    const rb_leg *leg = &s->leg;
    bool within = leg->h > 0;
    memcpy(kept + KEPT_Y, s->y, sizeof s->y);
    memcpy(kept + KEPT_F, s->chain > 0 ? s->chain_y : within ? leg->y0 : s->f, sizeof s->f);
    kept[KEPT_ERROR] = s->error;
    kept[KEPT_EVENT_TIME] = s->event_time;
    kept[KEPT_DIVERGED] = s->diverged;
    kept[KEPT_DONE] = s->done;
    kept[KEPT_PART] = s->part;
    kept[KEPT_CHANGES] = s->changes;
    kept[KEPT_TRIES] = s->tries;
    kept[KEPT_T] = s->method == RB_METHOD_DP5 ? -1 : within ? leg->t0 : s->t;
    kept[KEPT_LEG_H] = leg->h;
    kept[KEPT_LEG_METHOD] = s->chain > 0 ? s->chain_method : within ? leg->method : 0;
    kept[KEPT_LEG_END] = !within ? -1 : leg->ends ? -2 : leg->event;
    kept[KEPT_WINDOW] = s->window;
    kept[KEPT_H_NEXT] = s->h_next;
    kept[KEPT_H_LAST] = s->h_last;
    kept[KEPT_E_LAST] = s->e_last;
    kept[KEPT_REJECTED] = s->rejected;
    kept[KEPT_USE] = s->use;
    kept[KEPT_STRAIN] = s->strain;
    kept[KEPT_PATIENCE] = s->patience;
    kept[KEPT_H_IMPLICIT] = s->h_implicit;
    kept[KEPT_TROUBLE] = s->trouble;
    kept[KEPT_AVOID] = s->avoid;
    kept[KEPT_RESPITE] = s->respite;
    kept[KEPT_GROWTH_UNCHECKED] = s->growth_unchecked;
    kept[KEPT_CHAIN] = s->chain;
    memset(kept + KEPT_CHAIN_H, 0, sizeof s->chain_h);
    memcpy(kept + KEPT_CHAIN_H, s->chain_h, (size_t)s->chain * sizeof *s->chain_h);
    if (s->method == RB_METHOD_DP5) {
        rb_guesses_keep(&s->guesses, kept + KEPT_GUESSES);
    }
}

void rb_stepper_put_back(rb_stepper *s, const double kept[RB_STEPPER_KEPT]) {
    memcpy(s->y, kept + KEPT_Y, sizeof s->y);
    s->error = kept[KEPT_ERROR];
    s->event_time = kept[KEPT_EVENT_TIME];
    s->diverged = (rb_diverged)kept[KEPT_DIVERGED];
    s->done = kept[KEPT_DONE];
    s->part = kept[KEPT_PART];
    s->changes = (int)kept[KEPT_CHANGES];
    s->tries = (int)kept[KEPT_TRIES];
}

double rb_stepper_kept_error(const double kept[RB_STEPPER_KEPT]) {
    return kept[KEPT_ERROR];
}

static void make_again(rb_stepper *s, const rb_model *model, double t, double h, const double *y,
                       const double *f) {
    rb_leg *leg = &s->leg;
    rb_leg_begin(leg, model, s->chain_method, t, y, f);
    rb_leg_take(leg, model, h);
    rb_leg_close(leg, model);
}

/* Makes the leg around the clock again, and those before it in its chain, and sees whether it leads
   through y at the clock. Between legs of a chain: the same of the last. */
static bool remake(rb_stepper *s, const rb_model *model, const double kept[RB_STEPPER_KEPT]) {
    double h = kept[KEPT_LEG_H], y0[RB_ODE_MAX], f0[RB_ODE_MAX] = {0}, y[RB_ODE_MAX] = {0};
    rb_leg *leg = &s->leg;
    int chain = (int)fmin(fmax(kept[KEPT_CHAIN], 0), RB_CHAIN_MAX);
    memcpy(y0, kept + KEPT_F, sizeof y0);
    model->ops->rhs(model, y0, f0);
    memcpy(s->chain_y, y0, sizeof y0);
    memcpy(s->chain_h, kept + KEPT_CHAIN_H, sizeof s->chain_h);
    s->chain_method = (rb_solver_method)kept[KEPT_LEG_METHOD];
    if (rb_method_is_collocation(s->chain_method)) { /* which need not be the scene's any more */
        leg->code->open(leg->work, model, rb_stepper_tolerance(s, RB_METHOD_RADAU));
    }
    for (int i = 0; i < chain - (h > 0); i++) {
        make_again(s, model, kept[KEPT_T], s->chain_h[i], y0, f0);
        rb_leg_keep(leg);
        memcpy(y0, leg->y1, sizeof y0);
        memcpy(f0, leg->f1, sizeof f0);
    }
    memcpy(y, y0, sizeof y);
    if (h > 0) {
        make_again(s, model, kept[KEPT_T], h, y0, f0);
        rb_leg_state(leg, model, s->now, y);
    }
    bool same = memcmp(y, s->y, (size_t)model->ops->state_count * sizeof *y) == 0;
    if (same) {
        memcpy(s->f, f0, sizeof f0); /* which within a leg nobody needs */
    }
    leg->h = same ? h : 0;
    leg->event = (int)fmax(-1, kept[KEPT_LEG_END]);
    leg->ends = kept[KEPT_LEG_END] == -2;
    s->chain = same ? chain : 0;
    return same;
}

/* Is it a method that makes legs? */
static bool is_known(double method) {
    return method == RB_METHOD_RODAS || method == RB_METHOD_DOP853 || method == RB_METHOD_LOBATTO ||
           method == RB_METHOD_RADAU;
}

/* Is there something to be made again? */
static bool has_leg(const double kept[RB_STEPPER_KEPT]) {
    return is_known(kept[KEPT_LEG_METHOD]) && (kept[KEPT_LEG_H] > 0 || kept[KEPT_CHAIN] > 0);
}

void rb_stepper_go_on(rb_stepper *s, const rb_model *model, const double kept[RB_STEPPER_KEPT]) {
    if (has_leg(kept)) {
        if (s->method == RB_METHOD_DP5 || !remake(s, model, kept)) {
            return; /* the scene has been edited since: from here it goes another way */
        }
    } else if ((s->method == RB_METHOD_DP5) != (kept[KEPT_T] < 0)) {
        return;
    } else {
        memcpy(s->f, kept + KEPT_F, sizeof s->f);
    }
    if (s->method == RB_METHOD_DP5) {
        rb_guesses_put_back(&s->guesses, kept + KEPT_GUESSES);
    }
    if (!(kept[KEPT_LEG_H] > 0) && kept[KEPT_T] >= 0) {
        s->t = s->now = kept[KEPT_T];
    }
    s->window = kept[KEPT_WINDOW];
    s->h_next = kept[KEPT_H_NEXT];
    s->h_last = kept[KEPT_H_LAST];
    s->e_last = kept[KEPT_E_LAST];
    s->rejected = kept[KEPT_REJECTED];
    s->growth_unchecked = kept[KEPT_GROWTH_UNCHECKED];
    bool implicit = kept[KEPT_USE] == RB_METHOD_RADAU || kept[KEPT_USE] == RB_METHOD_RODAS;
    if (s->method == RB_METHOD_RADAU ? implicit
                                     : s->method == RB_METHOD_AUTO && is_known(kept[KEPT_USE])) {
        s->use = (rb_solver_method)kept[KEPT_USE];
        s->strain = kept[KEPT_STRAIN];
        s->patience = kept[KEPT_PATIENCE];
        s->h_implicit = kept[KEPT_H_IMPLICIT];
        s->trouble = kept[KEPT_TROUBLE];
        s->avoid = kept[KEPT_AVOID];
        s->respite = kept[KEPT_RESPITE];
    }
}
