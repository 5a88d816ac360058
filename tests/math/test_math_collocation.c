/* Lobatto IIIA and Radau IIA in lanes: coefficients, order of convergence of steps and dense output,
   stability, and the same bits with AVX2, without it, and with right-hand sides one by one. */
#define RB_LANES 4

#include <math.h>

#include "base/system.h"
#include "kepler_inline.h"
#include "math/collocation_inline.h"
#include "math/pi.h"
#include "sim/collocation.h"
#include "sim/model_build.h"
#include "support.h"

static const collocation_formula *const formulas[] = {&lobatto, &radau};

/* ---- coefficients -------------------------------------------------------------------------------- */

/* x^k at the stage i of a step from 0 to 1, or of the next step. */
static double power(double x, int k) {
    return k == 0 ? 1 : x * power(x, k - 1);
}

/* Integrals up to every stage are exact as far as the nodes allow, those up to the end to the full order. */
static void integrals(void **state) {
    (void)state;
    static const int within[] = {5, 4}, order[] = {8, 7};
    for (int m = 0; m < 2; m++) {
        const collocation_formula *f = formulas[m];
        const double *nodes = m == 0 ? rb_lobatto_nodes : rb_radau_nodes;
        for (int i = 0; i < 4; i++) {
            assert_true(f->nodes[i] == nodes[i]);
            for (int k = 0; k < (i == 3 ? order[m] : within[m]); k++) {
                double sum = f->A[0][i] * (k == 0);
                for (int j = 0; j < 4; j++) {
                    sum += f->A[j + 1][i] * power(f->nodes[j], k);
                }
                assert_near(sum, power(f->nodes[i], k + 1) / (k + 1), 1e-15);
            }
        }
    }
}

/* A step of y' = (k + 1) t^k after one of the same: prediction, defect and dense output are those of x^(k
   + 1). */
static void polynomials(void **state) {
    (void)state;
    for (int m = 0; m < 2; m++) {
        const collocation_formula *f = formulas[m];
        int most = m == 0 ? 5 : 4;
        for (int p = 1; p <= most; p++) {
            for (int i = 0; i < 4; i++) {
                double x = 0.7 * f->nodes[i], expected = power(1 + x, p) - 1, sum = 0;
                for (int j = 0; j < 5; j++) {
                    const double *b = f->beyond[j];
                    double made_of = j == 0 ? p == 1 : power(f->nodes[j - 1], p);
                    double weight = x * (b[0] + x * (b[1] + x * (b[2] + x * (b[3] + x * b[4]))));
                    sum += weight * made_of;
                }
                assert_near(sum, expected, 1e-12); /* terms up to 500 */
            }
            double slope = 0; /* at 0, of x^p from z, or of p x^(p - 1) from f; known up to x^3 */
            for (int j = 0; j < 4; j++) {
                slope += f->slope[j] * (m == 1 ? power(f->nodes[j], p) : p * power(f->nodes[j], p - 1));
            }
            if (p <= 4) {
                assert_near(slope, p == 1, 1e-13);
            }
        }
        for (int k = 0; k < 3; k++) {
            const double x0 = f->nodes[0], x1 = f->nodes[1], x2 = f->nodes[2];
            const double *row = f->dense[k];
            assert_near(row[0] + row[1] + row[2], k == 0, 1e-14);
            assert_near(row[0] * x0 + row[1] * x1 + row[2] * x2, k == 1, 1e-14);
            assert_near(row[0] * x0 * (1 - x0) + row[1] * x1 * (1 - x1) + row[2] * x2 * (1 - x2), k == 2,
                        1e-14);
        }
    }
}

/* A T Lambda = T: in the basis of the eigenvectors the inverse of Radau's matrix is two complex numbers. */
static void eigenvectors(void **state) {
    (void)state;
    for (int j = 0; j < 4; j++) {
        int other = (j + 2) % 4, e = j % 2;
        double alpha = alphas[e], beta = betas[e];
        for (int i = 0; i < 4; i++) {
            double image = 0, one = 0;
            for (int k = 0; k < 4; k++) {
                /* the column of Lambda: alpha and, of a real part, -beta in the imaginary one */
                double v = alpha * eigenbasis[j][k] + (j < 2 ? -beta : beta) * eigenbasis[other][k];
                image += radau.A[k + 1][i] * v;
                one += eigenbasis[k][i] * eigenbasis_inverse[j][k];
            }
            assert_near(image, eigenbasis[j][i], 1e-14);
            assert_near(one, i == j, 1e-14);
        }
    }
}

/* ---- on Kepler's ellipse ------------------------------------------------------------------------- */

/* Returns the error after half a revolution; *within: the largest error of the dense output, compared with
   steps a quarter as long. */
static double kepler_error(const collocation_formula *formula, int steps, double *within) {
    static collocation c, fine;
    double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX], next[RB_ODE_MAX], J[16], h = RB_PI / steps, sum = 0;
    const double end[4] = {-1.3, 0, 0, -sqrt(0.7 / 1.3)};
    rb_collocated made;
    kepler_start(y);
    memset(&c, 0, sizeof c);
    c.system = (rb_system){kepler, NULL, 4, 0, 4};
    c.formula = formula;
    c.scale[0] = c.scale[1] = c.scale[2] = c.scale[3] = 1;
    c.tolerance = 1e-14; /* the remaining error of Newton's iteration is negligible */
    c.y0 = y, c.f0 = f, c.J = J;
    *within = 0;
    for (int i = 0; i < steps; i++) {
        kepler(NULL, y, f);
        collocation_slopes(&c, y, f, J);
        collocation_step(&c, h, &made, next);
        if (formula == &radau && made.far) { /* as far as this tolerance goes */
            c.past_h = 0;
            collocation_step(&c, h, &made, next);
        }
        collocation_keep(&c);
        collocation_stages(&c, &made);
        assert_true(made.z[3][0] == c.y[0][3] && made.f[2][1] == c.f[1][2]);
        fine = c;
        for (int k = 1; k < 4; k++) { /* repeated, with more iterations */
            double z[RB_ODE_MAX], slope[RB_ODE_MAX];
            rb_dense dense;
            kepler(NULL, next, slope);
            collocation_dense(&c, next, slope, &dense);
            fine.past_h = 0;
            collocation_step(&fine, 0.25 * k * h, &made, z);
            for (int j = 0; j < 4; j++) {
                *within = fmax(*within, fabs(rb_dense_at(&dense, y, j, 0.25 * k) - z[j]));
            }
        }
        memcpy(y, next, sizeof y);
    }
    for (int j = 0; j < 4; j++) {
        sum += (y[j] - end[j]) * (y[j] - end[j]);
    }
    return sqrt(sum);
}

/* Orders 8 and 7 over the path, with a smaller error from the iteration; 6 and 5 for the dense output over
   a step. */
static void order_of_convergence(void **state) {
    (void)state;
    static const int steps[] = {20, 40, 80};
    static const double order[] = {8, 7}, order_within[] = {6, 5};
    for (int m = 0; m < 2; m++) {
        double error[3], within[3];
        for (int i = 0; i < 3; i++) {
            error[i] = kepler_error(formulas[m], steps[i], &within[i]);
            print_message("%d steps: %.2e, within %.2e\n", steps[i], error[i], within[i]);
        }
        assert_true(error[2] > 1e-14); /* above rounding */
        for (int i = 1; i < 3; i++) {
            assert_true(log2(error[i - 1] / error[i]) > order[m] - 0.5);
            assert_near(log2(within[i - 1] / within[i]), order_within[m], 0.6);
        }
    }
}

static void decay(const void *model, const double *y, double *dydt) {
    dydt[0] = *(const double *)model * y[0];
}

/* On y' = lambda y Newton's iteration converges at once: Radau's stability function, the (3, 4) Padé
   approximant, vanishes for large negative z. */
static void stability(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        double lambda = -0.01 * power(10, i), x = lambda, y[RB_ODE_MAX] = {1}, f[RB_ODE_MAX], J[1];
        double next[RB_ODE_MAX];
        rb_collocated made;
        collocation c = {
            .system = {decay, &lambda, 1, 0, 1}, .formula = &radau, .scale = {1}, .tolerance = 1e-13};
        c.y0 = y, c.f0 = f, c.J = J;
        decay(&lambda, y, f);
        collocation_slopes(&c, y, f, J);
        collocation_step(&c, 1, &made, next);
        double top = 840 + x * (360 + x * (60 + x * 4));
        double bottom = 840 + x * (-480 + x * (120 + x * (-16 + x)));
        assert_near(next[0], top / bottom, 1e-12);
    }
}

/* ---- the same bits ------------------------------------------------------------------------------- */

static const rb_model *asked;

/* The right-hand side of the body under another name, so that no lanes are found for it. */
static void by_another_name(const void *model, const double *y, double *dydt) {
    (void)model;
    asked->ops->rhs(asked, y, dydt);
}

typedef struct result {
    double y1[3][RB_ODE_MAX];
    rb_collocated made[3];
    double J[RB_ODE_MAX * RB_ODE_MAX];
} result;

static void three_steps(const rb_collocation_code *code, const rb_model *model, bool implicit,
                        const double *start, result *out) {
    void *work = rb_aligned_alloc(64, (code->size + 63) / 64 * 64);
    assert_non_null(work);
    memset(work, 0, code->size);
    memset(out, 0, sizeof *out);
    code->open(work, model, 1e-8);
    double y[RB_ODE_MAX], f[RB_ODE_MAX] = {0};
    memcpy(y, start, sizeof y);
    for (int i = 0; i < 3; i++) {
        model->ops->rhs(model, y, f);
        code->begin(work, implicit, y, f, out->J);
        code->make(work, 2e-4 * (i + 1), &out->made[i], out->y1[i]);
        code->stages(work, &out->made[i]);
        code->keep(work);
        memcpy(y, out->y1[i], (size_t)model->ops->state_count * sizeof *y);
    }
    rb_aligned_free(work);
}

static void same_bits(void **state) {
    (void)state;
    static const char *const ids[] = {"kane-levinson", "k11-fig5", "ak18-a", "tippetop-ka09"};
    static result a, b, c;
    for (int k = 0; k < 8; k++) {
        rb_scene scene = rb_test_scene(ids[k / 2], NULL);
        rb_model model, same;
        rb_model_build(&scene, &model);
        rb_body_ops ops = *model.ops;
        double start[RB_ODE_MAX] = {0};
        model.ops->start(scene.values[RB_SECTION_START], &model, start);
        ops.rhs = by_another_name;
        same = model;
        same.ops = &ops;
        asked = &model;
        assert_true(rb_collocation_has_lanes(&model) && !rb_collocation_has_lanes(&same));
        three_steps(rb_collocation_find(), &model, k % 2, start, &a);
        three_steps(&rb_collocation_any, &model, k % 2, start, &b);
        three_steps(&rb_collocation_any, &same, k % 2, start, &c);
        assert_memory_equal(&a, &b, sizeof a);
        assert_memory_equal(&a, &c, sizeof a);
        assert_true(isfinite(a.y1[2][0]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integrals),    cmocka_unit_test(polynomials),
        cmocka_unit_test(eigenvectors), cmocka_unit_test(order_of_convergence),
        cmocka_unit_test(stability),    cmocka_unit_test(same_bits),
    };
    return cmocka_run_group_tests_name("collocation", tests, NULL, NULL);
}
