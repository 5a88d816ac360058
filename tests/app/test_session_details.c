/* Limits of the session's models: ticks that slow motion bridges, taps and spins, announcement of an
   inversion, nearest row of measured data, and snapshots that the record completes from the scene. */
#include <math.h>
#include <unistd.h>

#include "app/session/caption.h"
#include "app/session/history.h"
#include "app/session/overlay.h"
#include "app/session/packing.h"
#include "app/session/prediction.h"
#include "app/session/session.h"
#include "session.h"

/* ---- slow motion -------------------------------------------------------------------------------- */

/* The time shown half a tick after the runs went from tick 7 to a later one, in ticks. */
static double shown_after_gap(uint64_t ticks) {
    rb_frame *frame = calloc(1, sizeof *frame);
    rb_slow_motion *slow = calloc(1, sizeof *slow);
    assert_non_null(frame);
    assert_non_null(slow);
    *frame = (rb_frame){.run_count = 1, .playing = true, .speed = 0.01, .tick = 7, .tick_length = 0.001};
    frame->runs[0].q.w = 1;
    frame->runs[0].t = 0.007;
    assert_true(rb_slow_motion_update(slow, frame, 0));
    frame->tick += ticks;
    frame->runs[0].t = 0.001 * (double)frame->tick;
    assert_true(rb_slow_motion_update(slow, frame, 0.05)); /* half a tick at this speed */
    double shown = slow->shown[0].t / 0.001;
    free(slow);
    free(frame);
    return shown;
}

/* Motion over three ticks is close to straight; over more it restarts at the newest one. */
static void slow_motion_bridges_three_ticks(void **state) {
    (void)state;
    assert_near(shown_after_gap(1), 7.5, 1e-9);
    assert_near(shown_after_gap(2), 7.5, 1e-9);
    assert_near(shown_after_gap(3), 7.5, 1e-9);
    assert_near(shown_after_gap(4), 11, 1e-9);
    assert_near(shown_after_gap(100), 107, 1e-9);
}

/* ---- captions ----------------------------------------------------------------------------------- */

static bool was_spun_by(rb_vec3 omega) {
    rb_scene scene = rb_default_scene();
    rb_snapshot shown = {.t = 0.5};
    rb_summary summary = {.event_count = 0};
    rb_user_event flick = {.kind = RB_USER_EVENT_FLICK, .t = 0.25, .omega = omega};
    rb_caption caption = {.scene = &scene, .shown = &shown, .summary = &summary, .last_flick = &flick};
    return rb_caption_was_spun(&caption);
}

/* A flick is a spin if more than 0.3 of its angular velocity is about the vertical axis of the body. */
static void a_flick_about_the_vertical_is_a_spin(void **state) {
    (void)state;
    assert_false(was_spun_by(rb_v3(sqrt(1 - 0.29 * 0.29), 0, 0.29)));
    assert_true(was_spun_by(rb_v3(0, sqrt(1 - 0.31 * 0.31), -0.31)));
    assert_true(was_spun_by(rb_v3(0, 0, -5)));
}

/* ---- prediction --------------------------------------------------------------------------------- */

/* At 160 rad/s the stem touches the floor 0.445 s before the top stands on it: only the last 0.3 s of that
   are announced. */
static void turning_over_is_announced_at_its_end(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-ka09", "omega3=160", NULL);
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){0}, NULL), RB_OK);
    rb_session_play(session);
    rb_prediction f = {0};
    for (int i = 0; i < 120 && (f.count == 0 || f.to[0] < 2.7); i++) { /* it touches several times */
        frames(session, 1);
        rb_prediction_update(&f, session);
    }
    assert_int_equal(f.count, 1);
    assert_near(f.to[0], 2.74, 0.05);
    assert_near(f.to[0] - f.from[0], 0.3, 1e-9);
    rb_prediction_destroy(&f);
    end(session);
}

/* ---- measured data ------------------------------------------------------------------------------ */

static void tracked_points_are_those_of_the_nearest_row(void **state) {
    (void)state;
    char path[] = "/tmp/rb-tracked-XXXXXX";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    FILE *file = fdopen(handle, "w");
    assert_non_null(file);
    fputs("t,x1,y1\n0,10,1\n1,20,2\n2,30,3\n4,50,5\n", file);
    assert_int_equal(fclose(file), 0);
    rb_overlay overlay = {0};
    int columns = 0;
    rb_error err;
    assert_int_equal(rb_overlay_read(&overlay, path, 0, &columns, &err), RB_OK);
    unlink(path);
    static const double expected[][2] = {{0, 10},   {0.4, 10}, {0.6, 20}, {1, 20},   {1.49, 20}, {1.51, 30},
                                         {2.9, 30}, {3.1, 50}, {4, 50},   {5.9, 50}, {-0.9, 10}};
    double xy[2 * RB_OVERLAY_POINTS];
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(rb_overlay_tracked(&overlay, expected[i][0], xy), 1);
        assert_near(xy[0], expected[i][1], 0);
        assert_near(xy[1], expected[i][1] / 10, 0);
    }
    assert_int_equal(rb_overlay_tracked(&overlay, -1.1, xy), 0);
    assert_int_equal(rb_overlay_tracked(&overlay, 6.1, xy), 0);
    /* Farther from the row than its distance to the row before. */
    int column = rb_csv_column(&overlay.table, "x1");
    assert_near(rb_overlay_at(&overlay, column, 1.4, 10), 20, 0);
    assert_near(rb_overlay_at(&overlay, column, 1.6, 10), 30, 0);
    assert_near(rb_overlay_at(&overlay, column, 2.9, 10), 30, 0);
    assert_true(isnan(rb_overlay_at(&overlay, column, 3, 0.9)));
    rb_overlay_clear(&overlay);
}

/* ---- record ------------------------------------------------------------------------------------- */

static size_t packed_size(const rb_recall *recall, const rb_checkpoint *s) {
    rb_page page;
    rb_page_begin(&page, &s->state);
    unsigned char packed[RB_PACKED_MAX];
    size_t size = rb_pack(&page, recall, &s->state, &s->then, packed);
    rb_snapshot back;
    rb_run_state state;
    rb_unpack(&page, recall, s->then.t, packed, &state, &back);
    assert_memory_equal(&back, &s->then, sizeof back);
    assert_memory_equal(&state, &s->state, sizeof state);
    return size;
}

/* A state that cannot be continued says nothing about forces and energies: nothing is computed from it, with
   or without the scene. */
static void only_valid_states_are_completed(void **state) {
    (void)state;
    rb_scene scene = rb_default_scene();
    rb_recall recall;
    rb_recall_prepare(&recall, &scene);
    const size_t masks = 8 * (size_t)RB_MASK_WORDS(RB_CORE_WORDS);
    rb_checkpoint blank;
    memset(&blank, 0, sizeof blank);
    assert_false(rb_run_state_is_sound(&blank.state));
    assert_int_equal(packed_size(&recall, &blank), masks);
    assert_int_equal(packed_size(NULL, &blank), masks);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_checkpoint live = rb_test_save(sim);
    assert_true(rb_run_state_is_sound(&live.state));
    assert_int_equal(packed_size(&recall, &live), masks);
    assert_true(packed_size(NULL, &live) > masks);
    live.state.numbers[0] = NAN;
    assert_true(packed_size(&recall, &live) > masks);
    rb_simulation_destroy(sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_motion_bridges_three_ticks),
        cmocka_unit_test(a_flick_about_the_vertical_is_a_spin),
        cmocka_unit_test(turning_over_is_announced_at_its_end),
        cmocka_unit_test(tracked_points_are_those_of_the_nearest_row),
        cmocka_unit_test(only_valid_states_are_completed),
    };
    return cmocka_run_group_tests_name("session details", tests, NULL, NULL);
}
