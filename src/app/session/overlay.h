/* A table of somebody's own data, laid over the plots and the world: a column t in seconds and columns
   named like signals, in SI units, as in the files that rbsim and the viewer write; or x1, y1, x2, y2 …
   of tracked points (m, on the floor), as rbsim fit reads them. */
#ifndef RB_APP_SESSION_OVERLAY_H
#define RB_APP_SESSION_OVERLAY_H

#include <rattleback/rattleback.h>

#include "base/table.h"

#define RB_OVERLAY_POINTS 8 /* tracked at most */

typedef struct rb_overlay {
    rb_table table;                     /* no rows: there is none */
    int time;                           /* its column of times */
    double shift;                       /* s, added to them */
    int points;                         /* tracked ones */
    int columns[2 * RB_OVERLAY_POINTS]; /* of x and y of each */
} rb_overlay;

/* Reads a file in place of what there is; on failure that stays. Tells in columns how many of them
   can be shown. */
rb_status rb_overlay_read(rb_overlay *overlay, const char *path, double shift, int *columns,
                          rb_error *err);
void rb_overlay_clear(rb_overlay *overlay);

/* The column of a signal, -1: there is none. */
int rb_overlay_column(const rb_overlay *overlay, int signal);
/* The rows between t0 and t1, evenly thinned to at most `most`, SI units; returns how many. */
int rb_overlay_points(const rb_overlay *overlay, int column, double t0, double t1, double *x,
                      double *y, int most);
/* Tracked points at the row nearest to t, if it is within the distance of two rows: how many, x and y of
   each one after the other, m; NAN where one was lost. */
int rb_overlay_tracked(const rb_overlay *overlay, double t, double xy[2 * RB_OVERLAY_POINTS]);
/* The value of the row nearest to t; NAN farther away from it than `reach`. */
double rb_overlay_at(const rb_overlay *overlay, int column, double t, double reach);

#endif
