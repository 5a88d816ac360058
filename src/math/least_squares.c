#include "math/least_squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = RB_LEAST_SQUARES_MAX };

typedef struct search {
    const rb_least_squares *problem;
    rb_least_squares_result *out;
    double *r, *trial, *jacobian; /* jacobian: one column per parameter */
    double normal[MAX * MAX];     /* J^T J */
    double gradient[MAX];         /* J^T r */
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

static bool linearise(search *s, const double *p) {
    int n = s->problem->parameters, m = s->problem->residuals;
    for (int k = 0; k < n; k++) {
        if (!differ(s, p, k)) {
            return false;
        }
    }
    for (int a = 0; a < n; a++) {
        const double *ja = s->jacobian + (size_t)a * (size_t)m;
        double gradient = 0;
        for (int i = 0; i < m; i++) {
            gradient += ja[i] * s->r[i];
        }
        s->gradient[a] = gradient;
        for (int b = 0; b <= a; b++) {
            const double *jb = s->jacobian + (size_t)b * (size_t)m;
            double sum = 0;
            for (int i = 0; i < m; i++) {
                sum += ja[i] * jb[i];
            }
            s->normal[a * n + b] = s->normal[b * n + a] = sum;
        }
    }
    return true;
}

/* Factorises A = L L^T in place, lower half; false if A is not positive definite. */
static bool factorise(double *a, int n) {
    for (int k = 0; k < n; k++) {
        for (int i = k; i < n; i++) {
            double sum = a[i * n + k];
            for (int j = 0; j < k; j++) {
                sum -= a[i * n + j] * a[k * n + j];
            }
            if (i == k) {
                if (!(sum > 0)) {
                    return false;
                }
                a[k * n + k] = sqrt(sum);
            } else {
                a[i * n + k] = sum / a[k * n + k];
            }
        }
    }
    return true;
}

static void substitute(const double *l, int n, double *x) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            x[i] -= l[i * n + j] * x[j];
        }
        x[i] /= l[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            x[i] -= l[j * n + i] * x[j];
        }
        x[i] /= l[i * n + i];
    }
}

/* Computes the step for a damping: (A + damping diag A) step = -gradient. */
static bool find_step(const search *s, double damping, double *step) {
    int n = s->problem->parameters;
    double a[MAX * MAX], largest = 0;
    memcpy(a, s->normal, (size_t)(n * n) * sizeof *a);
    for (int k = 0; k < n; k++) {
        largest = fmax(largest, a[k * n + k]);
    }
    for (int k = 0; k < n; k++) {
        a[k * n + k] += damping * fmax(a[k * n + k], 1e-9 * largest) + 1e-300;
        step[k] = -s->gradient[k];
    }
    if (!factorise(a, n)) {
        return false;
    }
    substitute(a, n, step);
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
