/* Two lanes: SSE2, NEON, or what the compiler substitutes. */
#define RB_LANES 2

#include "sim/lanes_inline.h"

const rb_lanes_code rb_lanes_two = RB_LANES_CODE;
