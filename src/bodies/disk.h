/* The disk on the belt: shared by its files. */
#ifndef RB_BODIES_DISK_H
#define RB_BODIES_DISK_H

#include "bodies/ops.h"

/* The values of a scene's body section, and of its start. */
enum {
    RB_DISK_M,
    RB_DISK_K12,
    RB_DISK_C,
    RB_DISK_C12,
    RB_DISK_V_B,
    RB_DISK_MU0,
    RB_DISK_EPS,
    RB_DISK_F_AMPLITUDE,
    RB_DISK_F_FREQUENCY,
    RB_DISK_F_PHASE,
    RB_DISK_PARAMS
};
enum { RB_DISK_START_X, RB_DISK_START_PHI, RB_DISK_START_V, RB_DISK_START_OMEGA };

/* The state: moving components, time, phase; energy balance; and components that only events change. */
enum {
    RB_DISK_X,
    RB_DISK_PHI,
    RB_DISK_X_DOT,
    RB_DISK_PHI_DOT,
    RB_DISK_T,                       /* the time, needed by the forcing */
    RB_DISK_STICK,                   /* 1 or 0: only events change it */
    RB_DISK_COUPLED = RB_DISK_STICK, /* right-hand sides depend on no other moving component */
    RB_DISK_W_BELT = RB_DISK_STICK + 1,
    RB_DISK_W_SLIDE,
    RB_DISK_W_DRILL,
    RB_DISK_W_DAMP,
    RB_DISK_W_FORCE,
    RB_DISK_MOVING,                 /* the works before it belong to the energy balance */
    RB_DISK_SINCE = RB_DISK_MOVING, /* start of the present phase */
    RB_DISK_STUCK,                  /* time stuck in completed phases */
    RB_DISK_STICKS,                 /* phases of sticking so far */
    RB_DISK_ZEROS,                  /* stick phases of zero length */
    RB_DISK_X_AT,                   /* x at the start of the last phase */
    RB_DISK_PHI_AT,
    RB_DISK_STATE
};

/* Index of the body's numbers in a snapshot. */
enum {
    RB_DISK_OWN_X,
    RB_DISK_OWN_X_DOT,
    RB_DISK_OWN_PHI,
    RB_DISK_OWN_PHI_DOT,
    RB_DISK_OWN_T,
    RB_DISK_OWN_M,
    RB_DISK_OWN_LAMBDA,
    RB_DISK_OWN_STICK,
    RB_DISK_OWN_XI,
    RB_DISK_OWN_W_BELT,
    RB_DISK_OWN_W_FORCE,
    RB_DISK_OWN_STICKS,
    RB_DISK_OWN_ZEROS,
    RB_DISK_OWN_TIME_STUCK,
    RB_DISK_OWN_TIME_SLIPPING,
    RB_DISK_OWN_SLIPPING_FOR,
    RB_DISK_OWN_X_AT,
    RB_DISK_OWN_PHI_AT,
};

extern const rb_body_ops rb_disk_ops; /* disk.c */

/* Position of the disk in the world. Its quantities are dimensionless: a unit of x is shown as 1 cm, the
   radius as 5 cm; angles are unchanged. */
#define RB_DISK_UNIT 0.01   /* m, of x */
#define RB_DISK_RADIUS 0.05 /* m */
#define RB_DISK_THICK 0.012 /* m */
#define RB_DISK_BELT 0.02   /* height of the belt's face, m */

/* disk_table.c */
void rb_disk_place(const double *body, rb_snapshot *out);
void rb_disk_mirror(double *body, double *start);

#endif
