/* The appearance of the pendulum. */
#ifndef RB_TESTS_OWN_BODY_PENDULUM_LOOK_H
#define RB_TESTS_OWN_BODY_PENDULUM_LOOK_H

#include <stdbool.h>

/* Registers it; false: there is no room. */
bool pendulum_show(void);

#endif
