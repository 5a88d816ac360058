/* The policy of `auto`: which method takes the next step (auto.c has the states and their transitions). */
#ifndef RB_SIM_AUTO_H
#define RB_SIM_AUTO_H

#include "bodies/ops.h"

struct rb_stepper;

typedef struct rb_auto {
    bool has_lanes;         /* right-hand sides have lanes */
    double votes;           /* steps in a row in favour of the other kind of method */
    double votes_needed;    /* votes needed to try implicit steps again after they were no better */
    double h_implicit;      /* s, last step size that implicit steps reached; 0: never tried */
    double newton_failures; /* recent failed iterations of radau; an accepted step cancels half of one */
    double radau_cooldown;  /* steps of rodas until radau is tried again; INFINITY: permanently */
    double cooldown_next;   /* length of the next cooldown, steps */
} rb_auto;

/* Chooses the method of the first step. */
void rb_auto_start(struct rb_stepper *stepper, const rb_model *model);
/* Call before a step or after a rejected try. Returns true if another method (rodas) is to make the step. */
bool rb_auto_should_switch(struct rb_stepper *stepper, bool rejected);
/* Call when error control does not detect an error of radau. Returns true if rodas replaces it. */
bool rb_auto_leave_radau(struct rb_stepper *stepper);
/* Call after an accepted step: chooses the method of the next one. */
void rb_auto_after_step(struct rb_stepper *stepper, const rb_model *model);

/* Saves and restores the policy as numbers of a snapshot, except for has_lanes, which the model decides. */
#define RB_AUTO_SAVED 6
void rb_auto_save(const rb_auto *policy, double saved[RB_AUTO_SAVED]);
void rb_auto_restore(rb_auto *policy, const double saved[RB_AUTO_SAVED]);

#endif
