#include "math/rodas.h"

#include <math.h>

#define GAMMA 0.25
#define STAGES 6

/* Hairer & Wanner, Solving Ordinary Differential Equations II, section IV.7, in the form
   (I/(h gamma) - J) U_i = f(y + sum A_ij U_j) + sum (C_ij/h) U_j. Row 6 of A is row 5 with 1. */
static const double A[STAGES][STAGES - 1] = {
    {0},
    {1.544},
    {0.9466785280815826, 0.2557011698983284},
    {3.314825187068521, 2.896124015972201, 0.9986419139977817},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1},
};

static const double C[STAGES][STAGES - 1] = {
    {0},
    {-5.6688},
    {-2.430093356833875, -0.2063599157091915},
    {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
    {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
    {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
     -6.058818238834054},
};

/* LU decomposition with partial pivoting, in place; false if singular. */
static bool decompose(double *m, int *pivot, int n) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            if (fabs(m[i * n + k]) > fabs(m[best * n + k])) {
                best = i;
            }
        }
        pivot[k] = best;
        if (!(fabs(m[best * n + k]) > 0) || !isfinite(m[best * n + k])) {
            return false;
        }
        for (int j = 0; best != k && j < n; j++) {
            double swap = m[k * n + j];
            m[k * n + j] = m[best * n + j];
            m[best * n + j] = swap;
        }
        double inverse = 1 / m[k * n + k];
        for (int i = k + 1; i < n; i++) {
            double factor = m[i * n + k] * inverse;
            m[i * n + k] = factor;
            for (int j = k + 1; factor != 0 && j < n; j++) {
                m[i * n + j] -= factor * m[k * n + j];
            }
        }
    }
    return true;
}

static void solve(const double *lu, const int *pivot, int n, double *b) {
    for (int k = 0; k < n; k++) {
        double swap = b[k];
        b[k] = b[pivot[k]];
        b[pivot[k]] = swap;
    }
    for (int i = 1; i < n; i++) {
        for (int j = 0; j < i; j++) {
            b[i] -= lu[i * n + j] * b[j];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            b[i] -= lu[i * n + j] * b[j];
        }
        b[i] /= lu[i * n + i];
    }
}

bool rb_rodas_step(const rb_rodas_system *system, double h, const double *y, const double *f,
                   const double *J, double *y_new, double *error) {
    int n = system->n;
    double matrix[RB_ODE_MAX * RB_ODE_MAX] = {0};
    int pivot[RB_ODE_MAX] = {0};
    double U[STAGES][RB_ODE_MAX] = {{0}};
    for (int i = 0; i < n * n; i++) {
        matrix[i] = -J[i];
    }
    for (int i = 0; i < n; i++) {
        matrix[i * n + i] += 1 / (h * GAMMA);
    }
    if (!decompose(matrix, pivot, n)) {
        return false;
    }
    for (int s = 0; s < STAGES; s++) {
        double g[RB_ODE_MAX];
        for (int i = 0; i < n; i++) {
            y_new[i] = y[i];
            for (int j = 0; j < s; j++) {
                y_new[i] += A[s][j] * U[j][i];
            }
            g[i] = f[i];
        }
        if (s > 0) {
            system->rhs(system->model, y_new, g);
        }
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < s; j++) {
                sum += C[s][j] * U[j][i];
            }
            U[s][i] = g[i] + sum / h;
        }
        solve(matrix, pivot, n, U[s]);
    }
    for (int i = 0; i < n; i++) {
        y_new[i] += U[STAGES - 1][i];
        error[i] = U[STAGES - 1][i];
    }
    return true;
}
