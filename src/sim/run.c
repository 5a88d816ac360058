#include "rattleback/run.h"

#include <math.h>

#include "base/clock.h"
#include "sim/stride.h"

/* A run under way, and what its observer still waits for. */
typedef struct run {
    rb_simulation *sim;
    const rb_observer *observer;
    int64_t next; /* observed time */
    bool stopped; /* by the observer */
    bool cancelled;
    rb_snapshot now; /* shown to it */
} run;

/* The next time to observe; INFINITY: none. */
static double next_time(const run *r) {
    const rb_observer *o = r->observer;
    if (o->every > 0) {
        return (double)r->next * o->every;
    }
    return o->times != NULL && r->next < o->time_count ? o->times[r->next] : INFINITY;
}

/* Observed times and those of steps are products: what differs by rounding is the same time. */
static double rounding(const run *r, double t) {
    return 1e-6 * rb_simulation_step_length(r->sim) + 1e-15 * t;
}

static void show(run *r, const rb_event *event, bool exact) {
    rb_moment moment = {&r->now, event, event == NULL ? r->next : -1, exact};
    r->stopped = r->stopped || !r->observer->observe(r->observer->context, &moment);
}

/* Times within the stride, up to t. */
static void show_times_between(run *r, const rb_stride *stride, double t) {
    double step_end = rb_simulation_step_end(r->sim); /* shown when the step is done */
    t = fmin(t, step_end - rounding(r, step_end));
    for (double at; !r->stopped && (at = next_time(r)) <= t; r->next++) {
        rb_simulation_between(r->sim, stride, at, &r->now);
        show(r, NULL, false);
    }
}

/* Times at the end of a step, and any before it that no stride reached: what ends a run within a
   step leaves the last good state. */
static void show_times_at_step(run *r) {
    double t = rb_simulation_time(r->sim), off = rounding(r, t);
    for (double at; !r->stopped && (at = next_time(r)) <= t + off; r->next++) {
        bool exact = at >= t - off;
        rb_simulation_snapshot(r->sim, &r->now);
        r->now.t = exact ? r->now.t : at;
        show(r, NULL, exact);
    }
}

/* When an event of the stride is shown: one of earlier, which has only become known, at its end. */
static double time_shown(const rb_stride *stride, const rb_event *event) {
    double end = stride->t0 + stride->h;
    return event->t >= stride->t0 && event->t <= end ? event->t : end;
}

/* Events and observed times of a stride, in the order of time. */
static void see_stride(void *context, const rb_stride *stride, const rb_event *events, int count) {
    run *r = context;
    count = r->observer->events ? count : 0;
    if (stride == NULL) { /* the run has ended */
        for (int i = 0; i < count; i++) {
            rb_simulation_snapshot(r->sim, &r->now);
            show(r, &events[i], true);
        }
        return;
    }
    bool shown[RB_STRIDE_EVENTS_MAX] = {false};
    for (int k = 0; k < count; k++) {
        int first = -1; /* of those left */
        for (int i = 0; i < count; i++) {
            if (!shown[i] && (first < 0 || time_shown(stride, &events[i]) <
                                               time_shown(stride, &events[first]))) {
                first = i;
            }
        }
        double t = time_shown(stride, &events[first]);
        show_times_between(r, stride, t);
        rb_simulation_between(r->sim, stride, t, &r->now);
        show(r, &events[first], false);
        shown[first] = true;
    }
    show_times_between(r, stride, stride->t0 + stride->h);
}

/* Passes over times before the present one. */
static void begin_observing(run *r) {
    double t = rb_simulation_time(r->sim), off = rounding(r, t);
    if (r->observer->every > 0) {
        r->next = (int64_t)ceil(fmin((t - off) / r->observer->every, 9e15));
        r->next = r->next > 0 ? r->next : 0;
    }
    while (next_time(r) < t - off) {
        r->next++;
    }
    rb_simulation_hook(r->sim, see_stride, r);
    show_times_at_step(r);
}

static bool is_cancelled(void *context) {
    run *r = context;
    double t = rb_simulation_time(r->sim);
    r->cancelled = r->cancelled || r->observer->cancelled(r->observer->context, t);
    return r->cancelled;
}

static void go_on(run *r, double until, bool observes) {
    double half = rb_simulation_step_length(r->sim) / 2;
    while (!r->stopped && !r->cancelled && rb_simulation_phase(r->sim) == RB_PHASE_RUNNING &&
           rb_simulation_time(r->sim) < until - half) {
        if (rb_simulation_step(r->sim) && observes) {
            show_times_at_step(r);
        }
    }
}

void rb_run_simulation(rb_simulation *sim, double until, const rb_observer *observer,
                       rb_run_result *out) {
    double begun = rb_wall_clock();
    run r = {.sim = sim, .observer = observer};
    bool observes = observer != NULL && observer->observe != NULL;
    bool asks = observer != NULL && observer->cancelled != NULL;
    rb_simulation_set_interrupt(sim, asks ? is_cancelled : NULL, &r);
    if (observes) {
        begin_observing(&r);
    }
    go_on(&r, until, observes);
    rb_simulation_set_interrupt(sim, NULL, NULL);
    rb_simulation_hook(sim, NULL, NULL);
    if (out == NULL) {
        return;
    }
    rb_simulation_snapshot(sim, &out->last);
    rb_simulation_summary(sim, &out->summary);
    if (out->summary.end_reason == RB_END_RUNNING) {
        out->summary.end_reason = r.cancelled ? RB_END_INTERRUPTED
                                  : r.stopped ? RB_END_STOPPED
                                              : RB_END_TIME;
    }
    out->summary.wall_seconds = rb_wall_clock() - begun;
}

rb_status rb_run(const rb_scene *scene, double until, const rb_observer *observer,
                 rb_run_result *out, rb_error *err) {
    rb_simulation *sim = NULL;
    rb_status status = rb_simulation_create(scene, &sim, err);
    if (status == RB_OK) {
        rb_run_simulation(sim, until, observer, out);
        rb_simulation_destroy(sim);
    }
    return status;
}
