#include "sim/event_log.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "math/bracket.h"

/* A zero of the spin counts as a reversal when the spin after it reaches this share of the largest spin
   before it and RB_EVENT_LOG_SLOW, below which the body counts as at rest, and the body has turned back by
   this angle. Without these limits, rattling would count:
   omega3 crosses zero five to seven times in K11 Fig. 4. Swings of the classical rattleback reach a tenth
   of its spin but turn it by less than 0.01 rad. */
#define REVERSAL_SHARE 0.02
#define REVERSAL_ANGLE 0.03

void rb_event_log_add(rb_event_log *event_log, rb_event_kind kind, int which, double t, double value) {
    rb_summary *s = &event_log->summary;
    rb_event event = {kind, which, t, value};
    s->reversal_count += kind == RB_EVENT_REVERSAL;
    if (event_log->fresh_count < RB_INTERPOLANT_EVENTS_MAX) {
        event_log->fresh[event_log->fresh_count++] = event;
    }
    if (s->event_count == RB_EVENTS_MAX) {
        s->events_dropped++;
        return;
    }
    s->events[s->event_count++] = event;
}

void rb_event_log_report(rb_event_log *event_log, const rb_interpolant *part) {
    if (event_log->hook != NULL) {
        event_log->hook(event_log->hook_context, part, event_log->fresh, event_log->fresh_count);
    }
    event_log->fresh_count = 0;
}

static double speed2(const rb_body_ops *ops, const double *y) {
    const double *v = y + ops->follows.speed;
    double sum = 0;
    for (int i = 0; i < ops->follows.speed_count; i++) {
        sum += v[i] * v[i];
    }
    return sum;
}

/* Bodies without spin use their speed instead. */
static double signed_spin(const rb_body_ops *ops, const double *y) {
    return ops->follows.spin >= 0 ? y[ops->follows.spin] : sqrt(speed2(ops, y));
}

double rb_event_log_spin(const rb_body_ops *ops, const double *y) {
    return fabs(signed_spin(ops, y));
}

void rb_event_log_begin(rb_event_log *event_log, const rb_body_kind *kind, double t, const double *y,
                        const double *f, double E) {
    memset(event_log, 0, sizeof *event_log);
    const rb_body_ops *ops = kind->ops;
    event_log->ops = ops;
    event_log->reverses = rb_body_has(kind, RB_TRAIT_REVERSES);
    rb_summary *s = &event_log->summary;
    double spin = signed_spin(ops, y);
    s->first_reversal_time = s->extreme_after_reversal = s->time_of_extreme = NAN;
    s->N_min = s->N_max = ops->follows.N >= 0 ? f[ops->follows.N] : NAN;
    s->E_initial = E;
    event_log->scale = fabs(spin);
    event_log->side = event_log->origin = spin < 0 ? -1 : 1;
    event_log->crossing = event_log->first_zero = event_log->quiet_since = NAN;
    event_log->extreme = 0;
    event_log->extreme_time = NAN;
    event_log->above_0p1 = speed2(ops, y) > RB_EVENT_LOG_SLOW * RB_EVENT_LOG_SLOW ? INFINITY : t;
    event_log->above_0p01 = speed2(ops, y) > RB_EVENT_LOG_SLOWER * RB_EVENT_LOG_SLOWER ? INFINITY : t;
    rb_event_log_begin_contacts(event_log, f);
}

/* Returns where in the step (0 to 1) the dense output of component i, or its slope by central differences,
   changes sign. from, to: the values at the ends, of different signs. */
static double dense_zero_of(const rb_interpolant *s, int i, bool of_slope, double from, double to) {
    const double d = 1e-4;
    rb_bracket b = {0, 1, from, to, 0};
    double x = 0.5;
    for (int k = 0; k < 60 && b.far - b.near > 1e-14; k++) {
        x = rb_bracket_guess(&b, 1e-3);
        double at = of_slope ? (rb_interpolant_at(s, i, x + d) - rb_interpolant_at(s, i, x - d)) / (2 * d)
                             : rb_interpolant_at(s, i, x);
        if (at == 0) {
            break;
        }
        rb_bracket_take(&b, x, at, (at > 0) == (from > 0));
        if (of_slope && b.far - b.near < 1e-10) {
            break; /* limit of the difference quotient */
        }
    }
    return x;
}

/* Returns the time of the zero of component i, which changes sign over the step. dp5: 50 bisections of the
   cubic. */
static double zero_of(const rb_interpolant *s, int i) {
    if (s->step != NULL) {
        return s->t0 + s->h * dense_zero_of(s, i, false, s->y0[i], s->y1[i]);
    }
    double lo = 0, hi = 1;
    bool rising = s->y1[i] > s->y0[i];
    for (int k = 0; k < 50; k++) {
        double mid = (lo + hi) / 2;
        if ((rb_interpolant_at(s, i, mid) > 0) == rising) {
            hi = mid;
        } else {
            lo = mid;
        }
    }
    return s->t0 + s->h * hi;
}

/* Returns the time at which the speed falls below the limit. The speed is above it before the step and not
   above it after the step. */
static double falls_below(const rb_body_follows *follows, const rb_interpolant *s, double limit2) {
    double lo = 0, hi = 1;
    for (int k = 0; k < 50; k++) {
        double mid = (lo + hi) / 2, v2 = 0;
        for (int i = 0; i < follows->speed_count; i++) {
            double v = rb_interpolant_at(s, follows->speed + i, mid);
            v2 += v * v;
        }
        if (v2 > limit2) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return s->t0 + s->h * hi;
}

/* Updates the last time at which the speed fell below a threshold; INFINITY while it is above. */
static void watch_threshold(const rb_body_follows *follows, const rb_interpolant *s, double before2,
                            double after2, double threshold, double *last) {
    double limit2 = threshold * threshold;
    if (after2 > limit2) {
        *last = INFINITY;
    } else if (before2 > limit2) {
        *last = falls_below(follows, s, limit2);
    } else if (isinf(*last)) {
        *last = s->t0; /* changed by a flick between the steps */
    }
}

/* Integral of component i over the step, exact for its cubic. */
static double integral_of(const rb_interpolant *s, int i) {
    return s->h * ((s->y0[i] + s->y1[i]) / 2 + s->h * (s->f0[i] - s->f1[i]) / 12);
}

static void watch_reversal(rb_event_log *event_log, const rb_interpolant *s) {
    const int i = event_log->ops->follows.spin;
    double before = s->y0[i], after = s->y1[i];
    double size = fabs(after);
    if (size > event_log->scale) {
        event_log->scale = size;
        if (isnan(event_log->first_zero)) {
            event_log->side = event_log->origin = after < 0 ? -1 : 1;
        }
    }
    double side = after < 0 ? -1 : 1;
    if (isnan(event_log->crossing) && before * event_log->side < 0) {
        event_log->side = -event_log->side; /* changed by a flick between the steps */
    }
    bool within = (before > 0) != (after > 0) && before != 0;
    bool before_it =
        before == 0 && after != 0 && side != event_log->side; /* exactly zero between two steps */
    if (within || before_it) {
        double zero = within ? zero_of(s, i) : s->t0;
        if (isnan(event_log->first_zero)) {
            event_log->first_zero = zero;
        }
        if (isnan(event_log->crossing) && side != event_log->side) {
            event_log->crossing = zero;
        }
    }
    if (isnan(event_log->crossing)) {
        return;
    }
    event_log->turned_back -= event_log->side * integral_of(s, i);
    if (size > fmax(REVERSAL_SHARE * event_log->scale, RB_EVENT_LOG_SLOW) && side != event_log->side &&
        event_log->turned_back > REVERSAL_ANGLE) {
        /* The first reversal has the time of the first zero, in tables and as an event. */
        bool first = isnan(event_log->summary.first_reversal_time);
        double t = first ? event_log->first_zero : event_log->crossing;
        rb_event_log_add(event_log, RB_EVENT_REVERSAL, 0, t, after);
        event_log->summary.first_reversal_time =
            first ? event_log->first_zero : event_log->summary.first_reversal_time;
        event_log->side = side;
        event_log->crossing = NAN;
        event_log->turned_back = 0;
    } else if (side == event_log->side && event_log->turned_back <= 0) {
        event_log->crossing = NAN; /* rattled through zero and back */
        event_log->turned_back = 0;
    }
}

/* Returns where in the step (0 to 1) the cubic of component i has its extreme if its slope changes sign;
   else 1. */
static double extreme_of(const rb_interpolant *s, int i) {
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

/* The extreme of the reverse spin is reported only after a reversal has been confirmed. */
void rb_event_log_report_extreme(rb_event_log *event_log) {
    bool reversed = !isnan(event_log->summary.first_reversal_time);
    event_log->summary.extreme_after_reversal = reversed ? -event_log->origin * event_log->extreme : NAN;
    event_log->summary.time_of_extreme = reversed ? event_log->extreme_time : NAN;
}

/* The same for dense output. Skipped where it cannot exceed the extreme so far. */
static double dense_extreme_of(const rb_event_log *event_log, const rb_interpolant *s, int i) {
    double sign = -event_log->origin, m0 = s->h * s->f0[i], m1 = s->h * s->f1[i];
    double most = sign * (sign * s->y0[i] > sign * s->y1[i] ? s->y0[i] : s->y1[i]);
    bool peaks = sign * m0 > 0 && sign * m1 <= 0;
    if (!peaks || most + fmax(fabs(m0), fabs(m1)) <= event_log->extreme) {
        return 1;
    }
    return dense_zero_of(s, i, true, m0, m1);
}

static void watch_extreme(rb_event_log *event_log, const rb_interpolant *s) {
    const int i = event_log->ops->follows.spin;
    double x = s->step != NULL ? dense_extreme_of(event_log, s, i) : extreme_of(s, i);
    double against = -event_log->origin * (x == 1 ? s->y1[i] : rb_interpolant_at(s, i, x));
    if (against > event_log->extreme) {
        event_log->extreme = against;
        event_log->extreme_time = s->t0 + x * s->h;
    }
    rb_event_log_report_extreme(event_log);
}

static bool watch_rest(rb_event_log *event_log, const rb_interpolant *s, double before2, double after2) {
    const rb_body_ops *ops = event_log->ops;
    double limit = s->resolved ? ops->rest.speed : ops->rest.coarse_speed;
    double wait = s->resolved ? ops->rest.time : ops->rest.coarse_time;
    double limit2 = limit * limit;
    if (wait == 0 || after2 > limit2 || (ops->settled != NULL && !ops->settled(s->y1))) {
        event_log->quiet_since = NAN;
        return false;
    }
    if (isnan(event_log->quiet_since)) {
        event_log->quiet_since = before2 > limit2 ? falls_below(&ops->follows, s, limit2) : s->t0;
    }
    event_log->rested = fmax(event_log->quiet_since + wait, s->t0);
    return event_log->rested <= s->t0 + s->h;
}

static double force_at(const rb_interpolant *s, int N, double sign, double x) {
    double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX] = {0};
    rb_interpolant_look(s, x, y, f);
    return sign * f[N];
}

/* Returns the largest sign * N within a step: the largest of some samples, refined by parabolas if it can
   come close to `so_far`. */
static double largest_force(const rb_interpolant *s, int N, double sign, double so_far) {
    enum { SAMPLES = 4 };
    double v[SAMPLES + 1] = {sign * s->f0[N], [SAMPLES] = sign * s->f1[N]};
    int best = v[SAMPLES] > v[0] ? SAMPLES : 0;
    for (int i = 1; i < SAMPLES; i++) {
        v[i] = force_at(s, N, sign, (double)i / SAMPLES);
        best = v[i] > v[best] ? i : best;
    }
    if (best == 0 || best == SAMPLES) {
        return v[best];
    }
    double x = (double)best / SAMPLES, width = 1.0 / SAMPLES;
    double low = v[best - 1], mid = v[best], high = v[best + 1];
    for (int k = 0; k < 3; k++) {
        double bend = low - 2 * mid + high;
        double shift = bend < 0 ? (low - high) / (2 * bend) : 0; /* within half of width */
        if (mid + (k == 0 ? 1 : 0.1) * fabs(bend) < so_far) {
            break; /* the parabola's top is below mid - bend/8 */
        }
        x += shift * width;
        width /= 4;
        mid = fmax(mid, force_at(s, N, sign, x));
        low = force_at(s, N, sign, x - width);
        high = force_at(s, N, sign, x + width);
    }
    return fmax(mid, fmax(low, high));
}

/* Steps may be long. Samples the normal force within a step where its stages suggest a value beyond the
   extremes so far. */
static void watch_force(rb_event_log *event_log, const rb_interpolant *s) {
    rb_summary *sum = &event_log->summary;
    int N = event_log->ops->follows.N;
    sum->N_min = fmin(sum->N_min, s->f1[N]);
    sum->N_max = fmax(sum->N_max, s->f1[N]);
    double low = INFINITY, high = -INFINITY;
    const double *y, *f;
    for (int i = 0; s->step != NULL && rb_step_stage(s->step, i, &y, &f); i++) {
        low = f[N] < low ? f[N] : low;
        high = f[N] > high ? f[N] : high;
    }
    /* Stages are rough estimates. Where no stage lies beyond both ends, the step has no extreme. */
    double near = 0.01 * (sum->N_max - sum->N_min);
    low = low < fmin(s->f0[N], s->f1[N]) ? low : INFINITY;
    high = high > fmax(s->f0[N], s->f1[N]) ? high : -INFINITY;
    if (low < sum->N_min + near) {
        double found = -largest_force(s, N, -1, -sum->N_min);
        /* A negative value is an error of the step: a lift-off would have ended the run. */
        sum->N_min = found >= 0 ? fmin(sum->N_min, found) : sum->N_min;
    }
    if (high > sum->N_max - near) {
        sum->N_max = fmax(sum->N_max, largest_force(s, N, 1, sum->N_max));
    }
}

bool rb_event_log_add_step(rb_event_log *event_log, const rb_interpolant *s) {
    const rb_body_follows *follows = &event_log->ops->follows;
    if (follows->N >= 0) {
        watch_force(event_log, s);
    }
    double before2 = speed2(event_log->ops, s->y0), after2 = speed2(event_log->ops, s->y1);
    watch_threshold(follows, s, before2, after2, RB_EVENT_LOG_SLOW, &event_log->above_0p1);
    watch_threshold(follows, s, before2, after2, RB_EVENT_LOG_SLOWER, &event_log->above_0p01);
    if (event_log->reverses) {
        watch_reversal(event_log, s);
        watch_extreme(event_log, s);
    } else if (follows->spin < 0) {
        event_log->scale = fmax(event_log->scale, sqrt(after2));
    }
    rb_event_log_add_step_contacts(event_log, s);
    rb_event_log_report(event_log, s);
    return watch_rest(event_log, s, before2, after2);
}

double rb_event_log_rest(rb_event_log *event_log) {
    event_log->above_0p1 = fmin(event_log->above_0p1, event_log->rested);
    event_log->above_0p01 = fmin(event_log->above_0p01, event_log->rested);
    return event_log->rested;
}

#define AT(field) offsetof(rb_event_log, field)

/* The fields that are saved. Events and reversals are saved as their counts. */
static const size_t saved_fields[] = {
    AT(scale),
    AT(origin),
    AT(side),
    AT(crossing),
    AT(turned_back),
    AT(first_zero),
    AT(extreme),
    AT(extreme_time),
    AT(above_0p1),
    AT(above_0p01),
    AT(quiet_since),
    AT(off_since),
    AT(longest_stand),
    AT(summary.first_reversal_time),
    AT(summary.N_min),
    AT(summary.N_max),
    AT(summary.E_initial),
    AT(summary.first_small_contact),
    AT(summary.large_last_off),
    AT(summary.fallback_time),
};
enum {
    SAVED_EVENTS = sizeof saved_fields / sizeof saved_fields[0],
    SAVED_REVERSALS,
    SAVED_CLOSED,
    SAVED_COUNT
};
_Static_assert((int)SAVED_COUNT == RB_EVENT_LOG_SAVED, "the header says how much room is needed");

void rb_event_log_save(const rb_event_log *event_log, double saved[RB_EVENT_LOG_SAVED]) {
    for (int i = 0; i < SAVED_EVENTS; i++) {
        memcpy(&saved[i], (const char *)event_log + saved_fields[i], sizeof saved[i]);
    }
    saved[SAVED_EVENTS] = event_log->summary.event_count + event_log->summary.events_dropped;
    saved[SAVED_REVERSALS] = event_log->summary.reversal_count;
    unsigned closed = 0;
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        closed |= (unsigned)event_log->closed[i] << i;
    }
    saved[SAVED_CLOSED] = closed;
}

void rb_event_log_restore(rb_event_log *event_log, const double saved[RB_EVENT_LOG_SAVED]) {
    for (int i = 0; i < SAVED_EVENTS; i++) {
        memcpy((char *)event_log + saved_fields[i], &saved[i], sizeof saved[i]);
    }
    rb_summary *s = &event_log->summary;
    int events = (int)saved[SAVED_EVENTS];
    s->event_count = events < s->event_count ? events : s->event_count;
    s->events_dropped = events - s->event_count;
    s->reversal_count = (int)saved[SAVED_REVERSALS];
    rb_event_log_report_extreme(event_log);
    s->inverted = !isnan(s->large_last_off);
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        event_log->closed[i] = (unsigned)saved[SAVED_CLOSED] >> i & 1;
    }
}

void rb_event_log_saved_scales(const double saved[RB_EVENT_LOG_SAVED], double *scale, double *E_initial) {
    for (int i = 0; i < SAVED_EVENTS; i++) {
        *scale = saved_fields[i] == AT(scale) ? saved[i] : *scale;
        *E_initial = saved_fields[i] == AT(summary.E_initial) ? saved[i] : *E_initial;
    }
}
