/* A rigid body on the plane: Newton-Euler with friction, drilling torque and rolling resistance at
   one or two contacts, K11 (8), (9). */
#ifndef RB_BODIES_RIGID_BODY_H
#define RB_BODIES_RIGID_BODY_H

#include "bodies/ops.h"
#include "bodies/rigid_state.h"

void rb_rigid_body_rhs(const void *context, const double *y, double *dydt);
void rb_rigid_body_rhs_near(const rb_model *model, const double *y, double N_guess, double *dydt);
/* J[i * n + j] = d f_i / d y_j, exact; n is the body's state_count. */
void rb_rigid_body_jacobian(const void *context, const double *y, double *J);
double rb_rigid_body_project(const rb_model *model, double *y);
void rb_rigid_body_observe(const rb_model *model, const double *y, rb_snapshot *out);

/* Observes contacts and their elastic energy, for kinematics that may contain external loads. */
struct rb_kinematics;
void rb_rigid_body_observe_contacts(const rb_model *model, const struct rb_kinematics *k, const double *y,
                                    rb_snapshot *out);

/* Sets a state of zeros except for attitude and angular velocity, the base of all starts. */
void rb_rigid_body_turn(const rb_model *model, rb_quat q, rb_vec3 omega, double *y);

/* Sets the velocity of the mass centre so that the body point at the contact is at rest. */
void rb_rigid_body_start_rolling(const rb_model *model, double *y);

/* Puts the body on the floor, makes its velocity compatible with contact, and returns the height
   it was moved by, m. */
double rb_rigid_body_place(const rb_model *model, double *y);
double rb_rigid_body_place_on(const rb_model *model, int which, double *y);

/* rigid_ops.c: functions that celts and tops share (ops.h). */
enum {
    RB_RIGID_LIFTS, /* no contact has a load: the run ends */
    RB_RIGID_LANDS, /* the free one of two rigid spheres reaches the floor */
    RB_RIGID_PULLS, /* one of two spheres on the floor would have to pull */
    RB_RIGID_EVENTS
};
extern const rb_body_event rb_rigid_body_events[RB_RIGID_EVENTS];
void rb_rigid_body_event_values(const rb_model *model, const double *y, const double *f, double *g);

#define RB_RIGID_FOLLOWS                                                                                     \
    { .spin = RB_Y_OMEGA + 2, .speed = RB_Y_OMEGA, .speed_count = 3, .slow = 1, .N = RB_Y_N, .gap = RB_Y_GAP }
/* 0.5 s is longer than the rocking of these stones stays near a turning point. */
#define RB_RIGID_REST                                                                                        \
    { .speed = 2e-3, .time = 0.5, .coarse_speed = 3e-2, .coarse_time = 0.15 }

/* The number of contacts of a body, whether they are circular under every load, and the parameter that is 0
   where there is only one. */
typedef struct rb_contacts_of {
    int count;
    bool round;
    const char *single;
} rb_contacts_of;
rb_status rb_rigid_body_law_fits(const rb_scene *scene, const rb_friction_law *law, rb_contacts_of contacts,
                                 rb_error *err);
rb_status rb_rigid_body_check_size(const rb_scene *scene, int contacts, const char *where, rb_error *err);
/* Completes prepare once mass, inertia and shape are known. */
void rb_rigid_body_finish(rb_model *model);
void rb_rigid_body_scale(const rb_model *model, double *scale);
/* Returns the largest embedded error in the vertical velocity of C that does not count as rough. */
double rb_rigid_body_rough_limit(const rb_model *model);
bool rb_rigid_body_rough(const rb_model *model, const double *error);
bool rb_rigid_body_settled(const double *y);
void rb_rigid_body_stop(double *y);
void rb_rigid_body_flick(const rb_model *model, rb_vec3 delta_omega, double *y);
double rb_rigid_body_inclination(const double *y);

/* rigid_signals.c */
extern const rb_signal_table rb_rigid_body_signals;
enum { RB_RIGID_ENERGY = 9 };
extern const rb_energy_part rb_rigid_body_energy[RB_RIGID_ENERGY];

/* steady_spin.c: the motion near a steady spin s about the vertical in (n1, n2, omega1, omega2):
   n' = n x omega, and omega' from the exact Jacobian. Around the upright quaternion n1 = -2 q_y,
   n2 = 2 q_x. */
void rb_rigid_body_near_spin(const rb_model *model, double s, double A[4][4]);

/* The same for a body of revolution on spheres that spins with n, upside down or not, and slides with a
   friction proportional to its slip: fills a matrix of zeros. */
enum { RB_SPHERES_NEAR_SPIN = 6 };
void rb_spheres_near_spin(const rb_model *model, bool inverted, double n, double A[RB_ODE_MAX][RB_ODE_MAX]);

/* creep.c: the longest step for bodies on spheres. */
double rb_spheres_longest_step(const rb_model *model, const char **what);
/* dT/dv, s/m, of the friction law at vanishing slip and the spin omega: friction is mu N T. A patch that
   depends on the load is that of the weight. */
double rb_spheres_creep(const rb_model *model, int contact, double omega);

/* impact.c: an impact of the sphere `which` with the friction of the scene; guess: the normal impulse without
   friction, N s. Changes velocities and the works of friction. Returns false, and changes nothing, if
   friction never lets the contact point stop (jamming). */
bool rb_impact_with_friction(const rb_model *model, int which, double restitution, double guess, double *y);

/* pair.c: bodies that stand on two rigid spheres. */
void rb_pair_cross(const rb_model *model, int event, double *y);
double rb_pair_project(const rb_model *model, double *y);

#endif
