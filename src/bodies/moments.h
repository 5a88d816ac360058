/* Moments of a distribution of mass: its integral, its centre, and its second moments about the centre. */
#ifndef RB_BODIES_MOMENTS_H
#define RB_BODIES_MOMENTS_H

#include "math/vec.h"

typedef struct rb_moments {
    double mass;    /* or volume, kg or m3 */
    rb_vec3 centre; /* m */
    rb_mat3 second; /* integral of (x - centre)(x - centre)^T, kg m2 or m5 */
} rb_moments;

#endif
