/* Kinds of homogeneous solids: one row each, with its parameters and its moments. */
#ifndef RB_BODIES_SOLIDS_H
#define RB_BODIES_SOLIDS_H

#include "bodies/moments.h"
#include "rattleback/param.h"

typedef struct rb_solid_kind {
    const char *id;        /* "half-ellipsoid" */
    const char *help;      /* where it lies in its own axes */
    rb_param_table params; /* in metres */
    /* Returns volume (as .mass), centroid and second moments in its own axes, from the values of its
       parameters. NULL: a point, or a mesh. */
    rb_moments (*moments)(const double *values);
    /* Returns what is wrong with values that are in range; NULL: nothing. NULL: nothing can be. */
    const char *(*problem)(const double *values);
} rb_solid_kind;

extern const rb_solid_kind rb_solid_kinds[];
extern const int rb_solid_kind_count;
/* The two kinds without a formula for their volume. */
extern const rb_solid_kind *const rb_solid_point, *const rb_solid_mesh;

#endif
