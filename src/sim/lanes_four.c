/* Four lanes: AVX2, which the build enables in this file and in collocation_four.c only. */
#define RB_LANES 4

#include "sim/lanes_inline.h"

const rb_lanes_code rb_lanes_four = RB_LANES_CODE;
