/* Measured data shown over the plots and the world: a table with a column t in seconds and columns named like
   signals, in SI units, as in files of rbsim and the viewer; or x1, y1, x2, y2 … of tracked points on the
   floor (m), as for rbsim fit. */
#ifndef RB_APP_SESSION_OVERLAY_H
#define RB_APP_SESSION_OVERLAY_H

#include <rattleback/rattleback.h>

#include "sim/csv.h"

#define RB_OVERLAY_POINTS 8 /* largest number of tracked points */

typedef struct rb_overlay {
    rb_csv_table table;                 /* no rows: no data */
    int time;                           /* the time column */
    double shift;                       /* s, added to all times */
    int points;                         /* number of tracked points */
    int columns[2 * RB_OVERLAY_POINTS]; /* columns of x and y of each point */
} rb_overlay;

/* Replaces the data by a file; on failure the old data stays. *columns is set to the number of usable
 * columns. */
rb_status rb_overlay_read(rb_overlay *overlay, const char *path, double shift, int *columns, rb_error *err);
void rb_overlay_clear(rb_overlay *overlay);

/* The column of a signal; -1 if there is none. */
int rb_overlay_column(const rb_overlay *overlay, int signal);
/* Writes the rows between t0 and t1, evenly thinned to at most `most`, in SI units; returns the count. */
int rb_overlay_points(const rb_overlay *overlay, int column, double t0, double t1, double *x, double *y,
                      int most);
/* Writes x and y of each tracked point at the row nearest to t, m; NAN where a point was lost. Returns the
   number of points, 0 if the nearest row is farther away than the distance of two rows. */
int rb_overlay_tracked(const rb_overlay *overlay, double t, double xy[2 * RB_OVERLAY_POINTS]);
/* The value of the row nearest to t; NAN if it is farther away than `reach`. */
double rb_overlay_at(const rb_overlay *overlay, int column, double t, double reach);

#endif
