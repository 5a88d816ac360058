/* Functions in headers that must be inlined: right-hand sides consist of them, and only inlining removes
   what a caller does not use (tangents, derivatives). Headers with such code end in _inline.h. */
#ifndef RB_BASE_INLINE_H
#define RB_BASE_INLINE_H

#ifdef RB_COVERAGE /* inlined copies would each count their branches */
#define RB_INLINE static inline
#else
#define RB_INLINE static inline __attribute__((always_inline))
#endif

#endif
