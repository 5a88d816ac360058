/* Derivatives of outcomes by parameters, against Richardson's extrapolation of differences of whole runs. */
#include <math.h>

#include "analysis/gradient.h"
#include "support.h"

static void read_request(rb_gradient_request *q, const rb_scene *scene, const char *of, const char *by) {
    rb_error err = {""};
    assert_int_equal(rb_gradient_add_of(q, scene, of, &err), RB_OK);
    assert_int_equal(rb_gradient_add_by(q, scene, by, &err), RB_OK);
}

/* Central differences of the outcomes by parameter k, which is changed by this share of itself. */
static void difference(const rb_scene *scene, const rb_gradient_request *q, int k, double share,
                       double *out) {
    const rb_gradient_by *by = &q->by[k];
    double value = scene->values[by->section][by->index], h = share * (value != 0 ? fabs(value) : 1);
    rb_scene more = *scene, less = *scene;
    more.values[by->section][by->index] = value + h;
    less.values[by->section][by->index] = value - h;
    rb_summary up = rb_test_summary(&more, q->until), down = rb_test_summary(&less, q->until);
    for (int i = 0; i < q->of_count; i++) {
        out[i] = (rb_outcome_value(q->of[i], &up) - rb_outcome_value(q->of[i], &down)) / (2 * h);
    }
}

static void check(const rb_scene *scene, const char *of, const char *by, double until, double tolerance) {
    static rb_gradient g;
    rb_gradient_request q = {.until = until};
    rb_error err = {""};
    read_request(&q, scene, of, by);
    assert_int_equal(rb_gradient_of(scene, &q, &g, &err), RB_OK);
    rb_summary plain = rb_test_summary(scene, until);
    int compared = RB_SHORT ? 1 : q.by_count; /* the differences are ordinary runs */
    for (int k = 0; k < compared; k++) {
        double wide[RB_GRADIENT_MAX], narrow[RB_GRADIENT_MAX];
        difference(scene, &q, k, 2e-4, wide);
        difference(scene, &q, k, 1e-4, narrow);
        for (int i = 0; i < q.of_count; i++) {
            double expected = (4 * narrow[i] - wide[i]) / 3;
            assert_true(g.values[i] == rb_outcome_value(q.of[i], &plain));
            if (!(fabs(g.slopes[i][k] - expected) <= tolerance * fabs(expected))) {
                fail_msg("%s: %s by %s: expected %.12g, got %.12g", scene->id, q.of[i]->name,
                         q.by[k].row->name, expected, g.slopes[i][k]);
            }
        }
    }
}

/* A stone that slides: the law, the patch, the start; times, extremes, works and shares. */
static void sliding_stone(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "method=auto", "rtol=1e-11", NULL);
    check(&scene, "reversal_time,omega3_final,extreme_after_reversal,W_slide,slide_share,E_initial",
          "mu,a,omega2", 1.2, 1e-6);
    check(&scene, "reversal_time,omega3_final,W_slide", "alpha", 1, 1e-6); /* friction near rest is steep */
}

/* One that rolls without slip, over three seconds; and on a shaken table, with its work. */
static void rolling_stone(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("kane-levinson", "method=auto", "rtol=1e-11", NULL);
    check(&scene, "reversal_time,omega3_final,E_final", "a1,omega3", 3, 1e-6);
    scene = rb_test_scene("shaken-spin", "method=auto", "rtol=1e-11", NULL);
    check(&scene, "mean_spin,W_in", "amplitude,omega3", 1, 1e-6);
}

/* Sticking and slipping, three times: jumps by the saltation matrix. */
static void sticking_disk(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", "method=auto", "rtol=1e-11", NULL);
    check(&scene, "E_final,time_stuck", "mu,mu0,v_b", 400, 2e-5);
}

/* A top on a compliant contact. */
static void top(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-ka09", "method=auto", "rtol=1e-11", NULL);
    check(&scene, "omega3_final,W_slide", "mu,omega3", 0.5, 2e-6);
    /* 0.2 um of penetration against 3 mm: differences of the right-hand side have more noise. */
    check(&scene, "omega3_final,W_slide", "a0", 0.3, 1e-5);
}

/* The tolerance of a gradient does not depend on that of the scene. */
static void scene_tolerance(void **state) {
    (void)state;
    static rb_gradient fine, coarse;
    rb_scene scene = rb_test_scene("k11-fig5", "method=auto", "rtol=1e-11", NULL);
    rb_gradient_request q = {.until = 1};
    rb_error err = {""};
    read_request(&q, &scene, "reversal_time,omega3_final", "mu,omega2");
    assert_int_equal(rb_gradient_of(&scene, &q, &fine, &err), RB_OK);
    scene = rb_test_scene("k11-fig5", "method=auto", "rtol=1e-5", NULL);
    assert_int_equal(rb_gradient_of(&scene, &q, &coarse, &err), RB_OK);
    for (int i = 0; i < q.of_count; i++) {
        for (int k = 0; k < q.by_count; k++) {
            assert_near(coarse.slopes[i][k], fine.slopes[i][k], 1e-6 * fabs(fine.slopes[i][k]));
        }
    }
}

/* A stone at rest does not spin, whatever the parameters; counts and what did not happen have no derivative.
 */
static void special_outcomes(void **state) {
    (void)state;
    static rb_gradient g;
    rb_scene scene = rb_test_scene("k11-fig5", "method=auto", NULL);
    rb_gradient_request q = {.until = 15};
    rb_error err = {""};
    read_request(&q, &scene, "omega3_final,t_end,N_min,E_final", "mu");
    q.of[3] = rb_outcome_find("first_small_contact");
    assert_int_equal(rb_gradient_of(&scene, &q, &g, &err), RB_OK);
    assert_int_equal(g.summary.end_reason, RB_END_REST);
    assert_near(g.slopes[0][0], 0, 0);
    for (int i = 1; i < 4; i++) {
        assert_true(isnan(g.slopes[i][0]));
    }
}

static void refusals(void **state) {
    (void)state;
    static rb_gradient g;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_gradient_request q = {.until = 1};
    rb_error err = {""};
    assert_int_equal(rb_gradient_add_of(&q, &scene, "nosuch", &err), RB_ERR_INPUT);
    assert_contains(err.text, "--of: expected at most 18 outcomes");
    assert_int_equal(rb_gradient_add_by(&q, &scene, "nosuch", &err), RB_ERR_INPUT);
    assert_int_equal(rb_gradient_add_by(&q, &scene, "size", &err), RB_ERR_INPUT);
    assert_contains(err.text, "varies continuously");
    assert_int_equal(
        rb_gradient_add_by(&q, &scene, "mu,mu,mu,mu,mu,mu,mu,mu,mu,mu,mu,mu,mu,mu,mu,mu,mu,mu,mu", &err),
        RB_ERR_INPUT);
    assert_contains(err.text, "at most 18 parameters");
    rb_scene bearing = rb_test_scene("bearing-ka09", NULL);
    rb_gradient_request short_run = {.until = 1e-4};
    read_request(&short_run, &bearing, "E_final", "g");
    assert_int_equal(rb_gradient_of(&bearing, &short_run, &g, &err), RB_ERR_INPUT);
    assert_contains(err.text, "gradient: expected a body with at most");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sliding_stone),   cmocka_unit_test(rolling_stone),
        cmocka_unit_test(sticking_disk),   cmocka_unit_test(top),
        cmocka_unit_test(scene_tolerance), cmocka_unit_test(special_outcomes),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests_name("gradients", tests, NULL, NULL);
}
