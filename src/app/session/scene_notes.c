#include "app/session/scene_notes.h"

#include <math.h>
#include <stdio.h>

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
    snprintf(text, size, "%s%s", start->name,
             preferred == 0         ? ""
             : spin * preferred > 0 ? "\nin its preferred direction"
                                    : "\nagainst its preferred direction");
    return text;
}

const char *rb_theory_note(const rb_theory *theory, bool *applies, char *text, size_t size) {
    const double good = 0.05, rough = 0.2; /* of rb_theory's validity: within 2 %, far off */
    *applies = isfinite(theory->t_reversal) && theory->validity <= rough;
    text[0] = '\0';
    if (*applies) {
        snprintf(text, size, theory->validity <= good ? "theory: %.3g s" : "theory, rough: %.3g s",
                 theory->t_reversal);
    } else if (isfinite(theory->t_reversal)) {
        snprintf(text, size, "theory: wobble too large to predict the time");
    }
    return text;
}

const char *rb_edit_note(const rb_session *session, bool needs_restart) {
    return needs_restart        ? "Takes effect on restart (R)."
           : session->scrubbing ? "You are looking at the past: takes effect when you press play."
                                : "Takes effect at once.";
}
