/* A bracket around a zero that closes by regula falsi (Illinois): the caller evaluates
   the function and decides when it is near enough. */
#ifndef RB_MATH_BRACKET_H
#define RB_MATH_BRACKET_H

#include <math.h>
#include <stdbool.h>

typedef struct rb_bracket {
    double near, far;       /* the zero lies between them */
    double at_near, at_far; /* what the function is there, or a part of it: of different signs */
    int last;               /* which end moved last: 1 near, -1 far, 0 none yet */
} rb_bracket;

/* Where to look next: not nearer to either end than a share of the bracket. */
static inline double rb_bracket_guess(const rb_bracket *b, double guard) {
    double width = b->far - b->near, x = b->near + width * b->at_near / (b->at_near - b->at_far);
    return fmin(fmax(x, b->near + guard * width), b->far - guard * width);
}

/* There it is `at`, which is on the near side of the zero or not. An end that stays twice on end counts by
   half. */
static inline void rb_bracket_take(rb_bracket *b, double x, double at, bool is_near) {
    int side = is_near ? 1 : -1;
    double *other = is_near ? &b->at_far : &b->at_near;
    *(is_near ? &b->near : &b->far) = x;
    *(is_near ? &b->at_near : &b->at_far) = at;
    *other = b->last == side ? *other / 2 : *other;
    b->last = side;
}

#endif
