/** @file
   Kinds of bodies: what can be simulated. A row carries the parameter tables of the body and of
   its start state; the equations behind it are private to src/bodies. */
#ifndef RATTLEBACK_BODY_H
#define RATTLEBACK_BODY_H

#include "rattleback/param.h"

RB_BEGIN_DECLS

struct rb_body_ops;

/** A kind of body. */
typedef struct rb_body_kind {
    const char *id;                /**< "celt" */
    const char *name;              /**< "Celt (rattleback)" */
    const char *help;              /**< one line for people */
    rb_param_table params;         /**< shape and inertia */
    rb_param_table start;          /**< initial state */
    const char *spin;              /**< which of the start values is the spin; NULL: none */
    const struct rb_body_ops *ops; /**< its equations, private to the library */
} rb_body_kind;

/** How many kinds of bodies there are. */
RB_API int rb_body_kind_count(void);
/** The kind at index, 0 to one less than there are. */
RB_API const rb_body_kind *rb_body_kind_at(int index);
/** The kind with this id; NULL if there is none. */
RB_API const rb_body_kind *rb_body_kind_find(const char *id);

/* The name of one of the body's own events; NULL where it has none to tell. */
RB_API const char *rb_body_event_name(const rb_body_kind *kind, int which);

RB_END_DECLS

#endif
