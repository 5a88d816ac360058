/* For any processor: the compiler maps four lanes to the registers that exist, with the same bits. */
#include "contact/friction/ellipse_lines_inline.h"

const rb_lines_code rb_lines_any = RB_LINES_CODE;

const rb_lines_code *rb_lines_find(void) {
#ifdef RB_LANES_FOUR
    if (__builtin_cpu_supports("avx2")) {
        return &rb_lines_four;
    }
#endif
    return &rb_lines_any;
}
