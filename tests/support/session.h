/* A session without a thread or a window, for tests. */
#ifndef RB_TESTS_SUPPORT_SESSION_H
#define RB_TESTS_SUPPORT_SESSION_H

#include "app/session/session.h"
#include "support.h"

static inline rb_scene scene_with(const char *law) {
    rb_scene scene = rb_default_scene();
    rb_scene_set_friction(&scene, rb_friction_law_find(law));
    return scene;
}

static inline void frames(rb_session *session, int count) {
    for (int i = 0; i < count; i++) {
        rb_session_update(session, 1.0 / 60);
    }
}

/* Plays until t (s) is reached. */
static inline void play_until(rb_session *session, double t) {
    rb_session_play_until(session, t);
    do {
        rb_session_update(session, 1.0 / 60);
    } while (rb_session_until_waits(session));
}

static inline rb_session *begin(int runs) {
    static const char *const laws[] = {"exact-circle", "k11-tanh", "k11-p2", "k11-p1"};
    rb_scene scenes[4];
    for (int i = 0; i < runs; i++) {
        scenes[i] = scene_with(laws[i]);
    }
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, scenes, runs, (rb_session_options){0}, NULL), RB_OK);
    rb_session_play(session);
    return session;
}

static inline void end(rb_session *session) {
    rb_session_destroy(session);
    free(session);
}

#endif
