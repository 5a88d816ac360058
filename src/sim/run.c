#include "rattleback/run.h"

#include <math.h>

#include "base/system.h"
#include "math/bracket.h"
#include "sim/control.h"
#include "sim/interpolant.h"

/* A run and the state of its observer. */
typedef struct run {
    rb_simulation *sim;
    const rb_observer *observer;
    int64_t next; /* index of the next observed time */
    bool lags; /* adaptive steps are shown when they are complete, in the order of time with their events */
    bool stopped; /* cancelled by the observer */
    bool cancelled;
    int shown;       /* moments since the observer was last asked whether to continue */
    rb_snapshot now; /* the snapshot that is shown */
} run;

/* Returns the next time to observe; INFINITY: none. */
static double next_time(const run *r) {
    const rb_observer *o = r->observer;
    if (o->every > 0) {
        return (double)r->next * o->every;
    }
    return o->times != NULL && r->next < o->time_count ? o->times[r->next] : INFINITY;
}

/* Observed times and times of steps are products: times that differ by rounding are the same. */
static double rounding(const run *r, double t) {
    return 1e-6 * rb_simulation_step_length(r->sim) + 1e-15 * t;
}

static bool is_cancelled(void *context) {
    run *r = context;
    double t = rb_simulation_time(r->sim);
    r->cancelled = r->cancelled || r->observer->cancelled(r->observer->context, t);
    return r->cancelled;
}

/* Also asks within a step: one step may contain any number of moments. */
static void show(run *r, const rb_event *event, int64_t index, bool exact) {
    rb_moment moment = {&r->now, event, index, exact};
    r->stopped = r->stopped || !r->observer->observe(r->observer->context, &moment);
    if (r->observer->cancelled != NULL && ++r->shown >= 1000) {
        r->shown = 0;
        r->stopped = is_cancelled(r) || r->stopped;
    }
}

/* Shows the observed times within the part, up to t. */
static void show_times_between(run *r, const rb_interpolant *part, double t) {
    if (!r->lags) {
        double step_end = rb_simulation_step_end(r->sim); /* shown when the step is complete */
        t = fmin(t, step_end - rounding(r, step_end));
    }
    for (double at; !r->stopped && (at = next_time(r)) <= t; r->next++) {
        rb_simulation_between(r->sim, part, at, &r->now);
        show(r, NULL, r->next, false);
    }
}

/* Shows the observed times at the end of a step, and any earlier ones that no part reached: a run that
   ends within a step keeps the last good state. */
static void show_times_at_step(run *r) {
    double t = rb_simulation_time(r->sim), off = rounding(r, t);
    for (double at; !r->stopped && (at = next_time(r)) <= t + off; r->next++) {
        bool exact = at >= t - off;
        rb_simulation_snapshot(r->sim, &r->now);
        r->now.t = exact ? r->now.t : at;
        show(r, NULL, r->next, exact);
    }
}

/* Returns the signal of the section minus its value, at the share x of the part. */
static double from_section(run *r, const rb_interpolant *part, double x) {
    const rb_section_cut *section = r->observer->section;
    rb_simulation_between(r->sim, part, part->t0 + x * part->h, &r->now);
    return rb_signal_value(section->signal, &r->now) - section->value;
}

/* Returns where in the part the section is crossed, to 1e-13 of the part. NAN: nowhere. */
static double find_section(run *r, const rb_interpolant *part) {
    rb_bracket b = {0, 1, from_section(r, part, 0), from_section(r, part, 1), 0};
    rb_cut_direction direction = r->observer->section->direction;
    bool rises = b.at_near < 0 && b.at_far >= 0, falls = b.at_near > 0 && b.at_far <= 0;
    if (!((rises && direction != RB_CUT_FALLING) || (falls && direction != RB_CUT_RISING))) {
        return NAN;
    }
    for (int i = 0; i < 60 && b.far - b.near > 1e-13 && b.at_far != 0; i++) {
        double x = rb_bracket_guess(&b, 1e-3), at = from_section(r, part, x);
        rb_bracket_take(&b, x, at, at != 0 && (at < 0) == rises);
    }
    return part->t0 + b.far * part->h;
}

static void show_section(run *r, const rb_interpolant *part) {
    double t = r->observer->section != NULL && !r->stopped ? find_section(r, part) : NAN;
    if (isfinite(t)) {
        show_times_between(r, part, t);
        rb_simulation_between(r->sim, part, t, &r->now);
        show(r, NULL, -1, false);
    }
}

/* Shows the observed times within the current adaptive step. */
static void show_times_under_way(run *r) {
    rb_interpolant part;
    if (rb_simulation_interpolant(r->sim, &part)) {
        double t = rb_simulation_time(r->sim), before = t - rounding(r, t);
        for (double at; !r->stopped && (at = next_time(r)) < before; r->next++) {
            rb_simulation_between(r->sim, &part, at, &r->now);
            show(r, NULL, r->next, false);
        }
    }
    show_times_at_step(r);
}

/* Returns when an event of the part is shown. An earlier event that was only now detected is shown at its
   end. */
static double time_shown(const rb_interpolant *part, const rb_event *event) {
    double end = part->t0 + part->h;
    return event->t >= part->t0 && event->t <= end ? event->t : end;
}

/* Shows events and observed times of a part in the order of time. */
static void show_step(void *context, const rb_interpolant *part, const rb_event *events, int count) {
    run *r = context;
    count = r->observer->events ? count : 0;
    if (part == NULL) { /* the run has ended */
        for (int i = 0; i < count; i++) {
            rb_simulation_snapshot(r->sim, &r->now);
            show(r, &events[i], -1, true);
        }
        return;
    }
    bool shown[RB_INTERPOLANT_EVENTS_MAX] = {false};
    for (int k = 0; k < count; k++) {
        int first = -1; /* the earliest of those not yet shown */
        for (int i = 0; i < count; i++) {
            if (!shown[i] && (first < 0 || time_shown(part, &events[i]) < time_shown(part, &events[first]))) {
                first = i;
            }
        }
        double t = time_shown(part, &events[first]);
        show_times_between(r, part, t);
        rb_simulation_between(r->sim, part, t, &r->now);
        show(r, &events[first], -1, false);
        shown[first] = true;
    }
    show_section(r, part);
    show_times_between(r, part, part->t0 + part->h);
}

/* Skips observed times before the present one. */
static void begin_observing(run *r) {
    double t = rb_simulation_time(r->sim), off = rounding(r, t);
    if (r->observer->every > 0) {
        r->next = (int64_t)ceil(fmin((t - off) / r->observer->every, 9e15));
        r->next = r->next > 0 ? r->next : 0;
    }
    while (next_time(r) < t - off) {
        r->next++;
    }
    show_times_at_step(r);
    rb_simulation_hook(r->sim, show_step, r);
}

static void continue_run(run *r, double until, bool observes) {
    double half = rb_simulation_step_length(r->sim) / 2;
    while (!r->stopped && !r->cancelled && rb_simulation_phase(r->sim) == RB_PHASE_RUNNING &&
           rb_simulation_time(r->sim) < until - half) {
        if (rb_simulation_step(r->sim) && observes && !r->lags) {
            show_times_under_way(r);
        }
    }
    if (observes && r->lags) {
        rb_simulation_report_step(r->sim);
        show_times_at_step(r);
    }
}

void rb_run_simulation(rb_simulation *sim, double until, const rb_observer *observer, rb_run_result *out) {
    if (sim == NULL) {
        return;
    }
    double begun = rb_wall_clock();
    run r = {.sim = sim, .observer = observer};
    r.lags =
        observer != NULL && (observer->events || observer->section != NULL) && rb_simulation_is_adaptive(sim);
    bool observes = observer != NULL && observer->observe != NULL;
    bool asks = observer != NULL && observer->cancelled != NULL;
    rb_simulation_set_interrupt(sim, asks ? is_cancelled : NULL, &r);
    if (observes) {
        begin_observing(&r);
    }
    continue_run(&r, until, observes);
    rb_simulation_set_interrupt(sim, NULL, NULL);
    rb_simulation_hook(sim, NULL, NULL);
    if (out == NULL) {
        return;
    }
    rb_simulation_snapshot(sim, &out->last);
    rb_simulation_summary(sim, &out->summary);
    if (out->summary.end_reason == RB_END_RUNNING) {
        out->summary.end_reason = r.cancelled ? RB_END_INTERRUPTED : r.stopped ? RB_END_STOPPED : RB_END_TIME;
    }
    out->summary.wall_seconds = rb_wall_clock() - begun;
}

rb_status rb_run(const rb_scene *scene, double until, const rb_observer *observer, rb_run_result *out,
                 rb_error *err) {
    rb_status status = rb_scene_check(scene, scene != NULL ? scene->id : NULL, err);
    return status == RB_OK ? rb_run_checked(scene, until, observer, out, err) : status;
}

rb_status rb_run_checked(const rb_scene *scene, double until, const rb_observer *observer, rb_run_result *out,
                         rb_error *err) {
    rb_simulation *sim = NULL;
    rb_status status = rb_simulation_create_checked(scene, &sim, err);
    if (status == RB_OK) {
        rb_run_simulation(sim, until, observer, out);
        rb_simulation_destroy(sim);
    }
    return status;
}

rb_observer rb_default_observer(void) {
    return (rb_observer){.every = 0};
}

rb_batch rb_default_batch(double until) {
    return (rb_batch){.until = until};
}
