/* Which parameters a fit determines. The eigenvectors of J^T J, on the scale that is searched on
   (logarithms of positive parameters), are combinations of parameters whose errors are independent. One
   whose standard deviation is too large is not determined: the parameters in it can be changed together
   without the model's motion changing noticeably.

   Softening parameters (eps) are conventions. Combinations that differ only by softening are not determined
   either: a patch of twice the size is the same as one with half the b_T, b_M, I2, d_a and eps. They
   therefore count as known to a factor of e when determined directions are searched for; confidence intervals
   use the eps of the scene. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_private.h"
#include "math/eigen.h"

/* A combination is not determined when its standard deviation exceeds this: half a unit of the logarithm, a
   factor of 1.6. */
#define SIGMA_MAX 0.5
/* Parameters with a smaller share in a combination are not part of it. */
#define SHARE_MIN 0.05

/* Simplifies the rows of a basis: 1 at the row's own pivot, 0 at the pivots of the others. */
static void reduce(int rows, int n, double (*basis)[RB_FIT_ALL]) {
    bool used[RB_FIT_ALL] = {false};
    for (int i = 0; i < rows; i++) {
        int pivot = -1; /* the first of those with about the same magnitude */
        for (int k = 0; k < n; k++) {
            if (!used[k] && (pivot < 0 || 0.9 * fabs(basis[i][k]) > fabs(basis[i][pivot]))) {
                pivot = k;
            }
        }
        used[pivot] = true;
        double size = basis[i][pivot];
        for (int k = 0; k < n; k++) {
            basis[i][k] /= size;
        }
        for (int j = 0; j < rows; j++) {
            double factor = j != i ? basis[j][pivot] : 0;
            for (int k = 0; k < n; k++) {
                basis[j][k] -= factor * basis[i][k];
            }
        }
    }
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < n; k++) { /* rounds to halves, the exponents of products and ratios */
            double nice = round(2 * basis[i][k]) / 2;
            basis[i][k] = fabs(basis[i][k]) < SHARE_MIN          ? 0
                          : fabs(basis[i][k] - nice) < SHARE_MIN ? nice
                                                                 : basis[i][k];
        }
    }
}

/* Solves a x = b for `rows` right sides at once (rows of b), a symmetric and positive, at most
   RB_FIT_SOFT. */
static void solve_small(int n, double *a, int rows, double *b) {
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) {
            double factor = i != k ? a[i * n + k] / a[k * n + k] : 0;
            for (int j = 0; factor != 0 && j < n; j++) {
                a[i * n + j] -= factor * a[k * n + j];
            }
            for (int r = 0; factor != 0 && r < rows; r++) {
                b[r * n + i] -= factor * b[r * n + k];
            }
        }
    }
    for (int r = 0; r < rows; r++) {
        for (int k = 0; k < n; k++) {
            b[r * n + k] /= a[k * n + k];
        }
    }
}

/* Computes J^T J of the parameters if softening parameters are known only to a factor of e. */
static void leave_out_soft(const rb_fit_slopes *s, double variance, double *out) {
    int n = s->parameters, soft = s->soft, all = n + soft;
    double inner[RB_FIT_SOFT * RB_FIT_SOFT], coupling[RB_FIT_ALL * RB_FIT_SOFT];
    for (int i = 0; i < soft; i++) {
        for (int k = 0; k < soft; k++) {
            inner[i * soft + k] = s->normal[(n + i) * all + n + k] + (i == k ? variance : 0);
        }
    }
    for (int a = 0; a < n; a++) {
        for (int k = 0; k < soft; k++) {
            coupling[a * soft + k] = s->normal[a * all + n + k];
        }
    }
    solve_small(soft, inner, n, coupling);
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
            double sum = s->normal[a * all + b];
            for (int k = 0; k < soft; k++) {
                sum -= coupling[a * soft + k] * s->normal[(n + k) * all + b];
            }
            out[a * n + b] = sum;
        }
    }
}

/* Computes the covariance within the determined directions (rows of `basis`), with the eps of the scene.
   room: three square matrices. */
static void find_covariance(const rb_fit_slopes *s, const double *basis, int determined, double *covariance,
                            double *room) {
    int n = s->parameters, all = n + s->soft, m = determined;
    size_t square = (size_t)RB_FIT_ALL * RB_FIT_ALL;
    double *inner = room, *vectors = room + square, *turned = room + 2 * square;
    double values[RB_FIT_ALL];
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < m; k++) {
            double sum = 0;
            for (int a = 0; a < n; a++) {
                for (int b = 0; b < n; b++) {
                    sum += basis[i * n + a] * s->normal[a * all + b] * basis[k * n + b];
                }
            }
            inner[i * m + k] = sum;
        }
    }
    rb_eigen_symmetric(m, inner, values, vectors);
    memset(covariance, 0, (size_t)n * (size_t)n * sizeof *covariance);
    for (int i = 0; i < m; i++) {
        for (int a = 0; a < n; a++) { /* the eigenvector in terms of the parameters */
            turned[a] = 0;
            for (int k = 0; k < m; k++) {
                turned[a] += vectors[i * m + k] * basis[k * n + a];
            }
        }
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                covariance[a * n + b] += turned[a] * turned[b] * s->variance / values[i];
            }
        }
    }
}

static bool is_in_any(const rb_fit_analysis *a, int parameter) {
    bool found = false;
    for (int i = 0; i < a->undetermined_count; i++) {
        found = found || a->undetermined[i][parameter] != 0;
    }
    return found;
}

/* Standard deviations and correlations from the covariance. */
static void read_covariance(const double *covariance, double *sigma, rb_fit_analysis *out) {
    int n = out->parameter_count;
    for (int a = 0; a < n; a++) {
        sigma[a] = is_in_any(out, a) ? INFINITY : sqrt(covariance[a * n + a]);
        for (int b = 0; b < n; b++) {
            double size = sqrt(covariance[a * n + a] * covariance[b * n + b]);
            bool known = size > 0 && !is_in_any(out, a) && !is_in_any(out, b);
            out->correlation[a][b] = a == b ? 1 : known ? covariance[a * n + b] / size : NAN;
        }
    }
}

bool rb_fit_analyse(const rb_fit_slopes *s, double *sigma, rb_fit_analysis *out) {
    const size_t square = (size_t)RB_FIT_ALL * RB_FIT_ALL;
    int n = s->parameters, determined = 0;
    *out = (rb_fit_analysis){.parameter_count = n};
    double *room = calloc(6 * square, sizeof *room), values[RB_FIT_ALL];
    double variance = fmax(s->variance, s->smallest);
    for (int k = 0; k < n; k++) {
        sigma[k] = INFINITY;
        out->logarithmic[k] = s->logarithmic[k];
    }
    if (room == NULL) {
        return false;
    }
    double *vectors = room + square, *covariance = room + 2 * square;
    leave_out_soft(s, variance, room);
    rb_eigen_symmetric(n, room, values, vectors);
    while (determined < n && values[determined] > 0 && sqrt(variance / values[determined]) <= SIGMA_MAX) {
        determined++;
    }
    for (int i = determined; i < n; i++) {
        memcpy(out->undetermined[out->undetermined_count++], vectors + (size_t)i * (size_t)n,
               (size_t)n * sizeof *vectors);
    }
    reduce(out->undetermined_count, n, out->undetermined);
    find_covariance(s, vectors, determined, covariance, room + 3 * square);
    read_covariance(covariance, sigma, out);
    free(room);
    return true;
}

/* ---------------------------------------------------------------- in words */

typedef struct words {
    char *text;
    size_t size, used;
} words;

static void say(words *w, const char *separator, const char *format, const char *name, double number) {
    if (w->used + 1 < w->size) {
        w->used += (size_t)snprintf(w->text + w->used, w->size - w->used, "%s", separator);
    }
    if (w->used + 1 < w->size) {
        w->used += (size_t)snprintf(w->text + w->used, w->size - w->used, format, name, number);
    }
}

/* "contact.a*friction.b_T", "friction.b_T/contact.a", "friction.b_T/contact.a^0.4": what stays the same
   when the pivot is multiplied by s and the other by s^exponent. */
static void say_product(words *w, const char *separator, const char *pivot, const char *other,
                        double exponent) {
    bool product = exponent < 0;
    say(w, separator, "%s", product ? pivot : other, 0);
    if (product && exponent != -1) {
        say(w, "", "%s^%.3g", "", -exponent);
    }
    say(w, product ? "\u00b7" : "/", "%s", product ? other : pivot, 0);
    if (!product && exponent != 1) {
        say(w, "", "%s^%.3g", "", exponent);
    }
}

void rb_fit_describe(const rb_fit *fit, const rb_fit_analysis *a, int index, char *text, size_t size) {
    if (fit == NULL || a == NULL || text == NULL || index < 0 || index >= a->undetermined_count) {
        return;
    }
    const double *row = a->undetermined[index];
    words w = {.size = size};
    w.text = text;
    int pivot = -1, others = 0;
    char name[200], first[200] = "";
    for (int k = 0; k < a->parameter_count; k++) {
        pivot = row[k] == 1 && pivot < 0 ? k : pivot;
        others += row[k] != 0;
    }
    pivot = pivot >= 0 ? pivot : 0;
    rb_fit_name(fit, pivot, first, sizeof first);
    if (others <= 1) {
        say(&w, "", "%s has no noticeable effect on these data", first, 0);
        return;
    }
    say(&w, "", "%s is not determined: only ", first, 0);
    int said = 0;
    for (int k = 0; k < a->parameter_count; k++) {
        if (row[k] == 0 || k == pivot) {
            continue;
        }
        rb_fit_name(fit, k, name, sizeof name);
        if (a->logarithmic[k] && a->logarithmic[pivot]) {
            say_product(&w, said > 0 ? ", " : "", first, name, row[k]);
        } else {
            say(&w, said > 0 ? ", " : "", "a combination with %s", name, 0);
        }
        said++;
    }
    say(&w, "", "%s", said > 1 ? " are" : " is", 0);
}
