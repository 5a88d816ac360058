/* Where the frame's time goes. CPU time of this thread, stage by stage; the rasteriser (submitting
   to OpenGL and waiting for it) is its own stage, since it is no work of ours. */
#ifndef RB_VIEWER_PERF_H
#define RB_VIEWER_PERF_H

typedef enum rb_stage {
    RB_STAGE_INPUT,  /* keys, commands, frames, samples */
    RB_STAGE_WORLD,  /* bodies, arrows, microscope: with what OpenGL does at once */
    RB_STAGE_PANELS, /* panels and plots up to the finished draw lists */
    RB_STAGE_RASTER, /* draw lists to OpenGL, buffer swap */
    RB_STAGE_COUNT
} rb_stage;

typedef struct rb_perf {
    double started;
    double smooth[RB_STAGE_COUNT]; /* s, running mean */
    double total[RB_STAGE_COUNT];  /* s, over all frames */
    double frame;                  /* s of wall time, running mean */
    long frames;
    double last;
} rb_perf;

void rb_perf_frame(rb_perf *perf, double dt);
void rb_perf_begin(rb_perf *perf);
/* Books the time since the last begin or end to the stage. */
void rb_perf_end(rb_perf *perf, rb_stage stage);

#endif
