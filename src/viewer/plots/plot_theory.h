/* The classical theory beside the simulation: predicted reversal and growth of the rocking. */
#ifndef RB_VIEWER_PLOTS_PLOT_THEORY_H
#define RB_VIEWER_PLOTS_PLOT_THEORY_H

#include <rattleback/rattleback.h>
#include <rattleback/theory.h>

#define RB_THEORY_POINTS 96

typedef struct rb_theory_view {
    bool shown;
    bool usable;    /* the theory speaks about this body */
    rb_scene scene; /* what it was computed from */
    bool computed;
    rb_theory theory;
    double t[RB_THEORY_POINTS], high[RB_THEORY_POINTS], low[RB_THEORY_POINTS];
} rb_theory_view;

/* Into the open plot of this signal over time; computes again only when the scene changed. */
void rb_plot_theory(rb_theory_view *view, const rb_scene *scene, int signal);

#endif
