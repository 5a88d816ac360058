/* Effect of the stick threshold (the speed below which a disk sticks) on the motion (K12 Fig. 14). */
#ifndef RB_REPRODUCE_EPS_ERROR_H
#define RB_REPRODUCE_EPS_ERROR_H

#include "rattleback/poincare.h"

typedef struct rb_eps_row {
    double eps;   /* eps_lambda */
    double error; /* largest error of the points of the map, x or phi */
    double late;  /* largest error of their times */
    bool jumped;  /* a different motion: beyond the threshold of K12 Fig. 14 */
} rb_eps_row;

#define RB_EPS_ROWS_MAX 100

typedef struct rb_eps_study {
    int period;       /* of the orbit, in points */
    double x, phi;    /* start of its stick phase */
    double until;     /* the time over which motions are compared */
    double slope;     /* slope of log error over log eps, by least squares over the rows before the jump; NAN:
                         fewer than two */
    double jump;      /* smallest eps_lambda with a different motion; INFINITY: none */
    double reference; /* the eps_lambda that the others are compared with */
    int count;        /* of rows */
    rb_eps_row rows[RB_EPS_ROWS_MAX];
} rb_eps_study;

/* Finds the periodic orbit of the scene, then computes the motion from a point of it until t_end for
   `count` values of eps_lambda from `from` to `to`, logarithmically spaced, and compares it with that of a
   hundredth of the first value. */
rb_status rb_eps_errors(const rb_scene *scene, double from, double to, int count, rb_eps_study *out,
                        rb_error *err);

#endif
