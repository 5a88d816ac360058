/** @file
   Vectors, matrices and quaternions of doubles, for snapshots and bodies. */
#ifndef RATTLEBACK_VEC_H
#define RATTLEBACK_VEC_H

#include "rattleback/base.h"

RB_BEGIN_DECLS

/** A vector. */
typedef struct rb_vec3 {
    double x, y, z; /**< its components */
} rb_vec3;

/** A matrix. */
typedef struct rb_mat3 {
    double m[3][3]; /**< row, column */
} rb_mat3;

/** Unit quaternion, body -> world. */
typedef struct rb_quat {
    double w, x, y, z; /**< its components */
} rb_quat;

RB_END_DECLS

#endif
