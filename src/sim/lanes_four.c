/* Four lanes: AVX2, which the build asks for in this file only. */
#define RB_LANES 4

#include "sim/lanes_inline.h"

const rb_lanes_code rb_lanes_four = RB_LANES_CODE;
