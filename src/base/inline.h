/* Functions in headers that must melt into their callers: the right-hand side is made of them, and
   what a caller does not ask for (tangents, slopes) is removed only there. Headers that hold such
   code end in _inline.h. */
#ifndef RB_BASE_INLINE_H
#define RB_BASE_INLINE_H

#ifdef RB_COVERAGE /* copies in every caller would each count their branches */
#define RB_INLINE static inline
#else
#define RB_INLINE static inline __attribute__((always_inline))
#endif

#endif
