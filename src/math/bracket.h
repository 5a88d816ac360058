/* A bracket around a zero that shrinks by regula falsi (Illinois). The caller evaluates the function and
   decides when to stop. */
#ifndef RB_MATH_BRACKET_H
#define RB_MATH_BRACKET_H

#include <math.h>
#include <stdbool.h>

typedef struct rb_bracket {
    double near, far;       /* the zero lies between them */
    double at_near, at_far; /* values of the function there, of different signs */
    int last;               /* end that moved last: 1 near, -1 far, 0 none yet */
} rb_bracket;

/* Returns the next point to evaluate, at least a share `guard` of the bracket away from either end. */
static inline double rb_bracket_guess(const rb_bracket *b, double guard) {
    double width = b->far - b->near, x = b->near + width * b->at_near / (b->at_near - b->at_far);
    return fmin(fmax(x, b->near + guard * width), b->far - guard * width);
}

/* Replaces one end by x with the value `at`; is_near: x is on the near side of the zero. The value at an
   end that stays twice in a row is halved. */
static inline void rb_bracket_take(rb_bracket *b, double x, double at, bool is_near) {
    int side = is_near ? 1 : -1;
    double *other = is_near ? &b->at_far : &b->at_near;
    *(is_near ? &b->near : &b->far) = x;
    *(is_near ? &b->at_near : &b->at_far) = at;
    *other = b->last == side ? *other / 2 : *other;
    b->last = side;
}

#endif
