/* Edits of scenes: what takes effect at once goes to the runner, the rest waits for a restart. */
#include "viewer/session/session.h"

bool rb_scene_same(const rb_scene *a, const rb_scene *b) {
    if (a->body != b->body || a->normal != b->normal || a->friction != b->friction ||
        a->rolling != b->rolling) {
        return false;
    }
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        int count = rb_scene_table(a, (rb_section)s).count;
        for (int i = 0; i < count; i++) {
            if (a->values[s][i] != b->values[s][i]) {
                return false;
            }
        }
    }
    return true;
}

static void apply(rb_session *session, int index) {
    rb_session_run *run = &session->runs[index];
    if (rb_scene_check(&run->scene, run->scene.id, &run->problem) != RB_OK) {
        return;
    }
    run->problem.text[0] = '\0';
    rb_scene live = rb_scene_live_part(&run->scene, &run->applied);
    if (live.body != run->applied.body || rb_scene_check(&live, live.id, NULL) != RB_OK) {
        return; /* fits together only after a restart */
    }
    if (!rb_scene_same(&live, &run->applied)) {
        run->applied = live;
        run->revision = rb_outbox_post_edit(&session->outbox, index, &live);
    }
}

void rb_session_scene_edited(rb_session *session, int run) {
    apply(session, run);
}

/* The same parameter in another run: by name, since its law may have another table. */
static void copy_value(rb_session *session, int from, int to, rb_section section, int index) {
    rb_param_table source = rb_scene_table(&session->runs[from].scene, section);
    rb_param_table target = rb_scene_table(&session->runs[to].scene, section);
    int row = rb_param_find(target, source.rows[index].name);
    if (row >= 0) {
        session->runs[to].scene.values[section][row] =
            session->runs[from].scene.values[section][index];
    }
}

/* A slider knows nothing of whole steps: the nearest one that fits is taken, and shown. */
static void apply_fitted(rb_session *session, int run, rb_section section) {
    if (section == RB_SECTION_SOLVER) {
        rb_scene_fit_step(&session->runs[run].scene);
    }
    apply(session, run);
}

void rb_session_edited(rb_session *session, int run, rb_section section, int index) {
    /* All runs start alike and stand at the same instants, or a comparison would compare nothing. */
    bool everywhere = session->link || section == RB_SECTION_START || section == RB_SECTION_WORLD ||
                      (section == RB_SECTION_SOLVER && index == RB_SOLVER_TICK);
    for (int i = 0; everywhere && i < session->count; i++) {
        if (i != run) {
            copy_value(session, run, i, section, index);
            apply_fitted(session, i, section);
        }
    }
    apply_fitted(session, run, section);
}

void rb_session_set_law(rb_session *session, int run, const rb_friction_law *law) {
    rb_scene_set_friction(&session->runs[run].scene, law);
    /* The preset's values for another law are that law's own. */
    rb_scene_set_friction(&session->runs[run].preset, law);
    apply(session, run);
}

static void current_state(const rb_session *session, rb_undo_state *state) {
    state->count = session->count;
    for (int i = 0; i < session->count; i++) {
        state->scenes[i] = session->runs[i].scene;
    }
}

void rb_session_remember(rb_session *session) {
    rb_undo_state state = {0};
    current_state(session, &state);
    rb_undo_push(&session->undo, &state);
}

static void take_state(rb_session *session, const rb_undo_state *state) {
    bool alike = state->count == session->count;
    for (int i = 0; alike && i < state->count; i++) {
        alike = state->scenes[i].body == session->runs[i].scene.body;
    }
    if (!alike) {
        rb_session_replace(session, state->scenes, state->count);
        return;
    }
    for (int i = 0; i < state->count; i++) {
        session->runs[i].scene = state->scenes[i];
        rb_scene_set_friction(&session->runs[i].preset, state->scenes[i].friction);
        apply(session, i);
    }
}

bool rb_session_undo(rb_session *session) {
    rb_undo_state state = {0};
    current_state(session, &state);
    bool done = rb_undo_back(&session->undo, &state);
    if (done) {
        take_state(session, &state);
    }
    return done;
}

bool rb_session_redo(rb_session *session) {
    rb_undo_state state = {0};
    current_state(session, &state);
    bool done = rb_undo_forward(&session->undo, &state);
    if (done) {
        take_state(session, &state);
    }
    return done;
}

bool rb_session_restart_pending(const rb_session *session) {
    for (int i = 0; i < session->count; i++) {
        const rb_session_run *run = &session->runs[i];
        if (!rb_scene_same(&run->scene, &run->applied)) {
            return true;
        }
    }
    return false;
}
