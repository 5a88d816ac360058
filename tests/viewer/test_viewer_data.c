/* What the viewer keeps and how it thins: history, columns, undo, the command line. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "viewer/options.h"
#include "viewer/plots/plots.h"
#include "viewer/session/history.h"
#include "viewer/session/series.h"
#include "viewer/session/undo.h"

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
        rb_history_add(history, run, &s);
    }
}

/* Eleven minutes at 240 Hz stay within bounds, at 60 Hz or better, evenly. */
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
        assert_true(run->items[i]->t - run->items[i - 1]->t < 1 / 59.9);
    }
    rb_history_destroy(&history);
}

static void history_finds_and_branches(void **state) {
    (void)state;
    rb_history history;
    assert_int_equal(rb_history_create(&history, NULL), RB_OK);
    assert_int_equal(rb_history_find(&history, 0, 1), -1);
    assert_null(rb_history_at(&history, 0, 1));
    fill(&history, 0, 0, 1000, 0.01);
    assert_int_equal(rb_history_find(&history, 0, -5), 0);
    assert_int_equal(rb_history_find(&history, 0, 0.0251), 2);
    assert_int_equal(rb_history_find(&history, 0, 99), 999);
    uint64_t version = history.version, cuts = history.cuts;
    rb_snapshot earlier = at_time(5.005);
    rb_history_add(&history, 0, &earlier); /* going on from the past drops what came later */
    assert_int_equal(history.runs[0].count, 502);
    assert_true(history.version != version);
    assert_true(history.cuts != cuts);
    assert_true(rb_history_end(&history) == 5.005);
    rb_history_clear(&history, 7);
    assert_int_equal(history.runs[0].count, 0);
    assert_int_equal(history.generation, 7);
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
    rb_series *series = malloc(sizeof *series);
    assert_non_null(series);
    assert_int_equal(rb_history_create(&history, NULL), RB_OK);
    assert_int_equal(rb_series_create(series, NULL), RB_OK);
    fill(&history, 0, 0, 30000, 1.0 / 240);
    rb_snapshot spike = at_time(30000.0 / 240);
    spike.omega.z = 9;
    rb_history_add(&history, 0, &spike);
    fill(&history, 0, 30001, 36000, 1.0 / 240);
    int signal = rb_signal_find("omega3");
    int count = rb_series_over_time(series, &history, 0, signal, 0, 150, RB_PLOT_POINTS);
    assert_in_range(count, 200, RB_PLOT_POINTS);
    double high = -1;
    for (int i = 0; i < count; i++) {
        high = fmax(high, series->y[i]);
        assert_true(i == 0 || series->x[i] >= series->x[i - 1]);
    }
    assert_true(high == 9);
    /* A few seconds are drawn as recorded. */
    count = rb_series_over_time(series, &history, 0, signal, 10, 12, RB_PLOT_POINTS);
    assert_in_range(count, 480, 484);
    assert_true(series->y[5] == sin(40 * series->x[5]));
    /* After a branch the column is made anew. */
    rb_snapshot back = at_time(1);
    back.omega.z = -7;
    rb_history_add(&history, 0, &back);
    count = rb_series_over_time(series, &history, 0, signal, 0, 150, RB_PLOT_POINTS);
    assert_true(series->y[count - 1] == -7);
    rb_series_destroy(series);
    free(series);
    rb_history_destroy(&history);
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

static rb_status parse(const char *text, rb_options *options, rb_error *err) {
    char copy[256];
    char *argv[16] = {"rattleback"};
    int argc = 1;
    strncpy(copy, text, sizeof copy - 1);
    copy[sizeof copy - 1] = '\0';
    char *rest = copy;
    for (char *word = strtok_r(rest, " ", &rest); word != NULL && argc < 16;
         word = strtok_r(NULL, " ", &rest)) {
        argv[argc++] = word;
    }
    return rb_options_parse(argc, argv, options, err);
}

static void options_are_read(void **state) {
    (void)state;
    rb_options o;
    rb_error err;
    assert_int_equal(
        parse("k11-fig5 --law k11-p1 --speed 0.1 --size 800x600 --theme dark", &o, &err), RB_OK);
    assert_string_equal(o.scene, "k11-fig5");
    assert_string_equal(o.law, "k11-p1");
    assert_true(o.speed == 0.1);
    assert_int_equal(o.width, 800);
    assert_int_equal(o.theme, RB_THEME_DARK);
    assert_false(rb_options_offscreen(&o));
    assert_int_equal(parse("--compare k11-p1,k11-p2 --screenshot x.png --at 2.5", &o, &err), RB_OK);
    assert_int_equal(o.compare_count, 2);
    assert_string_equal(o.compare[1], "k11-p2");
    assert_true(rb_options_offscreen(&o));
    static const char *const wrong[] = {
        "--law",
        "--law nothing",
        "--speed 0",
        "--speed nan",
        "--size 0x5",
        "--size 5x5x",
        "--theme",
        "--at -1",
        "--unknown",
        "a b",
        "--compare k11-p1,,k11-p2",
        "--law k11-p1 --compare k11-p2",
        "--ui-scale 9",
        "--layout diagonal",
        "--fps 0",
        "--screenshot a --record b",
        "--screenshot --for 3",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        err.text[0] = '\0';
        assert_int_equal(parse(wrong[i], &o, &err), RB_ERR_INPUT);
        assert_non_null(strstr(err.text, wrong[i][0] == '-' ? "" : "expected"));
        assert_true(strlen(err.text) > 10);
    }
}

static void check_plot(const rb_plot *plot, const char *signal, const char *other) {
    assert_int_equal(plot->kind, RB_PLOT_TIME);
    assert_int_equal(plot->count, other != NULL ? 2 : 1);
    assert_int_equal(plot->signals[0], rb_signal_find(signal));
    if (other != NULL) {
        assert_int_equal(plot->signals[1], rb_signal_find(other));
    }
}

/* Each kind of body begins with its own plots and gets back what was chosen for it. */
static void plots_suit_the_body(void **state) {
    (void)state;
    static rb_plots plots;
    const rb_body_kind *celt = rb_body_kind_find("celt");
    const rb_body_kind *top = rb_body_kind_find("tippe-top");
    rb_plots_default(&plots, celt);
    assert_int_equal(plots.count, 3);
    check_plot(&plots.items[0], "omega3", NULL);
    assert_true(rb_plots_add(&plots, RB_PLOT_TIME, "tilt", NULL));
    rb_plots_use(&plots, top);
    assert_int_equal(plots.count, 4);
    check_plot(&plots.items[0], "theta", NULL);
    check_plot(&plots.items[1], "N_large", "N_small");
    check_plot(&plots.items[2], "jellett", "jellett_balance");
    assert_int_equal(plots.items[3].kind, RB_PLOT_ENERGY);
    for (int i = 0; i < plots.count; i++) {
        for (int k = 0; k < plots.items[i].count; k++) {
            assert_true(rb_signal_fits(rb_signal_at(plots.items[i].signals[k]), top));
        }
    }
    rb_plots_use(&plots, celt);
    assert_int_equal(plots.count, 4);
    check_plot(&plots.items[3], "tilt", NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(history_keeps_ten_minutes), cmocka_unit_test(history_finds_and_branches),
        cmocka_unit_test(history_drops_a_run),       cmocka_unit_test(series_keeps_peaks),
        cmocka_unit_test(plots_suit_the_body),       cmocka_unit_test(undo_walks_both_ways),
        cmocka_unit_test(options_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
