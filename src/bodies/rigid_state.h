/* The state of a rigid body, an array of doubles. Only src/bodies uses this layout. */
#ifndef RB_BODIES_RIGID_STATE_H
#define RB_BODIES_RIGID_STATE_H

/* r_C and v_C in world axes, omega in body axes; the works dissipated are integrated with the
   motion. */
enum {
    RB_Y_R = 0,
    RB_Y_V = 3,
    RB_Y_Q = 6,
    RB_Y_OMEGA = 10,
    RB_Y_W_SLIDE = 13,
    RB_Y_W_DRILL = 14,
    RB_Y_W_ROLL = 15,
    RB_Y_W_PRESS = 16, /* work on normal contacts: the part that is not stored has been damped */
    RB_Y_COUNT = 17,
    /* Spheres only: value of Jellett's quantity of contact 0 that follows from the torques so far; and the
       spheres that the body stands on (rb_stand; changes by jumps only). */
    RB_Y_JELLETT = 17,
    RB_Y_STAND = 18,
    RB_Y_TOP_COUNT = 19,
    /* Not integrated: right-hand sides store the normal force and the gap of each contact after the
       derivatives, for the caller. */
    RB_Y_N = 19,
    RB_Y_GAP = 21,
};

/* Height, velocity, attitude, spin: the equations depend on these. Position on the floor and works do not
   act back. */
#define RB_Y_COUPLED                                                                                         \
    { RB_Y_R + 2, RB_Y_W_SLIDE - (RB_Y_R + 2) }

/* Which of two rigid contacts are closed; none after a rebound. */
typedef enum rb_stand { RB_STAND_LARGE, RB_STAND_SMALL, RB_STAND_BOTH, RB_STAND_NONE } rb_stand;

#endif
