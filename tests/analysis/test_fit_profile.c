/* Profile likelihood: against closed forms of a linear problem and against separate fits. */
#include <math.h>

#include "analysis/fit_profile.h"
#include "rattleback/fit.h"
#include "support.h"

enum { FRAMES = 41 };

/* Points of a run as the camera sees them, with errors of 0.1 mm by a seed. */
typedef struct tracker {
    const rb_scene *scene;
    rb_fit_series *series;
    rb_test_rng rng;
} tracker;

static bool track(void *context, const rb_moment *moment) {
    tracker *k = context;
    rb_tracker camera = rb_tracker_default();
    double *row = k->series->values + (size_t)moment->index * 6;
    rb_tracker_see(&camera, k->scene, moment->now, 0.01, -0.02, row);
    k->series->t[moment->index] = moment->now->t;
    k->series->frames = (int)moment->index + 1;
    for (int i = 0; i < 6; i++) {
        double sum = -6;
        for (int n = 0; n < 12; n++) {
            sum += rb_test_real(&k->rng, 0, 1);
        }
        row[i] += 1e-4 * sum;
    }
    return true;
}

static rb_fit make_fit(rb_fit_series *s, rb_scene *scene, const char *names) {
    *scene = rb_test_scene("k15-d1", NULL);
    rb_scene_set_method(scene, RB_METHOD_AUTO);
    *s = (rb_fit_series){.columns = 6};
    s->t = calloc(FRAMES + 1, sizeof *s->t);
    s->values = calloc(6 * (FRAMES + 1), sizeof *s->values);
    for (int c = 0; c < 6; c++) {
        s->marker[c] = c;
        s->signal[c] = -1;
        s->scale[c] = 1;
    }
    tracker k = {scene, s, {7}};
    rb_observer observer = {.every = 0.02, .observe = track, .context = &k};
    rb_test_run(scene, 0.02 * (FRAMES - 1), &observer);
    rb_fit fit = {.scene = *scene, .camera = rb_tracker_default(), .series = s, .series_count = 1};
    assert_int_equal(rb_fit_add_free(&fit, "--free", names, NULL), RB_OK);
    assert_int_equal(rb_fit_add_free_start(&fit, "--free-start", "x0,y0", NULL), RB_OK);
    return fit;
}

static void profile(const rb_fit *fit, const rb_fit_result *best, int parameter, int threads,
                    rb_fit_profile *out) {
    rb_fitted fitted = {fit, best};
    rb_study_options options = {.threads = threads};
    bool complete = false;
    *out = (rb_fit_profile){.parameter = parameter};
    assert_int_equal(rb_fit_profiles_run(&fitted, out, 1, &options, &complete, NULL), RB_OK);
    assert_true(complete);
}

/* Points depend linearly on x0 and y0: the rise is the parabola (x/sigma)^2, the limits are those of the
 * interval. */
static void linear_parameters_have_parabolas(void **state) {
    (void)state;
    rb_fit_series series;
    rb_scene scene;
    rb_fit fit = make_fit(&series, &scene, "");
    rb_fit_result best = {0};
    rb_fit_profile p, again;
    assert_int_equal(rb_fit_run(&fit, NULL, NULL, &best, NULL), RB_OK);
    for (int i = 0; i < 2; i++) {
        double sigma = (best.high[i] - best.low[i]) / 3.92;
        profile(&fit, &best, i, 1, &p);
        for (int k = 0; k < p.count; k++) {
            double off = (p.value[k] - best.values[i]) / sigma;
            assert_near(p.rise[k], off * off, 0.02); /* the search ends when chi2 changes by 0.005 */
            assert_true(k == 0 || p.value[k] > p.value[k - 1]);
        }
        /* rise 3.84 to 0.02: 0.3 % of the distance */
        assert_near((best.values[i] - p.low) / sigma, sqrt(3.84), 0.01);
        assert_near((p.high - best.values[i]) / sigma, sqrt(3.84), 0.01);
    }
    profile(&fit, &best, 1, 2, &again);
    assert_memory_equal(&p, &again, sizeof p); /* any number of threads */
    rb_fit_series_free(&series);
}

/* At the limits of mu, a fit of everything else in a scene with that mu has a chi2 that is larger by 3.84. A
   parameter without effect has no limits. */
static void limits_agree_with_separate_fits(void **state) {
    (void)state;
    rb_fit_series series;
    rb_scene scene;
    rb_fit fit = make_fit(&series, &scene, "mu,d_a,friction.I3");
    rb_fit_result best = {0};
    rb_fit_profile p;
    assert_int_equal(rb_fit_begin(&fit, best.values, NULL), RB_OK);
    assert_int_equal(rb_fit_run(&fit, NULL, NULL, &best, NULL), RB_OK);
    profile(&fit, &best, 0, 2, &p);
    double variance = best.F * 6 * FRAMES / (6 * FRAMES - 5);
    for (int side = 0; side < 2; side++) {
        rb_fit other = fit;
        rb_fit_result r = {0};
        other.scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = side == 0 ? p.low : p.high;
        other.free[0] = other.free[1];
        other.free_count = 1;
        assert_int_equal(rb_fit_begin(&other, r.values, NULL), RB_OK);
        assert_int_equal(rb_fit_run(&other, NULL, NULL, &r, NULL), RB_OK);
        assert_near((r.F - best.F) * 6 * FRAMES / variance, 3.84,
                    0.1); /* both searches end 1e-4 of 246 early */
    }
    profile(&fit, &best, 2, 2, &p); /* D1 does not use I3 */
    assert_true(p.low == -INFINITY && p.high == INFINITY);
    rb_fit_series_free(&series);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_parameters_have_parabolas),
        cmocka_unit_test(limits_agree_with_separate_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
