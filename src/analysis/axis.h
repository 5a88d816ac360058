/* What studies need of an axis beyond rattleback/sweep.h. */
#ifndef RB_ANALYSIS_AXIS_H
#define RB_ANALYSIS_AXIS_H

#include "rattleback/sweep.h"
#include "sim/csv.h"

/* Finds the parameter by the axis' name and checks that it may have every value of the range. Messages begin
   with `option`. */
rb_status rb_axis_check(rb_axis *axis, const rb_scene *scene, const char *option, rb_error *err);
/* The value at a share of the range, 0 to 1. */
double rb_axis_at(const rb_axis *axis, double share);
/* Gives the scene this value of the parameter, or this law. */
void rb_axis_set(const rb_axis *axis, rb_scene *scene, double value);
/* "omega1 ω₁, rad/s": the label of an axis of a picture. */
void rb_axis_label(const rb_axis *axis, char *text, size_t size);
/* A field of a table: the number, or the law's id. */
void rb_axis_write_value(const rb_axis *axis, double value, rb_csv *csv);

#endif
