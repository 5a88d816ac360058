/* The ball bearing (KA09 section 5): n balls between two rings with toroidal grooves. docs/bearing.md has the
   equations. Axes: z along the axis of the outer ring, y up when the axis is horizontal. */
#ifndef RB_BODIES_BEARING_H
#define RB_BODIES_BEARING_H

#include "bodies/large.h"
#include "bodies/ops.h"

#define RB_BEARING_BALLS_MAX 16

/* The values of a scene's body section, and of its start. */
enum {
    RB_BEARING_N,
    RB_BEARING_BALL_RADIUS,
    RB_BEARING_PITCH_RADIUS,
    RB_BEARING_F_I,
    RB_BEARING_F_O,
    RB_BEARING_CLEARANCE,
    RB_BEARING_M_BALL,
    RB_BEARING_M_I,
    RB_BEARING_I_I,
    RB_BEARING_I_O,
    RB_BEARING_DRIVE_I,
    RB_BEARING_SPEED_I,
    RB_BEARING_TORQUE_I,
    RB_BEARING_DRIVE_O,
    RB_BEARING_SPEED_O,
    RB_BEARING_TORQUE_O,
    RB_BEARING_RAMP,
    RB_BEARING_F_RADIAL,
    RB_BEARING_F_AXIAL,
    RB_BEARING_TILT,
    RB_BEARING_CAGE,
    RB_BEARING_K_CAGE,
    RB_BEARING_C_CAGE,
    RB_BEARING_SHOWN,
    RB_BEARING_PARAMS
};
enum {
    RB_BEARING_START_OMEGA_I,
    RB_BEARING_START_OMEGA_O,
    RB_BEARING_START_AZIMUTH,
    RB_BEARING_START_ROLLING,
    RB_BEARING_START_SETTLED,
};
enum { RB_BEARING_BY_SPEED, RB_BEARING_BY_TORQUE };

/* model->own: the parameters, then these. Index 0: inner ring, 1: outer ring. */
enum {
    RB_BEARING_GROOVE = RB_BEARING_PARAMS,     /* radius of each groove, m */
    RB_BEARING_CENTRE = RB_BEARING_GROOVE + 2, /* radius of the circle of the centres of each groove, m */
    RB_BEARING_I_BALL = RB_BEARING_CENTRE + 2, /* inertia of a ball, kg m^2 */
    RB_BEARING_FORCE,                          /* typical force of a contact, N */
    RB_BEARING_DEPTH,                          /* typical penetration, m */
    RB_BEARING_OWN
};
_Static_assert((int)RB_BEARING_OWN <= RB_MODEL_DATA_MAX, "the model has room for them");

/* The state: inner ring, balls, followers. */
enum { RB_RING_R, RB_RING_V = 3, RB_RING_OMEGA_I = 6, RB_RING_OMEGA_O, RB_RING_COUNT };
enum { RB_BALL_R, RB_BALL_V = 3, RB_BALL_OMEGA = 6, RB_BALL_Q = 9, RB_BALL_COUNT = 13 };
enum {
    RB_FOLLOW_ANGLE_I,
    RB_FOLLOW_ANGLE_O,
    RB_FOLLOW_CLOCK, /* s, since the start of the run-up */
    RB_FOLLOW_SLIDE,
    RB_FOLLOW_DRILL,
    RB_FOLLOW_ROLL,
    RB_FOLLOW_PRESS, /* work of the normal forces and the cage: stored or damped */
    RB_FOLLOW_DRIVE,
    RB_FOLLOW_BASE,                        /* speeds of both rings at the start of the run-up; constant */
    RB_FOLLOW_TARGET = RB_FOLLOW_BASE + 2, /* and at its end */
    RB_FOLLOW_COUNT = RB_FOLLOW_TARGET + 2
};
_Static_assert(RB_RING_COUNT + RB_BEARING_BALLS_MAX * RB_BALL_COUNT + RB_FOLLOW_COUNT <= RB_LARGE_MAX,
               "a large state has room for it");

static inline int rb_bearing_balls(const rb_model *model) {
    return (int)model->own[RB_BEARING_N];
}
static inline int rb_bearing_ball(int k) {
    return RB_RING_COUNT + k * RB_BALL_COUNT;
}
static inline int rb_bearing_follow(const rb_model *model) {
    return rb_bearing_ball(rb_bearing_balls(model));
}
static inline rb_vec3 rb_v3_at(const double *v) {
    return rb_v3(v[0], v[1], v[2]);
}

/* ---- bearing_contact.c: forces of one contact ------------------------------------------------------ */

/* Forces of a contact on its first body, the ball, and reactions. */
typedef struct rb_bearing_forces {
    rb_vec3 force;    /* on the ball, N; the other body gets the opposite */
    rb_vec3 torque;   /* on the ball about its centre, N m */
    rb_vec3 reaction; /* torque on the other body about its centre; of a ring only z is used */
    double slide, drill, roll, press; /* W; press: power into the normal direction, stored or damped */
} rb_bearing_forces;

enum { RB_BEARING_FORCES = sizeof(rb_bearing_forces) / sizeof(double) };

/* The motion of a ball relative to the centre of a ring. */
typedef struct rb_bearing_motion {
    rb_vec3 r, v;  /* of its centre, relative to that of the ring */
    rb_vec3 omega; /* of the ball */
    double spin;   /* of the ring */
} rb_bearing_motion;

/* Returns the gap between a ball and ring `which` (0: inner), m; negative: penetration. */
double rb_bearing_gap(const rb_model *model, int which, rb_vec3 r);

/* Computes the forces; false: the contact is open, and they are zero. state: everything about the contact,
   for display; NULL: not needed. energy: elastic energy, J; may be NULL. */
bool rb_bearing_contact(const rb_model *model, int which, const rb_bearing_motion *motion,
                        rb_bearing_forces *out, rb_contact_state *state, double *energy);

/* The derivatives of the forces by r, v, omega (3 each) and spin, as 10 columns; returns false if open. */
enum { RB_BEARING_COLUMNS = 10 };
bool rb_bearing_contact_slopes(const rb_model *model, int which, const rb_bearing_motion *motion,
                               rb_bearing_forces slopes[RB_BEARING_COLUMNS]);

/* Forces and torques on two neighbours. */
typedef struct rb_bearing_pair_forces {
    rb_vec3 force[2], torque[2];
    double slide, drill, roll, press; /* W */
} rb_bearing_pair_forces;

/* Computes the forces between two neighbours by the cage, or if they touch; false: there are none. a, b:
   states of the balls. */
bool rb_bearing_pair(const rb_model *model, const double *a, const double *b, rb_bearing_pair_forces *out,
                     double *energy);
/* The derivatives by r, v, omega of a, then of b, as 18 columns. */
bool rb_bearing_pair_slopes(const rb_model *model, const double *a, const double *b,
                            rb_bearing_pair_forces slopes[2 * RB_BALL_Q]);

/* Elastic force of a static contact along the unit vector from the centre of the groove, and its energy. */
double rb_bearing_static_force(const rb_model *model, int which, rb_vec3 r, rb_vec3 *normal, double *energy);

/* ---- bearing_rhs.c --------------------------------------------------------------------------------- */

void rb_bearing_rhs(const void *context, const double *y, double *f);
/* The motion of a ball, given by its state, relative to ring `which`. */
rb_bearing_motion rb_bearing_motion_of(const double *y, const double *ball, int which);
double rb_bearing_elastic(const rb_model *model, const double *y);
/* Returns the torque that drives ring `which` at y. */
double rb_bearing_drive_torque(const rb_model *model, const double *y, int which);
extern const rb_large_ops rb_bearing_large;

/* ---- bearing_start.c: initial states --------------------------------------------------------------- */

void rb_bearing_start(const double *start, const rb_model *model, double *y);

/* ---- bearing_observe.c: signals -------------------------------------------------------------------- */

enum { RB_BEARING_PLACE = 7 }; /* numbers that place a ball */

/* Index of the body's numbers in a snapshot. */
enum {
    RB_BEARING_OWN_X,
    RB_BEARING_OWN_Y,
    RB_BEARING_OWN_Z,
    RB_BEARING_OWN_OMEGA_I,
    RB_BEARING_OWN_OMEGA_O,
    RB_BEARING_OWN_OMEGA_C, /* mean orbital speed */
    RB_BEARING_OWN_OMEGA_C_ROLL,
    RB_BEARING_OWN_SKID,
    RB_BEARING_OWN_SPIN_BALL,
    RB_BEARING_OWN_SPIN_BALL_ROLL,
    RB_BEARING_OWN_TORQUE_I,
    RB_BEARING_OWN_TORQUE_O,
    RB_BEARING_OWN_ALPHA_I,
    RB_BEARING_OWN_ALPHA_O,
    RB_BEARING_OWN_E2_I,
    RB_BEARING_OWN_E2_O,
    RB_BEARING_OWN_LOADED,
    RB_BEARING_OWN_Q_MAX,
    RB_BEARING_OWN_F_ALONG_I, /* friction of the shown ball at the inner ring along the motion, and across */
    RB_BEARING_OWN_F_ACROSS_I,
    RB_BEARING_OWN_F_ALONG_O,
    RB_BEARING_OWN_F_ACROSS_O,
    RB_BEARING_OWN_W_DRIVE,
    RB_BEARING_OWN_L_AXIAL,
    RB_BEARING_OWN_AZIMUTH, /* of every ball */
    RB_BEARING_OWN_N_I = RB_BEARING_OWN_AZIMUTH + RB_BEARING_BALLS_MAX,
    RB_BEARING_OWN_N_O = RB_BEARING_OWN_N_I + RB_BEARING_BALLS_MAX,
    RB_BEARING_OWN_ANGLE_I = RB_BEARING_OWN_N_O + RB_BEARING_BALLS_MAX, /* turned by the rings, rad */
    RB_BEARING_OWN_ANGLE_O,
    RB_BEARING_OWN_PLACE, /* of every ball: centre (3), orientation (4), world axes; for drawing */
    RB_BEARING_OWN_COUNT = RB_BEARING_OWN_PLACE + RB_BEARING_BALLS_MAX * RB_BEARING_PLACE
};
_Static_assert((int)RB_BEARING_OWN_COUNT <= RB_OWN_MAX, "a snapshot has room for them");

/* In world axes (z up, floor at z = 0) the bearing stands over the floor: returns the outer radius of its
   outer ring and the height of its centre, m. The physics does not depend on them. */
static inline double rb_bearing_rim(double pitch_radius, double ball_radius) {
    return pitch_radius + 2 * ball_radius;
}
static inline double rb_bearing_height(double pitch_radius, double ball_radius) {
    return 1.25 * rb_bearing_rim(pitch_radius, ball_radius);
}
/* Turns the axes of the bearing to world axes. */
rb_quat rb_bearing_axes(double tilt);

void rb_bearing_observe(const rb_model *model, const double *y, rb_snapshot *out);
extern const rb_signal_table *const rb_bearing_signals[];

#endif
