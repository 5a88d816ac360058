/* Details of studies that no result shows: quantiles between two runs, the window that a period must fill,
   the journal's last write, and the priority of background threads. */
#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

#include "failing_calls.h"
#include "rattleback/ensemble.h"
#include "rattleback/poincare.h"

/* ---- quantiles ---------------------------------------------------------------------------------- */

/* One signal at one sample; row 0 is the scene itself, the others are the varied runs. */
static rb_band band_of(const double *rows, const unsigned char *done, int runs) {
    rb_study_spec ensemble = {.samples = 1, .signal_count = 1};
    ensemble.sweep.random_count = runs;
    double values[16], scratch[16];
    unsigned char marks[16];
    size_t count = (size_t)runs + 1;
    memcpy(values, rows, count * sizeof *values);
    memcpy(marks, done, count);
    rb_study_result result = {.rows = values, .done = marks, .done_count = runs + 1};
    return rb_ensemble_band(&ensemble, &result, 0, 0, scratch);
}

/* Of 10, 20, 30, 40, 50 the 5 % quantile lies a fifth of the way from the first to the second. */
static void quantiles_interpolate_between_runs(void **state) {
    (void)state;
    static const double rows[] = {7, 40, 10, 50, 20, 30};
    static const unsigned char done[] = {1, 1, 1, 1, 1, 1};
    rb_band band = band_of(rows, done, 5);
    assert_int_equal(band.count, 5);
    assert_near(band.own, 7, 0);
    assert_near(band.median, 30, 1e-13);
    assert_near(band.low, 12, 1e-13);
    assert_near(band.high, 48, 1e-13);
    band = band_of(rows, done, 2); /* 10 and 40 */
    assert_near(band.median, 25, 1e-13);
    assert_near(band.low, 11.5, 1e-13);
    assert_near(band.high, 38.5, 1e-13);
    band = band_of(rows, done, 1);
    assert_near(band.median, 40, 0);
    assert_near(band.low, 40, 0);
}

static void runs_without_a_result_do_not_count(void **state) {
    (void)state;
    static const double rows[] = {7, 40, NAN, 50, 20, INFINITY};
    static const unsigned char done[] = {1, 1, 1, 0, 1, 1};
    rb_band band = band_of(rows, done, 5);
    assert_int_equal(band.count, 2); /* 40 and 20 */
    assert_near(band.median, 30, 1e-13);
    static const unsigned char none[] = {1, 0, 0, 0, 0, 0};
    band = band_of(rows, none, 5);
    assert_int_equal(band.count, 0);
    assert_true(isnan(band.median) && isnan(band.low) && isnan(band.high));
}

/* ---- periods ------------------------------------------------------------------------------------ */

enum { POINTS = 12 };

/* Points that repeat every `period`. */
static void repeat(rb_map_point points[POINTS], int period) {
    for (int i = 0; i < POINTS; i++) {
        points[i] = (rb_map_point){.t = i, .at = {i % period, 10 + i % period}};
    }
}

/* The second half of the points, and one period before it, must repeat; earlier ones may differ. */
static void a_period_fills_the_second_half(void **state) {
    (void)state;
    for (int period = 1; period <= POINTS / 2; period++) {
        rb_map_point points[POINTS];
        repeat(points, period);
        assert_int_equal(rb_map_period(points, POINTS), period);
        int first = POINTS / 2 - period; /* the earliest point that is compared */
        for (int wrong = 0; wrong < POINTS; wrong++) {
            for (int k = 0; k < 2; k++) {
                repeat(points, period);
                points[wrong].at[k] += 0.5;
                int found = rb_map_period(points, POINTS);
                if (wrong < first) {
                    assert_int_equal(found, period);
                } else {
                    assert_int_not_equal(found, period);
                }
            }
        }
    }
}

static void a_period_must_be_seen_twice(void **state) {
    (void)state;
    rb_map_point points[POINTS];
    repeat(points, 4);
    assert_int_equal(rb_map_period(points, 8), 4);
    assert_int_equal(rb_map_period(points, 7), 0);
    assert_int_equal(rb_map_period(points, 1), 0);
    assert_int_equal(rb_map_period(points, 0), 0);
}

/* ---- journal and threads ------------------------------------------------------------------------ */

typedef struct noted {
    int priority; /* of the thread that worked */
} noted;

static noted seen;

static rb_status work(const void *context, int64_t first, int count, const rb_study_control *control,
                      double *rows, rb_error *err) {
    (void)context;
    (void)control;
    (void)err;
    seen.priority = getpriority(PRIO_PROCESS, 0); /* Linux: of this thread */
    for (int i = 0; i < count; i++) {
        rows[i] = (double)(first + i);
    }
    return RB_OK;
}

static rb_status run_study(const rb_study_options *options) {
    rb_study study = {
        .definition = "details\n", .title = "details", .job_count = 3, .width = 1, .chunk = 1, .work = work};
    rb_study_result result;
    rb_error err;
    rb_status status = rb_study_run(&study, options, &result, &err);
    rb_study_free(&result);
    return status;
}

/* The only effect of fsync that a test can see is the call. */
static void the_journal_reaches_the_disk(void **state) {
    (void)state;
    char path[128];
    snprintf(path, sizeof path, "%s/details.journal", rb_failing_folder);
    rb_study_options options = {.threads = 1, .journal = path};
    rb_failing_begin(RB_CALL_FSYNC, 1, 0, 0);
    assert_int_equal(run_study(&options), RB_OK);
    assert_true(rb_failing_end());
    unlink(path);
}

static void idle_work_has_a_lower_priority(void **state) {
    (void)state;
    int own = getpriority(PRIO_PROCESS, 0);
    rb_study_options options = {.threads = 1};
    assert_int_equal(run_study(&options), RB_OK);
    assert_int_equal(seen.priority, own);
    if (own >= 5) { /* the tests themselves run in the background */
        return;
    }
    options.idle = true;
    assert_int_equal(run_study(&options), RB_OK);
    assert_true(seen.priority > own);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_interpolate_between_runs),
        cmocka_unit_test(runs_without_a_result_do_not_count),
        cmocka_unit_test(a_period_fills_the_second_half),
        cmocka_unit_test(a_period_must_be_seen_twice),
        cmocka_unit_test(the_journal_reaches_the_disk),
        cmocka_unit_test(idle_work_has_a_lower_priority),
    };
    return cmocka_run_group_tests_name("study details", tests, rb_failing_make_folder,
                                       rb_failing_remove_folder);
}
