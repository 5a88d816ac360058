/* Forward-mode derivatives in one direction: a value with its tangent. The equations of motion are written
   once in these numbers, for one run or several in lanes (num_inline.h). Where only values are needed, the
   tangents are dead code and the compiler removes them. */
#ifndef RB_MATH_TANGENT_INLINE_H
#define RB_MATH_TANGENT_INLINE_H

#include "math/num_inline.h"

typedef struct rb_t1 {
    rb_num v, d; /* value, tangent */
} rb_t1;

typedef struct rb_t3 {
    rb_num3 v, d;
} rb_t3;

RB_INLINE rb_t1 t1(rb_num v) {
    return (rb_t1){v, NUM(0)};
}
RB_INLINE rb_t1 t1_add(rb_t1 a, rb_t1 b) {
    return (rb_t1){a.v + b.v, a.d + b.d};
}
RB_INLINE rb_t1 t1_sub(rb_t1 a, rb_t1 b) {
    return (rb_t1){a.v - b.v, a.d - b.d};
}
RB_INLINE rb_t1 t1_scale(rb_num s, rb_t1 a) {
    return (rb_t1){s * a.v, s * a.d};
}
RB_INLINE rb_t1 t1_mul(rb_t1 a, rb_t1 b) {
    return (rb_t1){a.v * b.v, a.d * b.v + a.v * b.d};
}
RB_INLINE rb_t1 t1_div(rb_t1 a, rb_t1 b) {
    rb_num q = a.v / b.v;
    return (rb_t1){q, (a.d - q * b.d) / b.v};
}
RB_INLINE rb_t1 t1_sqrt(rb_t1 a) {
    rb_num r = num_sqrt(a.v);
    return (rb_t1){r, a.d / (2 * r)};
}

/* 1/sqrt(a) as sqrt(a) times 1/a, which are computed in parallel. */
RB_INLINE rb_t1 t1_over_root(rb_t1 a) {
    rb_num inv = 1 / a.v, r = num_sqrt(a.v) * inv;
    return (rb_t1){r, -0.5 * r * inv * a.d};
}

RB_INLINE rb_t1 t1_choose(rb_mask mask, rb_t1 yes, rb_t1 no) {
    return (rb_t1){NUM_CHOOSE(mask, yes.v, no.v), NUM_CHOOSE(mask, yes.d, no.d)};
}

RB_INLINE rb_t3 t3(rb_num3 v) {
    return (rb_t3){v, {NUM(0), NUM(0), NUM(0)}};
}
RB_INLINE rb_t3 t3_of(rb_t1 x, rb_t1 y, rb_t1 z) {
    return (rb_t3){{x.v, y.v, z.v}, {x.d, y.d, z.d}};
}
RB_INLINE rb_t3 t3_add(rb_t3 a, rb_t3 b) {
    return (rb_t3){num3_add(a.v, b.v), num3_add(a.d, b.d)};
}
RB_INLINE rb_t3 t3_sub(rb_t3 a, rb_t3 b) {
    return (rb_t3){num3_sub(a.v, b.v), num3_sub(a.d, b.d)};
}
RB_INLINE rb_t3 t3_scale(rb_num s, rb_t3 a) {
    return (rb_t3){num3_scale(s, a.v), num3_scale(s, a.d)};
}
RB_INLINE rb_t3 t3_mul(rb_t1 s, rb_t3 a) {
    return (rb_t3){num3_scale(s.v, a.v), num3_add_scaled(num3_scale(s.v, a.d), s.d, a.v)};
}
/* a + s b */
RB_INLINE rb_t3 t3_add_scaled(rb_t3 a, rb_t1 s, rb_t3 b) {
    return (rb_t3){num3_add_scaled(a.v, s.v, b.v), num3_add_scaled(num3_add_scaled(a.d, s.v, b.d), s.d, b.v)};
}
RB_INLINE rb_t1 t3_dot(rb_t3 a, rb_t3 b) {
    return (rb_t1){num3_dot(a.v, b.v), num3_dot(a.d, b.v) + num3_dot(a.v, b.d)};
}
RB_INLINE rb_t3 t3_cross(rb_t3 a, rb_t3 b) {
    return (rb_t3){num3_cross(a.v, b.v), num3_add(num3_cross(a.d, b.v), num3_cross(a.v, b.d))};
}
RB_INLINE rb_t3 t3_map(const rb_num33 *m, rb_t3 a) {
    return (rb_t3){num3_mul(m, a.v), num3_mul(m, a.d)};
}

RB_INLINE rb_t3 t3_choose(rb_mask mask, rb_t3 yes, rb_t3 no) {
    return (rb_t3){num3(NUM_CHOOSE(mask, yes.v.x, no.v.x), NUM_CHOOSE(mask, yes.v.y, no.v.y),
                        NUM_CHOOSE(mask, yes.v.z, no.v.z)),
                   num3(NUM_CHOOSE(mask, yes.d.x, no.d.x), NUM_CHOOSE(mask, yes.d.y, no.d.y),
                        NUM_CHOOSE(mask, yes.d.z, no.d.z))};
}

#endif
