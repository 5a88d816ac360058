/* Runs side by side: of one scene and start with several friction laws, or variants of one run. */
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

/* Beside the selected run, which stays selected. */
static rb_status add_beside(rb_session *session, const rb_scene *scene, bool own_start,
                            rb_error *err) {
    if (session->count == RB_RUNS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "At most %d runs can be compared", RB_RUNS_MAX);
    }
    rb_session_remember(session);
    int selected = session->selected;
    if (!rb_session_add(session, scene)) {
        return rb_fail(err, RB_ERR_INPUT, "Too many commands wait: try again");
    }
    session->runs[session->selected].own_start = own_start;
    session->selected = selected;
    return RB_OK;
}

rb_status rb_session_compare_add(rb_session *session, const rb_friction_law *law, rb_error *err) {
    rb_scene scene = session->runs[session->selected].scene;
    law = law != NULL ? law : next_law(session);
    if (law == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "Every law that fits this patch is in the comparison already");
    }
    rb_status status = rb_scene_law_fits(&scene, law, err);
    if (status != RB_OK) {
        return status;
    }
    rb_scene_set_friction(&scene, law);
    return add_beside(session, &scene, session->runs[session->selected].own_start, err);
}

rb_status rb_session_compare_variant(rb_session *session, const rb_variant *variant,
                                     rb_error *err) {
    const rb_session_run *from = &session->runs[session->selected];
    rb_scene scene = from->scene;
    rb_status status = rb_scene_apply_variant(&scene, variant, err);
    if (status != RB_OK) {
        return status;
    }
    /* A copy is made to be edited; another start was asked for. */
    bool copied = rb_scene_same(&scene, &from->scene);
    bool started = !rb_scene_same_start(&scene, &from->scene);
    return add_beside(session, &scene, from->own_start || copied || started, err);
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
