/* A body that a program adds, as in the example: a pendulum that swings on one side of a wall and hits it
   at its lowest point. It has no floor, no quaternion and no friction. */
#ifndef RB_TESTS_OWN_BODY_PENDULUM_H
#define RB_TESTS_OWN_BODY_PENDULUM_H

#include <rattleback/rattleback.h>

/* The row and its functions before they are registered. */
void pendulum_row(rb_body_kind *kind, rb_body_ops *ops);
/* Registers it; ends the program if that fails. */
void pendulum_register(void);
/* The registered row. */
const rb_body_kind *pendulum_body(void);

enum { PENDULUM_HITS, PENDULUM_TURNS }; /* its events */

#endif
