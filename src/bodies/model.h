/* The model: everything constant that the equations of motion need, made from a scene once. The mutable
   part is the state, an array of doubles with a layout that only the body knows. */
#ifndef RB_BODIES_MODEL_H
#define RB_BODIES_MODEL_H

#include "bodies/base_motion.h"
#include "bodies/surface.h"
#include "math/vec.h"
#include "rattleback/body_ops.h"
#include "rattleback/simulation.h"

/* A surface (surface.h) about a centre O, two equal surfaces, or two spheres on the body's axis 3. */
typedef struct rb_shape {
    int contact_count;
    rb_mat3 R;        /* surface: Q diag(a1^2, a2^2, a3^2) Q^T in body axes, m^2 */
    rb_vec3 axis;     /* surface: direction of a1, body axes */
    bool revolution;  /* ellipsoid: a2 = a3, so that axis gives the patch's e_x */
    bool paraboloid;  /* R is that of a paraboloid */
    double a3;        /* paraboloid: lowest point below O, m */
    double radius[2]; /* spheres, m */
    rb_vec3 k[2];     /* from the mass centre to the origin of the surface or the centre of the sphere, m */
    /* Surfaces without closed forms in touch_inline.h; NULL: it has one. */
    const rb_surface_kind *surface;
    rb_surface_values values;
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
    /* Rows of ops->events that can happen under this model, one bit each; those that are crossed; those
       that end the run (model_build.c). */
    unsigned events, crossings, endings;
    /* Components that right-hand sides depend on under this model, `count` from `first`: ops->coupled,
       unless `prepare` sets fewer. */
    struct {
        int first, count;
    } coupled;

    /* Values that every scene has. */
    double g;
    double mu;
    bool torque; /* the drilling torque acts */
    rb_patch_size size;
    rb_friction friction;
    const rb_rolling_law *rolling;
    double rolling_params[RB_PARAMS_MAX];
    const rb_normal_law *normal;
    double normal_params[RB_PARAMS_MAX];

    /* Values of rigid bodies. */
    double m, per_m;      /* mass, 1/mass */
    rb_mat3 B, B_inverse; /* inertia about the mass centre, body axes, kg m^2 */
    rb_shape shape;
    rb_contact_mode mode;
    double N_guess;  /* start of the search for N if the patch depends on N */
    bool searches_N; /* N is found by a search */
    bool principal;  /* the patch axes and curvatures of the ellipsoid are needed */

    rb_base base; /* motion and slope of the table */
    /* A body under control, or on a base that moves or slopes (driven.h): its control (may be NULL), and its
       functions without it. NULL: none. */
    const rb_control *control;
    const struct rb_body_ops *undriven;

    /* Values of other bodies. */
    double own[RB_MODEL_DATA_MAX];
};

#endif
