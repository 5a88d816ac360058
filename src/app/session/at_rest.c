/* When everything has come to rest there is nothing more to see: time stops, so that the record and
   its plots keep what was interesting, or begins anew, or goes on. */
#include <math.h>

#include "app/session/session.h"

/* s of the wall clock, so that rest is seen before anything happens */
static const double until_stop = 0.3, until_loop = 1.5;

bool rb_session_ended(const rb_session *session) {
    for (int i = 0; i < session->shown_count; i++) {
        if (rb_session_now(session, i)->phase == RB_PHASE_RUNNING) {
            return false;
        }
    }
    return session->shown_count == session->count && session->count > 0;
}

void rb_session_mind_rest(rb_session *session, double wall_seconds) {
    bool watched = session->options.interactive && !session->filming &&
                   rb_session_playing(session) && !isfinite(session->until) &&
                   rb_session_idle(session) && session->at_rest != RB_REST_GOES_ON;
    if (!watched || !rb_session_ended(session)) {
        session->rested = 0;
        return;
    }
    session->rested += wall_seconds;
    if (session->at_rest == RB_REST_STOPS && session->rested >= until_stop) {
        rb_session_pause(session);
        session->rested = 0;
    } else if (session->at_rest == RB_REST_LOOPS && session->rested >= until_loop) {
        rb_session_restart(session);
        rb_session_play(session);
        session->rested = 0;
    }
}
