/* How far the speed at which a disk is said to stick changes its motion (K12 Fig. 14). */
#ifndef RB_REPRODUCE_EPS_ERROR_H
#define RB_REPRODUCE_EPS_ERROR_H

#include "rattleback/poincare.h"

typedef struct rb_eps_row {
    double eps;   /* eps_lambda */
    double error; /* of the points of the map, x or phi: the largest until the end */
    double late;  /* of their times */
    bool jumped;  /* the motion is another one: beyond the threshold of K12 Fig. 14 */
} rb_eps_row;

#define RB_EPS_ROWS_MAX 100

typedef struct rb_eps_study {
    int period;       /* of the orbit that is followed, in points */
    double x, phi;    /* where it begins to stick */
    double until;     /* the time over which motions are compared */
    double slope;     /* of log error over log eps, by least squares over rows before the jump; NAN: fewer
                                than two of them */
    double jump;      /* the smallest eps_lambda whose motion is another one; INFINITY: none */
    double reference; /* the eps_lambda that the others are compared with */
    int count;        /* of rows */
    rb_eps_row rows[RB_EPS_ROWS_MAX];
} rb_eps_study;

/* The scene's periodic orbit, then its motion from a point of it until t_end for `count` values of
   eps_lambda from `from` to `to`, evenly spread by their logarithms, against a hundredth of the first. */
rb_status rb_eps_errors(const rb_scene *scene, double from, double to, int count, rb_eps_study *out,
                        rb_error *err);

#endif
