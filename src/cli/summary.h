#ifndef RB_CLI_SUMMARY_H
#define RB_CLI_SUMMARY_H

#include <rattleback/rattleback.h>
#include <stdio.h>

/* The summary of a run of the scene as JSON; null where something did not happen. False when out of
   memory. */
bool rb_print_summary(FILE *out, const rb_scene *scene, double step, const rb_summary *summary,
                      rb_error *err);

#endif
