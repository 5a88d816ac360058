#include "rattleback/poincare.h"

#include <math.h>

#include "base/macros.h"
#include "math/pi.h"
#include "rattleback/run.h"

/* State of a map. */
typedef struct map {
    const rb_map_request *request;
    rb_map_point *points;
    rb_map_result *result;
    const rb_signal *signals[2];
    int seen;         /* points, including those left out */
    double last;      /* time of the last one, or of the start */
    bool pending;     /* a point waits for the event after it */
    rb_snapshot then; /* at that point */
    bool timed_out;   /* no point for too long */
    bool stopped;
} map;

/* Completes the pending point. Returns whether to continue. */
static bool finish(map *m) {
    const rb_map_request *q = m->request;
    m->pending = false;
    if (m->seen++ < q->transient) {
        return true;
    }
    int index = m->result->found++;
    bool on = q->see == NULL || q->see(q->context, index, &m->points[index], &m->then);
    m->stopped = !on || m->result->found == q->points;
    return !m->stopped;
}

static rb_map_point *place(map *m) {
    return &m->points[m->result->found];
}

static bool begin(map *m, const rb_snapshot *now) {
    rb_map_point *p = place(m);
    *p = (rb_map_point){.t = now->t, .held = NAN};
    for (int i = 0; i < 2; i++) {
        p->at[i] = rb_signal_value(m->signals[i], now);
    }
    m->last = now->t;
    m->then = *now;
    m->pending = m->request->section.event >= 0;
    return m->pending || finish(m);
}

static bool observe(void *context, const rb_moment *moment) {
    map *m = context;
    const rb_section_cut *section = &m->request->section;
    if (moment->event == NULL) {
        return begin(m, moment->now);
    }
    if (section->event < 0 || moment->event->kind != RB_EVENT_BODY) {
        return true;
    }
    bool on = true, again = moment->event->which == section->event;
    if (m->pending) {
        place(m)->zero = again;
        place(m)->held = again ? 0 : moment->event->t - place(m)->t;
        on = finish(m);
    }
    return on && again ? begin(m, moment->now) : on;
}

static bool is_cancelled(void *context, double t) {
    map *m = context;
    const rb_map_request *q = m->request;
    m->timed_out = t - m->last > q->patience;
    return m->timed_out || (q->cancelled != NULL && q->cancelled(q->context, t));
}

static bool same(const rb_map_point *a, const rb_map_point *b) {
    return fabs(a->at[0] - b->at[0]) <= RB_MAP_REPEATS && fabs(a->at[1] - b->at[1]) <= RB_MAP_REPEATS;
}

int rb_map_period(const rb_map_point *points, int count) {
    for (int p = 1; 2 * p <= count; p++) {
        int i = count / 2; /* the first half may still approach the orbit */
        while (i < count && same(&points[i - p], &points[i])) {
            i++;
        }
        if (i == count) {
            return p;
        }
    }
    return 0;
}

static rb_status check(const rb_map_request *q, rb_error *err) {
    if (q->points < 1 || q->transient < 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "map: expected at least one point and no negative transient, got %d and %d", q->points,
                       q->transient);
    }
    if (!(q->patience > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "map: expected a patience > 0 s, got %g", q->patience);
    }
    return RB_OK;
}

/* The period of the drive, s: of a table that moves harmonically, or of the force on a disk; 0: none. */
static double drive_period(const rb_scene *scene) {
    const double *base = scene->values[RB_SECTION_BASE];
    rb_section section;
    int index;
    rb_error none;
    if (base[RB_BASE_MOTION] == RB_BASE_HARMONIC && base[RB_BASE_FREQUENCY] > 0) {
        return 1 / base[RB_BASE_FREQUENCY];
    }
    if (rb_scene_find(scene, "F_frequency", &section, &index, &none) == RB_OK &&
        scene->values[section][index] > 0) {
        return 2 * RB_PI / scene->values[section][index];
    }
    return 0;
}

rb_status rb_poincare_continue(rb_simulation *sim, const rb_map_request *request, rb_map_point *points,
                               rb_map_result *out, rb_error *err) {
    RB_CHECK_ARGUMENTS(request != NULL, err);
    rb_status status = check(request, err);
    if (status != RB_OK) {
        return status;
    }
    bool by_drive = request->section.event == RB_CUT_DRIVE;
    double every = by_drive ? drive_period(rb_simulation_scene(sim)) : 0;
    if (by_drive && every == 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "section: drive: expected a table with a harmonic motion or a disk with a force");
    }
    const rb_body_kind *body = rb_simulation_scene(sim)->body;
    const char *const *names = body->map[0] != NULL ? body->map : body->phase;
    *out = (rb_map_result){.period_time = NAN};
    map m = {.request = request, .points = points, .result = out, .last = rb_simulation_time(sim)};
    for (int i = 0; i < 2; i++) {
        m.signals[i] = rb_signal_at(rb_signal_of(body, names[i]));
    }
    bool by_event = request->section.event >= 0;
    rb_observer observer = {.events = by_event,
                            .every = every,
                            .section = by_event || by_drive ? NULL : &request->section,
                            .observe = observe,
                            .cancelled = is_cancelled,
                            .context = &m};
    rb_run_result run;
    rb_run_simulation(sim, INFINITY, &observer, &run);
    out->end_reason = m.stopped ? RB_END_STOPPED : m.timed_out ? RB_END_TIME : run.summary.end_reason;
    out->diverged = run.summary.diverged;
    out->period = rb_map_period(points, out->found);
    if (out->period > 0) {
        out->period_time = points[out->found - 1].t - points[out->found - 1 - out->period].t;
    }
    return RB_OK;
}

rb_status rb_poincare(const rb_scene *scene, const rb_map_request *request, rb_map_point *points,
                      rb_map_result *out, rb_error *err) {
    RB_CHECK_ARGUMENTS(request != NULL, err);
    rb_simulation *sim = NULL;
    rb_status status = check(request, err);
    status = status == RB_OK ? rb_simulation_create(scene, &sim, err) : status;
    if (status == RB_OK) {
        status = rb_poincare_continue(sim, request, points, out, err);
        rb_simulation_destroy(sim);
    }
    return status;
}
