/* Functions in headers that must melt into their callers: the right-hand side is made of them, and
   what a caller does not ask for (tangents, slopes) is removed only there. Headers that hold such
   code end in _inline.h. */
#ifndef RB_BASE_INLINE_H
#define RB_BASE_INLINE_H

#define RB_INLINE static inline __attribute__((always_inline))

#endif
