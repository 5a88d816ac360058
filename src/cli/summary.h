#ifndef RB_CLI_SUMMARY_H
#define RB_CLI_SUMMARY_H

#include <rattleback/rattleback.h>
#include <stdio.h>

/* Prints the summary of a run as JSON; null where something did not happen. False (and err) when out of
   memory. */
bool rb_print_summary(FILE *out, const rb_scene *scene, double step, const rb_summary *summary,
                      rb_error *err);

#endif
