/* Contact forces averaged over one rocking period, for arrows that can be followed by eye: N of a rocking
   stone oscillates at 20 Hz and more. Computed from the record, so playing and scrubbing show the same. */
#ifndef RB_APP_SESSION_MEAN_FORCES_H
#define RB_APP_SESSION_MEAN_FORCES_H

#include "app/session/session.h"

/* The last period of the normal force before t, s; 0: it does not oscillate, or nothing is recorded. */
double rb_rocking_period(rb_session *session, int run, double t);

/* The shown instant of a run, with the forces, torques and sliding velocity of its contacts averaged over
   the last rocking period. False: there is no period, and out is the instant itself. */
bool rb_mean_forces(rb_session *session, int run, rb_snapshot *out);

#endif
