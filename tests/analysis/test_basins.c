/* Basins of attraction of Duffing's oscillator x'' = x - x^3 - c x' without forcing: two wells, at x = 1 and
   x = -1, with a barrier between them at x = 0. */
#include <math.h>
#include <stdlib.h>

#include "analysis/basins.h"
#include "equations_inline.h"
#include "support.h"

static void rhs(const void *model, const double *y, double *dydt) {
    (void)model;
    dydt[0] = y[1];
    dydt[1] = y[0] - y[0] * y[0] * y[0] - 0.25 * y[1];
}

enum { COLUMNS = 12, ROWS = 8 };

/* Energy below the barrier: the start stays in its own well. */
static bool is_trapped(double x, double v) {
    return v * v / 2 - x * x / 2 + x * x * x * x / 4 < 0;
}

/* Each equilibrium has half of a symmetric grid; opposite starts lead to opposite wells. Both with points of
   a decaying oscillation (x_dot=0+) and without points (x=0+). */
static void two_wells(void **state) {
    (void)state;
    static const char *const sections[] = {"x_dot=0+", "x=0+"};
    static rb_study_spec spec;
    for (int s = 0; s < 2; s++) {
        rb_error err = {""};
        spec = (rb_study_spec){.kind = RB_SPEC_BASINS, .transient = 40, .points = 8};
        spec.sweep.scene = rb_test_scene("disk-k12", "method=auto", "t_end=200", NULL);
        spec.sweep.scene.body = rb_body_kind_find("duffing");
        assert_int_equal(
            rb_axis_parse(&spec.sweep.axes[0], &spec.sweep.scene, "x", "x=-1.5:1.5:12", false, &err), RB_OK);
        assert_int_equal(
            rb_axis_parse(&spec.sweep.axes[1], &spec.sweep.scene, "y", "v_slip=-1:1:8", false, &err), RB_OK);
        spec.sweep.axis_count = 2;
        assert_int_equal(rb_section_read(spec.sweep.scene.body, sections[s], &spec.section, &err), RB_OK);
        assert_int_equal(rb_study_spec_check(&spec, &err), RB_OK);
        rb_study study;
        rb_study_result result;
        rb_study_options options = rb_default_study_options();
        char *definition = NULL;
        rb_basins b;
        assert_int_equal(rb_study_spec_study(&spec, "basins", &study, &definition, &err), RB_OK);
        assert_int_equal(rb_study_run(&study, &options, &result, &err), RB_OK);
        assert_true(rb_basins_find(&spec, (rb_study_rows){result.rows, result.done}, &b));
        assert_int_equal(b.count, 2);
        assert_int_equal(b.unresolved, 0);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(b.attractors[k].cells, COLUMNS * ROWS / 2);
            assert_true(b.attractors[k].row[RB_BASIN_KIND] == RB_BASIN_EQUILIBRIUM);
            assert_near(fabs(b.attractors[k].row[RB_BASIN_POINTS]), 1, 1e-5);
        }
        for (int job = 0; job < COLUMNS * ROWS; job++) {
            double at[RB_SWEEP_AXES], well = b.attractors[b.cell[job]].row[RB_BASIN_POINTS];
            rb_sweep_point(&spec.sweep, job, at);
            assert_int_not_equal(b.cell[job], b.cell[COLUMNS * ROWS - 1 - job]);
            assert_true(!is_trapped(at[0], at[1]) || (well > 0) == (at[0] > 0));
        }
        rb_basins_free(&b);
        rb_study_free(&result);
        free(definition);
    }
}

int main(void) {
    const rb_body_ops ops = rb_test_equations(2, rhs);
    rb_test_equations_register("duffing", &ops);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_wells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
