/* Studies of the window without a window: computed in the background, with threads and without, with the
   numbers of rb_study_run and the file of rbsim. */
#include <math.h>
#include <time.h>
#include <unistd.h>

#include "analysis/study_table.h"
#include "app/session/studies.h"
#include "base/system.h"
#include "support.h"

/* A run of a tenth of a second, with the method of the library scene. */
static rb_scene short_scene(void) {
    rb_scene scene;
    assert_int_equal(rb_library_open("k11-fig5", &scene, NULL), RB_OK);
    rb_test_assign(&scene, "solver.t_end=0.1");
    return scene;
}

static const rb_survey_words small_map = {
    .x = "omega1=-1:1:5", .y = "omega2=-1:1:4", .value = "omega3_final"};

/* Updates as frames do until nothing is computed any more. */
static void finish(rb_studies *studies, rb_messages *messages) {
    double begun = rb_wall_clock();
    while (rb_studies_run(studies)) {
        struct timespec nap = {0, 1000000};
        rb_studies_update(studies, messages, 0.01);
        nanosleep(&nap, NULL);
        assert_true(rb_wall_clock() < begun + 300);
    }
}

static rb_studies *begin_studies(bool threaded) {
    rb_studies *studies = calloc(1, sizeof *studies);
    assert_non_null(studies);
    studies->threaded = threaded;
    return studies;
}

static void end_studies(rb_studies *studies) {
    rb_studies_destroy(studies);
    free(studies);
}

static rb_survey *begin_survey(const rb_scene *scene, const rb_survey_words *words, bool threaded,
                               rb_error *err) {
    rb_study_spec spec;
    rb_status status = rb_survey_define(scene, words, &spec, err);
    return status == RB_OK ? rb_survey_begin(&spec, threaded, err) : NULL;
}

static rb_survey *begin_map(rb_studies *studies, const rb_survey_words *ask) {
    rb_scene scene = short_scene();
    rb_error err = {""};
    rb_survey *survey = begin_survey(&scene, ask, studies->threaded, &err);
    if (survey == NULL) {
        fail_msg("%s", err.text);
    }
    rb_studies_show(studies, survey);
    return survey;
}

/* ---------------------------------------------------------------- surveys */

static void same_as_the_engine(void **state) {
    (void)state;
    for (int threaded = 0; threaded < 2; threaded++) {
        rb_messages messages = {0};
        rb_studies *studies = begin_studies(threaded);
        rb_survey *survey = begin_map(studies, &small_map);
        finish(studies, &messages);
        assert_int_equal(survey->done_count, 20);
        assert_int_equal(messages.count, 1);
        assert_contains(messages.items[0].text, "all 20 runs are done");

        rb_scene scene = short_scene();
        rb_scene_set_method(&scene, RB_METHOD_AUTO);
        assert_true(scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] ==
                    survey->what.sweep.scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD]);
        rb_study study;
        rb_study_result expected;
        char *definition = NULL;
        assert_int_equal(rb_sweep_study(&survey->what.sweep, "x", &study, &definition, NULL), RB_OK);
        assert_int_equal(rb_study_run(&study, &(rb_study_options){.threads = 1}, &expected, NULL), RB_OK);
        assert_memory_equal(survey->rows, expected.rows, 20 * 2 * sizeof(double));
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < 20; i++) {
            low = fmin(low, expected.rows[2 * i]);
            high = fmax(high, expected.rows[2 * i]);
        }
        assert_true(survey->low[0] == low && survey->high[0] == high);
        rb_study_free(&expected);
        free(definition);
        end_studies(studies);
    }
}

/* A position belongs to the nearest run; its scene has those values and the requested solver. */
static void places_are_cases(void **state) {
    (void)state;
    rb_messages messages = {0};
    rb_studies *studies = begin_studies(true);
    const rb_survey *survey = begin_map(studies, &small_map);
    int64_t job = rb_survey_job_at(survey, 0.4, 0.9);
    assert_int_equal(job, 3 * 4 + 3);
    assert_int_equal(rb_survey_job_at(survey, 1.3, 0), -1);
    assert_int_equal(rb_survey_job_at(survey, 0, -1.4), -1);
    rb_scene scene = rb_survey_scene(survey, job), own = short_scene();
    int index = rb_param_find(rb_scene_table(&scene, RB_SECTION_START), "omega1");
    assert_true(scene.values[RB_SECTION_START][index] == 0.5);
    assert_true(scene.values[RB_SECTION_START][index + 1] == 1);
    assert_true(scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] ==
                own.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD]);
    finish(studies, &messages);
    end_studies(studies);
}

/* Hours of runs: cancelling ends them at once, and completed runs are kept. */
static void cancelling_is_quick(void **state) {
    (void)state;
    for (int threaded = 0; threaded < 2; threaded++) {
        rb_messages messages = {0};
        rb_studies *studies = begin_studies(threaded);
        rb_survey_words ask = small_map;
        ask.x = "omega1=-1:1:400";
        ask.y = "omega2=-1:1:400";
        const rb_survey *survey = begin_map(studies, &ask);
        while (survey->done_count < 10) {
            rb_studies_update(studies, &messages, 0.01);
        }
        rb_studies_cancel(studies);
        finish(studies, &messages);
        assert_true(survey->done_count >= 10 && survey->done_count < 160000);
        assert_true(survey->low[0] <= survey->high[0]);
        assert_contains(messages.items[messages.count - 1].text, "cancelled");
        begin_map(studies, &ask); /* and quitting while one runs waits for no more than a step */
        rb_studies_update(studies, &messages, 0.01);
        end_studies(studies);
    }
}

static void a_part_is_seen_finer(void **state) {
    (void)state;
    rb_messages messages = {0};
    rb_error err;
    rb_studies *studies = begin_studies(true);
    rb_survey *whole = begin_map(studies, &small_map);
    finish(studies, &messages);
    rb_survey *part = rb_survey_finer(whole, 0.5, -0.5, 0.2, 3, true, &err);
    assert_non_null(part);
    rb_studies_show(studies, part);
    assert_true(rb_survey_x(part)->from == -0.5 && rb_survey_x(part)->to == 0.5);
    assert_true(rb_survey_y(part)->from == 0.2 && rb_survey_y(part)->to == 1);
    assert_int_equal(part->count, 20);
    finish(studies, &messages);
    /* The corner -0.5, 1 is a point of both. */
    assert_true(rb_survey_value(part, rb_survey_job_at(part, -0.5, 1), 0) ==
                rb_survey_value(whole, rb_survey_job_at(whole, -0.5, 1), 0));
    assert_true(rb_studies_back(studies));
    assert_ptr_equal(studies->survey, whole);
    assert_int_equal(whole->done_count, 20);
    assert_false(rb_studies_back(studies));
    for (int i = 0; i < 2 * RB_SURVEYS_KEPT; i++) { /* those of long ago are dropped */
        begin_map(studies, &small_map);
    }
    int kept = 0;
    for (const rb_survey *s = studies->survey; s != NULL; s = s->before) {
        kept++;
    }
    assert_int_equal(kept, RB_SURVEYS_KEPT + 1);
    end_studies(studies);
}

static void bad_options_are_refused(void **state) {
    (void)state;
    static const struct {
        rb_survey_words ask;
        const char *part;
    } wrong[] = {
        {{.x = "nothing=0:1:3", .y = "omega2=0:1:3", .value = "t_end"}, "nothing"},
        {{.x = "omega1=1:0:3", .y = "omega2=0:1:3", .value = "t_end"}, "rises"},
        {{.x = "omega1=0:1:3", .y = "omega1=0:1:3", .value = "t_end"}, "twice"},
        {{.x = "omega1=0:1:3", .y = "omega2=0:1:3", .value = "beauty"}, "beauty"},
        {{.x = "omega1=0:1:0", .y = "omega2=0:1:3", .value = "t_end"}, "count"},
        {{.x = "omega1=0:1:9999", .y = "omega2=0:1:3", .value = "t_end"}, "rbsim map"},
        {{.x = "omega1=0:1:2000", .y = "omega2=0:1:2000", .value = "t_end"}, "rbsim map"},
        {{.x = "mu=log:0:1:3", .value = "t_end"}, "above 0"},
    };
    rb_scene scene = short_scene();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rb_error err = {""};
        assert_null(begin_survey(&scene, &wrong[i].ask, true, &err));
        assert_contains(err.text, wrong[i].part);
    }
}

/* ---------------------------------------------------------------- files */

static char path[64];

static void save(const rb_survey *survey) {
    snprintf(path, sizeof path, "test_session_studies.%ld.csv", (long)getpid());
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(rb_survey_write(out, survey));
    assert_int_equal(fclose(out), 0);
}

static char *written(const rb_survey *survey) {
    rb_text_stream out;
    assert_true(rb_text_open(&out));
    assert_true(rb_survey_write(out.stream, survey));
    assert_true(rb_text_close(&out));
    return out.text;
}

static void check_again(const rb_survey *survey) {
    rb_error err = {""};
    save(survey);
    assert_true(rb_survey_is_file(path));
    rb_survey *again = rb_survey_read(path, &err);
    if (again == NULL) {
        fail_msg("%s", err.text);
    }
    assert_int_equal(again->kind, survey->kind);
    assert_int_equal(again->done_count, survey->done_count);
    char *before = written(survey), *after = written(again);
    assert_string_equal(after, before);
    rb_scene a = rb_survey_scene(survey, 1), b = rb_survey_scene(again, 1);
    memcpy(a.values[RB_SECTION_SOLVER], b.values[RB_SECTION_SOLVER],
           sizeof a.values[RB_SECTION_SOLVER]); /* the file has the study's */
    assert_true(rb_scene_hash(&a) == rb_scene_hash(&b));
    free(before);
    free(after);
    rb_survey_free(again);
    unlink(path);
}

static void files_are_read_again(void **state) {
    (void)state;
    rb_messages messages = {0};
    rb_studies *studies = begin_studies(true);
    const rb_survey *map = begin_map(studies, &small_map);
    assert_contains(map->title, " over omega1=-1:1:5, ");
    finish(studies, &messages);
    check_again(map);
    rb_survey_words ask = {.x = "mu=log:0.1:1:4", .value = "W_lost,N_max"};
    const rb_survey *sweep = begin_map(studies, &ask);
    finish(studies, &messages);
    check_again(sweep);
    end_studies(studies);
}

/* A curve for each law, whichever axis comes first in the file; two outcomes. */
static void laws_are_curves(void **state) {
    (void)state;
    static const rb_survey_words asks[] = {
        {.x = "mu=0.2:0.4:3", .y = "law=exact-circle,k11-p1", .value = "omega3_final,N_max", .until = 0.05},
        {.x = "law=exact-circle,k11-p1", .y = "mu=0.2:0.4:3", .value = "omega3_final,N_max", .until = 0.05}};
    double ends[2];
    for (int i = 0; i < 2; i++) {
        rb_messages messages = {0};
        rb_studies *studies = begin_studies(true);
        const rb_survey *s = begin_map(studies, &asks[i]);
        finish(studies, &messages);
        assert_int_equal(s->kind, RB_SURVEY_SWEEP);
        assert_int_equal(rb_survey_curves(s), 2);
        int64_t job = rb_survey_job_at(s, 0.31, 1);
        assert_int_equal(job, rb_survey_curve_job(s, 1, 1));
        rb_scene scene = rb_survey_scene(s, job);
        assert_string_equal(scene.friction->id, "k11-p1");
        assert_near(scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU], 0.3, 1e-15);
        assert_true(scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END] == 0.05);
        ends[i] = rb_survey_value(s, job, 0);
        assert_true(ends[i] != rb_survey_value(s, rb_survey_curve_job(s, 0, 1), 0));
        char name[64];
        rb_survey_curve_name(s, 1, name, sizeof name);
        assert_string_equal(name, "Padé P1, circle");
        check_again(s);
        end_studies(studies);
    }
    assert_true(ends[0] == ends[1]);
}

static void diagrams_are_read_again(void **state) {
    (void)state;
    rb_messages messages = {0};
    rb_studies *studies = begin_studies(true);
    rb_scene scene;
    rb_error err = {""};
    assert_int_equal(rb_library_open("disk-k12", &scene, NULL), RB_OK);
    rb_test_assign(&scene, "solver.rtol=1e-6");
    rb_test_assign(&scene, "solver.t_end=200");
    rb_test_assign(&scene, "phi=0");
    rb_survey_words ask = {.x = "mu0=22:25:3", .transient = 4, .points = 6};
    rb_survey *diagram = begin_survey(&scene, &ask, true, &err);
    assert_non_null(diagram);
    rb_studies_show(studies, diagram);
    finish(studies, &messages);
    const double *points = NULL;
    assert_int_equal(rb_survey_points(diagram, 1, &points), 6);
    assert_true(points[0] >= diagram->low[0] && points[0] <= diagram->high[0]);
    check_again(diagram);
    end_studies(studies);
}

/* A file with the rows changed, or the definition of a study that the window cannot show. */
static void wrong_files_are_refused(void **state) {
    (void)state;
    rb_messages messages = {0};
    rb_studies *studies = begin_studies(true);
    const rb_survey *map = begin_map(studies, &small_map);
    finish(studies, &messages);
    char *text = written(map), *head = strdup(text);
    *(strstr(head, "\nomega1,") + 1) = '\0';
    static const char *const rows[][2] = {
        {"omega1,omega2\n0,0\n", "columns"},
        {"omega1,omega2,omega3_final\n0.3,0,1\n", "row 1"},
    };
    rb_error err = {""};
    snprintf(path, sizeof path, "test_session_studies.%ld.csv", (long)getpid());
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fprintf(out, "%s%s", head, rows[i][0]);
        fclose(out);
        assert_null(rb_survey_read(path, &err));
        assert_contains(err.text, rows[i][1]);
    }
    static const char *const others[][2] = {
        {"t,omega3\n0,1\n", "# study {"},
        {"# rbsim map k11-fig5 --x omega1=0:1:2 --y omega2=0:1:2 --value t_end\nx\n1\n", "# study {"},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fputs(others[i][0], out);
        fclose(out);
        assert_false(rb_survey_is_file(path));
        assert_null(rb_survey_read(path, &err));
        assert_contains(err.text, others[i][1]);
    }
    rb_study_spec random = map->what;
    random.sweep.random_count = 3;
    random.sweep.axes[0].count = random.sweep.axes[1].count = 0;
    char *line = rb_study_spec_to_line(&random);
    FILE *out = fopen(path, "w");
    fprintf(out, "# study %s\nomega1,omega2,omega3_final\n0,0,1\n", line);
    fclose(out);
    assert_null(rb_survey_read(path, &err));
    assert_contains(err.text, "over a grid");
    free(line);
    free(text);
    free(head);
    unlink(path);
    end_studies(studies);
}

/* ---------------------------------------------------------------- ensembles and fits */

static void the_band_is_that_of_the_engine(void **state) {
    (void)state;
    static const char *const vary[] = {"mu=20%", "omega2=0.3"};
    rb_messages messages = {0};
    rb_scene scene = short_scene();
    rb_error err = {""};
    rb_studies *studies = begin_studies(true);
    rb_study_spec spec;
    assert_int_equal(rb_band_define(&scene, vary, 2, 9, "omega3,N", &spec, &err), RB_OK);
    studies->band = rb_band_begin(&spec, true, &err);
    assert_non_null(studies->band);
    finish(studies, &messages);
    rb_band_study *band = studies->band;
    assert_int_equal(band->done_count, 10);
    rb_study study;
    rb_study_result found;
    char *definition = NULL;
    assert_int_equal(rb_ensemble_study(&band->what, "x", &study, &definition, NULL), RB_OK);
    assert_int_equal(rb_study_run(&study, &(rb_study_options){.threads = 2}, &found, NULL), RB_OK);
    const rb_band_curve *curve = rb_band_of(band, &scene, rb_signal_find("N"));
    assert_non_null(curve);
    assert_int_equal(curve->count, RB_BAND_SAMPLES);
    double scratch[10];
    for (int i = 0; i < RB_BAND_SAMPLES; i += 100) {
        rb_band expected = rb_ensemble_band(&band->what, &found, 1, i, scratch);
        assert_true(curve->low[i] == expected.low && curve->high[i] == expected.high &&
                    curve->median[i] == expected.median);
        assert_true(curve->low[i] <= curve->median[i] && curve->median[i] <= curve->high[i]);
    }
    assert_null(rb_band_of(band, &scene, rb_signal_find("omega1")));
    snprintf(scene.id, sizeof scene.id, "another");
    assert_null(rb_band_of(band, &scene, rb_signal_find("N")));
    rb_study_free(&found);
    free(definition);
    end_studies(studies);
    assert_int_equal(rb_band_define(&scene, (const char *const[]){"mu=0"}, 1, 9, "N", &spec, &err),
                     RB_ERR_INPUT);
    assert_contains(err.text, "mu=0");
    spec.sweep.random_count = RB_BAND_RUNS + 1;
    assert_null(rb_band_begin(&spec, true, &err));
    assert_contains(err.text, "2 to 2000 runs");
}

/* A series of the spin, made by the scene itself with mu = 0.4. */
static void make_series(void) {
    rb_scene scene = short_scene();
    rb_run_result result;
    rb_test_assign(&scene, "mu=0.4");
    snprintf(path, sizeof path, "test_session_studies.%ld.csv", (long)getpid());
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs("t,omega1,omega3\n", out);
    for (int i = 1; i <= 20; i++) {
        double t = 0.005 * i;
        assert_int_equal(rb_run(&scene, t, NULL, &result, NULL), RB_OK);
        fprintf(out, "%.17g,%.17g,%.17g\n", result.last.t, result.last.omega.x, result.last.omega.z);
    }
    fclose(out);
}

static rb_fitting *begin_fit(const rb_scene *scene, int restarts, bool threaded, rb_error *err) {
    rb_study_spec spec = {
        .kind = RB_SPEC_FIT,
        .fit = {
            .data_count = 1, .free = "mu", .restarts = restarts, .seed = 1, .camera = rb_tracker_default()}};
    spec.sweep.scene = *scene;
    snprintf(spec.fit.data[0].path, sizeof spec.fit.data[0].path, "%s", path);
    return rb_fitting_begin(&spec, threaded, err);
}

static void a_fit_finds_friction(void **state) {
    (void)state;
    make_series();
    rb_fit_result by[2];
    for (int threaded = 0; threaded < 2; threaded++) {
        rb_messages messages = {0};
        rb_error err = {""};
        rb_scene scene = short_scene(), found;
        rb_studies *studies = begin_studies(threaded);
        rb_test_assign(&scene, "solver.method=dop853");
        studies->fitting = begin_fit(&scene, 0, threaded, &err);
        if (studies->fitting == NULL) {
            fail_msg("%s", err.text);
        }
        assert_int_equal(rb_fitting_scene(studies->fitting, &found, &err), RB_ERR_INPUT);
        finish(studies, &messages);
        const rb_fitting *f = studies->fitting;
        by[threaded] = f->best;
        assert_true(fabs(f->best.values[0] - 0.4) < 0.004);
        assert_true(f->now.share == 1 && f->trace_count > 0 && f->now.evaluations > 4);
        assert_int_equal(rb_fitting_scene(f, &found, &err), RB_OK);
        assert_true(found.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == f->best.values[0]);
        assert_contains(messages.items[0].text, "Fit done");
        end_studies(studies);
    }
    /* In slices of frames it is the same search. */
    assert_true(by[0].values[0] == by[1].values[0] && by[0].F == by[1].F);
    assert_int_equal(by[0].evaluations, by[1].evaluations);
    unlink(path);
}

static void a_cancelled_fit_keeps_the_best(void **state) {
    (void)state;
    make_series();
    for (int threaded = 0; threaded < 2; threaded++) {
        rb_messages messages = {0};
        rb_scene scene = short_scene(), found;
        rb_studies *studies = begin_studies(threaded);
        studies->fitting = begin_fit(&scene, 1000, threaded, NULL);
        assert_non_null(studies->fitting);
        while (!isfinite(studies->fitting->best.F)) {
            rb_studies_update(studies, &messages, 0.01);
        }
        rb_studies_cancel(studies);
        finish(studies, &messages);
        assert_contains(messages.items[0].text, "best so far");
        assert_int_equal(rb_fitting_scene(studies->fitting, &found, NULL), RB_OK);
        assert_true(found.values[RB_SECTION_CONTACT][RB_CONTACT_MU] > 0.1);
        end_studies(studies);
    }
    unlink(path);
    rb_error err = {""};
    rb_scene scene = short_scene();
    assert_null(begin_fit(&scene, 1000, true, &err)); /* the file is gone */
    assert_contains(err.text, "test_session_studies");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_the_engine),      cmocka_unit_test(places_are_cases),
        cmocka_unit_test(cancelling_is_quick),     cmocka_unit_test(a_part_is_seen_finer),
        cmocka_unit_test(bad_options_are_refused), cmocka_unit_test(files_are_read_again),
        cmocka_unit_test(laws_are_curves),         cmocka_unit_test(diagrams_are_read_again),
        cmocka_unit_test(wrong_files_are_refused), cmocka_unit_test(the_band_is_that_of_the_engine),
        cmocka_unit_test(a_fit_finds_friction),    cmocka_unit_test(a_cancelled_fit_keeps_the_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
