#include "viewer/slow_motion.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* From here on a snapshot is nothing but numbers. */
enum {
    first_number = offsetof(rb_snapshot, r_C),
    numbers = (sizeof(rb_snapshot) - first_number) / sizeof(double)
};

static void blend(const rb_snapshot *from, const rb_snapshot *to, double share, rb_snapshot *out) {
    *out = *to;
    double a[numbers];
    double b[numbers];
    memcpy(a, (const char *)from + first_number, sizeof a);
    memcpy(b, (const char *)to + first_number, sizeof b);
    for (int i = 0; i < numbers; i++) {
        b[i] = a[i] + share * (b[i] - a[i]);
    }
    memcpy((char *)out + first_number, b, sizeof b);
    /* q and -q are the same turn: take the near one. */
    const rb_quat *p = &from->q;
    const rb_quat *q = &to->q;
    double sign = p->w * q->w + p->x * q->x + p->y * q->y + p->z * q->z < 0 ? -1 : 1;
    rb_quat mixed = {p->w + share * (sign * q->w - p->w), p->x + share * (sign * q->x - p->x),
                     p->y + share * (sign * q->y - p->y), p->z + share * (sign * q->z - p->z)};
    out->q = rb_quat_normalize(mixed);
    /* Switches do not pass through a half, and angles may have jumped by a turn. */
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        out->contact[i].touching = to->contact[i].touching;
    }
    out->step_too_large = to->step_too_large;
    out->psi = to->psi;
    out->t = from->t + share * (to->t - from->t);
}

static void take(rb_slow_motion *slow, const rb_frame *frame) {
    slow->ready = frame->generation == slow->generation && frame->tick == slow->tick + 1;
    slow->gap = slow->since;
    slow->since = 0;
    slow->tick = frame->tick;
    slow->generation = frame->generation;
    for (int i = 0; i < frame->run_count; i++) {
        slow->from[i] = slow->to[i];
        slow->to[i] = frame->runs[i];
    }
}

bool rb_slow_motion_update(rb_slow_motion *slow, const rb_frame *frame, double wall_seconds) {
    slow->since += wall_seconds;
    if (frame->tick != slow->tick || frame->generation != slow->generation) {
        take(slow, frame);
    }
    /* Only where frames come much faster than ticks. */
    if (!slow->ready || !frame->playing || slow->gap < 2.5 * wall_seconds) {
        return false;
    }
    double share = fmin(slow->since / slow->gap, 1);
    for (int i = 0; i < frame->run_count; i++) {
        blend(&slow->from[i], &slow->to[i], share, &slow->shown[i]);
    }
    return true;
}
