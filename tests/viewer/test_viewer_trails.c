/* Trails keep unpacked points from frame to frame. After every change of the record they must equal those
   of a new trail. */
#include "app/session/history.h"
#include "math/vec.h"
#include "support.h"
#include "viewer/trails.h"

enum { INSTANTS = 60 };

/* The trail of the last second before t, continued from earlier calls, is the same as a new one. */
static void check_trail(rb_trail_points *kept, const rb_history *history, const rb_body_kind *body,
                        double t) {
    rb_trail_points fresh = {0};
    rb_trail expected = rb_trail_points_until(&fresh, history, 0, body, t, 1);
    rb_trail found = rb_trail_points_until(kept, history, 0, body, t, 1);
    assert_int_equal(found.count, expected.count);
    assert_true(expected.count > 10);
    for (int i = 0; i < found.count; i++) {
        assert_true(found.items[i].t == expected.items[i].t);
        assert_memory_equal(&found.items[i].r_C, &expected.items[i].r_C, sizeof(rb_vec3));
        assert_memory_equal(&found.items[i].omega, &expected.items[i].omega, sizeof(rb_vec3));
    }
    rb_trail_points_destroy(&fresh);
}

static double record(rb_history *history, rb_simulation *sim, int instants) {
    rb_checkpoint s;
    for (int i = 0; i < instants; i++) {
        s = rb_test_save(sim);
        rb_history_add(history, 0, &s.then, &s.state);
        for (int k = 0; k < 10; k++) {
            rb_simulation_tick(sim);
        }
    }
    return s.then.t;
}

static void a_trail_follows_every_change_of_the_record(void **state) {
    (void)state;
    rb_scene scene = rb_default_scene();
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_history history;
    assert_int_equal(rb_history_create(&history, NULL), RB_OK);
    rb_history_scene(&history, 0, &scene, 0);
    rb_trail_points kept = {0};
    double t = record(&history, sim, INSTANTS / 2);
    rb_checkpoint middle = rb_test_save(sim);
    check_trail(&kept, &history, scene.body, t);
    t = record(&history, sim, INSTANTS / 2);
    check_trail(&kept, &history, scene.body, t);
    check_trail(&kept, &history, scene.body, 0.8 * t); /* looks back, and forth */
    check_trail(&kept, &history, scene.body, t);
    /* From the middle on the run differs: the same number of instants, other positions. */
    rb_test_restore(sim, &middle);
    rb_simulation_flick(sim, rb_v3(0, 0.5, 8), NULL);
    t = record(&history, sim, INSTANTS / 2);
    check_trail(&kept, &history, scene.body, t);
    /* Another run with the same index. */
    rb_history_clear(&history, 1);
    rb_simulation_destroy(sim);
    rb_scene other = rb_test_scene("toy-plastic", NULL);
    sim = rb_test_simulation(&other);
    rb_history_scene(&history, 0, &other, 0);
    t = record(&history, sim, INSTANTS);
    check_trail(&kept, &history, other.body, t);
    rb_trail_points_destroy(&kept);
    rb_history_destroy(&history);
    rb_simulation_destroy(sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trail_follows_every_change_of_the_record),
    };
    return cmocka_run_group_tests_name("viewer, trails", tests, NULL, NULL);
}
