/* Columns of recorded signals for plots: one array per curve, updated as the history grows, is cut or
   thinned, and reduced to as many points as a plot can show. Each instant is unpacked once for all columns of
   its run. */
#ifndef RB_APP_SESSION_SERIES_H
#define RB_APP_SESSION_SERIES_H

#include "app/session/history.h"
#include "bodies/base_motion.h"

#define RB_COLUMNS_MAX 256
#define RB_BLOCK 16         /* samples per block; the extremes of each block are kept */
#define RB_PLOT_POINTS 1600 /* at most this many points per line over time */

/* What is plotted: a signal of a run, its difference to another run, or its old future before the last
 * branch. */
typedef struct rb_series_id {
    int run, signal;
    bool differs;  /* difference to the reference run at the same times */
    int reference; /* the reference run */
    bool old;
} rb_series_id;

typedef struct rb_column {
    rb_series_id curve;
    int count;
    int reference_at; /* position in the record of the reference */
    uint64_t version; /* of the history that the values are from */
    uint64_t used;    /* frame of last use; the least recently used is replaced */
    double *values;
    double *low, *high; /* extremes of whole blocks */
} rb_column;

typedef struct rb_series {
    rb_column columns[RB_COLUMNS_MAX];
    int slots; /* slots used so far */
    uint64_t clock;
    int time_signal;
    /* Instants unpacked per frame at most (INT_MAX unless set), so that a long curve takes several frames;
       and the number left in this frame. */
    int looks_per_frame, looks;
    double x[RB_PLOT_POINTS + 2], y[RB_PLOT_POINTS + 2]; /* result of the last call */
    double *path_x, *path_y; /* result of the last call of rb_series_against; room for RB_HISTORY_MAX */
} rb_series;

rb_status rb_series_create(rb_series *series, rb_error *err);
void rb_series_destroy(rb_series *series);
void rb_series_begin_frame(rb_series *series);

/* Call after a sample was recorded: columns that are up to date take it without unpacking. */
void rb_series_feed(rb_series *series, const rb_history *history, int run, const rb_snapshot *sample);

/* The column, updated as far as the limit per frame allows; NULL if out of memory. */
const rb_column *rb_series_column(rb_series *series, const rb_history *history, int run, int signal);

/* Writes a curve over time between t0 and t1 to series->x, y, with its peaks, in at most `points` and
   RB_PLOT_POINTS points. Returns the count. */
int rb_series_over_time(rb_series *series, const rb_history *history, const rb_series_id *curve, double t0,
                        double t1, int points);

/* Smallest visible change of each signal. */
typedef struct rb_fineness {
    double x, y;
} rb_fineness;

/* Writes one signal against another to series->path_x, path_y, without points that do not visibly differ from
   the last one. Returns the count. */
int rb_series_against(rb_series *series, const rb_history *history, int run, int x_signal, int y_signal,
                      double t0, double t1, rb_fineness fine);

/* Writes the points at which the cycles of a shaken table are whole numbers (a stroboscopic section) to
   series->path_x, path_y, interpolated between samples by a cubic. Returns the count. */
int rb_series_stroboscopic(rb_series *series, const rb_history *history, int run, int x_signal, int y_signal,
                           double t0, double t1, const rb_base *base);

#endif
