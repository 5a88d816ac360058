/** @file
   A snapshot: the physics of a simulation at one instant, as plain data. The viewer draws snapshots;
   recordings, plots and CSV files are columns of them. To continue a run from an instant, save a
   checkpoint (rb_checkpoint_save in rattleback/simulation.h). */
#ifndef RATTLEBACK_SNAPSHOT_H
#define RATTLEBACK_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rattleback/body.h"
#include "rattleback/friction.h"
#include "rattleback/vec.h"

RB_BEGIN_DECLS

#define RB_OWN_MAX 192 /**< numbers of one body at most */

/** One contact of the body with the floor. Vectors are in world axes (z up) unless stated otherwise. */
typedef struct rb_contact_state {
    bool touching;        /**< the contact is closed */
    rb_vec3 point;        /**< A, m */
    rb_vec3 point_body;   /**< A relative to the mass centre, body axes, m */
    rb_vec3 e_x, e_y;     /**< patch axes; the normal is z */
    rb_patch patch;       /**< size and shape */
    double gap;           /**< height of the lowest point over the floor, m; negative = penetration */
    double N;             /**< normal force, N */
    rb_vec3 F;            /**< friction force, N */
    rb_vec3 M_drill;      /**< drilling torque, N m */
    rb_vec3 M_roll;       /**< rolling resistance, N m */
    rb_vec3 S;            /**< centre of pressure, m */
    rb_vec3 v_slip;       /**< sliding velocity of A, m/s */
    rb_vec3 v_roll;       /**< velocity of the contact point over the floor, m/s */
    double slip_speed;    /**< |v_slip| */
    double omega_n;       /**< drilling velocity, rad/s */
    rb_slip slip;         /**< arguments of the friction law */
    rb_traction traction; /**< result of the friction law */
} rb_contact_state;

/** Phase of a run; all except RB_PHASE_RUNNING last until a reset or a flick. */
typedef enum rb_phase {
    RB_PHASE_RUNNING,    /**< in motion */
    RB_PHASE_AT_REST,    /**< at rest */
    RB_PHASE_LIFTED_OFF, /**< N reached 0 under the rigid law */
    RB_PHASE_DIVERGED,   /**< not finite or out of bounds: the last good state is kept */
} rb_phase;

/** Whether the energies of a run can be trusted. */
typedef enum rb_energy_warning {
    RB_ENERGY_OK,         /**< no warning */
    RB_ENERGY_UNBALANCED, /**< the balance is off by more than 1 %: the integration is wrong */
    RB_ENERGY_GAINED,     /**< a loss is negative by more than 1 % of them all: the law drives the body;
                             in a summary also a single part, by more than 0.1 % */
} rb_energy_warning;
/** Returns "off" for RB_ENERGY_UNBALANCED, "fed" for RB_ENERGY_GAINED, NULL without a warning. */
RB_API const char *rb_energy_warning_name(rb_energy_warning warning);

/** One instant of a simulation. */
typedef struct rb_snapshot {
    double t;          /**< s; end of this step, or the event within it that ended the run */
    uint64_t step;     /**< integrator steps done */
    rb_phase phase;    /**< what the run is doing */
    int contact_count; /**< contacts the body can have */

    rb_vec3 r_C;            /**< mass centre, m */
    rb_vec3 v_C;            /**< its velocity, m/s */
    rb_quat q;              /**< body -> world */
    rb_vec3 omega;          /**< angular velocity, body axes, rad/s */
    rb_vec3 n;              /**< vertical, body axes */
    rb_vec3 L;              /**< angular momentum about C, world axes, kg m2/s */
    double omega_n;         /**< omega . n */
    double theta, phi, psi; /**< celt: Cardan angles about x1, x2, x3 (K15); top: inclination of the
                               axis, rotation about it, precession; rad */
    double tilt;            /**< angle between the body's axis 3 and the vertical, rad */
    double jellett;         /**< tops: R (L_z - alpha L_3) of the loaded sphere, kg m3/s */
    double jellett_balance; /**< tops: integration error of it, with torques taken into account */

    double E, E_kin, E_pot, E_elastic;       /**< J; E is their sum */
    double E_kin_trans;                      /**< of E_kin: translation */
    double E_kin_spin;                       /**< of E_kin: rotation about the vertical */
    double E_kin_wobble;                     /**< of E_kin: the rest */
    double W_slide, W_drill, W_roll, W_damp; /**< dissipated so far, J */
    double W_in;                             /**< work done on the body by external loads and the base, J */
    double turned;  /**< shaken celts: angle turned about the vertical since the start, rad */
    double balance; /**< E(0) + W_in - E - all W: integration error, J */
    rb_contact_state contact[RB_CONTACTS_MAX]; /**< each of them */
    double own[RB_OWN_MAX];                    /**< numbers of the body, described by its signals */

    /** Embedded error relative to the error for 1 % accuracy, mean of the last second: above 1 the step is
       too large. */
    double error_estimate;
    bool step_too_large; /**< the estimate is too large while spin is left, or rb_scene_advice applies */
    rb_energy_warning energy_warning; /**< can the energies be trusted? */
    /** Time of one right-hand side, s: the median of many ticks on an undisturbed core; 0: unknown. Never
       recorded. */
    double rhs_seconds;
} rb_snapshot;

/** A signal: a number of a snapshot, for columns and plots. */
typedef struct rb_signal {
    const char *name;   /**< CSV column: "omega3" */
    const char *symbol; /**< "ω₃" */
    const char *unit;   /**< SI; "" for a pure number */
    const char *help;   /**< one line for people */
    size_t offset;      /**< of a double in rb_snapshot */
} rb_signal;

/** A table of signals; every body has several. */
typedef struct rb_signal_table {
    const rb_signal *rows; /**< in the order of columns */
    int count;             /**< how many */
} rb_signal_table;

/** Returns the number of signals of all bodies. Two kinds of bodies may use one name for different
   signals. */
RB_API int rb_signal_count(void);
/** Returns the signal at index, 0 to rb_signal_count() - 1. */
RB_API const rb_signal *rb_signal_at(int index);
RB_API int rb_signal_find(const char *name); /**< the first of that name; -1 if there is none */
/** Does the signal apply to this kind of body? */
RB_API bool rb_signal_fits(const rb_signal *signal, const rb_body_kind *body);
/** Returns the index of this body's signal with that name; -1 if there is none. */
RB_API int rb_signal_of(const rb_body_kind *body, const char *name);

/** Returns the value of the signal in a snapshot. */
static inline double rb_signal_value(const rb_signal *signal, const rb_snapshot *snapshot) {
    return *(const double *)(const void *)((const char *)snapshot + signal->offset);
}

RB_END_DECLS

#endif
