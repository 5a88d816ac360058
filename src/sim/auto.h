/* The policy of `auto`: which method takes the next step (auto.c has the states and their transitions). */
#ifndef RB_SIM_AUTO_H
#define RB_SIM_AUTO_H

#include "bodies/ops.h"

struct rb_stepper;

typedef struct rb_auto {
    bool has_lanes;         /* right-hand sides have lanes */
    double votes;           /* steps in a row that speak for the other kind of method */
    double votes_needed;    /* to try implicit steps again where they were no better */
    double h_implicit;      /* s, the last step size that implicit steps reached; 0: never tried */
    double newton_failures; /* recent failed iterations of radau; a good step makes up for half of one */
    double radau_cooldown;  /* steps that rodas takes until radau is tried again; INFINITY: all */
    double cooldown_next;   /* how many it will be next time */
} rb_auto;

/* The method of the first step. */
void rb_auto_start(struct rb_stepper *stepper, const rb_model *model);
/* Before a step, or after a rejected try: true if another method is to make it (rodas). */
bool rb_auto_should_switch(struct rb_stepper *stepper, bool rejected);
/* Radau's errors are not what error control takes them for: true if rodas takes over. */
bool rb_auto_leave_radau(struct rb_stepper *stepper);
/* A step has been made: decides who makes the next. */
void rb_auto_after_step(struct rb_stepper *stepper, const rb_model *model);

#endif
