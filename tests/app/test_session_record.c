/* What a session stores and how it is thinned: history, columns, undo, differences, messages. */
#include <math.h>

#include "app/session/history.h"
#include "app/session/messages.h"
#include "session.h"

static rb_snapshot at_time(double t) {
    rb_snapshot s;
    memset(&s, 0, sizeof s);
    s.t = t;
    s.omega.z = sin(40 * t);
    return s;
}

static void fill(rb_history *history, int run, int from, int to, double dt) {
    for (int i = from; i < to; i++) {
        rb_snapshot s = at_time(i * dt);
        rb_history_add(history, run, &s, NULL);
    }
}

/* Eleven minutes at 240 Hz stay within the limits, at 60 Hz or better, evenly spaced. */
static void history_keeps_ten_minutes(void **state) {
    (void)state;
    rb_history history;
    assert_int_equal(rb_history_create(&history, NULL), RB_OK);
    double dt = 1 / RB_HISTORY_RATE;
    fill(&history, 0, 0, (int)(660 / dt), dt);
    const rb_history_run *run = &history.runs[0];
    assert_true(run->count <= RB_HISTORY_MAX);
    assert_true(rb_history_begin(&history) == 0);
    assert_true(rb_history_end(&history) > 659.9);
    for (int i = 1; i < run->count; i++) {
        assert_true(run->items[i].t - run->items[i - 1].t < 1 / 59.9);
    }
    rb_history_destroy(&history);
}

static void history_finds_and_branches(void **state) {
    (void)state;
    rb_history history;
    assert_int_equal(rb_history_create(&history, NULL), RB_OK);
    assert_int_equal(rb_history_find(&history, 0, 1), -1);
    rb_snapshot none;
    assert_false(rb_history_at(&history, 0, 1, &none));
    fill(&history, 0, 0, 1000, 0.01);
    assert_int_equal(rb_history_find(&history, 0, -5), 0);
    assert_int_equal(rb_history_find(&history, 0, 0.0251), 2);
    assert_int_equal(rb_history_find(&history, 0, 99), 999);
    uint64_t version = history.version, cuts = history.cuts;
    rb_snapshot earlier = at_time(5.005);
    rb_history_add(&history, 0, &earlier, NULL); /* continuing from the past drops what came later */
    assert_int_equal(history.runs[0].count, 502);
    assert_true(history.version != version);
    assert_true(history.cuts != cuts);
    assert_true(rb_history_end(&history) == 5.005);
    rb_history_clear(&history, 7);
    assert_int_equal(history.runs[0].count, 0);
    assert_int_equal(history.start, 7);
    rb_history_destroy(&history);
}

static void history_drops_a_run(void **state) {
    (void)state;
    rb_history history;
    assert_int_equal(rb_history_create(&history, NULL), RB_OK);
    fill(&history, 0, 0, 10, 0.1);
    fill(&history, 1, 0, 20, 0.1);
    fill(&history, 2, 0, 30, 0.1);
    rb_history_remove_run(&history, 1);
    assert_int_equal(history.runs[0].count, 10);
    assert_int_equal(history.runs[1].count, 30);
    assert_int_equal(history.runs[2].count, 0);
    rb_history_destroy(&history);
}

/* Thinned for drawing, a line keeps its extremes and its order in time. */
static void series_keeps_peaks(void **state) {
    (void)state;
    rb_history history;
    rb_series *series = open_record(&history);
    fill(&history, 0, 0, 30000, 1.0 / 240);
    rb_snapshot spike = at_time(30000.0 / 240);
    spike.omega.z = 9;
    rb_history_add(&history, 0, &spike, NULL);
    fill(&history, 0, 30001, 36000, 1.0 / 240);
    const rb_series_id curve = {.signal = rb_signal_find("omega3")};
    int count = rb_series_over_time(series, &history, &curve, 0, 150, RB_PLOT_POINTS);
    assert_in_range(count, 200, RB_PLOT_POINTS);
    double high = -1;
    for (int i = 0; i < count; i++) {
        high = fmax(high, series->y[i]);
        assert_true(i == 0 || series->x[i] >= series->x[i - 1]);
    }
    assert_true(high == 9);
    /* A few seconds are drawn as recorded. */
    count = rb_series_over_time(series, &history, &curve, 10, 12, RB_PLOT_POINTS);
    assert_in_range(count, 480, 484);
    assert_true(series->y[5] == sin(40 * series->x[5]));
    /* After a branch the column is rebuilt. */
    rb_snapshot back = at_time(1);
    back.omega.z = -7;
    rb_history_add(&history, 0, &back, NULL);
    count = rb_series_over_time(series, &history, &curve, 0, 150, RB_PLOT_POINTS);
    assert_true(series->y[count - 1] == -7);
    /* The old future is kept until the next branch or restart. */
    const rb_series_id old = {.signal = curve.signal, .old = true};
    count = rb_series_over_time(series, &history, &old, 0, 150, RB_PLOT_POINTS);
    assert_in_range(count, 200, RB_PLOT_POINTS);
    assert_near(series->x[0], 1, 1e-2);
    assert_near(series->x[count - 1], 150, 0.1);
    rb_history_clear(&history, 3);
    assert_int_equal(rb_series_over_time(series, &history, &old, 0, 150, RB_PLOT_POINTS), 0);
    close_record(&history, series);
}

/* A section at the period of a shaken table: the points are those of the exact curve, between samples. */
static void section_at_the_drives_period(void **state) {
    (void)state;
    rb_history history;
    rb_series *series = open_record(&history);
    fill(&history, 0, 0, 480, 1 / RB_HISTORY_RATE);
    rb_base base = {.motion = RB_BASE_HARMONIC, .frequency = 10, .phase = 0.25};
    int time = rb_signal_find("t"), spin = rb_signal_find("omega3");
    int count = rb_series_stroboscopic(series, &history, 0, time, spin, 0, 2, &base);
    assert_int_equal(count, 20);
    for (int i = 0; i < count; i++) {
        double t = (i + 0.75) / 10;
        assert_near(series->path_x[i], t, 1e-9);
        assert_near(series->path_y[i], sin(40 * t), 5e-5);
    }
    base = (rb_base){.motion = RB_BASE_SWEEP, .frequency = 5, .end_frequency = 15, .sweep_time = 1};
    count = rb_series_stroboscopic(series, &history, 0, time, spin, 0, 2, &base);
    assert_in_range(count, 22, 25);   /* 10 cycles in the first second, 15 in the next */
    for (int i = 1; i < count; i++) { /* whole cycles */
        assert_near(remainder(rb_base_turns(&base, series->path_x[i]), 1), 0, 1e-3);
    }
    close_record(&history, series);
}

/* Difference to another run at the same times, also if that has fewer instants. */
static void series_of_differences(void **state) {
    (void)state;
    rb_history history;
    rb_series *series = open_record(&history);
    for (int i = 0; i <= 400; i++) {
        for (int run = 0; run < 2; run++) {
            rb_snapshot s = at_time(0.01 * i);
            s.omega.z = run == 0 ? 2 * s.t : 5 * s.t + 1;
            if (run == 1 || i % 4 == 0) {
                rb_history_add(&history, run, &s, NULL);
            }
        }
        if (i == 200) { /* updated in parts, as by frames */
            const rb_series_id curve = {
                .run = 1, .signal = rb_signal_find("omega3"), .differs = true, .reference = 0};
            rb_series_over_time(series, &history, &curve, 0, 4, RB_PLOT_POINTS);
        }
    }
    const rb_series_id curve = {
        .run = 1, .signal = rb_signal_find("omega3"), .differs = true, .reference = 0};
    int count = rb_series_over_time(series, &history, &curve, 0, 4, RB_PLOT_POINTS);
    assert_int_equal(count, 401);
    for (int i = 0; i < count; i++) {
        assert_near(series->y[i], 3 * series->x[i] + 1, 1e-12);
    }
    /* One against another: nothing that can be seen to move is left out. */
    int x = rb_signal_find("t");
    int all = rb_series_against(series, &history, 1, x, curve.signal, 0, 4, (rb_fineness){0, 0});
    assert_int_equal(all, 401);
    int fine = rb_series_against(series, &history, 1, x, curve.signal, 0, 4, (rb_fineness){0.05, 100});
    assert_in_range(fine, 66, 82); /* every fifth or sixth */
    assert_near(series->path_y[fine - 1], 21, 1e-12);
    close_record(&history, series);
}

static void undo_walks_both_ways(void **state) {
    (void)state;
    rb_undo undo;
    rb_undo_state *now = calloc(1, sizeof *now);
    assert_non_null(now);
    assert_int_equal(rb_undo_create(&undo, NULL), RB_OK);
    assert_false(rb_undo_back(&undo, now));
    for (int i = 0; i < 300; i++) { /* more than are kept */
        now->count = i;
        rb_undo_push(&undo, now);
    }
    now->count = 300;
    assert_true(rb_undo_back(&undo, now));
    assert_int_equal(now->count, 299);
    assert_true(rb_undo_back(&undo, now));
    assert_int_equal(now->count, 298);
    assert_true(rb_undo_forward(&undo, now));
    assert_int_equal(now->count, 299);
    rb_undo_push(&undo, now); /* a new edit: nothing to redo */
    assert_false(rb_undo_forward(&undo, now));
    int steps = 0;
    while (rb_undo_back(&undo, now)) {
        steps++;
    }
    assert_in_range(steps, 100, 200);
    rb_undo_destroy(&undo);
    free(now);
}

static void record(rb_history *history, int run, const rb_scene *scene, double every, double until) {
    rb_simulation *sim = rb_test_simulation(scene);
    for (int i = 0; i * every <= until; i++) {
        rb_snapshot s;
        rb_test_run_until(sim, i * every);
        rb_simulation_snapshot(sim, &s);
        rb_history_add(history, run, &s, NULL);
    }
    rb_simulation_destroy(sim);
}

/* The largest difference, computed directly from both runs at the same times, for different ticks: 1 ms of
   many steps and of one step (whose times differ in the last digit), and every third sample. */
static void the_largest_difference_is_the_largest(void **state) {
    (void)state;
    rb_history history;
    static rb_compare compare;
    rb_series *series = open_record(&history);
    rb_scene scenes[3] = {rb_test_scene("k11-fig5", "solver.method=rodas", NULL),
                          rb_test_scene("k11-fig5", "law=k11-p1", "solver.method=dp5", "step=5e-5", NULL),
                          rb_test_scene("k11-fig5", "law=k11-p2", "solver.method=rodas", NULL)};
    record(&history, 0, &scenes[0], 0.004, 0.96);
    record(&history, 1, &scenes[1], 0.004, 0.96);
    record(&history, 2, &scenes[2], 0.012, 0.96);
    for (int i = 1; i < 3; i++) {
        double largest = 0;
        for (int k = 0; k < history.runs[i].count; k++) {
            rb_snapshot at[2], *a = &at[0], *b = &at[1];
            rb_history_read(&history, &history.runs[i], k, a);
            rb_history_read(&history, &history.runs[0], (i == 1 ? 1 : 3) * k, b);
            assert_near(a->t, b->t, 1e-12);
            largest = fmax(largest, fabs(a->omega.z - b->omega.z));
        }
        rb_compare_update(&compare, series, &history, 3, 0, rb_signal_find("omega3"));
        assert_true(largest > 0.02);
        assert_near(compare.largest[i], largest, 0);
    }
    close_record(&history, series);
}

/* A changed number replaces its older message; problems are kept beside each other, and longer. */
static void messages_replace_and_fade(void **state) {
    (void)state;
    rb_messages messages = {.count = 0};
    rb_messages_add(&messages, RB_LEVEL_INFO, "Text size %d %%", 110);
    rb_messages_add(&messages, RB_LEVEL_INFO, "Law: %s", "k11-p1");
    rb_messages_add(&messages, RB_LEVEL_INFO, "Text size %d %%", 121);
    assert_int_equal(messages.count, 2);
    assert_string_equal(messages.items[0].text, "Text size 121 %");
    rb_messages_add(&messages, RB_LEVEL_PROBLEM, "a: cannot be written");
    rb_messages_add(&messages, RB_LEVEL_PROBLEM, "b: cannot be written");
    assert_int_equal(messages.count, 4);
    rb_messages_age(&messages, 3600); /* a slow frame is one frame */
    assert_int_equal(messages.count, 4);
    for (int i = 0; i < 60; i++) {
        rb_messages_age(&messages, 0.1);
    }
    assert_int_equal(messages.count, 2);
    assert_int_equal(messages.items[0].level, RB_LEVEL_PROBLEM);
    for (int i = 0; i < 10; i++) {
        rb_messages_add(&messages, RB_LEVEL_PROBLEM, "file %d: cannot be written", i);
    }
    assert_int_equal(messages.count, RB_MESSAGES_MAX);
    assert_string_equal(messages.items[RB_MESSAGES_MAX - 1].text, "file 9: cannot be written");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(history_keeps_ten_minutes), cmocka_unit_test(history_finds_and_branches),
        cmocka_unit_test(history_drops_a_run),       cmocka_unit_test(series_keeps_peaks),
        cmocka_unit_test(series_of_differences),     cmocka_unit_test(section_at_the_drives_period),
        cmocka_unit_test(undo_walks_both_ways),      cmocka_unit_test(the_largest_difference_is_the_largest),
        cmocka_unit_test(messages_replace_and_fade),
    };
    return cmocka_run_group_tests_name("session, record", tests, NULL, NULL);
}
