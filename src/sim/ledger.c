#include "sim/ledger.h"

#include <math.h>
#include <string.h>

/* A zero of omega3 counts as a reversal when the spin that follows reaches this share of the
   largest spin before: omega3 also crosses zero while the stone merely rattles (K11 Fig. 4 does it
   five to seven times). */
#define REVERSAL_SHARE 0.02

/* At rest: |omega| below this for this long, which is longer than the rocking of these stones stays
   near a turning point. */
#define REST_OMEGA 2e-3
#define REST_TIME 0.5
/* Nor does what rests rise or fall, as a body does that flies without turning. */
#define REST_FALL 1e-3 /* m/s */

/* Where the step is too large for friction's slope near rest, an explicit method chatters at a few
   mrad/s for ever: there the body rests once what is left cannot be told from chatter. */
#define UNRESOLVED_OMEGA 3e-2
#define UNRESOLVED_TIME 0.15

void rb_ledger_event(rb_ledger *ledger, rb_event_kind kind, int which, double t, double value) {
    rb_summary *s = &ledger->summary;
    if (s->event_count == RB_EVENTS_MAX) {
        s->events_dropped++;
        return;
    }
    s->events[s->event_count++] = (rb_event){kind, which, t, value};
}

void rb_ledger_begin(rb_ledger *ledger, const rb_body_ops *ops, double t, const double *y,
                     const double *f, double E) {
    memset(ledger, 0, sizeof *ledger);
    ledger->turns_over = ops->turns_over;
    rb_summary *s = &ledger->summary;
    double omega3 = y[RB_Y_OMEGA + 2];
    s->first_reversal_time = s->extreme_after_reversal = s->time_of_extreme = NAN;
    s->N_min = s->N_max = f[RB_Y_N];
    s->E_initial = E;
    ledger->omega3_scale = fabs(omega3);
    ledger->side = ledger->origin = omega3 < 0 ? -1 : 1;
    ledger->crossing = ledger->first_zero = ledger->quiet_since = NAN;
    ledger->extreme = 0;
    ledger->extreme_time = NAN;
    ledger->above_0p1 = ledger->above_0p01 = t;
    rb_ledger_begin_contacts(ledger, f);
}

/* Value at t0 + x h of the cubic through both ends with their slopes. */
static double cubic(const rb_stride *s, int i, double x) {
    double y0 = s->y0[i], y1 = s->y1[i];
    double m0 = s->h * s->f0[i], m1 = s->h * s->f1[i];
    double rise = y1 - y0;
    return y0 + x * (m0 + x * (3 * rise - 2 * m0 - m1 + x * (m0 + m1 - 2 * rise)));
}

/* The zero of component i, which changes sign over the step: bisection on the cubic, 50 halvings. */
static double zero_of(const rb_stride *s, int i) {
    double lo = 0, hi = 1;
    bool rising = s->y1[i] > s->y0[i];
    for (int k = 0; k < 50; k++) {
        double mid = (lo + hi) / 2;
        if ((cubic(s, i, mid) > 0) == rising) {
            hi = mid;
        } else {
            lo = mid;
        }
    }
    return s->t0 + s->h * hi;
}

static double speed2(const double *y) {
    const double *w = y + RB_Y_OMEGA;
    return w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
}

/* When |omega| falls below a limit that it exceeds before the step and not after it. */
static double falls_below(const rb_stride *s, double limit2) {
    double lo = 0, hi = 1;
    for (int k = 0; k < 50; k++) {
        double mid = (lo + hi) / 2, w2 = 0;
        for (int i = 0; i < 3; i++) {
            double w = cubic(s, RB_Y_OMEGA + i, mid);
            w2 += w * w;
        }
        if (w2 > limit2) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return s->t0 + s->h * hi;
}

/* Keeps the last time at which |omega| fell below a threshold; INFINITY while above. */
static void watch_threshold(const rb_stride *s, double before2, double after2, double threshold,
                            double *last) {
    double limit2 = threshold * threshold;
    if (after2 > limit2) {
        *last = INFINITY;
    } else if (before2 > limit2) {
        *last = falls_below(s, limit2);
    }
}

static void watch_reversal(rb_ledger *ledger, const rb_stride *s) {
    const int i = RB_Y_OMEGA + 2;
    double before = s->y0[i], after = s->y1[i];
    double size = fabs(after);
    if (size > ledger->omega3_scale) {
        ledger->omega3_scale = size;
        if (isnan(ledger->first_zero)) {
            ledger->side = ledger->origin = after < 0 ? -1 : 1;
        }
    }
    if ((before > 0) != (after > 0) && before != 0) {
        double zero = zero_of(s, i);
        if (isnan(ledger->first_zero)) {
            ledger->first_zero = zero;
        }
        if (isnan(ledger->crossing)) {
            ledger->crossing = zero;
        }
    }
    if (isnan(ledger->crossing)) {
        return;
    }
    bool significant = size > REVERSAL_SHARE * ledger->omega3_scale;
    int side = after < 0 ? -1 : 1;
    if (significant && side != ledger->side) {
        rb_ledger_event(ledger, RB_EVENT_REVERSAL, 0, ledger->crossing, after);
        if (isnan(ledger->summary.first_reversal_time)) {
            ledger->summary.first_reversal_time = ledger->first_zero;
        }
        ledger->side = side;
        ledger->crossing = NAN;
    } else if (significant) {
        ledger->crossing = NAN; /* it only rattled through zero and came back */
    }
}

/* Where within the step (0 to 1) the cubic of component i has its extreme, if its slope changes
   sign; else the end. */
static double extreme_of(const rb_stride *s, int i) {
    double m0 = s->h * s->f0[i], m1 = s->h * s->f1[i];
    if ((m0 > 0) == (m1 > 0)) {
        return 1;
    }
    double rise = s->y1[i] - s->y0[i];
    double c2 = 3 * rise - 2 * m0 - m1, c3 = m0 + m1 - 2 * rise;
    /* m0 + 2 c2 x + 3 c3 x^2 = 0, the root between 0 and 1 without cancellation */
    double root = sqrt(fmax(0, c2 * c2 - 3 * c3 * m0));
    double q = -(c2 + (c2 < 0 ? -root : root));
    double x = q != 0 && m0 / q >= 0 && m0 / q <= 1 ? m0 / q : q / (3 * c3);
    return x >= 0 && x <= 1 ? x : 1;
}

static void watch_extreme(rb_ledger *ledger, const rb_stride *s) {
    const int i = RB_Y_OMEGA + 2;
    double x = extreme_of(s, i);
    double against = -ledger->origin * cubic(s, i, x);
    if (against > ledger->extreme) {
        ledger->extreme = against;
        ledger->extreme_time = s->t0 + x * s->h;
    }
    if (!isnan(ledger->summary.first_reversal_time)) {
        ledger->summary.extreme_after_reversal = -ledger->origin * ledger->extreme;
        ledger->summary.time_of_extreme = ledger->extreme_time;
    }
}

static bool watch_rest(rb_ledger *ledger, const rb_stride *s, double before2, double after2) {
    double limit = s->resolved ? REST_OMEGA : UNRESOLVED_OMEGA;
    double wait = s->resolved ? REST_TIME : UNRESOLVED_TIME;
    double limit2 = limit * limit;
    if (after2 > limit2 || fabs(s->y1[RB_Y_V + 2]) > REST_FALL) {
        ledger->quiet_since = NAN;
        return false;
    }
    if (isnan(ledger->quiet_since)) {
        ledger->quiet_since = before2 > limit2 ? falls_below(s, limit2) : s->t0;
    }
    ledger->rested = fmax(ledger->quiet_since + wait, s->t0);
    return ledger->rested <= s->t0 + s->h;
}

bool rb_ledger_watch(rb_ledger *ledger, const rb_stride *s) {
    rb_summary *sum = &ledger->summary;
    sum->N_min = fmin(sum->N_min, s->f1[RB_Y_N]);
    sum->N_max = fmax(sum->N_max, s->f1[RB_Y_N]);
    double before2 = speed2(s->y0), after2 = speed2(s->y1);
    watch_threshold(s, before2, after2, 0.1, &ledger->above_0p1);
    watch_threshold(s, before2, after2, 0.01, &ledger->above_0p01);
    if (!ledger->turns_over) {
        watch_reversal(ledger, s);
        watch_extreme(ledger, s);
    }
    rb_ledger_watch_contacts(ledger, s);
    return watch_rest(ledger, s, before2, after2);
}

double rb_ledger_rest(rb_ledger *ledger) {
    ledger->above_0p1 = fmin(ledger->above_0p1, ledger->rested);
    ledger->above_0p01 = fmin(ledger->above_0p01, ledger->rested);
    return ledger->rested;
}

/* A time that is not past t, or NAN. */
static double not_after(double time, double t) {
    return time <= t ? time : NAN;
}

void rb_ledger_rewind(rb_ledger *ledger, const rb_body_ops *ops, double t, const double *y,
                      const double *f) {
    rb_ledger past = *ledger;
    const rb_summary *was = &past.summary;
    rb_summary *is = &ledger->summary;
    rb_ledger_begin(ledger, ops, t, y, f, was->E_initial);
    is->N_min = was->N_min;
    is->N_max = was->N_max;
    is->max_gap = was->max_gap;
    ledger->omega3_scale = past.omega3_scale;
    ledger->origin = ledger->side = past.origin;
    for (int i = 0; i < was->event_count; i++) {
        if (was->events[i].t <= t) {
            is->events[is->event_count++] = was->events[i];
            ledger->side *= was->events[i].kind == RB_EVENT_REVERSAL ? -1 : 1;
        }
    }
    ledger->first_zero = not_after(past.first_zero, t);
    is->first_reversal_time = not_after(was->first_reversal_time, t);
    if (past.extreme_time <= t) {
        ledger->extreme = past.extreme;
        ledger->extreme_time = past.extreme_time;
        is->extreme_after_reversal = was->extreme_after_reversal;
        is->time_of_extreme = was->time_of_extreme;
    }
    is->first_small_contact = not_after(was->first_small_contact, t);
    is->large_last_off = not_after(was->large_last_off, t);
    is->fallback_time = not_after(was->fallback_time, t);
    is->inverted = was->inverted && !isnan(is->large_last_off);
    if (!isnan(is->fallback_time)) { /* a shorter stand that follows is not the longest */
        ledger->stood = is->fallback_time - is->large_last_off;
    }
    if (not_after(past.off_since, t) == past.off_since && f[RB_Y_GAP] > 0) {
        ledger->off_since = past.off_since;
    }
}
