/* DOP853: coefficients against the order conditions of every rooted tree, order of convergence of steps
   and dense output, estimates of error and stiffness. */
#include <math.h>

#include "kepler_inline.h"
#include "math/ode.h"
#include "math/pi.h"
#include "support.h"

/* ---- order conditions ---------------------------------------------------------------------------- */

enum { STAGES = RB_DOP853_STAGES, TREES = 200, CHILDREN = 7 };

/* Reads the rows of coefficients off a step: each right-hand side returns its own unit vector, so its
   argument is a row. */
typedef struct reader {
    double rows[STAGES][STAGES];
    int calls; /* stage that asks next; stage 0 is given, 12 is the slope at the end */
} reader;

static void read_row(const void *model, const double *y, double *dydt) {
    reader *r = (reader *)model;
    memcpy(r->rows[r->calls], y, sizeof r->rows[0]);
    memset(dydt, 0, STAGES * sizeof *dydt);
    dydt[r->calls] = 1;
    r->calls += r->calls == 11 ? 2 : 1;
}

typedef struct tree {
    int order, child_count, children[CHILDREN];
    double density;     /* gamma */
    double phi[STAGES]; /* elementary weight of each stage */
} tree;

typedef struct forest {
    int count;
    tree trees[TREES];
    const double (*rows)[STAGES];
} forest;

static void plant(forest *f, tree t) {
    assert_true(f->count < TREES);
    t.density = t.order;
    for (int i = 0; i < STAGES; i++) {
        t.phi[i] = 1;
    }
    for (int c = 0; c < t.child_count; c++) {
        const tree *child = &f->trees[t.children[c]];
        t.density *= child->density;
        for (int i = 0; i < STAGES; i++) {
            double sum = 0;
            for (int j = 0; j < STAGES; j++) {
                sum += f->rows[i][j] * child->phi[j];
            }
            t.phi[i] *= sum;
        }
    }
    f->trees[f->count++] = t;
}

/* All trees with the present children and `left` more nodes, in decreasing order. */
static void grow(forest *f, tree t, int left, int last) {
    if (left == 0) {
        plant(f, t);
        return;
    }
    for (int i = last; i >= 0; i--) {
        if (f->trees[i].order <= left) {
            tree more = t;
            more.children[more.child_count++] = i;
            grow(f, more, left - f->trees[i].order, i);
        }
    }
}

static void order_conditions(void **state) {
    (void)state;
    static const int counts[] = {1, 1, 2, 4, 9, 20, 48, 115}; /* Cayley's, orders 1 to 8 */
    reader r = {.calls = 1};
    rb_system system = {read_row, &r, STAGES, 0, STAGES};
    rb_dop853 step;
    rb_dense dense;
    double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX] = {1}, next[RB_ODE_MAX], slope[RB_ODE_MAX] = {0};
    rb_dop853_step(&system, 1, y, f, &step, next);
    memcpy(r.rows[12], next, sizeof r.rows[12]); /* the solution is the argument of stage 12 */
    slope[12] = 1;
    rb_dop853_dense(&system, 1, y, next, slope, &step, &dense);
    static forest all;
    all.rows = (const double(*)[STAGES])r.rows;
    for (int order = 1; order <= 8; order++) {
        int before = all.count;
        grow(&all, (tree){.order = order}, order - 1, before - 1);
        assert_int_equal(all.count - before, counts[order - 1]);
    }
    for (int k = 0; k < all.count; k++) {
        const tree *t = &all.trees[k];
        double sum = 0;
        for (int j = 0; j < STAGES; j++) {
            sum += next[j] * t->phi[j];
        }
        assert_near(sum, 1 / t->density, 1e-14); /* sums of terms up to 6 */
        for (int i = 1; i < 8 && t->order <= 7; i++) {
            double x = i / 8.0, within = 0;
            for (int j = 0; j < STAGES; j++) {
                within += rb_dense_at(&dense, y, j, x) * t->phi[j];
            }
            assert_near(within, pow(x, t->order) / t->density, 1e-12); /* terms up to 500 */
        }
    }
}

/* ---- on Kepler's ellipse ------------------------------------------------------------------------- */

/* A quarter of the step at a time: a thousandfold as exact. */
static void go(double h, double *y) {
    rb_system system = {kepler, NULL, 4, 0, 4};
    for (int i = 0; i < 4; i++) {
        double f[4], next[4];
        rb_dop853 step;
        kepler(NULL, y, f);
        rb_dop853_step(&system, h / 4, y, f, &step, next);
        memcpy(y, next, sizeof next);
    }
}

/* Returns the error after half a revolution; *within: the largest error of the dense output over one step;
 *estimate: the largest error estimate. */
static double kepler_error(int steps, double *within, double *estimate) {
    const double end[4] = {-1.3, 0, 0, -sqrt(0.7 / 1.3)}, one[4] = {1, 1, 1, 1};
    rb_system system = {kepler, NULL, 4, 0, 4};
    double y[4], h = RB_PI / steps, sum = 0;
    kepler_start(y);
    *within = *estimate = 0;
    for (int i = 0; i < steps; i++) {
        double f[4], next[4], slope[4];
        rb_dop853 step;
        rb_dense dense;
        kepler(NULL, y, f);
        rb_dop853_step(&system, h, y, f, &step, next);
        kepler(NULL, next, slope);
        rb_dop853_dense(&system, h, y, next, slope, &step, &dense);
        *estimate = fmax(*estimate, rb_dop853_error(&step, 4, h, one));
        for (int k = 1; k < 4; k++) {
            double z[4], all[4];
            memcpy(z, y, sizeof z);
            go(0.25 * k * h, z);
            rb_dense_state(&dense, y, 4, 0.25 * k, all);
            for (int j = 0; j < 4; j++) {
                double at = rb_dense_at(&dense, y, j, 0.25 * k);
                assert_true(at == all[j]);
                *within = fmax(*within, fabs(at - z[j]));
            }
        }
        memcpy(y, next, sizeof y);
    }
    for (int j = 0; j < 4; j++) {
        sum += (y[j] - end[j]) * (y[j] - end[j]);
    }
    return sqrt(sum);
}

/* Order 8 over the path; 8 = 7 + 1 for the dense output over one step, and for the estimate. */
static void order_of_convergence(void **state) {
    (void)state;
    const int steps[] = {10, 20, 40};
    double error[3], within[3], estimate[3];
    for (int i = 0; i < 3; i++) {
        error[i] = kepler_error(steps[i], &within[i], &estimate[i]);
    }
    assert_true(error[2] > 1e-12); /* above rounding */
    for (int i = 1; i < 3; i++) {
        assert_near(log2(error[i - 1] / error[i]), 7.6, 0.6);
        assert_near(log2(within[i - 1] / within[i]), 7.8, 0.4);
        assert_near(log2(estimate[i - 1] / estimate[i]), 8, 0.4);
    }
}

static void decay(const void *model, const double *y, double *dydt) {
    dydt[0] = *(const double *)model * y[0];
}

/* On y' = lambda y it finds h lambda; beyond 6.1 steps would be unstable. */
static void stiffness(void **state) {
    (void)state;
    for (int i = 1; i < 8; i++) {
        double lambda = -i, y[1] = {1}, f[1] = {lambda}, next[1], slope[1];
        rb_system system = {decay, &lambda, 1, 0, 1};
        rb_dop853 step;
        rb_dop853_step(&system, 1, y, f, &step, next);
        decay(&lambda, next, slope);
        assert_near(rb_dop853_stiffness(&step, 0, 1, 1, next, slope), i, 1e-9);
        assert_int_equal(fabs(next[0]) > 1, i > 6);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_conditions),
        cmocka_unit_test(order_of_convergence),
        cmocka_unit_test(stiffness),
    };
    return cmocka_run_group_tests_name("dop853", tests, NULL, NULL);
}
