#include "app/session/prediction.h"

#include <limits.h>
#include <math.h>

static const double ahead = 8; /* s of simulated time */

static bool is_predictable(const rb_body_kind *body) {
    return rb_body_has(body, RB_TRAIT_REVERSES) || rb_body_has(body, RB_TRAIT_INVERTS);
}

static bool send(rb_prediction *f, const rb_command *command) {
    uint64_t number = rb_runner_send(f->runner, command);
    f->sent = number > 0 ? number : f->sent;
    return number > 0;
}

/* Starts from the present state of the run, not from the start of its scene. */
static bool begin(rb_prediction *f, const rb_frame *frame, int place) {
    rb_command open = {.kind = RB_COMMAND_OPEN, .scene = frame->scenes[place]};
    rb_command restore = {.kind = RB_COMMAND_RESTORE,
                          .checkpoint = frame->checkpoints[place],
                          .checkpoint_size = frame->checkpoint_size};
    rb_command speed = {.kind = RB_COMMAND_SPEED, .value = RB_SPEED_MAX};
    f->count = 0;
    f->until = 0;
    return send(f, &open) && send(f, &restore) && send(f, &speed);
}

static void predict_until(rb_prediction *f, double t) {
    rb_command play = {.kind = RB_COMMAND_PLAY, .value = t};
    f->until = send(f, &play) ? t : f->until;
}

static void add(rb_prediction *f, double from, double to) {
    if (f->count < RB_PREDICTED_MAX) {
        f->from[f->count] = from;
        f->to[f->count++] = to;
    }
}

static void collect_events(rb_prediction *f, const rb_body_kind *body, const rb_summary *s) {
    f->count = 0;
    for (int i = 0; rb_body_has(body, RB_TRAIT_REVERSES) && i < s->event_count; i++) {
        if (s->events[i].kind == RB_EVENT_REVERSAL) {
            add(f, s->events[i].t, s->events[i].t);
        }
    }
    if (rb_body_has(body, RB_TRAIT_INVERTS) && s->inverted && isfinite(s->large_last_off)) {
        /* The stem may touch long before: only the last part is the inversion. */
        add(f, fmax(s->first_small_contact, s->large_last_off - 0.3), s->large_last_off);
    }
}

static bool same(const rb_run_mark *a, const rb_run_mark *b) {
    return a->id == b->id && a->command == b->command;
}

void rb_prediction_update(rb_prediction *prediction, const rb_session *session) {
    const rb_frame *frame = session->frame;
    int place = session->place[session->selected];
    if (prediction->failed || !rb_session_settled(session) || place < 0 || place >= frame->run_count) {
        return;
    }
    const rb_body_kind *body = frame->scenes[place].body;
    if (!is_predictable(body)) {
        prediction->count = 0;
        return;
    }
    if (prediction->runner == NULL) {
        rb_error err;
        rb_runner_options options = {.threaded = session->options.threaded,
                                     .interactive = session->options.interactive,
                                     .sample_time = 1};
        prediction->failed =
            rb_runner_create(&frame->scenes[place], options, &prediction->runner, &err) != RB_OK;
        prediction->start = UINT64_MAX;
        return;
    }
    if (prediction->start != frame->start || !same(&prediction->mark, &frame->marks[place])) {
        if (begin(prediction, frame, place)) {
            prediction->start = frame->start;
            prediction->mark = frame->marks[place];
        }
    }
    double now = frame->runs[place].t;
    if (prediction->until < now + 0.5 * ahead) {
        predict_until(prediction, now + ahead);
    }
    if (!session->options.threaded) {
        const double frame_time = 1.0 / 60;
        rb_runner_pump(prediction->runner, frame_time, INT_MAX,
                       session->options.interactive ? 0.1 * frame_time : INFINITY);
    }
    rb_sample sample;
    while (rb_runner_next_sample(prediction->runner, &sample)) {
        /* samples are not used; the ring must not fill up */
    }
    const rb_frame *seen = rb_runner_frame(prediction->runner);
    if (seen->command == prediction->sent && prediction->start == frame->start) {
        collect_events(prediction, body, &seen->summaries[0]);
    }
}

bool rb_prediction_between(const rb_prediction *f, double t0, double t1) {
    for (int i = 0; i < f->count; i++) {
        if (f->from[i] <= t1 && f->to[i] >= t0) {
            return true;
        }
    }
    return false;
}

void rb_prediction_destroy(rb_prediction *prediction) {
    if (prediction->runner != NULL) {
        rb_runner_destroy(prediction->runner);
    }
    *prediction = (rb_prediction){0};
}
