#ifndef RB_CLI_SUMMARY_H
#define RB_CLI_SUMMARY_H

#include <rattleback/rattleback.h>
#include <stdio.h>

/* The summary of a run as JSON; null where something did not happen. reason NULL: the
   simulation's own. False when out of memory. */
bool rb_print_summary(FILE *out, const rb_simulation *sim, const char *reason, double wall_seconds);

#endif
