/* The model: everything constant that the equations of motion need, made from a scene once. The
   mutable side is a plain array of doubles, laid out below. */
#ifndef RB_BODIES_MODEL_H
#define RB_BODIES_MODEL_H

#include "math/ode.h"
#include "rattleback/body.h"
#include "rattleback/friction.h"
#include "rattleback/normal.h"
#include "rattleback/rolling.h"
#include "rattleback/snapshot.h"
#include "rattleback/vec.h"

/* State of a rigid body. r_C and v_C in world axes, omega in body axes; the works dissipated are
   integrated with the motion. */
enum {
    RB_Y_R = 0,
    RB_Y_V = 3,
    RB_Y_Q = 6,
    RB_Y_OMEGA = 10,
    RB_Y_W_SLIDE = 13,
    RB_Y_W_DRILL = 14,
    RB_Y_W_ROLL = 15,
    RB_Y_W_PRESS = 16, /* work on normal contacts: what they do not store they have damped */
    RB_Y_COUNT = 17,
    /* Spheres only: what Jellett's quantity of contact 0 must be, given the torques so far, and on
       which spheres the body stands (rb_stand; it changes by jumps only). */
    RB_Y_JELLETT = 17,
    RB_Y_STAND = 18,
    RB_Y_TOP_COUNT = 19,
    /* Not integrated: right-hand sides leave the normal force and the gap of each contact behind
       their derivatives, where the caller finds them without computing them again. */
    RB_Y_N = 19,
    RB_Y_GAP = 21,
};

/* An ellipsoid with centre O, or two spheres on the body's axis 3. */
typedef struct rb_shape {
    int contact_count;
    rb_mat3 R;        /* ellipsoid: Q diag(a1^2, a2^2, a3^2) Q^T in body axes, m^2 */
    rb_vec3 axis;     /* ellipsoid: direction of a1, body axes */
    bool revolution;  /* ellipsoid: a2 = a3, so that axis gives the patch's e_x */
    double radius[2]; /* spheres, m */
    rb_vec3 k[2];     /* from the mass centre to the centre of ellipsoid or sphere, m */
} rb_shape;

/* Which of two rigid contacts are closed. */
typedef enum rb_stand { RB_STAND_LARGE, RB_STAND_SMALL, RB_STAND_BOTH } rb_stand;

/* How the body is held up. */
typedef enum rb_contact_mode {
    RB_CONTACT_RIGID,       /* N from the constraint, constant patch */
    RB_CONTACT_RIGID_SIZED, /* N from the constraint, patch from N */
    RB_CONTACT_RIGID_PAIR,  /* two contacts, N of each from the constraints, constant patch */
    RB_CONTACT_NO_SLIP,     /* all of the contact force from constraints */
    RB_CONTACT_COMPLIANT,   /* N from penetration */
} rb_contact_mode;

typedef struct rb_model {
    const struct rb_body_ops *ops;
    double m, g;
    rb_mat3 B, B_inverse; /* inertia about the mass centre, body axes, kg m^2 */
    rb_shape shape;

    double mu;
    bool torque; /* the drilling torque acts */
    rb_contact_mode mode;
    rb_patch_size size;
    double N_guess; /* where the search for N begins if the patch follows N */
    bool principal; /* patch axes and curvatures of the ellipsoid are needed */
    rb_friction friction;
    const rb_rolling_law *rolling;
    double rolling_params[RB_PARAMS_MAX];
    const rb_normal_law *normal;
    double normal_params[RB_PARAMS_MAX];
} rb_model;

/* Equations of motion of one kind of body. */
typedef struct rb_body_ops {
    int state_count;
    bool turns_over; /* upside down its spin has the other sign: that is no reversal */
    /* What no single range tells of the body's and the start's values. */
    rb_status (*check)(const double *body, const double *start, const char *where, rb_error *err);
    /* Mass, inertia and shape from the body's values. */
    void (*prepare)(const double *body, rb_model *model);
    void (*start)(const double *start, const rb_model *model, double *y);
    rb_rhs rhs;
    rb_jacobian jacobian;
    /* Puts the state back on its constraints and returns the gap (m) that had opened. Invisible to
       rhs, so that FSAL stays exact. */
    double (*project)(const rb_model *model, double *y);
    /* RB_CONTACT_RIGID_PAIR: positive as long as the present equations hold, and what happens where
       it reaches zero. NULL for bodies that have one contact. */
    double (*margin)(const double *y, const double *f);
    void (*change)(const rb_model *model, double *y);
    void (*observe)(const rb_model *model, const double *y, rb_snapshot *out);
    /* The mirror image of the body's and the start's values (either may be NULL), in a plane that
       holds axis 3. NULL: nobody has said how. */
    void (*mirror)(double *body, double *start);
} rb_body_ops;

extern const rb_body_kind rb_body_celt; /* celt.c */
extern const rb_body_kind rb_body_top;  /* top.c */

#endif
