#include "app/session/mean_forces.h"

#include <math.h>

#include "math/vec.h"

enum { INSTANTS = 10 }; /* read for a mean; between them the forces are taken as linear */

static const double longest = 0.5;   /* s, period */
static const double smallest = 5e-3; /* amplitude of an oscillation, share of the mean */

static const rb_column *normal_force(rb_session *session, int run) {
    const rb_body_kind *body = session->drawn[run].body;
    int signal = rb_signal_of(body, "N");
    signal = signal >= 0 ? signal : rb_signal_of(body, "N_large");
    return signal >= 0 ? rb_series_column(&session->series, &session->history, run, signal) : NULL;
}

double rb_rocking_period(rb_session *session, int run, double t) {
    const rb_history *history = &session->history;
    const rb_history_item *items = history->runs[run].items;
    const rb_column *N = normal_force(session, run);
    int first = rb_history_find(history, run, t - longest), last = rb_history_find(history, run, t);
    if (N == NULL || first < 0 || last >= N->count || last - first < 3) {
        return 0;
    }
    double mean = 0, square = 0;
    for (int i = first; i <= last; i++) {
        mean += N->values[i] / (last - first + 1);
        square += N->values[i] * N->values[i] / (last - first + 1);
    }
    if (!(square - mean * mean > smallest * smallest * mean * mean)) {
        return 0;
    }
    /* From the last rise through the mean back to the one before. */
    double later = NAN;
    for (int i = last; i > first; i--) {
        double a = N->values[i - 1] - mean, b = N->values[i] - mean;
        if (a < 0 && b >= 0) {
            double rise = items[i - 1].t + (items[i].t - items[i - 1].t) * a / (a - b);
            if (!isnan(later)) {
                return later - rise;
            }
            later = rise;
        }
    }
    return 0;
}

static void add(rb_contact_state *sum, double weight, const rb_contact_state *k) {
    if (!k->touching) {
        return;
    }
    sum->N += weight * k->N;
    sum->F = rb_add_scaled(sum->F, weight, k->F);
    sum->M_drill = rb_add_scaled(sum->M_drill, weight, k->M_drill);
    sum->M_roll = rb_add_scaled(sum->M_roll, weight, k->M_roll);
    sum->v_slip = rb_add_scaled(sum->v_slip, weight, k->v_slip);
}

bool rb_mean_forces(rb_session *session, int run, rb_snapshot *out) {
    const rb_history *history = &session->history;
    const rb_history_run *past = &history->runs[run];
    *out = *session->shown[run];
    double period = rb_rocking_period(session, run, out->t);
    int last = rb_history_find(history, run, out->t);
    if (!(period > 0) || last < 1) {
        return false;
    }
    double end = past->items[last].t, begin = end - period;
    int step = (last - rb_history_find(history, run, begin)) / INSTANTS + 1;
    for (int c = 0; c < out->contact_count && c < RB_CONTACTS_MAX; c++) {
        rb_contact_state *k = &out->contact[c];
        k->N = 0;
        k->F = k->M_drill = k->M_roll = k->v_slip = rb_v3(0, 0, 0);
    }
    /* The trapezoidal rule from begin to end; begin lies between two instants. */
    double carried = 0; /* weight of the instant from the interval after it */
    for (int i = last, before = 0;; i = before) {
        before = i - step > 0 ? i - step : 0;
        double from = fmax(past->items[before].t, begin), length = past->items[i].t - past->items[before].t;
        double share = length > 0 ? (from - past->items[before].t) / length : 0;
        double half = 0.5 * fmax(past->items[i].t - from, 0) / period;
        bool done = past->items[i].t <= begin || i == 0;
        rb_snapshot s;
        rb_history_read(history, past, i, &s);
        for (int c = 0; c < out->contact_count && c < RB_CONTACTS_MAX; c++) {
            add(&out->contact[c], carried + (done ? 0 : half * (1 + share)), &s.contact[c]);
        }
        carried = half * (1 - share);
        if (done) {
            return true;
        }
    }
}
