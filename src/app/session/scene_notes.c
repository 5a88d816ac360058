#include "app/session/scene_notes.h"

#include <math.h>
#include <stdio.h>

#include "app/language/language.h"
#include "app/session/scene_groups.h"

int rb_preferred_sense(const rb_scene *scene) {
    rb_theory theory;
    if (!rb_body_has(scene->body, RB_TRAIT_REVERSES) || rb_theory_of(scene, &theory, NULL) != RB_OK) {
        return 0;
    }
    /* Growth rates at spin s: pitch -K_p s, roll +K_r s. */
    double rate = fabs(theory.K_p) >= fabs(theory.K_r) ? -theory.K_p : theory.K_r;
    return rate > 0 ? -1 : rate < 0 ? 1 : 0;
}

const char *rb_start_label(const rb_scene *scene, const rb_start *start, char *text, size_t size) {
    int row = scene->body->spin != NULL ? rb_param_find(scene->body->start, scene->body->spin) : -1;
    double spin = row >= 0 ? start->values[row] : 0;
    int preferred = spin != 0 ? rb_preferred_sense(scene) : 0;
    snprintf(text, size, "%s%s%s", rb_tr(start->name), preferred == 0 ? "" : "\n",
             preferred == 0         ? ""
             : spin * preferred > 0 ? rb_tr("in its preferred direction")
                                    : rb_tr("against its preferred direction"));
    return text;
}

const char *rb_theory_note(const rb_theory *theory, bool *applies, char *text, size_t size) {
    const double good = 0.05, rough = 0.2; /* of rb_theory's validity: within 2 %, far off */
    *applies = isfinite(theory->t_reversal) && theory->validity <= rough;
    text[0] = '\0';
    if (*applies) {
        snprintf(text, size,
                 theory->validity <= good ? rb_tr("theory: %.3g s") : rb_tr("theory, rough: %.3g s"),
                 theory->t_reversal);
    } else if (isfinite(theory->t_reversal)) {
        snprintf(text, size, "%s", rb_tr("theory: wobble too large to predict the time"));
    }
    return text;
}

bool rb_law_is_fitted(const rb_friction_law *law) {
    for (int i = 0; i < law->params.count; i++) {
        if (law->params.rows[i].flags & RB_PARAM_FITTED) {
            return true;
        }
    }
    return false;
}

/* The same numbers; choices, such as how the body is drawn, do not count. */
static bool has_same_body(const rb_scene *a, const rb_scene *b) {
    rb_param_table table = rb_scene_table(a, RB_SECTION_BODY);
    bool same = a->body == b->body;
    for (int i = 0; same && i < table.count; i++) {
        same = (table.rows[i].flags & RB_PARAM_CHOICE) != 0 ||
               a->values[RB_SECTION_BODY][i] == b->values[RB_SECTION_BODY][i];
    }
    return same;
}

bool rb_law_is_for_another_body(const rb_library *library, const rb_scene *scene,
                                const rb_friction_law *law) {
    bool fitted = rb_law_is_fitted(law);
    for (int i = 0; fitted && i < library->count; i++) {
        const rb_scene *other = &library->scenes[i];
        bool built_in = rb_scene_group_of(other->id) < rb_scene_group_count() - 1;
        if (built_in && other->friction == law && has_same_body(scene, other)) {
            return false;
        }
    }
    return fitted;
}

const char *rb_edit_note(const rb_session *session, bool needs_restart) {
    return needs_restart        ? rb_tr("Takes effect on restart (R).")
           : session->scrubbing ? rb_tr("You are looking at the past: takes effect when you press play.")
                                : rb_tr("Takes effect at once.");
}
