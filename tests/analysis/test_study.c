/* The engine of studies: the same bytes however it runs, journals that are continued or rejected, sweeps
   over grids and at random. */
#include <math.h>
#include <time.h>
#include <unistd.h>

#include "analysis/study_private.h"
#include "analysis/study_table.h"
#include "support.h"

static char journal[64]; /* path, of this process */

static void no_journal(void) {
    snprintf(journal, sizeof journal, "test_study.%ld.journal", (long)getpid());
    unlink(journal);
}

/* A job that depends on its number, with varying duration. */
static rb_status square(const void *context, int64_t first, int count, const rb_study_control *control,
                        double *rows, rb_error *err) {
    (void)control;
    for (int i = 0; i < count; i++) {
        double n = (double)(first + i);
        rows[2 * i] = n * n;
        rows[2 * i + 1] = n == 7 ? NAN : 1 / (n + 1);
    }
    const int64_t *bad = context;
    return bad != NULL && first <= *bad && *bad < first + count
               ? rb_fail(err, RB_ERR_INPUT, "job %d is bad", (int)*bad)
               : RB_OK;
}

static rb_study squares(int64_t count, int chunk) {
    return (rb_study){.definition = "squares\n1",
                      .title = "squares",
                      .job_count = count,
                      .width = 2,
                      .chunk = chunk,
                      .work = square};
}

static void assert_squares(const rb_study_result *r, int64_t count) {
    assert_int_equal(r->done_count, count);
    for (int64_t i = 0; i < count; i++) {
        assert_true(r->rows[2 * i] == (double)(i * i));
        assert_true(i == 7 ? isnan(r->rows[2 * i + 1]) : r->rows[2 * i + 1] == 1 / (double)(i + 1));
    }
}

static void same_for_any_threads_and_chunks(void **state) {
    (void)state;
    for (int threads = 1; threads <= 5; threads += 2) {
        for (int chunk = 1; chunk <= 9; chunk += 4) {
            rb_study study = squares(103, chunk);
            rb_study_options options = {.threads = threads};
            rb_study_result r;
            assert_int_equal(rb_study_run(&study, &options, &r, NULL), RB_OK);
            assert_squares(&r, 103);
            rb_study_free(&r);
        }
    }
}

/* Cancels as soon as some jobs are done. */
typedef struct impatient {
    int64_t patience, delivered;
} impatient;

static bool watch(void *context, const rb_study_progress *p) {
    const impatient *w = context;
    return p->done < w->patience;
}

static void deliver(void *context, int64_t first, int count, const double *rows) {
    impatient *w = context;
    w->delivered += count;
    assert_true(rows[0] == (double)(first * first));
}

static rb_status slow_square(const void *context, int64_t first, int count, const rb_study_control *control,
                             double *rows, rb_error *err) {
    struct timespec t = {0, 2000000};
    nanosleep(&t, NULL);
    return square(context, first, count, control, rows, err);
}

static void continues_from_its_journal(void **state) {
    (void)state;
    no_journal();
    rb_study study = squares(300, 2);
    study.work = slow_square;
    impatient w = {.patience = 20};
    rb_study_options options = {
        .threads = 2, .journal = journal, .watch = watch, .deliver = deliver, .context = &w};
    rb_study_result r;
    assert_int_equal(rb_study_run(&study, &options, &r, NULL), RB_OK);
    assert_true(r.done_count >= 20 && r.done_count < 300);
    int64_t first = r.done_count;
    assert_int_equal(w.delivered, first);
    rb_study_free(&r);
    rb_error err;
    assert_int_equal(rb_study_run(&study, &options, &r, &err), RB_ERR_INPUT); /* not by accident */
    assert_contains(err.text, "--resume");
    rb_study_free(&r);
    options.resume = true;
    w.patience = 1000;
    study.work = square;
    study.chunk = 3; /* the chunk size has no effect */
    assert_int_equal(rb_study_check(&study, &options, &err), RB_OK);
    assert_int_equal(rb_study_run(&study, &options, &r, NULL), RB_OK);
    assert_squares(&r, 300);
    assert_true(w.delivered < 300 + 4 * 3); /* completed jobs were not repeated */
    rb_study_free(&r);
    w.delivered = 0;
    assert_int_equal(rb_study_run(&study, &options, &r, NULL), RB_OK); /* complete: nothing to do */
    assert_squares(&r, 300);
    assert_int_equal(w.delivered, 0);
    rb_study_free(&r);
    rb_study_remove_journal(journal);
    assert_int_not_equal(access(journal, F_OK), 0);
}

/* Truncates the file and appends garbage, as after a crash. */
static void damage(long keep, const char *rubbish) {
    assert_int_equal(truncate(journal, keep), 0);
    FILE *file = fopen(journal, "a");
    assert_non_null(file);
    fputs(rubbish, file);
    fclose(file);
}

static void skips_damaged_lines(void **state) {
    (void)state;
    no_journal();
    rb_study study = squares(40, 1);
    rb_study_options options = {.threads = 1, .journal = journal};
    rb_study_result r;
    assert_int_equal(rb_study_run(&study, &options, &r, NULL), RB_OK);
    rb_study_free(&r);
    options.resume = true;
    const char *rubbish[] = {"",
                             "0 4141414141414141 4141414141414141 00000000\n",
                             "99 4141414141414141\n",
                             "\n\n\n \n",
                             "3 3ff0000000000000 3ff0000000000000 ",
                             "-1 x\n",
                             "123456789012345678901234567890 0 0\n"};
    for (size_t i = 0; i < sizeof rubbish / sizeof rubbish[0]; i++) {
        damage(600 + (long)i * 7, rubbish[i]);
        assert_int_equal(rb_study_run(&study, &options, &r, NULL), RB_OK);
        assert_squares(&r, 40);
        rb_study_free(&r);
    }
    damage(0, ""); /* killed right after it was created */
    assert_int_equal(rb_study_run(&study, &options, &r, NULL), RB_OK);
    assert_squares(&r, 40);
    rb_study_free(&r);
    unlink(journal);
}

static void assert_refused(const rb_study *study, const char *part) {
    rb_study_options options = {.threads = 1, .journal = journal, .resume = true};
    rb_error err;
    rb_study_result r;
    assert_int_equal(rb_study_run(study, &options, &r, &err), RB_ERR_INPUT);
    assert_contains(err.text, part);
    rb_study_free(&r);
    assert_int_equal(rb_study_check(study, &options, &err), RB_ERR_INPUT);
}

static void refuses_other_journals(void **state) {
    (void)state;
    no_journal();
    rb_study study = squares(20, 1);
    rb_study_options options = {.threads = 1, .journal = journal};
    rb_study_result r;
    assert_int_equal(rb_study_run(&study, &options, &r, NULL), RB_OK);
    rb_study_free(&r);
    rb_study other = study;
    other.definition = "squares\n2";
    assert_refused(&other, "belongs to another study: squares");
    other = squares(21, 1);
    assert_refused(&other, "belongs to another study: squares");
    damage(10, "");
    assert_refused(&study, "something else");
    damage(0, "rattleback-journal 2 9.9.9 20 2 0000000000000000 squares 00000000\n");
    assert_refused(&study, "damaged");
    /* The checksum is CRC-32, as any tool computes it. */
    damage(0, "rattleback-journal 2 9.9.9 20 2 0000000000000000 squares cb12d61d\n");
    assert_refused(&study, "9.9.9");
    unlink(journal);
}

static void failures_end_a_study(void **state) {
    (void)state;
    no_journal();
    int64_t bad = 17;
    rb_study study = squares(5000, 1);
    study.context = &bad;
    rb_study_options options = {.threads = 2, .journal = journal};
    rb_study_result r;
    rb_error err;
    assert_int_equal(rb_study_run(&study, &options, &r, &err), RB_ERR_INPUT);
    assert_contains(err.text, "job 17 is bad");
    assert_true(r.done_count < 5000);
    rb_study_free(&r);
    options.resume = true; /* completed jobs are in the journal */
    study.context = NULL;
    assert_int_equal(rb_study_run(&study, &options, &r, &err), RB_OK);
    assert_squares(&r, 5000);
    rb_study_free(&r);
    unlink(journal);
    if (access("/dev/full", W_OK) == 0) { /* a full disk */
        options = (rb_study_options){.threads = 1, .journal = "/dev/full", .resume = true};
        assert_int_equal(rb_study_run(&study, &options, &r, &err), RB_ERR_IO);
        rb_study_free(&r);
    }
    options = (rb_study_options){.threads = 1, .journal = "/nonexistent/journal"};
    assert_int_equal(rb_study_run(&study, &options, &r, &err), RB_ERR_IO);
    assert_contains(err.text, "/nonexistent/journal");
    rb_study_free(&r);
    study.job_count = 0;
    assert_int_equal(rb_study_run(&study, &options, &r, &err), RB_ERR_INPUT);
    study.job_count = RB_STUDY_JOBS_MAX + 1LL;
    assert_int_equal(rb_study_run(&study, &options, &r, &err), RB_ERR_INPUT);
    assert_contains(err.text, "jobs");
}

static void axes(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_axis axis;
    rb_error err;
    assert_int_equal(rb_axis_parse(&axis, &scene, "--x", "mu=0.1:0.7:4", false, &err), RB_OK);
    assert_near(rb_axis_value(&axis, 0), 0.1, 0);
    assert_near(rb_axis_value(&axis, 1), 0.3, 1e-15);
    assert_near(rb_axis_value(&axis, 3), 0.7, 0);
    assert_int_equal(rb_axis_parse(&axis, &scene, "--x", "contact.mu=log:0.01:1:3", false, &err), RB_OK);
    assert_near(rb_axis_value(&axis, 1), 0.1, 1e-15); /* two roundings */
    assert_int_equal(rb_axis_parse(&axis, &scene, "--x", "mu=0.5:0.5:1", false, &err), RB_OK);
    static const struct {
        const char *text, *part;
    } wrong[] = {
        {"mu", "NAME=FROM:TO:COUNT"},      {"=1:2:3", "NAME=FROM:TO:COUNT"},
        {"nonsense=1:2:3", "nonsense"},    {"eps=0.1:0.2:3", "several sections"},
        {"mu=1:2", "[log:]FROM:TO:COUNT"}, {"mu=1:2:3:4", "[log:]FROM:TO:COUNT"},
        {"mu=a:b:3", "[log:]FROM:TO"},     {"mu=0.1:0.2:0", "count of 1"},
        {"mu=0.1:0.2:2.5", "count of 1"},  {"mu=0.1:0.2:1e9", "count of 1"},
        {"mu=0.2:0.1:3", "rises"},         {"mu=0.2:0.2:3", "empty"},
        {"mu=0.1:0.2:1", "at least 2"},    {"mu=0:99:3", "mu"},
        {"mu=log:0:1:3", "above 0"},       {"torque=0:1:2", "choice"},
        {"mu=nan:1:3", "[log:]FROM:TO"},   {"mu=0.1:inf:3", "[log:]FROM:TO"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(rb_axis_parse(&axis, &scene, "--x", wrong[i].text, false, &err), RB_ERR_INPUT);
        assert_contains(err.text, "--x: ");
        assert_contains(err.text, wrong[i].part);
    }
}

static rb_sweep small_sweep(void) {
    rb_sweep sweep = {.scene = rb_test_scene("k15-d1", "t_end=0.3", NULL)};
    rb_error err;
    assert_int_equal(rb_axis_parse(&sweep.axes[0], &sweep.scene, "a", "mu=0.2:0.6:5", false, &err), RB_OK);
    assert_int_equal(rb_axis_parse(&sweep.axes[1], &sweep.scene, "b", "omega3=-8:8:4", false, &err), RB_OK);
    sweep.axis_count = 2;
    assert_int_equal(rb_sweep_add_values(&sweep, "--value", "omega3_final,E_final,slide_share", &err), RB_OK);
    rb_scene_set_method(&sweep.scene, RB_METHOD_AUTO);
    return sweep;
}

/* Every row of a sweep equals the result of rb_run for that scene; the last axis runs fastest. */
static void sweeps_are_runs(void **state) {
    (void)state;
    rb_sweep sweep = small_sweep();
    rb_study study;
    char *definition = NULL;
    assert_int_equal(rb_sweep_study(&sweep, "test", &study, &definition, NULL), RB_OK);
    assert_int_equal(study.job_count, 20);
    rb_study_options options = {.threads = 2};
    rb_study_result r;
    assert_int_equal(rb_study_run(&study, &options, &r, NULL), RB_OK);
    for (int job = 0; job < 20; job += 3) {
        double point[RB_SWEEP_AXES];
        rb_sweep_point(&sweep, job, point);
        assert_near(point[0], 0.2 + 0.1 * floor(job / 4.0), 1e-15);
        assert_near(point[1], -8 + 16.0 / 3 * (job % 4), 1e-14);
        rb_scene scene = sweep.scene;
        char text[64];
        snprintf(text, sizeof text, "%.17g", point[0]);
        assert_int_equal(rb_scene_set(&scene, "mu", text, NULL), RB_OK);
        snprintf(text, sizeof text, "%.17g", point[1]);
        assert_int_equal(rb_scene_set(&scene, "omega3", text, NULL), RB_OK);
        rb_summary alone = rb_test_summary(&scene, 0.3);
        const double *row = r.rows + (size_t)job * (size_t)study.width;
        assert_true(row[0] == alone.omega3_final);
        assert_true(row[1] == alone.E_final);
        assert_true(row[2] == 100 * alone.W_slide / alone.W_lost);
        assert_true(row[3] == (double)alone.end_reason);
    }
    rb_study_free(&r);
    free(definition);
}

/* Random: within the range, different for another seed, the same for the same seed. */
static void random_points(void **state) {
    (void)state;
    rb_sweep sweep = small_sweep();
    sweep.random_count = 2000;
    sweep.seed = 4;
    assert_int_equal(rb_sweep_count(&sweep), 2000);
    double sum[2] = {0}, product = 0;
    for (int job = 0; job < 2000; job++) {
        double p[RB_SWEEP_AXES], again[RB_SWEEP_AXES];
        rb_sweep_point(&sweep, job, p);
        rb_sweep_point(&sweep, job, again);
        assert_memory_equal(p, again, 2 * sizeof(double));
        assert_true(p[0] >= 0.2 && p[0] <= 0.6 && p[1] >= -8 && p[1] <= 8);
        sum[0] += (p[0] - 0.4) / 0.2;
        sum[1] += p[1] / 8;
        product += (p[0] - 0.4) / 0.2 * p[1] / 8;
    }
    /* Means of 2000 uniform numbers: sigma 0.013; of their product, a third squared: 0.0075. */
    assert_near(sum[0] / 2000, 0, 0.05);
    assert_near(sum[1] / 2000, 0, 0.05);
    assert_near(product / 2000, 0, 0.03);
    rb_sweep other = sweep;
    other.seed = 5;
    double a[RB_SWEEP_AXES], b[RB_SWEEP_AXES];
    rb_sweep_point(&sweep, 0, a);
    rb_sweep_point(&other, 0, b);
    assert_true(a[0] != b[0]);
}

/* Invalid parameter combinations have no values and do not affect the others; runs with different end
   times may share a chunk. */
static void invalid_runs_have_no_values(void **state) {
    (void)state;
    static const char *const axes[][2] = {{"body.B12=0:1:2", "mu=0.1:0.2:2"},
                                          {"solver.t_end=1e-3:2e-3:16", "mu=0.1:0.2:16"}};
    for (int i = 0; i < 2; i++) {
        rb_sweep sweep = {.scene = rb_test_scene("k11-fig5", "t_end=1e-3", "method=dp5", NULL)};
        rb_error err;
        for (int k = 0; k < 2; k++) {
            assert_int_equal(rb_axis_parse(&sweep.axes[k], &sweep.scene, "", axes[i][k], false, &err), RB_OK);
        }
        sweep.axis_count = 2;
        assert_int_equal(rb_sweep_add_values(&sweep, "", "E_final", &err), RB_OK);
        rb_study study;
        char *definition = NULL;
        assert_int_equal(rb_sweep_study(&sweep, "t", &study, &definition, &err), RB_OK);
        rb_study_options options = {.threads = 2};
        rb_study_result r;
        assert_int_equal(rb_study_run(&study, &options, &r, &err), RB_OK);
        assert_int_equal(r.done_count, i == 0 ? 4 : 256);
        for (int job = 0; job < r.done_count; job += i == 0 ? 1 : 51) {
            rb_scene scene = rb_sweep_scene(&sweep, job);
            bool sound = i == 1 || job < 2;
            assert_true((rb_scene_check(&scene, "", NULL) == RB_OK) == sound);
            double end = scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
            if (sound) {
                assert_true(r.rows[2 * job] == rb_test_summary(&scene, end).E_final);
                assert_true(r.rows[2 * job + 1] == RB_END_TIME);
            } else {
                assert_true(isnan(r.rows[2 * job]) && r.rows[2 * job + 1] == RB_SWEEP_UNSOUND);
            }
        }
        rb_study_free(&r);
        free(definition);
    }
}

/* A worker of another process has neither rows nor a journal; of several failures the first is reported. */
static rb_status fail_twice(rb_study_control *control, int threads, rb_error *err) {
    (void)threads;
    (void)err;
    static const rb_error first = {"the first"}, second = {"the second"};
    rb_study_fail(control, RB_ERR_INPUT, &first);
    rb_study_fail(control, RB_ERR_IO, &second);
    int64_t job;
    int count;
    assert_false(rb_study_take(control, &job, &count));
    return RB_OK;
}

static void workers_of_other_processes(void **state) {
    (void)state;
    rb_study study = squares(10, 3);
    rb_study_options options = {.execute = fail_twice, .worker = true, .journal = "/nowhere/at/all"};
    rb_study_result r;
    rb_error err = {""};
    assert_int_equal(rb_study_check(&study, &options, &err), RB_OK);
    assert_int_equal(rb_study_run(&study, &options, &r, &err), RB_ERR_INPUT);
    assert_string_equal(err.text, "the first");
    assert_true(r.rows == NULL && r.done == NULL && r.done_count == 0);
    rb_study_free(&r);
    study.job_count = 0;
    assert_int_equal(rb_study_check(&study, &options, &err), RB_ERR_INPUT);
    assert_contains(err.text, "expected 1 to 10000000 jobs, got 0");
    rb_study_remove_journal(NULL);
    assert_true(rb_study_threads(0) >= 1 && rb_study_threads(7) == 7);
}

static void names_of_values(void **state) {
    (void)state;
    rb_sweep sweep = {.scene = rb_test_scene("k11-fig5", NULL)};
    rb_error err;
    assert_int_equal(rb_sweep_add_values(&sweep, "--value", "reversal_time,extreme,rest_time", &err), RB_OK);
    assert_string_equal(sweep.values[0]->name, "first_reversal_time");
    assert_string_equal(sweep.values[1]->name, "extreme_after_reversal");
    assert_string_equal(sweep.values[2]->name, "rest_time_0p1");
    assert_int_equal(rb_sweep_add_values(&sweep, "--value", "inverted", &err), RB_ERR_INPUT);
    assert_contains(err.text, "inverted");
    assert_int_equal(rb_sweep_add_values(&sweep, "--value", "wall_seconds", &err), RB_ERR_INPUT);
    assert_int_equal(rb_sweep_add_values(&sweep, "--value", "t_end,,t_end", &err), RB_ERR_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_for_any_threads_and_chunks),
        cmocka_unit_test(continues_from_its_journal),
        cmocka_unit_test(skips_damaged_lines),
        cmocka_unit_test(refuses_other_journals),
        cmocka_unit_test(failures_end_a_study),
        cmocka_unit_test(axes),
        cmocka_unit_test(sweeps_are_runs),
        cmocka_unit_test(random_points),
        cmocka_unit_test(invalid_runs_have_no_values),
        cmocka_unit_test(workers_of_other_processes),
        cmocka_unit_test(names_of_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
