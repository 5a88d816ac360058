/* Motion of the base (the table) and its slope, as functions of time. */
#ifndef RB_BODIES_BASE_MOTION_H
#define RB_BODIES_BASE_MOTION_H

#include <stdbool.h>

#include "math/vec.h"
#include "rattleback/param.h"

/* Recorded motion: accelerations at increasing times, linear between them, zero outside. */
typedef struct rb_base_record {
    int count;
    double *t;  /* s */
    rb_vec3 *a; /* m/s2 */
} rb_base_record;

typedef struct rb_base {
    bool acts; /* the base moves or slopes */
    int motion;
    double amplitude, frequency, phase; /* m, Hz, cycles */
    double end_frequency, sweep_time;   /* Hz, s */
    rb_vec3 direction;                  /* unit vector */
    rb_vec3 along;                      /* gravity along a sloping base, m/s2 */
    const rb_base_record *record;       /* motion of a file; NULL: none */
} rb_base;

extern const rb_param_table rb_base_params; /* the section "base" of a scene */

/* Makes the base from the values of the section, and replaces *g by its component normal to the base. */
void rb_base_make(const double *values, double *g, rb_base *out);

/* Checks the values beyond their ranges. where: prefix of the message. */
rb_status rb_base_check(const double *values, const char *where, rb_error *err);

/* Returns the acceleration of the base at t, m/s2, and its derivative, m/s3 (jerk may be NULL). */
rb_vec3 rb_base_acceleration(const rb_base *base, double t, rb_vec3 *jerk);

/* Returns the cycles of a harmonic motion or a sweep at t, including the phase, and the displacement there, m
   (zero for other motions). */
double rb_base_turns(const rb_base *base, double t);
rb_vec3 rb_base_displacement(const rb_base *base, double t);

#endif
