/** @file
   Rolling resistance: the distortion of the pressure by rolling, and the moment of the displaced
   pressure. */
#ifndef RATTLEBACK_ROLLING_H
#define RATTLEBACK_ROLLING_H

#include "rattleback/friction.h"

RB_BEGIN_DECLS

/** The rolling motion of the body. */
typedef struct rb_rolling_motion {
    double w_x, w_y;   /**< omega_pi: the angular velocity in the contact plane, rad/s */
    double vr_x, vr_y; /**< velocity of the contact point over the plane / a, rad/s */
} rb_rolling_motion;

/** Result of a law. */
typedef struct rb_rolling_result {
    double d_c, d_s; /**< distortion of the pressure, for the friction law */
    double M_x, M_y; /**< rolling moment on the body / (a N) */
    double r_c, r_s; /**< share of the distortion that softening near rest removed, see rb_slip */
} rb_rolling_result;

/** Rows d_c, d_s, M_x, M_y, r_c, r_s; columns w_x, w_y, vr_x, vr_y. */
typedef struct rb_rolling_jacobian {
    double d[6][4]; /**< the matrix */
} rb_rolling_jacobian;

/** A law of rolling resistance: one row of the table. */
typedef struct rb_rolling_law {
    const char *id, *name, *source, *help; /**< as in rb_friction_law */
    rb_param_table params;                 /**< its parameters */
    const rb_param_set *sets;              /**< published parameter sets, ended by a NULL name; may be NULL */
    bool isotropic;                        /**< the same in every direction of the plane */
    /** Distortion and moment and, unless jac is NULL, their derivatives. */
    void (*evaluate)(const double *params, rb_patch patch, const rb_rolling_motion *motion,
                     rb_rolling_result *out, rb_rolling_jacobian *jac);
} rb_rolling_law;

/** Returns the number of rolling laws. */
RB_API int rb_rolling_law_count(void);
/** Returns the law at index, 0 to rb_rolling_law_count() - 1. */
RB_API const rb_rolling_law *rb_rolling_law_at(int index);
/** Returns the law with this id; NULL if there is none. */
RB_API const rb_rolling_law *rb_rolling_law_find(const char *id);

RB_END_DECLS

#endif
