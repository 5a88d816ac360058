#include "app/session/session.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "math/pi.h"
#include "math/vec.h"

/* How a field is interpolated between two ticks. */
typedef enum mixing {
    BLENDED, /* linear, for numbers and vectors */
    ANGLE,   /* an angle, rad: the short way, since it may have jumped by a full turn */
    TURN,    /* a unit quaternion: q and -q are the same rotation, the nearer one is used */
} mixing;

typedef struct mixed_field {
    size_t offset;
    size_t size; /* bytes of doubles */
    mixing how;
} mixed_field;

#define FIELD(type, field, how)                                                                              \
    { offsetof(type, field), sizeof(((type *)NULL)->field), how }

static const mixed_field of_contact[] = {
    FIELD(rb_contact_state, point, BLENDED),    FIELD(rb_contact_state, point_body, BLENDED),
    FIELD(rb_contact_state, e_x, BLENDED),      FIELD(rb_contact_state, e_y, BLENDED),
    FIELD(rb_contact_state, patch, BLENDED),    FIELD(rb_contact_state, gap, BLENDED),
    FIELD(rb_contact_state, N, BLENDED),        FIELD(rb_contact_state, F, BLENDED),
    FIELD(rb_contact_state, M_drill, BLENDED),  FIELD(rb_contact_state, M_roll, BLENDED),
    FIELD(rb_contact_state, S, BLENDED),        FIELD(rb_contact_state, v_slip, BLENDED),
    FIELD(rb_contact_state, v_roll, BLENDED),   FIELD(rb_contact_state, slip_speed, BLENDED),
    FIELD(rb_contact_state, omega_n, BLENDED),  FIELD(rb_contact_state, slip, BLENDED),
    FIELD(rb_contact_state, traction, BLENDED),
};

/* Fields in neither table (step count, phase, flags) are taken from the later tick. */
static const mixed_field of_snapshot[] = {
    FIELD(rb_snapshot, t, BLENDED),
    FIELD(rb_snapshot, r_C, BLENDED),
    FIELD(rb_snapshot, v_C, BLENDED),
    FIELD(rb_snapshot, q, TURN),
    FIELD(rb_snapshot, omega, BLENDED),
    FIELD(rb_snapshot, n, BLENDED),
    FIELD(rb_snapshot, L, BLENDED),
    FIELD(rb_snapshot, omega_n, BLENDED),
    FIELD(rb_snapshot, theta, BLENDED),
    FIELD(rb_snapshot, phi, ANGLE),
    FIELD(rb_snapshot, psi, ANGLE),
    FIELD(rb_snapshot, tilt, BLENDED),
    FIELD(rb_snapshot, jellett, BLENDED),
    FIELD(rb_snapshot, jellett_balance, BLENDED),
    FIELD(rb_snapshot, E, BLENDED),
    FIELD(rb_snapshot, E_kin, BLENDED),
    FIELD(rb_snapshot, E_pot, BLENDED),
    FIELD(rb_snapshot, E_elastic, BLENDED),
    FIELD(rb_snapshot, E_kin_trans, BLENDED),
    FIELD(rb_snapshot, E_kin_spin, BLENDED),
    FIELD(rb_snapshot, E_kin_wobble, BLENDED),
    FIELD(rb_snapshot, W_slide, BLENDED),
    FIELD(rb_snapshot, W_drill, BLENDED),
    FIELD(rb_snapshot, W_roll, BLENDED),
    FIELD(rb_snapshot, W_damp, BLENDED),
    FIELD(rb_snapshot, W_in, BLENDED),
    FIELD(rb_snapshot, turned, BLENDED),
    FIELD(rb_snapshot, balance, BLENDED),
    FIELD(rb_snapshot, own, BLENDED),
    FIELD(rb_snapshot, error_estimate, BLENDED),
    FIELD(rb_snapshot, rhs_seconds, BLENDED),
};

enum {
    contact_fields = sizeof of_contact / sizeof of_contact[0],
    snapshot_fields = sizeof of_snapshot / sizeof of_snapshot[0]
};

static void mix_turn(const rb_quat *p, const rb_quat *q, double share, rb_quat *out) {
    double sign = p->w * q->w + p->x * q->x + p->y * q->y + p->z * q->z < 0 ? -1 : 1;
    rb_quat mixed = {p->w + share * (sign * q->w - p->w), p->x + share * (sign * q->x - p->x),
                     p->y + share * (sign * q->y - p->y), p->z + share * (sign * q->z - p->z)};
    *out = rb_quat_normalize(mixed);
}

/* out already holds the later tick. */
static void mix(const mixed_field *fields, int count, const void *from, double share, void *out) {
    for (int i = 0; i < count; i++) {
        const double *a = (const double *)(const void *)((const char *)from + fields[i].offset);
        double *b = (double *)(void *)((char *)out + fields[i].offset);
        if (fields[i].how == TURN) {
            mix_turn((const rb_quat *)(const void *)a, (rb_quat *)(void *)b, share, (rb_quat *)(void *)b);
            continue;
        }
        for (size_t k = 0; k < fields[i].size / sizeof(double); k++) {
            double way = b[k] - a[k];
            b[k] = a[k] + share * (fields[i].how == ANGLE ? remainder(way, 2 * RB_PI) : way);
        }
    }
}

static void blend(const rb_snapshot *from, const rb_snapshot *to, double share, rb_snapshot *out) {
    *out = *to;
    mix(of_snapshot, snapshot_fields, from, share, out);
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        mix(of_contact, contact_fields, &from->contact[i], share, &out->contact[i]);
    }
}

/* The n-th last kept tick. */
static int slot(const rb_slow_motion *slow, int n) {
    return (slow->newest + RB_SLOW_KEPT - n) % RB_SLOW_KEPT;
}

/* True if this frame has the same runs, in the same order, as the kept ticks. */
static bool same_runs(const rb_slow_motion *slow, const rb_frame *frame) {
    bool same = slow->start == frame->start && slow->run_count == frame->run_count;
    for (int i = 0; same && i < frame->run_count; i++) {
        same = slow->ids[i] == frame->marks[i].id;
    }
    return same;
}

static void take(rb_slow_motion *slow, const rb_frame *frame) {
    uint64_t last = slow->ticks[slow->newest];
    /* Largest number of ticks between which linear interpolation is accurate. */
    if (!same_runs(slow, frame) || frame->tick < last || frame->tick > last + 3) {
        slow->count = 0;
    }
    if (slow->count > 0 && frame->tick == last) {
        return;
    }
    slow->newest = (slow->newest + 1) % RB_SLOW_KEPT;
    slow->count = slow->count < RB_SLOW_KEPT ? slow->count + 1 : RB_SLOW_KEPT;
    slow->ticks[slow->newest] = frame->tick;
    slow->start = frame->start;
    slow->run_count = frame->run_count;
    for (int i = 0; i < frame->run_count; i++) {
        slow->ids[i] = frame->marks[i].id;
    }
    memcpy(slow->kept[slow->newest], frame->runs, (size_t)frame->run_count * sizeof(rb_snapshot));
    if (slow->count == 1) {
        slow->clock = (double)frame->tick;
    }
}

bool rb_slow_motion_update(rb_slow_motion *slow, const rb_frame *frame, double wall_seconds) {
    if (!frame->playing || frame->speed > 0.1001) {
        slow->count = 0;
        return false;
    }
    take(slow, frame);
    /* When ticks arrive late the clock waits for them, and from then on stays that much behind. */
    double newest = (double)slow->ticks[slow->newest];
    double oldest = (double)slow->ticks[slot(slow, slow->count - 1)];
    slow->clock += frame->speed * wall_seconds / frame->tick_length;
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
