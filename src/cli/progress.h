/* A progress line on the terminal for long computations. */
#ifndef RB_CLI_PROGRESS_H
#define RB_CLI_PROGRESS_H

typedef struct rb_progress {
    const char *label; /* what is running, or NULL */
    double begun, shown;
    unsigned calls;
} rb_progress;

rb_progress rb_progress_begin(const char *label);
/* Cheap enough to be called before every step. Shows t of `until` simulated seconds, from the third second
   on, if stderr is a terminal. */
void rb_progress_show(rb_progress *progress, double t, double until);
/* The same for a computation that is not one run: the share done, 0 to 1. */
void rb_progress_show_share(rb_progress *progress, double share);
void rb_progress_end(rb_progress *progress);

#endif
