#include "rattleback/bindings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rattleback/friction.h"

/* ---- scenes ---------------------------------------------------------------------------------- */

rb_library *rb_library_create(const char *folder, rb_error *err) {
    rb_library *library = calloc(1, sizeof *library);
    if (library == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "library: out of memory");
        return NULL;
    }
    if (rb_library_load(library, folder, err) != RB_OK) {
        free(library);
        return NULL;
    }
    return library;
}

void rb_library_destroy(rb_library *library) {
    free(library);
}

int rb_library_size(const rb_library *library) {
    return library->count;
}

const rb_scene *rb_library_scene(const rb_library *library, int index) {
    return index >= 0 && index < library->count ? &library->scenes[index] : NULL;
}

rb_scene *rb_scene_open(const char *id_or_path, rb_error *err) {
    rb_scene *scene = calloc(1, sizeof *scene);
    if (scene == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", id_or_path);
        return NULL;
    }
    if (rb_library_open(id_or_path, scene, err) != RB_OK) {
        free(scene);
        return NULL;
    }
    return scene;
}

void rb_scene_close(rb_scene *scene) {
    free(scene);
}

typedef struct word {
    const char *key, *text;
} word;

static const char *find_word(const word *words, size_t count, const char *key) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(words[i].key, key) == 0) {
            return words[i].text;
        }
    }
    return NULL;
}

#define FIND_WORD(words, key) find_word(words, sizeof(words) / sizeof *(words), key)

const char *rb_scene_word(const rb_scene *scene, const char *key) {
    const word words[] = {{"id", scene->id},
                          {"name", scene->name},
                          {"description", scene->description},
                          {"source", scene->source},
                          {"body", scene->body->id},
                          {"law", scene->friction->id},
                          {"rolling", scene->rolling->id},
                          {"normal", scene->normal->id}};
    return FIND_WORD(words, key);
}

double rb_scene_until(const rb_scene *scene) {
    return rb_scene_value(scene, RB_SECTION_SOLVER, RB_SOLVER_T_END);
}

/* ---- laws ------------------------------------------------------------------------------------ */

const char *rb_friction_law_word(int index, const char *key) {
    if (index < 0 || index >= rb_friction_law_count()) {
        return NULL;
    }
    const rb_friction_law *law = rb_friction_law_at(index);
    const word words[] = {
        {"id", law->id}, {"name", law->name}, {"source", law->source}, {"help", law->help}};
    return FIND_WORD(words, key);
}

rb_status rb_friction_law_evaluate(const char *id, const char *const *assignments, double a,
                                   double b, size_t count, const double *slips, double *tractions,
                                   rb_error *err) {
    const rb_friction_law *law = rb_friction_law_find(id);
    if (law == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "law: expected the id of a friction law, got \"%.64s\"",
                       id);
    }
    double values[RB_PARAMS_MAX];
    rb_param_defaults(law->params, values);
    rb_friction_as_printed(law, values);
    for (; assignments != NULL && *assignments != NULL; assignments++) {
        rb_status status = rb_friction_assign(law, values, *assignments, err);
        if (status != RB_OK) {
            return status;
        }
    }
    rb_friction friction;
    rb_status status = rb_friction_law_check(law, (rb_patch){a, b}, err);
    if (status != RB_OK) {
        return status;
    }
    rb_friction_init(&friction, law, values, (rb_patch){a, b});
    for (size_t i = 0; i < count; i++, slips += 5, tractions += 3) {
        rb_slip slip = {
            .u_x = slips[0], .u_y = slips[1], .omega = slips[2], .d_c = slips[3], .d_s = slips[4]};
        rb_traction t;
        rb_friction_eval(&friction, &slip, &t, NULL);
        tractions[0] = t.T_x;
        tractions[1] = t.T_y;
        tractions[2] = t.M;
    }
    return RB_OK;
}

/* ---- recordings ------------------------------------------------------------------------------ */

struct rb_recording {
    const rb_body_kind *body;
    int columns;
    const rb_signal **signals;
    size_t rows, room;
    double *values; /* room numbers of the first column, then of the second, ... */
    bool full;      /* out of memory */
    const volatile int *stop;
    rb_run_result result;
};

/* Twice the room; columns move apart, the last one first. */
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

/* Refuses what would not fit into memory, before the run. */
static rb_status check_size(const rb_recording *r, double until, double every, rb_error *err) {
    double rows = floor(until / every) + 2;
    double bytes = rows * r->columns * (double)sizeof(double);
    if (bytes <= RB_RECORDING_BYTES_MAX) {
        return RB_OK;
    }
    return rb_fail(
        err, RB_ERR_INPUT,
        "recording: expected at most %g GB, got %.3g GB: %.3g rows (every %g s until %g s) "
        "of %d signals; a larger time between rows helps",
        RB_RECORDING_BYTES_MAX / 1073741824, bytes / 1073741824, rows, every, until, r->columns);
}

static rb_status run_into(rb_recording *r, const rb_scene *scene, double until, double every,
                          rb_error *err) {
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
    if (!(every > 0 && isfinite(every) && until > 0 && isfinite(until))) {
        rb_fail(err, RB_ERR_INPUT, "recording: expected times > 0 s, got until %g, every %g", until,
                every);
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
    return recording->rows;
}

int rb_recording_columns(const rb_recording *recording) {
    return recording->columns;
}

const char *rb_recording_word(const rb_recording *recording, int column, const char *key) {
    if (column < 0 || column >= recording->columns) {
        return NULL;
    }
    const rb_signal *signal = recording->signals[column];
    const word words[] = {{"name", signal->name},
                          {"symbol", signal->symbol},
                          {"unit", signal->unit},
                          {"help", signal->help}};
    return FIND_WORD(words, key);
}

const double *rb_recording_values(const rb_recording *recording, int column) {
    return recording->values + (size_t)column * recording->room;
}

double rb_recording_outcome(const rb_recording *recording, int index) {
    if (index < 0 || index >= rb_outcome_count()) {
        return NAN;
    }
    const rb_outcome *outcome = rb_outcome_at(index);
    return rb_outcome_fits(outcome, recording->body)
               ? rb_outcome_value(outcome, &recording->result.summary)
               : NAN;
}

const char *rb_outcome_name(int index) {
    return index >= 0 && index < rb_outcome_count() ? rb_outcome_at(index)->name : NULL;
}

const char *rb_recording_end_reason(const rb_recording *recording) {
    return rb_end_reason_name(recording->result.summary.end_reason);
}

uint64_t rb_recording_hash(const rb_recording *recording) {
    return recording->result.summary.state_hash;
}

int rb_recording_events(const rb_recording *recording) {
    return recording->result.summary.event_count;
}

const char *rb_recording_event(const rb_recording *recording, int index, double *t, int *which) {
    if (index < 0 || index >= recording->result.summary.event_count) {
        return NULL;
    }
    const rb_event *event = &recording->result.summary.events[index];
    *t = event->t;
    *which = event->which;
    return rb_event_name(recording->body, event);
}
