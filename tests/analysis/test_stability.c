/* Stability of steady spin: thresholds of tops in closed form, growth rates of simulated wobbles against
   linear theory, and both as values of a sweep. */
#include <math.h>

#include <rattleback/sweep.h>

#include "analysis/stability.h"
#include "support.h"

static double theory_at(const char *id, double theta, double omega3) {
    char tilt[64], spin[64];
    snprintf(tilt, sizeof tilt, "start.theta=%.17g", theta);
    snprintf(spin, sizeof spin, "omega3=%.17g", omega3);
    rb_scene scene = rb_test_scene(id, tilt, spin, NULL);
    return rb_wobble_theory(&scene);
}

/* The spin between two others at which the growth changes its sign. */
static double threshold(const char *id, double theta, double below, double above) {
    bool grows = theory_at(id, theta, below) > 0;
    assert_true(grows != (theory_at(id, theta, above) > 0));
    for (int i = 0; i < 50; i++) {
        double middle = (below + above) / 2;
        *((theory_at(id, theta, middle) > 0) == grows ? &below : &above) = middle;
    }
    return (below + above) / 2;
}

/* Where the energy at a given Jellett's quantity, J^2/(2 (I1 sin^2 + I3 (cos - alpha)^2)) - m g a cos, has a
   minimum (alpha = a / R, a: centre of the sphere above the mass centre):
   n^2 (I1 - I3 (1 - alpha)) < m g a (1 - alpha)^2. Data of KA09's top. */
static double closed_form(double R, double a) {
    const double m = 0.006, g = 9.81, I1 = 8e-7, I3 = 7e-7, alpha = a / R;
    return (1 - alpha) * sqrt(m * g * a / (I1 - I3 * (1 - alpha)));
}

static void thresholds_of_tops(void **state) {
    (void)state;
    const double down = 3.14;
    assert_near(threshold("tippetop-sphere", 0.1, 10, 40), closed_form(0.015, 0.003), 1e-4);
    assert_near(threshold("tippetop-sphere", down, 60, 100), closed_form(0.015, -0.003), 1e-4);
    assert_near(threshold("tippetop-ka09", down, 60, 120), closed_form(0.005, -0.016), 1e-4); /* stem */
    assert_near(closed_form(0.015, 0.003), 21.70, 5e-3);
    assert_near(closed_form(0.005, -0.016), 88.11, 5e-3);
}

static double growth_of(const rb_scene *scene) {
    rb_error err = {""};
    rb_summary summary;
    double growth = NAN;
    assert_int_equal(rb_wobble_growth(scene, NULL, NULL, &summary, &growth, &err), RB_OK);
    return growth;
}

/* A simulated wobble grows or decays as linear theory says. Rates are means over about ten oscillations, and
   other modes have not decayed completely. */
static void simulated_growth(void **state) {
    (void)state;
    static const struct {
        const char *scene, *law, *spin, *more, *until;
        double tolerance;
    } rows[] = {
        {"tippetop-sphere", "law=exact-circle", "omega3=120", "mu=0.3", "t_end=2", 0.05},
        {"tippetop-sphere", "law=exact-circle", "omega3=120", "I1=6e-7", "t_end=4", 0.3},
        {"kane-levinson", "law=no-slip", "omega3=40", "alpha=0.4", "t_end=4", 0.05},
        {"kane-levinson", "law=no-slip", "omega3=-40", "alpha=0.05", "t_end=4", 0.05},
        {"ak18-a", "law=no-slip", "omega3=20", "rolling.f=0", "t_end=5", 0.2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rb_scene scene = rb_test_scene(rows[i].scene, rows[i].law, rows[i].spin, rows[i].more, rows[i].until,
                                       "method=auto", NULL);
        double theory = rb_wobble_theory(&scene);
        assert_near(growth_of(&scene), theory, rows[i].tolerance * fabs(theory));
    }
}

/* Bodies without a theory have none. */
static void unknown_rates(void **state) {
    (void)state;
    rb_scene disk = rb_test_scene("disk-k12", NULL);
    assert_true(isnan(rb_wobble_theory(&disk)));
    rb_scene skewed = rb_test_scene("kane-levinson", "k1=0.01", NULL); /* no steady spin */
    assert_true(isnan(rb_wobble_theory(&skewed)));
    rb_scene no_slip = rb_test_scene("tippetop-restricted", "law=no-slip", NULL);
    assert_true(isnan(rb_wobble_theory(&no_slip)));
}

/* In a sweep: the same numbers, and plain outcomes beside them are those of the scene's own start. */
static void values_of_a_sweep(void **state) {
    (void)state;
    rb_error err = {""};
    rb_sweep sweep = {.scene = rb_test_scene("kane-levinson", "method=auto", "t_end=1", NULL)}, plain;
    assert_int_equal(rb_axis_parse(&sweep.axes[0], &sweep.scene, "--param", "omega3=20:40:2", false, &err),
                     RB_OK);
    sweep.axis_count = 1;
    plain = sweep;
    assert_int_equal(rb_sweep_add_values(&sweep, "--value", "wobble_growth,omega3_final,wobble_theory", &err),
                     RB_OK);
    assert_int_equal(rb_sweep_add_values(&plain, "--value", "omega3_final", &err), RB_OK);
    rb_study study;
    rb_study_options options = {.threads = 1};
    rb_study_result result, other;
    char *definition;
    assert_int_equal(rb_sweep_study(&sweep, "test", &study, &definition, &err), RB_OK);
    assert_int_equal(rb_study_run(&study, &options, &result, &err), RB_OK);
    free(definition);
    assert_int_equal(rb_sweep_study(&plain, "test", &study, &definition, &err), RB_OK);
    assert_int_equal(rb_study_run(&study, &options, &other, &err), RB_OK);
    free(definition);
    for (int job = 0; job < 2; job++) {
        rb_scene scene = rb_sweep_scene(&sweep, job);
        const double *row = result.rows + (ptrdiff_t)job * rb_sweep_width(&sweep);
        assert_near(row[0], growth_of(&scene), 0);
        assert_near(row[1], other.rows[(ptrdiff_t)job * rb_sweep_width(&plain)], 0);
        assert_near(row[2], rb_wobble_theory(&scene), 0);
    }
    rb_study_free(&result);
    rb_study_free(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thresholds_of_tops),
        cmocka_unit_test(simulated_growth),
        cmocka_unit_test(unknown_rates),
        cmocka_unit_test(values_of_a_sweep),
    };
    return cmocka_run_group_tests_name("stability", tests, NULL, NULL);
}
