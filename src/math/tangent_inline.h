/* Forward-mode derivatives in one direction: a value with its tangent. The equations of motion are
   written once in these; where only values are asked for, the tangents are dead code and the
   compiler removes them. */
#ifndef RB_MATH_TANGENT_INLINE_H
#define RB_MATH_TANGENT_INLINE_H

#include "base/inline.h"
#include "rattleback/vec.h"

typedef struct rb_t1 {
    double v, d; /* value, tangent */
} rb_t1;

typedef struct rb_t3 {
    rb_vec3 v, d;
} rb_t3;

RB_INLINE rb_t1 t1(double v) {
    return (rb_t1){v, 0};
}
RB_INLINE rb_t1 t1_add(rb_t1 a, rb_t1 b) {
    return (rb_t1){a.v + b.v, a.d + b.d};
}
RB_INLINE rb_t1 t1_sub(rb_t1 a, rb_t1 b) {
    return (rb_t1){a.v - b.v, a.d - b.d};
}
RB_INLINE rb_t1 t1_scale(double s, rb_t1 a) {
    return (rb_t1){s * a.v, s * a.d};
}
RB_INLINE rb_t1 t1_mul(rb_t1 a, rb_t1 b) {
    return (rb_t1){a.v * b.v, a.d * b.v + a.v * b.d};
}
RB_INLINE rb_t1 t1_div(rb_t1 a, rb_t1 b) {
    double q = a.v / b.v;
    return (rb_t1){q, (a.d - q * b.d) / b.v};
}
RB_INLINE rb_t1 t1_sqrt(rb_t1 a) {
    double r = sqrt(a.v);
    return (rb_t1){r, a.d / (2 * r)};
}

RB_INLINE rb_t3 t3(rb_vec3 v) {
    return (rb_t3){v, {0, 0, 0}};
}
RB_INLINE rb_t3 t3_of(rb_t1 x, rb_t1 y, rb_t1 z) {
    return (rb_t3){{x.v, y.v, z.v}, {x.d, y.d, z.d}};
}
RB_INLINE rb_t3 t3_add(rb_t3 a, rb_t3 b) {
    return (rb_t3){rb_add(a.v, b.v), rb_add(a.d, b.d)};
}
RB_INLINE rb_t3 t3_sub(rb_t3 a, rb_t3 b) {
    return (rb_t3){rb_sub(a.v, b.v), rb_sub(a.d, b.d)};
}
RB_INLINE rb_t3 t3_scale(double s, rb_t3 a) {
    return (rb_t3){rb_scale(s, a.v), rb_scale(s, a.d)};
}
RB_INLINE rb_t3 t3_mul(rb_t1 s, rb_t3 a) {
    return (rb_t3){rb_scale(s.v, a.v), rb_add_scaled(rb_scale(s.v, a.d), s.d, a.v)};
}
/* a + s b */
RB_INLINE rb_t3 t3_add_scaled(rb_t3 a, rb_t1 s, rb_t3 b) {
    return (rb_t3){rb_add_scaled(a.v, s.v, b.v),
                   rb_add_scaled(rb_add_scaled(a.d, s.v, b.d), s.d, b.v)};
}
RB_INLINE rb_t1 t3_dot(rb_t3 a, rb_t3 b) {
    return (rb_t1){rb_dot(a.v, b.v), rb_dot(a.d, b.v) + rb_dot(a.v, b.d)};
}
RB_INLINE rb_t3 t3_cross(rb_t3 a, rb_t3 b) {
    return (rb_t3){rb_cross(a.v, b.v), rb_add(rb_cross(a.d, b.v), rb_cross(a.v, b.d))};
}
RB_INLINE rb_t3 t3_map(const rb_mat3 *m, rb_t3 a) {
    return (rb_t3){rb_mul(m, a.v), rb_mul(m, a.d)};
}

#endif
