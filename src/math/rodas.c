#include "math/ode.h"

#include <math.h>
#include <string.h>

#include "base/macros.h"
#include "math/rodas_inline.h"
#include "math/sizes_inline.h"

/* Matrix of the coupled components, stored by columns for vectorisation. */
typedef struct matrix {
    double c[RB_ODE_MAX][RB_ODE_MAX];
    double inverse[RB_ODE_MAX]; /* of the diagonal, once decomposed */
    int pivot[RB_ODE_MAX];
} matrix;

RB_INLINE void swap_rows(matrix *x, int n, int a, int b) {
    for (int j = 0; j < n; j++) {
        double swap = x->c[j][a];
        x->c[j][a] = x->c[j][b];
        x->c[j][b] = swap;
    }
}

/* LU decomposition with partial pivoting, in place; false if singular. */
RB_INLINE bool decompose(matrix *x, int n) {
    for (int k = 0; k < n; k++) {
        double *column = x->c[k];
        int best = k;
        for (int i = k + 1; i < n; i++) {
            if (fabs(column[i]) > fabs(column[best])) {
                best = i;
            }
        }
        x->pivot[k] = best;
        if (!(fabs(column[best]) > 0) || !isfinite(column[best])) {
            return false;
        }
        if (best != k) {
            swap_rows(x, n, k, best);
        }
        x->inverse[k] = 1 / column[k];
        for (int i = k + 1; i < n; i++) {
            column[i] *= x->inverse[k];
        }
        for (int j = k + 1; j < n; j++) {
            double *other = x->c[j], factor = other[k];
            for (int i = k + 1; factor != 0 && i < n; i++) {
                other[i] -= column[i] * factor;
            }
        }
    }
    return true;
}

RB_INLINE void solve(const matrix *x, int n, double *restrict b) {
    for (int k = 0; k < n; k++) {
        double swap = b[k];
        b[k] = b[x->pivot[k]];
        b[x->pivot[k]] = swap;
    }
    for (int j = 0; j < n; j++) {
        double known = b[j];
        for (int i = j + 1; i < n; i++) {
            b[i] -= x->c[j][i] * known;
        }
    }
    for (int j = n - 1; j >= 0; j--) {
        double known = b[j] *= x->inverse[j];
        for (int i = 0; i < j; i++) {
            b[i] -= x->c[j][i] * known;
        }
    }
}

RB_INLINE bool prepare(rb_sizes of, double h, const double *J, matrix *x) {
    for (int j = 0; j < of.count; j++) {
        const double *from = J + (size_t)of.first * (size_t)of.n + of.first + j;
        for (int i = 0; i < of.count; i++) {
            x->c[j][i] = -from[i * of.n];
        }
        x->c[j][j] += 1 / (h * GAMMA);
    }
    return decompose(x, of.count);
}

/* Solves for the stage with its right side in U: first the coupled components, then the others. */
RB_INLINE void solve_stage(rb_sizes of, double h, const double *J, const matrix *x, double *U) {
    int first = of.first, behind = first + of.count;
    solve(x, of.count, U + first);
    for (int i = 0; i < of.n; i++) {
        if (i >= first && i < behind) {
            continue;
        }
        const double *row = J + (size_t)i * (size_t)of.n;
        double sum = U[i];
        for (int j = first; j < behind; j++) {
            sum += row[j] * U[j];
        }
        U[i] = h * GAMMA * sum;
    }
}

/* Start and length of a step. */
typedef struct start {
    double h;
    const double *y, *f, *J;
} start;

/* Computes stage s: its right-hand side, and U. Inlined into its callers, where s is a constant. */
RB_INLINE void stage(int s, const rb_system *system, rb_sizes of, start from, const matrix *x, rb_rodas *step,
                     double *y_new) {
    int n = of.n;
    double *U = step->U[s], per_h = 1 / from.h;
    for (int i = 0; i < n; i++) { /* rows 7 and 8: the argument of the stage before plus its U */
        double z = s < 6 ? from.y[i] : y_new[i] + step->U[s - 1][i];
        double sum = 0;
        for (int j = 0; j < s; j++) {
            z += s < 6 ? A[s][j] * step->U[j][i] : 0;
            sum += C[s][j] * step->U[j][i];
        }
        y_new[i] = step->z[s][i] = z;
        U[i] = per_h * sum;
    }
    if (s > 0) {
        system->rhs(system->model, step->z[s], step->f[s]);
    }
    for (int i = 0; i < n; i++) {
        U[i] += step->f[s][i];
    }
    solve_stage(of, from.h, from.J, x, U);
}

RB_INLINE bool make_step(const rb_system *system, rb_sizes of, start from, rb_rodas *step, double *y_new,
                         double *error) {
    int n = of.n;
    matrix x;
    if (!prepare(of, from.h, from.J, &x)) {
        return false;
    }
    memcpy(step->f[0], from.f, (size_t)n * sizeof *from.f);
    stage(0, system, of, from, &x, step, y_new);
    stage(1, system, of, from, &x, step, y_new);
    stage(2, system, of, from, &x, step, y_new);
    stage(3, system, of, from, &x, step, y_new);
    stage(4, system, of, from, &x, step, y_new);
    stage(5, system, of, from, &x, step, y_new);
    stage(6, system, of, from, &x, step, y_new);
    stage(7, system, of, from, &x, step, y_new);
    for (int i = 0; i < n; i++) {
        error[i] = step->U[STAGES - 1][i];
        y_new[i] += error[i];
    }
    return true;
}

bool rb_rodas_step(const rb_system *system, double h, const double *y, const double *f, const double *J,
                   rb_rodas *step, double *y_new, double *error) {
    rb_sizes of = {system->first, system->count, system->n};
    start from = {h, y, f, J};
    if (rb_sizes_are(of, RB_SIZES_DISK)) {
        return make_step(system, RB_SIZES_DISK, from, step, y_new, error);
    }
    return make_step(system, of, from, step, y_new, error);
}

void rb_rodas_dense(const rb_rodas *step, int n, const double *y, const double *y_new, rb_dense *out) {
    out->count = 4;
    for (int i = 0; i < n; i++) {
        double c[3] = {0};
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < STAGES; j++) {
                c[k] += H[k][j] * step->U[j][i];
            }
        }
        out->c[0][i] = y_new[i] - y[i];
        out->c[1][i] = c[0];
        out->c[2][i] = c[1] + c[2];
        out->c[3][i] = -c[2];
    }
}
