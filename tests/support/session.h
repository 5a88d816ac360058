/* A session without a thread or a window, for tests. */
#ifndef RB_TESTS_SUPPORT_SESSION_H
#define RB_TESTS_SUPPORT_SESSION_H

#include "app/session/series.h"
#include "app/session/session.h"
#include "support.h"

static inline rb_scene scene_with(const char *law) {
    rb_scene scene = rb_default_scene();
    rb_scene_set_friction(&scene, rb_friction_law_find(law));
    return scene;
}

static inline void apply_variant(rb_scene *scene, const char *id) {
    assert_int_equal(rb_scene_apply_variant(scene, rb_variant_find(id), NULL), RB_OK);
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

/* An empty record with its series, and their end. */
static inline rb_series *open_record(rb_history *history) {
    rb_series *series = malloc(sizeof *series);
    assert_non_null(series);
    assert_int_equal(rb_history_create(history, NULL), RB_OK);
    assert_int_equal(rb_series_create(series, NULL), RB_OK);
    return series;
}

static inline void close_record(rb_history *history, rb_series *series) {
    rb_series_destroy(series);
    free(series);
    rb_history_destroy(history);
}

static inline void end(rb_session *session) {
    rb_session_destroy(session);
    free(session);
}

#endif
