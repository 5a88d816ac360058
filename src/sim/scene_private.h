/* Internal functions of scenes: checks of laws, options of rbsim, variants. */
#ifndef RB_SIM_SCENE_PRIVATE_H
#define RB_SIM_SCENE_PRIVATE_H

#include "rattleback/scene.h"

/* Checks of a scene's laws for rb_scene_check, besides rb_scene_law_fits. */

/* Checks the arm of rolling resistance. The moment of a rolling law follows the contact point, not the
   rotation that it is meant to resist, so it may drive a body that also slides or spins. An arm longer
   than half the height of the body is rejected: it would outweigh the restoring moment. */
rb_status rb_scene_check_rolling(const rb_scene *scene, const char *where, rb_error *err);

/* Does the scene have a body and all laws? Only then can it be checked, run or written. */
bool rb_scene_is_complete(const rb_scene *scene);

/* A scene as options of rbsim: "k11-fig5 --law k11-p2 --set contact.mu=0.3". */

/* An option that takes one word. */
typedef struct rb_scene_option {
    const char *option; /* "--law" */
    const char *name;   /* the field it sets; NULL: the word contains the name; "": it names a start */
} rb_scene_option;

const rb_scene_option *rb_scene_option_at(int index);
/* Applies the option. "--solver scene" keeps the scene's own method. */
rb_status rb_scene_take_option(rb_scene *scene, const rb_scene_option *option, const char *word,
                               rb_error *err);

/* Does the method or its step differ from the library scene's? */
bool rb_scene_has_own_solver(const rb_scene *scene);

/* Variants: scenes that differ from a given one in a single respect, for comparison. Comparisons, menus
   and links use this table. */

/* A variant: one row of the table. */
typedef struct rb_variant {
    const char *id;                                     /* "opposite-spin" */
    const char *name;                                   /* "opposite spin" */
    const char *help;                                   /* one line for people */
    rb_status (*apply)(rb_scene *scene, rb_error *err); /* called by rb_scene_apply_variant */
} rb_variant;

/* How many variants there are. */
int rb_variant_count(void);
/* Returns the variant at index, 0 to count - 1. */
const rb_variant *rb_variant_at(int index);
/* The variant with this id; NULL if there is none. */
const rb_variant *rb_variant_find(const char *id);

/* Applies the variant to a valid scene. If the variant does not apply (a body that is its own mirror
   image), err has the reason and the scene is not changed. */
rb_status rb_scene_apply_variant(rb_scene *scene, const rb_variant *variant, rb_error *err);

#endif
