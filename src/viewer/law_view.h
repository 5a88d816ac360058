/* The law view: T and M of the chosen laws and of the exact one over the angle between sliding and
   drilling, the limit curve (T, M), and the point where the contact is now. */
#ifndef RB_VIEWER_LAW_VIEW_H
#define RB_VIEWER_LAW_VIEW_H

#include <rattleback/rattleback.h>

#define RB_LAW_POINTS 61
#define RB_LAW_CURVES (RB_RUNS_MAX + 1) /* every run's, and the exact one */

/* What the curves depend on besides the angle. */
typedef struct rb_law_conditions {
    double direction; /* of sliding against the patch's x, rad */
    double d_c, d_s, r_c, r_s;
} rb_law_conditions;

typedef struct rb_law_curve {
    rb_law_conditions at;
    rb_friction friction; /* with everything that regularises switched off */
    bool usable;
    double T[RB_LAW_POINTS], M[RB_LAW_POINTS];
} rb_law_curve;

typedef struct rb_law_view {
    rb_law_curve curves[RB_LAW_CURVES];
    double angle[RB_LAW_POINTS]; /* degrees: 0 pure drilling, 90 pure sliding */
    double low_T, low_M;         /* lowest values so far, in tenths: the axes do not jump */
    double high_T, high_M;       /* highest */
    int selected;
    int curve_count;              /* runs; the exact curve stands at RB_RUNS_MAX */
    int since;                    /* frames since the last evaluation */
    rb_scene scenes[RB_RUNS_MAX]; /* what the curves were made from */
} rb_law_view;

struct rb_app;
void rb_law_view_draw(struct rb_app *app);

#endif
