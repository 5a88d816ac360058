/* Edits of scenes, undo and redo. What takes effect at once is sent to the runner, the rest waits for a
 * restart. */

#include <stdlib.h>

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
    bool whole = rb_scene_same(&live, &run->scene); /* has been checked already */
    if (live.body != run->applied.body || (!whole && rb_scene_check(&live, live.id, NULL) != RB_OK)) {
        return; /* valid only after a restart */
    }
    if (!rb_scene_same(&live, &run->applied)) {
        run->applied = live;
        run->revision = rb_command_queue_post_edit(&session->commands, index, &live);
    }
}

void rb_session_scene_edited(rb_session *session, int run) {
    apply(session, run);
}

/* Copies a parameter to another run by name, since the other law may have another table. */
static void copy_value(rb_session *session, int from, int to, rb_section section, int index) {
    rb_param_table source = rb_scene_table(&session->runs[from].scene, section);
    rb_param_table target = rb_scene_table(&session->runs[to].scene, section);
    int row = rb_param_find(target, source.rows[index].name);
    if (row >= 0) {
        session->runs[to].scene.values[section][row] = session->runs[from].scene.values[section][index];
    }
}

/* True if an edit of one run is copied to the other one. Compared runs have the same start (unless one has
   its own) and the same ticks; otherwise a comparison is meaningless. */
static bool is_copied_to(const rb_session *session, int from, int to, rb_section section, int index) {
    bool own = session->runs[from].own_start || session->runs[to].own_start;
    return from != to &&
           (session->link || section == RB_SECTION_WORLD || (section == RB_SECTION_START && !own) ||
            (section == RB_SECTION_SOLVER && index == RB_SOLVER_TICK));
}

/* A slider can give any step: takes the nearest one of which a whole number fits into a tick. */
static void fit_step(rb_session *session, int run, rb_section section) {
    if (section == RB_SECTION_SOLVER) {
        rb_scene_fit_step(&session->runs[run].scene);
    }
}

static void copy_to_others(rb_session *session, int run, rb_section section, int index) {
    for (int i = 0; i < session->count; i++) {
        if (is_copied_to(session, run, i, section, index)) {
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
    copy_to_others(session, run, section, index);
    fit_step(session, run, section);
    apply_all(session);
}

void rb_session_set_law(rb_session *session, int run, const rb_friction_law *law) {
    rb_scene_set_friction(&session->runs[run].scene, law);
    /* With another law the preset has the defaults of that law. */
    rb_scene_set_friction(&session->runs[run].preset, law);
    apply(session, run);
}

/* ---------------------------------------------------------------- by name */

/* Takes over an edited scene; changed values go to other runs by the same rules as edits in a panel. */
static rb_status apply_edited(rb_session *session, int index, const rb_scene *edited, rb_error *err) {
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
                copy_to_others(session, index, (rb_section)s, i);
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
    return apply_edited(session, run, &scene, err);
}

rb_status rb_session_use_start(rb_session *session, int run, const char *which, rb_error *err) {
    rb_scene scene = session->runs[run].scene;
    rb_status status = rb_scene_use_start(&scene, which, err);
    return status == RB_OK ? apply_edited(session, run, &scene, err) : status;
}

rb_status rb_session_apply_variant(rb_session *session, int run, const rb_variant *variant, rb_error *err) {
    rb_scene scene = session->runs[run].scene;
    rb_status status = rb_scene_apply_variant(&scene, variant, err);
    return status == RB_OK ? apply_edited(session, run, &scene, err) : status;
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

static void restore_state(rb_session *session, const rb_undo_state *state) {
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
        restore_state(session, &state);
    }
    return done;
}

bool rb_session_redo(rb_session *session) {
    rb_undo_state state = {0};
    current_state(session, &state);
    bool done = rb_undo_forward(&session->undo, &state);
    if (done) {
        restore_state(session, &state);
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

/* ---------------------------------------------------------------- the ring of undo states */

enum { depth = 128 };

rb_status rb_undo_create(rb_undo *undo, rb_error *err) {
    *undo = (rb_undo){.states = calloc(depth, sizeof *undo->states)};
    return undo->states != NULL ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "undo: out of memory");
}

void rb_undo_destroy(rb_undo *undo) {
    free(undo->states);
    *undo = (rb_undo){0};
}

static rb_undo_state *state_at(rb_undo *undo, int index) {
    return &undo->states[(undo->first + index) % depth];
}

void rb_undo_push(rb_undo *undo, const rb_undo_state *before) {
    undo->count = undo->at;
    if (undo->count == depth) {
        undo->first = (undo->first + 1) % depth;
        undo->count--;
    }
    *state_at(undo, undo->count) = *before;
    undo->count++;
    undo->at = undo->count;
}

static void swap(rb_undo_state *a, rb_undo_state *b) {
    rb_undo_state kept = *a;
    *a = *b;
    *b = kept;
}

bool rb_undo_back(rb_undo *undo, rb_undo_state *now) {
    if (undo->at == 0) {
        return false;
    }
    undo->at--;
    swap(state_at(undo, undo->at), now);
    return true;
}

bool rb_undo_forward(rb_undo *undo, rb_undo_state *now) {
    if (undo->at == undo->count) {
        return false;
    }
    swap(state_at(undo, undo->at), now);
    undo->at++;
    return true;
}
