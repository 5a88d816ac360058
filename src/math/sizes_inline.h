/* Sizes of a system for the integrators. With constant sizes the compiler unrolls all loops: a step
   compiled separately for each of the usual sizes costs half as much. */
#ifndef RB_MATH_SIZES_INLINE_H
#define RB_MATH_SIZES_INLINE_H

#include <stdbool.h>

#include "base/macros.h"

/* Coupled components (`count` from `first`) of n components (math/ode.h). */
typedef struct rb_sizes {
    int first, count, n;
} rb_sizes;

#define RB_SIZES_CELT ((rb_sizes){2, 11, 17})
#define RB_SIZES_TOP ((rb_sizes){2, 11, 19})
#define RB_SIZES_DISK ((rb_sizes){0, 4, 11}) /* without forcing */

RB_INLINE bool rb_sizes_are(rb_sizes a, rb_sizes b) {
    return a.first == b.first && a.count == b.count && a.n == b.n;
}

#endif
