/* Eigenvalues and eigenvectors of a symmetric matrix by Jacobi's method: exact to rounding, the same bits on
   every machine, and fast enough for the few dozen parameters of a fit. */
#ifndef RB_MATH_EIGEN_H
#define RB_MATH_EIGEN_H

/* a: n x n, row by row, symmetric; destroyed. values: n, falling. vectors: n x n, row i is the unit vector
   of values[i], its largest component positive. */
void rb_eigen_symmetric(int n, double *a, double *values, double *vectors);

#endif
