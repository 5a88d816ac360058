/* Reading numbers: any recorded instant, measured data beside it, and a record that keeps extremes. */
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/session/overlay.h"
#include "app/session/survey.h"
#include "base/file.h"
#include "math/vec.h"
#include "session.h"

/* An interactive session without a thread; a stone that comes to rest within two seconds. */
static rb_session *watched(rb_at_rest what) {
    rb_scene scene = rb_test_scene("k11-fig5", "omega2=0.05", "omega3=-0.3", NULL);
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){.interactive = true}, NULL),
                     RB_OK);
    session->at_rest = what;
    rb_session_set_speed(session, 2);
    rb_session_play(session);
    return session;
}

/* Wall seconds until the stone rests. */
static void run_to_rest(rb_session *session) {
    for (int i = 0; i < 2000; i++) {
        rb_session_update(session, 0.02);
        if (rb_session_now(session, 0)->phase == RB_PHASE_AT_REST) {
            return;
        }
    }
    fail_msg("it never came to rest");
}

static void wait(rb_session *session, double seconds) {
    for (int i = 0; i < (int)(seconds / 0.02); i++) {
        rb_session_update(session, 0.02);
    }
}

static void at_rest_time_stops(void **state) {
    (void)state;
    rb_session *session = watched(RB_REST_STOPS);
    run_to_rest(session);
    double rest = rb_session_time(session);
    wait(session, 3);
    assert_false(rb_session_playing(session));
    assert_true(rb_session_time(session) < rest + 1.5); /* not the six seconds of that time */
    /* A flick wakes it, and it plays. */
    rb_session_flick(session, rb_v3(0, 0, 1));
    wait(session, 0.3);
    assert_true(rb_session_playing(session));
    end(session);
}

static void at_rest_it_restarts(void **state) {
    (void)state;
    rb_session *session = watched(RB_REST_LOOPS);
    run_to_rest(session);
    double rest = rb_session_time(session);
    uint64_t start = session->history.start;
    for (int i = 0; i < 200 && session->history.start == start; i++) {
        rb_session_update(session, 0.02);
    }
    assert_true(session->history.start != start);
    assert_true(rb_session_time(session) < rest);
    wait(session, 0.1);
    assert_true(rb_session_playing(session));
    end(session);
}

/* By choice, and if a time to play until was given: scripts and videos get the requested time. */
static void at_rest_time_may_continue(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        rb_session *session = watched(i == 0 ? RB_REST_CONTINUES : RB_REST_STOPS);
        run_to_rest(session);
        double rest = rb_session_time(session);
        if (i == 1) {
            rb_session_play_until(session, rest + 5);
        }
        session->filming = i == 2;
        wait(session, 4);
        assert_true(rb_session_time(session) > rest + 4);
        end(session);
    }
}

/* The last instant at or before a time, including the present one. */
static void any_instant_is_found(void **state) {
    (void)state;
    rb_session *session = begin(2);
    frames(session, 60);
    rb_session_pause(session);
    frames(session, 2);
    double now = rb_session_time(session);
    for (int run = 0; run < 2; run++) {
        rb_snapshot at, *s = &at;
        rb_session_at(session, run, 1e9, s);
        assert_true(s->t == now);
        rb_session_at(session, run, now, s);
        assert_true(s->t == now);
        rb_session_at(session, run, 0.5, s);
        assert_true(s->t <= 0.5 && s->t > 0.5 - 1.01 / RB_HISTORY_RATE);
        rb_session_scrub(session, 0.5);
        frames(session, 1);
        assert_memory_equal(session->shown[run], s, sizeof *s);
        rb_session_go_live(session);
    }
    end(session);
}

static const char *write_data(const char *text) {
    static char path[64];
    rb_error err;
    snprintf(path, sizeof path, "/tmp/rattleback-data-%d.csv", (int)getpid());
    assert_int_equal(rb_file_write(path, text, strlen(text), &err), RB_OK);
    return path;
}

static void own_data_is_read(void **state) {
    (void)state;
    rb_overlay overlay = {0};
    rb_error err = {""};
    int columns = 0;
    const char *path = write_data("t;omega3;colour;N\n0;4;7;2,5\n0,5;3,5;7;\n1;-1;7;2,4\n");
    assert_int_equal(rb_overlay_read(&overlay, path, 0.25, &columns, &err), RB_OK);
    assert_int_equal(columns, 2);
    int spin = rb_overlay_column(&overlay, rb_signal_find("omega3"));
    int force = rb_overlay_column(&overlay, rb_signal_find("N"));
    assert_int_equal(rb_overlay_column(&overlay, rb_signal_find("omega1")), -1);
    double x[8], y[8];
    assert_int_equal(rb_overlay_points(&overlay, spin, 0, 1, x, y, 8), 2);
    assert_true(x[0] == 0.25 && y[0] == 4 && x[1] == 0.75 && y[1] == 3.5);
    assert_int_equal(rb_overlay_points(&overlay, force, 0, 2, x, y, 8), 2); /* one is not known */
    assert_int_equal(rb_overlay_points(&overlay, spin, 0, 2, x, y, 2), 2);
    assert_true(rb_overlay_at(&overlay, spin, 1.2, 0.1) == -1);
    assert_true(isnan(rb_overlay_at(&overlay, spin, 1.2, 0.01)));
    /* Unusable data is reported, and the old data is kept. */
    static const char *const wrong[][2] = {
        {"t,speed\n0,1\n", "expected columns named like signals"},
        {"time,omega3\n0,1\n", "expected a column \"t\""},
        {"t,omega3\n0,1\nx,2\n", ":3: column 1 (t): expected a number or nothing, got \"x\""},
        {"t,omega3\n0,fast\n", ":2: column 2 (omega3): expected a number or nothing, got \"fast\""},
    };
    for (int i = 0; i < 4; i++) {
        assert_int_equal(rb_overlay_read(&overlay, write_data(wrong[i][0]), 0, &columns, &err), RB_ERR_INPUT);
        assert_contains(err.text, path);
        assert_contains(err.text, wrong[i][1]);
        assert_int_equal(overlay.table.rows, 3);
    }
    unlink(path);
    rb_overlay_clear(&overlay);
}

/* In slow motion numbers and arrows show one instant; at real speed numbers stay for a fifth of a second. */
static void numbers_follow_slow_motion(void **state) {
    (void)state;
    static const struct {
        double speed;
        int changes; /* in a second of 60 frames */
    } cases[] = {{0.15, 60}, {0.99, 60}, {1, 5}, {2, 5}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        rb_readout *readout = calloc(1, sizeof *readout);
        assert_non_null(readout);
        rb_snapshot shown = {.t = 1};
        const rb_snapshot *all[] = {&shown};
        rb_readout_update(readout, all, 1, 7, true, cases[c].speed);
        int changes = 0;
        for (int frame = 1; frame <= 60; frame++) {
            double before = readout->at[0].t;
            shown.t = 1 + cases[c].speed * frame / 60;
            rb_readout_update(readout, all, 1, 7, true, cases[c].speed);
            changes += readout->at[0].t != before;
            assert_true(cases[c].speed >= 1 || readout->at[0].t == shown.t);
        }
        assert_in_range(changes, cases[c].changes - 1, cases[c].changes);
        free(readout);
    }
}

/* A pipe without a writer is refused at once. */
static void a_pipe_is_no_study(void **state) {
    (void)state;
    char pipe[64];
    rb_error err = {""};
    snprintf(pipe, sizeof pipe, "studies.%ld.pipe", (long)getpid());
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_false(rb_survey_is_file(pipe));
    assert_null(rb_survey_read(pipe, &err));
    assert_contains(err.text, pipe);
    unlink(pipe);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_time_stops),        cmocka_unit_test(at_rest_it_restarts),
        cmocka_unit_test(at_rest_time_may_continue), cmocka_unit_test(any_instant_is_found),
        cmocka_unit_test(own_data_is_read),          cmocka_unit_test(numbers_follow_slow_motion),
        cmocka_unit_test(a_pipe_is_no_study),
    };
    return cmocka_run_group_tests_name("session, reading", tests, NULL, NULL);
}
