/* The session with a real runner and no thread: commands, edits, undo, scrubbing, comparison. */
#include <math.h>

#include "math/vec.h"
#include "session.h"

static double recorded_spin(const rb_session *session, int run, int index) {
    rb_snapshot s;
    rb_history_read(&session->history, &session->history.runs[run], index, &s);
    return s.omega.z;
}

static void plays_and_records(void **state) {
    (void)state;
    rb_session *session = begin(1);
    frames(session, 30);
    assert_true(rb_session_playing(session));
    assert_true(fabs(rb_session_time(session) - 0.5) < 0.02);
    assert_in_range(session->history.runs[0].count, 100, 140);
    rb_session_pause(session);
    frames(session, 3);
    double t = rb_session_time(session);
    frames(session, 10);
    assert_true(rb_session_time(session) == t);
    end(session);
}

/* While something is set up frame by frame, no time passes; afterwards it does, unless a pause was
   requested. */
static void time_stops_while_something_is_set_up(void **state) {
    (void)state;
    rb_session *session = begin(1);
    frames(session, 5);
    rb_session_hold(session, true);
    frames(session, 2);
    rb_scene scene = scene_with("k11-tanh");
    rb_session_open(session, &scene);
    rb_session_play(session);
    frames(session, 5);
    rb_session_set_speed(session, 0.5);
    frames(session, 5);
    assert_false(rb_session_playing(session));
    assert_true(rb_session_time(session) == 0);
    rb_session_hold(session, false);
    frames(session, 5);
    assert_true(rb_session_playing(session) && rb_session_time(session) > 0);
    rb_session_hold(session, true);
    rb_session_restart(session);
    rb_session_play(session);
    rb_session_pause(session);
    rb_session_hold(session, false);
    frames(session, 5);
    assert_false(rb_session_playing(session));
    assert_true(rb_session_time(session) == 0);
    /* Setting up waits for the time to play until, and the run stays there. */
    rb_session_hold(session, true);
    rb_session_play(session);
    rb_session_play_until(session, 0.1);
    for (int i = 0; i < 100 && rb_session_until_waits(session); i++) {
        frames(session, 1);
    }
    rb_session_hold(session, false);
    frames(session, 5);
    assert_near(rb_session_time(session), 0.1, 1e-9);
    end(session);
}

/* Continuing from the past gives the same bits as before. */
static void branches_from_the_past(void **state) {
    (void)state;
    rb_session *session = begin(2);
    frames(session, 30);
    double end_time = rb_history_end(&session->history);
    rb_snapshot before;
    assert_true(rb_history_at(&session->history, 1, 0.4, &before));
    rb_session_scrub(session, 0.2);
    frames(session, 2);
    assert_true(session->scrubbing && !rb_session_playing(session));
    assert_true(fabs(rb_session_time(session) - 0.2) < 0.01);
    rb_session_step(session, 1);
    frames(session, 1);
    assert_true(rb_session_time(session) > 0.2);
    rb_session_step(session, -1);
    rb_session_play(session);
    frames(session, 4);
    assert_false(session->scrubbing);
    assert_true(rb_history_end(&session->history) < end_time);
    rb_session_pause(session);
    frames(session, 2);
    double tick = session->runs[0].applied.values[RB_SECTION_SOLVER][RB_SOLVER_TICK];
    rb_session_advance(session, (int)lround((before.t - rb_session_time(session)) / tick));
    frames(session, 2);
    assert_true(fabs(session->frame->runs[1].t - before.t) < 1e-9);
    assert_memory_equal(&session->frame->runs[1].omega, &before.omega, sizeof before.omega);
    for (int i = 1; i < session->history.runs[1].count; i++) {
        assert_true(session->history.runs[1].items[i].t > session->history.runs[1].items[i - 1].t);
    }
    end(session);
}

/* So does a bearing, whose state is larger than the record of other bodies. */
static void a_bearing_branches_from_the_past(void **state) {
    (void)state;
    rb_session *session = begin(1);
    rb_scene scene = rb_test_scene("bearing-skidding", "n=3", NULL);
    rb_session_open(session, &scene);
    play_until(session, 0.004);
    rb_snapshot then, now, past;
    then = session->frame->runs[0];
    assert_int_equal(session->history.runs[0].count, 21); /* every tick */
    rb_session_scrub(session, 0.002);
    frames(session, 2);
    past = *session->shown[0];
    assert_near(past.t, 0.002, 1e-12);
    rb_session_play_until(session, 0.003); /* what came after 2 ms is replaced */
    frames(session, 4);
    assert_false(session->scrubbing);
    assert_near(session->frame->runs[0].t, 0.003, 1e-12);
    assert_near(rb_history_end(&session->history), 0.003, 1e-12);
    play_until(session, 0.004);
    now = session->frame->runs[0];
    then.rhs_seconds = now.rhs_seconds = 0;
    assert_memory_equal(&now, &then, sizeof now);
    end(session);
}

static void edits_at_once_or_on_restart(void **state) {
    (void)state;
    rb_session *session = begin(2);
    frames(session, 10);
    uint64_t begun = session->frame->start;
    double *mu = &session->runs[0].scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU];
    rb_session_remember(session);
    *mu = 0.9;
    rb_session_edited(session, 0, RB_SECTION_CONTACT, RB_CONTACT_MU);
    assert_false(rb_session_restart_pending(session));
    assert_true(session->runs[1].scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.5);
    frames(session, 3);
    assert_int_equal(session->frame->start, begun);

    int spin = rb_param_find(rb_scene_table(&session->runs[0].scene, RB_SECTION_START), "omega3");
    rb_session_remember(session);
    session->runs[0].scene.values[RB_SECTION_START][spin] = -4;
    rb_session_edited(session, 0, RB_SECTION_START, spin);
    assert_true(rb_session_restart_pending(session));
    /* The start is the same for all runs, otherwise they cannot be compared. */
    assert_true(session->runs[1].scene.values[RB_SECTION_START][spin] == -4);
    rb_session_restart(session);
    frames(session, 3);
    assert_false(rb_session_restart_pending(session));
    assert_true(session->frame->runs[0].omega.z < 0);

    assert_true(rb_session_undo(session));
    assert_true(rb_session_undo(session));
    assert_true(session->runs[0].scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.5);
    assert_true(rb_session_redo(session));
    assert_true(session->runs[0].scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.9);
    end(session);
}

/* Instants recorded before an edit are marked; continuing from there uses the present scene. */
static void the_past_before_an_edit_is_reported(void **state) {
    (void)state;
    rb_session *session = begin(1);
    frames(session, 12);
    rb_session_scrub(session, 0.1);
    assert_false(rb_session_before_edit(session));
    rb_session_go_live(session);
    rb_session_play(session);
    session->runs[0].scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = 0.9;
    rb_session_edited(session, 0, RB_SECTION_CONTACT, RB_CONTACT_MU);
    frames(session, 12);
    rb_session_scrub(session, 0.3);
    assert_false(rb_session_before_edit(session));
    rb_session_scrub(session, 0.1);
    assert_true(rb_session_before_edit(session));
    rb_session_play(session); /* with the new coefficient from here on */
    frames(session, 12);
    rb_session_scrub(session, 0.05);
    assert_true(rb_session_before_edit(session));
    rb_session_scrub(session, 0.15);
    assert_false(rb_session_before_edit(session));
    rb_session_restart(session);
    frames(session, 12);
    rb_session_scrub(session, 0.05);
    assert_false(rb_session_before_edit(session));
    end(session);
}

static void impossible_edits_are_rejected(void **state) {
    (void)state;
    rb_session *session = begin(1);
    frames(session, 5);
    session->runs[0].scene.values[RB_SECTION_CONTACT][RB_CONTACT_B] = 0.4;
    rb_session_scene_edited(session, 0); /* a circular law on an ellipse */
    assert_true(session->runs[0].problem.text[0] != '\0');
    assert_true(session->runs[0].applied.values[RB_SECTION_CONTACT][RB_CONTACT_B] == 1);
    frames(session, 5);
    assert_int_equal(session->frame->refused, 0);
    end(session);
}

static void runs_come_and_go(void **state) {
    (void)state;
    rb_session *session = begin(4);
    frames(session, 20);
    assert_int_equal(session->shown_count, 4);
    double kept = recorded_spin(session, 3, 5);
    rb_session_remove(session, 1);
    frames(session, 6);
    assert_int_equal(session->count, 3);
    assert_int_equal(session->shown_count, 3);
    assert_string_equal(session->runs[2].scene.friction->id, "k11-p1");
    assert_true(recorded_spin(session, 2, 5) == kept); /* the others continue */
    assert_true(rb_session_playing(session));
    /* Removing a run and opening another scene at once must not remove two runs. */
    rb_session_remove(session, 0);
    rb_scene other = scene_with("k11-p2");
    rb_session_open(session, &other);
    rb_session_play(session);
    frames(session, 6);
    assert_int_equal(session->count, 1);
    assert_int_equal(session->shown_count, 1);
    assert_true(rb_session_settled(session));
    while (session->count < RB_RUNS_MAX) {
        assert_true(rb_session_add(session, &other));
    }
    assert_false(rb_session_add(session, &other));
    frames(session, 6);
    assert_int_equal(session->shown_count, RB_RUNS_MAX);
    end(session);
}

static void flicks_wake(void **state) {
    (void)state;
    rb_session *session = begin(1);
    frames(session, 10);
    rb_session_pause(session);
    frames(session, 2);
    double before = session->frame->runs[0].omega.z;
    rb_session_flick(session, rb_v3(0, 0, 5));
    frames(session, 2);
    assert_true(rb_session_playing(session));
    assert_true(session->frame->runs[0].omega.z > before + 3);
    end(session);
}

/* A slider may give any step; the nearest one that fits the tick is used, and shown. */
static void any_step_on_the_slider_is_sound(void **state) {
    (void)state;
    rb_session *session = begin(1);
    double *solver = session->runs[0].scene.values[RB_SECTION_SOLVER];
    solver[RB_SOLVER_STEP] = 3e-5;
    rb_session_edited(session, 0, RB_SECTION_SOLVER, RB_SOLVER_STEP);
    assert_string_equal(session->runs[0].problem.text, "");
    assert_true(fabs(solver[RB_SOLVER_STEP] - 1e-3 / 33) < 1e-15);
    solver[RB_SOLVER_TICK] = 1.7e-4;
    rb_session_edited(session, 0, RB_SECTION_SOLVER, RB_SOLVER_TICK);
    assert_string_equal(session->runs[0].problem.text, "");
    assert_true(solver[RB_SOLVER_TICK] == 1.7e-4);
    assert_true(rb_session_restart_pending(session));
    rb_session_restart(session);
    frames(session, 3);
    assert_false(rb_session_restart_pending(session));
    assert_true(session->frame->tick_length == 1.7e-4);
    assert_int_equal(session->frame->refused, 0);
    end(session);
}

/* Runs that are shown together are at the same times: they have a common tick. */
static void the_tick_is_one_for_all_runs(void **state) {
    (void)state;
    rb_session *session = begin(3);
    frames(session, 5);
    session->runs[1].scene.values[RB_SECTION_SOLVER][RB_SOLVER_TICK] = 1.234567e-3;
    rb_session_edited(session, 1, RB_SECTION_SOLVER, RB_SOLVER_TICK);
    rb_session_restart(session);
    frames(session, 20);
    assert_true(rb_session_settled(session));
    assert_int_equal(session->frame->refused, 0);
    assert_int_equal(session->shown_count, 3);
    assert_true(session->frame->tick_length == 1.234567e-3);
    assert_true(rb_session_time(session) > 0.2);
    for (int i = 0; i < 3; i++) {
        assert_true(fabs(session->shown[i]->t - rb_session_time(session)) < 1e-9);
        assert_int_equal(session->history.runs[i].count, session->history.runs[0].count);
    }
    end(session);
}

/* Commands that are sent before the runner has responded are not mixed up. */
static void runs_are_distinguished_by_number(void **state) {
    (void)state;
    rb_session *session = begin(4);
    frames(session, 20);
    double kept = recorded_spin(session, 3, 5);
    rb_session_remove(session, 0);
    rb_session_remove(session, 1); /* the next one, at once */
    assert_int_equal(session->count, 2);
    assert_string_equal(rb_session_label(session, 0), "tanh, circle");
    assert_string_equal(rb_session_label(session, 1), "Padé P1, circle");
    assert_true(recorded_spin(session, 1, 5) == kept);
    frames(session, 3);
    assert_int_equal(session->shown_count, 2);
    assert_true(rb_session_settled(session));
    for (int i = 0; i < 2; i++) { /* no sample of a removed run is among them */
        const rb_history_run *past = &session->history.runs[i];
        for (int k = 1; k < past->count; k++) {
            assert_true(past->items[k].t > past->items[k - 1].t);
        }
    }
    rb_scene first = session->runs[0].scene, second = scene_with("k11-p2");
    rb_session_open(session, &second);
    rb_session_open(session, &first);
    assert_true(rb_session_add(session, &second));
    rb_session_remove(session, 0);
    frames(session, 4);
    assert_true(rb_session_settled(session));
    assert_int_equal(session->shown_count, 1);
    assert_string_equal(session->drawn[0].friction->id, "k11-p2");
    end(session);
}

/* Runs that the runner rejects are removed from the session. */
static void rejected_runs_are_removed(void **state) {
    (void)state;
    rb_session *session = begin(2);
    frames(session, 10);
    rb_scene bad = scene_with("k11-p2");
    bad.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
    assert_true(rb_session_add(session, &bad));
    assert_int_equal(session->count, 3);
    bool refused = false;
    for (int i = 0; i < 3; i++) {
        refused = rb_session_update(session, 1.0 / 60) || refused;
    }
    assert_true(refused);
    assert_int_equal(session->count, 2);
    assert_int_equal(session->shown_count, 2);
    assert_true(rb_session_settled(session));
    assert_true(rb_session_time(session) > 0.1); /* and continued */
    rb_session_open(session, &bad);
    assert_true(rb_session_update(session, 1.0 / 60));
    frames(session, 2);
    assert_int_equal(session->count, 2); /* as it was */
    assert_true(session->runs[0].applied.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.5);
    assert_string_equal(rb_session_label(session, 0), "Exact, circle");
    assert_string_equal(rb_session_label(session, 1), "tanh, circle");
    assert_true(rb_session_settled(session));
    end(session);
}

/* Without a thread, interactive: a tick that takes longer than a frame does not block the frames. */
static void long_ticks_leave_time_for_frames(void **state) {
    (void)state;
    rb_scene slow = scene_with("exact-circle");
    slow.values[RB_SECTION_SOLVER][RB_SOLVER_STEP] = 1e-8;
    slow.values[RB_SECTION_SOLVER][RB_SOLVER_TICK] = 0.1; /* ten million steps: half a minute */
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    rb_session_options options = {.interactive = true};
    assert_int_equal(rb_session_create(session, &slow, 1, options, NULL), RB_OK);
    rb_session_play(session);
    frames(session, 30);
    assert_true(rb_session_playing(session));
    assert_int_equal(session->frame->tick, 0);
    assert_true(session->frame->behind);
    end(session);
}

/* Comparison of laws: the next one that fits, a given one, all of them, and its end. */
static void laws_are_compared(void **state) {
    (void)state;
    rb_session *session = begin(1);
    rb_error err = {""};
    assert_int_equal(rb_session_compare_add(session, NULL, &err), RB_OK);
    assert_true(session->runs[1].scene.friction != session->runs[0].scene.friction);
    assert_int_equal(session->selected, 0);
    assert_int_equal(rb_session_compare_add(session, rb_friction_law_find("k11-p2"), &err), RB_OK);
    frames(session, 4);
    assert_int_equal(session->shown_count, 3);
    assert_string_equal(rb_session_label(session, 2), "Padé P2, circle");
    frames(session, 60); /* until the two differ visibly */
    assert_true(session->compare.largest[1] > 0 && session->compare.largest[2] > 0);
    assert_true(session->compare.largest[0] == 0);
    while (session->count < RB_RUNS_MAX) {
        assert_true(rb_session_add(session, &session->runs[0].scene));
    }
    assert_int_equal(rb_session_compare_add(session, NULL, &err), RB_ERR_INPUT);
    assert_non_null(strstr(err.text, "8 runs"));
    session->selected = 2;
    rb_session_compare_end(session);
    frames(session, 4);
    assert_int_equal(session->shown_count, 1);
    assert_string_equal(rb_session_label(session, 0), "Padé P2, circle");
    rb_session_compare_all(session);
    frames(session, 4);
    for (int i = 0; i < session->count; i++) {
        assert_int_equal(rb_scene_law_fits(&session->runs[i].scene, session->runs[i].scene.friction, NULL),
                         RB_OK);
        for (int k = 0; k < i; k++) {
            assert_true(session->runs[i].scene.friction != session->runs[k].scene.friction);
        }
    }
    assert_int_equal(session->count, RB_RUNS_MAX); /* more laws than the capacity */
    end(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_and_records),
        cmocka_unit_test(time_stops_while_something_is_set_up),
        cmocka_unit_test(branches_from_the_past),
        cmocka_unit_test(a_bearing_branches_from_the_past),
        cmocka_unit_test(edits_at_once_or_on_restart),
        cmocka_unit_test(the_past_before_an_edit_is_reported),
        cmocka_unit_test(impossible_edits_are_rejected),
        cmocka_unit_test(runs_come_and_go),
        cmocka_unit_test(flicks_wake),
        cmocka_unit_test(any_step_on_the_slider_is_sound),
        cmocka_unit_test(the_tick_is_one_for_all_runs),
        cmocka_unit_test(runs_are_distinguished_by_number),
        cmocka_unit_test(rejected_runs_are_removed),
        cmocka_unit_test(long_ticks_leave_time_for_frames),
        cmocka_unit_test(laws_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
