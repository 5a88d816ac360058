/* Input of a fit: rejected files, lists of free parameters, search scales, runs that end before their
   data, and slices. */
#include <math.h>
#include <unistd.h>

#include "analysis/fit_study.h"
#include "support.h"

static rb_error err;
static char path[64];

/* ---- files ----------------------------------------------------------------------------------- */

static rb_status read_series(rb_fit_series *s, const char *text) {
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_tracker camera = rb_tracker_default();
    snprintf(path, sizeof path, "test_fit_data.%ld.csv", (long)getpid());
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    rb_status status = rb_fit_series_read(s, path, &scene, &camera, &err);
    unlink(path);
    return status;
}

static void invalid_series_are_rejected(void **state) {
    (void)state;
    static const struct {
        const char *text, *part;
    } wrong[] = {
        {"t,omega3\n0,\n1,nan\n", ".csv: expected numbers beside t, got none"},
        {"t,x+1\n0,1\n1,1\n", "column 2: expected x1, y1 to x3, y3, heading or a signal"},
        {"t,x01\n0,1\n1,1\n", "got \"x01\""},
        {"t,x\n0,1\n1,1\n", "got \"x\""},
        {"t,y 1\n0,1\n1,1\n", "got \"y 1\""},
        {"x1,t\n1,0\n2,inf\n", "column 2 (t): expected a number or nothing, got \"inf\""},
    };
    rb_fit_series s;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(read_series(&s, wrong[i].text), RB_ERR_INPUT);
        assert_contains(err.text, wrong[i].part);
        rb_fit_series_free(&s);
    }
    /* One column too many. */
    const rb_body_kind *celt = rb_body_kind_find("celt");
    char head[2000] = "t", text[2100];
    size_t used = 1;
    for (int i = 0, n = 0; i < rb_signal_count() && n <= RB_FIT_COLUMNS; i++) {
        const rb_signal *signal = rb_signal_at(i);
        if (rb_signal_fits(signal, celt) && strcmp(signal->name, "t") != 0) {
            used += (size_t)snprintf(head + used, sizeof head - used, ",%s", signal->name);
            n++;
        }
    }
    snprintf(text, sizeof text, "%s\n0\n1\n", head);
    assert_int_equal(read_series(&s, text), RB_ERR_INPUT);
    assert_contains(err.text, ".csv: expected at most 32 columns beside t");
    rb_fit_series_free(&s);
}

/* Columns of one unit are compared directly; with several units each is divided by its magnitude, if it
   has one. */
static void scales_of_columns(void **state) {
    (void)state;
    rb_fit_series s;
    assert_int_equal(read_series(&s, "x1,t,y1\n3,0,4\n5,1,6\n"), RB_OK);
    assert_true(s.marker[0] == 0 && s.marker[1] == 1 && s.scale[0] == 1 && s.scale[1] == 1);
    assert_true(s.values[2] == 5 && s.t[1] == 1);
    rb_fit_series_free(&s);
    assert_int_equal(read_series(&s, "t,x1,omega3,E\n0,3,0,\n1,4,0,2\n"), RB_OK);
    assert_near(s.scale[0], sqrt(12.5), 1e-15);
    assert_true(s.scale[1] == 1 && s.scale[2] == 2);
    rb_fit_series_free(&s);
}

/* Points of a body without an ellipsoid are relative to its mass centre. */
static void points_on_a_top(void **state) {
    (void)state;
    rb_scene top = rb_test_scene("tippetop-ka09", NULL);
    rb_tracker camera = {1, 1, {{0.01, 0.02, 0}}};
    rb_snapshot now = {.q = {1, 0, 0, 0}, .r_C = {0.1, 0.2, 0}};
    double xy[2];
    rb_tracker_see(&camera, &top, &now, 0.001, 0.002, xy);
    assert_near(xy[0], 0.111, 1e-15);
    assert_near(xy[1], 0.222, 1e-15);
}

/* ---- what is free ---------------------------------------------------------------------------- */

static void too_many_free_parameters_are_rejected(void **state) {
    (void)state;
    rb_fit fit = {.scene = rb_test_scene("k15-a1", NULL)};
    rb_status status = RB_OK;
    for (int s = 0; status == RB_OK && s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(&fit.scene, (rb_section)s);
        for (int i = 0; status == RB_OK && s != RB_SECTION_START && i < table.count; i++) {
            char name[80];
            snprintf(name, sizeof name, "%s.%s", rb_section_name((rb_section)s), table.rows[i].name);
            bool real = !(table.rows[i].flags & (RB_PARAM_BOOL | RB_PARAM_CHOICE));
            status = real ? rb_fit_add_free(&fit, "--free", name, &err) : RB_OK;
        }
    }
    assert_int_equal(status, RB_ERR_INPUT);
    assert_contains(err.text, "--free: expected at most 24 parameters");
    assert_int_equal(fit.free_count, RB_FIT_FREE);
    /* "contact" is rejected if one of its parameters is, also in the middle of a list. */
    static const char *const first[] = {"contact.mu", "contact.b", "rolling.d_a"};
    for (int i = 0; i < 3; i++) {
        rb_fit other = {.scene = fit.scene};
        assert_int_equal(rb_fit_add_free(&other, "--free", first[i], &err), RB_OK);
        assert_int_equal(rb_fit_add_free(&other, "--free", "contact", &err), RB_ERR_INPUT);
        assert_contains(err.text, "duplicate parameter ");
    }
    rb_fit_series series[1] = {{.name = "data.csv"}};
    rb_fit named = {.scene = fit.scene, .series = series, .series_count = 1};
    assert_int_equal(rb_fit_add_free(&named, "--free", "mu", &err), RB_OK);
    assert_int_equal(rb_fit_add_free_start(&named, "--free-start", "omega3,y0", &err), RB_OK);
    static const char *const names[] = {"mu", "omega3 of data.csv", "y0 of data.csv"};
    for (int i = 0; i < 3; i++) {
        char name[80];
        rb_fit_name(&named, i, name, sizeof name);
        assert_string_equal(name, names[i]);
    }
    assert_int_equal(rb_fit_add_free_start(&named, "--free-start", "x0,flubber", &err), RB_ERR_INPUT);
    assert_contains(err.text, "--free-start: ");
    assert_int_equal(rb_fit_add_free_start(&named, "--free-start", "y0", &err), RB_ERR_INPUT);
    assert_contains(err.text, "duplicate parameter y0");
    char longest[100];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(rb_fit_add_free(&named, "--free", longest, &err), RB_ERR_INPUT);
    /* A circle has no second axis. */
    rb_fit circle = {.scene = rb_test_scene("k11-fig5", NULL)};
    assert_int_equal(rb_fit_add_free(&circle, "--free", "contact", &err), RB_OK);
    for (int i = 0; i < circle.free_count; i++) {
        assert_string_not_equal(circle.free[i].name, "contact.b");
    }
}

/* Restarts change positive values by a share and keep them positive, and all others by their scale. */
static void restarts_change_every_parameter(void **state) {
    (void)state;
    rb_fit_series series[1] = {{.start = ""}};
    rb_fit fit = {
        .scene = rb_test_scene("k15-a1", "k2=0", "B13=0", NULL), .series = series, .series_count = 1};
    assert_int_equal(rb_fit_add_free(&fit, "", "mu,k2,B13,alpha,k3", &err), RB_OK);
    assert_int_equal(rb_fit_add_free_start(&fit, "", "x0,omega3,theta", &err), RB_OK);
    double begin[RB_FIT_ALL], values[RB_FIT_ALL];
    assert_int_equal(rb_fit_begin(&fit, begin, &err), RB_OK);
    for (int restart = 0; restart < 20; restart++) {
        memcpy(values, begin, sizeof values);
        rb_fit_perturb(&fit, restart, 3, values);
        for (int i = 0; i < rb_fit_count(&fit); i++) {
            assert_true((values[i] != begin[i]) == (restart > 0));
        }
        assert_true(fabs(log(values[0] / begin[0])) <= 0.2); /* mu */
        assert_true(fabs(values[1]) <= 0.2 * 0.1);           /* 0, so the scale is used */
        assert_true(fabs(values[5]) <= 0.2 * 0.01);          /* x0, m */
        assert_true(fabs(values[6] - begin[6]) <= 0.2);      /* omega3, rad/s */
        assert_true(fabs(values[7] - begin[7]) <= 0.2 * 0.1);
    }
    snprintf(series[0].start, sizeof series[0].start, "nowhere");
    assert_int_equal(rb_fit_begin(&fit, values, &err), RB_ERR_INPUT);
    rb_scene scene;
    memcpy(values, begin, sizeof values);
    values[0] = 0.123;
    assert_int_equal(rb_fit_scene(&fit, values, 0, &scene, &err), RB_ERR_INPUT);
    assert_int_equal(rb_fit_scene(&fit, values, -1, &scene, &err), RB_OK); /* of no series */
    assert_true(scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == values[0]);
}

/* ---- runs ------------------------------------------------------------------------------------ */

enum { FRAMES = 21 };
static double times[FRAMES], spins[FRAMES];
static rb_fit_series measured;

static bool take(void *context, const rb_moment *moment) {
    (void)context;
    if (moment->index < FRAMES) {
        spins[moment->index] = moment->now->omega.z;
    }
    return true;
}

/* omega3 of a scene, from one time to another. */
static rb_fit make_fit(rb_scene scene, double from, double until) {
    for (int i = 0; i < FRAMES; i++) {
        times[i] = from + (until - from) * i / (FRAMES - 1);
        spins[i] = 0;
    }
    rb_observer observer = {.times = times, .time_count = FRAMES, .observe = take};
    rb_test_run(&scene, until + 0.01, &observer);
    measured = (rb_fit_series){
        .frames = FRAMES, .t = times, .columns = 1, .values = spins, .scale = {1}, .marker = {-1}};
    measured.signal[0] = rb_signal_of(scene.body, "omega3");
    rb_fit fit = {.scene = scene, .series = &measured, .series_count = 1};
    assert_int_equal(rb_fit_add_free(&fit, "", "mu", &err), RB_OK);
    return fit;
}

static void objectives(void **state) {
    (void)state;
    rb_fit fit = make_fit(rb_test_scene("k11-fig5", "method=dop853", NULL), 0, 0.2);
    double values[RB_FIT_ALL], residuals[FRAMES];
    assert_int_equal(rb_fit_begin(&fit, values, &err), RB_OK);
    assert_true(rb_fit_objective(&fit, values, NULL) == 0);
    values[0] *= 1.1;
    double F = rb_fit_objective(&fit, values, residuals), sum = 0;
    for (int i = 0; i < FRAMES; i++) {
        sum += residuals[i] * residuals[i];
    }
    assert_true(F > 0 && F == rb_fit_objective(&fit, values, NULL));
    assert_near(F / (sum / FRAMES), 1, 1e-15);
    values[0] = -1; /* an invalid scene, so no run */
    assert_true(isnan(rb_fit_objective(&fit, values, NULL)));
}

/* A body at rest stays there, so data after its end count; after any other end they do not. */
static void data_after_the_end_of_a_run(void **state) {
    (void)state;
    rb_scene rests = rb_test_scene("k15-d1", "method=auto", "omega1=0", "omega2=0", "omega3=0.02", NULL);
    rb_summary ended = rb_test_summary(&rests, 30);
    assert_int_equal(ended.end_reason, RB_END_REST);
    rb_fit fit = make_fit(rests, 0, 2 * ended.t_end + 1);
    double values[RB_FIT_ALL], residuals[FRAMES];
    assert_int_equal(rb_fit_begin(&fit, values, &err), RB_OK);
    for (int i = FRAMES / 2 + 1; i < FRAMES; i++) {
        spins[i] = 0.5; /* wrong on purpose */
    }
    assert_true(rb_fit_objective(&fit, values, residuals) > 0);
    assert_near(residuals[FRAMES - 1], -0.5, 1e-3);
    rb_scene leaves = rb_test_scene("k11-fig5", "omega1=30", "omega2=30", NULL);
    ended = rb_test_summary(&leaves, 5);
    assert_true(ended.end_reason != RB_END_REST && ended.end_reason != RB_END_TIME);
    fit = make_fit(leaves, 0, ended.t_end + 1);
    assert_true(isnan(rb_fit_objective(&fit, values, NULL)));
}

/* Data that begin late: the first stages of the search, over a share of the time, have nothing to compare
   with; the last one still finds the solution. */
static void data_may_begin_late(void **state) {
    (void)state;
    if (RB_SHORT) {
        skip(); /* slices_give_the_same_bits() runs the same code */
    }
    rb_fit fit = make_fit(rb_test_scene("k11-fig5", "method=dop853", NULL), 0.6, 1);
    rb_fit_result r = {0};
    assert_int_equal(rb_fit_begin(&fit, r.values, &err), RB_OK);
    double truth = r.values[0];
    r.values[0] *= 1.1;
    assert_int_equal(rb_fit_run(&fit, NULL, NULL, &r, &err), RB_OK);
    assert_near(r.values[0] / truth, 1, 0.01);
    assert_true(r.low[0] <= r.values[0] && r.values[0] <= r.high[0] && r.share == 1);
}

/* One evaluation per slice: the same bits as in one run, and intermediate results can be read. */
static void slices_give_the_same_bits(void **state) {
    (void)state;
    rb_fit fit = make_fit(rb_test_scene("k11-fig5", "method=dop853", NULL), 0, 0.2);
    fit.scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] *= 1.1;
    rb_fit_study *fits = rb_fit_study_create(&fit, 1, 1, 7, &err);
    assert_non_null(fits);
    rb_fit_progress before = rb_fit_study_progress(fits);
    assert_true(before.evaluations == 0 && before.F == INFINITY);
    bool done = false;
    int slices = 0, last = 0;
    while (!done) {
        assert_int_equal(rb_fit_study_slice(fits, 0, &done, &err), RB_OK);
        int now = rb_fit_study_progress(fits).evaluations;
        assert_true(done || now > last);
        last = now;
        slices++;
    }
    assert_true(slices > 20);
    assert_int_equal(rb_fit_study_slice(fits, 0, &done, &err), RB_OK); /* nothing is left */
    assert_true(done && rb_fit_study_progress(fits).evaluations == last);
    rb_fit_result sliced, r = {0}, other = {0};
    rb_fit_study_best(fits, 0, NULL, &sliced);
    assert_int_equal(rb_fit_begin(&fit, r.values, &err), RB_OK);
    other = r;
    rb_fit_perturb(&fit, 1, 7, other.values);
    assert_int_equal(rb_fit_run(&fit, NULL, NULL, &r, &err), RB_OK);
    assert_int_equal(rb_fit_run(&fit, NULL, NULL, &other, &err), RB_OK);
    r = other.F < r.F ? other : r;
    assert_true(sliced.F == r.F && sliced.values[0] == r.values[0] && sliced.low[0] == r.low[0]);
    rb_fit_study_destroy(fits);
}

/* "contact" follows K15 (56) and AK18 section 3: parameters that a variant fixes are not free, friction
   and rolling share I3, and AK18's eps2 is free unless it is the regularisation of variant B. */
static void contact_of_each_variant(void **state) {
    (void)state;
    static const struct {
        const char *scene, *free;
        int ties;
    } rows[] = {
        {"k15-ah", "contact.mu,normal.E_star,rolling.d_a,rolling.b_r", 0},
        {"k15-a0", "contact.mu,contact.a,rolling.d_a,rolling.b_r", 0},
        {"k15-a1",
         "contact.mu,contact.a,contact.b,friction.I2,friction.I3,friction.b_T,friction.b_M,"
         "friction.m_T,friction.m_M,rolling.d_a,rolling.b_r",
         1},
        {"k15-b1",
         "contact.mu,contact.a,contact.b,friction.I2,friction.I3,friction.b_T,friction.b_M,"
         "rolling.d_a,rolling.b_r",
         1},
        {"k15-c2",
         "contact.mu,contact.a,friction.I2,friction.I3,friction.b_T,friction.b_M,friction.m_T,"
         "friction.m_M,friction.I0,rolling.d_a,rolling.b_r",
         1},
        {"k15-d1",
         "contact.mu,contact.a,contact.b,friction.I2,friction.b_T,friction.b_M,friction.m_T,"
         "friction.m_M,rolling.d_a,rolling.b_r",
         0},
        {"k15-e0", "contact.mu,contact.a,rolling.d_a", 0},
        {"k15-e1",
         "contact.mu,contact.a,friction.I2,friction.I3,friction.b_T,friction.b_M,friction.m_T,"
         "friction.m_M,rolling.d_a",
         1},
        {"ak18-a",
         "contact.mu,friction.b1,friction.b2,friction.b3,rolling.f,rolling.b4,rolling.b5,"
         "rolling.eps2",
         0},
        {"ak18-b", "contact.mu,friction.b1,friction.b2,friction.b3,rolling.f,rolling.b4,rolling.b5", 0},
        {"ak18-c", "contact.mu,friction.b1,friction.b2,friction.b3,rolling.f,rolling.b5,rolling.eps2", 0},
        {"ak18-c1", "contact.mu,friction.b1,friction.b2,friction.b3,rolling.f,rolling.eps2", 0},
        {"ak18-d", "contact.mu,friction.b1,friction.b2,friction.b3,rolling.f,rolling.b4,rolling.eps2", 0},
        {"ak18-d1", "contact.mu,friction.b1,friction.b2,friction.b3,rolling.f,rolling.eps2", 0},
        {"ak18-e", "contact.mu,friction.b1,friction.b2,friction.b3,rolling.f,rolling.eps2", 0},
        {"ak18-f", "contact.mu,friction.b2,rolling.f,rolling.b4,rolling.b5,rolling.eps2", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rb_fit fit = {.scene = rb_test_scene(rows[i].scene, NULL)};
        char names[640] = "";
        size_t used = 0;
        assert_int_equal(rb_fit_add_free(&fit, "--free", "contact", NULL), RB_OK);
        for (int k = 0; k < fit.free_count; k++) {
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", k > 0 ? "," : "",
                                     fit.free[k].name);
        }
        assert_string_equal(names, rows[i].free);
        assert_int_equal(fit.tie_count, rows[i].ties);
    }
}

/* The tied I3 follows the free one. */
static void one_moment_of_the_pressure(void **state) {
    (void)state;
    rb_fit fit = {.scene = rb_test_scene("k15-a2", NULL)};
    double values[RB_FIT_ALL];
    rb_scene scene;
    assert_int_equal(rb_fit_add_free(&fit, "--free", "contact", NULL), RB_OK);
    assert_int_equal(rb_fit_begin(&fit, values, NULL), RB_OK);
    for (int i = 0; i < fit.free_count; i++) {
        values[i] = strcmp(fit.free[i].name, "friction.I3") == 0 ? 0.05 : values[i];
    }
    assert_int_equal(rb_fit_scene(&fit, values, -1, &scene, NULL), RB_OK);
    int rolling = rb_param_find(rb_scene_table(&scene, RB_SECTION_ROLLING), "I3");
    assert_near(scene.values[RB_SECTION_ROLLING][rolling], 0.05, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invalid_series_are_rejected),
        cmocka_unit_test(contact_of_each_variant),
        cmocka_unit_test(one_moment_of_the_pressure),
        cmocka_unit_test(scales_of_columns),
        cmocka_unit_test(points_on_a_top),
        cmocka_unit_test(too_many_free_parameters_are_rejected),
        cmocka_unit_test(restarts_change_every_parameter),
        cmocka_unit_test(objectives),
        cmocka_unit_test(data_after_the_end_of_a_run),
        cmocka_unit_test(data_may_begin_late),
        cmocka_unit_test(slices_give_the_same_bits),
    };
    return cmocka_run_group_tests_name("data of fits", tests, NULL, NULL);
}
