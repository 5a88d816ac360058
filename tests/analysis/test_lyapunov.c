/* Lyapunov exponents against known systems: Lorenz's equations, linear oscillators, a stone that spins
   upright; jumps of the disk; conserved quantities; and exponents in sweeps. */
#include <math.h>

#include <rattleback/sweep.h>
#include <rattleback/theory.h>

#include "analysis/lyapunov.h"
#include "equations_inline.h"
#include "support.h"

/* ---- Lorenz's equations as a body -------------------------------------------------------------- */

static void start(const double *values, const rb_model *model, double *y) {
    (void)values;
    (void)model;
    y[0] = y[1] = 1;
    y[2] = 20;
}

static void rhs(const void *model, const double *y, double *dydt) {
    (void)model;
    dydt[0] = 10 * (y[1] - y[0]);
    dydt[1] = y[0] * (28 - y[2]) - y[1];
    dydt[2] = y[0] * y[1] - 8.0 / 3 * y[2];
}

static void observe(const rb_model *model, const double *y, rb_snapshot *out) {
    (void)model;
    out->E = y[2];
}

/* ---- tests --------------------------------------------------------------------------------------- */

static rb_lyapunov spectrum_of(const rb_scene *scene, double until, double transient) {
    static rb_lyapunov l;
    rb_lyapunov_request request = {.until = until, .transient = transient};
    rb_error err = {""};
    assert_int_equal(rb_lyapunov_of(scene, &request, &l, &err), RB_OK);
    return l;
}

static void check_sum(const rb_lyapunov *l, double tolerance) {
    double sum = 0;
    for (int i = 0; i < l->count; i++) {
        sum += l->exponents[i];
    }
    assert_near(l->sum, sum, 1e-12 * fabs(sum));
    assert_near(l->sum, l->divergence, tolerance);
}

/* 0.9056, 0, -14.572 (Viswanath 1998); the divergence is -10 - 1 - 8/3 everywhere. By dp5 and by auto. */
static void lorenz(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", "rtol=1e-8", "step=0.002", NULL);
    scene.body = rb_body_kind_find("lorenz");
    for (int i = 0; i < 2; i++) {
        rb_scene_set_method(&scene, i == 0 ? RB_METHOD_AUTO : RB_METHOD_DP5);
        rb_lyapunov l = spectrum_of(&scene, 300, 10);
        assert_int_equal(l.count, 3);
        assert_near(l.exponents[0], 0.9056, 0.02);
        assert_near(l.exponents[1], 0, 0.01);
        assert_near(l.exponents[2], -14.572, 0.02);
        assert_true(l.errors[0] > 0.002 && l.errors[0] < 0.05);
        assert_near(l.divergence, -41.0 / 3, 1e-9);
        check_sum(&l, 1e-5);
    }
}

/* Without friction the disk is two damped oscillators, x'' + c x' + x and m phi'' + c phi' + phi. */
static void oscillators(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", "method=auto", "mu=0", "k12=0", "c=0.2", "m=4", "v_slip=3",
                                   "phi_dot=1", NULL);
    rb_lyapunov l = spectrum_of(&scene, 200, 20);
    assert_int_equal(l.count, 4);
    assert_near(l.exponents[0] + l.exponents[1], -0.05, 1e-3);
    assert_near(l.exponents[2] + l.exponents[3], -0.2, 1e-3);
    assert_near(l.divergence, -0.25, 1e-9);
    check_sum(&l, 1e-6);
}

/* A stone that spins upright: the linear theory has the growth rates of pitch and roll, two each. The other
   two directions are neutral: a turn about the vertical, and the spin itself, which the energy conserves. */
static void spinning_stone(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("kane-levinson", "method=auto", "theta=0", "phi=0", NULL);
    rb_theory theory;
    assert_int_equal(rb_theory_of(&scene, &theory, NULL), RB_OK);
    rb_lyapunov l = spectrum_of(&scene, 12, 2);
    assert_int_equal(l.count, 6);
    assert_near(l.exponents[0] + l.exponents[1], 2 * theory.pitch_rate, 0.1);
    assert_near(l.exponents[2], 0, 1e-8);
    assert_near(l.exponents[3], 0, 1e-8);
    assert_near(l.exponents[4] + l.exponents[5], 2 * theory.roll_rate, 0.1);
    assert_near(l.divergence, 2 * (theory.pitch_rate + theory.roll_rate), 1e-6);
    check_sum(&l, 1e-5);
}

/* Constraints and friction: directions of a rolling stone, a sliding one on a shaken table, and a top on a
   stiff contact, whose fast exponents are thousands of 1/s. */
static void sums(void **state) {
    (void)state;
    static const struct {
        const char *scene;
        double until;
        int count;
        double tolerance;
    } cases[] = {
        {"kane-levinson", 10, 6, 1e-4}, {"shaken-spin", 2, 7, 1e-2}, {"tippetop-sphere", 0.3, 10, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rb_scene scene = rb_test_scene(cases[i].scene, "method=auto", NULL);
        rb_lyapunov l = spectrum_of(&scene, cases[i].until, 0.1 * cases[i].until);
        assert_int_equal(l.count, cases[i].count);
        check_sum(&l, cases[i].tolerance);
    }
}

/* The stone of Borisov and Mamaev on its strange attractor: one positive exponent, three zeros (motion,
   energy, turn), two negative ones, and a shrinking volume. */
static void strange_attractor(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("borisov-mamaev", "method=auto", NULL);
    rb_lyapunov l = spectrum_of(&scene, 100, 10);
    assert_int_equal(l.count, 6);
    assert_true(l.exponents[0] > 0.4 && l.exponents[4] < -0.1 && l.exponents[5] < -0.5);
    for (int i = 1; i < 4; i++) {
        assert_near(l.exponents[i], 0, 0.08);
    }
    assert_true(l.divergence < -0.3);
    check_sum(&l, 1e-4);
}

/* Sticking takes two directions of the disk, the two velocities. One that is left is the direction of motion.
 */
static void sticking_disk(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", "method=auto", NULL);
    rb_lyapunov l = spectrum_of(&scene, 6000, 600);
    assert_int_equal(l.count, 4);
    assert_near(l.exponents[0], 0, 2e-4);
    assert_near(l.exponents[1], -0.0017, 2e-4); /* periodic and stable */
    assert_true(isinf(l.exponents[2]) && isinf(l.exponents[3]) && isnan(l.errors[3]));
    assert_true(isinf(l.sum) && isinf(l.divergence));
}

static bool at_once(void *context, double t) {
    (void)context;
    return t > 0.1;
}

/* A run that ends has no exponents, and a bearing has too many directions. */
static void no_exponents(void **state) {
    (void)state;
    rb_scene stone = rb_test_scene("k11-fig5", "method=auto", NULL);
    rb_lyapunov l = spectrum_of(&stone, 15, 1);
    assert_int_equal(l.count, 8);
    assert_true(isnan(l.exponents[0]) && isnan(l.sum) && isnan(l.divergence));
    assert_int_equal(l.summary.end_reason, RB_END_REST);
    rb_lyapunov_request request = {.until = 15, .transient = 1, .cancelled = at_once};
    rb_error err = {""};
    assert_int_equal(rb_lyapunov_of(&stone, &request, &l, &err), RB_OK);
    assert_true(isnan(l.sum));
    assert_int_equal(l.summary.end_reason, RB_END_INTERRUPTED);
    rb_scene bearing = rb_test_scene("bearing-ka09", NULL);
    assert_int_equal(rb_lyapunov_of(&bearing, &request, &l, &err), RB_ERR_INPUT);
    assert_contains(err.text, "lyapunov: expected a body with at most");
}

/* In a sweep: the largest exponent beside other outcomes, which are those of a plain run. */
static void in_sweeps(void **state) {
    (void)state;
    rb_sweep sweep = {.scene = rb_test_scene("kane-levinson", "method=auto", "t_end=1", NULL)};
    rb_study study;
    rb_study_result result;
    rb_study_options options = rb_default_study_options();
    char *definition = NULL;
    rb_error err = {""};
    assert_int_equal(rb_axis_parse(&sweep.axes[0], &sweep.scene, "x", "omega3=3,5", false, &err), RB_OK);
    sweep.axis_count = 1;
    assert_int_equal(rb_sweep_add_values(&sweep, "value", "lyapunov,omega3_final", &err), RB_OK);
    assert_int_equal(rb_sweep_study(&sweep, "sweep", &study, &definition, &err), RB_OK);
    assert_int_equal(rb_study_run(&study, &options, &result, &err), RB_OK);
    rb_lyapunov l = spectrum_of(&sweep.scene, 1, 0.1);
    rb_summary plain = rb_test_summary(&sweep.scene, 1);
    const double *row = result.rows + rb_sweep_width(&sweep);
    assert_true(row[0] == l.exponents[0] && row[1] == plain.omega3_final);
    assert_true(l.summary.state_hash == plain.state_hash &&
                l.summary.rhs_evaluations == plain.rhs_evaluations);
    rb_study_free(&result);
    free(definition);
}

int main(void) {
    rb_body_ops ops = rb_test_equations(3, rhs);
    ops.start = start;
    ops.observe = observe;
    rb_test_equations_register("lorenz", &ops);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lorenz),       cmocka_unit_test(oscillators),       cmocka_unit_test(spinning_stone),
        cmocka_unit_test(sums),         cmocka_unit_test(strange_attractor), cmocka_unit_test(sticking_disk),
        cmocka_unit_test(no_exponents), cmocka_unit_test(in_sweeps),
    };
    return cmocka_run_group_tests_name("Lyapunov exponents", tests, NULL, NULL);
}
