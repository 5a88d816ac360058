/* The event log of a run (src/sim/event_log.c, event_log_contacts.c) with cubic motions: its interpolants
   are exact, and everything it records is known in closed form. 1e-13: bisection to 1e-15 of a step, and
   rounding. Thresholds are tested from both sides. */
#include <math.h>

#include "bodies/ops.h"
#include "sim/event_log.h"
#include "support.h"

enum { SPIN, OTHER, STATES, NORMAL = STATES, GAP };

/* Coefficients of 1, t, t², t³. */
typedef struct motion {
    double spin[4], other[4], N[4], gap[2][4];
} motion;

static double at(const double *c, double t) {
    return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

static double slope(const double *c, double t) {
    return c[1] + t * (2 * c[2] + t * 3 * c[3]);
}

static void evaluate(const motion *m, double t, double *y, double *f) {
    y[SPIN] = at(m->spin, t), f[SPIN] = slope(m->spin, t);
    y[OTHER] = at(m->other, t), f[OTHER] = slope(m->other, t);
    f[NORMAL] = at(m->N, t);
    f[GAP] = at(m->gap[0], t), f[GAP + 1] = at(m->gap[1], t);
}

static bool is_settled = true;

static bool settled(const double *y) {
    (void)y;
    return is_settled;
}

static double inclination(const double *y) {
    return 7 + y[OTHER];
}

static const rb_body_ops ops = {
    .state_count = STATES,
    .follows = {.spin = SPIN, .speed = SPIN, .speed_count = 2, .slow = 1, .N = NORMAL, .gap = GAP},
    .rest = {.speed = 0.002, .time = 0.5, .coarse_speed = 0.004, .coarse_time = 0.7},
    .settled = settled,
    .inclination = inclination,
};
static const rb_body_kind kind = {.id = "k", .traits = RB_TRAIT_REVERSES, .ops = &ops};

static void begin(rb_event_log *event_log, const motion *m) {
    double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX] = {0};
    evaluate(m, 0, y, f);
    rb_event_log_begin(event_log, &kind, 0, y, f, 3.5);
}

/* Steps of length h of a motion until t. Returns the time of rest, NAN if there is none. */
static double follow(rb_event_log *event_log, const motion *m, double from, double to, double h,
                     bool resolved) {
    for (int i = 0; from + i * h < to - h / 2; i++) {
        double y0[RB_ODE_MAX] = {0}, f0[RB_ODE_MAX] = {0}, y1[RB_ODE_MAX] = {0};
        double f1[RB_ODE_MAX] = {0}, t = from + i * h;
        evaluate(m, t, y0, f0);
        evaluate(m, t + h, y1, f1);
        rb_interpolant step = {t, h, y0, f0, y1, f1, resolved, NULL, NULL, NULL, NULL, 0};
        if (rb_event_log_add_step(event_log, &step)) {
            return t + h;
        }
    }
    return NAN;
}

static rb_event_log event_log;

/* A motion without events: on the floor, under its weight, at a speed that is not small. */
static motion steady(void) {
    return (motion){.other = {1}, .N = {2}, .gap = {{-1}, {1}}};
}

/* ---- reversals --------------------------------------------------------------------------------- */

/* 1 - 2 t + t³/8 with both signs: the zero in (0, 1), and the zero of the slope, sqrt(16/3). */
static void zero_and_extreme(void **state) {
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        motion m = steady();
        memcpy(m.spin, (double[]){sign, -2 * sign, 0, sign / 8.0}, sizeof m.spin);
        double zero = 0.5;
        for (int i = 0; i < 50; i++) {
            zero -= at(m.spin, zero) / slope(m.spin, zero);
        }
        double top = sqrt(16.0 / 3);
        for (int k = 1; k < 4; k++) { /* few steps or many */
            begin(&event_log, &m);
            follow(&event_log, &m, 0, 3, 3.0 / (1 << (2 * k)), true);
            const rb_summary *s = &event_log.summary;
            assert_int_equal(s->reversal_count, 1);
            assert_near(s->first_reversal_time, zero, 1e-13);
            assert_near(s->events[0].t, zero, 1e-13);
            assert_near(s->extreme_after_reversal, at(m.spin, top), 1e-13);
            assert_near(s->time_of_extreme, top, 1e-7); /* flat there */
        }
    }
}

/* The same for a parabola, and for one that begins at its extreme. */
static void extreme_of_a_parabola(void **state) {
    (void)state;
    motion m = steady();
    memcpy(m.spin, (double[]){1, -3, 1, 0}, sizeof m.spin); /* -1.25 at 1.5 */
    begin(&event_log, &m);
    follow(&event_log, &m, 0, 2.5, 2.5, true);
    assert_near(event_log.summary.extreme_after_reversal, -1.25, 1e-14);
    assert_near(event_log.summary.time_of_extreme, 1.5, 1e-14);
    follow(&event_log, &m, 2.5, 10, 0.5, true); /* reverses again, to a larger spin */
    assert_int_equal(event_log.summary.reversal_count, 2);
    assert_near(event_log.summary.events[1].t, (3 + sqrt(5)) / 2, 1e-13);
    assert_near(event_log.summary.extreme_after_reversal, -1.25, 1e-14);
    assert_near(event_log.summary.first_reversal_time, (3 - sqrt(5)) / 2, 1e-13);
}

/* For any position of the other zero of the slope: a (t - r) (t - other). */
static void extreme_of_any_cubic(void **state) {
    (void)state;
    static const double others[] = {-30, -1.5, -0.7, -0.01, 1.01, 1.2, 1.9, 2.5, 40};
    for (int i = 0; i < 9 * 9; i++) {
        int tenth = 1 + i / 9;
        double r = 0.1 * tenth, other = others[i % 9], a = (r > other ? 1 : -1) / (1 + fabs(other));
        motion first = steady(), m = steady();
        memcpy(first.spin, (double[]){-1, -1, 0, 0}, sizeof first.spin); /* 1 at -2 s */
        memcpy(m.spin, (double[]){-1.2, a * r * other, -a * (r + other) / 2, a / 3}, sizeof m.spin);
        double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX] = {0};
        evaluate(&first, -2, y, f);
        rb_event_log_begin(&event_log, &kind, -2, y, f, 0);
        follow(&event_log, &first, -2, 0, 0.25, true);
        follow(&event_log, &m, 0, 1, 1, true);
        assert_int_equal(event_log.summary.reversal_count, 1);
        assert_near(event_log.summary.extreme_after_reversal, at(m.spin, r), 1e-12);
        assert_near(event_log.summary.time_of_extreme, r, 1e-12);
    }
}

/* Returns the number of reversals if the spin falls from `from` to -size within 1 s and stays there for some
   time. */
static int reversals_of(double from, double size, double time, double h) {
    motion m = steady(), after = steady();
    memcpy(m.spin, (double[]){from, -from - size, 0, 0}, sizeof m.spin);
    after.spin[0] = -size;
    begin(&event_log, &m);
    follow(&event_log, &m, 0, 1, h, true);
    follow(&event_log, &after, 1, 1 + time, time, true);
    return event_log.summary.reversal_count;
}

/* A zero counts once the spin has 0.02 of its former magnitude and 0.1 rad/s, and the body has turned back by
   0.03 rad. */
static void what_counts_as_a_reversal(void **state) {
    (void)state;
    assert_int_equal(reversals_of(10, 0.198, 60, 0.01), 0);
    assert_int_equal(reversals_of(10, 0.202, 60, 0.01), 1);
    assert_near(event_log.summary.first_reversal_time, 10 / 10.202, 1e-13);
    assert_int_equal(reversals_of(1, 0.099, 60, 0.01), 0);
    assert_int_equal(reversals_of(1, 0.101, 60, 0.01), 1);
    /* Turned back: size² / (2 (1 + size)) while it falls, then size times the time. */
    double size = 0.25, falling = size * size / (2 * (1 + size)), rest = (0.03 - falling) / size;
    assert_int_equal(reversals_of(1, size, 0.98 * rest, 1.0 / 100), 0); /* steps end at the zero */
    assert_int_equal(reversals_of(1, size, 1.02 * rest, 1.0 / 100), 1);
}

/* The angle is the integral of the cubic: over a step of 0.1 s from -0.2 to -0.2 with slopes that make it
   bulge, h (y0 + y1)/2 + h² (f0 - f1)/12. */
static void angle_of_a_bulge(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        double end = i == 0 ? -0.198 : -0.202, bulge = -12; /* -0.01 rad of it */
        double f0[RB_ODE_MAX] = {bulge / 2, 0, 2, -1, 1}, f1[RB_ODE_MAX] = {-bulge / 2, 0, 2, -1, 1};
        double start[RB_ODE_MAX] = {1, 1}, y0[RB_ODE_MAX] = {-1e-9, 1}, y1[RB_ODE_MAX] = {end, 1};
        double flat[RB_ODE_MAX] = {0, 0, 2, -1, 1};
        rb_event_log_begin(&event_log, &kind, 0, start, flat, 0);
        rb_interpolant across = {0, 1e-9, start, flat, y0, flat, true, NULL, NULL, NULL, NULL, 0};
        rb_event_log_add_step(&event_log, &across);
        y0[SPIN] = end;
        rb_interpolant step = {1e-9, 0.1, y0, f0, y1, f1, true, NULL, NULL, NULL, NULL, 0};
        rb_event_log_add_step(&event_log, &step);
        assert_int_equal(event_log.summary.reversal_count, i);
    }
}

/* Rattling through zero is not a reversal. A later reversal is reported with the time of the first zero. */
static void rattling_is_not_a_reversal(void **state) {
    (void)state;
    motion m = steady();
    memcpy(m.spin, (double[]){0.75, -2, 1, 0}, sizeof m.spin); /* below zero from 0.5 to 1.5, by 1/6 rad */
    for (int i = 0; i < 4; i++) {
        m.spin[i] *= 0.1; /* 1/60 rad */
    }
    begin(&event_log, &m);
    follow(&event_log, &m, 0, 3, 0.1, true);
    assert_int_equal(event_log.summary.reversal_count, 0);
    assert_true(isnan(event_log.summary.first_reversal_time) && isnan(event_log.crossing));
    assert_true(isnan(event_log.summary.extreme_after_reversal));
    motion last = steady();
    last.spin[0] = 0.375 + 3, last.spin[1] = -1; /* from that value down through zero at 3.375 */
    follow(&event_log, &last, 3, 5, 0.1, true);
    assert_int_equal(event_log.summary.reversal_count, 1);
    assert_near(event_log.summary.first_reversal_time, 0.5, 1e-13);
    assert_near(event_log.summary.extreme_after_reversal, -1.625, 1e-13);
}

/* A flick between steps changes the sign of the spin without a zero: not a reversal, until the spin
   reverses. */
static void flicks_are_not_reversals(void **state) {
    (void)state;
    motion m = steady(), struck = steady();
    m.spin[0] = 1;
    struck.spin[0] = -1, struck.spin[1] = 0.5;
    begin(&event_log, &m);
    follow(&event_log, &m, 0, 1, 0.1, true);
    follow(&event_log, &struck, 1, 4, 0.1, true); /* through zero at 2, upwards */
    assert_int_equal(event_log.summary.reversal_count, 1);
    assert_near(event_log.summary.first_reversal_time, 2, 1e-13);
}

/* ---- speeds and rest --------------------------------------------------------------------------- */

/* (3, 4)/5 of a speed 1 - t: below 0.1 and 0.01 since 0.9 and 0.99. Being above again resets the times. */
static void last_times_of_speeds(void **state) {
    (void)state;
    motion m = steady();
    memcpy(m.spin, (double[]){0.6, -0.6, 0, 0}, sizeof m.spin);
    memcpy(m.other, (double[]){0.8, -0.8, 0, 0}, sizeof m.other);
    begin(&event_log, &m);
    assert_true(isinf(event_log.above_0p1) && isinf(event_log.above_0p01));
    follow(&event_log, &m, 0, 0.875, 0.125, true);
    assert_true(isinf(event_log.above_0p1) && isinf(event_log.above_0p01));
    follow(&event_log, &m, 0.875, 1, 0.125, true);
    assert_near(event_log.above_0p1, 0.9, 1e-13);
    assert_near(event_log.above_0p01, 0.99, 1e-13);
    follow(&event_log, &m, 1, 1.0625, 0.0625, true); /* 0.0625 on the other side of 0 */
    assert_near(event_log.above_0p1, 0.9, 1e-13);
    assert_true(isinf(event_log.above_0p01));
    motion slow = steady(); /* stopped by a flick */
    slow.other[0] = 0.0099;
    follow(&event_log, &slow, 1.0625, 2, 0.0625, true);
    assert_near(event_log.above_0p01, 1.0625, 0);
    begin(&event_log, &slow); /* never above */
    assert_near(event_log.above_0p1, 0, 0);
    assert_near(event_log.above_0p01, 0, 0);
    slow.other[0] = 0.0101;
    begin(&event_log, &slow);
    assert_true(event_log.above_0p1 == 0 && isinf(event_log.above_0p01));
}

/* 0.5 s below 2 mrad/s, or 0.7 s below 4 mrad/s where steps are too large, counted from the crossing. */
static void rests(void **state) {
    (void)state;
    for (int coarse = 0; coarse < 2; coarse++) {
        double limit = coarse ? 0.004 : 0.002, wait = coarse ? 0.7 : 0.5;
        motion m = steady();
        memcpy(m.other, (double[]){0.01, -0.01, 0, 0}, sizeof m.other);
        begin(&event_log, &m);
        follow(&event_log, &m, 0, 1, 0.125, !coarse);
        motion still = steady();
        still.other[0] = 0.99 * limit;
        double since = 1 - limit / 0.01, reported = follow(&event_log, &still, 1, 3, 1.0 / 64, !coarse);
        assert_near(event_log.rested, since + wait, 1e-13);
        assert_true(reported >= since + wait && reported < since + wait + 1.0 / 64);
        assert_near(rb_event_log_rest(&event_log), since + wait, 1e-13);
        /* No rest if it is faster, not settled, or faster from time to time. */
        begin(&event_log, &still);
        still.other[0] = 1.01 * limit;
        assert_true(isnan(follow(&event_log, &still, 0, 3, 1.0 / 64, !coarse)));
        still.other[0] = 0.99 * limit;
        is_settled = false;
        assert_true(isnan(follow(&event_log, &still, 3, 6, 1.0 / 64, !coarse)));
        is_settled = true;
        assert_near(follow(&event_log, &still, 6, 9, 1.0 / 64, !coarse), 6 + wait, 1.0 / 64);
    }
}

/* ---- forces and contacts ----------------------------------------------------------------------- */

static void least_and_largest_force(void **state) {
    (void)state;
    motion m = steady();
    memcpy(m.N, (double[]){2, 1, -1, 0}, sizeof m.N);
    begin(&event_log, &m);
    assert_true(event_log.summary.N_min == 2 && event_log.summary.N_max == 2);
    follow(&event_log, &m, 0, 2, 0.5, true); /* 2.25 at 0.5, 0 at 2 */
    assert_true(event_log.summary.N_min == 0 && event_log.summary.N_max == 2.25);
    assert_true(event_log.summary.E_initial == 3.5);
}

/* The top stands if the body is off the floor for 0.1 s with the stem lower; times are those of the gaps. */
static void stands_up(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        /* The body leaves at 1/3 s and rises at 1 m/s; the stem stays on the floor (i = 2: 1 m above it). */
        double until = i == 0 ? 0.43 : 0.44, h = 0.001;
        motion m = steady();
        memcpy(m.gap[0], (double[]){-1.0 / 3, 1, 0, 0}, sizeof m.gap[0]);
        memcpy(m.gap[1], (double[]){i == 2 ? 1 : -0.01, 0, 0, 0}, sizeof m.gap[1]);
        begin(&event_log, &m);
        follow(&event_log, &m, 0, until, h, true);
        const rb_summary *s = &event_log.summary;
        assert_int_equal(s->inverted, i == 1 || i == 3);
        assert_int_equal(s->event_count, 1);
        assert_true(s->events[0].kind == RB_EVENT_LEAVE && s->events[0].which == 0);
        assert_near(s->events[0].t, 1.0 / 3, 1e-13);
        assert_near(s->events[0].value, 8, 0); /* the inclination */
        assert_true(s->inverted ? fabs(s->large_last_off - 1.0 / 3) < 1e-13 : isnan(s->large_last_off));
        assert_true(isnan(s->fallback_time) && isnan(s->first_small_contact));
        if (i == 3) { /* falls back at 0.6, then stands for a shorter and for a longer time */
            motion back = steady();
            memcpy(back.gap[1], m.gap[1], sizeof m.gap[1]);
            memcpy(back.gap[0], (double[]){0.6, -1, 0, 0}, sizeof back.gap[0]);
            follow(&event_log, &back, 0.44, 0.7, h, true);
            assert_near(s->fallback_time, 0.6, 1e-13);
            memcpy(back.gap[0], (double[]){-1, 1, 0, 0}, sizeof back.gap[0]);
            follow(&event_log, &back, 0.7, 1.2, h, true); /* off since 1 s: 0.2 s, a shorter stand */
            assert_near(s->large_last_off, 1.0 / 3, 1e-13);
            follow(&event_log, &back, 1.2, 1.3, h, true);
            assert_near(s->large_last_off, 1, 1e-12);
            assert_true(isnan(s->fallback_time));
        }
    }
}

/* Touches and leaves of both spheres; changes between steps are reported with the time of the step. */
static void touches_and_leaves(void **state) {
    (void)state;
    motion m = steady();
    memcpy(m.gap[0], (double[]){-0.4, 1, 0, 0}, sizeof m.gap[0]);
    memcpy(m.gap[1], (double[]){0.7, -1, 0, 0}, sizeof m.gap[1]);
    begin(&event_log, &m);
    follow(&event_log, &m, 0, 1, 0.25, true);
    const rb_summary *s = &event_log.summary;
    assert_int_equal(s->event_count, 2);
    assert_true(s->events[0].kind == RB_EVENT_LEAVE && s->events[0].which == 0);
    assert_near(s->events[0].t, 0.4, 1e-13);
    assert_true(s->events[1].kind == RB_EVENT_TOUCH && s->events[1].which == 1);
    assert_near(s->events[1].t, 0.7, 1e-13);
    assert_near(s->first_small_contact, 0.7, 1e-13);
    motion jumped = steady(); /* the body is down and the stem is up at once */
    follow(&event_log, &jumped, 1, 1.5, 0.25, true);
    assert_int_equal(s->event_count, 4);
    assert_true(s->events[2].kind == RB_EVENT_TOUCH && s->events[2].t == 1);
    assert_true(s->events[3].kind == RB_EVENT_LEAVE && s->events[3].t == 1);
    assert_near(s->first_small_contact, 0.7, 1e-13); /* still the first one */
}

/* Events beyond the capacity are counted; saved numbers restore the former log. */
static void events_beyond_the_capacity_are_counted(void **state) {
    (void)state;
    double kept[RB_EVENT_LOG_SAVED];
    motion m = steady();
    begin(&event_log, &m);
    for (int i = 0; i < RB_EVENTS_MAX + 5; i++) {
        rb_event_log_add(&event_log, RB_EVENT_BODY, 3, i, 0.5);
        if (i == 9 || i == RB_EVENTS_MAX + 1) {
            rb_event_log_save(&event_log, kept);
        }
        assert_true(i == 9 || i == RB_EVENTS_MAX + 1 || event_log.fresh_count <= RB_INTERPOLANT_EVENTS_MAX);
    }
    assert_int_equal(event_log.fresh_count, RB_INTERPOLANT_EVENTS_MAX);
    assert_int_equal(event_log.summary.event_count, RB_EVENTS_MAX);
    assert_int_equal(event_log.summary.events_dropped, 5);
    rb_event_log_restore(&event_log, kept);
    assert_int_equal(event_log.summary.event_count, RB_EVENTS_MAX);
    assert_int_equal(event_log.summary.events_dropped, 2);
    begin(&event_log, &m);
    for (int i = 0; i < 20; i++) {
        rb_event_log_add(&event_log, RB_EVENT_REVERSAL, 0, i, 0.5);
        if (i == 9) {
            rb_event_log_save(&event_log, kept);
        }
    }
    assert_int_equal(event_log.summary.reversal_count, 20);
    rb_event_log_restore(&event_log, kept);
    assert_int_equal(event_log.summary.event_count, 10);
    assert_int_equal(event_log.summary.events_dropped, 0);
    assert_int_equal(event_log.summary.reversal_count, 10);
    assert_true(event_log.closed[0] && !event_log.closed[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zero_and_extreme),
        cmocka_unit_test(extreme_of_a_parabola),
        cmocka_unit_test(extreme_of_any_cubic),
        cmocka_unit_test(what_counts_as_a_reversal),
        cmocka_unit_test(angle_of_a_bulge),
        cmocka_unit_test(rattling_is_not_a_reversal),
        cmocka_unit_test(flicks_are_not_reversals),
        cmocka_unit_test(last_times_of_speeds),
        cmocka_unit_test(rests),
        cmocka_unit_test(least_and_largest_force),
        cmocka_unit_test(stands_up),
        cmocka_unit_test(touches_and_leaves),
        cmocka_unit_test(events_beyond_the_capacity_are_counted),
    };
    return cmocka_run_group_tests_name("event_log", tests, NULL, NULL);
}
