/* Comparison of runs: one scene with several friction laws, variants of one run, names of runs, and
 * differences. */
#include <math.h>
#include <string.h>

#include "app/language/language.h"
#include "app/session/session.h"
#include "contact/friction/laws.h"

int rb_session_run_of_law(const rb_session *session, const rb_friction_law *law) {
    for (int i = 0; i < session->count; i++) {
        if (session->runs[i].scene.friction == law) {
            return i;
        }
    }
    return -1;
}

static const rb_friction_law *next_law(const rb_session *session) {
    const rb_scene *scene = &session->runs[0].scene;
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (rb_session_run_of_law(session, law) < 0 && rb_scene_law_fits(scene, law, NULL) == RB_OK) {
            return law;
        }
    }
    return NULL;
}

/* Adds a run. The selected run stays selected. */
static rb_status add_beside(rb_session *session, const rb_scene *scene, bool own_start, rb_error *err) {
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
        return rb_fail(err, RB_ERR_INPUT, "Every law that fits this patch is in the comparison already");
    }
    rb_status status = rb_scene_law_fits(&scene, law, err);
    if (status != RB_OK) {
        return status;
    }
    rb_scene_set_friction(&scene, law);
    return add_beside(session, &scene, session->runs[session->selected].own_start, err);
}

rb_status rb_session_compare_variant(rb_session *session, const rb_variant *variant, rb_error *err) {
    const rb_session_run *from = &session->runs[session->selected];
    rb_scene scene = from->scene;
    rb_status status = rb_scene_apply_variant(&scene, variant, err);
    if (status != RB_OK) {
        return status;
    }
    /* A copy is there to be edited, so it gets its own start; so does a variant with another start. */
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
    }
    for (int run = session->count - 1; run >= 0; run--) {
        if (run != session->selected) {
            rb_session_remove(session, run);
        }
    }
}

/* ---------------------------------------------------------------- names */

/* The scenes as simulated: an edit may wait for a restart, or be invalid. */
static void applied_scenes(const rb_session *session, const rb_scene *scenes[RB_RUNS_MAX]) {
    for (int i = 0; i < session->count; i++) {
        scenes[i] = &session->runs[i].applied;
    }
}

/* Hash of everything that names depend on; names are computed again when it changes. */
static uint64_t scenes_hash(const rb_session *session) {
    uint64_t hash = (uint64_t)session->count ^ ((uint64_t)rb_language_version() << 32);
    for (int i = 0; i < session->count; i++) {
        const rb_scene *scene = &session->runs[i].applied;
        const void *chosen[] = {scene->body, scene->normal, scene->friction, scene->rolling};
        for (int k = 0; k < 4; k++) {
            hash = (hash ^ (uint64_t)(uintptr_t)chosen[k]) * 0x100000001b3u;
        }
        for (int k = 0; k < RB_SECTION_COUNT * RB_PARAMS_MAX; k++) {
            uint64_t bits = 0;
            memcpy(&bits, &scene->values[0][0] + k, sizeof bits);
            hash = (hash ^ bits) * 0x100000001b3u;
            hash ^= hash >> 29;
        }
    }
    return hash;
}

static bool is_exact(const rb_scene *scene) {
    const double *contact = scene->values[RB_SECTION_CONTACT];
    rb_patch patch = {contact[RB_CONTACT_A], contact[RB_CONTACT_B]};
    return scene->friction == rb_friction_exact(scene->friction, patch);
}

void rb_session_default_reference(rb_session *session) {
    int exact = 0;
    while (exact < session->count && !is_exact(&session->runs[exact].scene)) {
        exact++;
    }
    if (!session->reference_chosen) {
        session->reference = exact < session->count ? exact : 0;
    }
}

void rb_session_name_runs(rb_session *session) {
    rb_session_default_reference(session);
    uint64_t hash = scenes_hash(session);
    const rb_scene *scenes[RB_RUNS_MAX];
    applied_scenes(session, scenes);
    bool named = hash == session->names_hash;
    for (int i = 0; i < session->count; i++) {
        rb_session_run *run = &session->runs[i];
        if (!named || run->name[0] == '\0') {
            rb_run_name(scenes, session->count, i, run->name, sizeof run->name);
            rb_run_label(scenes, session->count, i, run->label, sizeof run->label);
        }
    }
    session->names_hash = hash;
}

const char *rb_session_label(const rb_session *session, int run) {
    return session->runs[run].label;
}

const char *rb_session_run_name(const rb_session *session, int run) {
    return session->runs[run].name;
}

void rb_session_file_label(const rb_session *session, int run, char *name, size_t size) {
    const rb_scene *scenes[RB_RUNS_MAX];
    applied_scenes(session, scenes);
    rb_run_file_name(scenes, session->count, run, name, size);
}

/* ---------------------------------------------------------------- differences */

/* s; times are step counts times step sizes, so with other steps the last digits differ */
static const double same_time = 1e-9;

void rb_compare_update(rb_compare *compare, rb_series *series, const rb_history *history, int runs,
                       int reference, int measure) {
    if (compare->version != history->version || compare->reference != reference) {
        compare->version = history->version;
        compare->reference = reference;
        memset(compare->done, 0, sizeof compare->done);
        memset(compare->done_base, 0, sizeof compare->done_base);
        memset(compare->largest, 0, sizeof compare->largest);
    }
    const rb_column *base = rb_series_column(series, history, reference, measure);
    for (int i = 0; i < runs; i++) {
        const rb_column *run = rb_series_column(series, history, i, measure);
        int *k = &compare->done[i];
        int *m = &compare->done_base[i];
        while (run != NULL && base != NULL && *k < run->count && *m < base->count) {
            double a = history->runs[i].items[*k].t; /* a run that ended has a shorter record */
            double b = history->runs[reference].items[*m].t;
            bool together = fabs(a - b) < same_time;
            if (together) {
                compare->largest[i] = fmax(compare->largest[i], fabs(run->values[*k] - base->values[*m]));
            }
            *k += together || a < b; /* a run with longer ticks has fewer samples */
            *m += together || b < a;
        }
    }
}
