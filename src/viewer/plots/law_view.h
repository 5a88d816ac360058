/* The law view: T and M of the chosen laws and of the exact one over the angle between sliding and
   drilling, the limit curve (T, M), and the point where the contact is now. */
#ifndef RB_VIEWER_PLOTS_LAW_VIEW_H
#define RB_VIEWER_PLOTS_LAW_VIEW_H

#include "app/session/session.h"
#include "viewer/plots/law_curve.h"

#define RB_LAW_CURVES (RB_RUNS_MAX + 1) /* every run's, and the exact one */

typedef struct rb_law_view {
    rb_law_curve curves[RB_LAW_CURVES];
    double low_T, low_M;   /* lowest values so far, in tenths: the axes do not jump */
    double high_T, high_M; /* highest */
    int selected;
    int curve_count;              /* runs; the exact curve stands at RB_RUNS_MAX */
    int since;                    /* frames since the last evaluation */
    rb_scene scenes[RB_RUNS_MAX]; /* what the curves were made from */
} rb_law_view;

void rb_law_view_draw(rb_law_view *view, const rb_session *session);

#endif
