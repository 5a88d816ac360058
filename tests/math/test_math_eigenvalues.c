/* Eigenvalues of small matrices against GSL's and against closed forms. */
#include <gsl/gsl_eigen.h>
#include <math.h>

#include "math/eigen.h"
#include "support.h"

typedef double matrix[RB_ODE_MAX][RB_ODE_MAX];

static void known_ones(void **state) {
    (void)state;
    double re[RB_ODE_MAX], im[RB_ODE_MAX];
    matrix turn = {{3, -4}, {4, 3}};
    assert_true(rb_eigenvalues(turn, 2, re, im));
    assert_near(re[0], 3, 1e-15);
    assert_near(fabs(im[0]), 4, 1e-15);
    assert_near(im[0] + im[1], 0, 0);
    matrix companion = {{10, -35, 50, -24}, {1}, {0, 1}, {0, 0, 1}}; /* of (x-1)(x-2)(x-3)(x-4) */
    assert_true(rb_eigenvalues(companion, 4, re, im));
    double sum = 0, product = 1;
    for (int i = 0; i < 4; i++) {
        sum += re[i];
        product *= re[i];
        assert_near(im[i], 0, 0);
        assert_near(re[i], round(re[i]), 1e-12);
    }
    assert_near(sum, 10, 1e-13);
    assert_near(product, 24, 1e-11);
    matrix zero = {{0}};
    assert_true(rb_eigenvalues(zero, 5, re, im));
    assert_near(re[4], 0, 0);
    matrix bad = {{1, NAN}, {0, 1}};
    assert_false(rb_eigenvalues(bad, 2, re, im));
}

/* The largest real part, which limits steps, to rounding of the largest element. */
static double abscissa_by_gsl(matrix A, int n) {
    gsl_matrix *m = gsl_matrix_alloc((size_t)n, (size_t)n);
    gsl_vector_complex *e = gsl_vector_complex_alloc((size_t)n);
    gsl_eigen_nonsymm_workspace *w = gsl_eigen_nonsymm_alloc((size_t)n);
    double largest = -INFINITY;
    for (int i = 0; i < n * n; i++) {
        gsl_matrix_set(m, (size_t)(i / n), (size_t)(i % n), A[i / n][i % n]);
    }
    gsl_eigen_nonsymm_params(0, 1, w);
    gsl_eigen_nonsymm(m, e, w);
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, GSL_REAL(gsl_vector_complex_get(e, (size_t)i)));
    }
    gsl_eigen_nonsymm_free(w);
    gsl_vector_complex_free(e);
    gsl_matrix_free(m);
    return largest;
}

/* Components with very different units, as in a state. */
static void random_ones(void **state) {
    (void)state;
    rb_test_rng rng = rb_test_seeded(71);
    for (int k = 0; k < 2000; k++) {
        int n = 1 + rb_test_int(&rng, 13);
        double unit[RB_ODE_MAX], re[RB_ODE_MAX], im[RB_ODE_MAX];
        matrix A = {{0}};
        for (int i = 0; i < n; i++) {
            unit[i] = pow(10, rb_test_int(&rng, 7) - 3);
        }
        for (int i = 0; i < n * n; i++) {
            A[i / n][i % n] = rb_test_real(&rng, -1, 1) * unit[i / n] / unit[i % n];
        }
        double expected = abscissa_by_gsl(A, n), largest = -INFINITY;
        assert_true(rb_eigenvalues(A, n, re, im));
        for (int i = 0; i < n; i++) {
            largest = fmax(largest, re[i]);
        }
        assert_near(largest, expected, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_ones),
        cmocka_unit_test(random_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
