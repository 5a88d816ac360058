/* Pictures, videos and hashes without anybody watching: no thread, exact simulated times, the same
   result every time. */
#ifndef RB_VIEWER_OFFSCREEN_H
#define RB_VIEWER_OFFSCREEN_H

struct rb_app;
/* Returns the exit code. */
int rb_offscreen_run(struct rb_app *app);
/* Measures and prints what a frame costs, with the physics in its thread as on screen; 1 when it is
   more than it may. */
int rb_bench_run(struct rb_app *app);

#endif
