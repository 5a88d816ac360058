/* Periodic orbits: Newton's method on the return of the state after a period, with the exact tangent flow
   (analysis/tangent.h), and the Floquet multipliers. */
#ifndef RB_ANALYSIS_ORBIT_H
#define RB_ANALYSIS_ORBIT_H

#include "rattleback/poincare.h"

enum { RB_MULTIPLIERS_MAX = 18 };

typedef struct rb_orbit_request {
    rb_section_cut section;                     /* in which the period is counted, in points */
    int transient;                              /* points left out before the search for a period */
    int points;                                 /* among which a period is recognised */
    int period;                                 /* in points; 0: that of the points, which must repeat */
    bool (*cancelled)(void *context, double t); /* called before every step: true ends; may be NULL */
    void *context;
} rb_orbit_request;

typedef struct rb_orbit {
    int period;         /* in points of the section */
    double period_time; /* s */
    double residual;    /* distance of the state from itself after a period, in units of the state's scale */
    int iterations;
    int count;                     /* multipliers: one for each direction, the motion's own (1) included */
    double re[RB_MULTIPLIERS_MAX]; /* by falling modulus */
    double im[RB_MULTIPLIERS_MAX];
    bool stable;  /* all moduli except that of the motion's own direction are below 1 */
    double at[2]; /* signals of the map at the state where the period begins */
} rb_orbit;

/* Follows a scene that rb_scene_check has accepted until it almost repeats, and finds the orbit. Fails for
   motions that depend on the time (a forced disk, a shaken table), for bodies with a large state, and if the
   method does not converge. */
rb_status rb_orbit_find(const rb_scene *scene, const rb_orbit_request *request, rb_orbit *out, rb_error *err);

#endif
