/* Curves and stacks compared with the physics. */
#include <math.h>

#include "contact/friction/laws.h"
#include "math/pi.h"
#include "support.h"
#include "viewer/plots/law_view.h"
#include "viewer/plots/plots.h"

static rb_snapshot snapshot_at(rb_simulation *sim, double t) {
    rb_snapshot now;
    rb_test_run_until(sim, t);
    rb_simulation_snapshot(sim, &now);
    return now;
}

/* ---- law view --------------------------------------------------------------------------------- */

/* A curve at an angle, between its points. */
static double curve_at(const double *values, double angle) {
    double x = angle / 90 * (RB_LAW_POINTS - 1);
    int i = (int)fmin(x, RB_LAW_POINTS - 2);
    return values[i] + (x - i) * (values[i + 1] - values[i]);
}

/* The marker lies on its curve, for any sense of drilling and any distortion by rolling. The error comes
   from the chords of the curve (1.5 degrees: 61 points) and from softening near rest, which the curve
   ignores: both below 0.01 where the contact moves faster than 0.3 rad/s. */
static void the_marker_lies_on_its_curve(void **state) {
    (void)state;
    static const struct {
        const char *scene, *setting;
    } cases[] = {
        {"k11-fig5", "omega3=4"},       {"k11-fig5", "omega3=-4"}, {"k15-a1", "omega3=-8"},
        {"k15-a1", "omega3=8"},         {"k15-ah", "omega3=-8"},   {"ak18-a", "omega3=-8"},
        {"tippetop-ka09", "theta=0.1"}, {"k15-a1", "law=viscous"},
    };
    int mirrored = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rb_scene scene = rb_test_scene(cases[i].scene, cases[i].setting, NULL);
        rb_simulation *sim = rb_test_simulation(&scene);
        for (int k = 1; k <= 40; k++) {
            rb_snapshot s = snapshot_at(sim, 0.01 * k);
            const rb_contact_state *c = &s.contact[0];
            rb_law_conditions at = rb_law_conditions_of(c, 0);
            rb_law_curve curve;
            rb_law_point point;
            if (at.speed < 0.3 || !rb_law_point_of(c, &point)) {
                continue;
            }
            rb_law_curve_make(&curve, scene.friction, scene.values[RB_SECTION_FRICTION], &at);
            assert_true(curve.usable);
            assert_near(point.T, curve_at(curve.T, point.angle), 0.01);
            assert_near(point.M, curve_at(curve.M, point.angle), 0.01);
            mirrored += at.mirror < 0;
            /* The direction that is shown is the contact's own. */
            assert_near(remainder(at.mirror * at.direction - atan2(c->slip.u_y, c->slip.u_x), 2 * RB_PI), 0,
                        1e-12);
        }
        rb_simulation_destroy(sim);
    }
    assert_true(mirrored > 20);
}

/* The exact curve for pressure and patch, and some of its values (docs/physics.md#exact-ellipse). */
static void the_exact_curve_is_exact(void **state) {
    (void)state;
    const rb_friction_law *k12 = rb_friction_law_find("k12-i"), *k15 = rb_friction_law_find("k15-a1");
    assert_string_equal(rb_friction_exact(k12, (rb_patch){1e-3, 1})->id, "exact-uniform");
    assert_string_equal(rb_friction_exact(k15, (rb_patch){1e-3, 1})->id, "exact-circle");
    const rb_patch slender = {1e-3, 0.18};
    assert_string_equal(rb_friction_exact(k15, slender)->id, "exact-ellipse");
    rb_law_conditions at = {1, atan2(1, 2), 1, 0.4, 0.3, 0, 0, slender};
    rb_law_curve curve;
    rb_law_curve_make(&curve, rb_friction_exact(k15, slender), NULL, &at);
    double angle = atan(sqrt(5.0)) / RB_PI * 180; /* u = (2, 1), omega = 1 */
    double along = (2 * 0.87232820500319 + 0.45761017742084) / sqrt(5.0);
    assert_near(curve_at(curve.T, angle), along, 5e-4);
    assert_near(curve_at(curve.M, angle), 0.09485221331920, 5e-4);
    /* Pure sliding: T = 1, M = (d_c u_y - b d_s u_x)/(5 |u|). */
    assert_near(curve.T[RB_LAW_POINTS - 1], 1, 1e-9);
    assert_near(curve.M[RB_LAW_POINTS - 1], (0.4 * 1 - 0.18 * 0.3 * 2) / (5 * sqrt(5.0)), 1e-9);
}

/* Curves are rebuilt when anything they depend on changes, also the patch. */
static void curves_are_rebuilt_after_changes(void **state) {
    (void)state;
    const rb_law_conditions at = {1, 0.5, 4, 0.4, 0.3, 0.1, 0.1, {1e-3, 0.18}};
    assert_false(rb_law_conditions_differ(&at, &at));
    for (int i = 0; i < 9; i++) {
        rb_law_conditions other = at;
        double *values[] = {&other.mirror, &other.direction, &other.speed,   &other.d_c,    &other.d_s,
                            &other.r_c,    &other.r_s,       &other.patch.a, &other.patch.b};
        *values[i] *= i == 0 ? -1 : 1.2;
        assert_true(rb_law_conditions_differ(&at, &other));
    }
}

/* ---- energy ----------------------------------------------------------------------------------- */

static void record(rb_history *history, const rb_scene *scene, double every, double until) {
    rb_simulation *sim = rb_test_simulation(scene);
    for (int i = 0; i * every <= until; i++) {
        rb_snapshot s = snapshot_at(sim, i * every);
        rb_history_add(history, 0, &s, NULL);
    }
    rb_simulation_destroy(sim);
}

/* The stack always has the height of the initial energy, to the accuracy of the energy balance (1e-4). */
static void the_energy_stack_keeps_its_height(void **state) {
    (void)state;
    static const char *const scenes[] = {"k11-fig5", "k15-a1", "ak18-a", "tippetop-ka09"};
    static rb_plots plots;
    static rb_series series;
    assert_int_equal(rb_series_create(&series, NULL), RB_OK);
    for (int i = 0; i < 4; i++) {
        rb_scene scene = rb_test_scene(scenes[i], NULL);
        rb_history history;
        assert_int_equal(rb_history_create(&history, NULL), RB_OK);
        history.version = (uint64_t)(i + 1) << 32;
        record(&history, &scene, 1.0 / 240, 0.79);
        plots.body = scene.body;
        plots.t0 = 0;
        plots.t1 = 1;
        int count = rb_energy_stack(&plots, &series, &history, 0);
        assert_in_range(count, 150, 200);
        double low = INFINITY, rocking = 0;
        for (int k = 0; k < history.runs[0].count; k++) {
            rb_snapshot s;
            rb_history_read(&history, &history.runs[0], k, &s);
            low = fmin(low, s.E_pot);
            rocking = fmin(rocking, s.E_kin_wobble);
        }
        rb_snapshot first;
        rb_history_read(&history, &history.runs[0], 0, &first);
        double height = 1e3 * (first.E - low);
        assert_true(rocking < -1e-4 * 1e-3 * height); /* the case that used to lift it */
        for (int k = 0; k < count; k++) {
            assert_near(plots.stack[scene.body->energy_count][k], height, 3e-4 * height);
            for (int band = 0; band < scene.body->energy_count; band++) {
                assert_true(plots.stack[band + 1][k] >= plots.stack[band][k]);
            }
        }
        rb_history_destroy(&history);
    }
    rb_series_destroy(&series);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_marker_lies_on_its_curve),
        cmocka_unit_test(the_exact_curve_is_exact),
        cmocka_unit_test(curves_are_rebuilt_after_changes),
        cmocka_unit_test(the_energy_stack_keeps_its_height),
    };
    return cmocka_run_group_tests_name("viewer, numbers", tests, NULL, NULL);
}
