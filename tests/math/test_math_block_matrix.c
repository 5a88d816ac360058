/* LU decomposition of matrices of blocks, and Rodas5P with such a Jacobian. */
#include <math.h>

#include "math/rodas_large.h"
#include "support.h"

/* A ring of four blocks that are coupled with their neighbours, and a last block that is coupled with all. */
enum { RING = 4, ROWS = RING * 3 + 2 };

static void make_layout(rb_block_layout *layout) {
    memset(layout->at, -1, sizeof layout->at);
    layout->count = RING + 1;
    for (int k = 0; k < RING; k++) {
        layout->size[k] = 3;
        layout->first[k] = 2 + 3 * k;
        layout->at[k][(k + 1) % RING] = layout->at[(k + 1) % RING][k] = 0;
        layout->at[k][RING] = layout->at[RING][k] = 0;
    }
    layout->size[RING] = 2;
    layout->first[RING] = 0;
    rb_block_layout_complete(layout);
}

/* Blocks that elimination fills but that are zero at first stay zero here. */
static bool is_coupled(const rb_block_layout *layout, int i, int j) {
    int a = layout->of[i], b = layout->of[j];
    return a == b || a == RING || b == RING || (a + 1) % RING == b || (b + 1) % RING == a;
}

static void solves(void **state) {
    (void)state;
    rb_test_rng rng = rb_test_seeded(3);
    rb_block_layout layout;
    make_layout(&layout);
    assert_int_equal(layout.rows, ROWS);
    double values[400] = {0}, x[ROWS], b[ROWS] = {0};
    int pivots[ROWS];
    assert_true(layout.values <= 400);
    for (int i = 0; i < ROWS; i++) {
        x[i] = rb_test_real(&rng, -1, 1);
    }
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < ROWS; j++) {
            if (is_coupled(&layout, i, j)) {
                double *value = rb_block_entry(&layout, values, i, j);
                *value = rb_test_real(&rng, -1, 1) + (layout.of[i] == layout.of[j] && i == j ? 0.5 : 0);
                b[i] += *value * x[j];
            }
        }
    }
    assert_true(rb_block_decompose(&layout, values, pivots));
    rb_block_solve(&layout, values, pivots, b);
    for (int i = 0; i < ROWS; i++) {
        assert_near(b[i], x[i], 1e-11); /* a random matrix of 14 rows: condition below 1e4 */
    }
    memset(values, 0, sizeof values);
    assert_false(rb_block_decompose(&layout, values, pivots));
}

/* Oscillators with frequencies 1 to 4 that drive each other, and the integral of the first as a follower. */
static void chain_rhs(const void *model, const double *y, double *f) {
    (void)model;
    for (int k = 0; k < 4; k++) {
        f[2 * k] = y[2 * k + 1];
        f[2 * k + 1] = -(k + 1) * (k + 1) * y[2 * k];
    }
    f[8] = y[0];
}

static void integrates(void **state) {
    (void)state;
    static double doubles[2000];
    static int ints[8];
    double y0[9] = {1, 0, 1, 0, 1, 0, 1, 0, 0}, f0[9], h = 0.05;
    rb_rodas_large step = {.rhs = chain_rhs, .n = 9, .y0 = y0, .f0 = f0};
    step.layout.count = 4;
    memset(step.layout.at, -1, sizeof step.layout.at);
    for (int k = 0; k < 4; k++) {
        step.layout.size[k] = 2;
        step.layout.first[k] = 2 * k;
    }
    rb_block_layout_complete(&step.layout);
    assert_true(rb_rodas_large_doubles(&step.layout, 9) <= 2000);
    rb_rodas_large_assign(&step, doubles, ints);
    memset(step.follow, 0, 8 * sizeof(double));
    step.follow[0] = 1;
    for (int k = 0; k < 4; k++) {
        *rb_block_entry(&step.layout, step.J, 2 * k, 2 * k + 1) = 1;
        *rb_block_entry(&step.layout, step.J, 2 * k + 1, 2 * k) = -(k + 1) * (k + 1);
    }
    for (int i = 0; i < 20; i++) {
        chain_rhs(NULL, y0, f0);
        assert_true(rb_rodas_large_step(&step, h));
        rb_rodas_large_interpolate(&step);
        assert_near(rb_rodas_large_at(&step, 0, 0.5), cos((i + 0.5) * h), 1e-6);
        memcpy(y0, step.y1, sizeof y0);
    }
    for (int k = 0; k < 4; k++) {
        assert_near(y0[2 * k], cos(k + 1), 2e-5); /* order 5 at h omega = 0.2 */
    }
    assert_near(y0[8], sin(1), 1e-7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solves),
        cmocka_unit_test(integrates),
    };
    return cmocka_run_group_tests_name("math/block_matrix", tests, NULL, NULL);
}
