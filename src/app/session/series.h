/* Columns of recorded signals for plotting: one plain array per curve, kept up to date as the history
   grows and is cut and thinned, and thinned to what a plot of some hundred pixels can show. Instants
   have to be unpacked for it: each one once for all columns of its run. */
#ifndef RB_APP_SESSION_SERIES_H
#define RB_APP_SESSION_SERIES_H

#include "app/session/history.h"

#define RB_COLUMNS_MAX 256
#define RB_BLOCK 16         /* samples whose extremes are kept together */
#define RB_PLOT_POINTS 1600 /* at most this many points per line over time */

/* What is plotted: a signal of a run, its difference to another run's, or what it would have become
   without the last branch. */
typedef struct rb_curve {
    int run, signal;
    bool differs;  /* from the reference run, at the same times */
    int reference; /* which that is */
    bool old;
} rb_curve;

typedef struct rb_column {
    rb_curve curve;
    int count;
    int reference_at; /* how far the reference's record was gone through */
    uint64_t version; /* of the history the values were taken from */
    uint64_t used;    /* frame of last use, to know which to replace */
    double *values;
    double *low, *high; /* extremes of whole blocks */
} rb_column;

typedef struct rb_series {
    rb_column columns[RB_COLUMNS_MAX];
    int slots; /* of them that were ever needed */
    uint64_t clock;
    int time_signal;
    /* Instants unpacked at most in a frame, INT_MAX unless set: a curve over a long record comes in a
       few frames. And how many this frame has left. */
    int looks_per_frame, looks;
    double x[RB_PLOT_POINTS + 2], y[RB_PLOT_POINTS + 2]; /* what was asked for last */
    double *path_x, *path_y; /* RB_HISTORY_MAX: what was asked for last, one against another */
} rb_series;

rb_status rb_series_create(rb_series *series, rb_error *err);
void rb_series_destroy(rb_series *series);
void rb_series_begin_frame(rb_series *series);

/* A sample has just been recorded: the columns in use that lack no other need not unpack it. */
void rb_series_feed(rb_series *series, const rb_history *history, int run,
                    const rb_snapshot *sample);

/* The column, brought up to date (as far as this frame's looks go); NULL when out of memory. */
const rb_column *rb_series_column(rb_series *series, const rb_history *history, int run,
                                  int signal);

/* A curve over time between t0 and t1 with its peaks kept, into series->x, y: at most `points`, and
   RB_PLOT_POINTS. Returns the count. */
int rb_series_over_time(rb_series *series, const rb_history *history, const rb_curve *curve,
                        double t0, double t1, int points);

/* How finely one signal against another is drawn: what it takes to be seen to move. */
typedef struct rb_fineness {
    double x, y;
} rb_fineness;

/* One signal against another over the same span, into series->path_x, path_y: every instant but
   those that are not seen to move from the last one. */
int rb_series_against(rb_series *series, const rb_history *history, int run, int x_signal,
                      int y_signal, double t0, double t1, rb_fineness fine);

#endif
