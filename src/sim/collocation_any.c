/* For any processor: the compiler maps four lanes to the registers that exist. */
#include "sim/collocation_inline.h"

const rb_collocation_code rb_collocation_any = RB_COLLOCATION_CODE;

const rb_collocation_code *rb_collocation_find(void) {
#ifdef RB_LANES_FOUR /* CMakeLists.txt: x86-64 */
    if (__builtin_cpu_supports("avx2")) {
        return &rb_collocation_four;
    }
#endif
    return &rb_collocation_any;
}

bool rb_collocation_has_lanes(const rb_model *model) {
    return has_rhs(model);
}
