/* A search of the Workshop in the background: first over candidates, then an ensemble of printed copies of
   the best one. A cancelled search keeps the best candidate so far. */
#ifndef RB_APP_WORKSHOP_ASKING_H
#define RB_APP_WORKSHOP_ASKING_H

#include "app/session/task.h"
#include "print/search.h"

typedef struct rb_asking {
    rb_stone_study search, copies;
    rb_stone_candidate *rows, *copy_rows; /* by job; `possible` is 0 where one is not done */
    int count, copy_count;
    int best;           /* job of the search so far; -1: none fulfils the wish */
    rb_stone_band band; /* of the copies so far */
    bool threaded;
    bool copying; /* the second part has begun */
    bool cancelled;
    rb_task task;
    rb_error problem; /* why it ended without a result; "": it did not */
} rb_asking;

/* Starts it; NULL on failure. */
rb_asking *rb_asking_begin(const rb_stone_design *design, const rb_scene *scene, const rb_stone_ask *ask,
                           bool threaded, rb_error *err);
void rb_asking_free(rb_asking *asking); /* NULL is allowed */
void rb_asking_update(rb_asking *asking, double dt, double slice);
void rb_asking_cancel(rb_asking *asking);
bool rb_asking_runs(const rb_asking *asking); /* NULL is allowed */
/* The best design so far. False: there is none. */
bool rb_asking_design(const rb_asking *asking, rb_stone_design *out);

#endif
