/* Events of a body within a step (src/sim/stepper.c). */
#include "bodies/ops.h"
#include "support.h"

static void does_nothing(const rb_model *model, int event, double *y) {
    (void)model;
    (void)event;
    (void)y;
}

/* A body whose equations want to change for ever ends its run with a reason, by either method. */
static void endless_events_end_the_run(void **state) {
    (void)state;
    static const char *const methods[] = {"solver.method=dp5", "solver.method=rodas"};
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene("tippetop-restricted", methods[i], "theta=2", NULL);
        rb_body_ops ops = *scene.body->ops;
        rb_body_kind kind = *scene.body;
        ops.cross = does_nothing;
        kind.ops = &ops;
        scene.body = &kind;
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_test_run_until(sim, 10);
        rb_summary s;
        rb_simulation_summary(sim, &s);
        assert_int_equal(rb_simulation_phase(sim), RB_PHASE_DIVERGED);
        assert_int_equal(s.end_reason, RB_END_DIVERGED);
        assert_int_equal(s.diverged, RB_DIVERGED_EVENTS);
        assert_contains(rb_diverged_text(s.diverged), "events");
        const rb_event *last = &s.events[s.event_count - 1];
        assert_int_equal(last->kind, RB_EVENT_DIVERGED);
        assert_true(last->value == RB_DIVERGED_EVENTS);
        assert_true(last->t == rb_simulation_time(sim) && last->t > 0.001 && last->t < 10);
        rb_simulation_destroy(sim);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endless_events_end_the_run),
    };
    return cmocka_run_group_tests_name("simulation events", tests, NULL, NULL);
}
