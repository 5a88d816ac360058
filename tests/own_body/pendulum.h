/* A body of a program's own: a pendulum that swings on one side of a wall and strikes it at its
   lowest point, drawn back by a spring. It knows nothing of floors, quaternions and friction, and
   nothing knows of it but its row. */
#ifndef RB_TESTS_OWN_BODY_PENDULUM_H
#define RB_TESTS_OWN_BODY_PENDULUM_H

#include <rattleback/rattleback.h>

extern const rb_body_kind pendulum_body;

enum { PENDULUM_HITS, PENDULUM_TURNS }; /* its events */

#endif
