#include "math/block_matrix.h"

#include <math.h>

void rb_block_layout_complete(rb_block_layout *layout) {
    int n = layout->count;
    layout->rows = layout->values = 0;
    for (int k = 0; k < n; k++) {
        layout->rows += layout->size[k];
        layout->at[k][k] = 0;
        for (int i = k + 1; i < n; i++) {
            for (int j = k + 1; layout->at[i][k] >= 0 && j < n; j++) {
                layout->at[i][j] = layout->at[k][j] >= 0 ? 0 : layout->at[i][j];
            }
        }
    }
    for (int i = 0; i < n; i++) {
        layout->below[i][0] = layout->right[i][0] = 0;
        for (int j = 0; j < layout->size[i]; j++) {
            layout->of[layout->first[i] + j] = (unsigned char)i;
        }
        for (int j = 0; j < n; j++) {
            if (layout->at[i][j] >= 0) {
                layout->at[i][j] = layout->values;
                layout->values += layout->size[i] * layout->size[j];
            }
            if (j > i && layout->at[i][j] >= 0) {
                layout->right[i][++layout->right[i][0]] = (unsigned char)j;
            }
            if (j > i && layout->at[j][i] >= 0) {
                layout->below[i][++layout->below[i][0]] = (unsigned char)j;
            }
        }
    }
}

/* LU decomposition of one block of n rows. */
static bool decompose(double *a, int n, int *pivots) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            best = fabs(a[i * n + k]) > fabs(a[best * n + k]) ? i : best;
        }
        pivots[k] = best;
        for (int j = 0; best != k && j < n; j++) {
            double swap = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = swap;
        }
        double pivot = a[k * n + k];
        if (!(fabs(pivot) > 0) || !isfinite(pivot)) {
            return false;
        }
        for (int i = k + 1; i < n; i++) {
            double factor = a[i * n + k] /= pivot;
            for (int j = k + 1; factor != 0 && j < n; j++) {
                a[i * n + j] -= factor * a[k * n + j];
            }
        }
    }
    return true;
}

/* Solves with a decomposed block for m right sides, the rows of b. */
static void solve(const double *a, int n, const int *pivots, double *b, int m) {
    for (int k = 0; k < n; k++) {
        for (int j = 0; pivots[k] != k && j < m; j++) {
            double swap = b[k * m + j];
            b[k * m + j] = b[pivots[k] * m + j];
            b[pivots[k] * m + j] = swap;
        }
    }
    for (int i = 1; i < n; i++) {
        for (int k = 0; k < i; k++) {
            double factor = a[i * n + k];
            for (int j = 0; factor != 0 && j < m; j++) {
                b[i * m + j] -= factor * b[k * m + j];
            }
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            double factor = a[i * n + k];
            for (int j = 0; factor != 0 && j < m; j++) {
                b[i * m + j] -= factor * b[k * m + j];
            }
        }
        for (int j = 0; j < m; j++) {
            b[i * m + j] /= a[i * n + i];
        }
    }
}

/* The same for one right side. */
static void solve_vector(const double *restrict a, int n, const int *pivots, double *restrict b) {
    for (int k = 0; k < n; k++) {
        double swap = b[k];
        b[k] = b[pivots[k]];
        b[pivots[k]] = swap;
    }
    for (int i = 1; i < n; i++) {
        double sum = b[i];
        for (int k = 0; k < i; k++) {
            sum -= a[i * n + k] * b[k];
        }
        b[i] = sum;
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = b[i];
        for (int k = i + 1; k < n; k++) {
            sum -= a[i * n + k] * b[k];
        }
        b[i] = sum / a[i * n + i];
    }
}

/* c -= a b, with a of rows x inner. */
static void subtract_from_vector(double *restrict c, const double *restrict a, const double *restrict b,
                                 int rows, int inner) {
    for (int i = 0; i < rows; i++) {
        double sum = c[i];
        for (int k = 0; k < inner; k++) {
            sum -= a[i * inner + k] * b[k];
        }
        c[i] = sum;
    }
}

/* c -= a b, with a of rows x inner and b of inner x m. */
static void subtract_product(double *restrict c, const double *restrict a, const double *restrict b, int rows,
                             int inner, int m) {
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < inner; k++) {
            double factor = a[i * inner + k];
            for (int j = 0; factor != 0 && j < m; j++) {
                c[i * m + j] -= factor * b[k * m + j];
            }
        }
    }
}

/* Block k of row k becomes its decomposition D, the blocks to its right D^-1 times their values. */
bool rb_block_decompose(const rb_block_layout *layout, double *values, int *pivots) {
    for (int k = 0; k < layout->count; pivots += layout->size[k], k++) {
        const unsigned char *right = layout->right[k], *below = layout->below[k];
        int size = layout->size[k];
        double *diagonal = values + layout->at[k][k];
        if (!decompose(diagonal, size, pivots)) {
            return false;
        }
        for (int b = 1; b <= right[0]; b++) {
            int j = right[b];
            double *block = values + layout->at[k][j];
            solve(diagonal, size, pivots, block, layout->size[j]);
            for (int a = 1; a <= below[0]; a++) {
                int i = below[a];
                subtract_product(values + layout->at[i][j], values + layout->at[i][k], block, layout->size[i],
                                 size, layout->size[j]);
            }
        }
    }
    return true;
}

void rb_block_solve(const rb_block_layout *layout, const double *values, const int *pivots, double *b) {
    for (int k = 0; k < layout->count; pivots += layout->size[k], k++) {
        const unsigned char *below = layout->below[k];
        double *part = b + layout->first[k];
        solve_vector(values + layout->at[k][k], layout->size[k], pivots, part);
        for (int a = 1; a <= below[0]; a++) {
            subtract_from_vector(b + layout->first[below[a]], values + layout->at[below[a]][k], part,
                                 layout->size[below[a]], layout->size[k]);
        }
    }
    for (int k = layout->count - 2; k >= 0; k--) {
        const unsigned char *right = layout->right[k];
        for (int a = 1; a <= right[0]; a++) {
            subtract_from_vector(b + layout->first[k], values + layout->at[k][right[a]],
                                 b + layout->first[right[a]], layout->size[k], layout->size[right[a]]);
        }
    }
}
