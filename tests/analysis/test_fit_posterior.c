/* Posterior sampling: a Gaussian with known moments, and a linear fit with a known posterior. */
#include <math.h>

#include "analysis/fit_posterior.h"
#include "analysis/sampler.h"
#include "rattleback/fit.h"
#include "support.h"

enum { WALKERS = 40, STEPS = 2500, BURN = 500 };

/* A Gaussian with means (1, -2), standard deviations (0.01, 100) and correlation 0.9; nothing above 2 in x.
 */
static rb_status gaussian(const void *context, const double *p, const rb_study_control *control, double *out,
                          rb_error *err) {
    (void)context;
    (void)control;
    (void)err;
    double x = (p[0] - 1) / 0.01, y = (p[1] + 2) / 100, r = 0.9;
    *out = p[0] > 2 ? -INFINITY : -0.5 * (x * x - 2 * r * x * y + y * y) / (1 - r * r);
    return RB_OK;
}

static double *sample(int threads, double *acceptance) {
    double start[2 * WALKERS];
    rb_test_rng rng = rb_test_seeded(5);
    for (int i = 0; i < WALKERS; i++) {
        start[2 * i] = rb_test_real(&rng, 0.9, 1.1);
        start[2 * i + 1] = rb_test_real(&rng, -50, 50);
    }
    double *samples = calloc(3 * WALKERS * STEPS, sizeof *samples);
    rb_sampler s = {2, WALKERS, STEPS, 3, gaussian, NULL};
    rb_study_options options = {.threads = threads};
    bool complete = false;
    assert_int_equal(rb_sampler_run(&s, start, &options, samples, acceptance, &complete, NULL), RB_OK);
    assert_true(complete);
    return samples;
}

/* 80 000 samples with an autocorrelation time of about 20 steps are 4000 independent ones: means are known to
   1/63 sigma, variances to 2.2 %, the correlation to 0.003; four times that is allowed. */
static void moments_of_a_gaussian(void **state) {
    (void)state;
    double acceptance, sums[5] = {0}, count = (double)WALKERS * (STEPS - BURN);
    double *samples = sample(2, &acceptance);
    for (int i = BURN * WALKERS; i < STEPS * WALKERS; i++) {
        double x = (samples[3 * i] - 1) / 0.01, y = (samples[3 * i + 1] + 2) / 100;
        sums[0] += x;
        sums[1] += y;
        sums[2] += x * x;
        sums[3] += y * y;
        sums[4] += x * y;
    }
    assert_near(sums[0] / count, 0, 0.064);
    assert_near(sums[1] / count, 0, 0.064);
    assert_near(sums[2] / count, 1, 0.09);
    assert_near(sums[3] / count, 1, 0.09);
    assert_near(sums[4] / sqrt(sums[2] * sums[3]), 0.9, 0.012);
    assert_near(acceptance, 0.7, 0.1); /* of the stretch move in two dimensions */
    double *again = sample(1, &acceptance);
    assert_memory_equal(samples, again, 3 * sizeof(double) * WALKERS * STEPS); /* any number of threads */
    free(samples);
    free(again);
}

/* x0 and y0 enter the points linearly and separately: the posterior is normal with the standard deviation of
   the intervals, 1.96 of which are their half. */
static void posterior_of_a_linear_fit(void **state) {
    (void)state;
    enum { FRAMES = 20, LINEAR_STEPS = RB_SHORT ? 50 : 500 };
    double t[FRAMES], values[6 * FRAMES];
    rb_test_rng rng = rb_test_seeded(9);
    rb_scene scene = rb_test_scene("k15-d1", "solver.rtol=1e-4", NULL);
    rb_scene_set_method(&scene, RB_METHOD_AUTO);
    rb_fit_series s = {.frames = FRAMES, .columns = 6, .t = t, .values = values};
    for (int i = 0; i < FRAMES; i++) {
        t[i] = 1e-3 * i;
        for (int c = 0; c < 6; c++) {
            s.marker[c] = c;
            s.signal[c] = -1;
            s.scale[c] = 1;
            values[6 * i + c] = 0;
        }
    }
    rb_fit fit = {.scene = scene, .camera = rb_tracker_default(), .series = &s, .series_count = 1};
    assert_int_equal(rb_fit_add_free_start(&fit, "--free-start", "x0,y0", NULL), RB_OK);
    double zero[RB_FIT_ALL] = {0};
    static double clean[6 * FRAMES];
    rb_fit_objective(&fit, zero, clean); /* the model's points, as differences from 0 */
    for (int i = 0; i < 6 * FRAMES; i++) {
        values[i] = clean[i] + rb_test_real(&rng, -1e-4, 1e-4);
    }
    rb_fit_result best = {0};
    rb_fit_posterior posterior = {.walkers = 20, .steps = LINEAR_STEPS};
    rb_study_options options = {.threads = 2};
    bool complete = false;
    assert_int_equal(rb_fit_run(&fit, NULL, NULL, &best, NULL), RB_OK);
    assert_int_equal(rb_fit_posterior_run(&fit, &best, 1, &options, &posterior, &complete, NULL), RB_OK);
    assert_true(complete && posterior.count == 20 * LINEAR_STEPS * 4 / 5);
    for (int i = 0; i < (RB_SHORT ? 0 : 2); i++) { /* few samples are not this accurate */
        double sigma = (best.high[i] - best.low[i]) / 3.92;
        /* 8000 samples are about 400 independent ones: quantiles of 2.5 % to 0.13 sigma, medians to 0.063 */
        assert_near((rb_fit_posterior_quantile(&posterior, i, 0.5) - best.values[i]) / sigma, 0, 0.25);
        assert_near((rb_fit_posterior_quantile(&posterior, i, 0.025) - best.values[i]) / sigma, -1.96, 0.5);
        assert_near((rb_fit_posterior_quantile(&posterior, i, 0.975) - best.values[i]) / sigma, 1.96, 0.5);
    }
    free(posterior.samples);
    posterior = (rb_fit_posterior){.walkers = 5, .steps = 1};
    rb_error err;
    assert_int_equal(rb_fit_posterior_run(&fit, &best, 1, &options, &posterior, &complete, &err),
                     RB_ERR_INPUT);
    assert_contains(err.text, "--walkers: expected an even number of at least 6, got 5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_of_a_gaussian),
        cmocka_unit_test(posterior_of_a_linear_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
