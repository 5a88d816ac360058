/* Steps of several runs at once: the implementation that lanes_two.c and lanes_four.c include after defining
   RB_LANES.

   A lane makes the same step as method_dp5.c: Dormand-Prince, error average, projection to the constraints,
   validity check. While the event log (event_log.c) would only update extremes that grow monotonically,
   they are updated here. Everything else is done by the code for doubles: either the event log alone, or
   the whole step again from the state before it (events, rough steps, rare branches of a formula, values
   that are not finite). */
#ifndef RB_SIM_LANES_INLINE_H
#define RB_SIM_LANES_INLINE_H

#include <stddef.h>

#include "bodies/rigid_lanes_inline.h"
#include "math/dp5_inline.h"
#include "sim/lanes.h"
#include "sim/recheck.h"
#include "sim/step_inline.h"

typedef struct block {
    rb_num_model model;
    rb_num_rhs rhs;
    int n; /* state_count */
    rb_sizes coupled;
    bool reverses; /* event_log.c */
    rb_body_follows follows;
    rb_mask live; /* lanes that have a run */
    rb_num y[RB_ODE_MAX], f[RB_ODE_MAX];
    rb_num y0[RB_ODE_MAX], f0[RB_ODE_MAX];
    rb_num h, t0, steps, limit; /* time is t0 + steps h; the run ends at `limit` */
    rb_num error, error0;       /* average error of the stepper, and its value before the step */
    rb_num done;                /* steps since the run was loaded */
    /* Event log. A squared speed between low2 and high2 changes nothing in it. */
    rb_num scale, origin, extreme, extreme_time, N_min, N_max, max_gap, low2, high2;
    rb_num off_since, longest_stand,
        reported;                   /* reported: the present time of standing is recorded, 1 or 0 */
    rb_num closed[RB_CONTACTS_MAX]; /* 1 or 0 */
    rb_num advised;                 /* 1: an error above 1 has been reported */
} block;

/* Whole steps of dp5. */
static bool fits(const rb_model *model) {
    return has_rhs(model) && !model->searches_N && model->ops->project == rb_rigid_body_project &&
           model->ops->event_values == rb_rigid_body_event_values && model->crossings == 0;
}

/* ---- loading and removing runs ------------------------------------------------------------------- */

/* Squared speeds between which the event log does not change. */
static void load_band(block *b, int lane, const rb_event_log *l) {
    const rb_rest_rule *rest = &l->ops->rest;
    double rests = fmax(rest->speed, rest->coarse_speed);
    bool moves = isnan(l->crossing) && isnan(l->quiet_since) && isinf(l->above_0p01);
    bool fast = isinf(l->above_0p1);
    double low = fmax(fast ? RB_EVENT_LOG_SLOW : RB_EVENT_LOG_SLOWER, rests);
    double high = fast ? INFINITY : RB_EVENT_LOG_SLOW;
    low = moves ? low : INFINITY;
    b->low2[lane] = low * low;
    b->high2[lane] = high * high;
}

static void load_event_log(block *b, int lane, const rb_event_log *l) {
    const rb_summary *s = &l->summary;
    b->reverses = l->reverses;
    b->scale[lane] = l->scale;
    b->origin[lane] = l->origin;
    b->extreme[lane] = l->extreme;
    b->extreme_time[lane] = l->extreme_time;
    b->N_min[lane] = s->N_min;
    b->N_max[lane] = s->N_max;
    b->max_gap[lane] = s->max_gap;
    b->off_since[lane] = l->off_since;
    b->longest_stand[lane] = l->longest_stand;
    b->reported[lane] = s->inverted && s->large_last_off == l->off_since && isnan(s->fallback_time);
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        b->closed[i][lane] = l->closed[i];
    }
    load_band(b, lane, l);
}

static void resume(void *context, int lane, const rb_lane_view *run) {
    block *b = context;
    const rb_stepper *s = run->stepper;
    put_numbers(b->y, lane, s->y, RB_ODE_MAX);
    put_numbers(b->f, lane, s->f, RB_ODE_MAX);
    b->steps[lane] = (double)(*run->step - run->step0);
    b->error[lane] = s->error;
    b->advised[lane] = run->known_too_large;
    b->done[lane] = 0;
    load_event_log(b, lane, run->event_log);
}

static void load(void *context, int lane, const rb_lane_view *run, double until) {
    block *b = context;
    load_model(&b->model, lane, run->model);
    b->rhs = rhs_of(run->model);
    b->n = run->model->ops->state_count;
    b->coupled = (rb_sizes){run->model->coupled.first, run->model->coupled.count, b->n};
    b->follows = run->model->ops->follows;
    b->live[lane] = -1;
    b->h[lane] = run->h;
    b->t0[lane] = run->t0;
    b->limit[lane] = until - run->h / 2;
    resume(context, lane, run);
}

static void empty(void *context, int lane) {
    block *b = context;
    b->live[lane] = 0;
    b->h[lane] = 0;
}

static void store(const void *context, int lane, const rb_lane_view *run, bool back) {
    const block *b = context;
    rb_stepper *s = run->stepper;
    rb_event_log *l = run->event_log;
    for (int i = 0; i < RB_ODE_MAX; i++) {
        s->y[i] = back ? b->y0[i][lane] : b->y[i][lane];
        s->f[i] = back ? b->f0[i][lane] : b->f[i][lane];
    }
    s->error = back ? b->error0[lane] : b->error[lane];
    s->rhs_evaluations += 6 * (uint64_t)b->done[lane];
    *run->step += (uint64_t)b->done[lane];
    l->extreme = b->extreme[lane];
    l->extreme_time = b->extreme_time[lane];
    l->longest_stand = b->longest_stand[lane];
    l->summary.N_min = b->N_min[lane];
    l->summary.N_max = b->N_max[lane];
    l->summary.max_gap = b->max_gap[lane];
    rb_event_log_report_extreme(l);
}

static void before(const void *context, int lane, double *y0, double *f0) {
    const block *b = context;
    for (int i = 0; i < RB_ODE_MAX; i++) {
        y0[i] = b->y0[i][lane];
        f0[i] = b->f0[i][lane];
    }
}

/* ---- steps -------------------------------------------------------------------------------------- */

static unsigned bits(rb_mask mask) {
    unsigned bits = 0;
    for (int i = 0; i < RB_LANES; i++) {
        bits |= (mask[i] != 0 ? 1u : 0u) << i;
    }
    return bits;
}

/* Is there nothing to do for rb_event_log_add_step_contacts? */
RB_INLINE rb_mask contacts_are_plain(const block *b, rb_num end, rb_num *longest_stand) {
    const rb_num *gap0 = b->f0 + b->follows.gap, *gap1 = b->f + b->follows.gap;
    rb_mask plain = NUM_TRUE;
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        rb_num closed0 = NUM_CHOOSE(gap0[i] > 0, NUM(0), NUM(1));
        rb_num closed1 = NUM_CHOOSE(gap1[i] > 0, NUM(0), NUM(1));
        plain &= (closed0 == b->closed[i]) & (closed1 == closed0);
    }
    rb_num standing = end - b->off_since;
    rb_mask longer =
        (gap1[1] < gap1[0]) & (standing >= RB_EVENT_LOG_STAND_TIME) & (standing > b->longest_stand);
    *longest_stand = NUM_CHOOSE(longer, standing, b->longest_stand);
    return plain & (num_not(longer) | (b->reported == 1));
}

/* Would watch_reversal and watch_extreme change nothing but a growing extreme? */
RB_INLINE rb_mask spin_is_plain(const block *b) {
    const int i = b->follows.spin;
    rb_num before = b->y0[i], after = b->y[i];
    rb_mask crosses = ((before > 0) != (after > 0)) | (before == 0);
    rb_mask turns = (b->h * b->f0[i] > 0) != (b->h * b->f[i] > 0);
    return num_not(crosses | turns | (num_abs(after) > b->scale));
}

RB_INLINE void keep_extreme(block *b, rb_num end, rb_mask plain) {
    const int i = b->follows.spin;
    rb_num at_end = cubic_value(b->y0[i], b->f0[i], b->y[i], b->f[i], b->h, NUM(1));
    rb_num against = -b->origin * at_end;
    rb_mask larger = plain & (against > b->extreme);
    b->extreme = NUM_CHOOSE(larger, against, b->extreme);
    b->extreme_time = NUM_CHOOSE(larger, end, b->extreme_time);
}

/* The negation of rb_recheck_is_N_suspect. */
RB_INLINE rb_mask N_is_steady(const block *b) {
    rb_num before = b->f0[b->follows.N], after = b->f[b->follows.N];
    rb_mask steady = (after > RB_RECHECK_FALLS * before) & (after < RB_RECHECK_RISES * before);
    return b->model.lifts && b->model.mode != RB_CONTACT_NO_SLIP ? steady : NUM_TRUE;
}

/* simulation.c checks the stiffness before the first step and after this one. */
RB_INLINE rb_mask stiffness_is_due(const block *b) {
    const double whole = 0x1p52; /* add and subtract: rounds to the nearest integer */
    const int first = 1 + RB_STIFFNESS_EVERY / 2;
    rb_num share = (b->steps + first) * (1.0 / RB_STIFFNESS_EVERY);
    return ((share == (share + whole) - whole) | (b->steps == 0)) & (b->advised == 0);
}

static rb_lanes_report step(block *b) {
    rb_num error[RB_ODE_MAX];
    memcpy(b->y0, b->y, sizeof b->y0);
    memcpy(b->f0, b->f, sizeof b->f0);
    b->error0 = b->error;
    dp5_step(b->rhs, &b->model, b->coupled, b->h, b->y, b->f, error);
    rb_num gap = num_abs(project(&b->model, b->y));
    rb_num t = b->t0 + b->steps * b->h, end = t + b->h;
    const int speed = b->follows.speed, count = b->follows.speed_count;
    const rb_num slow = NUM(b->follows.slow);
    b->error = watched_error(b->error, error + speed, count, end, b->h, b->scale, slow);
    rb_mask jumps =
        acceleration_jumps(b->error, error + speed, b->f0 + speed, b->f + speed, count, b->h, b->scale, slow);
    rb_mask good = state_is_sound(b->y, b->f, b->n, STATE_MAX) & step_is_smooth(&b->model, b->f, error) &
                   N_is_steady(b) & num_not(stiffness_is_due(b)) &
                   (b->model.lifts ? num_not(jumps) : NUM_TRUE);
    rb_num after2 = NUM(0);
    for (int i = b->follows.speed; i < b->follows.speed + b->follows.speed_count; i++) {
        after2 = after2 + b->y[i] * b->y[i];
    }
    rb_mask plain =
        good & (after2 > b->low2) & (after2 <= b->high2) & num_not((b->error > 1) & (b->advised == 0));
    rb_num longest_stand;
    plain &= contacts_are_plain(b, end, &longest_stand);
    if (b->reverses) {
        plain &= spin_is_plain(b);
        keep_extreme(b, end, plain);
    }
    b->longest_stand = NUM_CHOOSE(plain, longest_stand, b->longest_stand);
    rb_num N = b->f[b->follows.N];
    b->N_min = NUM_CHOOSE(plain & (N < b->N_min), N, b->N_min);
    b->N_max = NUM_CHOOSE(plain & (N > b->N_max), N, b->N_max);
    b->max_gap = NUM_CHOOSE(good & (gap > b->max_gap), gap, b->max_gap);
    rb_num one = NUM_CHOOSE(plain, NUM(1), NUM(0));
    b->steps = b->steps + one;
    b->done = b->done + one;
    rb_mask over = num_not(b->t0 + b->steps * b->h < b->limit);
    return (rb_lanes_report){bits(b->live & good & num_not(plain)), bits(b->live & num_not(good)),
                             bits(b->live & plain & over)};
}

static rb_lanes_report advance(void *context, int steps) {
    rb_lanes_report report = {0, 0, 0};
    for (int i = 0; i < steps && (report.event_log | report.again | report.ended) == 0; i++) {
        report = step(context);
    }
    return report;
}

#define RB_LANES_CODE                                                                                        \
    {                                                                                                        \
        .width = RB_LANES, .block_size = sizeof(block), .fits = fits, .load = load, .resume = resume,        \
        .empty = empty, .store = store, .before = before, .advance = advance                                 \
    }

#endif
