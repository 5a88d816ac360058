/* The number type of the physics: a double, or, where RB_LANES is above 1, that many doubles in a vector
   register, one for each of several runs. Every formula is written once. A translation unit that defines
   RB_LANES compiles it again for lanes: + - x / and sqrt round the same in each lane, comparisons give
   masks, and branches become a choice between two computed results. A lane therefore has the bits of a
   single run. Rare cases (num_rarely) are not computed in lanes: the lane becomes NaN, and the stepper
   repeats the step with doubles. */
#ifndef RB_MATH_NUM_INLINE_H
#define RB_MATH_NUM_INLINE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/macros.h"
#include "math/vec.h"
#include "rattleback/vec.h"

#ifndef RB_LANES
#define RB_LANES 1
#endif

#if RB_LANES == 1

typedef double rb_num;
typedef bool rb_mask;
typedef uint64_t rb_bits;
typedef int64_t rb_signed;
typedef rb_vec3 rb_num3;
typedef rb_mat3 rb_num33;

#define NUM(x) ((double)(x))
/* Chooses one of two values; only that one is computed here. */
#define NUM_CHOOSE(mask, yes, no) ((mask) ? (yes) : (no))

#define NUM_TRUE true
#define num_any(mask) (mask)
#define num_all(mask) (mask)
#define num_not(mask) (!(mask))
#define num_sqrt(x) sqrt(x)
#define num_abs(x) fabs(x)
#define num_rarely(mask, x) (mask)
#define num_first(x) (x)
#define num3 rb_v3
#define num3_add rb_add
#define num3_sub rb_sub
#define num3_scale rb_scale
#define num3_add_scaled rb_add_scaled
#define num3_dot rb_dot
#define num3_cross rb_cross
#define num3_mul rb_mul

RB_INLINE uint64_t num_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
RB_INLINE double num_from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
/* table[stride i] */
RB_INLINE double num_lookup(const double *table, int stride, uint64_t i) {
    return table[(uint64_t)stride * i];
}

#else

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef double rb_num __attribute__((vector_size(8 * RB_LANES)));
typedef int64_t rb_mask __attribute__((vector_size(8 * RB_LANES)));
typedef uint64_t rb_bits __attribute__((vector_size(8 * RB_LANES)));
typedef rb_mask rb_signed;

typedef struct rb_num3 {
    rb_num x, y, z;
} rb_num3;
typedef struct rb_num33 {
    rb_num m[3][3];
} rb_num33;

#if RB_LANES == 2
#define NUM(x) ((rb_num){(x), (x)})
#elif RB_LANES == 4
#define NUM(x) ((rb_num){(x), (x), (x), (x)})
#else
#error "RB_LANES: expected 1, 2 or 4"
#endif

RB_INLINE rb_num num_choose(rb_mask mask, rb_num yes, rb_num no) {
    return (rb_num)((mask & (rb_mask)yes) | (~mask & (rb_mask)no));
}
#define NUM_CHOOSE(mask, yes, no) num_choose((rb_mask)(mask), (yes), (no))

RB_INLINE bool num_any_of(rb_mask mask) {
#if RB_LANES == 4 && defined(__AVX__)
    return _mm256_movemask_pd((__m256d)mask) != 0;
#elif RB_LANES == 2 && defined(__SSE2__)
    return _mm_movemask_pd((__m128d)mask) != 0;
#else
    int64_t any = 0;
    for (int i = 0; i < RB_LANES; i++) {
        any |= mask[i];
    }
    return any != 0;
#endif
}
#define NUM_TRUE (~(rb_mask){0})
#define num_any(mask) num_any_of((rb_mask)(mask))
#define num_all(mask) (!num_any_of(~(rb_mask)(mask)))
#define num_not(mask) (~(rb_mask)(mask))

RB_INLINE rb_num num_sqrt(rb_num x) {
#if RB_LANES == 4 && defined(__AVX__)
    return (rb_num)_mm256_sqrt_pd((__m256d)x);
#elif RB_LANES == 4 && defined(__SSE2__)
    __m128d half[2];
    memcpy(half, &x, sizeof half);
    half[0] = _mm_sqrt_pd(half[0]);
    half[1] = _mm_sqrt_pd(half[1]);
    memcpy(&x, half, sizeof x);
    return x;
#elif RB_LANES == 2 && defined(__SSE2__)
    return (rb_num)_mm_sqrt_pd((__m128d)x);
#elif RB_LANES == 2 && defined(__ARM_NEON) && defined(__aarch64__)
    return (rb_num)vsqrtq_f64((float64x2_t)x);
#else
    rb_num root;
    for (int i = 0; i < RB_LANES; i++) {
        root[i] = sqrt(x[i]);
    }
    return root;
#endif
}

RB_INLINE rb_num num_abs(rb_num x) {
    return (rb_num)((rb_bits)x & ~(rb_bits)NUM(-0.0));
}
/* Always false; sets x to NaN (all bits set) where the mask is set. */
RB_INLINE bool num_rarely_in(rb_mask mask, rb_num *x) {
    *x = (rb_num)(mask | (rb_mask)*x);
    return false;
}
#define num_rarely(mask, x) num_rarely_in((rb_mask)(mask), (x))
/* The value of something that is the same in all lanes. */
#define num_first(x) ((x)[0])

#define num_bits(x) ((rb_bits)(x))
#define num_from_bits(bits) ((rb_num)(bits))
RB_INLINE rb_num num_lookup(const double *table, int stride, rb_bits i) {
    rb_num x = {0}; /* gcc 12 warns at -O1 */
    for (int k = 0; k < RB_LANES; k++) {
        x[k] = table[(uint64_t)stride * i[k]];
    }
    return x;
}

/* Functions of rattleback/vec.h in lanes. */
RB_INLINE rb_num3 num3(rb_num x, rb_num y, rb_num z) {
    return (rb_num3){x, y, z};
}
RB_INLINE rb_num3 num3_add(rb_num3 a, rb_num3 b) {
    return num3(a.x + b.x, a.y + b.y, a.z + b.z);
}
RB_INLINE rb_num3 num3_sub(rb_num3 a, rb_num3 b) {
    return num3(a.x - b.x, a.y - b.y, a.z - b.z);
}
RB_INLINE rb_num3 num3_scale(rb_num s, rb_num3 a) {
    return num3(s * a.x, s * a.y, s * a.z);
}
RB_INLINE rb_num3 num3_add_scaled(rb_num3 a, rb_num s, rb_num3 b) {
    return num3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
RB_INLINE rb_num num3_dot(rb_num3 a, rb_num3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
RB_INLINE rb_num3 num3_cross(rb_num3 a, rb_num3 b) {
    return num3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
RB_INLINE rb_num3 num3_mul(const rb_num33 *m, rb_num3 v) {
    return num3(m->m[0][0] * v.x + m->m[0][1] * v.y + m->m[0][2] * v.z,
                m->m[1][0] * v.x + m->m[1][1] * v.y + m->m[1][2] * v.z,
                m->m[2][0] * v.x + m->m[2][1] * v.y + m->m[2][2] * v.z);
}

#endif

/* Signed minor that multiplies element (i, j) in the determinant. */
RB_INLINE rb_num num33_cofactor(const rb_num33 *a, int i, int j) {
    int r = (i + 1) % 3, s = (i + 2) % 3;
    int c = (j + 1) % 3, d = (j + 2) % 3;
    return a->m[r][c] * a->m[s][d] - a->m[r][d] * a->m[s][c];
}

RB_INLINE rb_num num33_det(const rb_num33 *a) {
    return a->m[0][0] * num33_cofactor(a, 0, 0) + a->m[0][1] * num33_cofactor(a, 0, 1) +
           a->m[0][2] * num33_cofactor(a, 0, 2);
}

RB_INLINE rb_num33 num33_inverse(const rb_num33 *a) {
    rb_num scale = NUM(1) / num33_det(a);
    rb_num33 inverse;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            inverse.m[j][i] = scale * num33_cofactor(a, i, j);
        }
    }
    return inverse;
}

#endif
