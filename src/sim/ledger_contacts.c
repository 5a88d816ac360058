/* Contacts that open and close: their events, and for a tippe-top whether it stood up.

   A contact is closed while its gap is not positive. Under compliant laws the gap passes through
   zero within a step (interpolated linearly: off by h^2 a/8v, below 1e-6 s for the impacts of the
   top); rigid contacts change by jumps between steps.

   The top "stands up" when the large sphere has been off the floor for STAND_TIME with the small
   one lower than it: attempts that fail and taps of the stem last milliseconds (KA09 shows two
   attempts, 9 ms and 50 ms apart). It falls back when the large sphere touches again. As the spin
   runs out it may rise once more for a moment: the summary tells the longest stand. */
#include <math.h>

#include "sim/ledger.h"

#define STAND_TIME 0.1 /* s */

void rb_ledger_see_contacts(rb_ledger *ledger, const double *f) {
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        ledger->closed[i] = !(f[RB_Y_GAP + i] > 0);
    }
}

void rb_ledger_begin_contacts(rb_ledger *ledger, const double *f) {
    rb_summary *s = &ledger->summary;
    s->first_small_contact = s->large_last_off = s->fallback_time = NAN;
    s->inverted = false;
    rb_ledger_see_contacts(ledger, f);
    ledger->off_since = NAN;
    ledger->stood = 0;
}

/* Angle between the body's axis 3 and the vertical. */
static double inclination(const double *y) {
    const double *q = y + RB_Y_Q;
    double across = q[1] * q[1] + q[2] * q[2], along = q[0] * q[0] + q[3] * q[3];
    return 2 * atan2(sqrt(across), sqrt(along));
}

static void note(rb_ledger *ledger, int which, bool closes, double t, const double *y) {
    rb_summary *s = &ledger->summary;
    ledger->closed[which] = closes;
    rb_ledger_event(ledger, closes ? RB_EVENT_TOUCH : RB_EVENT_LEAVE, which, t, inclination(y));
    if (which == 1) {
        if (closes && isnan(s->first_small_contact)) {
            s->first_small_contact = t;
        }
        return;
    }
    if (closes && ledger->off_since == s->large_last_off) {
        s->fallback_time = t;
    }
    ledger->off_since = closes ? NAN : t;
}

void rb_ledger_watch_contacts(rb_ledger *ledger, const rb_stride *s) {
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        double before = s->f0[RB_Y_GAP + i], after = s->f1[RB_Y_GAP + i];
        bool closed0 = !(before > 0), closed1 = !(after > 0);
        if (closed0 != ledger->closed[i]) {
            note(ledger, i, closed0, s->t0, s->y0);
        }
        if (closed1 != closed0) {
            note(ledger, i, closed1, s->t0 + s->h * before / (before - after), s->y1);
        }
    }
    bool lower = s->f1[RB_Y_GAP + 1] < s->f1[RB_Y_GAP]; /* the small sphere */
    double stands = s->t0 + s->h - ledger->off_since;   /* NAN: it does not */
    if (lower && stands >= STAND_TIME && stands > ledger->stood) {
        ledger->stood = stands;
        ledger->summary.inverted = true;
        ledger->summary.large_last_off = ledger->off_since;
        ledger->summary.fallback_time = NAN;
    }
}
