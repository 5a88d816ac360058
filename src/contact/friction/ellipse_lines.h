/* Sums over lines through the instantaneous centre, for the exact law of an ellipse (exact_ellipse.c). */
#ifndef RB_CONTACT_FRICTION_ELLIPSE_LINES_H
#define RB_CONTACT_FRICTION_ELLIPSE_LINES_H

#include <stdbool.h>

#include "math/gauss.h"

enum { RB_LANDEN_MAX = 3 }; /* transformations at most: enough for b >= 1e-6 */

/* Landen's transformations between the direction t of a line and the angle phi in which the integrand is
   smooth (exact_ellipse.c): from level to level, b becomes 2 sqrt(b)/(1 + b). */
typedef struct rb_landen {
    int levels;
    double k[RB_LANDEN_MAX]; /* (1 - b)/(1 + b) of each level; the first belongs to the patch */
    double b_top;            /* of the last level, in which phi is the amplitude */
    double scale;            /* product of the 1 + k */
} rb_landen;

/* The patch and the centre, and the sums over directions: T_x, T_y, M, their derivatives by d_c and
   d_s, and the Hessian (xx, xy, xw, yy, yw, ww), all without the factor 3/4 and the signs. */
typedef struct rb_lines {
    double b, X0, Y0, d_c, d_s;
    rb_landen map;
    double value[3], by_c[3], by_s[3], hessian[6];
} rb_lines;

/* A range of phi: |phi - middle| < half <= pi/2, with tan_quarter = tan(half/2) <= 1. */
typedef struct rb_fan {
    double cos_middle, sin_middle, tan_quarter;
    /* The distance of the centre if the middle points to it, otherwise 0. A narrow fan needs it: there
       Q = Y0 l_x - X0 l_y would cancel. */
    double distance;
} rb_fan;

/* The functions for one kind of processor. */
typedef struct rb_lines_code {
    /* The centre is inside: all directions, trapezoidal rule in phi of 8 nodes x blocks; c and s: cosine and
       sine of half a step. */
    void (*inside)(rb_lines *w, int blocks, double c, double s, bool derivatives);
    /* The centre is outside: Gauss rule over the directions of each fan. */
    void (*outside)(rb_lines *w, const rb_fan fans[], int count, const rb_gauss_rule *rule, bool derivatives);
} rb_lines_code;

extern const rb_lines_code rb_lines_any;  /* ellipse_lines.c */
extern const rb_lines_code rb_lines_four; /* ellipse_lines_four.c, where the build has it */
/* Returns the fastest functions for this processor; all give the same bits. */
const rb_lines_code *rb_lines_find(void);

#endif
