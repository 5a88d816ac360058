/* src/math: vectors, matrices, quaternions. Sums of a few products of numbers of size 1 are right
   to some 1e-16; 1e-14 leaves room for the summation order. */
#include <math.h>

#include "math/vec.h"
#include "support.h"

#define ROUNDING 1e-14

enum { CASES = 200 };

static rb_vec3 random_vec(rb_test_rng *rng) {
    return rb_scale(rb_test_real(rng, 0.1, 2), rb_test_direction(rng));
}

static rb_quat random_quat(rb_test_rng *rng) {
    return rb_quat_from_axis_angle(rb_test_direction(rng), rb_test_real(rng, -6, 6));
}

static void assert_vec_near(rb_vec3 a, rb_vec3 b, double tolerance) {
    assert_near(a.x, b.x, tolerance);
    assert_near(a.y, b.y, tolerance);
    assert_near(a.z, b.z, tolerance);
}

static void assert_mat_near(const rb_mat3 *a, const rb_mat3 *b, double tolerance) {
    for (int i = 0; i < 9; i++) {
        assert_near(a->m[i / 3][i % 3], b->m[i / 3][i % 3], tolerance);
    }
}

static void vector_identities(void **state) {
    (void)state;
    assert_vec_near(rb_cross(rb_v3(1, 0, 0), rb_v3(0, 1, 0)), rb_v3(0, 0, 1), 0);
    assert_vec_near(rb_add_scaled(rb_v3(1, 2, 3), 2, rb_v3(4, 5, 6)), rb_v3(9, 12, 15), 0);
    assert_near(rb_norm(rb_v3(2, 3, 6)), 7, 0);
    rb_test_rng rng = {1};
    for (int i = 0; i < CASES; i++) {
        rb_vec3 a = random_vec(&rng), b = random_vec(&rng), c = random_vec(&rng);
        rb_vec3 ab = rb_cross(a, b);
        assert_near(rb_dot(ab, a), 0, ROUNDING);
        assert_vec_near(ab, rb_scale(-1, rb_cross(b, a)), 0);
        /* a x (b x c) = b (a.c) - c (a.b) */
        rb_vec3 right = rb_sub(rb_scale(rb_dot(a, c), b), rb_scale(rb_dot(a, b), c));
        assert_vec_near(rb_cross(a, rb_cross(b, c)), right, ROUNDING);
        /* Lagrange: |a x b|^2 + (a.b)^2 = |a|^2 |b|^2, up to 16 */
        assert_near(rb_dot(ab, ab) + rb_dot(a, b) * rb_dot(a, b), rb_dot(a, a) * rb_dot(b, b), 16 * ROUNDING);
    }
}

static rb_mat3 random_mat(rb_test_rng *rng) {
    rb_mat3 a;
    for (int i = 0; i < 9; i++) {
        a.m[i / 3][i % 3] = rb_test_real(rng, -1, 1);
    }
    return a;
}

static void matrix_products(void **state) {
    (void)state;
    rb_test_rng rng = {2};
    for (int i = 0; i < CASES; i++) {
        rb_mat3 a = random_mat(&rng), b = random_mat(&rng);
        rb_vec3 v = random_vec(&rng);
        rb_mat3 ab = rb_mat3_mul(&a, &b), at = rb_mat3_transpose(&a);
        assert_vec_near(rb_mul(&ab, v), rb_mul(&a, rb_mul(&b, v)), ROUNDING);
        assert_vec_near(rb_mul_t(&a, v), rb_mul(&at, v), 0);
        assert_near(rb_mat3_det(&ab), rb_mat3_det(&a) * rb_mat3_det(&b), ROUNDING);
        assert_near(rb_mat3_det(&at), rb_mat3_det(&a), ROUNDING);
        rb_vec3 row0 = rb_v3(a.m[0][0], a.m[0][1], a.m[0][2]);
        rb_vec3 row1 = rb_v3(a.m[1][0], a.m[1][1], a.m[1][2]);
        rb_vec3 row2 = rb_v3(a.m[2][0], a.m[2][1], a.m[2][2]);
        assert_near(rb_mat3_det(&a), rb_dot(row0, rb_cross(row1, row2)), ROUNDING);
    }
}

static void matrix_inverse(void **state) {
    (void)state;
    rb_mat3 one = rb_mat3_diag(1, 1, 1);
    rb_test_rng rng = {3};
    int tried = 0;
    for (int i = 0; i < CASES; i++) {
        rb_mat3 a = random_mat(&rng);
        double det = fabs(rb_mat3_det(&a));
        if (det < 0.05) {
            continue;
        }
        tried++;
        rb_mat3 inverse = rb_mat3_inverse(&a);
        rb_mat3 left = rb_mat3_mul(&inverse, &a), right = rb_mat3_mul(&a, &inverse);
        /* cofactors are right to 1e-16 and get divided by det */
        assert_mat_near(&left, &one, ROUNDING / det);
        assert_mat_near(&right, &one, ROUNDING / det);
    }
    assert_true(tried > CASES / 2);
}

static void check_eigen(const rb_mat3 *a, double size) {
    double values[3];
    rb_mat3 v;
    rb_mat3_eigen_symmetric(a, values, &v);
    assert_true(values[0] <= values[1] && values[1] <= values[2]);
    rb_mat3 vt = rb_mat3_transpose(&v), one = rb_mat3_diag(1, 1, 1);
    rb_mat3 vtv = rb_mat3_mul(&vt, &v);
    assert_mat_near(&vtv, &one, ROUNDING);
    rb_mat3 d = rb_mat3_diag(values[0], values[1], values[2]);
    rb_mat3 vd = rb_mat3_mul(&v, &d);
    rb_mat3 back = rb_mat3_mul(&vd, &vt);
    assert_mat_near(&back, a, ROUNDING * size);
}

static void eigen_of_symmetric(void **state) {
    (void)state;
    rb_test_rng rng = {4};
    for (int i = 0; i < CASES; i++) {
        double size = pow(10, rb_test_real(&rng, -6, 3));
        rb_mat3 r = rb_quat_matrix(random_quat(&rng));
        rb_mat3 d = rb_mat3_diag(rb_test_real(&rng, -size, size), rb_test_real(&rng, -size, size),
                                 rb_test_real(&rng, -size, size));
        if (i % 4 == 0) {
            d.m[1][1] = d.m[0][0]; /* a double eigenvalue */
        }
        rb_mat3 rd = rb_mat3_mul(&r, &d), rt = rb_mat3_transpose(&r);
        rb_mat3 a = rb_mat3_mul(&rd, &rt);
        a.m[1][0] = a.m[0][1]; /* exactly symmetric */
        a.m[2][0] = a.m[0][2];
        a.m[2][1] = a.m[1][2];
        check_eigen(&a, 3 * size);
    }
    rb_mat3 zero = rb_mat3_diag(0, 0, 0), diagonal = rb_mat3_diag(3, -1, 2);
    check_eigen(&zero, 1);
    check_eigen(&diagonal, 1);
    /* a known one: [2 1; 1 2] has 1 and 3 */
    rb_mat3 known = {{{2, 1, 0}, {1, 2, 0}, {0, 0, 5}}};
    double values[3];
    rb_mat3 v;
    rb_mat3_eigen_symmetric(&known, values, &v);
    assert_near(values[0], 1, ROUNDING);
    assert_near(values[1], 3, ROUNDING);
    assert_near(values[2], 5, ROUNDING);
}

static void quaternion_is_a_rotation(void **state) {
    (void)state;
    rb_mat3 one = rb_mat3_diag(1, 1, 1);
    rb_test_rng rng = {5};
    for (int i = 0; i < CASES; i++) {
        rb_vec3 axis = rb_test_direction(&rng), v = random_vec(&rng);
        double angle = rb_test_real(&rng, -6, 6);
        rb_quat q = rb_quat_from_axis_angle(axis, angle);
        rb_mat3 m = rb_quat_matrix(q), mt = rb_mat3_transpose(&m);
        rb_mat3 mtm = rb_mat3_mul(&mt, &m);
        assert_mat_near(&mtm, &one, ROUNDING);
        assert_near(rb_mat3_det(&m), 1, ROUNDING);
        /* Rodrigues: v cos + (axis x v) sin + axis (axis.v)(1 - cos) */
        rb_vec3 turned = rb_add(rb_scale(cos(angle), v), rb_scale(sin(angle), rb_cross(axis, v)));
        turned = rb_add_scaled(turned, rb_dot(axis, v) * (1 - cos(angle)), axis);
        assert_vec_near(rb_mul(&m, v), turned, ROUNDING);
        /* the length of q does not matter */
        rb_quat longer = {3 * q.w, 3 * q.x, 3 * q.y, 3 * q.z};
        rb_mat3 same = rb_quat_matrix(longer);
        assert_mat_near(&same, &m, ROUNDING);
        rb_quat unit = rb_quat_normalize(longer);
        assert_near(unit.w, q.w, ROUNDING);
        assert_near(unit.x, q.x, ROUNDING);
        assert_near(unit.y, q.y, ROUNDING);
        assert_near(unit.z, q.z, ROUNDING);
    }
}

static void quaternion_product_is_composition(void **state) {
    (void)state;
    rb_test_rng rng = {6};
    for (int i = 0; i < CASES; i++) {
        rb_quat p = random_quat(&rng), q = random_quat(&rng);
        rb_mat3 mp = rb_quat_matrix(p), mq = rb_quat_matrix(q);
        rb_mat3 both = rb_quat_matrix(rb_quat_mul(p, q)), product = rb_mat3_mul(&mp, &mq);
        assert_mat_near(&both, &product, ROUNDING);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_identities),        cmocka_unit_test(matrix_products),
        cmocka_unit_test(matrix_inverse),           cmocka_unit_test(eigen_of_symmetric),
        cmocka_unit_test(quaternion_is_a_rotation), cmocka_unit_test(quaternion_product_is_composition),
    };
    return cmocka_run_group_tests_name("math", tests, NULL, NULL);
}
