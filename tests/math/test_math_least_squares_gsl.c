/* math/least_squares against gsl_multifit_nlinear (trust region, Levenberg-Marquardt, QR) on problems of
   More, Garbow & Hillstrom 1981, with their published minima. */
#include <gsl/gsl_multifit_nlinear.h>
#include <math.h>

#include "math/least_squares.h"
#include "math/pi.h"
#include "support.h"

typedef struct problem {
    const char *name;
    int n, m;
    double begin[4], minimum; /* sum of squares */
    void (*f)(const double *p, double *r);
    int evaluations;
} problem;

static void rosenbrock(const double *p, double *r) {
    r[0] = 10 * (p[1] - p[0] * p[0]);
    r[1] = 1 - p[0];
}

static void helical_valley(const double *p, double *r) {
    double turn = atan2(p[1], p[0]) / (2 * RB_PI);
    r[0] = 10 * (p[2] - 10 * turn);
    r[1] = 10 * (hypot(p[0], p[1]) - 1);
    r[2] = p[2];
}

/* The Jacobian is singular at the minimum. */
static void powell(const double *p, double *r) {
    r[0] = p[0] + 10 * p[1];
    r[1] = sqrt(5) * (p[2] - p[3]);
    r[2] = (p[1] - 2 * p[2]) * (p[1] - 2 * p[2]);
    r[3] = sqrt(10) * (p[0] - p[3]) * (p[0] - p[3]);
}

static void bard(const double *p, double *r) {
    static const double y[] = {0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39,
                               0.37, 0.58, 0.73, 0.96, 1.34, 2.10, 4.39};
    for (int i = 0; i < 15; i++) {
        double u = i + 1, v = 15 - i, w = fmin(u, v);
        r[i] = y[i] - (p[0] + u / (v * p[1] + w * p[2]));
    }
}

static void kowalik_osborne(const double *p, double *r) {
    static const double y[] = {0.1957, 0.1947, 0.1735, 0.1600, 0.0844, 0.0627,
                               0.0456, 0.0342, 0.0323, 0.0235, 0.0246};
    static const double u[] = {4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625};
    for (int i = 0; i < 11; i++) {
        r[i] = y[i] - p[0] * (u[i] * u[i] + u[i] * p[1]) / (u[i] * u[i] + u[i] * p[2] + p[3]);
    }
}

static problem problems[] = {
    {"Rosenbrock", 2, 2, {-1.2, 1}, 0, rosenbrock, 0},
    {"helical valley", 3, 3, {-1, 0, 0}, 0, helical_valley, 0},
    {"Powell, singular", 4, 4, {3, -1, 0, 1}, 0, powell, 0},
    {"Bard", 3, 15, {1, 1, 1}, 8.21487e-3, bard, 0},
    {"Kowalik and Osborne", 4, 11, {0.25, 0.39, 0.415, 0.39}, 3.07505e-4, kowalik_osborne, 0},
};

static bool evaluate(void *context, const double *p, double *r) {
    ((problem *)context)->f(p, r);
    return true;
}

static int evaluate_gsl(const gsl_vector *p, void *context, gsl_vector *r) {
    problem *q = context;
    double at[4], out[15]; /* GSL's vectors are also columns of a matrix: their numbers are not adjacent */
    for (int i = 0; i < q->n; i++) {
        at[i] = gsl_vector_get(p, (size_t)i);
    }
    q->evaluations++;
    q->f(at, out);
    for (int i = 0; i < q->m; i++) {
        gsl_vector_set(r, (size_t)i, out[i]);
    }
    return GSL_SUCCESS;
}

static double solve_gsl(problem *q) {
    gsl_multifit_nlinear_parameters settings = gsl_multifit_nlinear_default_parameters();
    gsl_multifit_nlinear_fdf f = {.f = evaluate_gsl, .n = (size_t)q->m, .p = (size_t)q->n, .params = q};
    gsl_multifit_nlinear_workspace *w =
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &settings, f.n, f.p);
    gsl_vector_view begin = gsl_vector_view_array(q->begin, f.p);
    int info = 0;
    double sum = 0;
    gsl_multifit_nlinear_init(&begin.vector, &f, w);
    gsl_multifit_nlinear_driver(200, 1e-10, 1e-10, 1e-10, NULL, NULL, &info, w);
    const gsl_vector *r = gsl_multifit_nlinear_residual(w);
    for (size_t i = 0; i < f.n; i++) {
        sum += gsl_vector_get(r, i) * gsl_vector_get(r, i);
    }
    gsl_multifit_nlinear_free(w);
    return sum;
}

/* Ours is at least as low as GSL's, and both reach the published minimum (six digits). */
static void as_low_as_gsl(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        problem *q = &problems[i];
        double p[4], theirs = solve_gsl(q);
        memcpy(p, q->begin, sizeof p);
        rb_least_squares search = {.parameters = q->n,
                                   .residuals = q->m,
                                   .evaluate = evaluate,
                                   .context = q,
                                   .difference = 1e-7,
                                   .enough = 1e-10,
                                   .iterations = 200};
        rb_least_squares_result found;
        assert_true(rb_least_squares_solve(&search, p, &found));
        print_message("%-20s ours %.6e, %d evaluations; GSL %.6e, %d evaluations\n", q->name, found.sum,
                      found.evaluations, theirs, q->evaluations);
        assert_true(found.sum <= theirs * (1 + 1e-6) + 1e-12);
        assert_near(found.sum, q->minimum, 1e-5 * q->minimum + 1e-12);
        assert_near(theirs, q->minimum, 1e-5 * q->minimum + 1e-8); /* GSL was called correctly */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_low_as_gsl)};
    return cmocka_run_group_tests_name("math: least squares and GSL", tests, NULL, NULL);
}
