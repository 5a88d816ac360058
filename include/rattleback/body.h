/* Kinds of bodies: what can be simulated. A row carries the parameter tables of the body and of
   its start state; the equations behind it are private to src/bodies. */
#ifndef RATTLEBACK_BODY_H
#define RATTLEBACK_BODY_H

#include "rattleback/param.h"

struct rb_body_ops;

typedef struct rb_body_kind {
    const char *id;   /* "celt" */
    const char *name; /* "Celt (rattleback)" */
    const char *help;
    rb_param_table params; /* shape and inertia */
    rb_param_table start;  /* initial state */
    const char *spin;      /* which of the start values is the spin; NULL: none */
    const struct rb_body_ops *ops;
} rb_body_kind;

int rb_body_kind_count(void);
const rb_body_kind *rb_body_kind_at(int index);
const rb_body_kind *rb_body_kind_find(const char *id);

#endif
