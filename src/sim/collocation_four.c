/* With AVX2, which the build enables in this file and in lanes_four.c only. */
#include "sim/collocation_inline.h"

const rb_collocation_code rb_collocation_four = RB_COLLOCATION_CODE;
