/* Eigenvalues and eigenvectors of a symmetric matrix by Jacobi's method: exact to rounding, the same bits on
   every machine, and fast enough for the few dozen parameters of a fit. */
#ifndef RB_MATH_EIGEN_H
#define RB_MATH_EIGEN_H

#include <stdbool.h>

#include "math/ode.h"

#define RB_COLUMN ((RB_ODE_MAX + 3) / 4 * 4)

/* a: n x n, row by row, symmetric; destroyed. values: n, falling. vectors: n x n, row i is the unit vector
   of values[i], its largest component positive. */
void rb_eigen_symmetric(int n, double *a, double *values, double *vectors);

/* Eigenvalues of a small real matrix. */

/* Computes all n eigenvalues re + i im of A (n <= RB_ODE_MAX, by rows), which is overwritten: balanced,
   reduced to Hessenberg form, then Francis' implicit double-shift QR iteration. Errors are a few ulp of
   the norm of A. Returns false if A is not finite or the iteration does not converge. */
bool rb_eigenvalues(double A[RB_ODE_MAX][RB_ODE_MAX], int n, double *re, double *im);

/* A matrix by columns, padded by zeros to whole vector registers: a product with it is a sum of columns,
   which compilers vectorise without changing the order of the sums. */
typedef struct rb_columns {
    int n, padded;
    double c[RB_ODE_MAX][RB_COLUMN];
} rb_columns;

/* Fills it from n x n elements of a matrix with `stride` elements in a row. */
void rb_columns_set(rb_columns *columns, const double *rows, int stride, int n);
/* Replaces v, n components, by its product with the matrix. Returns the norm of the result. */
double rb_columns_multiply(const rb_columns *columns, double *v);

#endif
