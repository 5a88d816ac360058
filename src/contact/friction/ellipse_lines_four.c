/* With AVX2, which the build enables in this file. */
#include "contact/friction/ellipse_lines_inline.h"

const rb_lines_code rb_lines_four = RB_LINES_CODE;
