/* Continuation of periodic orbits in one parameter by pseudo-arclength, with their bifurcations. */
#ifndef RB_ANALYSIS_CONTINUATION_H
#define RB_ANALYSIS_CONTINUATION_H

#include "analysis/gradient.h"
#include "analysis/orbit.h"

typedef enum rb_branch_kind {
    RB_BRANCH_REGULAR,
    RB_BRANCH_FOLD,    /* a multiplier +1: the branch turns back */
    RB_BRANCH_FLIP,    /* a multiplier -1: an orbit of twice the period begins */
    RB_BRANCH_TORUS,   /* a complex pair on the unit circle */
    RB_BRANCH_CROSS,   /* a multiplier +1: another branch crosses */
    RB_BRANCH_GRAZING, /* an event of the body appears or disappears */
    RB_BRANCH_END,     /* the orbit was not found any further */
    RB_BRANCH_KINDS
} rb_branch_kind;
const char *rb_branch_kind_name(rb_branch_kind kind); /* "" for a regular point */

enum { RB_BRANCH_SHOWN = 16, RB_BRANCH_POINTS_MAX = 5000 };

typedef struct rb_branch_point {
    int branch; /* 0: that of the start; others begin at flips */
    double value;
    rb_branch_kind kind;
    const char *event; /* of a grazing point; else NULL */
    bool ends;         /* the branch ends here */
    rb_orbit orbit;
    int shown;                     /* points of the section, at most RB_BRANCH_SHOWN */
    double at[RB_BRANCH_SHOWN][2]; /* signals of the map there */
} rb_branch_point;

typedef struct rb_continuation_request {
    rb_orbit_request orbit; /* of the first orbit */
    rb_gradient_by by;      /* the parameter */
    double from, to;        /* the first orbit is found at `from`; branches end where they leave the range */
    int doublings;          /* branches are switched at flips up to so many times */
    bool (*cancelled)(void *context, double share); /* called for every point; true ends; may be NULL */
    void *context;
} rb_continuation_request;

typedef struct rb_continuation {
    rb_branch_point *points; /* along the branches */
    int count;
    bool cancelled;
} rb_continuation;

/* Reads "NAME=FROM:TO" into by, from and to. The scene, which must be valid at both ends, gets the value
   `from` (compute.c). */
rb_status rb_continuation_read_along(rb_continuation_request *request, rb_scene *scene, const char *text,
                                     rb_error *err);

/* Follows the orbit of a scene that rb_scene_check accepts at both ends of the range. Fails as
   rb_orbit_find. */
rb_status rb_continuation_run(const rb_scene *scene, const rb_continuation_request *request,
                              rb_continuation *out, rb_error *err);
void rb_continuation_free(rb_continuation *continuation);

#endif
