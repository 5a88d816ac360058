/** @file
   The functions of a kind of body, for programs that add a body. A simulation treats the state as
   state_count doubles; only the body knows their layout.

   A minimal body has state_count, prepare, start, rhs and observe. All other functions may be NULL. All
   functions must be pure: they may be called from any thread, for several simulations at once, and the
   same arguments must give the same bits. */
#ifndef RATTLEBACK_BODY_OPS_H
#define RATTLEBACK_BODY_OPS_H

#include "rattleback/body.h"
#include "rattleback/scene.h"
#include "rattleback/snapshot.h"

RB_BEGIN_DECLS

#define RB_BODY_STATE_MAX 24 /**< doubles of a state, including values after the derivatives, at most */
#define RB_BODY_EVENTS_MAX 8 /**< events of a body at most */
#define RB_MODEL_DATA_MAX 32 /**< doubles that a body may store in a model */

/** Everything constant that the equations of motion need, made from a scene once. Read it with the
   rb_model_... functions. */
typedef struct rb_model rb_model;
struct rb_mass;
struct rb_large_ops;

/** Returns the acceleration of gravity, m/s2. */
RB_API double rb_model_gravity(const rb_model *model);
/** Returns the coefficient of friction. */
RB_API double rb_model_mu(const rb_model *model);
/** Returns whether the drilling torque of the scene is on. */
RB_API bool rb_model_torque_acts(const rb_model *model);
/** Returns the scene's friction law with its parameters and patch, for rb_friction_eval. */
RB_API const rb_friction *rb_model_friction(const rb_model *model);
/** Stores values for later, at most RB_MODEL_DATA_MAX doubles; call it in prepare. */
RB_API void rb_model_store(rb_model *model, const double *data, int count);
/** Returns the values of rb_model_store, followed by zeros. */
RB_API const double *rb_model_data(const rb_model *model);

/** A right-hand side: dydt = f(y). model is a const rb_model *. It may store further values after the
   derivatives, from dydt[state_count] on, up to RB_BODY_STATE_MAX (see rb_body_follows). */
typedef void (*rb_rhs)(const void *model, const double *y, double *dydt);
/** A Jacobian: J[i * n + j] = d f_i / d y_j, n = state_count. */
typedef void (*rb_jacobian)(const void *model, const double *y, double *J);

/** Components of the state that a simulation monitors; -1: none. */
typedef struct rb_body_follows {
    int spin;        /**< the velocity that measures the remaining motion; its sign changes in a reversal
                        (RB_TRAIT_REVERSES) */
    int speed;       /**< the first of the velocities that form the speed (Euclidean norm) */
    int speed_count; /**< how many there are */
    double slow;     /**< lower limit of the spin or speed that errors are related to */
    int N;   /**< index after the derivatives: the normal force of each of RB_CONTACTS_MAX contacts, N */
    int gap; /**< index after the derivatives: their gaps, m; INFINITY without a contact */
} rb_body_follows;

/** A body is at rest once its speed has stayed below `speed` for `time`. Where the step is too large
   for the motion near rest an explicit method oscillates at a small speed: then the coarse pair
   applies. Times of 0: the body never rests. */
typedef struct rb_rest_rule {
    double speed;        /**< where the step resolves the motion, rad/s or m/s */
    double time;         /**< s */
    double coarse_speed; /**< where it does not */
    double coarse_time;  /**< s */
} rb_rest_rule;

/** Condition of an event, by the sign of its function g. */
typedef enum rb_crossing {
    RB_CROSS_HOLD,    /**< the present equations are valid only while g > 0 */
    RB_CROSS_FALLING, /**< g was above 0 before the step and is not after it */
    RB_CROSS_RISING,  /**< g was below 0 before the step and is not after it */
} rb_crossing;

/** An event of a body. */
typedef struct rb_body_event {
    const char *name;     /**< for timelines and maps; NULL: not reported */
    rb_crossing crossing; /**< when it happens */
    bool ends;            /**< ends the run, as a lift-off, with the state before the step */
    int probes;           /**< additional points within a step, evenly spaced, at which g is evaluated */
} rb_body_event;

/** `count` components of the state from `first`. */
typedef struct rb_body_range {
    int first; /**< index of the first component */
    int count; /**< how many; 0: all */
} rb_body_range;

/** The functions and properties of a kind of body. Initialise it with rb_default_body_ops. */
typedef struct rb_body_ops {
    size_t size;     /**< sizeof(rb_body_ops), set by rb_default_body_ops: the version */
    int state_count; /**< doubles that are integrated, 1 to RB_BODY_STATE_MAX */
    /** Components that any right-hand side depends on. The others (position on the floor, works) do not
       act back. */
    rb_body_range coupled;
    int moving; /**< components from here on are changed only by events, and rhs does not use them; 0: none */
    double longest_step_adaptive; /**< longest step of an adaptive method, s; 0: 0.1 s */
    double bound; /**< limit of the sum of absolute values; above it the run has diverged; 0: 1e6 */
    rb_body_follows follows;     /**< what simulations monitor */
    rb_rest_rule rest;           /**< when it is at rest */
    const rb_body_event *events; /**< its events; NULL: none */
    int event_count;             /**< how many, at most RB_BODY_EVENTS_MAX */

    /** Checks the body's part of a scene beyond the ranges of its parameters. where: prefix of the
       message. NULL: nothing to check. */
    rb_status (*check)(const rb_scene *scene, const char *where, rb_error *err);
    /** Checks whether the friction law fits the body. NULL: every law does. */
    rb_status (*law_fits)(const rb_scene *scene, const rb_friction_law *law, rb_error *err);
    /** Returns half the body's height, m: the longest arm that rolling resistance may have. NULL: no
       limit. */
    double (*half_height)(const double *body);
    /** Computes from the body's values what the equations need (rb_model_store). Required. */
    void (*prepare)(const double *body, rb_model *model);
    /** Computes the initial state from the start's values. Required. */
    void (*start)(const double *start, const rb_model *model, double *y);
    /** The equations of motion. Required. */
    rb_rhs rhs;
    /** The same where the normal force is found by iteration from N_guess (0: unknown). NULL: rhs. */
    void (*rhs_near)(const rb_model *model, const double *y, double N_guess, double *dydt);
    /** The exact Jacobian of rhs. NULL: central differences. */
    rb_jacobian jacobian;
    /** The unit of each component for error control; independent of the state. NULL: 1 for all. */
    void (*scale)(const rb_model *model, double *scale);
    /** Projects the state to its constraints and returns the gap, m, that had opened. The projection must
       not change rhs. NULL: no constraints. */
    double (*project)(const rb_model *model, double *y);
    /** Adapts the state to a model that was edited during a run. NULL: not necessary. */
    void (*refit)(const rb_model *model, double *y);
    /** Returns the length of the first adaptive step from y, s; f is the right-hand side there. NULL:
       error control chooses it. */
    double (*first_step)(const rb_model *model, const double *y, const double *f);
    /** Returns whether a fixed step with this embedded error is to be repeated in halves. NULL: never. */
    bool (*rough)(const rb_model *model, const double *error);
    /** Returns the longest explicit step that resolves the motion, s, and in *what the cause of the limit.
       NULL: unknown. */
    double (*longest_step)(const rb_model *model, const char **what);
    /** Computes g of all events at y; f is the right-hand side there. Required with events. */
    void (*event_values)(const rb_model *model, const double *y, const double *f, double *g);
    /** Changes the state where an event happens that does not end the run. */
    void (*cross)(const rb_model *model, int event, double *y);
    /** Computes dg/dt of all events along the motion; NAN where it is unknown. NULL: unknown. */
    void (*event_rates)(const rb_model *model, const double *y, const double *f, double *rates);
    /** Returns whether only its speed prevents the body from being at rest. NULL: true. */
    bool (*settled)(const double *y);
    /** Sets the state to rest. Required if rest has a time. */
    void (*stop)(double *y);
    /** Adds an angular velocity, body axes, rad/s. NULL: rb_simulation_flick has no effect. */
    void (*flick)(const rb_model *model, rb_vec3 delta_omega, double *y);
    /** Corrects balances in the state after a flick or an edit, from the snapshots before and after. NULL:
       there are none. */
    void (*rebalance)(const rb_snapshot *before, const rb_snapshot *after, double *y);
    /** Fills the values of the body's signals and energies. out is zero except for t, step and phase.
       Required. */
    void (*observe)(const rb_model *model, const double *y, rb_snapshot *out);
    /** Returns the inclination, rad, that touch and leave events carry. NULL: 0. */
    double (*inclination)(const double *y);
    /** Mirrors the body's and the start's values (either may be NULL) in a plane that contains axis 3.
       NULL: the variant "mirrored" is refused. */
    void (*mirror)(double *body, double *start);
    /** Names of the body's parameters that follow from its mass properties, up to a NULL: a scene file may
       give "mass" instead. NULL: it may not. */
    const char *const *mass_params;
    /** Fills these parameters from mass properties in the axes of the contact surface (mass.h). Required
       with mass_params. */
    rb_status (*set_mass)(const struct rb_mass *mass, double *body, const char *where, rb_error *err);
    /** Computes the mass properties from the body's values. NULL: the body has none. */
    void (*get_mass)(const double *body, struct rb_mass *mass);
    /** Built-in bodies whose state is larger than RB_BODY_STATE_MAX. NULL: it is not. */
    const struct rb_large_ops *large;
} rb_body_ops;

/** Returns ops with size set, follows of -1, and everything else empty. */
RB_API rb_body_ops rb_default_body_ops(void);

RB_END_DECLS

#endif
