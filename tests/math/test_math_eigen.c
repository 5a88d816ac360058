/* Eigenvalues and eigenvectors of symmetric matrices. */
#include <math.h>

#include "math/eigen.h"
#include "math/random.h"
#include "support.h"

enum { MOST = 24 };

/* Rows are orthonormal, A v = value v, values fall, and the largest component of each is positive. */
static void check(int n, const double *a) {
    double work[MOST * MOST], values[MOST], vectors[MOST * MOST], size = 0;
    memcpy(work, a, (size_t)(n * n) * sizeof *a);
    rb_eigen_symmetric(n, work, values, vectors);
    for (int i = 0; i < n * n; i++) {
        size = fmax(size, fabs(a[i]));
    }
    for (int i = 0; i < n; i++) {
        const double *v = vectors + (size_t)i * (size_t)n;
        double largest = 0;
        assert_true(i == 0 || values[i] <= values[i - 1]);
        for (int k = 0; k < n; k++) {
            double sum = 0, product = 0;
            for (int j = 0; j < n; j++) {
                sum += a[k * n + j] * v[j];
                product += vectors[k * n + j] * v[j];
            }
            assert_near(sum, values[i] * v[k], 1e-14 * n * size);
            assert_near(product, i == k ? 1 : 0, 1e-14 * n);
            largest = fabs(v[k]) > fabs(largest) ? v[k] : largest;
        }
        assert_true(largest > 0);
    }
}

static void random_matrices(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int n = 1; n <= MOST; n++) {
        double a[MOST * MOST];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k <= i; k++) {
                double value = (double)(rb_mix(seed += RB_MIX_STEP) >> 11) * 0x1p-52 - 1;
                a[i * n + k] = a[k * n + i] = value;
            }
        }
        check(n, a);
    }
}

/* [[2, 1], [1, 2]]: 3 along (1, 1), 1 along (1, -1). Also with equal and zero eigenvalues. */
static void by_hand(void **state) {
    (void)state;
    double a[] = {2, 1, 1, 2}, values[2], vectors[4];
    rb_eigen_symmetric(2, a, values, vectors);
    assert_near(values[0], 3, 1e-15);
    assert_near(values[1], 1, 1e-15);
    assert_near(vectors[0], sqrt(0.5), 1e-15);
    assert_near(vectors[1], sqrt(0.5), 1e-15);
    assert_near(vectors[2] * vectors[3], -0.5, 1e-15);
    check(3, (const double[]){1, 1, 1, 1, 1, 1, 1, 1, 1});
    check(3, (const double[]){0, 0, 0, 0, 0, 0, 0, 0, 0});
    check(2, (const double[]){1e20, 1, 1, 1e-20});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_matrices),
        cmocka_unit_test(by_hand),
    };
    return cmocka_run_group_tests_name("math, eigen", tests, NULL, NULL);
}
