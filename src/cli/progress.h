/* Long work: a line on the terminal, and Ctrl-C that ends it cleanly. */
#ifndef RB_CLI_PROGRESS_H
#define RB_CLI_PROGRESS_H

#include <stdbool.h>

/* From now on Ctrl-C asks the work to end; what was computed so far is still written. A second one
   ends the program at once. */
void rb_catch_interrupts(void);
bool rb_interrupted(void);
/* The exit code, or what a shell says of the signal that came: 130 for Ctrl-C. */
int rb_exit_interrupted(int exit_code);

typedef struct rb_progress {
    const char *label; /* what is running, or NULL */
    double begun, shown;
    unsigned calls;
} rb_progress;

rb_progress rb_progress_begin(const char *label);
/* Cheap enough to be called before every step. Shown from the third second on, when stderr is a terminal; t of until simulated seconds. */
void rb_progress_show(rb_progress *progress, double t, double until);
/* The same for work that is not one run: the share done, 0 to 1. */
void rb_progress_show_share(rb_progress *progress, double share);
void rb_progress_end(rb_progress *progress);

#endif
