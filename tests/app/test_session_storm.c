/* Random commands to a session without waiting: with the physics thread, without it, and while a long tick
   blocks the runner. At the end session and runner agree on runs, scenes and record. */
#include <math.h>
#include <time.h>

#include "app/session/session.h"
#include "math/vec.h"
#include "support.h"

static void nap(void) {
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static void edit_something(rb_session *session, rb_test_rng *rng) {
    int run = rb_test_int(rng, session->count);
    double *values = session->runs[run].scene.values[RB_SECTION_CONTACT];
    values[RB_CONTACT_MU] = rb_test_real(rng, -0.05, 1); /* sometimes refused */
    rb_session_edited(session, run, RB_SECTION_CONTACT, RB_CONTACT_MU);
    if (rb_test_int(rng, 4) == 0) {
        session->runs[run].scene.values[RB_SECTION_SOLVER][RB_SOLVER_TICK] = rb_test_real(rng, 5e-4, 2e-3);
        rb_session_edited(session, run, RB_SECTION_SOLVER, RB_SOLVER_TICK);
    }
}

static void do_something(rb_session *session, rb_test_rng *rng, const rb_scene *scenes) {
    switch (rb_test_int(rng, 13)) {
    case 0: rb_session_open(session, &scenes[rb_test_int(rng, 4)]); break;
    case 1: rb_session_replace(session, scenes, 1 + rb_test_int(rng, 4)); break;
    case 2: rb_session_add(session, &scenes[rb_test_int(rng, 5)]); break; /* the last is refused */
    case 3: rb_session_remove(session, rb_test_int(rng, RB_RUNS_MAX)); break;
    case 4: rb_session_restart(session); break;
    case 5: rb_session_play(session); break;
    case 6: rb_session_pause(session); break;
    case 7: rb_session_scrub(session, rb_test_real(rng, 0, 0.3)); break;
    case 8: rb_session_step(session, rb_test_int(rng, 2) * 2 - 1); break;
    case 9: rb_session_flick(session, rb_scale(0.1, rb_test_direction(rng))); break;
    case 10: rb_session_set_speed(session, pow(10, rb_test_real(rng, -3, 1))); break;
    case 11: rb_session_undo(session); break;
    default:
        rb_session_remember(session);
        edit_something(session, rng);
        break;
    }
}

static void check_history(const rb_session *session) {
    for (int run = 0; run < session->count; run++) {
        const rb_history_run *past = &session->history.runs[run];
        for (int i = 1; i < past->count; i++) {
            assert_true(past->items[i].t > past->items[i - 1].t);
        }
    }
}

static void check_agreement(const rb_session *session) {
    const rb_frame *frame = session->frame;
    assert_int_equal(frame->run_count, session->count);
    assert_int_equal(session->shown_count, session->count);
    assert_in_range(session->selected, 0, session->count - 1);
    assert_in_range(session->reference, 0, session->count - 1);
    for (int i = 0; i < session->count; i++) {
        assert_int_equal(session->runs[i].id, frame->marks[i].id);
        assert_int_equal(session->runs[i].revision, frame->marks[i].revision);
        assert_true(rb_scene_same(&session->runs[i].applied, &frame->scenes[i]));
        assert_true(rb_scene_same(&session->drawn[i], &frame->scenes[i]));
        if (!rb_phase_frozen(frame->runs[i].phase)) {
            assert_near(frame->runs[i].t, frame->runs[0].t, 1e-9);
        }
    }
    for (int i = session->count; i < RB_RUNS_MAX; i++) { /* no record of other runs */
        assert_int_equal(session->history.runs[i].count, 0);
    }
    check_history(session);
}

static void settle(rb_session *session) {
    for (int i = 0; i < 60000 && !rb_session_settled(session); i++) {
        nap();
        rb_session_update(session, 0.001);
    }
    assert_true(rb_session_settled(session));
    rb_session_update(session, 0.001);
}

static rb_session *begin(const rb_scene *scene, rb_session_options options) {
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, scene, 1, options, NULL), RB_OK);
    return session;
}

static void end(rb_session *session) {
    rb_session_destroy(session);
    free(session);
}

/* Four valid scenes, and one that the runner rejects. */
static void fill(rb_scene scenes[5]) {
    scenes[0] = rb_test_scene("k11-fig5", NULL);
    scenes[1] = rb_test_scene("k11-fig4", "law=k11-p1", NULL);
    scenes[2] = rb_test_scene("k11-fig5", "step=4e-5", NULL);
    scenes[3] = rb_test_scene("k11-fig5", "mu=0", NULL);
    scenes[4] = scenes[0];
    scenes[4].values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
}

static void storm(rb_session_options options, uint64_t seed) {
    rb_scene scenes[5];
    fill(scenes);
    rb_session *session = begin(&scenes[0], options);
    rb_test_rng rng = rb_test_seeded(seed);
    for (int round = 0; round < (RB_SHORT ? 8 : 25); round++) {
        for (int i = 0; i < 20; i++) {
            for (int k = rb_test_int(&rng, 5); k > 0; k--) {
                do_something(session, &rng, scenes);
            }
            rb_session_update(session, 0.004);
            assert_in_range(session->count, 1, RB_RUNS_MAX);
            if (options.threaded) {
                nap();
            }
        }
        settle(session);
        check_agreement(session);
    }
    end(session);
}

static void random_commands_with_the_thread(void **state) {
    (void)state;
    storm((rb_session_options){.interactive = true, .threaded = true}, 11);
}

static void random_commands_without_the_thread(void **state) {
    (void)state;
    storm((rb_session_options){.interactive = true}, 12);
    storm((rb_session_options){0}, 13);
}

/* More commands than the capacity, while the runner takes none. */
static void random_commands_while_none_is_accepted(void **state) {
    (void)state;
    rb_scene scenes[5];
    fill(scenes);
    rb_scene slow = rb_test_scene("k11-fig5", "tick=0.1", "step=1e-6", NULL);
    for (uint64_t seed = 1; seed < 6; seed++) {
        rb_session *session = begin(&slow, (rb_session_options){.interactive = true});
        rb_session_play(session);
        for (int i = 0; i < 40; i++) {
            rb_session_update(session, 0.004);
        }
        assert_int_equal(session->frame->tick, 0); /* within its first tick */
        rb_test_rng rng = rb_test_seeded(seed);
        for (int i = 0; i < 400; i++) {
            do_something(session, &rng, scenes);
            if (i % 8 == 0) {
                rb_session_update(session, 0.0001);
            }
        }
        settle(session);
        check_agreement(session);
        end(session);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_commands_with_the_thread),
        cmocka_unit_test(random_commands_without_the_thread),
        cmocka_unit_test(random_commands_while_none_is_accepted),
    };
    return cmocka_run_group_tests_name("session storm", tests, NULL, NULL);
}
