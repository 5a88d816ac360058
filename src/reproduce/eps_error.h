/* How far the speed at which a disk is said to stick changes its motion (K12 Fig. 14). */
#ifndef RB_REPRODUCE_EPS_ERROR_H
#define RB_REPRODUCE_EPS_ERROR_H

#include "rattleback/poincare.h"

typedef struct rb_eps_row {
    double eps;   /* eps_lambda */
    double error; /* of the map's point one period later: the larger of those of x and phi */
    double late;  /* of its time */
} rb_eps_row;

#define RB_EPS_ROWS_MAX 100

typedef struct rb_eps_study {
    int period;       /* of the orbit that is followed, in points */
    double x, phi;    /* where it begins to stick */
    double slope;     /* of log error over log eps, by least squares */
    double reference; /* the eps_lambda that the others are held against */
    int count;        /* of rows */
    rb_eps_row rows[RB_EPS_ROWS_MAX];
} rb_eps_study;

/* The scene's periodic orbit, then one period of it for `count` values of eps_lambda from `from` to
   `to`, evenly spread by their logarithms, against a hundredth of the first. */
rb_status rb_eps_errors(const rb_scene *scene, double from, double to, int count, rb_eps_study *out,
                        rb_error *err);

#endif
