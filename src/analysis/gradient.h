/* Derivatives of the outcomes of a run by parameters of its scene (docs/studies.md). */
#ifndef RB_ANALYSIS_GRADIENT_H
#define RB_ANALYSIS_GRADIENT_H

#include "rattleback/outcomes.h"
#include "rattleback/run.h"

enum { RB_GRADIENT_MAX = 18, RB_GRADIENT_NAME = 64 };

#define RB_GRADIENT_RTOL 1e-10

/* A parameter or start value. */
typedef struct rb_gradient_by {
    rb_section section;
    int index;
    const rb_param *row;
} rb_gradient_by;

/* Finds a parameter that varies continuously, by its name; `option` begins messages (tangent_by.c). */
rb_status rb_gradient_by_find(rb_gradient_by *by, const rb_scene *scene, const char *option, const char *name,
                              rb_error *err);

typedef struct rb_gradient_request {
    const rb_outcome *of[RB_GRADIENT_MAX];
    rb_gradient_by by[RB_GRADIENT_MAX];
    char of_names[RB_GRADIENT_MAX][RB_GRADIENT_NAME], by_names[RB_GRADIENT_MAX][RB_GRADIENT_NAME];
    int of_count, by_count;                     /* the names are those of the request, which may be short */
    double until;                               /* s */
    bool (*cancelled)(void *context, double t); /* as in rb_observer; may be NULL */
    void *context;
} rb_gradient_request;

typedef struct rb_gradient {
    double values[RB_GRADIENT_MAX];
    double slopes[RB_GRADIENT_MAX][RB_GRADIENT_MAX]; /* of each outcome by each parameter; NAN: unknown */
    rb_summary summary;
} rb_gradient;

/* Adds outcomes (as rb_sweep_add_values) and parameters by their names, separated by commas. */
rb_status rb_gradient_add_of(rb_gradient_request *request, const rb_scene *scene, const char *names,
                             rb_error *err);
rb_status rb_gradient_add_by(rb_gradient_request *request, const rb_scene *scene, const char *names,
                             rb_error *err);

/* Runs a scene that rb_scene_check has accepted twice: once for the outcomes, once with its tangent flow.
   A method with error control has a relative tolerance of at most RB_GRADIENT_RTOL.
   Fails for bodies with a large state, and for runs that lift off or diverge. */
rb_status rb_gradient_of(const rb_scene *scene, const rb_gradient_request *request, rb_gradient *out,
                         rb_error *err);

#endif
