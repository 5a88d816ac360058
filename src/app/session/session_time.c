/* Time: playing, pausing, the recorded past, branching from it, and what happens when all runs are at
   rest. */
#include <math.h>

#include "app/session/session.h"

static void post_pause(rb_session *session) {
    rb_command pause = {.kind = RB_COMMAND_PAUSE};
    rb_command_queue_post(&session->commands, &pause);
}

double rb_session_time(const rb_session *session) {
    double t = 0;
    for (int i = 0; i < session->shown_count; i++) {
        t = fmax(t, session->shown[i]->t); /* a run that ended stays behind */
    }
    return t;
}

bool rb_session_before_edit(const rb_session *session) {
    for (int i = 0; session->scrubbing && i < session->shown_count; i++) {
        if (session->scrub_t < session->frame->marks[session->place[i]].since) {
            return true;
        }
    }
    return false;
}

bool rb_session_playing(const rb_session *session) {
    return session->frame->playing && !session->scrubbing;
}

/* Continues every run from the moment shown. Later samples are dropped when new ones arrive. */
static void branch(rb_session *session) {
    post_pause(session); /* no tick until all runs are restored */
    rb_user_events_truncate(&session->user_events, session->scrub_t);
    for (int i = 0; i < session->count; i++) {
        rb_checkpoint_room checkpoint;
        rb_checkpoint *head = &checkpoint.head;
        if (rb_history_moment(&session->history, i, session->scrub_t, &head->state, &head->then)) {
            size_t large = rb_history_attached(&session->history, i, session->scrub_t, checkpoint.large,
                                               sizeof checkpoint.large);
            rb_checkpoint_seal(head, session->runs[i].applied.body, 0);
            rb_command restore = {.kind = RB_COMMAND_RESTORE,
                                  .run = i,
                                  .checkpoint = &checkpoint,
                                  .checkpoint_size = sizeof *head + large};
            rb_command_queue_post(&session->commands, &restore);
        }
    }
}

static bool at_end(const rb_session *session) {
    return session->scrub_t >= rb_history_end(&session->history);
}

void rb_session_play_until(rb_session *session, double t) {
    if (session->held && !isfinite(t)) {
        session->play_when_released = true;
        return;
    }
    if (session->scrubbing && !at_end(session)) {
        branch(session);
    }
    session->scrubbing = false;
    session->play_when_released = false;
    session->until = t;
    rb_command play = {.kind = RB_COMMAND_PLAY, .value = isfinite(t) ? t : 0};
    rb_command_queue_post(&session->commands, &play);
}

void rb_session_play(rb_session *session) {
    rb_session_play_until(session, INFINITY);
}

bool rb_session_until_waits(const rb_session *session) {
    return isfinite(session->until) && (session->frame->playing || !rb_session_idle(session));
}

void rb_session_pause(rb_session *session) {
    session->play_when_released = false;
    post_pause(session);
}

void rb_session_hold(rb_session *session, bool held) {
    if (held == session->held) {
        return;
    }
    session->held = held;
    if (held) {
        session->play_when_released = rb_session_playing(session);
        post_pause(session);
    } else if (session->play_when_released) {
        rb_session_play(session);
    }
}

void rb_session_advance(rb_session *session, int ticks) {
    rb_command step = {.kind = RB_COMMAND_STEP, .count = ticks};
    rb_command_queue_post(&session->commands, &step);
}

void rb_session_scrub(rb_session *session, double t) {
    double begin = rb_history_begin(&session->history);
    double end = rb_history_end(&session->history);
    if (session->history.runs[rb_history_longest(&session->history)].count == 0) {
        return;
    }
    if (!session->scrubbing && session->frame->playing) {
        rb_session_pause(session);
    }
    session->scrubbing = true;
    session->scrub_t = fmin(fmax(t, begin), end);
}

void rb_session_go_live(rb_session *session) {
    session->scrubbing = false;
}

void rb_session_step(rb_session *session, int direction) {
    int run = rb_history_longest(&session->history);
    const rb_history_run *past = &session->history.runs[run];
    if (past->count == 0) {
        rb_session_advance(session, 1);
        return;
    }
    double t = session->scrubbing ? session->scrub_t : rb_history_end(&session->history);
    int index = rb_history_find(&session->history, run, t) + direction;
    if (!session->scrubbing && direction > 0) {
        rb_session_advance(session, 1);
    } else if (index >= past->count) {
        rb_session_go_live(session);
    } else {
        rb_session_scrub(session, past->items[index < 0 ? 0 : index].t);
    }
}

void rb_session_set_speed(rb_session *session, double speed) {
    if (isnan(speed)) {
        return; /* typed by a user */
    }
    session->speed = fmin(fmax(speed, RB_SPEED_MIN), RB_SPEED_MAX);
    rb_command command = {.kind = RB_COMMAND_SPEED, .value = session->speed};
    rb_command_queue_post(&session->commands, &command);
}

void rb_session_flick(rb_session *session, rb_vec3 delta_omega) {
    if (session->scrubbing && !at_end(session)) {
        branch(session);
    }
    session->scrubbing = false;
    rb_command flick = {.kind = RB_COMMAND_FLICK, .vector = delta_omega};
    uint64_t number = rb_command_queue_post(&session->commands, &flick);
    rb_user_events_expect_flick(&session->user_events, number, delta_omega);
    rb_session_play(session);
}

/* ---------------------------------------------------------------- at rest */

/* Wall-clock delays, s: the viewer sees the body at rest before time stops or the run restarts. */
static const double until_stop = 0.3, until_loop = 1.5;

bool rb_session_ended(const rb_session *session) {
    for (int i = 0; i < session->shown_count; i++) {
        if (rb_session_now(session, i)->phase == RB_PHASE_RUNNING) {
            return false;
        }
    }
    return session->shown_count == session->count && session->count > 0;
}

void rb_session_handle_rest(rb_session *session, double wall_seconds) {
    bool watched = session->options.interactive && !session->filming && rb_session_playing(session) &&
                   !isfinite(session->until) && rb_session_idle(session) &&
                   session->at_rest != RB_REST_CONTINUES;
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
