/* The search for a periodic orbit, shared by orbit.c and continuation.c. */
#ifndef RB_ANALYSIS_ORBIT_PRIVATE_H
#define RB_ANALYSIS_ORBIT_PRIVATE_H

#include "analysis/orbit.h"
#include "analysis/tangent_by.h"

enum {
    RB_ORBIT_SIZE = RB_TANGENT_MAX + 2, /* unknowns: the state, the period, a parameter */
    RB_ORBIT_EVENTS = 512               /* events of a period that are listed */
};
#define RB_ORBIT_CONVERGED 1e-9 /* residual, in units of the state's scale */

typedef struct rb_orbit_search {
    rb_scene scene; /* precise */
    rb_simulation *sim;
    rb_tangent tangent;
    double y[RB_ODE_MAX]; /* state at the beginning of the period */
    double period;        /* s */
    bool failed;
    const rb_orbit_request *request; /* of the search; may be NULL */
    rb_tangent_by by;         /* count 1: a last column belongs to a parameter, and the units are `scale` */
    double scale[RB_ODE_MAX]; /* units of the rows */
    int event_count;          /* of the last period, with their times, s */
    unsigned char events[RB_ORBIT_EVENTS];
    double event_times[RB_ORBIT_EVENTS];
} rb_orbit_search;

/* Follows the motion to a state that almost repeats after s->period. */
rb_status rb_orbit_approach(rb_orbit_search *s, const rb_orbit_request *request, rb_orbit *out,
                            rb_error *err);
/* Finds the orbit near s->y, s->period by Newton's method. */
rb_status rb_orbit_iterate(rb_orbit_search *s, rb_orbit *out, rb_error *err);
/* Runs for a period from s->y, with a column of the tangent flow for each driving component. */
rb_status rb_orbit_run(rb_orbit_search *s, rb_error *err);
/* After a run: the distance of the state from itself, and the eigenvalues of the tangent flow. */
double rb_orbit_residual(const rb_orbit_search *s);
rb_status rb_orbit_multipliers(const rb_orbit_search *s, rb_orbit *out, rb_error *err);
/* The right-hand side at y, in the units of the rows. */
void rb_orbit_slope(const rb_orbit_search *s, const double *y, double *slope);
/* Solves A x = b by elimination with pivots; b becomes x. Returns the determinant; 0: A is singular. */
double rb_orbit_solve(int n, double A[RB_ORBIT_SIZE][RB_ORBIT_SIZE], double *b);

#endif
