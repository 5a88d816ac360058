/* Laws side by side: runs of one scene and start that differ in their friction law. */
#include "viewer/session/session.h"

static bool in_use(const rb_session *session, const rb_friction_law *law) {
    for (int i = 0; i < session->count; i++) {
        if (session->runs[i].scene.friction == law) {
            return true;
        }
    }
    return false;
}

static const rb_friction_law *next_law(const rb_session *session) {
    const rb_scene *scene = &session->runs[0].scene;
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (!in_use(session, law) && rb_scene_law_fits(scene, law, NULL) == RB_OK) {
            return law;
        }
    }
    return NULL;
}

rb_status rb_session_compare_add(rb_session *session, const rb_friction_law *law, rb_error *err) {
    law = law != NULL ? law : next_law(session);
    if (session->count == RB_RUNS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "At most %d runs can be compared", RB_RUNS_MAX);
    }
    if (law == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "Every law that fits this patch is in the comparison already");
    }
    rb_session_remember(session);
    rb_scene scene = session->runs[session->selected].scene;
    rb_scene_set_friction(&scene, law);
    int selected = session->selected;
    rb_session_add(session, &scene);
    session->selected = selected;
    return RB_OK;
}

void rb_session_compare_all(rb_session *session) {
    rb_scene scenes[RB_RUNS_MAX];
    int count = 0;
    scenes[count++] = session->runs[session->selected].scene;
    for (int i = 0; i < rb_friction_law_count() && count < RB_RUNS_MAX; i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (law == scenes[0].friction || rb_scene_law_fits(&scenes[0], law, NULL) != RB_OK) {
            continue;
        }
        scenes[count] = scenes[0];
        rb_scene_set_friction(&scenes[count++], law);
    }
    rb_session_remember(session);
    rb_session_replace(session, scenes, count);
}

void rb_session_compare_end(rb_session *session) {
    if (session->count > 1) {
        rb_session_remember(session);
        rb_scene scene = session->runs[session->selected].scene;
        rb_session_open(session, &scene);
    }
}
