/* The loop around a simulation: what its observer receives, when, and how a run ends. */
#include <math.h>

#include "math/vec.h"
#include "support.h"

enum { KEPT_MAX = 4096 };

/* An observer that stores the moments, and may stop or cancel the run. */
typedef struct record {
    int count, events;
    double stop_at, cancel_at; /* s; INFINITY: never */
    int asked;
    rb_snapshot now[KEPT_MAX];
    bool exact[KEPT_MAX];
    int64_t index[KEPT_MAX];
    rb_event event[KEPT_MAX]; /* of moments with an event; t is NAN for the others */
} record;

static record kept, other;

static bool keep(void *context, const rb_moment *moment) {
    record *r = context;
    assert_true(r->count < KEPT_MAX);
    r->now[r->count] = *moment->now;
    r->exact[r->count] = moment->exact;
    r->index[r->count] = moment->index;
    r->event[r->count] = moment->event != NULL ? *moment->event : (rb_event){.t = NAN};
    r->events += moment->event != NULL;
    r->count++;
    return moment->now->t < r->stop_at;
}

static bool cancel(void *context, double t) {
    record *r = context;
    r->asked++;
    return t >= r->cancel_at;
}

static rb_observer observer_of(record *r) {
    memset(r, 0, sizeof *r);
    r->stop_at = r->cancel_at = INFINITY;
    return (rb_observer){.observe = keep, .context = r};
}

static const char *const methods[] = {"method=dp5", "method=rodas", "method=dop853"};

/* At the times of steps, an observer gets exactly the bytes that single steps give. */
static void steps_are_shown_to_the_bit(void **state) {
    (void)state;
    for (int m = 0; m < 3; m++) {
        rb_scene scene = rb_test_scene("k11-fig5", methods[m], NULL);
        rb_observer observer = observer_of(&kept);
        observer.every = 5e-3;
        rb_test_run(&scene, 0.1, &observer);
        assert_int_equal(kept.count, 21);
        rb_simulation *sim = rb_test_simulation(&scene);
        for (int i = 0; i < kept.count; i++) {
            rb_snapshot now;
            rb_simulation_snapshot(sim, &now);
            assert_true(kept.exact[i] && kept.index[i] == i);
            assert_memory_equal(&kept.now[i], &now, sizeof now);
            for (int k = 0; k < 5; k++) {
                rb_simulation_tick(sim);
            }
        }
        rb_simulation_destroy(sim);
    }
}

/* Observers change nothing: any times, events, a cancel check before every step. */
static void observing_changes_no_bit(void **state) {
    (void)state;
    static const char *const scenes[] = {"k11-fig5", "tippetop-ka09", "tippetop-restricted"};
    for (int i = 0; i < 6; i++) {
        rb_scene scene = rb_test_scene(scenes[i / 2], methods[i % 2], NULL);
        rb_observer observer = observer_of(&kept);
        observer.every = 0.0012345;
        observer.events = true;
        observer.cancelled = cancel;
        uint64_t alone = rb_test_run(&scene, 0.3, NULL).summary.state_hash;
        assert_true(rb_test_run(&scene, 0.3, &observer).summary.state_hash == alone);
        assert_true(kept.count >= 244);
    }
}

/* Given times, including rounding: 3 ticks are not a multiple of a tick in binary. */
static void given_times_are_shown(void **state) {
    (void)state;
    static const double times[] = {0, 0.0005, 0.1 + 0.2 - 0.297, 0.0040001, 0.02, 7};
    rb_scene scene = rb_test_scene("k11-fig5", "method=rodas", NULL);
    rb_observer observer = observer_of(&kept);
    observer.times = times;
    observer.time_count = 6;
    rb_run_result result = rb_test_run(&scene, 0.02, &observer);
    static const bool exact[] = {true, false, true, false, true};
    assert_int_equal(kept.count, 5); /* not those beyond the end */
    for (int i = 0; i < 5; i++) {
        assert_near(kept.now[i].t, times[i], 1e-12);
        assert_int_equal(kept.exact[i], exact[i]);
        assert_int_equal(kept.index[i], i);
    }
    assert_memory_equal(&kept.now[4], &result.last, sizeof result.last);
}

/* Returns the largest error of omega over 0.1 s of the states between steps of length h, compared with a
   run that has steps there. *remainder: Hermite's |y''''| h^4/384, from the fourth differences of the
   motion. */
static double error_between(const char *step, const char *half, double h, double *remainder) {
    rb_scene scene = rb_test_scene("kane-levinson", "method=dp5", step, NULL);
    rb_scene finer = rb_test_scene("kane-levinson", "method=dp5", half, NULL);
    double times[1000], worst = 0;
    int count = (int)round(0.1 / h);
    for (int i = 0; i < count; i++) {
        times[i] = (i + 0.5) * h;
    }
    rb_observer observer = observer_of(&kept), observer_finer = observer_of(&other);
    observer.times = observer_finer.times = times;
    observer.time_count = observer_finer.time_count = count;
    rb_test_run(&scene, 0.1, &observer);
    rb_test_run(&finer, 0.1, &observer_finer);
    assert_int_equal(kept.count, count);
    *remainder = 0;
    for (int i = 0; i < count; i++) {
        const rb_snapshot *s = &kept.now[i];
        assert_true(!kept.exact[i] && other.exact[i]);
        assert_true(s->t == times[i]);
        worst = fmax(worst, rb_norm(rb_sub(s->omega, other.now[i].omega)));
        /* on the constraints: closed contact, unit quaternion */
        assert_near(s->contact[0].gap, 0, 1e-15);
        double q = s->q.w * s->q.w + s->q.x * s->q.x + s->q.y * s->q.y + s->q.z * s->q.z;
        assert_near(q, 1, 1e-15);
        if (i >= 4) {
            rb_vec3 ends = rb_add(other.now[i].omega, other.now[i - 4].omega);
            rb_vec3 next = rb_add(other.now[i - 1].omega, other.now[i - 3].omega);
            rb_vec3 fourth = rb_add(rb_sub(ends, rb_scale(4, next)), rb_scale(6, other.now[i - 2].omega));
            *remainder = fmax(*remainder, rb_norm(fourth) / 384);
        }
    }
    return worst;
}

/* Halving the step reduces the error to a sixteenth, as the remainder predicts: the error of dp5 itself is
   much smaller. */
static void between_steps_the_cubic_holds(void **state) {
    (void)state;
    double bound, finer_bound;
    double coarse = error_between("step=1e-3", "step=5e-4", 1e-3, &bound);
    double fine = error_between("step=5e-4", "step=2.5e-4", 5e-4, &finer_bound);
    print_message("cubic: off by %.2e rad/s at 1e-3 s (remainder %.2e), %.2e at 5e-4 s (%.2e)\n", coarse,
                  bound, fine, finer_bound);
    assert_near(log2(coarse / fine), 4, 0.1);
    assert_near(coarse / bound, 1, 0.1);
    assert_near(fine / finer_bound, 1, 0.1);
}

/* The same with friction, and for rodas within its steps: the error between two ticks is no larger than
   the tolerance allows at ticks. */
static void between_ticks_of_rodas(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "method=rodas", "tick=2e-3", NULL);
    rb_scene finer = rb_test_scene("k11-fig5", "method=rodas", "tick=1e-3", "rtol=1e-10", NULL);
    rb_observer observer = observer_of(&kept), observer_finer = observer_of(&other);
    observer.every = observer_finer.every = 1e-3;
    rb_test_run(&scene, 1, &observer);
    rb_test_run(&finer, 1, &observer_finer);
    double at_ticks = 0, between = 0;
    for (int i = 0; i < 1001; i++) {
        double off = rb_norm(rb_sub(kept.now[i].omega, other.now[i].omega));
        assert_int_equal(kept.exact[i], i % 2 == 0);
        if (i % 2 == 0) {
            at_ticks = fmax(at_ticks, off);
        } else {
            between = fmax(between, off);
        }
    }
    print_message("rodas: off by %.2e rad/s at ticks, %.2e between\n", at_ticks, between);
    assert_below(between, 2 * at_ticks);
}

/* Every event is shown once, in the order of detection, with the state at its time: the gap of a contact
   that closes or opens is zero. The time is interpolated linearly, the state by the cubic: a difference of
   h^2 a/8, 3e-9 m at a = 10 m/s2, h = 5e-5 s; up to 1e-7 m for ringing contacts. */
static void events_are_shown(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-ka09", NULL);
    rb_observer observer = observer_of(&kept);
    observer.events = true;
    rb_run_result result = rb_test_run(&scene, 1.9, &observer);
    const rb_summary *s = &result.summary;
    assert_int_equal(kept.count, s->event_count + s->events_dropped);
    assert_true(kept.count > 4);
    for (int i = 0; i < kept.count; i++) {
        const rb_event *e = &kept.event[i];
        assert_true(kept.index[i] == -1);
        assert_memory_equal(e, &s->events[i], sizeof *e);
        assert_true(kept.now[i].t == e->t);
        assert_true(i == 0 || kept.now[i].t >= kept.now[i - 1].t);
        assert_near(kept.now[i].contact[e->which].gap, 0, 1e-7);
    }
}

/* A reversal is shown when it is detected, later than it happened; the end of the run with its last
   state. */
static void reversal_and_rest_are_shown(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "method=rodas", NULL);
    rb_observer observer = observer_of(&kept);
    observer.events = true;
    rb_run_result result = rb_test_run(&scene, 20, &observer);
    assert_int_equal(kept.count, 2);
    assert_int_equal(kept.event[0].kind, RB_EVENT_REVERSAL);
    assert_true(kept.event[0].t == result.summary.first_reversal_time);
    assert_true(kept.now[0].t > kept.event[0].t && kept.now[0].omega.z < 0);
    assert_int_equal(kept.event[1].kind, RB_EVENT_REST);
    assert_true(kept.exact[1]);
    assert_memory_equal(&kept.now[1], &result.last, sizeof result.last);
    assert_int_equal(result.summary.end_reason, RB_END_REST);
}

/* More events than a summary keeps: the observer sees them all. */
static void no_event_is_missed(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "omega1=30", "omega2=30", "normal=hertz", "E_star=1e7",
                                   "chi=0", "method=rodas", NULL);
    rb_observer observer = observer_of(&kept);
    observer.events = true;
    rb_run_result result = rb_test_run(&scene, RB_SHORT ? 1 : 4, &observer);
    assert_int_equal(kept.count, result.summary.event_count + result.summary.events_dropped);
    assert_true(RB_SHORT || result.summary.events_dropped > 0);
}

/* Both spheres of a top that falls flat touch within one step, the stem first: the event log finds them in
   the order of the spheres, the observer gets them in the order of time. */
static void two_events_of_a_step(void **state) {
    (void)state;
    int together = 0;
    for (int i = 0; i < 20; i++) {
        char theta[32], height[32];
        /* Both lie on the floor at acos(-(R - r)/(a1 - a0)); leaning 1e-4 more, the stem is 1e-6 m lower,
           which it falls in 2e-5 s. */
        snprintf(theta, sizeof theta, "theta=%.12f", acos(-0.010 / 0.013) + 1e-4);
        snprintf(height, sizeof height, "height=%.9f", 1e-4 + i * 1e-6);
        rb_scene scene = rb_test_scene("tippetop-ka09", theta, height, "omega3=0", NULL);
        rb_observer observer = observer_of(&kept);
        observer.events = true;
        rb_test_run(&scene, 0.006, &observer);
        assert_true(kept.events >= 2);
        double h = scene.values[RB_SECTION_SOLVER][RB_SOLVER_STEP];
        if (floor(kept.event[0].t / h) == floor(kept.event[1].t / h)) {
            assert_true(kept.event[0].which == 1 && kept.event[1].which == 0);
            assert_true(kept.event[0].t < kept.event[1].t);
            together++;
        }
    }
    assert_true(together > 3);
}

/* ---- how a run ends ---------------------------------------------------------------------------- */

static void ends(void **state) {
    (void)state;
    rb_scene time = rb_test_scene("k11-fig5", NULL);
    rb_run_result result = rb_test_run(&time, 0.02, NULL);
    assert_int_equal(result.summary.end_reason, RB_END_TIME);
    assert_true(result.summary.t_end == 0.02 && result.last.t == 0.02);
    assert_true(result.summary.wall_seconds >= 0);
    rb_scene rest = rb_test_scene("k11-fig5", "omega2=0.2", "omega3=-0.3", "method=rodas", NULL);
    result = rb_test_run(&rest, 10, NULL);
    assert_int_equal(result.summary.end_reason, RB_END_REST);
    assert_int_equal(result.last.phase, RB_PHASE_AT_REST);
    rb_scene lift = rb_test_scene("k11-fig5", "omega1=30", "omega2=30", NULL);
    result = rb_test_run(&lift, 10, NULL);
    assert_int_equal(result.summary.end_reason, RB_END_LIFT_OFF);
    assert_true(result.summary.t_end == result.summary.events[result.summary.event_count - 1].t);
    rb_scene lost = rb_test_scene("k11-fig5", "tick=0.1", "step=0.1", "omega3=1000", NULL);
    result = rb_test_run(&lost, 100, NULL);
    assert_int_equal(result.summary.end_reason, RB_END_DIVERGED);
    rb_scene bad = rb_test_scene("k11-fig5", NULL);
    bad.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
    rb_error err = {""};
    assert_int_equal(rb_run(&bad, 1, NULL, &result, &err), RB_ERR_INPUT);
    assert_contains(err.text, "mu");
}

/* Times up to a lift-off within a step are shown, the last with the last good state. */
static void times_up_to_a_lift_off(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "omega1=30", "omega2=30", "step=1e-4", "method=dp5", NULL);
    rb_observer observer = observer_of(&kept);
    observer.every = 3e-5;
    rb_run_result result = rb_test_run(&scene, 0.1, &observer);
    assert_int_equal(result.summary.end_reason, RB_END_LIFT_OFF);
    assert_int_equal(kept.count, (int)floor(result.summary.t_end / 3e-5) + 1);
}

static void cancelled_and_stopped(void **state) {
    (void)state;
    for (int m = 0; m < 3; m++) {
        rb_scene scene = rb_test_scene("k11-fig5", methods[m], NULL);
        rb_observer observer = observer_of(&kept);
        observer.cancelled = cancel;
        observer.every = 0.01;
        kept.cancel_at = 0.1;
        rb_run_result result = rb_test_run(&scene, 1, &observer);
        assert_int_equal(result.summary.end_reason, RB_END_INTERRUPTED);
        assert_near(result.summary.t_end, 0.1, 1e-12); /* at once */
        assert_true(kept.asked > 100);                 /* more than once a tick */
        observer = observer_of(&kept);
        observer.every = 0.01;
        kept.stop_at = 0.055;
        result = rb_test_run(&scene, 1, &observer);
        assert_int_equal(result.summary.end_reason, RB_END_STOPPED);
        assert_near(result.summary.t_end, 0.06, 1e-12);
        assert_int_equal(kept.count, 7);
    }
}

static bool cancel_when_shown(void *context, double t) {
    (void)t;
    record *r = context;
    return r->count >= 100;
}

/* A step with a million observed times is left when the run is cancelled. */
static void cancelled_within_a_step(void **state) {
    (void)state;
    for (int m = 0; m < 3; m++) {
        rb_scene scene = rb_test_scene("k11-fig5", methods[m], NULL);
        rb_observer observer = observer_of(&kept);
        observer.cancelled = cancel_when_shown;
        observer.every = 1e-11;
        rb_run_result result = rb_test_run(&scene, 1, &observer);
        assert_int_equal(result.summary.end_reason, RB_END_INTERRUPTED);
        assert_true(kept.count >= 100 && kept.count <= 2000);
    }
}

/* In parts, from the present state of the simulation; a time that two parts share is shown by both. */
static void continues(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "method=rodas", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_observer observer = observer_of(&kept);
    observer.every = 0.0015;
    rb_run_simulation(sim, 0.003, &observer, NULL);
    assert_int_equal(kept.count, 3);
    rb_run_simulation(sim, 0.0061, &observer, NULL); /* the nearest step: 0.006 */
    assert_int_equal(kept.count, 6);
    assert_true(kept.index[3] == 2 && kept.index[4] == 3 && kept.index[5] == 4);
    assert_true(rb_simulation_hash(sim) == rb_test_run(&scene, 0.006, NULL).summary.state_hash);
    rb_run_simulation(sim, 0.001, NULL, NULL); /* the past: nothing to do */
    assert_near(rb_simulation_time(sim), 0.006, 1e-15);
    rb_simulation_destroy(sim);
}

/* The present moment comes first, whatever rounding does to its time. */
static void begins_at_once(void **state) {
    (void)state;
    static const char *const ticks[] = {"tick=0.001", "tick=0.0007", "tick=0.003"};
    for (int k = 0; k < 3; k++) {
        rb_scene scene = rb_test_scene("kane-levinson", ticks[k], "method=dop853", NULL);
        double tick = scene.values[RB_SECTION_SOLVER][RB_SOLVER_TICK];
        rb_simulation *sim = rb_test_simulation(&scene);
        for (int n = 0; n < 200; n++) {
            rb_observer observer = observer_of(&kept);
            observer.every = tick;
            rb_run_simulation(sim, rb_simulation_time(sim) + tick, &observer, NULL);
            assert_int_equal(kept.count, 2);
            assert_true(kept.index[0] == n && kept.index[1] == n + 1);
            assert_true(kept.exact[0] && kept.exact[1]);
        }
        rb_simulation_destroy(sim);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_shown_to_the_bit),
        cmocka_unit_test(observing_changes_no_bit),
        cmocka_unit_test(given_times_are_shown),
        cmocka_unit_test(between_steps_the_cubic_holds),
        cmocka_unit_test(between_ticks_of_rodas),
        cmocka_unit_test(events_are_shown),
        cmocka_unit_test(reversal_and_rest_are_shown),
        cmocka_unit_test(no_event_is_missed),
        cmocka_unit_test(two_events_of_a_step),
        cmocka_unit_test(ends),
        cmocka_unit_test(times_up_to_a_lift_off),
        cmocka_unit_test(cancelled_and_stopped),
        cmocka_unit_test(cancelled_within_a_step),
        cmocka_unit_test(continues),
        cmocka_unit_test(begins_at_once),
    };
    return cmocka_run_group_tests_name("run", tests, NULL, NULL);
}
