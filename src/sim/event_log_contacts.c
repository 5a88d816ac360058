/* Contacts that open and close: their events, and whether a tippe-top stood up.

   A contact is closed while its gap is not positive. Under compliant laws the gap passes through zero within
   a step (interpolated linearly; the error is h^2 a/8v, below 1e-6 s for impacts of the top). Rigid contacts
   change between steps.

   The top "stands up" when the large sphere has been off the floor for RB_EVENT_LOG_STAND_TIME with the
   small one lower than it. Failed attempts and taps of the stem last milliseconds (KA09 shows two
   attempts, 9 ms and 50 ms apart). The top falls back when the large sphere touches again. Near the end of
   the spin it may rise again for a moment: the summary has the longest stand. */
#include <math.h>
#include <string.h>

#include "math/bracket.h"
#include "sim/event_log.h"

static void read_contacts(rb_event_log *event_log, const double *f) {
    int gap = event_log->ops->follows.gap; /* -1: the body has no contacts */
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        event_log->closed[i] = gap >= 0 && !(f[gap + i] > 0);
    }
}

void rb_event_log_begin_contacts(rb_event_log *event_log, const double *f) {
    rb_summary *s = &event_log->summary;
    s->first_small_contact = s->large_last_off = s->fallback_time = NAN;
    s->inverted = false;
    read_contacts(event_log, f);
    event_log->off_since = NAN;
    event_log->longest_stand = 0;
}

static void log_change(rb_event_log *event_log, int which, bool closes, double t, const double *y) {
    rb_summary *s = &event_log->summary;
    event_log->closed[which] = closes;
    double value = event_log->ops->inclination != NULL ? event_log->ops->inclination(y) : 0;
    rb_event_log_add(event_log, closes ? RB_EVENT_TOUCH : RB_EVENT_LEAVE, which, t, value);
    if (which == 1) {
        if (closes && isnan(s->first_small_contact)) {
            s->first_small_contact = t;
        }
        return;
    }
    if (closes && event_log->off_since == s->large_last_off) {
        s->fallback_time = t;
    }
    event_log->off_since = closes ? NAN : t;
}

/* Returns where in the step (0 to 1) the gap at index i of the right-hand side passes through zero; y: the
   state there. */
static double gap_zero(const rb_interpolant *s, int i, double *y) {
    double at = s->f0[i] / (s->f0[i] - s->f1[i]), f[RB_ODE_MAX] = {0};
    if (s->step == NULL) {
        memcpy(y, s->y1, RB_ODE_MAX * sizeof *y);
        return at;
    }
    rb_bracket b = {0, 1, s->f0[i], s->f1[i], 0};
    for (int k = 0; k < 40 && b.far - b.near > 1e-12; k++) {
        at = rb_bracket_guess(&b, 0);
        rb_interpolant_look(s, at, y, f);
        rb_bracket_take(&b, at, f[i], (f[i] > 0) == (b.at_near > 0));
        if (f[i] == 0) {
            break;
        }
    }
    return at;
}

void rb_event_log_add_step_contacts(rb_event_log *event_log, const rb_interpolant *part) {
    int gap = event_log->ops->follows.gap;
    if (gap < 0) {
        return;
    }
    const double *gap0 = part->f0 + gap, *gap1 = part->f1 + gap;
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        double before = gap0[i], after = gap1[i];
        bool closed0 = !(before > 0), closed1 = !(after > 0);
        if (closed0 != event_log->closed[i]) {
            log_change(event_log, i, closed0, part->t0, part->y0);
        }
        if (closed1 != closed0) {
            double y[RB_ODE_MAX];
            double x = gap_zero(part, gap + i, y);
            log_change(event_log, i, closed1,
                       part->step == NULL ? part->t0 + part->h * before / (before - after)
                                          : part->t0 + part->h * x,
                       y);
        }
    }
    bool lower = gap1[1] < gap1[0];                              /* the small sphere */
    double standing = part->t0 + part->h - event_log->off_since; /* s; NAN: it touches the floor */
    if (lower && standing >= RB_EVENT_LOG_STAND_TIME && standing > event_log->longest_stand) {
        event_log->longest_stand = standing;
        event_log->summary.inverted = true;
        event_log->summary.large_last_off = event_log->off_since;
        event_log->summary.fallback_time = NAN;
    }
}
