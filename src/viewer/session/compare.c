#include "viewer/session/compare.h"

#include <math.h>
#include <string.h>

#include "viewer/app.h"

/* Time is step count times step: other steps, other last digits. */
static const double same_time = 1e-9;

void rb_compare_update(rb_compare *compare, const rb_history *history, int runs, int reference) {
    if (compare->version != history->version || compare->reference != reference) {
        compare->version = history->version;
        compare->reference = reference;
        memset(compare->done, 0, sizeof compare->done);
        memset(compare->done_base, 0, sizeof compare->done_base);
        memset(compare->largest, 0, sizeof compare->largest);
    }
    const rb_history_run *base = &history->runs[reference];
    for (int i = 0; i < runs; i++) {
        const rb_history_run *run = &history->runs[i]; /* one that froze is shorter */
        int *k = &compare->done[i];
        int *m = &compare->done_base[i];
        while (*k < run->count && *m < base->count) {
            const rb_snapshot *a = run->items[*k];
            const rb_snapshot *b = base->items[*m];
            bool together = fabs(a->t - b->t) < same_time;
            if (together) {
                compare->largest[i] = fmax(compare->largest[i], fabs(a->omega.z - b->omega.z));
            }
            *k += together || a->t < b->t; /* a run of longer ticks has fewer samples */
            *m += together || b->t < a->t;
        }
    }
}

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

void rb_compare_add(rb_app *app, const rb_friction_law *law) {
    rb_session *session = &app->session;
    law = law != NULL ? law : next_law(session);
    if (session->count == RB_RUNS_MAX) {
        rb_messages_add(&app->messages, RB_LEVEL_INFO, "Eight runs are the most that are compared");
        return;
    }
    if (law == NULL) {
        rb_messages_add(&app->messages, RB_LEVEL_INFO,
                        "Every law that fits this patch is in the comparison already");
        return;
    }
    rb_session_remember(session);
    rb_scene scene = session->runs[session->selected].scene;
    rb_scene_set_friction(&scene, law);
    if (session->count == 1 && app->compare.layout == RB_LAYOUT_SINGLE) {
        app->compare.layout = RB_LAYOUT_GRID;
        app->ui.microscope = false; /* room for the runs; M brings it back */
    }
    int selected = session->selected;
    rb_session_add(session, &scene);
    session->selected = selected;
}

void rb_compare_all(rb_app *app) {
    rb_session *session = &app->session;
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
    app->compare.layout = RB_LAYOUT_GRID;
    app->ui.microscope = false;
}

void rb_compare_end(rb_app *app) {
    rb_session *session = &app->session;
    if (session->count > 1) {
        rb_session_remember(session);
        rb_scene scene = session->runs[session->selected].scene;
        rb_session_open(session, &scene);
    }
    app->compare.layout = RB_LAYOUT_SINGLE;
}
