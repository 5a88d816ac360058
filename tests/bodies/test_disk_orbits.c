/* The disk's orbits against the reference (docs/physics.md#the-disk-on-the-belt) and the results of an
   independent program (Dormand-Prince 5(4) at 1e-10 that bisects its events). Label "physics": maps of
   hundreds of points. */
#include <math.h>

#include "map_inline.h"
#include "math/pi.h"

enum { POINTS = 200 };

static rb_map_point points[1000];

/* After 150 stick phases: the periods of the paper and of law I', the point and its time. */
static void periods_of_the_paper(void **state) {
    (void)state;
    static const struct {
        const char *scene, *law;
        int period;
        double time;
    } rows[] = {
        {"disk-k12", "friction=k12-i", 1, 131.128856388},
        {"disk-k12-three", "friction=k12-i", 3, 387.494599787},
        {"disk-k12-eleven", "friction=k12-i", 11, 901.229403175},
        {"disk-k12", "friction=k12-iprime", 19, NAN},
        {"disk-k12-three", "friction=k12-iprime", 4, NAN},
        {"disk-k12-eleven", "friction=k12-iprime", 11, NAN},
        {"disk-forced", "friction=k12-i", 4, 8 * 2 * RB_PI / 0.0958},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rb_scene scene = rb_test_scene(rows[i].scene, rows[i].law, NULL);
        rb_map_result result = rb_test_map(&scene, 150, POINTS, points);
        assert_int_equal(result.found, POINTS);
        assert_int_equal(result.period, rows[i].period);
        if (isfinite(rows[i].time)) {
            assert_near(result.period_time, rows[i].time, 1e-6);
        }
        if (i == 0) {
            assert_near(points[POINTS - 1].at[0], -0.82540822, 1e-6);
            assert_near(points[POINTS - 1].at[1], -0.76404429, 1e-6);
        }
    }
}

/* Periods of columns of the diagram from the independent program (tools/check_disk_columns.py). */
static void columns_of_the_diagram(void **state) {
    (void)state;
    static const struct {
        double mu0;
        int period;
    } rows[] = {{11.2, 1},    {11.375, 3},  {11.9, 10},   {12.3, 5},    {12.425, 6},
                {13.125, 9},  {15.225, 19}, {17.325, 25}, {19.425, 21}, {20.125, 14},
                {21.175, 25}, {21.875, 6},  {22.575, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char mu0[32];
        snprintf(mu0, sizeof mu0, "mu0=%.17g", rows[i].mu0);
        rb_scene scene = rb_test_scene("disk-k12", mu0, NULL);
        rb_map_result result = rb_test_map(&scene, 150, 100, points);
        assert_int_equal(result.found, 100);
        assert_int_equal(result.period, rows[i].period);
    }
}

/* A second attractor: below mu0 = 12.33 a disk that starts at rest slides without end. */
static void slides_from_rest(void **state) {
    (void)state;
    rb_scene below = rb_test_scene("disk-k12", "mu0=12.32", "phi=0", NULL);
    rb_scene above = rb_test_scene("disk-k12", "mu0=12.34", "phi=0", NULL);
    assert_int_equal(rb_test_map(&below, 0, 100, points).found, 0);
    assert_int_equal(rb_test_map(&above, 0, 100, points).found, 100);
}

/* K12's special values 23.0580008 and 24.819906 are edges of windows, within 1e-5. */
static void window_edges(void **state) {
    (void)state;
    static const struct {
        const char *below, *above;
        int period;
    } rows[] = {{"mu0=23.05800", "mu0=23.05801", 3}, {"mu0=24.81990", "mu0=24.81991", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rb_scene below = rb_test_scene("disk-k12", rows[i].below, NULL);
        rb_scene above = rb_test_scene("disk-k12", rows[i].above, NULL);
        assert_int_equal(rb_test_map(&above, 150, POINTS, points).period, rows[i].period);
        assert_int_not_equal(rb_test_map(&below, 150, POINTS, points).period, rows[i].period);
    }
}

/* A thousand periods of the one-point orbit: it stays on it to 1e-6. */
static void does_not_drift(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", NULL);
    rb_map_result result = rb_test_map(&scene, 150, 1000, points);
    assert_int_equal(result.found, 1000);
    assert_int_equal(result.period, 1);
    assert_near(points[999].at[0], points[0].at[0], 1e-6);
    assert_near(points[999].at[1], points[0].at[1], 1e-6);
    double time = (points[999].t - points[0].t) / 999;
    assert_near(time, 131.128856388, 1e-7);
}

/* The energy balance over 10 000 units of time, to 1e-8 of the energy exchanged. */
static void energy_balance_closes_for_long(void **state) {
    (void)state;
    static const char *const ids[] = {"disk-k12", "disk-k12-three", "disk-k12-eleven", "disk-k12-printed",
                                      "disk-forced"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        rb_scene scene = rb_test_scene(ids[i], NULL);
        rb_summary s = rb_test_summary(&scene, 10000);
        assert_int_equal(s.end_reason, RB_END_TIME);
        assert_below(s.energy_balance_error, 1e-8);
    }
}

/* Laws without a closed form for the direction of slip also stick and slip, and close the energy balance. */
static void other_laws(void **state) {
    (void)state;
    static const char *const laws[] = {"friction=exact-uniform", "friction=k12-p2", "friction=exact-circle",
                                       "friction=k15-a1"};
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        rb_scene scene = rb_test_scene("disk-k12", laws[i], NULL);
        rb_summary s = rb_test_summary(&scene, 500);
        assert_int_equal(s.end_reason, RB_END_TIME);
        assert_below(s.energy_balance_error, 1e-8);
        assert_true(rb_outcome_value(rb_outcome_find("stick_count"), &s) >= 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(periods_of_the_paper), cmocka_unit_test(columns_of_the_diagram),
        cmocka_unit_test(slides_from_rest),     cmocka_unit_test(window_edges),
        cmocka_unit_test(does_not_drift),       cmocka_unit_test(energy_balance_closes_for_long),
        cmocka_unit_test(other_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
