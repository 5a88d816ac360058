/* Contacts that open and close: their events, and for a tippe-top whether it stood up.

   A contact is closed while its gap is not positive. Under compliant laws the gap passes through
   zero within a step (interpolated linearly: off by h^2 a/8v, below 1e-6 s for the impacts of the
   top); rigid contacts change by jumps between steps.

   The top "stands up" when the large sphere has been off the floor for RB_LEDGER_STAND_TIME with the small
   one lower than it: attempts that fail and taps of the stem last milliseconds (KA09 shows two
   attempts, 9 ms and 50 ms apart). It falls back when the large sphere touches again. As the spin
   runs out it may rise once more for a moment: the summary has the longest stand. */
#include <math.h>
#include <string.h>

#include "math/bracket.h"
#include "sim/ledger.h"

static void see_contacts(rb_ledger *ledger, const double *f) {
    int gap = ledger->ops->follows.gap; /* -1: the body has no contacts */
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        ledger->closed[i] = gap >= 0 && !(f[gap + i] > 0);
    }
}

void rb_ledger_begin_contacts(rb_ledger *ledger, const double *f) {
    rb_summary *s = &ledger->summary;
    s->first_small_contact = s->large_last_off = s->fallback_time = NAN;
    s->inverted = false;
    see_contacts(ledger, f);
    ledger->off_since = NAN;
    ledger->stood = 0;
}

static void note(rb_ledger *ledger, int which, bool closes, double t, const double *y) {
    rb_summary *s = &ledger->summary;
    ledger->closed[which] = closes;
    double value = ledger->ops->inclination != NULL ? ledger->ops->inclination(y) : 0;
    rb_ledger_event(ledger, closes ? RB_EVENT_TOUCH : RB_EVENT_LEAVE, which, t, value);
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

/* Where within the part (0 to 1) the gap at place i behind the right-hand side passes through zero;
   y is the state there. */
static double passes(const rb_interpolant *s, int i, double *y) {
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

void rb_ledger_watch_contacts(rb_ledger *ledger, const rb_interpolant *s) {
    int gap = ledger->ops->follows.gap;
    if (gap < 0) {
        return;
    }
    const double *gap0 = s->f0 + gap, *gap1 = s->f1 + gap;
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        double before = gap0[i], after = gap1[i];
        bool closed0 = !(before > 0), closed1 = !(after > 0);
        if (closed0 != ledger->closed[i]) {
            note(ledger, i, closed0, s->t0, s->y0);
        }
        if (closed1 != closed0) {
            double y[RB_ODE_MAX];
            double x = passes(s, gap + i, y);
            note(ledger, i, closed1,
                 s->step == NULL ? s->t0 + s->h * before / (before - after) : s->t0 + s->h * x, y);
        }
    }
    bool lower = gap1[1] < gap1[0];                   /* the small sphere */
    double stands = s->t0 + s->h - ledger->off_since; /* NAN: it does not */
    if (lower && stands >= RB_LEDGER_STAND_TIME && stands > ledger->stood) {
        ledger->stood = stands;
        ledger->summary.inverted = true;
        ledger->summary.large_last_off = ledger->off_since;
        ledger->summary.fallback_time = NAN;
    }
}
