/* Our two stones behave as their scenes describe: turns are counted on the heading. */
#include <math.h>

#include "heading_inline.h"
#include "math/pi.h"
#include "support.h"

#define TURN (2 * RB_PI)

enum { TURNING_POINTS_MAX = 16 };

/* The heading at the turning points, and where it ended. */
typedef struct path {
    heading now;
    int count;
    double at[TURNING_POINTS_MAX], end;
    rb_summary summary;
} path;

static bool follow(void *context, const rb_moment *moment) {
    path *p = context;
    if (heading_turned(&p->now, moment->now) && p->count < TURNING_POINTS_MAX) {
        p->at[p->count++] = p->now.extreme;
        p->now.sense = -p->now.sense;
        p->now.extreme = p->now.angle;
    }
    return true;
}

static path run(const char *id, const char *start) {
    rb_scene scene = rb_test_scene(id, start, NULL);
    double spin = scene.values[RB_SECTION_START][rb_param_find(scene.body->start, "omega3")];
    path p = {.now = {0, spin, 0, spin > 0 ? 1 : -1, 0, 0}};
    rb_observer observer = {.every = 1e-3, .observe = follow, .context = &p};
    p.summary = rb_test_run(&scene, 15, &observer).summary;
    p.end = p.now.angle;
    return p;
}

/* Several turns, one reversal within a few seconds, several turns back. */
static void toy_turns_back_once(void **state) {
    (void)state;
    path p = run("toy-plastic", NULL);
    assert_int_equal(p.summary.reversal_count, 1);
    assert_true(p.summary.first_reversal_time > 1 && p.summary.first_reversal_time < 3);
    assert_int_equal(p.count, 1);
    assert_true(p.at[0] > 2 * TURN);
    assert_true(p.at[0] - p.end > 3.5 * TURN);
    assert_int_equal(p.summary.end_reason, RB_END_REST);
}

/* Under the distorted pressure, sliding alone gains a little energy while drilling loses a hundred times
   as much: no energy warning at any time. */
static bool trusts(void *context, const rb_moment *moment) {
    *(bool *)context = *(bool *)context && moment->now->energy_warning == RB_ENERGY_OK;
    return true;
}

static void no_energy_warnings(void **state) {
    (void)state;
    static const char *const scenes[] = {"toy-plastic", "long-wood"};
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene(scenes[i], NULL);
        bool sound = true;
        rb_observer observer = {.every = 1e-3, .observe = trusts, .context = &sound};
        rb_test_run(&scene, 0.5, &observer);
        assert_true(sound);
    }
}

/* In its preferred sense it is quiet: the normal force equals the weight to half a per cent. */
static void toy_spins_on_quietly(void **state) {
    (void)state;
    path p = run("toy-plastic", "omega3=-10");
    double weight = 0.01152 * 9.81;
    assert_int_equal(p.summary.reversal_count, 0);
    assert_int_equal(p.count, 0);
    assert_true(p.end < -9 * TURN);
    assert_true(p.summary.N_min > 0.995 * weight && p.summary.N_max < 1.005 * weight);
}

/* The wooden stone reverses repeatedly, each time by more than a tenth of a turn. */
static void wood_turns_back_and_forth(void **state) {
    (void)state;
    path p = run("long-wood", NULL);
    assert_true(p.count >= 4);
    for (int i = 1; i < p.count; i++) {
        assert_true(fabs(p.at[i] - p.at[i - 1]) > 0.1 * TURN);
    }
    path other = run("long-wood", "omega3=-8");
    assert_int_equal(other.count, 0);
    assert_int_equal(other.summary.reversal_count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(toy_turns_back_once),
        cmocka_unit_test(no_energy_warnings),
        cmocka_unit_test(toy_spins_on_quietly),
        cmocka_unit_test(wood_turns_back_and_forth),
    };
    return cmocka_run_group_tests_name("our own stones", tests, NULL, NULL);
}
