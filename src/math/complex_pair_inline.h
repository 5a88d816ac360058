/* Two complex linear systems side by side in four lanes: the lanes are the two real parts, then the two
   imaginary parts. For files that define RB_LANES as 4. */
#ifndef RB_MATH_COMPLEX_PAIR_INLINE_H
#define RB_MATH_COMPLEX_PAIR_INLINE_H

#include <stdbool.h>
#include <stddef.h>

#include "math/num_inline.h"
#include "math/ode.h"

#if RB_LANES != 4
#error "RB_LANES: expected 4"
#endif

#if defined(__clang__) || __GNUC__ >= 12
#define LANES_OF(v, a, b, c, d) __builtin_shufflevector((v), (v), a, b, c, d)
#else
#define LANES_OF(v, a, b, c, d) __builtin_shuffle((v), (rb_mask){a, b, c, d})
#endif

/* Both products a b; b is given as its real and its imaginary parts, each twice. */
static const rb_num imaginary_signs = {-1, -1, 1, 1};
#define REAL_PARTS(b) LANES_OF(b, 0, 1, 0, 1)
#define IMAGINARY_PARTS(b) (LANES_OF(b, 2, 3, 2, 3) * imaginary_signs)
#define SWAPPED(a) LANES_OF(a, 2, 3, 0, 1)
#define PRODUCT(a, re, im) ((a) * (re) + SWAPPED(a) * (im))

/* The rows of a column whose elements are not zero, rising. About a third of the Jacobian of a rigid body is
   zero: attitude does not act on height, nor velocity on the rates of attitude. */
typedef struct filled_rows {
    int count;
    unsigned char row[RB_ODE_MAX];
} filled_rows;

typedef struct complex_pair {
    int n;
    rb_num matrix[RB_ODE_MAX][RB_ODE_MAX];            /* by columns; after decomposition its factors */
    rb_num inverse[RB_ODE_MAX];                       /* of the diagonal of the upper factor */
    filled_rows below[RB_ODE_MAX], above[RB_ODE_MAX]; /* of each column, relative to the diagonal */
} complex_pair;

RB_INLINE bool is_filled(rb_num element) {
    return num_any(num_not(element == 0));
}

RB_INLINE filled_rows find_filled(const rb_num *column, int from, int to) {
    filled_rows filled = {.count = 0};
    for (int i = from; i < to; i++) {
        filled.row[filled.count] = (unsigned char)i;
        filled.count += is_filled(column[i]);
    }
    return filled;
}

/* b -= a column, in these rows. */
RB_INLINE void subtract_column(rb_num *b, const rb_num *column, const filled_rows *rows, rb_num a) {
    rb_num re = REAL_PARTS(a), im = IMAGINARY_PARTS(a);
    for (int r = 0; r < rows->count; r++) {
        int i = rows->row[r];
        b[i] -= PRODUCT(column[i], re, im);
    }
}

/* Decomposes both matrices without pivoting. */
static void complex_pair_decompose(complex_pair *p) {
    for (int k = 0; k < p->n; k++) {
        rb_num *column = p->matrix[k], pivot = column[k];
        rb_num re = REAL_PARTS(pivot), im = LANES_OF(pivot, 2, 3, 2, 3);
        rb_num size = NUM(1) / (re * re + im * im), inverse = pivot * size * -imaginary_signs;
        const filled_rows below = find_filled(column, k + 1, p->n);
        p->inverse[k] = inverse;
        p->below[k] = below;
        p->above[k] = find_filled(column, 0, k);
        re = REAL_PARTS(inverse);
        im = IMAGINARY_PARTS(inverse);
        for (int r = 0; r < below.count; r++) {
            int i = below.row[r];
            column[i] = PRODUCT(column[i], re, im);
        }
        for (int j = k + 1; j < p->n; j++) {
            if (is_filled(p->matrix[j][k])) {
                subtract_column(p->matrix[j], column, &below, p->matrix[j][k]);
            }
        }
    }
}

/* Replaces the right sides b by the solutions. */
static void complex_pair_solve(const complex_pair *p, rb_num *b) {
    for (int k = 0; k < p->n; k++) {
        subtract_column(b, p->matrix[k], &p->below[k], b[k]);
    }
    for (int k = p->n - 1; k >= 0; k--) {
        b[k] = PRODUCT(b[k], REAL_PARTS(p->inverse[k]), IMAGINARY_PARTS(p->inverse[k]));
        subtract_column(b, p->matrix[k], &p->above[k], b[k]);
    }
}

#endif
