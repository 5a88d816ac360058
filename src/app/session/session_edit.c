/* Edits of scenes: what takes effect at once goes to the runner, the rest waits for a restart. */
#include "app/session/session.h"

static bool same_values(const rb_scene *a, const rb_scene *b, rb_section section) {
    int count = rb_scene_table(a, section).count;
    for (int i = 0; i < count; i++) {
        if (a->values[section][i] != b->values[section][i]) {
            return false;
        }
    }
    return true;
}

bool rb_scene_same(const rb_scene *a, const rb_scene *b) {
    bool same = a->body == b->body && a->normal == b->normal && a->friction == b->friction &&
                a->rolling == b->rolling;
    for (int s = 0; same && s < RB_SECTION_COUNT; s++) {
        same = same_values(a, b, (rb_section)s);
    }
    return same;
}

bool rb_scene_same_start(const rb_scene *a, const rb_scene *b) {
    return a->body == b->body && same_values(a, b, RB_SECTION_START);
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
        run->revision = rb_command_queue_post_edit(&session->commands, index, &live);
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

/* Does an edit of one run go to the other one as well? Runs start alike (but for those that have
   been given a start of their own) and stand at the same instants, or a comparison would compare
   nothing. */
static bool goes_to(const rb_session *session, int from, int to, rb_section section, int index) {
    bool own = session->runs[from].own_start || session->runs[to].own_start;
    return from != to &&
           (session->link || section == RB_SECTION_WORLD || (section == RB_SECTION_START && !own) ||
            (section == RB_SECTION_SOLVER && index == RB_SOLVER_TICK));
}

/* A slider knows nothing of whole steps: the nearest one that fits is taken, and shown. */
static void fit_step(rb_session *session, int run, rb_section section) {
    if (section == RB_SECTION_SOLVER) {
        rb_scene_fit_step(&session->runs[run].scene);
    }
}

static void spread(rb_session *session, int run, rb_section section, int index) {
    for (int i = 0; i < session->count; i++) {
        if (goes_to(session, run, i, section, index)) {
            copy_value(session, run, i, section, index);
            fit_step(session, i, section);
        }
    }
}

static void apply_all(rb_session *session) {
    for (int i = 0; i < session->count; i++) {
        apply(session, i);
    }
}

void rb_session_edited(rb_session *session, int run, rb_section section, int index) {
    spread(session, run, section, index);
    fit_step(session, run, section);
    apply_all(session);
}

void rb_session_set_law(rb_session *session, int run, const rb_friction_law *law) {
    rb_scene_set_friction(&session->runs[run].scene, law);
    /* The preset's values for another law are that law's own. */
    rb_scene_set_friction(&session->runs[run].preset, law);
    apply(session, run);
}

/* ---------------------------------------------------------------- by name */

/* Takes a scene that was edited elsewhere; what changed goes where an edit in a panel would. */
static rb_status take_edited(rb_session *session, int index, const rb_scene *edited,
                             rb_error *err) {
    rb_status status = rb_scene_check(edited, edited->id, err);
    if (status != RB_OK) {
        return status;
    }
    rb_session_remember(session);
    rb_session_run *run = &session->runs[index];
    const rb_scene before = run->scene;
    run->scene = *edited;
    rb_scene_set_friction(&run->preset, edited->friction);
    rb_scene_set_rolling(&run->preset, edited->rolling);
    rb_scene_set_normal(&run->preset, edited->normal);
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(edited, (rb_section)s);
        bool same_law = table.rows == rb_scene_table(&before, (rb_section)s).rows;
        for (int i = 0; same_law && i < table.count; i++) {
            if (edited->values[s][i] != before.values[s][i]) {
                spread(session, index, (rb_section)s, i);
            }
        }
    }
    apply_all(session);
    return RB_OK;
}

rb_status rb_session_assign(rb_session *session, int run, const char *const *assignments, int count,
                            rb_error *err) {
    rb_scene scene = session->runs[run].scene;
    for (int i = 0; i < count; i++) {
        rb_status status = rb_scene_assign(&scene, assignments[i], err);
        if (status != RB_OK) {
            return status;
        }
    }
    return take_edited(session, run, &scene, err);
}

rb_status rb_session_use_start(rb_session *session, int run, const char *which, rb_error *err) {
    rb_scene scene = session->runs[run].scene;
    rb_status status = rb_scene_use_start(&scene, which, err);
    return status == RB_OK ? take_edited(session, run, &scene, err) : status;
}

rb_status rb_session_apply_variant(rb_session *session, int run, const rb_variant *variant,
                                   rb_error *err) {
    rb_scene scene = session->runs[run].scene;
    rb_status status = rb_scene_apply_variant(&scene, variant, err);
    return status == RB_OK ? take_edited(session, run, &scene, err) : status;
}

/* ---------------------------------------------------------------- undo */

static void current_state(const rb_session *session, rb_undo_state *state) {
    state->count = session->count;
    for (int i = 0; i < session->count; i++) {
        state->scenes[i] = session->runs[i].scene;
        state->own_start[i] = session->runs[i].own_start;
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
    }
    for (int i = 0; i < state->count; i++) {
        session->runs[i].own_start = state->own_start[i];
    }
    for (int i = 0; alike && i < state->count; i++) {
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
