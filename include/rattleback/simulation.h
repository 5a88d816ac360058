/** @file
   A simulation: created from a scene, advanced by steps. The same scene gives the same bits on any
   thread and at any frame rate. No allocation, no input or output, no locks while stepping. */
#ifndef RATTLEBACK_SIMULATION_H
#define RATTLEBACK_SIMULATION_H

#include "rattleback/scene.h"
#include "rattleback/snapshot.h"

RB_BEGIN_DECLS

/** A simulation. */
typedef struct rb_simulation rb_simulation;

/** Kinds of events. */
typedef enum rb_event_kind {
    RB_EVENT_REVERSAL, /**< omega3 has reversed; not for tops */
    RB_EVENT_REST,
    RB_EVENT_LIFT_OFF,
    RB_EVENT_TOUCH, /**< contact `which` closed */
    RB_EVENT_LEAVE, /**< a contact opened */
    RB_EVENT_DIVERGED,
    RB_EVENT_BODY, /**< event `which` of the body (rb_body_event_name) */
} rb_event_kind;

/** An event. */
typedef struct rb_event {
    rb_event_kind kind; /**< what */
    int which;          /**< contact, or event of the body */
    double t;           /**< s, located within the step */
    /** Reversal: omega3 after it; touch and leave: inclination, rad; diverged: rb_diverged. */
    double value;
} rb_event;

/** Returns "reversal", "rest", "lift-off", "touch", "leave", "diverged", or the body's name of its event. */
RB_API const char *rb_event_name(const rb_body_kind *body, const rb_event *event);

#define RB_EVENTS_MAX 64 /**< events that are kept */

/** Why a run diverged: the value of its RB_EVENT_DIVERGED. */
typedef enum rb_diverged {
    RB_DIVERGED_NOT,
    RB_DIVERGED_NAN,    /**< the state became NaN */
    RB_DIVERGED_BOUNDS, /**< the state is out of bounds */
    RB_DIVERGED_STEP,   /**< error control found no step small enough */
    RB_DIVERGED_EVENTS, /**< too many events within one step */
    RB_DIVERGED_BUDGET, /**< a step needed too many parts */
    RB_DIVERGED_STIFF,  /**< the same, because dop853 is stable only with very short steps */
} rb_diverged;
RB_API const char *rb_diverged_text(rb_diverged why); /**< for people; "" where it did not */

/** Why a run ended. */
typedef enum rb_end_reason {
    RB_END_RUNNING, /**< it has not ended */
    RB_END_TIME,
    RB_END_REST,
    RB_END_LIFT_OFF,
    RB_END_DIVERGED,
    RB_END_INTERRUPTED,
    RB_END_STOPPED,        /**< the observer of rb_run ended it */
    RB_END_PERMANENT_SLIP, /**< slip lasted longer than the given limit */
    RB_END_COUNT
} rb_end_reason;

/** Returns "running", "time", "rest", "lift-off", "diverged", "interrupted", "stopped", "permanent-slip",
   as in summaries. */
RB_API const char *rb_end_reason_name(rb_end_reason reason);

/** The results of a run so far. NAN: did not happen. rattleback/outcomes.h has the table of these
   numbers. */
typedef struct rb_summary {
    double t_end;                            /**< s, reached so far */
    double first_reversal_time;              /**< first zero of omega3; not for tops, which turn over */
    double extreme_after_reversal;           /**< largest omega3 of opposite sign since then */
    double time_of_extreme;                  /**< when, s */
    double rest_time_0p1, rest_time_0p01;    /**< last time |omega| exceeded 0.1, 0.01 rad/s */
    double N_min, N_max;                     /**< smallest and largest normal force, N */
    double E_initial, E_final;               /**< energy at the start and now, J */
    double W_slide, W_drill, W_roll, W_damp; /**< dissipated, J */
    double W_lost;                           /**< all of it */
    double W_in;                             /**< work done on the body by external loads and the base, J */
    double mean_spin;                        /**< shaken celts: mean of omega . up since the start, rad/s */
    double omega3_final;                     /**< spin now, rad/s */
    double energy_balance_error;             /**< |balance| / E dissipated, or / E_initial if nothing was */
    double first_small_contact;              /**< tops: first touch of the small sphere */
    double large_last_off;                   /**< tops: the large sphere leaves, for the longest stand */
    double fallback_time;                    /**< tops: the large one touches again after that */
    bool inverted;                           /**< tops: it stood on the small sphere */
    double max_gap;                   /**< largest |gap| that a step opened in a permanent contact, m */
    rb_energy_warning energy_warning; /**< can the energies be trusted? */
    double step_too_large_since;      /**< s, when step_too_large was first set */
    double wall_seconds;              /**< s the run took; NAN unless the caller sets it */
    int reversal_count;               /**< number of reversals */
    uint64_t rhs_evaluations;         /**< right-hand sides evaluated */
    uint64_t jacobians;               /**< Jacobians evaluated, one for each step of rodas */
    double implicit_share;            /**< share of the time that implicit methods covered; NAN: dp5 */
    uint64_t state_hash;              /**< as rb_simulation_hash */
    rb_end_reason end_reason;         /**< why it ended */
    rb_diverged diverged;             /**< why, if it did */
    double own[RB_OWN_MAX];           /**< numbers of the body at the end, for its outcomes */
    int event_count;                  /**< stored events; events beyond RB_EVENTS_MAX are only counted */
    int events_dropped;               /**< the others */
    rb_event events[RB_EVENTS_MAX];   /**< in the order of time */
} rb_summary;

/** Creates a simulation at the start of the scene. */
RB_API rb_status rb_simulation_create(const rb_scene *scene, rb_simulation **out, rb_error *err);
/** Frees it; NULL is allowed. */
RB_API void rb_simulation_destroy(rb_simulation *sim);

/** Restarts from a scene; on failure the simulation is unchanged. */
RB_API rb_status rb_simulation_reset(rb_simulation *sim, const rb_scene *scene, rb_error *err);

/** Changes parameters during a run: state, time and works continue. Values that need a restart
   (rb_param_needs_restart) keep their values. Fails, with nothing changed, if the kind of body differs or
   the scene is invalid. */
RB_API rb_status rb_simulation_edit(rb_simulation *sim, const rb_scene *scene, rb_error *err);

/** Returns the scene of the simulation. */
RB_API const rb_scene *rb_simulation_scene(const rb_simulation *sim);
/** Returns the simulated time, s. */
RB_API double rb_simulation_time(const rb_simulation *sim);
/** Returns the step, s. */
RB_API double rb_simulation_step_length(const rb_simulation *sim);
/** Returns the number of steps per tick. */
RB_API int rb_simulation_steps_per_tick(const rb_simulation *sim);
/** Returns the phase of the run. */
RB_API rb_phase rb_simulation_phase(const rb_simulation *sim);

/** Makes one step. At rest time advances; a run that lifted off or diverged does not change. Returns false
   if interrupted. */
RB_API bool rb_simulation_step(rb_simulation *sim);
/** Makes one tick; returns false if interrupted. */
RB_API bool rb_simulation_tick(rb_simulation *sim);

/** A tick can take long (with a stiff contact thousands of steps). The interrupt (NULL: none) is called
   before each step. If it returns true, step and tick return false, with the simulation at the last
   complete step, its time within the tick. The next call continues from there, to the same bits as
   without interruption. Edits and flicks must wait until the tick is complete. */
typedef bool rb_interrupt(void *user);
/** Sets the interrupt and its argument. */
RB_API void rb_simulation_set_interrupt(rb_simulation *sim, rb_interrupt *interrupt, void *user);

/** The motion of a rigid body, for control functions. World axes move with the base (z up). */
typedef struct rb_motion {
    double t;      /**< simulated time, s */
    rb_vec3 r_C;   /**< mass centre, world axes, m */
    rb_vec3 v_C;   /**< its velocity relative to the base, m/s */
    rb_quat q;     /**< body -> world */
    rb_vec3 omega; /**< angular velocity, body axes, rad/s */
} rb_motion;

/** A force and a torque at the mass centre, world axes. */
typedef struct rb_load_at_centre {
    rb_vec3 force;  /**< N */
    rb_vec3 torque; /**< N m */
} rb_load_at_centre;

/** External control of a run: loads on the body, and a base that moves. The equations hold in the frame of
   the base, which does not turn: positions and velocities of snapshots are relative to it. The work of
   both enters the energy balance (rb_snapshot.W_in).

   The functions are evaluated several times a step, also for steps that error control rejects. They must
   depend on nothing but their arguments and the context, and should be smooth; after a change of the
   context, or for an output that jumps, call rb_simulation_set_control again. */
typedef struct rb_control {
    /** Adds to *load, which is zero. NULL: no external loads. */
    void (*load)(void *context, const rb_motion *motion, rb_load_at_centre *load);
    /** Returns the acceleration of the base, world axes, m/s2. NULL: the base is at rest. */
    rb_vec3 (*base_acceleration)(void *context, const rb_motion *motion);
    void *context; /**< of both */
} rb_control;

/** Returns a control without functions. */
RB_API rb_control rb_default_control(void);

/** Adds control to the run, or changes it; NULL removes it. The control is copied, its context is not.
   A controlled body never comes to rest. The control survives resets and edits.
   Returns RB_ERR_INPUT, with the reason in err and nothing changed, for bodies other than celts and
   tippe-tops, and for a run that has ended. */
RB_API rb_status rb_simulation_set_control(rb_simulation *sim, const rb_control *control, rb_error *err);

/** Fills the snapshot of this instant. */
RB_API void rb_simulation_snapshot(const rb_simulation *sim, rb_snapshot *out);
/** Fills the summary of the run so far. */
RB_API void rb_simulation_summary(const rb_simulation *sim, rb_summary *out);
/** Returns a hash: equal for equal bits of the state and equal numbers of steps. */
RB_API uint64_t rb_simulation_hash(const rb_simulation *sim);
/** Copies the doubles that the equations of motion advance, at most `room` of them, into state (NULL: none).
   Returns their number. */
RB_API int rb_simulation_state(const rb_simulation *sim, double *state, int room);
/** Returns the number of right-hand sides evaluated so far. */
RB_API uint64_t rb_simulation_evaluations(const rb_simulation *sim);

/** Returns the size of a checkpoint of this simulation, bytes; 0 for NULL. It depends on the version of the
   library, and for a bearing on the number of balls. */
RB_API size_t rb_checkpoint_size(const rb_simulation *sim);

/** Saves all that the run needs to continue from this instant to the same bits: the motion, the integration
   method, the energy balance, the numbers of the summary. buffer has room for size bytes, at least
   rb_checkpoint_size(sim), and needs no alignment. The bytes may be copied, written to a file and read by
   another process that uses the same version of the library on a machine of the same byte order. Returns
   RB_ERR_INPUT, with the reason in err, if the buffer is too small. */
RB_API rb_status rb_checkpoint_save(const rb_simulation *sim, void *buffer, size_t size, rb_error *err);

/** Continues from a checkpoint. In a simulation of the scene that it was saved from, the run continues to the
   same bits (rb_checkpoint_matches). If laws, method or values differ, the run continues from the saved
   motion under the present scene, as after rb_simulation_edit. Events before the checkpoint stay in the
   summary if this simulation has seen them, else they are only counted (events_dropped). Returns
   RB_ERR_INPUT, with the reason in err and nothing changed, for what is not a whole, undamaged checkpoint of
   this version, for one of another kind of body, and if only one of both runs is controlled (rb_control). */
RB_API rb_status rb_checkpoint_restore(rb_simulation *sim, const void *buffer, size_t size, rb_error *err);

/** Returns whether the checkpoint is a valid one of the scene of this simulation: same body, laws, method and
   values. */
RB_API bool rb_checkpoint_matches(const rb_simulation *sim, const void *buffer, size_t size);

/** Adds an angular velocity, body axes, rad/s; the contact stays closed. Wakes a body at rest. Returns
   RB_ERR_INPUT, with the reason in err and nothing changed, for a run that has ended, a vector that is not
   finite, and a body that cannot be flicked. */
RB_API rb_status rb_simulation_flick(rb_simulation *sim, rb_vec3 delta_omega, rb_error *err);

RB_END_DECLS

#endif
