/* Where the frame's time goes. CPU time of this thread, stage by stage; the rasteriser (OpenGL's
   drawing calls wherever they are made, and waiting for the swap) is its own stage, since it is no
   work of ours. */
#ifndef RB_VIEWER_PLATFORM_PERF_H
#define RB_VIEWER_PLATFORM_PERF_H

#include "viewer/platform/gl_meter.h"

typedef enum rb_stage {
    RB_STAGE_INPUT,  /* keys, commands, frames, samples */
    RB_STAGE_WORLD,  /* bodies, arrows, trails, microscope, up to OpenGL's drawing calls */
    RB_STAGE_PANELS, /* panels and plots up to the finished draw lists */
    RB_STAGE_RASTER, /* OpenGL's drawing calls, draw lists to OpenGL, buffer swap */
    RB_STAGE_COUNT
} rb_stage;

typedef struct rb_perf {
    rb_gl_mode gl; /* plain books OpenGL's work in the world to the world */
    double started;
    double drawing;                /* s inside drawing calls, of this frame */
    double smooth[RB_STAGE_COUNT]; /* s, running mean */
    double total[RB_STAGE_COUNT];  /* s, over all frames */
    double frame;                  /* s of wall time, running mean */
    long frames, calls;            /* drawing calls over all frames */
} rb_perf;

void rb_perf_begin(rb_perf *perf, double dt);
/* Books the time since the last begin or end to the stage. */
void rb_perf_end(rb_perf *perf, rb_stage stage);
/* What a frame costs us, s: everything but the rasteriser. */
double rb_perf_own(const double stages[RB_STAGE_COUNT]);

#endif
