/* Many runs at once: each ends with the bits that it has alone, independent of the other runs. */
#include <math.h>

#include "sim/lanes.h"
#include "sim/model_build.h"
#include "support.h"

enum { RUNS_MAX = 64 };

static rb_scene scenes[RUNS_MAX];
static rb_summary alone[RUNS_MAX], batched[RUNS_MAX];
static int reported[RUNS_MAX];

/* 1: no lanes; 2 and 4: if this machine has them; 0: automatic. */
static const int widths[] = {1, 2, 4, 0};
enum { WIDTHS = sizeof widths / sizeof widths[0] };

static void note(void *context, int index) {
    (void)context;
    reported[index]++;
}

static void assert_same(const rb_summary *a, const rb_summary *b) {
    rb_summary x = *a, y = *b;
    x.wall_seconds = y.wall_seconds = 0;
    assert_memory_equal(&x.state_hash, &y.state_hash, sizeof x.state_hash);
    assert_int_equal(x.rhs_evaluations, y.rhs_evaluations);
    assert_int_equal(x.end_reason, y.end_reason);
    assert_memory_equal(&x, &y, sizeof x); /* events, extremes, works, everything */
}

/* Runs the first `count` of `scenes` alone and at every width. */
static void compare(int count, double until) {
    for (int i = 0; i < count; i++) {
        alone[i] = rb_test_summary(&scenes[i], until);
    }
    for (int w = 0; w < WIDTHS; w++) {
        rb_error err = {""};
        rb_batch batch = {.until = until, .lanes = widths[w], .finished = note};
        memset(reported, 0, sizeof reported);
        assert_int_equal(rb_run_batch(scenes, count, &batch, batched, &err), RB_OK);
        for (int i = 0; i < count; i++) {
            assert_same(&alone[i], &batched[i]);
            assert_true(batched[i].wall_seconds >= 0);
            assert_int_equal(reported[i], 1);
        }
    }
}

/* Every scene of the library, three of each: friction and start a little different. */
static void every_scene_gives_its_own_bits(void **state) {
    (void)state;
    rb_library *library = malloc(sizeof *library);
    rb_error err = {""};
    assert_int_equal(rb_library_load(library, NULL, &err), RB_OK);
    for (int i = 0; i < library->count; i++) {
        for (int k = 0; k < 3; k++) {
            scenes[k] = library->scenes[i];
            scenes[k].values[RB_SECTION_CONTACT][RB_CONTACT_MU] *= 1 + 0.01 * k;
        }
        bool large = library->scenes[i].body->ops->large != NULL; /* has no lanes, and takes longer */
        compare(3, large ? 0.001 : RB_SHORT ? 0.005 : 0.04);
    }
    free(library);
}

/* Every friction law, fast and slow, with rolling that suits it. */
static void every_law_gives_its_own_bits(void **state) {
    (void)state;
    for (int i = 0; i < rb_friction_law_count(); i++) {
        rb_error err = {""};
        for (int k = 0; k < 3; k++) {
            static const char *const spins[] = {"omega3=4", "omega3=-0.3", "omega3=0"};
            scenes[k] = rb_test_scene(i % 2 == 0 ? "k11-fig5" : "k15-a1", spins[k], NULL);
            rb_scene_set_friction(&scenes[k], rb_friction_law_at(i));
            scenes[k].values[RB_SECTION_CONTACT][RB_CONTACT_B] = 1;
            assert_int_equal(rb_scene_check(&scenes[k], "law", &err), RB_OK);
        }
        compare(3, RB_SHORT ? 0.002 : 0.01);
    }
}

/* These kinds of runs must have lanes if the processor has any, so that they do not become slow
   unnoticed. */
static void shipped_kinds_have_lanes(void **state) {
    (void)state;
    static const char *const ids[] = {"ak18-a",        "k11-fig5",         "k15-a1",
                                      "k15-a2",        "k15-a0",           "kane-levinson",
                                      "tippetop-ka09", "tippetop-coulomb", "borisov-mamaev"};
    const rb_lanes_code *code = rb_lanes_find(0);
#if defined(__x86_64__) || defined(__aarch64__)
    assert_non_null(code);
#endif
    for (size_t i = 0; code != NULL && i < sizeof ids / sizeof ids[0]; i++) {
        rb_scene scene = rb_test_scene(ids[i], NULL);
        rb_model model;
        rb_model_build(&scene, &model);
        assert_true(code->fits(&model));
    }
}

/* At most the requested number of lanes; by default the largest number of this machine. */
static void at_most_the_requested_lanes(void **state) {
    (void)state;
    const rb_lanes_code *most = rb_lanes_find(0);
    for (int lanes = 1; lanes <= 8; lanes++) {
        const rb_lanes_code *code = rb_lanes_find(lanes);
        assert_true(code == NULL || (code->width > 1 && code->width <= lanes));
        assert_true(code == NULL || code->width <= most->width);
        assert_true(most == NULL || lanes < most->width || code == most);
        assert_true(code != NULL || most == NULL || lanes == 1);
    }
}

/* Long enough for everything that an event log records: stones that reverse and continue to their extreme,
   tops that tap the floor with the stem, rise and stand up. */
static void event_logs_agree(void **state) {
    (void)state;
    if (RB_SHORT) {
        skip(); /* other batches run the same code */
    }
    int n = 0;
    for (int k = 0; k < 4; k++) {
        char spin[40];
        snprintf(spin, sizeof spin, "omega3=%g", 5 + 0.5 * k);
        scenes[n++] = rb_test_scene("kane-levinson", spin, NULL);
        snprintf(spin, sizeof spin, "omega3=%g", 180 - 6.0 * k);
        scenes[n++] = rb_test_scene("tippetop-ka09", spin, NULL);
    }
    compare(n, 3.2);
    int reversed = 0, upright = 0;
    for (int i = 0; i < n; i += 2) {
        reversed += alone[i].reversal_count > 0;
        upright += alone[i + 1].inverted && alone[i + 1].event_count > 4;
    }
    assert_true(reversed >= 2 && upright >= 2);
    for (int k = 0; k < 2; k++) { /* ends while the spin of opposite sense still grows */
        scenes[k] = rb_test_scene("k11-fig5", k == 0 ? "mu=0.3" : "mu=0.301", NULL);
    }
    compare(2, 0.9);
    assert_near(alone[0].time_of_extreme, 0.9, 1e-12);
}

/* All kinds of ends in one batch, in an order that refills lanes at different times: rest, lift-off,
   divergence, end time; with other laws, bodies, steps and methods in between. */
static void mixed_ends_and_kinds(void **state) {
    (void)state;
    int n = 0;
    for (int k = 0; k < 3; k++) {
        char spin[40], mu[40];
        snprintf(spin, sizeof spin, "omega3=%g", 0.01 * (k + 1));
        snprintf(mu, sizeof mu, "mu=%g", 0.2 + 0.05 * k);
        scenes[n++] = rb_test_scene("ak18-a", "omega2=0.01", spin, mu, NULL); /* rests at 0.16 s */
        scenes[n++] = rb_test_scene("k11-fig5", mu, NULL);
        scenes[n++] = rb_test_scene("ak18-a", "omega1=60", mu, NULL); /* lifts off at 0.06 s */
        scenes[n++] = rb_test_scene("k11-fig5", "step=5e-5", "omega2=30", NULL);
        scenes[n++] = rb_test_scene("tippetop-ka09", mu, NULL);
        scenes[n++] = rb_test_scene("tippetop-restricted", NULL);
        scenes[n++] = rb_test_scene("k11-fig5", "method=rodas", NULL);
        scenes[n++] = rb_test_scene("k11-fig5", "tick=0.1", "step=0.1", "omega3=1000", mu, NULL);
        scenes[n++] = rb_test_scene("k11-fig5", "omega2=0.02", "step=1e-4", spin, NULL); /* rests */
        scenes[n++] = rb_test_scene("ak18-a", "omega3=-3", mu, NULL);
    }
    compare(n, RB_SHORT ? 0.01 : 0.4);
    if (!RB_SHORT) {
        bool seen[RB_END_COUNT] = {false};
        for (int i = 0; i < n; i++) {
            seen[alone[i].end_reason] = true;
        }
        assert_true(seen[RB_END_REST] && seen[RB_END_LIFT_OFF] && seen[RB_END_TIME]);
    }
}

/* Runs that end early within their lanes, each at its own time, while others continue. */
static void early_ends(void **state) {
    (void)state;
    for (int k = 0; k < 6; k++) {
        char mu[40], spin[40];
        snprintf(mu, sizeof mu, "mu=%g", 0.2 + 0.02 * k);
        snprintf(spin, sizeof spin, "omega1=%g", k == 5 ? 0.5 : 60.0 + 3 * k);
        scenes[k] = rb_test_scene("ak18-a", spin, mu, NULL);
    }
    compare(6, 0.08);
    for (int k = 0; k < 6; k++) {
        assert_int_equal(alone[k].end_reason, k == 5 ? RB_END_TIME : RB_END_LIFT_OFF);
    }
    for (int k = 0; k < 4; k++) { /* rest within 0.2 s, at very low speed */
        char spin[40];
        snprintf(spin, sizeof spin, "omega3=%g", 0.01 * (k + 1));
        scenes[k] = rb_test_scene("ak18-a", "omega2=0.01", spin, NULL);
    }
    compare(4, 0.2);
    assert_int_equal(alone[0].end_reason, RB_END_REST);
}

/* Pairs that differ in one respect only: they must not share lanes. */
static void kinds_that_differ_in_one_thing(void **state) {
    (void)state;
    static const char *const changes[][3] = {
        {"k11-fig5", "torque=false", NULL},
        {"k11-fig5", "friction=k11-p2", NULL},
        {"k11-fig5", "rolling=none", NULL},
        {"k11-fig5", "friction=no-slip", NULL},
        {"ak18-a", "size=hertz", NULL},
        {"k15-a1", "rolling=none", NULL},
        {"tippetop-ka09", "friction=coulomb", NULL},
        {"tippetop-ka09", "torque=false", NULL},
        {"tippetop-ka09", "normal=vilke", NULL},
    };
    int n = 0;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        rb_scene plain = rb_test_scene(changes[i][0], "method=dp5", NULL);
        rb_scene other = rb_test_scene(changes[i][0], "method=dp5", changes[i][1], NULL);
        for (int k = 0; k < 2; k++) {
            scenes[n++] = plain;
            scenes[n++] = other;
        }
        rb_model a, b;
        rb_model_build(&plain, &a);
        rb_model_build(&other, &b);
        assert_true(rb_lanes_same_kind(&a, &a));
        if (rb_lanes_same_kind(&a, &b)) {
            fail_msg("%s and the same with %s are of one kind", changes[i][0], changes[i][1]);
        }
    }
    compare(n, 0.005);
}

static bool after_three(void *context) {
    return ++*(int *)context > 3;
}

static void a_cancelled_batch_says_so(void **state) {
    (void)state;
    int asked = 0;
    for (int i = 0; i < 9; i++) {
        scenes[i] = rb_test_scene("k11-fig5", NULL);
    }
    rb_error err = {""};
    rb_batch batch = {.until = 1, .cancelled = after_three, .context = &asked};
    assert_int_equal(rb_run_batch(scenes, 9, &batch, batched, &err), RB_OK);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(batched[i].end_reason, RB_END_INTERRUPTED);
    }
    assert_int_equal(batched[8].rhs_evaluations, 0);
}

static void a_bad_scene_stops_the_batch_before_it_begins(void **state) {
    (void)state;
    rb_error err = {""};
    rb_batch batch = {.until = 0.1, .finished = note};
    scenes[0] = scenes[1] = rb_test_scene("k11-fig5", NULL);
    scenes[1].values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
    memset(reported, 0, sizeof reported);
    assert_int_equal(rb_run_batch(scenes, 2, &batch, batched, &err), RB_ERR_INPUT);
    assert_contains(err.text, "mu");
    assert_int_equal(reported[0], 0);
    assert_int_equal(rb_run_batch(scenes, 0, &batch, batched, &err), RB_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_gives_its_own_bits),
        cmocka_unit_test(every_law_gives_its_own_bits),
        cmocka_unit_test(shipped_kinds_have_lanes),
        cmocka_unit_test(at_most_the_requested_lanes),
        cmocka_unit_test(event_logs_agree),
        cmocka_unit_test(mixed_ends_and_kinds),
        cmocka_unit_test(early_ends),
        cmocka_unit_test(kinds_that_differ_in_one_thing),
        cmocka_unit_test(a_cancelled_batch_says_so),
        cmocka_unit_test(a_bad_scene_stops_the_batch_before_it_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
