#ifndef RB_CLI_SUMMARY_H
#define RB_CLI_SUMMARY_H

#include <rattleback/rattleback.h>
#include <stdio.h>

typedef struct rb_run_outcome {
    const char *reason; /* why it ended; NULL: the simulation's own reason */
    double wall_seconds;
    double step_too_large_since; /* simulated s; NaN: never */
} rb_run_outcome;

/* The summary of a run as JSON; null where something did not happen. False when out of memory. */
bool rb_print_summary(FILE *out, const rb_simulation *sim, const rb_run_outcome *outcome,
                      rb_error *err);

#endif
