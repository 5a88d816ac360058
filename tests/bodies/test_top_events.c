/* Events of contacts: which one, when, and at what inclination of the axis. Expected values come from the
   geometry of two spheres on a plane, and from the states just before and after. */
#include <math.h>

#include "sim/interpolant.h"
#include "support.h"

static double inclination(const rb_simulation *sim) {
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    return acos(now.n.z); /* the axis, in world axes */
}

static double body_value(const rb_scene *scene, const char *name) {
    int i = rb_param_find(rb_scene_table(scene, RB_SECTION_BODY), name);
    assert_true(i >= 0);
    return scene->values[RB_SECTION_BODY][i];
}

/* Both spheres stand on the floor where R + (a1 - a0) cos(theta) = r. Penetrations are below a
   micrometre there: 1e-4 of the distance of the centres. */
static double inclination_on_both(const rb_scene *scene) {
    double distance = body_value(scene, "a1") - body_value(scene, "a0");
    return acos((body_value(scene, "r") - body_value(scene, "R")) / distance);
}

/* Steps to t; each touch and leave must lie between the inclinations around its step. */
static int check_steps(rb_simulation *sim, double t, rb_event *events, int room) {
    int seen = 0, kept = 0;
    double before = inclination(sim);
    while (rb_simulation_time(sim) < t && rb_simulation_phase(sim) == RB_PHASE_RUNNING) {
        rb_simulation_step(sim);
        rb_summary s;
        rb_simulation_summary(sim, &s);
        double after = inclination(sim), end = rb_simulation_time(sim);
        for (; seen < s.event_count; seen++) {
            const rb_event *e = &s.events[seen];
            if (e->kind != RB_EVENT_TOUCH && e->kind != RB_EVENT_LEAVE) {
                continue;
            }
            assert_true(e->t <= end && e->t >= end - 1.0001 * rb_simulation_step_length(sim));
            assert_true(e->value >= fmin(before, after) - 1e-9);
            assert_true(e->value <= fmax(before, after) + 1e-9);
            if (kept < room) {
                events[kept++] = *e;
            }
        }
        before = after;
    }
    return kept;
}

/* Whenever the load changes from one sphere to the other, both touch the floor. */
static void a_top_that_stands_up(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-ka09", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_event events[32];
    int count = check_steps(sim, 1.7965, events, 32), passed = 0;
    rb_simulation_destroy(sim);
    double both = inclination_on_both(&scene);
    assert_near(both, 2.448433, 1e-6); /* 140.3 degrees */
    bool closed[2] = {true, false};
    for (int i = 0; i < count; i++) {
        const rb_event *e = &events[i];
        assert_true(closed[e->which] == (e->kind == RB_EVENT_LEAVE)); /* alternately */
        closed[e->which] = e->kind == RB_EVENT_TOUCH;
        if (closed[0] && closed[1]) { /* a second one just now */
            assert_near(e->value, both, 3e-5);
            passed++;
        }
    }
    assert_int_equal(passed, 3); /* up, back, up again: KA09's two attempts */
}

/* Dropped on its head: it lies on its small sphere, upside down, and falls to the other side. */
static void a_top_on_its_head(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-ka09", "theta=3", "omega3=0", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_event events[32];
    int count = check_steps(sim, 0.2, events, 32);
    rb_simulation_destroy(sim);
    double both = inclination_on_both(&scene);
    int i = 0;
    while (i < count && !(events[i].kind == RB_EVENT_TOUCH && events[i].which == 0)) {
        assert_true(events[i].value > both - 0.01); /* nearly upside down */
        i++;
    }
    assert_true(i < count);
    assert_near(events[i].value, both, 0.02); /* it lands with some speed */
}

typedef struct kinks {
    int passed, within;
} kinks;

/* Finds where in a step a gap passes through zero, by linear interpolation. */
static void count_kinks(void *context, const rb_interpolant *stride, const rb_event *events, int count) {
    (void)events;
    (void)count;
    kinks *k = context;
    for (int i = 0; stride != NULL && i < RB_CONTACTS_MAX; i++) {
        int gap = stride->model->ops->follows.gap + i;
        double before = stride->f0[gap], after = stride->f1[gap];
        if ((before > 0) != (after > 0)) {
            double x = before / (before - after);
            k->passed++;
            k->within += x > 0.05 && x < 0.95;
        }
    }
}

/* Where a sphere lands or leaves, its force has a kink, and error estimates across it are useless: steps
   of dop853 end there. */
static void steps_end_at_kinks(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-ka09", "method=dop853", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    kinks k = {0, 0};
    rb_simulation_hook(sim, count_kinks, &k);
    rb_test_run_until(sim, 1.76);
    rb_simulation_destroy(sim);
    print_message("%d kinks, %d of them within a step\n", k.passed, k.within);
    assert_true(k.passed >= 10);
    assert_int_equal(k.within, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_top_that_stands_up),
        cmocka_unit_test(a_top_on_its_head),
        cmocka_unit_test(steps_end_at_kinks),
    };
    return cmocka_run_group_tests_name("tippe-top, events", tests, NULL, NULL);
}
