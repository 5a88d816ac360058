/* Slow motion: interpolation between two ticks, and an even pace. */
#include <math.h>

#include "app/session/session.h"
#include "support.h"

enum { DOUBLES = sizeof(rb_snapshot) / sizeof(double) };

static size_t slot_of(size_t offset) {
    return offset / sizeof(double);
}

/* Every number of a snapshot, as one array. */
static rb_snapshot filled_with(double value, uint64_t tick) {
    rb_snapshot s;
    double numbers[DOUBLES];
    for (int i = 0; i < DOUBLES; i++) {
        numbers[i] = value;
    }
    memcpy(&s, numbers, sizeof s);
    s.t = 0.001 * (double)tick;
    s.step = tick;
    s.phase = RB_PHASE_RUNNING;
    s.contact_count = 1;
    return s;
}

/* The snapshot shown halfway between two ticks. */
static rb_snapshot between(const rb_snapshot *from, const rb_snapshot *to) {
    rb_frame *frame = calloc(1, sizeof *frame);
    rb_slow_motion *slow = calloc(1, sizeof *slow);
    assert_non_null(frame);
    assert_non_null(slow);
    *frame = (rb_frame){.run_count = 1, .playing = true, .speed = 0.01, .tick = 7, .tick_length = 0.001};
    frame->runs[0] = *from;
    assert_true(rb_slow_motion_update(slow, frame, 0));
    frame->tick = 8;
    frame->runs[0] = *to;
    assert_true(rb_slow_motion_update(slow, frame, 0.05)); /* half a tick at this speed */
    rb_snapshot shown = slow->shown[0];
    free(slow);
    free(frame);
    return shown;
}

/* Fields taken from the later tick; every other number, also future ones, is interpolated. */
static bool is_taken(size_t slot) {
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        if (slot == slot_of(offsetof(rb_snapshot, contact[i].touching))) {
            return true;
        }
    }
    return slot == slot_of(offsetof(rb_snapshot, step_too_large)) ||
           slot == slot_of(offsetof(rb_snapshot, energy_warning)) ||
           (slot >= slot_of(offsetof(rb_snapshot, step)) && slot < slot_of(offsetof(rb_snapshot, r_C)));
}

static void every_number_lies_between(void **state) {
    (void)state;
    rb_snapshot from = filled_with(1, 7);
    rb_snapshot to = filled_with(2, 8);
    rb_snapshot shown = between(&from, &to);
    double numbers[DOUBLES];
    double last[DOUBLES];
    memcpy(numbers, &shown, sizeof numbers);
    memcpy(last, &to, sizeof last);
    assert_near(shown.t, 0.0075, 1e-15);
    size_t turn = slot_of(offsetof(rb_snapshot, q));
    for (size_t i = 1; i < DOUBLES; i++) {
        bool q = i >= turn && i < turn + 4;
        if (is_taken(i)) {
            assert_memory_equal(&numbers[i], &last[i], sizeof(double));
        } else if (fabs(numbers[i] - (q ? 0.5 : 1.5)) > 1e-12) {
            fail_msg("double %zu of the snapshot is %g, expected it halfway", i, numbers[i]);
        }
    }
}

/* Angles take the short way over a jump by a turn; q and -q are the same rotation. */
static void turns_go_the_short_way(void **state) {
    (void)state;
    rb_snapshot from = filled_with(1, 7);
    rb_snapshot to = filled_with(1, 8);
    const double pi = acos(-1.0);
    from.psi = pi - 0.01;
    to.psi = -pi + 0.03;
    from.q = (rb_quat){0, 0, 0, 1};
    to.q = (rb_quat){0, 0, -0.6, -0.8};
    rb_snapshot shown = between(&from, &to);
    assert_near(shown.psi, pi + 0.01, 1e-12);
    double length = hypot(0.3, 0.9);
    assert_near(shown.q.y, 0.3 / length, 1e-15);
    assert_near(shown.q.z, 0.9 / length, 1e-15);
    assert_near(shown.q.w, 0, 0);
}

/* With irregular frames slow motion is still even: every frame advances by its own duration, never
   backwards. In the first seconds it measures how late ticks can be; afterwards it rarely waits for one,
   for less than a tenth of a frame. */
static void slow_motion_is_even(void **state) {
    (void)state;
    static const double speeds[] = {0.001, 0.01, 0.02, 0.05, 0.1};
    rb_frame *frame = calloc(1, sizeof *frame);
    rb_slow_motion *slow = calloc(1, sizeof *slow);
    assert_non_null(frame);
    assert_non_null(slow);
    for (size_t k = 0; k < sizeof speeds / sizeof speeds[0]; k++) {
        *frame = (rb_frame){.run_count = 1, .playing = true, .speed = speeds[k]};
        frame->start = k;
        frame->tick_length = 0.001;
        frame->runs[0].q.w = 1;
        double wall = 0;
        double last = 0;
        unsigned noise = 1;
        for (int i = 0; i < 3000; i++) {
            noise = noise * 1664525u + 1013904223u;
            double dt = (0.7 + 0.6 * (noise >> 8) / 16777216.0) / 60;
            wall += dt;
            frame->tick = (uint64_t)(wall * speeds[k] / 0.001);
            frame->runs[0].t = 0.001 * (double)frame->tick;
            assert_true(rb_slow_motion_update(slow, frame, dt));
            double step = slow->shown[0].t - last;
            last = slow->shown[0].t;
            assert_true(step >= 0);
            assert_true(i < 1000 || fabs(step - speeds[k] * dt) < 0.1 * speeds[k] * dt);
        }
    }
    frame->playing = false;
    assert_false(rb_slow_motion_update(slow, frame, 0.01));
    free(slow);
    free(frame);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_lies_between),
        cmocka_unit_test(turns_go_the_short_way),
        cmocka_unit_test(slow_motion_is_even),
    };
    return cmocka_run_group_tests_name("session, slow motion", tests, NULL, NULL);
}
