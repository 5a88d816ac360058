#include "app/session/user_events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/session/session.h"
#include "base/text.h"

/* s; edits closer together than this are one drag of a slider */
static const double one_pull = 0.5;

void rb_user_events_expect_flick(rb_user_events *user_events, uint64_t number, rb_vec3 omega) {
    user_events->flick = number;
    user_events->flicked = omega;
}

static rb_user_event *add(rb_user_events *user_events, rb_user_event_kind kind, double t) {
    if (user_events->count == RB_USER_EVENTS_MAX) {
        memmove(user_events->items, user_events->items + 1,
                (RB_USER_EVENTS_MAX - 1) * sizeof user_events->items[0]);
        user_events->count--;
    }
    rb_user_event *event = &user_events->items[user_events->count++];
    *event = (rb_user_event){.kind = kind, .t = t};
    return event;
}

static void take_flick(rb_user_events *user_events, const rb_frame *frame) {
    const rb_run_mark *mark = &frame->marks[0];
    if (user_events->flick != 0 && mark->flick == user_events->flick) {
        add(user_events, RB_USER_EVENT_FLICK, mark->flicked_at)->omega = user_events->flicked;
    }
    if (frame->command >= user_events->flick) {
        user_events->flick = 0; /* also if the flick was refused */
    }
}

static void take_edit(rb_user_events *user_events, const rb_frame *frame, int place) {
    const rb_run_mark *mark = &frame->marks[place];
    rb_user_event *last = user_events->count > 0 ? &user_events->items[user_events->count - 1] : NULL;
    bool same = last != NULL && last->kind == RB_USER_EVENT_EDIT && last->id == mark->id &&
                mark->since - last->t < one_pull;
    if (!same) {
        last = add(user_events, RB_USER_EVENT_EDIT, mark->since);
        last->id = mark->id;
        user_events->before = user_events->scenes[place];
    }
    rb_edit_name(&user_events->before, &frame->scenes[place], last->text, sizeof last->text);
    if (last->text[0] == '\0') {
        user_events->count--; /* reverted, or no visible change */
    }
}

/* True if the run at this place is the same as before but has another scene. */
static bool edited(const rb_user_events *user_events, const rb_frame *frame, int place) {
    const rb_run_mark *was = &user_events->marks[place];
    const rb_run_mark *now = &frame->marks[place];
    return place < user_events->run_count && was->id == now->id && was->revision != now->revision;
}

void rb_user_events_update(rb_user_events *user_events, const rb_frame *frame) {
    bool restarted = frame->start != user_events->start;
    user_events->count = restarted ? 0 : user_events->count;
    user_events->start = frame->start;
    take_flick(user_events, frame);
    for (int i = 0; i < frame->run_count; i++) {
        if (!restarted && edited(user_events, frame, i)) {
            take_edit(user_events, frame, i);
        }
        if (restarted || i >= user_events->run_count || user_events->marks[i].id != frame->marks[i].id ||
            user_events->marks[i].revision != frame->marks[i].revision) {
            user_events->scenes[i] = frame->scenes[i];
        }
        user_events->marks[i] = frame->marks[i];
    }
    user_events->run_count = frame->run_count;
}

void rb_user_events_truncate(rb_user_events *user_events, double t) {
    while (user_events->count > 0 && user_events->items[user_events->count - 1].t > t) {
        user_events->count--;
    }
}

const rb_user_event *rb_user_events_last_flick(const rb_user_events *user_events, double t) {
    for (int i = user_events->count - 1; i >= 0; i--) {
        if (user_events->items[i].kind == RB_USER_EVENT_FLICK && user_events->items[i].t <= t) {
            return &user_events->items[i];
        }
    }
    return NULL;
}

void rb_user_event_line(const rb_user_event *event, char *line, size_t size) {
    char until[48] = "";
    if (event->t > 0) {
        rb_format(until, sizeof until, "until %.9g; ", event->t); /* ticks are longer than a nanosecond */
    }
    char x[RB_NUMBER_SIZE], y[RB_NUMBER_SIZE], z[RB_NUMBER_SIZE];
    rb_number_write(event->omega.x, x);
    rb_number_write(event->omega.y, y);
    rb_number_write(event->omega.z, z);
    snprintf(line, size, "%sflick %s %s %s", until, x, y, z);
}
