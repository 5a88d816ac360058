/* Predicted events happen; and every built-in scene has its group. */
#include <math.h>

#include "app/session/prediction.h"
#include "app/session/scene_groups.h"
#include "math/vec.h"
#include "session.h"

static rb_session *session_of(const char *id) {
    rb_scene scene;
    rb_error err = {""};
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    if (rb_library_open(id, &scene, &err) != RB_OK ||
        rb_session_create(session, &scene, 1, (rb_session_options){0}, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    rb_session_play(session);
    return session;
}

static void look_ahead(rb_prediction *f, rb_session *session, int count) {
    for (int i = 0; i < count; i++) {
        frames(session, 1);
        rb_prediction_update(f, session);
    }
}

static void a_reversal_is_foreseen_to_the_bit(void **state) {
    (void)state;
    rb_session *session = session_of("long-wood");
    rb_prediction f = {0};
    look_ahead(&f, session, 12); /* 0.2 s; two seconds ahead */
    assert_true(rb_session_time(session) < 0.3);
    assert_true(f.count > 0);
    double foreseen = f.from[0];
    assert_true(isnan(rb_session_summary(session, 0)->first_reversal_time));
    assert_true(rb_prediction_between(&f, foreseen - 0.1, foreseen + 0.1));
    assert_false(rb_prediction_between(&f, foreseen - 0.2, foreseen - 0.1));
    frames(session, 40);
    double happened = rb_session_summary(session, 0)->first_reversal_time;
    assert_memory_equal(&foreseen, &happened, sizeof happened);
    rb_prediction_destroy(&f);
    end(session);
}

/* A flick changes the prediction. */
static void a_flick_is_taken_into_account(void **state) {
    (void)state;
    rb_session *session = session_of("long-wood");
    rb_prediction f = {0};
    look_ahead(&f, session, 12);
    double before = f.from[0];
    rb_session_flick(session, rb_v3(0, 0, -15)); /* its own way from now on */
    look_ahead(&f, session, 12);
    assert_true(f.count == 0 || fabs(f.from[0] - before) > 0.05);
    double first = f.count > 0 ? f.from[0] : INFINITY;
    frames(session, 40);
    const rb_summary *s = rb_session_summary(session, 0);
    for (int i = 0; i < s->event_count; i++) {
        if (s->events[i].kind == RB_EVENT_REVERSAL) {
            first = fmin(first, s->events[i].t);
        }
    }
    assert_true(f.count == 0 || f.from[0] == first);
    rb_prediction_destroy(&f);
    end(session);
}

static void a_top_that_turns_over_is_foreseen(void **state) {
    (void)state;
    rb_session *session = session_of("tippetop-ka09");
    rb_prediction f = {0};
    for (int i = 0; i < 60 && f.count == 0; i++) {
        look_ahead(&f, session, 1);
    }
    assert_int_equal(f.count, 1);
    assert_near(f.to[0], 1.7956749021581024, 1e-9); /* rbsim run tippetop-ka09: large_last_off */
    assert_true(f.from[0] < f.to[0] && f.from[0] > 1);
    assert_true(rb_session_time(session) < f.from[0]);
    rb_prediction_destroy(&f);
    end(session);
}

static void a_disk_does_neither(void **state) {
    (void)state;
    rb_session *session = session_of("disk-k12");
    rb_prediction f = {0};
    look_ahead(&f, session, 3);
    assert_null(f.runner);
    assert_int_equal(f.count, 0);
    rb_prediction_destroy(&f);
    end(session);
}

/* ---- groups ------------------------------------------------------------------------------------- */

static void every_scene_is_in_one_group(void **state) {
    (void)state;
    rb_library *library = calloc(1, sizeof *library);
    rb_error err = {""};
    assert_non_null(library);
    if (rb_library_load(library, NULL, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    int mine = rb_scene_group_count() - 1, found = 0;
    assert_string_equal(rb_scene_group_name(mine), "Mine");
    for (int i = 0; i < library->count; i++) {
        if (rb_scene_group_of(library->scenes[i].id) == mine) {
            fail_msg("%s is in no group", library->scenes[i].id);
        }
    }
    for (int group = 0; group <= mine; group++) {
        const rb_scene *scene = NULL;
        for (int n = 0; (scene = rb_scene_group_at(library, group, n)) != NULL; n++, found++) {
            assert_int_equal(rb_scene_group_of(scene->id), group);
        }
    }
    assert_int_equal(found, library->count);
    assert_string_equal(rb_scene_group_at(library, 0, 0)->id, "toy-plastic");
    assert_string_equal(rb_scene_group_next(library, "k11-fig5", 1)->id, "disk-k12");
    assert_string_equal(rb_scene_group_next(library, "toy-plastic", -1)->id, "disk-k12");
    snprintf(library->scenes[0].id, sizeof library->scenes[0].id, "my-own"); /* a user's */
    assert_string_equal(rb_scene_group_at(library, mine, 0)->id, "my-own");
    assert_string_equal(rb_scene_group_next(library, "my-own", 1)->id, "my-own");
    free(library);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reversal_is_foreseen_to_the_bit), cmocka_unit_test(a_flick_is_taken_into_account),
        cmocka_unit_test(a_top_that_turns_over_is_foreseen), cmocka_unit_test(a_disk_does_neither),
        cmocka_unit_test(every_scene_is_in_one_group),
    };
    return cmocka_run_group_tests_name("session prediction", tests, NULL, NULL);
}
