/* Long computations: a progress line on the terminal, and a clean end on Ctrl-C. */
#ifndef RB_CLI_PROGRESS_H
#define RB_CLI_PROGRESS_H

#include <stdbool.h>

/* From now on Ctrl-C asks the computation to end; results so far are still written. A second Ctrl-C ends
   the program at once. */
void rb_catch_interrupts(void);
bool rb_interrupted(void);
/* The exit code, or 128 + the number of the signal that was caught: 130 for Ctrl-C. */
int rb_exit_interrupted(int exit_code);

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
