/* Slow motion: below a tenth of real time frames come as fast as ticks, or faster. The picture then
   runs on a clock of its own, some ticks behind the newest one, and moves evenly between them
   instead of jumping; a tick is a millisecond, over which everything shown is straight to well below
   a pixel. Only what is drawn live is touched: history, plots, files and videos hold computed
   instants only. */
#ifndef RB_APP_SESSION_SLOW_MOTION_H
#define RB_APP_SESSION_SLOW_MOTION_H

#include <rattleback/rattleback.h>

#define RB_SLOW_KEPT 4

typedef struct rb_slow_motion {
    rb_snapshot kept[RB_SLOW_KEPT][RB_RUNS_MAX]; /* a ring of the last ticks that came in */
    uint64_t ticks[RB_SLOW_KEPT];
    int newest, count;
    uint64_t start, ids[RB_RUNS_MAX]; /* rb_frame's: which runs they are */
    int run_count;
    double clock; /* shown, in ticks */
    rb_snapshot shown[RB_RUNS_MAX];
} rb_slow_motion;

/* Takes in the frame; true when shown holds what is to be drawn instead of it. */
bool rb_slow_motion_update(rb_slow_motion *slow, const rb_frame *frame, double wall_seconds);

#endif
