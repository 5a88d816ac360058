/* The Workshop: a design of a stone that is edited, with undo, and what follows from it at once: mass, axes
   of inertia, rocking, preferred direction. No graphics. */
#ifndef RB_APP_WORKSHOP_WORKSHOP_H
#define RB_APP_WORKSHOP_WORKSHOP_H

#include <rattleback/theory.h>

#include "print/search.h"

enum { RB_WORKSHOP_UNDO = 64 }; /* designs kept for undo */

/* What follows from a design. */
typedef struct rb_workshop_facts {
    rb_error problem; /* why the design is impossible; "": it is possible, and the rest is valid */
    rb_mass mass;
    rb_scene scene; /* table and start of the design's scene with this stone */
    rb_surface_point lowest;
    bool rocks;         /* the theory of small rocking applies, */
    bool about;         /* to a stone whose mass centre is moved above the lowest point */
    rb_error no_theory; /* why not */
    rb_theory theory;
    int prefers; /* direction of spin that persists: 1 anticlockwise seen from above, -1 clockwise, 0 neither
                  */
} rb_workshop_facts;

typedef struct rb_workshop {
    rb_stone_design design;
    rb_workshop_facts facts; /* of `design` if `known`; see rb_workshop_now */
    bool known;
    rb_stone_design printed; /* whose print has these moments; they do not depend on the weights */
    rb_moments print;
    rb_scene table;          /* of the id design.scene when it was opened last; id "": none yet */
    rb_stone_ask ask;        /* the behaviour that the page asks for */
    char text[64];           /* on the flat top of a print; "": none */
    int selected;            /* weight; -1: none */
    rb_stone_design *states; /* for undo and redo: `count` designs, of which `at` can be undone */
    int count, at;
    double grabbed[2]; /* from the mouse to the middle of the dragged weight, m */
    bool editing;      /* a drag is under way: its first state is kept for undo */
} rb_workshop;

rb_status rb_workshop_create(rb_workshop *workshop, rb_error *err);
void rb_workshop_destroy(rb_workshop *workshop);

/* What follows from the design now; computed once after each edit. */
const rb_workshop_facts *rb_workshop_now(rb_workshop *workshop);

/* Saves the design for undo; call it before an edit. */
void rb_workshop_remember(rb_workshop *workshop);
/* Call after an edit of `design`. */
void rb_workshop_edited(rb_workshop *workshop);
/* Replaces the design; one undo brings the previous one back. */
void rb_workshop_use(rb_workshop *workshop, const rb_stone_design *design);
/* False: there is nothing to undo or redo. */
bool rb_workshop_undo(rb_workshop *workshop);
bool rb_workshop_redo(rb_workshop *workshop);

/* Edits, each one undo. */
rb_status rb_workshop_set(rb_workshop *workshop, const char *name, const char *text, rb_error *err);
rb_status rb_workshop_add_weight(rb_workshop *workshop, double x, double y, rb_error *err);
rb_status rb_workshop_remove_weight(rb_workshop *workshop, int index, rb_error *err);
/* Moves a weight; with `pair` the weight opposite to it, if there is one, stays opposite. Without undo: a
   drag moves it many times. */
void rb_workshop_move_weight(rb_workshop *workshop, int index, double x, double y, bool pair);
/* The weight under a point of the top, or at most `near` beside it; -1: none. */
int rb_workshop_weight_at(const rb_workshop *workshop, double x, double y, double near);

#endif
