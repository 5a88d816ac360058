/* Internal functions of axes, in addition to rattleback/sweep.h. */
#ifndef RB_ANALYSIS_AXIS_H
#define RB_ANALYSIS_AXIS_H

#include "rattleback/sweep.h"
#include "sim/csv.h"

/* Finds the parameter by the axis' name and checks that it may have every value of the range. Messages begin
   with `option`. */
rb_status rb_axis_check(rb_axis *axis, const rb_scene *scene, const char *option, rb_error *err);
/* Returns the value at a share of the range, 0 to 1. */
double rb_axis_at(const rb_axis *axis, double share);
/* Sets this value of the parameter, or this law, in the scene. */
void rb_axis_set(const rb_axis *axis, rb_scene *scene, double value);
/* Writes the label of an axis of a picture: "omega1 ω₁, rad/s". */
void rb_axis_label(const rb_axis *axis, char *text, size_t size);
/* Writes a field of a table: the number, or the id of the law. */
void rb_axis_write_value(const rb_axis *axis, double value, rb_csv *csv);

#endif
