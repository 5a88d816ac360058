/* Checks of the arguments of public functions. A function that returns a status reports the condition that
   does not hold ("rb_scene_set: expected scene != NULL && name != NULL"); the others return a value that says
   "none". */
#ifndef RB_BASE_ARGUMENTS_H
#define RB_BASE_ARGUMENTS_H

#include "rattleback/status.h"

#define RB_CHECK_ARGUMENTS(condition, err)                                                                   \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            return rb_fail(err, RB_ERR_INPUT, "%s: expected %s", __func__, #condition);                      \
        }                                                                                                    \
    } while (0)

#define RB_CHECK_ARGUMENTS_OR(condition, none)                                                               \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            return none;                                                                                     \
        }                                                                                                    \
    } while (0)

#endif
