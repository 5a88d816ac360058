#include "math/least_squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = RB_LEAST_SQUARES_MAX };

typedef struct search {
    const rb_least_squares *problem;
    rb_least_squares_result *out;
    double *r, *trial, *jacobian; /* jacobian: one column per parameter */
    double R[MAX * MAX];          /* J = Q R */
    double turned[MAX];           /* Q^T r */
    double square[MAX];           /* squared lengths of the columns of J */
} search;

static double sum_of(const double *r, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += r[i] * r[i];
    }
    return sum;
}

static bool stops(search *s) {
    const rb_least_squares *q = s->problem;
    s->out->stopped = s->out->stopped || (q->stop != NULL && q->stop(q->context));
    return s->out->stopped;
}

/* Returns the sum of squares; infinity where there are no residuals. */
static double evaluate(search *s, const double *p, double *r) {
    const rb_least_squares *q = s->problem;
    s->out->evaluations++;
    if (!q->evaluate(q->context, p, r)) {
        return INFINITY;
    }
    double sum = sum_of(r, q->residuals);
    return isfinite(sum) ? sum : INFINITY;
}

/* Computes one column by a difference, on the other side if the first has no residuals. */
static bool differ(search *s, const double *p, int k) {
    const rb_least_squares *q = s->problem;
    double moved[MAX], *column = s->jacobian + (size_t)k * (size_t)q->residuals;
    for (int side = 0; side < 2; side++) {
        double h = side == 0 ? q->difference : -q->difference;
        memcpy(moved, p, (size_t)q->parameters * sizeof *p);
        moved[k] += h;
        if (stops(s)) {
            return false;
        }
        if (isfinite(evaluate(s, moved, column))) {
            for (int i = 0; i < q->residuals; i++) {
                column[i] = (column[i] - s->r[i]) / h;
            }
            return true;
        }
    }
    memset(column, 0, (size_t)q->residuals * sizeof *column);
    return true;
}

/* Householder's QR of a matrix by columns, in place: R in its upper triangle, b becomes Q^T b. */
static void triangulate(int rows, int columns, double *a, double *b) {
    for (int k = 0; k < columns && k < rows; k++) {
        double *v = a + (size_t)k * (size_t)rows, length = sqrt(sum_of(v + k, rows - k));
        if (!(length > 0)) {
            continue;
        }
        double diagonal = v[k] > 0 ? -length : length;
        v[k] -= diagonal;
        double half = -diagonal * v[k]; /* v.v/2 */
        for (int j = k + 1; j <= columns; j++) {
            double *x = j < columns ? a + (size_t)j * (size_t)rows : b, product = 0;
            for (int i = k; i < rows; i++) {
                product += v[i] * x[i];
            }
            for (int i = k; i < rows; i++) {
                x[i] -= product / half * v[i];
            }
        }
        v[k] = diagonal;
    }
}

static bool linearise(search *s, const double *p) {
    int n = s->problem->parameters, m = s->problem->residuals;
    for (int k = 0; k < n; k++) {
        if (!differ(s, p, k)) {
            return false;
        }
    }
    for (int k = 0; k < n; k++) {
        s->square[k] = sum_of(s->jacobian + (size_t)k * (size_t)m, m);
    }
    memcpy(s->trial, s->r, (size_t)m * sizeof *s->r); /* trial is free until the next step */
    triangulate(m, n, s->jacobian, s->trial);
    memset(s->R, 0, sizeof s->R);
    for (int i = 0; i < n; i++) {
        s->turned[i] = i < m ? s->trial[i] : 0;
        for (int k = i; i < m && k < n; k++) {
            s->R[i * n + k] = s->jacobian[(size_t)k * (size_t)m + (size_t)i];
        }
    }
    return true;
}

/* Computes the step for a damping, the least squares solution of (J; sqrt(damping) D) step = (-r; 0) with the
   lengths D of the columns of J. QR does not square the condition of J, as normal equations do. */
static bool find_step(const search *s, double damping, double *step) {
    int n = s->problem->parameters, m = 2 * n;
    double a[2 * MAX * MAX] = {0}, b[2 * MAX] = {0}, largest = 0;
    for (int k = 0; k < n; k++) {
        largest = fmax(largest, s->square[k]);
    }
    for (int k = 0; k < n; k++) {
        for (int i = 0; i <= k; i++) {
            a[k * m + i] = s->R[i * n + k];
        }
        a[k * m + n + k] = sqrt(damping * fmax(s->square[k], 1e-9 * largest) + 1e-300);
        b[k] = -s->turned[k];
    }
    triangulate(m, n, a, b);
    for (int k = n - 1; k >= 0; k--) {
        step[k] = b[k];
        for (int j = k + 1; j < n; j++) {
            step[k] -= a[j * m + k] * step[j];
        }
        step[k] /= a[k * m + k];
        if (!isfinite(step[k])) {
            return false;
        }
    }
    for (int k = 0; k < n; k++) { /* parameters are of size 1: limits the step */
        step[k] = fmin(1, fmax(-1, step[k]));
    }
    return true;
}

/* Tries steps until one reduces the sum; false if none does, or if the search is cancelled. */
static bool improve(search *s, double *p, double *sum, double *damping) {
    const rb_least_squares *q = s->problem;
    for (int tries = 0; tries < 12 && !stops(s); tries++) {
        double step[MAX] = {0}, moved[MAX];
        if (find_step(s, *damping, step)) {
            for (int k = 0; k < q->parameters; k++) {
                moved[k] = p[k] + step[k];
            }
            if (q->limit != NULL) {
                q->limit(q->context, moved);
            }
            double found = evaluate(s, moved, s->trial);
            if (found < *sum) {
                memcpy(p, moved, (size_t)q->parameters * sizeof *p);
                double *swapped = s->r;
                s->r = s->trial;
                s->trial = swapped;
                *sum = found;
                *damping = fmax(*damping / 6, 1e-12);
                return true;
            }
        }
        *damping *= 5;
    }
    return false;
}

static void search_on(search *s, double *p, double *sum) {
    const rb_least_squares *q = s->problem;
    double damping = 1e-3;
    int small = 0;
    for (int i = 0; i < q->iterations && small < 2 && *sum > 0; i++) {
        double before = *sum;
        if (!linearise(s, p) || !improve(s, p, sum, &damping)) {
            return;
        }
        if (q->improved != NULL) {
            q->improved(q->context, p, *sum);
        }
        small = before - *sum < q->enough * before ? small + 1 : 0;
    }
}

bool rb_least_squares_solve(const rb_least_squares *problem, double *p, rb_least_squares_result *out) {
    size_t m = (size_t)problem->residuals, n = (size_t)problem->parameters;
    search *s = calloc(1, sizeof *s);
    double *room = calloc(m * (n + 2), sizeof *room);
    out->evaluations = 0;
    out->stopped = false;
    out->sum = INFINITY;
    out->no_memory = s == NULL || room == NULL;
    if (!out->no_memory) {
        s->problem = problem;
        s->out = out;
        s->r = room;
        s->trial = room + m;
        s->jacobian = room + 2 * m;
        out->sum = evaluate(s, p, s->r);
        if (isfinite(out->sum)) {
            search_on(s, p, &out->sum);
        }
    }
    free(s);
    free(room);
    return isfinite(out->sum);
}
