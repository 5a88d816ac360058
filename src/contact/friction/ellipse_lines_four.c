/* With AVX2, which the build asks for in this file. */
#include "contact/friction/ellipse_lines_inline.h"

const rb_lines_code rb_lines_four = RB_LINES_CODE;
