#include "math/eigen.h"

#include <math.h>
#include <stdbool.h>

enum { SWEEPS = 60 }; /* about ten are enough; the loop ends when nothing is left to rotate */

/* Rotates rows and columns p and q so that a[p][q] becomes zero. */
static void rotate(int n, double *a, double *vectors, int p, int q) {
    double off = a[p * n + q], difference = a[q * n + q] - a[p * n + p];
    double theta = difference / (2 * off);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < n; k++) {
        double x = a[k * n + p], y = a[k * n + q];
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
    }
    for (int k = 0; k < n; k++) {
        double x = a[p * n + k], y = a[q * n + k];
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
        x = vectors[p * n + k], y = vectors[q * n + k];
        vectors[p * n + k] = c * x - s * y;
        vectors[q * n + k] = s * x + c * y;
    }
}

/* Makes one pass over all pairs; false if nothing was left to rotate. */
static bool sweep(int n, double *a, double *vectors) {
    int rotations = 0;
    for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
            double off = fabs(a[p * n + q]);
            if (off > 0 && off * off > 1e-36 * fabs(a[p * n + p] * a[q * n + q])) {
                rotate(n, a, vectors, p, q);
                a[p * n + q] = a[q * n + p] = 0;
                rotations++;
            }
        }
    }
    return rotations > 0;
}

static void exchange(int n, double *values, double *vectors, int i, int k) {
    double value = values[i];
    values[i] = values[k];
    values[k] = value;
    for (int j = 0; j < n; j++) {
        double x = vectors[i * n + j];
        vectors[i * n + j] = vectors[k * n + j];
        vectors[k * n + j] = x;
    }
}

/* Makes the largest component positive: the sign of an eigenvector is arbitrary. */
static void orient(int n, double *vector) {
    int largest = 0;
    for (int j = 1; j < n; j++) {
        largest = fabs(vector[j]) > fabs(vector[largest]) ? j : largest;
    }
    bool negative = vector[largest] < 0;
    for (int j = 0; negative && j < n; j++) {
        vector[j] = -vector[j];
    }
}

void rb_eigen_symmetric(int n, double *a, double *values, double *vectors) {
    for (int i = 0; i < n * n; i++) {
        vectors[i] = i % (n + 1) == 0 ? 1 : 0;
    }
    for (int i = 0; i < SWEEPS && sweep(n, a, vectors); i++) {
    }
    for (int i = 0; i < n; i++) {
        values[i] = a[i * n + i];
    }
    for (int i = 0; i < n; i++) {
        for (int k = i + 1; k < n; k++) {
            if (values[k] > values[i]) {
                exchange(n, values, vectors, i, k);
            }
        }
        orient(n, vectors + (long)i * n);
    }
}
