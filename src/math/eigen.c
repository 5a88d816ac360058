#include "math/eigen.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/macros.h"

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
static bool jacobi_sweep(int n, double *a, double *vectors) {
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
    for (int i = 0; i < SWEEPS && jacobi_sweep(n, a, vectors); i++) {
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

#define BALANCE_GAIN 0.95    /* rows and columns are scaled while that reduces their norm to this share */
#define ITERATIONS_MAX 60    /* for one eigenvalue; 3 are usual */
#define EXCEPTIONAL_EVERY 10 /* iterations after which another shift is used */

typedef double matrix[RB_ODE_MAX][RB_ODE_MAX];

/* Scales rows and columns by powers of 2 until they have about the same size (Osborne, Parlett & Reinsch):
   the components of a state have different units. */
static void balance(matrix A, int n) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < n; i++) {
            double row = 0, column = 0, factor = 1;
            for (int j = 0; j < n; j++) {
                row += j != i ? fabs(A[i][j]) : 0;
                column += j != i ? fabs(A[j][i]) : 0;
            }
            if (!(row > 0 && column > 0)) {
                continue;
            }
            double sum = row + column, scaled = column;
            for (; scaled < row / 2 && factor < 1e150; scaled *= 4) {
                factor *= 2;
            }
            for (; scaled >= row * 2 && factor > 1e-150; scaled /= 4) {
                factor /= 2;
            }
            if ((scaled + row) / factor < BALANCE_GAIN * sum) {
                changed = true;
                for (int j = 0; j < n; j++) {
                    A[i][j] /= factor;
                    A[j][i] *= factor;
                }
            }
        }
    }
}

static void swap(double *a, double *b) {
    double c = *a;
    *a = *b;
    *b = c;
}

/* Reduces A to upper Hessenberg form by elimination with pivots. */
static void reduce(matrix A, int n) {
    for (int m = 1; m < n - 1; m++) {
        int pivot = m;
        for (int i = m + 1; i < n; i++) {
            pivot = fabs(A[i][m - 1]) > fabs(A[pivot][m - 1]) ? i : pivot;
        }
        for (int j = 0; pivot != m && j < n; j++) {
            swap(&A[pivot][j], &A[m][j]);
        }
        for (int j = 0; pivot != m && j < n; j++) {
            swap(&A[j][pivot], &A[j][m]);
        }
        for (int i = m + 1; i < n && A[m][m - 1] != 0; i++) {
            double factor = A[i][m - 1] / A[m][m - 1];
            A[i][m - 1] = 0;
            for (int j = m; factor != 0 && j < n; j++) {
                A[i][j] -= factor * A[m][j];
            }
            for (int j = 0; factor != 0 && j < n; j++) {
                A[j][m] += factor * A[j][i];
            }
        }
    }
}

/* Returns the first row of the lowest block that is not separated by a small subdiagonal element, and sets
   that element to 0. */
static int find_block(matrix A, int last, double norm) {
    int first = last;
    for (; first > 0; first--) {
        double size = fabs(A[first - 1][first - 1]) + fabs(A[first][first]);
        if (fabs(A[first][first - 1]) <= DBL_EPSILON * (size > 0 ? size : norm)) {
            A[first][first - 1] = 0;
            break;
        }
    }
    return first;
}

/* Computes the eigenvalues of the 2 x 2 block that ends at row `last`. */
static void solve_pair(matrix A, int last, double *re, double *im) {
    double a = A[last - 1][last - 1], d = A[last][last];
    double bc = A[last - 1][last] * A[last][last - 1];
    double half = (a - d) / 2, root2 = half * half + bc, root = sqrt(fabs(root2));
    if (root2 < 0) {
        re[0] = re[1] = (a + d) / 2;
        im[0] = root;
        im[1] = -root;
        return;
    }
    double far = half + (half < 0 ? -root : root); /* the one without cancellation */
    im[0] = im[1] = 0;
    re[0] = d + far;
    re[1] = far != 0 ? d - bc / far : d;
}

/* Reflects `size` (2 or 3) rows and columns from k on so that v is mapped to its first component. Only the
   block first..last affects the remaining eigenvalues. */
static void reflect(matrix A, int first, int last, int k, int size, const double v[3]) {
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (length == 0) {
        return;
    }
    double w[3] = {v[0] + (v[0] < 0 ? -length : length), v[1], v[2]};
    double scale = 2 / (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    for (int j = k > first ? k - 1 : first; j <= last; j++) {
        double dot = 0;
        for (int i = 0; i < size; i++) {
            dot += w[i] * A[k + i][j];
        }
        for (int i = 0; i < size; i++) {
            A[k + i][j] -= scale * dot * w[i];
        }
    }
    for (int i = first; i <= last && i <= k + 3; i++) {
        double dot = 0;
        for (int j = 0; j < size; j++) {
            dot += w[j] * A[i][k + j];
        }
        for (int j = 0; j < size; j++) {
            A[i][k + j] -= scale * dot * w[j];
        }
    }
}

/* One double-shift sweep over rows first..last: the shifts are the roots of x² - sum x + product. */
static void shift_sweep(matrix A, int first, int last, double sum, double product) {
    double a = A[first][first], b = A[first][first + 1], c = A[first + 1][first];
    double d = A[first + 1][first + 1];
    double v[3] = {a * a + b * c - sum * a + product, c * (a + d - sum),
                   first + 2 <= last ? c * A[first + 2][first + 1] : 0};
    for (int k = first; k < last; k++) {
        int size = k + 2 <= last ? 3 : 2;
        double most = fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
        for (int i = 0; most > 0 && i < 3; i++) {
            v[i] /= most;
        }
        reflect(A, first, last, k, size, v);
        for (int i = k + 2; i <= last && k > first; i++) {
            A[i][k - 1] = 0;
        }
        v[0] = A[k + 1][k];
        v[1] = k + 2 <= last ? A[k + 2][k] : 0;
        v[2] = k + 3 <= last ? A[k + 3][k] : 0;
    }
    for (int i = first + 2; i <= last; i++) { /* elements below the subdiagonal are rounding errors */
        for (int j = first; j < i - 1; j++) {
            A[i][j] = 0;
        }
    }
}

static double norm_of(matrix A, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            sum += fabs(A[i][j]);
        }
    }
    return sum;
}

bool rb_eigenvalues(double A[RB_ODE_MAX][RB_ODE_MAX], int n, double *re, double *im) {
    if (!(norm_of(A, n) < DBL_MAX)) {
        return false;
    }
    balance(A, n);
    reduce(A, n);
    double norm = norm_of(A, n);
    int iterations = 0;
    for (int last = n - 1; last >= 0;) {
        int first = find_block(A, last, norm);
        if (first >= last - 1) {
            int count = last - first + 1;
            if (count == 1) {
                re[last] = A[last][last];
                im[last] = 0;
            } else {
                solve_pair(A, last, re + last - 1, im + last - 1);
            }
            last -= count;
            iterations = 0;
            continue;
        }
        if (++iterations > ITERATIONS_MAX) {
            return false;
        }
        double a = A[last - 1][last - 1], d = A[last][last];
        double sum = a + d, product = a * d - A[last - 1][last] * A[last][last - 1];
        if (iterations % EXCEPTIONAL_EVERY == 0) {
            double size = fabs(A[last][last - 1]) + fabs(A[last - 1][last - 2]);
            sum = 1.5 * size;
            product = size * size;
        }
        shift_sweep(A, first, last, sum, product);
    }
    return true;
}

/* ---- powers of a matrix ------------------------------------------------------------------------------ */

void rb_columns_set(rb_columns *columns, const double *rows, int stride, int n) {
    columns->n = n;
    columns->padded = (n + 3) / 4 * 4;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            columns->c[j][i] = rows[i * stride + j];
        }
        for (int i = n; i < columns->padded; i++) {
            columns->c[j][i] = 0;
        }
    }
}

/* With a constant size the sums stay in registers. */
RB_INLINE void add_columns(const rb_columns *columns, int padded, const double *v, double *w) {
    double sum[RB_COLUMN] = {0};
    for (int j = 0; j < columns->n; j++) {
        for (int i = 0; i < padded; i++) {
            sum[i] += columns->c[j][i] * v[j];
        }
    }
    memcpy(w, sum, (size_t)padded * sizeof *w);
}

double rb_columns_multiply(const rb_columns *columns, double *v) {
    double w[RB_COLUMN], sum = 0;
    if (columns->padded == 12) { /* a rigid body */
        add_columns(columns, 12, v, w);
    } else {
        add_columns(columns, columns->padded, v, w);
    }
    for (int i = 0; i < columns->n; i++) {
        v[i] = w[i];
        sum += w[i] * w[i];
    }
    return sqrt(sum);
}
