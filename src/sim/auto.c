/* Step-by-step choice of the method: the policy of `auto`, and of `radau` where its iteration fails. The
   decision depends on the steps only, so that the same scene gives the same bits.

   States, by the method in use:

       EXPLICIT   lobatto where right-hand sides have lanes, else dop853
       RADAU      implicit
       COOLDOWN   rodas replaces radau for some steps. Without lanes and with at most SMALL_SYSTEM
                  coupled components it replaces it permanently: there an exact Jacobian costs less
                  than the stages of radau.

   Transitions:

       EXPLICIT -> RADAU or COOLDOWN
           VOTES_NEEDED steps in a row were limited by stability, and the last known implicit step
           size was GAIN times as long, or votes_needed steps have passed.
       RADAU, COOLDOWN -> EXPLICIT
           VOTES_NEEDED steps in a row had h lambda below WORTH. Each return doubles the votes that
           the next implicit steps need, from RETRY_VOTES to RETRY_VOTES_MAX.
       RADAU -> COOLDOWN
           NEWTON_FAILURES_MAX recent failed iterations (an accepted step cancels half of one), an
           error that error control does not detect (rb_auto_leave_radau), or, from any method of
           auto, more than TRIES_USELESS tries in a millisecond. The cooldown lasts COOLDOWN_MIN
           steps, twice as many each time, at most COOLDOWN_MAX.
       COOLDOWN -> RADAU
           The steps of the cooldown are done.

   `radau` starts in RADAU and never enters EXPLICIT. Without lanes, a step of radau or rodas costs a
   little more than two of dop853; with lanes, a step of radau costs about five of lobatto. An explicit
   step of dop853 is stable while h lambda is below 6. Where the motion is slow compared with that
   eigenvalue, the error estimate limits the step well below that. The thresholds were measured on the
   shipped scenes. */
#include "sim/auto.h"

#include <math.h>
#include <string.h>

#include "math/eigen.h"
#include "sim/stepper.h"

#define VOTES_NEEDED 3
#define RETRY_VOTES 64
#define RETRY_VOTES_MAX 512
#define NEWTON_FAILURES_MAX 4
#define TRIES_CROWDED 64 /* tries in a millisecond above which one failed iteration is enough */
#define TRIES_USELESS 500
#define COOLDOWN_MIN 16.0
#define COOLDOWN_MAX 512.0
#define SMALL_SYSTEM 4
#define JUDGE_EVERY 4 /* implicit steps between judgements, unless the last one was a vote */

/* Thresholds of a pair of an explicit and an implicit method. */
typedef struct thresholds {
    double gain;   /* switch to implicit steps if they are longer by this factor */
    double worth;  /* leave implicit steps if h lambda is below this */
    double stable; /* h lambda at which explicit steps settle */
} thresholds;

static const thresholds alone = {2.2, 8.0, 5.5}; /* dop853 and radau or rodas */
static const thresholds lanes = {3.0, 2.5, 1.0}; /* lobatto and radau */

/* ---- stiffness ----------------------------------------------------------------------------------- */

/* v = A^times v. Returns its norm. */
static double multiply(const rb_columns *A, int times, double *v) {
    double norm = 0;
    for (int k = 0; k < times; k++) {
        norm = rb_columns_multiply(A, v);
    }
    return norm;
}

/* Returns the modulus of the largest eigenvalue, by the power method. Eigenvalues come in complex pairs,
   so growth is averaged over several powers. The start vector is f, so that a mirrored body gives the same
   value. A result that is not finite counts as 0. */
static double largest_eigenvalue(const rb_model *model, const double *J, const double *f) {
    int n = rb_body_moving(model->ops), first = model->coupled.first, count = model->coupled.count;
    double v[RB_ODE_MAX];
    rb_columns coupled;
    rb_columns_set(&coupled, J + (size_t)first * (size_t)n + first, n, count);
    memcpy(v, f + first, (size_t)count * sizeof *v);
    double norm = multiply(&coupled, 4, v);
    if (!(norm > 0) || !isfinite(norm)) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        v[i] /= norm;
    }
    double growth = multiply(&coupled, 8, v);
    return isfinite(growth) ? sqrt(sqrt(sqrt(growth))) : 0; /* the mean over eight powers */
}

double rb_stepper_stiffness(const rb_stepper *s, const rb_model *model) {
    double J[RB_ODE_MAX * RB_ODE_MAX];
    rb_step_jacobian(model, s->y, J);
    return largest_eigenvalue(model, J, s->f);
}

#define STIFF 1.2 /* h lambda above which stability may limit an explicit step */

bool rb_stepper_is_stiff(const rb_stepper *s, const rb_model *model, double h) {
    return s->method->id == RB_METHOD_DOP853 && h * rb_stepper_stiffness(s, model) > STIFF;
}

/* ---- states -------------------------------------------------------------------------------------- */

static bool is_auto(const rb_stepper *s) {
    return s->method->id == RB_METHOD_AUTO;
}

static bool uses_radau(const rb_stepper *s) {
    return s->use == &rb_method_radau;
}

static const rb_method *explicit_method(const rb_auto *a) {
    return a->has_lanes ? &rb_method_lobatto : &rb_method_dop853;
}

static const rb_method *implicit_method(const rb_auto *a) {
    return a->radau_cooldown > 0 ? &rb_method_rodas : &rb_method_radau;
}

void rb_auto_start(rb_stepper *s, const rb_model *model) {
    rb_auto *a = &s->policy;
    *a = (rb_auto){.has_lanes = rb_collocation_has_lanes(model),
                   .votes_needed = INFINITY, /* until the first try */
                   .cooldown_next = COOLDOWN_MIN};
    bool small = is_auto(s) && !a->has_lanes && model->coupled.count <= SMALL_SYSTEM;
    a->radau_cooldown = small ? INFINITY : 0;
    s->use = is_auto(s) ? explicit_method(a) : s->method;
}

/* Chooses this method for the next step, with length h if error control accepts it. */
static void switch_to(rb_stepper *s, const rb_method *method, double h) {
    s->use = method;
    s->policy.votes = 0;
    s->h_next = h;
    s->h_last = s->e_last = 0;
}

static void begin_cooldown(rb_stepper *s) {
    rb_auto *a = &s->policy;
    a->newton_failures = 0;
    a->radau_cooldown = fmax(a->radau_cooldown, a->cooldown_next);
    a->cooldown_next = fmin(2 * a->cooldown_next, COOLDOWN_MAX);
    switch_to(s, implicit_method(a), s->h_next);
}

bool rb_auto_should_switch(rb_stepper *s, bool rejected) {
    rb_auto *a = &s->policy;
    if (s->use == &rb_method_rodas || (!is_auto(s) && !uses_radau(s))) {
        return false;
    }
    const rb_collocated *made = &s->step.own.collocated;
    if (rejected && uses_radau(s) && made->left > 1) {
        a->newton_failures += s->tries > TRIES_CROWDED ? NEWTON_FAILURES_MAX : made->far ? 0 : 1;
    }
    bool useless = is_auto(s) && s->tries > TRIES_USELESS;
    if (a->newton_failures < NEWTON_FAILURES_MAX && !useless) {
        return false;
    }
    begin_cooldown(s);
    return true;
}

bool rb_auto_leave_radau(rb_stepper *s) {
    if (!uses_radau(s)) {
        return false;
    }
    begin_cooldown(s);
    return true;
}

/* ---- after a step -------------------------------------------------------------------------------- */

static void count_cooldown(rb_stepper *s) {
    rb_auto *a = &s->policy;
    if (s->step.method == &rb_method_radau) {
        a->newton_failures = fmax(0, a->newton_failures - 0.5);
        a->cooldown_next = fmax(COOLDOWN_MIN, a->cooldown_next - 1);
    } else if (s->step.method == &rb_method_rodas && a->radau_cooldown > 0 && --a->radau_cooldown <= 0) {
        switch_to(s, implicit_method(a), s->h_next);
    }
}

/* Would implicit steps be sufficiently longer than the explicit step just made? */
static bool would_gain(const rb_stepper *s, const thresholds *t) {
    const rb_auto *a = &s->policy;
    if (a->votes < VOTES_NEEDED) {
        return false;
    }
    bool known = a->h_implicit > 0;
    return a->votes >= a->votes_needed || !known || s->step.h * t->gain < a->h_implicit;
}

static void judge_explicit(rb_stepper *s, const rb_model *model, const thresholds *t) {
    const rb_step *step = &s->step;
    rb_auto *a = &s->policy;
    bool limited = step->method->is_stability_limited(step, model, s->scale);
    a->votes = limited ? a->votes + 1 : fmax(0, a->votes - 0.5);
    if (would_gain(s, t)) {
        switch_to(s, implicit_method(a), step->h);
    }
}

static void judge_implicit(rb_stepper *s, const rb_model *model, const thresholds *t) {
    const rb_step *step = &s->step;
    rb_auto *a = &s->policy;
    if (!(s->h_next <= 2 * step->h)) {
        return; /* step sizes are still growing */
    }
    a->h_implicit = step->h;
    if (a->votes == 0 && s->chain.count % JUDGE_EVERY != 0) {
        return;
    }
    double lambda = largest_eigenvalue(model, step->J, step->f0);
    a->votes = step->h * lambda < t->worth ? a->votes + 1 : 0;
    a->votes_needed = a->votes == 0 ? RETRY_VOTES : a->votes_needed;
    if (a->votes >= VOTES_NEEDED) {
        a->votes_needed = fmin(2 * a->votes_needed, RETRY_VOTES_MAX);
        switch_to(s, explicit_method(a), fmin(step->h, lambda > 0 ? t->stable / lambda : step->h));
    }
}

void rb_auto_after_step(rb_stepper *s, const rb_model *model) {
    count_cooldown(s);
    if (!is_auto(s)) {
        return;
    }
    const thresholds *t = s->policy.has_lanes ? &lanes : &alone;
    if (s->step.method->implicit) {
        judge_implicit(s, model, t);
    } else {
        judge_explicit(s, model, t);
    }
}

/* ---- saving -------------------------------------------------------------------------------------- */

void rb_auto_save(const rb_auto *policy, double saved[RB_AUTO_SAVED]) {
    const double numbers[RB_AUTO_SAVED] = {policy->votes,          policy->votes_needed,
                                           policy->h_implicit,     policy->newton_failures,
                                           policy->radau_cooldown, policy->cooldown_next};
    memcpy(saved, numbers, sizeof numbers);
}

void rb_auto_restore(rb_auto *policy, const double saved[RB_AUTO_SAVED]) {
    policy->votes = saved[0];
    policy->votes_needed = saved[1];
    policy->h_implicit = saved[2];
    policy->newton_failures = saved[3];
    policy->radau_cooldown = saved[4];
    policy->cooldown_next = saved[5];
}
