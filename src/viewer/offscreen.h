/* Off-screen pictures, videos and hashes: no thread, exact simulated times, reproducible results. */
#ifndef RB_VIEWER_OFFSCREEN_H
#define RB_VIEWER_OFFSCREEN_H

struct rb_app;
/* Returns the exit code. */
int rb_offscreen_run(struct rb_app *app);
/* Measures and prints the cost of a frame, with the physics in its thread as on screen; returns 1 if it
   exceeds the limit. */
int rb_bench_run(struct rb_app *app);

#endif
