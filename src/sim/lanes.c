#include "sim/lanes.h"

const rb_lanes_code *rb_lanes_find(int most) {
#ifdef RB_LANES_FOUR /* CMakeLists.txt: x86-64 */
    if ((most == 0 || most >= 4) && __builtin_cpu_supports("avx2")) {
        return &rb_lanes_four;
    }
#endif
#if defined(__SSE2__) || defined(__aarch64__) || defined(__wasm_simd128__)
    if (most == 0 || most >= 2) {
        return &rb_lanes_two;
    }
#endif
    (void)most;
    return NULL;
}

bool rb_lanes_same_kind(const rb_model *a, const rb_model *b) {
    return a->ops == b->ops && a->mode == b->mode && a->torque == b->torque && a->size == b->size &&
           a->friction.law == b->friction.law && a->rolling == b->rolling && a->normal == b->normal &&
           a->principal == b->principal && a->shape.contact_count == b->shape.contact_count &&
           a->shape.revolution == b->shape.revolution && a->shape.paraboloid == b->shape.paraboloid;
}
