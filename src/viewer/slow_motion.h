/* Slow motion: below some hundredths of real time a tick lasts longer than a frame. Between the last
   two ticks the picture then moves evenly instead of jumping; a tick is a millisecond, over which
   everything shown is straight to well below a pixel. Only what is drawn live is touched: history,
   plots, files and films hold computed instants only. */
#ifndef RB_VIEWER_SLOW_MOTION_H
#define RB_VIEWER_SLOW_MOTION_H

#include <rattleback/rattleback.h>

typedef struct rb_slow_motion {
    rb_snapshot from[RB_RUNS_MAX], to[RB_RUNS_MAX], shown[RB_RUNS_MAX];
    uint64_t tick;
    uint32_t generation;
    double since; /* s of wall time since the last tick came in */
    double gap;   /* s of wall time between the last two */
    bool ready;   /* from and to follow each other */
} rb_slow_motion;

/* Takes in the frame; true when shown holds what is to be drawn instead of it. */
bool rb_slow_motion_update(rb_slow_motion *slow, const rb_frame *frame, double wall_seconds);

#endif
