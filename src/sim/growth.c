/* Implicit methods damp growing modes. A step of an L-stable method with h Re(lambda) >> 1 multiplies such
   a mode by about 0 instead of exp(h Re(lambda)). Error control does not detect this, because the mode is
   below its tolerance. Explicit methods take short steps there and leave the unstable solution. Steps of
   implicit methods are therefore limited by the fastest growing mode. */
#include "sim/growth.h"

#include <math.h>
#include <string.h>

#include "math/eigen.h"

#define GROWTH_MAX 2.0   /* h Re(lambda): growth is right to 2 % for rodas, to 1e-4 for radau */
#define SHORTEN_MAX 0.05 /* limit of one reduction: the Jacobian at a kink may have any eigenvalue */
#define CHECK_EVERY 16   /* steps between computations of all eigenvalues */
#define CHECK_LARGEST 2  /* steps between computations of the largest eigenvalue only */
#define POWERS 10        /* powers of the Jacobian until its largest eigenvalue dominates */
#define SIGNIFICANT 1e-4 /* share of the largest eigenvalue; less is an error of finite differences */

/* Returns the largest real part of the eigenvalues of A, which is overwritten; 0: none is significant. */
static double largest_growth(double A[RB_ODE_MAX][RB_ODE_MAX], int n) {
    double re[RB_ODE_MAX], im[RB_ODE_MAX], growth = 0, size = 0;
    if (!rb_eigenvalues(A, n, re, im)) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        growth = fmax(growth, re[i]);
        size = fmax(size, fabs(re[i]) + fabs(im[i]));
    }
    return growth > SIGNIFICANT * size ? growth : 0;
}

/* Replaces v by A v, normalised. */
static void multiply(const rb_columns *A, double *v) {
    double size = rb_columns_multiply(A, v);
    for (int i = 0; i < A->n; i++) {
        v[i] = size > 0 ? v[i] / size : 0;
    }
}

/* Can the mode with the largest eigenvalue grow? Multiplies v by A several times. Then a, b, c satisfy c =
   sum b - product a approximately, with the sum and the product of the two largest eigenvalues. */
static bool largest_may_grow(const rb_columns *A, const double *start) {
    int n = A->n;
    double a[RB_ODE_MAX], b[RB_ODE_MAX], c[RB_ODE_MAX];
    double aa = 0, ab = 0, bb = 0, ac = 0, bc = 0;
    memcpy(c, start, (size_t)n * sizeof *c);
    for (int i = 0; i < POWERS; i++) {
        multiply(A, c);
    }
    memcpy(a, c, (size_t)n * sizeof *c);
    multiply(A, c);
    memcpy(b, c, (size_t)n * sizeof *c);
    multiply(A, c);
    for (int i = 0; i < n; i++) {
        aa += a[i] * a[i], ab += a[i] * b[i], bb += b[i] * b[i];
        ac += a[i] * c[i], bc += b[i] * c[i];
    }
    double determinant = aa * bb - ab * ab;
    double sum = determinant > 1e-12 * aa * bb ? (aa * bc - ab * ac) / determinant : bc;
    return !(sum < 0);
}

double rb_growth_limit(const rb_model *model, const double *J, const double *f, double h, double *unchecked) {
    int n = rb_body_moving(model->ops), first = model->coupled.first, count = model->coupled.count;
    double A[RB_ODE_MAX][RB_ODE_MAX], norm = 0;
    for (int i = 0; i < count; i++) {
        memcpy(A[i], J + (size_t)(first + i) * (size_t)n + first, (size_t)count * sizeof *A[i]);
        double row = 0;
        for (int j = 0; j < count; j++) {
            row += fabs(A[i][j]);
        }
        norm = fmax(norm, row);
    }
    if (!(h * norm > GROWTH_MAX)) {
        return h; /* the norm bounds all eigenvalues */
    }
    if (++*unchecked < CHECK_EVERY) {
        if ((int)*unchecked % CHECK_LARGEST != 0) {
            return h;
        }
        rb_columns columns;
        rb_columns_set(&columns, A[0], RB_ODE_MAX, count);
        if (!largest_may_grow(&columns, f + first)) {
            return h;
        }
    }
    double growth = largest_growth(A, count);
    if (!(h * growth > GROWTH_MAX)) {
        *unchecked = 0;
        return h;
    }
    *unchecked = CHECK_EVERY; /* check the next step as well */
    return fmax(GROWTH_MAX / growth, SHORTEN_MAX * h);
}
