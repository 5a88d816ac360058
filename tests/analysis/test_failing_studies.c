/* Studies, fits and lessons when the system fails: see failing_calls.h. */
#include <errno.h>
#include <math.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "analysis/fit_study.h"
#include "analysis/study_private.h"
#include "app/lesson/lesson.h"
#include "failing_calls.h"
#include "rattleback/bifurcation.h"
#include "rattleback/ensemble.h"
#include "reproduce/ka09.h"

static char numbers_path[128], lessons_path[128], lesson_path[160];
static rb_scene stone, top;
static rb_library *library;

static bool at_once(void *context, double share) {
    (void)context;
    (void)share;
    return true;
}

static rb_status measure_claim(rb_error *err) {
    rb_claim claim;
    return rb_claim_measure(&top, RB_CLAIM_VILKE, &claim, at_once, NULL, err);
}

static rb_status read_series(rb_error *err) {
    rb_fit_series series;
    rb_tracker camera = rb_tracker_default();
    rb_status status = rb_fit_series_read(&series, numbers_path, &stone, &camera, err);
    rb_failing_result = status == RB_OK ? series.values[series.frames * series.columns - 1] : NAN;
    rb_fit_series_free(&series);
    return status;
}

/* A series of three frames, and one free parameter. */
static double series_t[] = {0, 0.01, 0.02}, series_values[] = {4, 3.999, 3.99};
static rb_fit_series series;

static rb_fit begin_fit(void) {
    series = (rb_fit_series){.frames = 3, .t = series_t, .columns = 1, .values = series_values, .scale = {1}};
    series.marker[0] = -1;
    series.signal[0] = rb_signal_of(stone.body, "omega3");
    rb_fit fit = {.scene = stone, .series = &series, .series_count = 1};
    assert_int_equal(rb_scene_set(&fit.scene, "t_end", "1e-2", NULL), RB_OK);
    assert_int_equal(rb_fit_add_free(&fit, "", "mu", NULL), RB_OK);
    return fit;
}

/* The search. */
static rb_status make_fit(rb_error *err) {
    rb_fit fit = begin_fit();
    rb_fit_result found = {.F = NAN};
    rb_scene_set_method(&fit.scene, RB_METHOD_AUTO);
    rb_status status = rb_fit_begin(&fit, found.values, err);
    status = status == RB_OK ? rb_fit_run(&fit, NULL, NULL, &found, err) : status;
    rb_failing_result = found.F + found.values[0] + found.evaluations;
    return status;
}

/* Runs a study with its journal, one job at a time. */
static rb_study study;
static char *definition;

static rb_status run_study(rb_status made, rb_error *err) {
    char journal[256];
    snprintf(journal, sizeof journal, "%s/journal", rb_failing_folder);
    rb_study_options options = {.threads = 1, .journal = journal};
    rb_study_result found = {0};
    rb_status status = made == RB_OK ? rb_study_run(&study, &options, &found, err) : made;
    rb_failing_result = status == RB_OK ? found.rows[0] + found.rows[study.width] : NAN;
    rb_study_free(&found);
    rb_study_remove_journal(journal);
    free(definition);
    definition = NULL;
    return status;
}

static void vary_mu(rb_sweep *sweep) {
    rb_axis *axis = &sweep->axes[sweep->axis_count++];
    assert_int_equal(rb_axis_parse(axis, &stone, "", "mu=0.1:0.2:2", false, NULL), RB_OK);
}

static rb_status make_sweep(rb_error *err) {
    rb_sweep sweep = {.scene = stone};
    assert_int_equal(rb_scene_set(&sweep.scene, "t_end", "1e-3", NULL), RB_OK);
    vary_mu(&sweep);
    assert_int_equal(rb_sweep_add_values(&sweep, "", "E_final", NULL), RB_OK);
    rb_status made = rb_sweep_study(&sweep, "sweep", &study, &definition, err);
    return run_study(made, err);
}

static rb_status make_ensemble(rb_error *err) {
    rb_study_spec ensemble = {.sweep = {.scene = stone, .random_count = 2}, .samples = 2};
    assert_int_equal(rb_scene_set(&ensemble.sweep.scene, "t_end", "1e-3", NULL), RB_OK);
    assert_int_equal(rb_ensemble_vary(&ensemble, "", "mu=5%", NULL), RB_OK);
    assert_int_equal(rb_ensemble_add_signals(&ensemble, "", "E", NULL), RB_OK);
    rb_status made = rb_ensemble_study(&ensemble, "ensemble", &study, &definition, err);
    return run_study(made, err);
}

static rb_status make_diagram(rb_error *err) {
    rb_study_spec diagram = {.sweep = {.scene = stone}, .points = 1};
    vary_mu(&diagram.sweep);
    assert_int_equal(rb_section_read(stone.body, "omega2=0", &diagram.section, NULL), RB_OK);
    rb_status made = rb_bifurcation_study(&diagram, "diagram", &study, &definition, err);
    return run_study(made, err);
}

static rb_status make_map(rb_error *err) {
    rb_map_request request = {.points = 1, .patience = 1};
    rb_map_point point;
    rb_map_result found;
    assert_int_equal(rb_section_read(stone.body, "omega2=0", &request.section, NULL), RB_OK);
    return rb_poincare(&stone, &request, &point, &found, err);
}

/* Two searches as jobs of a study. */
static rb_status make_fits(rb_error *err) {
    rb_fit fit = begin_fit();
    assert_int_equal(rb_scene_set(&fit.scene, "method", "dop853", NULL), RB_OK);
    rb_fit_study *fits = rb_fit_study_create(&fit, 1, 1, 7, err);
    if (fits == NULL) {
        return RB_ERR_MEMORY;
    }
    rb_status status = run_study(rb_fit_study_make(fits, "fit", &study, &definition, err), err);
    rb_fit_study_destroy(fits);
    return status;
}

/* The same in slices, more than its initial capacity. */
static rb_status make_fit_in_slices(rb_error *err) {
    rb_fit fit = begin_fit();
    assert_int_equal(rb_scene_set(&fit.scene, "method", "dop853", NULL), RB_OK);
    rb_fit_study *fits = rb_fit_study_create(&fit, 1, 0, 7, err);
    if (fits == NULL) {
        return RB_ERR_MEMORY;
    }
    rb_status status = RB_OK;
    for (bool done = false; status == RB_OK && !done;) {
        status = rb_fit_study_slice(fits, 1, &done, err);
    }
    rb_fit_result found;
    rb_fit_study_best(fits, 0, NULL, &found);
    rb_failing_result = found.F + found.values[0] + found.evaluations;
    rb_fit_study_destroy(fits);
    return status;
}

/* ---- workers ---------------------------------------------------------------------------------- */

static rb_status square(const void *context, int64_t first, int count, const rb_study_control *control,
                        double *rows, rb_error *err) {
    (void)context;
    (void)control;
    (void)err;
    for (int i = 0; i < count; i++) {
        rows[i] = (double)((first + i) * (first + i));
    }
    return RB_OK;
}

static const rb_study squares = {
    .definition = "squares\n1", .title = "squares", .job_count = 40, .width = 1, .chunk = 1, .work = square};

static void sum_rows(rb_study_result *found) {
    rb_failing_result = 0;
    for (int64_t i = 0; i < found->done_count; i++) {
        rb_failing_result += found->rows[i];
    }
    rb_study_free(found);
}

/* All chunks are taken and put back, then taken again and done. */
static rb_status take_and_put_back(rb_study_control *control, int threads, rb_error *err) {
    (void)threads;
    (void)err;
    int64_t first = 0;
    int count = 0;
    int64_t taken[40];
    int held = 0;
    while (held < 40 && rb_study_take(control, &first, &count)) {
        taken[held++] = first;
    }
    while (held > 0) {
        rb_study_put_back(control, taken[--held]);
    }
    double row;
    rb_study_do_chunks(control, &row, NULL, NULL);
    assert_true(rb_study_is_done(control) != rb_study_cancelled(control));
    return RB_OK;
}

static rb_status put_back(rb_error *err) {
    rb_study_options options = {.execute = take_and_put_back};
    rb_study_result found;
    rb_status status = rb_study_run(&squares, &options, &found, err);
    sum_rows(&found);
    return status;
}

/* Cancelled after its first half, and continued. */
static bool half(void *context, const rb_study_progress *progress) {
    (void)context;
    return progress->done < 20;
}

static rb_status do_half(rb_study_control *control, int threads, rb_error *err) {
    (void)threads;
    (void)err;
    double row = 0;
    int64_t first = 0;
    int count = 0;
    for (int i = 0; i < 20 && rb_study_take(control, &first, &count); i++) {
        square(NULL, first, count, control, &row, NULL);
        rb_study_give(control, first, count, &row);
    }
    return RB_OK;
}

static rb_status continue_study(rb_error *err) {
    char journal[256];
    snprintf(journal, sizeof journal, "%s/journal", rb_failing_folder);
    rb_study_options options = {.threads = 1, .journal = journal, .watch = half, .execute = do_half};
    rb_study_result found = {0};
    rb_status status = rb_study_run(&squares, &options, &found, err);
    rb_study_free(&found);
    options = (rb_study_options){.threads = 1, .journal = journal, .resume = true};
    status = status == RB_OK ? rb_study_check(&squares, &options, err) : status;
    status = status == RB_OK ? rb_study_run(&squares, &options, &found, err) : status;
    sum_rows(&found);
    rb_study_remove_journal(journal);
    return status;
}

static rb_status do_in_background(bool threaded, rb_error *err) {
    rb_background *b = rb_background_begin(&squares, threaded, err);
    if (b == NULL) {
        return RB_ERR_MEMORY;
    }
    while (!rb_background_ended(b)) { /* without threads this does the work */
        rb_background_pump(b, 0);
        nanosleep(&(struct timespec){0, threaded ? 100000 : 0}, NULL);
    }
    rb_failing_result = 0;
    int64_t job = 0;
    for (const double *row; (row = rb_background_take(b, &job)) != NULL;) {
        assert_true(*row == (double)(job * job));
        rb_failing_result += *row;
    }
    return rb_background_end(b, err);
}

static rb_status in_background(rb_error *err) {
    return do_in_background(true, err);
}

static rb_status now_and_then(rb_error *err) {
    return do_in_background(false, err);
}

/* ---- lessons ---------------------------------------------------------------------------------- */

#define CONDITION "\"at\":0.001,\"holds\":\"t > 0\""
static const char lesson_text[] =
    "{\"format\":\"rattleback-lesson\",\"version\":1,\"id\":\"lesson\",\"place\":1,\"name\":\"n\","
    "\"minutes\":1,\"summary\":\"s\",\"steps\":[{\"title\":\"t\",\"text\":\"{spin}\",\"do\":"
    "[\"scene k11-fig5\",\"compare no-friction\"],\"question\":{\"text\":\"q\",\"then\":[],\"at\":"
    "0.001,\"choices\":[{\"text\":\"a\",\"when\":\"t > 0\",\"why\":\"w\"},{\"text\":\"b\",\"when\":"
    "\"t < 0\",\"why\":\"w\"}]},\"task\":{\"text\":\"t\",\"done\":\"mu > 0.9\",\"solution\":[\"set "
    "mu=1\",\"restart\"],\"at\":0.001},\"claims\":[{" CONDITION "}],\"ends\":\"next\"}]}";

static rb_status check_lesson(rb_error *err) {
    rb_lesson lesson;
    rb_lesson_report report;
    rb_status status = rb_lesson_read_file(lesson_path, &lesson, err);
    status = status == RB_OK ? rb_lesson_check(&lesson, library, "lesson", true, &report, err) : status;
    rb_failing_result = status == RB_OK ? 1.0 * report.claims + 10 * report.questions : NAN;
    rb_lesson_free(&lesson);
    return status;
}

static rb_status load_lessons(rb_error *err) {
    static rb_lessons lessons;
    rb_status status = rb_lessons_load(&lessons, lessons_path, err);
    rb_failing_result = lessons.count;
    rb_lessons_free(&lessons);
    return status;
}

/* ----------------------------------------------------------------------------------------------- */

static void every_call_fails_once(void **state) {
    (void)state;
    static const rb_operation operations[] = {
        {"a claim", measure_claim, false},
        {"reading a series", read_series, false},
        {"a sweep", make_sweep, false},
        {"an ensemble", make_ensemble, false},
        {"a bifurcation diagram", make_diagram, false},
        {"a map", make_map, false},
        {"a fit", make_fit, false},
        {"fits", make_fits, false},
        {"a fit in slices", make_fit_in_slices, false},
        {"chunks put back", put_back, false},
        {"continuing", continue_study, false},
        {"a study in the background", in_background, false},
        {"a study now and then", now_and_then, false},
        {"a lesson", check_lesson, false},
        {"lessons", load_lessons, false},
    };
    rb_fail_every_call_once(operations, sizeof operations / sizeof *operations);
}

/* A disk that becomes full during a study: it ends with the reason, and can be continued. */
static void continues_after_a_full_disk(void **state) {
    (void)state;
    char journal[256];
    snprintf(journal, sizeof journal, "%s/journal", rb_failing_folder);
    rb_study_options options = {.threads = 1, .journal = journal};
    rb_study_result found;
    rb_error err = {""};
    rb_failing_begin(RB_CALL_WRITE, 12, 0, 0); /* the head and ten rows are written */
    assert_int_equal(rb_study_run(&squares, &options, &found, &err), RB_ERR_IO);
    assert_true(rb_failing_end());
    assert_contains(err.text, "/journal: cannot be written: No space left on device");
    rb_study_free(&found);
    options.resume = true;
    options.execute = do_half;
    assert_int_equal(rb_study_run(&squares, &options, &found, &err), RB_OK);
    assert_int_equal(found.done_count, 30); /* ten, and twenty more */
    rb_study_free(&found);
    rb_study_remove_journal(journal);
    /* An interrupted write is not a failure. */
    rb_failing_begin(RB_CALL_WRITE, 12, 0, EINTR);
    options = (rb_study_options){.threads = 1, .journal = journal};
    assert_int_equal(rb_study_run(&squares, &options, &found, &err), RB_OK);
    assert_true(rb_failing_end());
    assert_int_equal(found.done_count, 40);
    rb_study_free(&found);
    rb_study_remove_journal(journal);
}

static int make_folder(void **state) {
    rb_failing_make_folder(state);
    stone = rb_test_scene("k11-fig5", NULL);
    top = rb_test_scene("tippetop-ka09", NULL);
    library = rb_library_create(NULL, NULL);
    assert_non_null(library);
    snprintf(numbers_path, sizeof numbers_path, "%s/numbers", rb_failing_folder);
    snprintf(lessons_path, sizeof lessons_path, "%s/lessons", rb_failing_folder);
    snprintf(lesson_path, sizeof lesson_path, "%s/lesson.json", lessons_path);
    assert_int_equal(mkdir(lessons_path, 0700), 0);
    FILE *numbers = fopen(numbers_path, "w"), *lesson = fopen(lesson_path, "w");
    assert_true(numbers != NULL && lesson != NULL);
    fputs("t,omega3\n0,4\n1,3\n2,1\n", numbers);
    fputs(lesson_text, lesson);
    fclose(numbers);
    fclose(lesson);
    return 0;
}

static int remove_folder(void **state) {
    unlink(numbers_path);
    unlink(lesson_path);
    rmdir(lessons_path);
    rb_library_destroy(library);
    return rb_failing_remove_folder(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_call_fails_once),
                                       cmocka_unit_test(continues_after_a_full_disk)};
    return cmocka_run_group_tests_name("failing studies", tests, make_folder, remove_folder);
}
