#include "math/rodas_large.h"

#include <string.h>

#include "math/rodas_inline.h"

/* U, dense, y1, and f with room for values behind the derivatives */
enum { VECTORS = STAGES + RB_RODAS_LARGE_TERMS + 2 };

int rb_rodas_large_doubles(const rb_block_layout *layout, int n) {
    return 2 * layout->values + (n - layout->rows) * layout->rows + VECTORS * n;
}

void rb_rodas_large_assign(rb_rodas_large *step, double *doubles, int *ints) {
    const rb_block_layout *layout = &step->layout;
    step->pivots = ints;
    step->J = doubles;
    step->matrix = step->J + layout->values;
    step->follow = step->matrix + layout->values;
    double *next = step->follow + (step->n - layout->rows) * layout->rows;
    for (int i = 0; i < STAGES; i++, next += step->n) {
        step->U[i] = next;
    }
    for (int i = 0; i < RB_RODAS_LARGE_TERMS; i++, next += step->n) {
        step->dense[i] = next;
    }
    step->y1 = next;
    step->f = next + step->n;
}

static bool prepare(rb_rodas_large *step, double h) {
    const rb_block_layout *layout = &step->layout;
    for (int i = 0; i < layout->values; i++) {
        step->matrix[i] = -step->J[i];
    }
    for (int k = 0; k < layout->count; k++) {
        for (int i = 0; i < layout->size[k]; i++) {
            step->matrix[layout->at[k][k] + i * (layout->size[k] + 1)] += 1 / (h * GAMMA);
        }
    }
    return rb_block_decompose(layout, step->matrix, step->pivots);
}

/* Solves for the stage with its right side in U: first the coupled components, then the followers. */
static void solve_stage(const rb_rodas_large *step, double h, double *U) {
    int coupled = step->layout.rows;
    rb_block_solve(&step->layout, step->matrix, step->pivots, U);
    for (int i = coupled; i < step->n; i++) {
        const double *row = step->follow + (i - coupled) * coupled;
        double sum = U[i];
        for (int j = 0; j < coupled; j++) {
            sum += row[j] * U[j];
        }
        U[i] = h * GAMMA * sum;
    }
}

bool rb_rodas_large_step(rb_rodas_large *step, double h) {
    int n = step->n;
    if (!prepare(step, h)) {
        return false;
    }
    double *y = step->y1, per_h = 1 / h;
    memcpy(y, step->y0, (size_t)n * sizeof *y);
    for (int s = 0; s < STAGES; s++) {
        double *U = step->U[s];
        for (int i = 0; i < n; i++) { /* rows 7 and 8 of A: the argument of the stage before plus its U */
            double z = s < 6 ? step->y0[i] : y[i] + step->U[s - 1][i], sum = 0;
            for (int j = 0; j < s; j++) {
                z += s < 6 ? A[s][j] * step->U[j][i] : 0;
                sum += C[s][j] * step->U[j][i];
            }
            y[i] = z;
            U[i] = per_h * sum;
        }
        if (s > 0) {
            step->rhs(step->model, y, step->f);
        }
        const double *f = s > 0 ? step->f : step->f0;
        for (int i = 0; i < n; i++) {
            U[i] += f[i];
        }
        solve_stage(step, h, U);
    }
    for (int i = 0; i < n; i++) {
        y[i] += step->U[STAGES - 1][i];
    }
    return true;
}

void rb_rodas_large_interpolate(rb_rodas_large *step) {
    for (int i = 0; i < step->n; i++) {
        double c[3] = {0};
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < STAGES; j++) {
                c[k] += H[k][j] * step->U[j][i];
            }
        }
        step->dense[0][i] = step->y1[i] - step->y0[i];
        step->dense[1][i] = c[0];
        step->dense[2][i] = c[1] + c[2];
        step->dense[3][i] = -c[2];
    }
}

double rb_rodas_large_at(const rb_rodas_large *step, int i, double x) {
    double *const *c = step->dense;
    return step->y0[i] + x * (c[0][i] + (1 - x) * (c[1][i] + x * (c[2][i] + (1 - x) * c[3][i])));
}
