#include "viewer/session/slow_motion.h"

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
    out->phi = to->phi;
    out->psi = to->psi;
    out->t = from->t + share * (to->t - from->t);
}

/* The n-th last of what is kept. */
static int slot(const rb_slow_motion *slow, int n) {
    return (slow->newest + RB_SLOW_KEPT - n) % RB_SLOW_KEPT;
}

static void take(rb_slow_motion *slow, const rb_frame *frame) {
    uint64_t last = slow->ticks[slow->newest];
    /* Over more than a few ticks nothing is straight any more. */
    if (frame->generation != slow->generation || frame->tick < last || frame->tick > last + 3) {
        slow->count = 0;
    }
    if (slow->count > 0 && frame->tick == last) {
        return;
    }
    slow->newest = (slow->newest + 1) % RB_SLOW_KEPT;
    slow->count = slow->count < RB_SLOW_KEPT ? slow->count + 1 : RB_SLOW_KEPT;
    slow->ticks[slow->newest] = frame->tick;
    slow->generation = frame->generation;
    memcpy(slow->kept[slow->newest], frame->runs, (size_t)frame->run_count * sizeof(rb_snapshot));
    if (slow->count == 1) {
        slow->clock = (double)frame->tick;
    }
}

bool rb_slow_motion_update(rb_slow_motion *slow, const rb_frame *frame, double tick_seconds,
                           double wall_seconds) {
    if (!frame->playing || frame->speed > 0.1001) {
        slow->count = 0;
        return false;
    }
    take(slow, frame);
    /* Where ticks come late the clock waits for them, and from then on has that much in hand. */
    double newest = (double)slow->ticks[slow->newest];
    double oldest = (double)slow->ticks[slot(slow, slow->count - 1)];
    slow->clock += frame->speed * wall_seconds / tick_seconds;
    slow->clock = fmin(fmax(slow->clock, oldest), newest);
    int n = slow->count - 1;
    while (n > 1 && (double)slow->ticks[slot(slow, n - 1)] <= slow->clock) {
        n--;
    }
    int from = slot(slow, n);
    int to = slot(slow, n > 0 ? n - 1 : 0);
    double span = (double)(slow->ticks[to] - slow->ticks[from]);
    double share = span > 0 ? (slow->clock - (double)slow->ticks[from]) / span : 1;
    for (int i = 0; i < frame->run_count; i++) {
        blend(&slow->kept[from][i], &slow->kept[to][i], share, &slow->shown[i]);
    }
    return true;
}
