/* Macros of the physics: checks of arguments, inlined functions. */
#ifndef RB_BASE_MACROS_H
#define RB_BASE_MACROS_H

#include "rattleback/status.h"

/* Checks of the arguments of public functions. A function that returns a status reports the condition that
   does not hold ("rb_scene_set: expected scene != NULL && name != NULL"); the others return a value that says
   "none". */
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

/* Functions in headers that must be inlined: right-hand sides consist of them, and only inlining removes
   what a caller does not use (tangents, derivatives). Headers with such code end in _inline.h. Without
   optimisation, and under sanitizers (RB_FEW_COPIES), the copies become so large that a few files take most
   of the build, and coverage would count the branches of each copy. */
#if defined RB_FEW_COPIES || !defined __OPTIMIZE__
#define RB_INLINE static inline
/* Functions with vectors as arguments have their callers in the same file, which agree how to pass them. */
#pragma GCC diagnostic ignored "-Wpsabi"
#else
#define RB_INLINE static inline __attribute__((always_inline))
#endif

#endif
