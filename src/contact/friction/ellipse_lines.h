/* Sums over lines through the instantaneous centre, for the exact law of an ellipse (exact_ellipse.c). */
#ifndef RB_CONTACT_FRICTION_ELLIPSE_LINES_H
#define RB_CONTACT_FRICTION_ELLIPSE_LINES_H

#include <stdbool.h>

#include "math/gauss.h"

/* The patch and the centre, and the sums over directions: T_x, T_y, M, their derivatives by d_c and
   d_s, and the Hessian (xx, xy, xw, yy, yw, ww), all without the factor 3/4 and the signs. */
typedef struct rb_lines {
    double b, g, X0, Y0, d_c, d_s;
    double value[3], by_c[3], by_s[3], hessian[6];
} rb_lines;

/* The functions for one kind of processor. */
typedef struct rb_lines_code {
    /* The centre is inside: all directions, trapezoidal rule in s, nodes in pairs +-s; c and s: cosine and
       sine of half a step. */
    void (*inside)(rb_lines *w, int pairs, double c, double s, bool derivatives);
    /* The centre is outside: Gauss rule in tau. */
    void (*outside)(rb_lines *w, const rb_gauss_rule *rule, bool derivatives);
    /* Either case for very long patches. */
    void (*graded)(rb_lines *w, const rb_gauss_rule *rule, bool derivatives);
} rb_lines_code;

extern const rb_lines_code rb_lines_any;  /* ellipse_lines.c */
extern const rb_lines_code rb_lines_four; /* ellipse_lines_four.c, where the build has it */
/* Returns the fastest functions for this processor; all give the same bits. */
const rb_lines_code *rb_lines_find(void);

#endif
