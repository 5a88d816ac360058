/* Lyapunov exponents by the method of Benettin et al.: the columns of the tangent flow are made orthonormal
   again and again; the exponents are the mean rates of their growth. */
#include "analysis/lyapunov.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/tangent.h"
#include "math/elementary.h"
#include "sim/control.h"
#include "sim/simulation_struct.h"

enum {
    BLOCKS = 20, /* parts of the time for the errors */
    PARTS = 3    /* parts between orthonormal columns */
};
#define SHRUNK_MAX 5.0 /* columns are projected before errors dominate those that shrink */
#define FLAT 1e-7      /* a column that an event makes this flat is lost: below is the error of differences */

_Static_assert((int)RB_EXPONENTS_MAX == (int)RB_TANGENT_MAX, "an exponent for each column");

static double read_none(const rb_summary *summary) {
    (void)summary;
    return NAN;
}

const rb_outcome rb_outcome_lyapunov = {
    .name = "lyapunov",
    .title = "largest exponent",
    .symbol = "λ₁",
    .unit = "1/s",
    .help =
        "largest Lyapunov exponent, after a tenth of the time: above 0 the motion is chaotic (in studies)",
    .decimals = 4,
    .read = read_none,
};

/* Sums at one instant: logarithms of the growth of each direction, and of the volume by the Jacobian. */
typedef struct sums {
    double t;
    double growth[RB_EXPONENTS_MAX];
    double volume;
} sums;

typedef struct spectrum {
    const rb_lyapunov_request *request;
    rb_simulation *sim;
    rb_tangent tangent;
    int count;                       /* directions */
    int direction[RB_EXPONENTS_MAX]; /* of a column */
    sums now;
    sums marks[BLOCKS + 1]; /* at the ends of the blocks */
    int mark_count;
    double shrunk; /* logarithm of what is left of the last column since the columns were projected */
    int parts;     /* since the columns were orthonormal */
    bool failed;
} spectrum;

static double mark_time(const spectrum *s, int index) {
    const rb_lyapunov_request *q = s->request;
    return q->transient + (q->until - q->transient) * index / BLOCKS;
}

/* Makes the columns orthonormal and counts their growth. Columns flatter than `flat` are lost. */
static void renew(spectrum *s, double flat) {
    rb_tangent *t = &s->tangent;
    if (s->shrunk < -SHRUNK_MAX) {
        rb_tangent_project(t);
        s->shrunk = 0;
    }
    double growth[RB_TANGENT_MAX];
    int kept = 0, before = t->columns;
    t->columns = rb_tangent_orthonormalise(t, flat, growth);
    for (int k = 0; k < before; k++) {
        int d = s->direction[k];
        s->now.growth[d] += growth[k] > 0 ? rb_log(growth[k]) : -INFINITY;
        if (growth[k] > 0) {
            s->direction[kept++] = d;
        }
    }
    s->shrunk += before > 0 ? fmin(rb_log(growth[before - 1]), 0) : 0; /* events may have taken all */
    s->parts = 0;
}

/* Advances the columns while a part is due, or to the end of the steps so far. */
static void follow(spectrum *s, bool to_end) {
    rb_tangent *t = &s->tangent;
    while (!s->failed && t->t < t->end && (to_end || rb_tangent_is_due(t))) {
        s->failed = !rb_tangent_advance(t, t->end);
        if (++s->parts >= PARTS) {
            renew(s, 0);
        }
    }
}

static void mark(spectrum *s) {
    follow(s, true);
    rb_tangent_project(&s->tangent);
    renew(s, 0);
    s->now.volume += s->tangent.trace;
    s->tangent.trace = 0;
    while (s->mark_count <= BLOCKS && s->now.t >= mark_time(s, s->mark_count) * (1 - 1e-12)) {
        s->marks[s->mark_count++] = s->now;
    }
}

static void on_step(void *context, const rb_interpolant *part, const rb_event *events, int count) {
    spectrum *s = context;
    (void)events;
    (void)count;
    if (part == NULL || s->failed || !(part->h > 0)) {
        return;
    }
    rb_tangent_add(&s->tangent, part);
    s->now.t = part->t0 + part->h;
    if (s->mark_count <= BLOCKS && s->now.t >= mark_time(s, s->mark_count) * (1 - 1e-12)) {
        mark(s);
    }
    follow(s, false);
}

/* The volume changes at an event by the factor of all columns together. */
static void on_crossing(void *context, int event, const double *y) {
    spectrum *s = context;
    double before = 0, after = 0;
    follow(s, true);
    rb_tangent_project(&s->tangent);
    renew(s, 0);
    for (int d = 0; d < s->count; d++) {
        before += s->now.growth[d];
    }
    rb_tangent_cross(&s->tangent, event, y);
    renew(s, FLAT);
    for (int d = 0; d < s->count; d++) {
        after += s->now.growth[d];
    }
    s->now.volume += isinf(after) ? -INFINITY : after - before;
}

/* The mean rate of each block, their mean over all blocks, and its standard error. */
static void rate_of(const spectrum *s, int d, double *mean, double *error) {
    const sums *first = &s->marks[0], *last = &s->marks[BLOCKS];
    double sum = 0;
    int blocks = 0;
    *mean = (last->growth[d] - first->growth[d]) / (last->t - first->t);
    if (isinf(last->growth[d])) {
        *mean = -INFINITY;
        *error = NAN;
        return;
    }
    for (int b = 0; b < BLOCKS; b++) {
        double h = s->marks[b + 1].t - s->marks[b].t;
        if (h > 0) {
            double off = (s->marks[b + 1].growth[d] - s->marks[b].growth[d]) / h - *mean;
            sum += off * off;
            blocks++;
        }
    }
    *error = blocks > 1 ? sqrt(sum / (blocks * (blocks - 1.0))) : NAN;
}

static int falling(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (x[0] < y[0]) - (x[0] > y[0]);
}

static void collect(const spectrum *s, rb_lyapunov *out) {
    double pairs[RB_EXPONENTS_MAX][2];
    const sums *first = &s->marks[0], *last = &s->marks[BLOCKS];
    if (s->failed || s->mark_count <= BLOCKS || !(last->t > first->t)) {
        return;
    }
    for (int d = 0; d < s->count; d++) {
        rate_of(s, d, &pairs[d][0], &pairs[d][1]);
    }
    qsort(pairs, (size_t)s->count, sizeof pairs[0], falling);
    out->sum = 0;
    for (int d = 0; d < s->count; d++) {
        out->exponents[d] = pairs[d][0];
        out->errors[d] = pairs[d][1];
        out->sum += pairs[d][0];
    }
    double rate = (last->volume - first->volume) / (last->t - first->t);
    out->divergence = isinf(last->volume) ? -INFINITY : rate;
}

static bool is_cancelled(void *context) {
    const spectrum *s = context;
    const rb_lyapunov_request *q = s->request;
    return q->cancelled != NULL && q->cancelled(q->context, rb_simulation_time(s->sim));
}

/* Returns false if it was cancelled. */
static bool run(spectrum *s) {
    double half = rb_simulation_step_length(s->sim) / 2;
    bool cancelled = false;
    rb_simulation_hook(s->sim, on_step, s);
    rb_simulation_hook_crossings(s->sim, on_crossing);
    rb_simulation_set_interrupt(s->sim, is_cancelled, s);
    while (!cancelled && !s->failed && rb_simulation_phase(s->sim) == RB_PHASE_RUNNING &&
           rb_simulation_time(s->sim) < s->request->until - half) {
        cancelled = !rb_simulation_step(s->sim);
    }
    if (!cancelled && rb_simulation_phase(s->sim) == RB_PHASE_RUNNING) {
        rb_simulation_report_step(s->sim);
    }
    return !cancelled;
}

static rb_status begin(spectrum *s, rb_error *err) {
    const double *y = rb_simulation_y(s->sim);
    rb_error why;
    if (rb_tangent_begin(&s->tangent, &s->sim->model, y, false, &why) != RB_OK) {
        return rb_fail(err, RB_ERR_INPUT, "lyapunov: %s", why.text);
    }
    rb_tangent_fill(&s->tangent);
    s->count = s->tangent.columns;
    for (int k = 0; k < s->count; k++) {
        s->direction[k] = k;
    }
    if (!(s->request->transient > 0)) {
        s->marks[s->mark_count++] = s->now;
    }
    return RB_OK;
}

double rb_lyapunov_transient(double until) {
    return until / 10;
}

rb_status rb_lyapunov_fail_ended(const rb_lyapunov *lyapunov, double until, rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT,
                   "lyapunov: the run ended at %g s (%s): expected a motion that continues until %g s",
                   lyapunov->summary.t_end, rb_end_reason_name(lyapunov->summary.end_reason), until);
}

rb_status rb_lyapunov_of(const rb_scene *scene, const rb_lyapunov_request *request, rb_lyapunov *out,
                         rb_error *err) {
    spectrum *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "lyapunov: out of memory");
    }
    s->request = request;
    rb_status status = rb_simulation_create_checked(scene, &s->sim, err);
    status = status == RB_OK ? begin(s, err) : status;
    if (status == RB_OK) {
        *out = (rb_lyapunov){.count = s->count, .sum = NAN, .divergence = NAN};
        for (int d = 0; d < s->count; d++) {
            out->exponents[d] = out->errors[d] = NAN;
        }
        bool complete = run(s);
        collect(s, out);
        rb_simulation_hook(s->sim, NULL, NULL);
        rb_simulation_hook_crossings(s->sim, NULL);
        rb_simulation_summary(s->sim, &out->summary);
        if (out->summary.end_reason == RB_END_RUNNING) {
            out->summary.end_reason = complete ? RB_END_TIME : RB_END_INTERRUPTED;
        }
    }
    rb_simulation_destroy(s->sim);
    free(s);
    return status;
}
