/* Undo and redo: a ring of complete sets of scenes, saved before each edit. */
#ifndef RB_APP_SESSION_UNDO_H
#define RB_APP_SESSION_UNDO_H

#include <rattleback/rattleback.h>

typedef struct rb_undo_state {
    int count;
    rb_scene scenes[RB_RUNS_MAX];
    bool own_start[RB_RUNS_MAX];
} rb_undo_state;

typedef struct rb_undo {
    rb_undo_state *states; /* ring */
    int first, count;      /* saved states */
    int at;                /* states before this index can be undone, the others redone */
} rb_undo;

rb_status rb_undo_create(rb_undo *undo, rb_error *err);
void rb_undo_destroy(rb_undo *undo);

/* Saves the state before an edit; discards what could be redone. */
void rb_undo_push(rb_undo *undo, const rb_undo_state *before);
/* Swaps *now with the previous or next state; false if there is none. */
bool rb_undo_back(rb_undo *undo, rb_undo_state *now);
bool rb_undo_forward(rb_undo *undo, rb_undo_state *now);

#endif
