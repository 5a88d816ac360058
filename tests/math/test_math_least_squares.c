/* math/least_squares, step by step: of residuals that are straight lines every point that Levenberg and
   Marquardt's method tries is known beforehand, damped by 1e-3 at first, a sixth of it after a success, five
   times as much after a failure. 1e-12: derivatives are differences over 1e-4 of numbers of size 1. */
#include <math.h>

#include "math/least_squares.h"
#include "support.h"

enum { TRIED_MAX = 64 };

/* Residuals slope[i] (p[i] - goal[i]) and one that stays; none beyond the wall. Keeps what was tried. */
typedef struct problem {
    int count;
    double slope[3], goal[3], rest, wall, wall_below;
    double tried[TRIED_MAX][3];
    int tries, better, asked, patience;
    double bound; /* of p[0]; 0: none */
} problem;

static bool evaluate(void *context, const double *p, double *r) {
    problem *q = context;
    assert_true(q->tries < TRIED_MAX);
    for (int i = 0; i < q->count; i++) {
        q->tried[q->tries][i] = p[i];
        r[i] = q->slope[i] * (p[i] - q->goal[i]);
    }
    r[q->count] = q->rest;
    q->tries++;
    return !(p[0] > q->wall || p[0] < q->wall_below);
}

static void improved(void *context, const double *p, double sum) {
    problem *q = context;
    double expected = q->rest * q->rest;
    for (int i = 0; i < q->count; i++) {
        expected += q->slope[i] * q->slope[i] * (p[i] - q->goal[i]) * (p[i] - q->goal[i]);
    }
    assert_near(sum, expected, 1e-15 * (1 + expected));
    q->better++;
}

static bool stop(void *context) {
    problem *q = context;
    return ++q->asked > q->patience;
}

static problem easy(double goal) {
    return (problem){1, {1}, {goal}, 0, INFINITY, -INFINITY, {{0}}, 0, 0, 0, 1000, 0};
}

static void limit(void *context, double *p) {
    const problem *q = context;
    p[0] = fmin(p[0], q->bound);
}

static bool solve(problem *q, double enough, int iterations, double *p, rb_least_squares_result *found) {
    const rb_least_squares search = {.parameters = q->count,
                                     .residuals = q->count + 1,
                                     .evaluate = evaluate,
                                     .stop = stop,
                                     .improved = improved,
                                     .limit = q->bound > 0 ? limit : NULL,
                                     .context = q,
                                     .difference = 1e-4,
                                     .enough = enough,
                                     .iterations = iterations};
    bool good = rb_least_squares_solve(&search, p, found);
    assert_int_equal(found->evaluations, q->tries);
    return good;
}

/* Each iteration: a difference, then a step that leaves d/(1 + d) of the way. */
static void damping_after_success(void **state) {
    (void)state;
    problem q = easy(0.5);
    rb_least_squares_result found;
    double p[1] = {0}, left = 0.5, damping = 1e-3;
    assert_true(solve(&q, 0, 3, p, &found));
    for (int i = 0; i < 3; i++) {
        double from = 0.5 - left;
        assert_near(q.tried[1 + 2 * i][0], from + 1e-4, 1e-12);
        left *= damping / (1 + damping);
        assert_near(q.tried[2 + 2 * i][0], 0.5 - left, 1e-12);
        damping /= 6;
    }
    assert_int_equal(q.better, 3);
    assert_int_equal(q.tries, 7);
    assert_false(found.stopped);
}

/* A wall at 0.2: 0.5/(1 + d) has to be below it; then five times less damping than at the last. */
static void damping_after_failure(void **state) {
    (void)state;
    problem q = easy(0.5);
    rb_least_squares_result found;
    double p[1] = {0}, damping = 1e-3;
    q.wall = 0.2;
    assert_true(solve(&q, 0, 1, p, &found));
    for (int i = 0; i <= 5; i++) {
        assert_near(q.tried[2 + i][0], 0.5 / (1 + damping), 1e-11);
        damping *= 5;
    }
    assert_int_equal(q.better, 1);
    assert_near(p[0], 0.5 / (1 + 3.125), 1e-11);
    /* At an impassable wall it ends after twelve tries. */
    q = easy(0.5);
    q.wall = 1e-12;
    p[0] = 0;
    assert_true(solve(&q, 0, 9, p, &found));
    assert_true(p[0] == 0);
    /* One to begin with, a difference to either side (the wall is at one), twelve tries. */
    assert_int_equal(q.tries, 1 + 2 + 12);
    assert_near(q.tried[2][0], -1e-4, 0);
    /* Walls at both sides: nothing is known of the slope. */
    q.wall_below = -1e-12;
    q.tries = 0;
    assert_true(solve(&q, 0, 9, p, &found));
}

/* A bound stops one parameter, not the others: the smallest sum within the bound is found. */
static void bounds(void **state) {
    (void)state;
    problem q = {2, {1, 1}, {0.5, 0.5}, 0, INFINITY, -INFINITY, {{0}}, 0, 0, 0, 1000, 0.2};
    rb_least_squares_result found;
    double p[2] = {0.2, 0};
    q.wall = 0.2 + 1e-9; /* of p[0]: beyond the bound nothing can be computed */
    assert_true(solve(&q, 0, 9, p, &found));
    assert_true(p[0] == 0.2);
    assert_near(p[1], 0.5, 1e-6);
}

/* Parameters are of size 1: no step is longer, in either direction. */
static void steps_are_limited(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        problem q = easy(10.0 * side);
        rb_least_squares_result found;
        double p[1] = {0};
        assert_true(solve(&q, 0, 2, p, &found));
        assert_true(q.tried[2][0] == side && p[0] == 2 * side);
    }
}

/* What hardly matters is damped as if it mattered 1e-9 of the most, per square: here half of its way. */
static void weak_parameters_are_damped(void **state) {
    (void)state;
    problem q = {2, {0.1, 1e-7}, {0.5, 0.5}, 0, INFINITY, -INFINITY, {{0}}, 0, 0, 0, 1000, 0};
    rb_least_squares_result found;
    double p[2] = {0, 0};
    assert_true(solve(&q, 0, 1, p, &found));
    assert_near(p[0], 0.5 / 1.001, 1e-9);
    assert_near(p[1], 0.25, 1e-9);
}

/* Ends after two iterations on end that lower the sum by less than asked for, here of a sum that stays above
   1: the first lowers it from 1.25, the next two hardly. */
static void ends_at_small_improvements(void **state) {
    (void)state;
    problem q = easy(0.5);
    rb_least_squares_result found;
    double p[1] = {0};
    q.rest = 1;
    assert_true(solve(&q, 1e-3, 50, p, &found));
    assert_int_equal(q.better, 3);
    assert_near(found.sum, 1, 1e-14);
    /* 0.25/1.25 is a fifth: that is not enough to continue for long if more was asked for. */
    q = easy(0.5);
    q.rest = 1;
    p[0] = 0;
    assert_true(solve(&q, 0.21, 50, p, &found));
    assert_int_equal(q.better, 2);
    q = easy(0.5); /* nothing is left of a sum */
    p[0] = 0.5;
    assert_true(solve(&q, 1e-3, 50, p, &found));
    assert_int_equal(q.better, 0);
    assert_int_equal(q.tries, 1);
}

/* Parameters that only their sum is known of: a hair (1e-13) of independence keeps numbers finite. */
static bool only_the_sum(void *context, const double *p, double *r) {
    (void)context;
    r[0] = p[0] + p[1] - 1;
    return true;
}

static void only_the_sum_is_determined(void **state) {
    (void)state;
    const rb_least_squares search = {.parameters = 2,
                                     .residuals = 1,
                                     .evaluate = only_the_sum,
                                     .difference = 1e-4,
                                     .enough = 1e-12,
                                     .iterations = 9};
    rb_least_squares_result found;
    double p[2] = {0, 0};
    assert_true(rb_least_squares_solve(&search, p, &found));
    assert_near(p[0], 0.5, 1e-9);
    assert_near(p[1], 0.5, 1e-9);
}

/* Asked before every evaluation of the search; what is known by then is kept. */
static void stops_before_any_evaluation(void **state) {
    (void)state;
    for (int patience = 0; patience < 4; patience++) {
        problem q = easy(0.5);
        rb_least_squares_result found;
        double p[1] = {0};
        q.patience = patience;
        assert_true(solve(&q, 0, 9, p, &found));
        assert_true(found.stopped);
        assert_int_equal(q.tries, 1 + patience);
        assert_near(p[0], patience < 2 ? 0 : 0.5 / 1.001, 1e-12);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damping_after_success),
        cmocka_unit_test(damping_after_failure),
        cmocka_unit_test(bounds),
        cmocka_unit_test(steps_are_limited),
        cmocka_unit_test(weak_parameters_are_damped),
        cmocka_unit_test(ends_at_small_improvements),
        cmocka_unit_test(only_the_sum_is_determined),
        cmocka_unit_test(stops_before_any_evaluation),
    };
    return cmocka_run_group_tests_name("math: least squares", tests, NULL, NULL);
}
