/* Rodas5P (rodas.h) for systems of any size whose Jacobian consists of blocks. The first components are
   coupled: right-hand sides depend on them alone. The others ("followers": angles, the time, works) do not
   act back. */
#ifndef RB_MATH_RODAS_LARGE_H
#define RB_MATH_RODAS_LARGE_H

#include "math/block_matrix.h"
#include "math/ode.h"

#define RB_RODAS_LARGE_TERMS 4 /* coefficients of the dense output */

/* A step and its memory. The caller provides the arrays and fills y0, f0 and the Jacobian. */
typedef struct rb_rodas_large {
    rb_rhs rhs;
    const void *model;
    int n;                  /* components */
    rb_block_layout layout; /* of the coupled components, layout.rows in number */
    const double *y0, *f0;  /* start, and the right-hand side there */
    double *J;              /* blocks of the coupled components */
    double *follow;         /* rows of the followers: their derivatives by the coupled components */
    double *matrix;         /* decomposed */
    int *pivots;
    double *U[RB_RODAS_STAGES];
    double *f;                           /* right-hand side of a stage */
    double *y1;                          /* end of the step */
    double *dense[RB_RODAS_LARGE_TERMS]; /* as rb_dense.c */
} rb_rodas_large;

/* Returns the number of doubles and ints that a system of n components with this layout needs; assigns them
   from memory unless it is NULL. */
int rb_rodas_large_doubles(const rb_block_layout *layout, int n);
void rb_rodas_large_assign(rb_rodas_large *step, double *doubles, int *ints);

/* Makes a step of length h: fills y1. The embedded error is U[RB_RODAS_STAGES - 1]. Returns false if the
   matrix is singular or not finite. */
bool rb_rodas_large_step(rb_rodas_large *step, double h);

/* Builds the dense output of the step. y1 may have been projected to constraints. */
void rb_rodas_large_interpolate(rb_rodas_large *step);
/* Returns component i at the share x of the step. */
double rb_rodas_large_at(const rb_rodas_large *step, int i, double x);

#endif
