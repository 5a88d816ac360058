/* Signals of runs, sampled evenly, and charts of them: a panel for each signal over time, or for one
   signal against another. */
#ifndef RB_PLOT_TRACES_H
#define RB_PLOT_TRACES_H

#include <rattleback/scene.h>
#include <rattleback/snapshot.h>

#include "plot/plot.h"

enum { RB_TRACE_PANELS = 12, RB_TRACE_COLUMNS = 1 + 2 * RB_TRACE_PANELS };

/* What is drawn: pairs of columns. Column 0 is the time. */
typedef struct rb_trace_plan {
    const rb_signal *signals[RB_TRACE_COLUMNS]; /* [0] is NULL */
    int column_count;
    struct {
        int x, y; /* columns */
    } panels[RB_TRACE_PANELS];
    int panel_count;
    bool has_unit; /* time is in seconds */
} rb_trace_plan;

/* Reads "omega3,N,omega1:omega2": signals over time, or the first across and the second up. text NULL:
   the body's own measure. Errors start with the option's name. */
rb_status rb_trace_plan_read(const rb_body_kind *body, const char *option, const char *text,
                             rb_trace_plan *out, rb_error *err);

/* Do both plans draw the same panels? */
bool rb_trace_plan_equal(const rb_trace_plan *a, const rb_trace_plan *b);

/* The samples of one run. Where there are more than RB_TRACE_ROWS every second one is dropped. */
#define RB_TRACE_ROWS 40000
typedef struct rb_trace {
    const rb_trace_plan *plan;
    const char *name; /* in the legend; NULL: none */
    double *columns[RB_TRACE_COLUMNS];
    int rows, capacity;
    int64_t seen, stride; /* samples offered; every stride-th is kept */
} rb_trace;

void rb_trace_begin(rb_trace *trace, const rb_trace_plan *plan, const char *name);
bool rb_trace_add(rb_trace *trace, const rb_snapshot *now); /* false: out of memory */
void rb_trace_free(rb_trace *trace);

/* Panels of one or several traces of one plan: `plots` has room for plan->panel_count, `curves` for
   that many times count, `labels` for two texts per panel. */
typedef char rb_trace_label[96];

/* A sheet of them: false and err when out of memory. `draw` gets it and may write it. */
bool rb_traces_draw(const rb_trace *traces, int count, const char *title, const char *subtitle,
                    bool (*draw)(void *context, const rb_sheet *sheet, rb_error *err), void *context,
                    rb_error *err);

#endif
