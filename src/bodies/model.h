/* The model: everything constant that the equations of motion need, made from a scene once. The
   mutable side is a plain array of doubles, the state, whose layout is the body's own. */
#ifndef RB_BODIES_MODEL_H
#define RB_BODIES_MODEL_H

#include "math/vec.h"
#include "rattleback/body_ops.h"
#include "rattleback/simulation.h"

/* An ellipsoid with centre O, or two spheres on the body's axis 3. */
typedef struct rb_shape {
    int contact_count;
    rb_mat3 R;        /* ellipsoid: Q diag(a1^2, a2^2, a3^2) Q^T in body axes, m^2 */
    rb_vec3 axis;     /* ellipsoid: direction of a1, body axes */
    bool revolution;  /* ellipsoid: a2 = a3, so that axis gives the patch's e_x */
    double radius[2]; /* spheres, m */
    rb_vec3 k[2];     /* from the mass centre to the centre of ellipsoid or sphere, m */
} rb_shape;

/* How the body is supported. */
typedef enum rb_contact_mode {
    RB_CONTACT_RIGID,       /* N from the constraint, constant patch */
    RB_CONTACT_RIGID_SIZED, /* N from the constraint, patch from N */
    RB_CONTACT_RIGID_PAIR,  /* two contacts, N of each from the constraints, constant patch */
    RB_CONTACT_NO_SLIP,     /* all of the contact force from constraints */
    RB_CONTACT_COMPLIANT,   /* N from penetration */
} rb_contact_mode;

struct rb_model {
    const struct rb_body_ops *ops;
    /* Which rows of ops->events can happen under this model, one bit each; and which of these are
       crossed, and which end the run (model_build.c). */
    unsigned events, crossings, endings;
    /* Components that any right-hand side depends on under this model, `count` from `first`: as
       ops->coupled says, if `prepare` does not give fewer. */
    struct {
        int first, count;
    } coupled;

    /* What every scene says. */
    double g;
    double mu;
    bool torque; /* the drilling torque acts */
    rb_patch_size size;
    rb_friction friction;
    const rb_rolling_law *rolling;
    double rolling_params[RB_PARAMS_MAX];
    const rb_normal_law *normal;
    double normal_params[RB_PARAMS_MAX];

    /* What rigid bodies make of it. */
    double m, per_m;      /* mass, 1/mass */
    rb_mat3 B, B_inverse; /* inertia about the mass centre, body axes, kg m^2 */
    rb_shape shape;
    rb_contact_mode mode;
    double N_guess; /* where the search for N begins if the patch follows N */
    bool seeks_N;   /* it does */
    bool principal; /* patch axes and curvatures of the ellipsoid are needed */

    /* A body under control (driven.h): what drives it, and its functions without control. NULL: none. */
    const rb_control *control;
    const struct rb_body_ops *undriven;

    /* What bodies of another sort make of it. */
    double own[RB_MODEL_DATA_MAX];
};

#endif
