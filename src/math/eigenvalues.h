/* Eigenvalues of a small real matrix. */
#ifndef RB_MATH_EIGENVALUES_H
#define RB_MATH_EIGENVALUES_H

#include <stdbool.h>

#include "math/ode.h"

/* Computes all n eigenvalues re + i im of A (n <= RB_ODE_MAX, by rows), which is overwritten: balanced,
   reduced to Hessenberg form, then Francis' implicit double-shift QR iteration. Errors are a few ulp of
   the norm of A. Returns false if A is not finite or the iteration does not converge. */
bool rb_eigenvalues(double A[RB_ODE_MAX][RB_ODE_MAX], int n, double *re, double *im);

#endif
