/* Samples of runs for charts. */
#include <string.h>

#include "plot/traces.h"
#include "rattleback/library.h"
#include "support.h"

static rb_scene scene;

static void plans_are_read(void **state) {
    (void)state;
    rb_trace_plan plan;
    rb_error err;
    assert_int_equal(rb_trace_plan_read(scene.body, "--signals", "omega3,omega1:omega2,omega1", &plan, &err),
                     RB_OK);
    assert_int_equal(plan.panel_count, 3);
    assert_int_equal(plan.column_count, 4); /* time and three signals, none of them twice */
    assert_int_equal(plan.panels[0].x, 0);
    assert_string_equal(plan.signals[plan.panels[1].x]->name, "omega1");
    assert_string_equal(plan.signals[plan.panels[1].y]->name, "omega2");
    assert_true(plan.has_unit);
    assert_int_equal(rb_trace_plan_read(scene.body, "--signals", NULL, &plan, &err), RB_OK);
    assert_string_equal(plan.signals[plan.panels[0].y]->name, scene.body->measure);
}

static void plans_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "", ",omega3", "omega9", "omega1:", ":omega1", "N,N,N,N,N,N,N,N,N,N,N,N,N", "omega1:omega2:omega3"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rb_trace_plan plan;
        rb_error err;
        assert_int_equal(rb_trace_plan_read(scene.body, "--signals", wrong[i], &plan, &err), RB_ERR_INPUT);
        assert_non_null(strstr(err.text, "--signals: expected"));
    }
}

/* For any number of samples, at most RB_TRACE_ROWS are kept, evenly spaced, from the first on. */
static void long_runs_are_thinned(void **state) {
    (void)state;
    rb_trace_plan plan;
    rb_error err;
    assert_int_equal(rb_trace_plan_read(scene.body, "", "omega3", &plan, &err), RB_OK);
    rb_trace trace;
    rb_trace_begin(&trace, &plan, NULL);
    rb_snapshot now;
    memset(&now, 0, sizeof now);
    for (int i = 0; i < 5 * RB_TRACE_ROWS; i++) {
        now.t = i;
        assert_true(rb_trace_add(&trace, &now));
    }
    assert_in_range(trace.rows, RB_TRACE_ROWS / 2, RB_TRACE_ROWS);
    for (int i = 0; i < trace.rows; i++) {
        assert_near(trace.columns[0][i], (double)trace.stride * i, 0);
    }
    rb_trace_free(&trace);
}

static int open_scene(void **state) {
    (void)state;
    rb_error err;
    return rb_library_open("k11-fig5", &scene, &err) == RB_OK ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_are_read),
        cmocka_unit_test(plans_are_refused),
        cmocka_unit_test(long_runs_are_thinned),
    };
    return cmocka_run_group_tests(tests, open_scene, NULL);
}
