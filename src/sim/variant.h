/* Variants: scenes that differ from a given one in a single respect, for comparison. Comparisons, menus
   and links use this table. */
#ifndef RB_SIM_VARIANT_H
#define RB_SIM_VARIANT_H

#include "rattleback/scene.h"

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
