/* Least squares, identification and ensembles. */
#include <math.h>
#include <unistd.h>

#include "math/least_squares.h"
#include "rattleback/ensemble.h"
#include "rattleback/fit.h"
#include "support.h"

/* ---- least squares --------------------------------------------------------------------------------- */

/* Rosenbrock's valley: 10 (y - x^2), 1 - x; the least is 0 at (1, 1). */
static bool rosenbrock(void *context, const double *p, double *r) {
    (void)context;
    r[0] = 10 * (p[1] - p[0] * p[0]);
    r[1] = 1 - p[0];
    return p[0] > -3; /* a boundary that the search must not get stuck at */
}

static void finds_the_minimum_of_a_valley(void **state) {
    (void)state;
    rb_least_squares q = {2, 2, rosenbrock, NULL, NULL, NULL, NULL, 1e-6, 1e-12, 200};
    rb_least_squares_result found;
    double p[2] = {-1.2, 1};
    assert_true(rb_least_squares_solve(&q, p, &found));
    assert_near(p[0], 1, 1e-5); /* differences of 1e-6 */
    assert_near(p[1], 1, 2e-5);
    double outside[2] = {-4, 0};
    assert_false(rb_least_squares_solve(&q, outside, &found));
}

/* A straight line through points with errors: closed form. */
enum { POINTS = 50 };
typedef struct line_data {
    double x[POINTS], y[POINTS];
} line_data;

static bool straight(void *context, const double *p, double *r) {
    const line_data *d = context;
    for (int i = 0; i < POINTS; i++) {
        r[i] = p[0] + p[1] * d->x[i] - d->y[i];
    }
    return true;
}

static void a_line_through_points(void **state) {
    (void)state;
    line_data d;
    rb_test_rng rng = rb_test_seeded(11);
    double sx = 0, sxx = 0, sy = 0, sxy = 0;
    for (int i = 0; i < POINTS; i++) {
        d.x[i] = i / 10.0;
        d.y[i] = 0.3 - 0.2 * d.x[i] + rb_test_real(&rng, -0.1, 0.1);
        sx += d.x[i];
        sxx += d.x[i] * d.x[i];
        sy += d.y[i];
        sxy += d.x[i] * d.y[i];
    }
    rb_least_squares q = {2, POINTS, straight, NULL, NULL, NULL, &d, 1e-4, 1e-14, 50};
    rb_least_squares_result found;
    double p[2] = {0, 0}, det = POINTS * sxx - sx * sx;
    assert_true(rb_least_squares_solve(&q, p, &found));
    assert_near(p[1], (POINTS * sxy - sx * sy) / det, 1e-9);
    assert_near(p[0], (sxx * sy - sx * sxy) / det, 1e-9);
}

/* A parameter without effect is not determined, and does not affect the other. */
static bool one_of_two(void *context, const double *p, double *r) {
    (void)context;
    r[0] = p[0] - 0.5;
    r[1] = 2 * p[0] - 1;
    return true;
}

static void undetermined_parameters_are_named(void **state) {
    (void)state;
    rb_least_squares q = {2, 2, one_of_two, NULL, NULL, NULL, NULL, 1e-4, 1e-12, 50};
    rb_least_squares_result found;
    double p[2] = {0, 0.25};
    assert_true(rb_least_squares_solve(&q, p, &found));
    assert_near(p[0], 0.5, 1e-9);
    assert_near(p[1], 0.25, 1e-9);
}

/* ---- identification -------------------------------------------------------------------------------- */

static rb_scene fast_scene(const char *id) {
    rb_scene scene = rb_test_scene(id, NULL);
    rb_scene_set_method(&scene, RB_METHOD_AUTO);
    return scene;
}

/* Points of a run as seen by the camera; with noise (m) by a seed, and gaps. */
typedef struct tracker {
    const rb_scene *scene;
    rb_tracker camera;
    rb_fit_series *series;
    double noise;
    rb_test_rng rng;
} tracker;

static bool track(void *context, const rb_moment *moment) {
    tracker *k = context;
    rb_fit_series *s = k->series;
    double *row = s->values + (size_t)moment->index * 6;
    rb_tracker_see(&k->camera, k->scene, moment->now, 0.01, -0.02, row);
    s->t[moment->index] = moment->now->t;
    s->frames = (int)moment->index + 1;
    for (int i = 0; i < 6; i++) {
        double sum = -6;
        for (int n = 0; n < 12; n++) {
            sum += rb_test_real(&k->rng, 0, 1);
        }
        row[i] += k->noise * sum;
        if ((moment->index + 7 * i) % 31 == 0 && k->noise > 0) {
            row[i] = NAN;
        }
    }
    return true;
}

enum { FRAMES = 81 };

static void make_series(rb_fit_series *s, const rb_scene *scene, double noise, uint64_t seed) {
    *s = (rb_fit_series){.columns = 6};
    s->t = calloc(FRAMES + 1, sizeof *s->t);
    s->values = calloc(6 * (FRAMES + 1), sizeof *s->values);
    for (int c = 0; c < 6; c++) {
        s->marker[c] = c;
        s->signal[c] = -1;
        s->scale[c] = 1;
    }
    tracker k = {scene, rb_tracker_default(), s, noise, {seed}};
    rb_observer observer = {.every = 0.01, .observe = track, .context = &k};
    rb_test_run(scene, 0.01 * (FRAMES - 1), &observer);
    assert_int_equal(s->frames, FRAMES);
}

/* The same law with other values: they are recovered, with the start position. */
static void recovers_known_parameters(void **state) {
    (void)state;
    rb_scene truth = fast_scene("k15-d1");
    rb_fit_series series[2];
    make_series(&series[0], &truth, 0, 1);
    rb_scene second = truth;
    assert_int_equal(rb_scene_use_start(&second, "3", NULL), RB_OK);
    make_series(&series[1], &second, 0, 1);
    snprintf(series[1].start, sizeof series[1].start, "3");
    rb_fit fit = {
        .scene = truth, .camera = rb_tracker_default(), .series = series, .series_count = RB_SHORT ? 1 : 2};
    rb_error err;
    assert_int_equal(rb_fit_add_free(&fit, "--free", "mu,a,d_a", &err), RB_OK);
    assert_int_equal(rb_fit_add_free_start(&fit, "--free-start", "x0,y0", &err), RB_OK);
    double expected[RB_FIT_ALL];
    assert_int_equal(rb_fit_begin(&fit, expected, &err), RB_OK);
    assert_int_equal(rb_fit_count(&fit), 3 + 2 * fit.series_count);
    for (int i = 0; i < fit.series_count; i++) {
        expected[3 + 2 * i] = 0.01;
        expected[4 + 2 * i] = -0.02;
    }
    assert_below(rb_fit_objective(&fit, expected, NULL), 1e-20);
    rb_fit_result r = {0};
    rb_fit_begin(&fit, r.values, &err);
    rb_fit_perturb(&fit, 1, 5, r.values);
    assert_true(fabs(r.values[0] / expected[0] - 1) > 0.01);
    assert_int_equal(rb_fit_run(&fit, NULL, NULL, &r, &err), RB_OK);
    for (int i = 0; i < 3; i++) { /* 1 % is required */
        assert_near(r.values[i] / expected[i], 1, 0.01);
    }
    assert_near(r.values[3], 0.01, 1e-5);
    assert_near(r.values[4], -0.02, 1e-5);
    assert_below(r.F, 1e-10);
    rb_fit_series_free(&series[0]);
    rb_fit_series_free(&series[1]);
}

/* A product of inertia of 2e-7 kg m2 is searched on its own scale, also from 0. */
static void products_of_inertia_are_recovered(void **state) {
    (void)state;
    if (RB_SHORT) {
        skip(); /* recovers_known_parameters() runs the same code */
    }
    rb_scene truth = rb_test_scene("toy-plastic", "start.omega3=5", NULL);
    rb_fit_series series;
    make_series(&series, &truth, 0, 1);
    rb_fit fit = {.scene = truth, .camera = rb_tracker_default(), .series = &series, .series_count = 1};
    rb_error err = {""};
    double expected[RB_FIT_ALL];
    rb_fit_result r = {0};
    assert_int_equal(rb_fit_add_free(&fit, "--free", "B12,mu", &err), RB_OK);
    assert_int_equal(rb_fit_add_free_start(&fit, "--free-start", "x0,y0", &err), RB_OK);
    assert_int_equal(rb_fit_begin(&fit, expected, &err), RB_OK);
    memcpy(r.values, expected, sizeof r.values);
    r.values[0] = 0;
    r.values[1] *= 1.3;
    assert_int_equal(rb_fit_run(&fit, NULL, NULL, &r, &err), RB_OK);
    assert_near(r.values[0] / expected[0], 1, 0.01);
    assert_near(r.values[1] / expected[1], 1, 0.01);
    rb_fit_series_free(&series);
}

/* With errors of 0.1 mm: F is their variance, and the intervals contain the true values as often as they
   should. */
static void intervals_contain_the_true_values(void **state) {
    (void)state;
    enum { SEEDS = 3, FREE = 6 };
    int held = 0, seeds = RB_SHORT ? 1 : SEEDS;
    double squares = 0;
    rb_scene truth = fast_scene("k15-d1");
    for (int seed = 1; seed <= seeds; seed++) {
        rb_fit_series series;
        make_series(&series, &truth, 1e-4, 1000 * (uint64_t)seed);
        rb_fit fit = {.scene = truth, .camera = rb_tracker_default(), .series = &series, .series_count = 1};
        assert_int_equal(rb_fit_add_free(&fit, "--free", "contact.mu,a", NULL), RB_OK);
        assert_int_equal(rb_fit_add_free_start(&fit, "--free-start", "omega2,omega3,x0,y0", NULL), RB_OK);
        rb_fit_result r = {0};
        double expected[RB_FIT_ALL];
        rb_fit_begin(&fit, expected, NULL);
        expected[4] = 0.01;
        expected[5] = -0.02;
        rb_fit_begin(&fit, r.values, NULL);
        assert_int_equal(rb_fit_run(&fit, NULL, NULL, &r, NULL), RB_OK);
        /* Of 480 normal errors the mean square is off by 6.5 %, four sigma by 26 %. */
        assert_near(r.F, 1e-8, 0.26e-8);
        for (int i = 0; i < FREE; i++) {
            double off = (r.values[i] - expected[i]) / ((r.high[i] - r.low[i]) / 3.92);
            held += r.low[i] < expected[i] && expected[i] < r.high[i];
            squares += off * off;
            assert_true(r.high[i] - r.low[i] < 0.2 * fmax(fabs(expected[i]), 0.01));
        }
        rb_fit_series_free(&series);
    }
    /* 18 times 95 %: fewer than 15 once in a thousand; squares have the mean 1. */
    assert_true(held >= (RB_SHORT ? 4 : 15));
    assert_near(squares / (FREE * seeds), 1.3, RB_SHORT ? 1.29 : 1.1);
}

static bool at_once(void *context) {
    int *calls = context;
    return ++*calls > 200;
}

static void keeps_the_best_when_stopped(void **state) {
    (void)state;
    rb_scene truth = fast_scene("k15-d1");
    rb_fit_series series;
    make_series(&series, &truth, 0, 1);
    rb_fit fit = {.scene = truth, .camera = rb_tracker_default(), .series = &series, .series_count = 1};
    assert_int_equal(rb_fit_add_free(&fit, "--free", "mu", NULL), RB_OK);
    rb_fit_result r = {.values = {0.3}};
    int calls = 0;
    assert_int_equal(rb_fit_run(&fit, at_once, &calls, &r, NULL), RB_OK);
    assert_true(r.stopped);
    assert_true(isfinite(r.values[0]));
    rb_fit_series_free(&series);
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void series_from_files(void **state) {
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "test_fit.%ld.csv", (long)getpid());
    rb_scene scene = rb_test_scene("k15-d1", NULL);
    rb_tracker camera = rb_tracker_default();
    rb_fit_series s;
    rb_error err;
    write_file(path, "# by hand\nt,omega3,E\n0,-8,0.1\n0.1,,0.2\n0.2,-7,\n");
    assert_int_equal(rb_fit_series_read(&s, path, &scene, &camera, &err), RB_OK);
    assert_int_equal(s.frames, 3);
    assert_int_equal(s.columns, 2);
    assert_near(s.scale[0], sqrt((64 + 49) / 2.0), 1e-14); /* units differ: each by its size */
    assert_true(isnan(s.values[2]) && s.marker[0] == -1);
    rb_fit_series_free(&s);
    static const struct {
        const char *text, *part;
    } wrong[] = {
        {"x1,y1\n0,0\n1,1\n", "column \"t\""},  {"t,x4,y4\n0,0,0\n1,1,1\n", "got \"x4\""},
        {"t,what\n0,0\n1,1\n", "got \"what\""}, {"t\n0\n1\n", "beside t"},
        {"t,x1\n0,1\n0,2\n", "row 2: t"},       {"t,x1\n-1,1\n0,2\n", "row 1: t"},
        {"t,x1\n,1\n0,2\n", "row 1: t"},        {"t,x1\n0,1\n", "at least 2 rows"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        write_file(path, wrong[i].text);
        assert_int_equal(rb_fit_series_read(&s, path, &scene, &camera, &err), RB_ERR_INPUT);
        assert_contains(err.text, wrong[i].part);
        rb_fit_series_free(&s);
    }
    unlink(path);
}

static void names_of_free_parameters(void **state) {
    (void)state;
    rb_fit fit = {.scene = rb_test_scene("k15-a1", NULL)};
    rb_error err;
    assert_int_equal(rb_fit_add_free(&fit, "--free", "contact", &err), RB_OK);
    assert_int_equal(fit.free_count, 11); /* mu, a, b, six of friction, d_a, b_r */
    assert_int_equal(rb_fit_add_free(&fit, "--free", "mu", &err), RB_ERR_INPUT);
    assert_contains(err.text, "duplicate parameter mu");
    assert_int_equal(rb_fit_add_free(&fit, "--free", "nonsense", &err), RB_ERR_INPUT);
    assert_int_equal(rb_fit_add_free(&fit, "--free", "omega3", &err), RB_ERR_INPUT);
    assert_contains(err.text, "--free-start");
    assert_int_equal(rb_fit_add_free(&fit, "--free", "torque", &err), RB_ERR_INPUT);
    assert_int_equal(rb_fit_add_free_start(&fit, "--free-start", "mu", &err), RB_ERR_INPUT);
    rb_fit hertz = {.scene = rb_test_scene("k15-ah", NULL)};
    assert_int_equal(rb_fit_add_free(&hertz, "--free", "contact", &err), RB_OK);
    assert_string_equal(hertz.free[1].name, "normal.E_star"); /* which sizes the patch there */
}

static rb_fit fit_of(const rb_scene *scene, rb_fit_series *series, const char *names) {
    rb_fit fit = {.scene = *scene, .camera = rb_tracker_default(), .series = series, .series_count = 1};
    assert_int_equal(rb_fit_add_free(&fit, "--free", names, NULL), RB_OK);
    assert_int_equal(rb_fit_add_free_start(&fit, "--free-start", "x0,y0", NULL), RB_OK);
    return fit;
}

/* The values that make_series has used. */
static void true_values(const rb_fit *fit, double *values) {
    assert_int_equal(rb_fit_begin(fit, values, NULL), RB_OK);
    values[fit->free_count] = 0.01;
    values[fit->free_count + 1] = -0.02;
}

/* A patch of twice the size with half the b_T, b_M, I2 and d_a (and eps) gives the same motion: the scale
   is not determined, however good the data are. Parameters that depend on it have no interval, the others
   do. */
static void an_undetermined_scale_is_found(void **state) {
    (void)state;
    static rb_fit_analysis found;
    rb_scene truth = fast_scene("k15-d1");
    rb_fit_series series;
    char text[400];
    for (int noisy = 0; noisy < 2; noisy++) {
        make_series(&series, &truth, noisy * 1e-4, 3);
        rb_fit fit = fit_of(&truth, &series, "a,b_T,b_M,I2,d_a,mu");
        rb_fit_result r = {0};
        assert_int_equal(rb_fit_begin(&fit, r.values, NULL), RB_OK);
        assert_int_equal(rb_fit_run(&fit, NULL, NULL, &r, NULL), RB_OK);
        for (int i = 0; i < 5; i++) {
            assert_true(isinf(r.low[i]) && isinf(r.high[i]));
        }
        assert_true(isfinite(r.low[5]) && r.low[5] < r.high[5]);
        assert_int_equal(rb_fit_determined(&fit, r.values, &found, NULL), RB_OK);
        assert_int_equal(found.undetermined_count, 1);
        rb_fit_describe(&fit, &found, 0, text, sizeof text);
        assert_string_equal(text, "a is not determined: only a·b_T, a·b_M, a·I2, "
                                  "a·"
                                  "d_a are");
        assert_true(isnan(found.correlation[0][1]) && found.correlation[5][5] == 1);
        rb_fit_series_free(&series);
    }
}

/* Without one of them the scale is determined; parameters without effect are named. */
static void determined_parameters_are_listed(void **state) {
    (void)state;
    static rb_fit_analysis found;
    rb_scene truth = fast_scene("k15-d1");
    rb_fit_series series;
    char text[400];
    double values[RB_FIT_ALL];
    make_series(&series, &truth, 1e-4, 5);
    rb_fit fit = fit_of(&truth, &series, "mu,a,b_T");
    true_values(&fit, values);
    assert_int_equal(rb_fit_determined(&fit, values, &found, NULL), RB_OK);
    assert_int_equal(found.undetermined_count, 0);
    for (int i = 0; i < 9; i++) {
        double c = found.correlation[i / 3][i % 3];
        assert_true(fabs(c) <= 1 && c == found.correlation[i % 3][i / 3]);
        assert_true((i / 3 == i % 3) == (c == 1));
    }
    fit = fit_of(&truth, &series, "mu,friction.I3"); /* D1 does not use it */
    true_values(&fit, values);
    assert_int_equal(rb_fit_determined(&fit, values, &found, NULL), RB_OK);
    assert_int_equal(found.undetermined_count, 1);
    rb_fit_describe(&fit, &found, 0, text, sizeof text);
    assert_string_equal(text, "friction.I3 has no noticeable effect on these data");
    rb_fit_series_free(&series);
}

/* ---- ensembles ------------------------------------------------------------------------------------- */

static void bands_of_an_ensemble(void **state) {
    (void)state;
    rb_study_spec e = {.sweep = {.scene = fast_scene("k15-d1"), .random_count = 21, .seed = 3},
                       .samples = 11};
    rb_error err;
    e.sweep.scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END] = 0.4;
    assert_int_equal(rb_ensemble_vary(&e, "--vary", "mu=\u00b15%", &err), RB_OK);
    assert_int_equal(rb_ensemble_vary(&e, "--vary", "omega3=+-0.5", &err), RB_OK);
    assert_near(e.sweep.axes[0].to, 1.05 * 0.2307, 1e-15);
    assert_near(e.sweep.axes[1].from, -8.5, 0);
    static const char *const wrong[] = {"mu", "mu=", "mu=0", "mu=-1", "mu=5%%", "x=1", "mu=1e9"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(rb_ensemble_vary(&e, "--vary", wrong[i], &err), RB_ERR_INPUT);
    }
    assert_int_equal(rb_ensemble_add_signals(&e, "--signals", "omega3,E", &err), RB_OK);
    assert_int_equal(rb_ensemble_add_signals(&e, "--signals", "nonsense", &err), RB_ERR_INPUT);
    rb_study study;
    char *definition = NULL;
    assert_int_equal(rb_ensemble_study(&e, "test", &study, &definition, &err), RB_OK);
    rb_study_options options = {.threads = 2};
    rb_study_result r;
    assert_int_equal(rb_study_run(&study, &options, &r, &err), RB_OK);
    double scratch[22];
    rb_band first = rb_ensemble_band(&e, &r, 0, 0, scratch);
    assert_int_equal(first.count, 21);
    assert_true(first.own == -8);
    assert_true(first.low >= -8.5 && first.low < first.median && first.median < first.high &&
                first.high <= -7.5);
    /* 21 sorted numbers: 5 % is the second, the median the eleventh. */
    double start[21];
    for (int i = 0; i < 21; i++) {
        start[i] = r.rows[(size_t)(i + 1) * 22];
    }
    int below = 0;
    for (int i = 0; i < 21; i++) {
        below += start[i] < first.median;
    }
    assert_int_equal(below, 10);
    rb_band last = rb_ensemble_band(&e, &r, 1, 10, scratch);
    rb_run_result alone = rb_test_run(&e.sweep.scene, 0.4, NULL);
    assert_near(last.own, alone.last.E, 1e-12);
    rb_study_free(&r);
    free(definition);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_minimum_of_a_valley),
        cmocka_unit_test(a_line_through_points),
        cmocka_unit_test(undetermined_parameters_are_named),
        cmocka_unit_test(recovers_known_parameters),
        cmocka_unit_test(products_of_inertia_are_recovered),
        cmocka_unit_test(intervals_contain_the_true_values),
        cmocka_unit_test(keeps_the_best_when_stopped),
        cmocka_unit_test(series_from_files),
        cmocka_unit_test(names_of_free_parameters),
        cmocka_unit_test(an_undetermined_scale_is_found),
        cmocka_unit_test(determined_parameters_are_listed),
        cmocka_unit_test(bands_of_an_ensemble),
    };
    return cmocka_run_group_tests_name("fit, ensemble", tests, NULL, NULL);
}
