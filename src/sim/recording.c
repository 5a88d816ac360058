#include "rattleback/recording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/macros.h"

struct rb_recording {
    const rb_body_kind *body;
    int columns;
    const rb_signal **signals;
    size_t rows, room;
    double *values; /* `room` numbers of the first column, then of the second, ... */
    bool full;      /* out of memory */
    const volatile int *stop;
    rb_run_result result;
};

/* Doubles the room. Columns are moved apart, the last one first. */
static bool grow(rb_recording *r) {
    size_t room = r->room > 0 ? 2 * r->room : 1024;
    double *values = realloc(r->values, room * (size_t)r->columns * sizeof *values);
    if (values == NULL) {
        return false;
    }
    for (int c = r->columns - 1; c > 0; c--) {
        memmove(values + (size_t)c * room, values + (size_t)c * r->room, r->rows * sizeof *values);
    }
    r->values = values;
    r->room = room;
    return true;
}

static bool keep(rb_recording *r, const rb_snapshot *now) {
    if (r->rows == r->room && !grow(r)) {
        r->full = true;
        return false;
    }
    for (int c = 0; c < r->columns; c++) {
        r->values[(size_t)c * r->room + r->rows] = rb_signal_value(r->signals[c], now);
    }
    r->rows++;
    return true;
}

static bool observe(void *context, const rb_moment *moment) {
    return keep(context, moment->now);
}

static bool stopped(void *context, double t) {
    (void)t;
    const rb_recording *r = context;
    return r->stop != NULL && *r->stop != 0;
}

/* Rejects a recording that would not fit into memory, before the run. */
static rb_status check_size(const rb_recording *r, double until, double every, rb_error *err) {
    double rows = floor(until / every) + 2;
    double bytes = rows * r->columns * (double)sizeof(double);
    if (bytes <= RB_RECORDING_BYTES_MAX) {
        return RB_OK;
    }
    return rb_fail(err, RB_ERR_INPUT,
                   "recording: expected at most %g GB, got %.3g GB: %.3g rows (every %g s until %g s) "
                   "of %d signals; a larger time between rows helps",
                   RB_RECORDING_BYTES_MAX / 1073741824, bytes / 1073741824, rows, every, until, r->columns);
}

static rb_status run_into(rb_recording *r, const rb_scene *scene, double until, double every, rb_error *err) {
    r->signals = calloc((size_t)rb_signal_count(), sizeof(const rb_signal *));
    if (r->signals == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "recording: out of memory");
    }
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), scene->body)) {
            r->signals[r->columns++] = rb_signal_at(i);
        }
    }
    rb_observer observer = {.every = every, .observe = observe, .cancelled = stopped, .context = r};
    rb_status status = check_size(r, until, every, err);
    status = status == RB_OK ? rb_run(scene, until, &observer, &r->result, err) : status;
    if (status != RB_OK) {
        return status;
    }
    double last = r->rows > 0 ? r->values[r->rows - 1] : NAN; /* t is the first signal */
    if (!r->full && !(last >= r->result.last.t)) {
        keep(r, &r->result.last);
    }
    return r->full ? rb_fail(err, RB_ERR_MEMORY, "recording: out of memory") : RB_OK;
}

rb_recording *rb_record(const rb_scene *scene, double until, double every, const volatile int *stop,
                        rb_error *err) {
    if (scene == NULL) {
        rb_fail(err, RB_ERR_INPUT, "recording: expected a scene");
        return NULL;
    }
    if (!(every > 0 && isfinite(every) && until > 0 && isfinite(until))) {
        rb_fail(err, RB_ERR_INPUT, "recording: expected times > 0 s, got until %g, every %g", until, every);
        return NULL;
    }
    rb_recording *r = calloc(1, sizeof *r);
    if (r == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "recording: out of memory");
        return NULL;
    }
    r->body = scene->body;
    r->stop = stop;
    if (run_into(r, scene, until, every, err) != RB_OK) {
        rb_recording_destroy(r);
        return NULL;
    }
    return r;
}

void rb_recording_destroy(rb_recording *recording) {
    if (recording != NULL) {
        free(recording->signals);
        free(recording->values);
        free(recording);
    }
}

size_t rb_recording_rows(const rb_recording *recording) {
    RB_CHECK_ARGUMENTS_OR(recording != NULL, 0);
    return recording->rows;
}

int rb_recording_columns(const rb_recording *recording) {
    RB_CHECK_ARGUMENTS_OR(recording != NULL, 0);
    return recording->columns;
}

const char *rb_recording_string(const rb_recording *recording, int column, const char *key) {
    RB_CHECK_ARGUMENTS_OR(recording != NULL, NULL);
    if (column < 0 || column >= recording->columns || key == NULL) {
        return NULL;
    }
    const rb_signal *signal = recording->signals[column];
    return strcmp(key, "name") == 0     ? signal->name
           : strcmp(key, "symbol") == 0 ? signal->symbol
           : strcmp(key, "unit") == 0   ? signal->unit
           : strcmp(key, "help") == 0   ? signal->help
                                        : NULL;
}

const double *rb_recording_values(const rb_recording *recording, int column) {
    RB_CHECK_ARGUMENTS_OR(recording != NULL, NULL);
    bool known = column >= 0 && column < recording->columns;
    return known ? recording->values + (size_t)column * recording->room : NULL;
}

double rb_recording_outcome(const rb_recording *recording, int index) {
    RB_CHECK_ARGUMENTS_OR(recording != NULL, NAN);
    if (index < 0 || index >= rb_outcome_count()) {
        return NAN;
    }
    const rb_outcome *outcome = rb_outcome_at(index);
    return rb_outcome_fits(outcome, recording->body) ? rb_outcome_value(outcome, &recording->result.summary)
                                                     : NAN;
}

const char *rb_recording_end_reason(const rb_recording *recording) {
    RB_CHECK_ARGUMENTS_OR(recording != NULL, NULL);
    return rb_end_reason_name(recording->result.summary.end_reason);
}

uint64_t rb_recording_hash(const rb_recording *recording) {
    RB_CHECK_ARGUMENTS_OR(recording != NULL, 0);
    return recording->result.summary.state_hash;
}

int rb_recording_events(const rb_recording *recording) {
    RB_CHECK_ARGUMENTS_OR(recording != NULL, 0);
    return recording->result.summary.event_count;
}

const char *rb_recording_event(const rb_recording *recording, int index, double *t, int *which) {
    RB_CHECK_ARGUMENTS_OR(recording != NULL, NULL);
    if (index < 0 || index >= recording->result.summary.event_count) {
        return NULL;
    }
    const rb_event *event = &recording->result.summary.events[index];
    *t = event->t;
    *which = event->which;
    return rb_event_name(recording->body, event);
}
