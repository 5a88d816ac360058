/** @file
   Normal-force laws: rigid (permanent contact, N from the constraint) and compliant ones, N from
   the penetration and its rate. */
#ifndef RATTLEBACK_NORMAL_H
#define RATTLEBACK_NORMAL_H

#include "rattleback/param.h"

RB_BEGIN_DECLS

/** The first parameter of every normal law, N / m^2. */
enum {
    RB_NORMAL_E_STAR,
    RB_NORMAL_RESTITUTION,     /**< of `rigid` */
    RB_NORMAL_IMPACT_FRICTION, /**< of `rigid` */
};

/** A compliant contact: principal curvatures kappa1 <= kappa2 and the effective modulus. */
typedef struct rb_normal_input {
    double kappa1, kappa2; /**< 1/m */
    double delta;          /**< penetration, m; <= 0 means no contact */
    double delta_dot;      /**< its rate, m/s */
} rb_normal_input;

/** Result of a law. */
typedef struct rb_normal_result {
    double N;             /**< >= 0, never pulls */
    double N_elastic;     /**< the part without damping */
    double energy;        /**< elastic energy stored, J */
    double dN_ddelta;     /**< exact partial derivatives */
    double dN_ddelta_dot; /**< the other one */
} rb_normal_result;

/** A normal law: one row of the table. */
typedef struct rb_normal_law {
    const char *id, *name, *source, *help; /**< as in rb_friction_law */
    bool rigid;                            /**< N from the constraint; evaluate is NULL */
    rb_param_table params;                 /**< E_star, chi */
    /** The force from the penetration and its rate. */
    void (*evaluate)(const double *params, const rb_normal_input *in, rb_normal_result *out);
} rb_normal_law;

/** Returns the number of normal laws. */
RB_API int rb_normal_law_count(void);
/** Returns the law at index, 0 to rb_normal_law_count() - 1. */
RB_API const rb_normal_law *rb_normal_law_at(int index);
/** Returns the law with this id; NULL if there is none. */
RB_API const rb_normal_law *rb_normal_law_find(const char *id);

RB_END_DECLS

#endif
