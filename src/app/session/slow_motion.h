/* Smooth slow motion. Below a tenth of real time there are as many frames as ticks, or more. The picture then
   follows its own clock, a few ticks behind the newest one, and is interpolated between ticks. A tick is a
   millisecond; over this time linear interpolation is accurate to much less than a pixel. Only the live
   picture is interpolated: history, plots, files and videos contain computed instants only. */
#ifndef RB_APP_SESSION_SLOW_MOTION_H
#define RB_APP_SESSION_SLOW_MOTION_H

#include <rattleback/rattleback.h>

#define RB_SLOW_KEPT 4

typedef struct rb_slow_motion {
    rb_snapshot kept[RB_SLOW_KEPT][RB_RUNS_MAX]; /* ring of the last received ticks */
    uint64_t ticks[RB_SLOW_KEPT];
    int newest, count;
    uint64_t start, ids[RB_RUNS_MAX]; /* as in rb_frame: identify the runs */
    int run_count;
    double clock; /* time shown, in ticks */
    rb_snapshot shown[RB_RUNS_MAX];
} rb_slow_motion;

/* Takes the frame; returns true if `shown` is to be drawn instead of it. */
bool rb_slow_motion_update(rb_slow_motion *slow, const rb_frame *frame, double wall_seconds);

#endif
