/* The linear theory of the classical rattleback: the formulas against the eigenvalues of the exact
   Jacobian, those against a simulated wobble, and the predicted reversal against a simulated one. */
#include <math.h>
#include <rattleback/theory.h>

#include "support.h"

static rb_theory theory_of(const rb_scene *scene) {
    rb_theory theory;
    rb_error err = {""};
    if (rb_theory_of(scene, &theory, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return theory;
}

static rb_scene with_spin(const char *id, double spin) {
    rb_scene scene = rb_test_scene(id, NULL);
    int i = rb_param_find(rb_scene_table(&scene, RB_SECTION_START), "omega3");
    scene.values[RB_SECTION_START][i] = spin;
    return scene;
}

/* docs/physics.md#exact-results: formula 0.4262 and 0.0425, eigenvalues 0.4261 and 0.0424 (sign by
   chirality). */
static void kane_levinson_rates(void **state) {
    (void)state;
    rb_scene scene = with_spin("kane-levinson", 0.1);
    rb_theory t = theory_of(&scene);
    assert_near(fabs(t.K_p), 0.4262, 5e-5);
    assert_near(fabs(t.K_r), 0.0425, 5e-5);
    assert_near(t.pitch_rate, 0.4261 * 0.1, 5e-6);
    assert_near(t.roll_rate, -0.0424 * 0.1, 5e-6);
    assert_int_equal(t.growing, RB_MODE_PITCH);
    scene = with_spin("kane-levinson", -0.1);
    t = theory_of(&scene);
    assert_near(t.pitch_rate, -0.4261 * 0.1, 5e-6); /* odd in the spin */
    assert_int_equal(t.growing, RB_MODE_ROLL);
}

/* The formula is of leading order in the skew: fine for 1.4 degrees (Kane and Levinson), 0.3 % and
   10 % off for the experimental stone's 8 degrees, far off for K11's 17. The experimental stone's
   roll no longer changes near spin 8. */
static void formula_against_eigenvalues(void **state) {
    (void)state;
    rb_scene scene = with_spin("k15-a1", -0.5);
    rb_theory t = theory_of(&scene);
    assert_near(t.pitch_rate / (-t.K_p * t.spin), 1, 5e-3);
    assert_near(t.roll_rate / (t.K_r * t.spin), 0.9, 0.02);
    scene = with_spin("k15-a1", -7.5);
    assert_true(theory_of(&scene).roll_rate < 0);
    scene = with_spin("k15-a1", -8.5);
    assert_true(theory_of(&scene).roll_rate > 0);
}

/* A stone without skew drives neither mode; its frequencies are those of two pendula. */
static void no_skew_no_growth(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("kane-levinson", "B12=0", "omega3=0.01", NULL);
    rb_theory t = theory_of(&scene);
    assert_near(t.xi, 0, 0);
    assert_near(t.K_p, 0, 0);
    assert_int_equal(t.growing, RB_MODE_NONE);
    assert_true(isnan(t.t_reversal));
    /* Mg (R - H)/J: 9.81 (2 - 0.01)/(16e-4 + 1e-4), 9.81 (0.045 - 0.01)/(2e-4 + 1e-4) */
    assert_near(t.omega_p, sqrt(9.81 * 1.99 / 17e-4), 1e-10);
    assert_near(t.omega_r, sqrt(9.81 * 0.035 / 3e-4), 1e-10);
    for (int i = 0; i < 4; i++) {
        assert_near(t.eigen_re[i], 0, 1e-9); /* Durand and Kerner's rounding at 100 rad/s */
    }
}

typedef struct sum {
    bool pitch;
    double squares;
} sum;

static bool add_tilt(void *context, const rb_moment *moment) {
    sum *s = context;
    double tilt = s->pitch ? moment->now->n.x : moment->now->n.y;
    s->squares += tilt * tilt;
    return true;
}

/* Root mean square of a tilt (n1 for pitch, n2 for roll) over a second. */
static double swing(rb_simulation *sim, bool pitch, double from) {
    rb_test_run_until(sim, from);
    sum s = {pitch, 0};
    rb_observer observer = {.every = 1e-3, .observe = add_tilt, .context = &s};
    rb_run_simulation(sim, from + 1, &observer, NULL);
    return sqrt(s.squares / 1001);
}

/* A wobble of a microradian at steady spin grows or decays with its eigenvalue. The mean over a
   second is exact except for what is left of the last, incomplete swing, 1/(2 omega T) = 0.7 % at 34 and
   0.2 % at 107 rad/s: over two or more e-foldings that is some 1e-3 of the rate. */
static void check_growth(const char *id, double spin, bool pitch, double wait, double apart) {
    rb_scene scene = with_spin(id, spin);
    rb_theory t = theory_of(&scene);
    double *start = scene.values[RB_SECTION_START];
    rb_param_table table = rb_scene_table(&scene, RB_SECTION_START);
    start[rb_param_find(table, "theta")] = pitch ? 0 : 1e-6;
    start[rb_param_find(table, "phi")] = pitch ? 1e-6 : 0;
    start[rb_param_find(table, "omega2")] = 0;
    rb_scene_set_friction(&scene, rb_friction_law_find("no-slip"));
    rb_scene_set_rolling(&scene, rb_rolling_law_find("none"));
    scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = RB_METHOD_DP5;
    scene.values[RB_SECTION_SOLVER][RB_SOLVER_STEP] = 1e-4;
    rb_simulation *sim = rb_test_simulation(&scene);
    double first = swing(sim, pitch, wait); /* until the decaying mode has vanished */
    double second = swing(sim, pitch, wait + apart);
    double rate = log(second / first) / apart;
    assert_true(rate > 0);
    assert_near(rate / (pitch ? t.pitch_rate : t.roll_rate), 1, 3e-3);
    assert_below(second, 2e-3); /* still small */
    rb_simulation_destroy(sim);
}

static void wobble_grows_as_the_eigenvalues_say(void **state) {
    (void)state;
    if (RB_SHORT) {
        skip();
    }
    check_growth("kane-levinson", 2, true, 2, 4);    /* 0.85 1/s */
    check_growth("kane-levinson", -2, false, 8, 30); /* 0.084 1/s */
    check_growth("k15-a1", -2, true, 1, 3);          /* 1.15 1/s */
    check_growth("k11-fig5", 1, true, 1, 3);         /* 1.31 1/s */
}

/* The first turning point of the heading, the integral of omega_n: where it has come back by 2 %. */
typedef struct turn {
    double t, rate, heading; /* signed as the spin at the start */
    double sense, most, moment;
} turn;

static bool follow_heading(void *context, const rb_moment *moment) {
    turn *w = context;
    const rb_snapshot *now = moment->now;
    if (moment->index == 0) {
        w->sense = now->omega_n < 0 ? -1 : 1;
        w->rate = now->omega_n;
    }
    w->heading += w->sense * (w->rate + now->omega_n) / 2 * (now->t - w->t);
    w->rate = now->omega_n;
    w->t = now->t;
    if (w->heading > w->most) {
        w->most = w->heading;
        w->moment = w->t;
    }
    return w->heading > 0.98 * w->most - 1e-3;
}

static double simulated_reversal(const rb_scene *scene, double until) {
    turn w = {.moment = NAN};
    rb_observer observer = {.every = 1e-3, .observe = follow_heading, .context = &w};
    rb_run_result result = rb_test_run(scene, until, &observer);
    assert_int_equal(result.summary.end_reason, RB_END_STOPPED); /* it did turn */
    return w.moment;
}

/* Predicted over simulated time of reversal for the Kane-Levinson stone, from a tilt (in the growing
   mode) that is a given share of the tilt at reversal. */
static double reversal_ratio(double spin, double share, double *validity) {
    rb_scene scene = with_spin("kane-levinson", spin);
    double *start = scene.values[RB_SECTION_START];
    rb_param_table table = rb_scene_table(&scene, RB_SECTION_START);
    double tilt = share * theory_of(&scene).tilt_at_reversal;
    start[rb_param_find(table, "theta")] = spin < 0 ? tilt : 0;
    start[rb_param_find(table, "phi")] = spin < 0 ? 0 : tilt;
    scene.values[RB_SECTION_SOLVER][RB_SOLVER_STEP] = 5e-4;
    rb_theory t = theory_of(&scene);
    *validity = t.validity;
    return t.t_reversal / simulated_reversal(&scene, 3 * t.t_reversal);
}

/* Within 3 % where a tilt/c <= 0.05, both ways, if the wobble starts small against what it grows to
   (the theory averages over swings). Measured: pitch 0.999 to 0.986 for spins of 0.1 to 0.5, roll
   0.998 at 0.1. */
static void reversal_as_predicted(void **state) {
    (void)state;
    if (RB_SHORT) {
        skip();
    }
    static const double spins[] = {0.1, 0.25, 0.5, -0.1};
    for (size_t i = 0; i < sizeof spins / sizeof spins[0]; i++) {
        double validity, ratio = reversal_ratio(spins[i], 0.2, &validity);
        assert_below(validity, 0.05);
        assert_near(ratio, 1, 0.03);
    }
}

/* Outside, the prediction is too short: by 13 % at 0.19 and by nearly half the true time at spin 5, for
   starts of a twentieth of the tilt at reversal (0.871 and 0.519). Kane and Levinson's own start is a
   fifth of it: 1.104 s instead of 2.807, 0.393 of the true time. */
static void shortfall_of_the_prediction(void **state) {
    (void)state;
    if (RB_SHORT) {
        skip();
    }
    double validity, ratio = reversal_ratio(2.04, 0.05, &validity);
    assert_near(validity, 0.19, 0.005);
    assert_true(ratio > 0.85 && ratio < 0.91);
    ratio = reversal_ratio(5, 0.05, &validity);
    assert_true(ratio > 0.5 && ratio < 0.55);
    rb_scene scene = rb_test_scene("kane-levinson", NULL);
    assert_near(theory_of(&scene).t_reversal / simulated_reversal(&scene, 4), 0.393, 0.005);
}

/* Scenes outside the theory are rejected. */
static void unsuitable_scenes_are_rejected(void **state) {
    (void)state;
    rb_theory t;
    rb_error err = {""};
    rb_scene top = rb_test_scene("tippetop-ka09", NULL);
    assert_int_equal(rb_theory_of(&top, &t, &err), RB_ERR_INPUT);
    assert_contains(err.text, "celt");
    rb_scene skew = rb_test_scene("kane-levinson", "B13=1e-6", NULL);
    assert_int_equal(rb_theory_of(&skew, &t, &err), RB_ERR_INPUT);
    assert_contains(err.text, "B13");
    rb_scene high = rb_test_scene("kane-levinson", "a2=0.012", "k3=0.001", NULL);
    assert_int_equal(rb_theory_of(&high, &t, &err), RB_ERR_INPUT);
    assert_contains(err.text, "stably");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kane_levinson_rates),
        cmocka_unit_test(formula_against_eigenvalues),
        cmocka_unit_test(no_skew_no_growth),
        cmocka_unit_test(wobble_grows_as_the_eigenvalues_say),
        cmocka_unit_test(reversal_as_predicted),
        cmocka_unit_test(shortfall_of_the_prediction),
        cmocka_unit_test(unsuitable_scenes_are_rejected),
    };
    return cmocka_run_group_tests_name("celt, theory", tests, NULL, NULL);
}
