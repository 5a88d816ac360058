/* Short notes about a scene as it is now: which way a start spins the stone, whether the linear theory
   applies, when an edit takes effect. They follow every edit, so that no label keeps a claim that the present
   scene does not fulfil. */
#ifndef RB_APP_SESSION_SCENE_NOTES_H
#define RB_APP_SESSION_SCENE_NOTES_H

#include "app/session/session.h"
#include "rattleback/library.h"
#include "rattleback/theory.h"

/* The direction of spin that the stone keeps: +1 anticlockwise, -1 clockwise, 0 if it has none. By the theory
   of small rocking it is the direction in which the faster growing of the two rocking modes dies out. */
int rb_preferred_sense(const rb_scene *scene);

/* "Small wobble, clockwise" and, where the body has a preferred sense, a note on a second line:
   "against its preferred direction". Returns text. */
const char *rb_start_label(const rb_scene *scene, const rb_start *start, char *text, size_t size);

/* "theory: 0.373 s", with "rough" where the wobble is not small. Where it is so large that the predicted time
   means nothing: "theory: wobble too large to predict the time", and *applies is false. */
const char *rb_theory_note(const rb_theory *theory, bool *applies, char *text, size_t size);

/* Were parameters of the law fitted to measurements? */
bool rb_law_is_fitted(const rb_friction_law *law);
/* Were they fitted to another body than the scene's? The bodies they were fitted to are those of the built-in
   scenes that use the law. */
bool rb_law_is_for_another_body(const rb_library *library, const rb_scene *scene, const rb_friction_law *law);

/* When an edit of a parameter takes effect. */
const char *rb_edit_note(const rb_session *session, bool needs_restart);

#endif
