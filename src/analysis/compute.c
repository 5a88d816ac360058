/* Analyses of one motion in one call, as text (rattleback/compute.h). */
#include "rattleback/compute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/dynamics_json.h"
#include "base/macros.h"
#include "base/text.h"
#include "rattleback/study_spec.h"

/* A computation and where its progress is written. */
typedef struct watch {
    rb_compute_control *control;
    double until; /* s; 0: progress is not known from the time */
} watch;

static bool is_stopped(const rb_compute_control *control) {
    return control != NULL && control->stop != 0;
}

static bool at_time(void *context, double t) {
    const watch *w = context;
    if (w->control != NULL && w->until > 0) {
        w->control->share = fmin(t / w->until, 1);
    }
    return is_stopped(w->control);
}

static bool at_share(void *context, double share) {
    const watch *w = context;
    if (w->control != NULL) {
        w->control->share = share;
    }
    return is_stopped(w->control);
}

/* The text if all went well; else NULL, with the reason. */
static char *finish(rb_json *json, rb_status status, const rb_compute_control *control, const char *name,
                    rb_error *err) {
    char *text = rb_json_finish(json);
    if (status == RB_OK && !is_stopped(control) && text != NULL) {
        return text;
    }
    free(text);
    if (is_stopped(control)) {
        rb_fail(err, RB_ERR_INPUT, "%s: interrupted", name);
    } else if (status == RB_OK) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", name);
    }
    return NULL;
}

static rb_status check(const rb_scene *scene, double until, const char *name, rb_error *err) {
    if (scene == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a scene", name);
    }
    if (!(until > 0 && isfinite(until))) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected an end time > 0 s, got %g", name, until);
    }
    return rb_scene_check(scene, scene->id, err);
}

char *rb_gradient_compute(const rb_scene *scene, const char *of, const char *by, double until,
                          rb_compute_control *control, rb_error *err) {
    RB_CHECK_ARGUMENTS_OR(of != NULL && by != NULL, NULL);
    watch w = {.control = control, .until = until};
    rb_gradient_request request = {.until = until, .cancelled = at_time, .context = &w};
    rb_gradient *gradient = calloc(1, sizeof *gradient);
    rb_json json = {0};
    rb_status status = gradient != NULL ? check(scene, until, "gradient", err)
                                        : rb_fail(err, RB_ERR_MEMORY, "gradient: out of memory");
    status = status == RB_OK ? rb_gradient_add_of(&request, scene, of, err) : status;
    status = status == RB_OK ? rb_gradient_add_by(&request, scene, by, err) : status;
    status = status == RB_OK ? rb_gradient_of(scene, &request, gradient, err) : status;
    if (status == RB_OK) {
        rb_json_begin_object(&json, NULL);
        rb_gradient_json(&json, scene, &request, gradient);
        rb_json_end(&json);
    }
    free(gradient);
    return finish(&json, status, control, "gradient", err);
}

char *rb_lyapunov_compute(const rb_scene *scene, double until, double transient, rb_compute_control *control,
                          rb_error *err) {
    watch w = {.control = control, .until = until};
    rb_lyapunov_request request = {
        .until = until,
        .transient = transient >= 0 ? transient : rb_lyapunov_transient(until),
        .cancelled = at_time,
        .context = &w,
    };
    rb_lyapunov l;
    rb_json json = {0};
    rb_status status = check(scene, until, "lyapunov", err);
    if (status == RB_OK && !(request.transient < until)) {
        status = rb_fail(err, RB_ERR_INPUT, "transient: expected less than the end time %g s, got %g", until,
                         request.transient);
    }
    status = status == RB_OK ? rb_lyapunov_of(scene, &request, &l, err) : status;
    if (status == RB_OK && isnan(l.sum)) {
        status = rb_lyapunov_fail_ended(&l, until, err);
    }
    if (status == RB_OK) {
        rb_json_begin_object(&json, NULL);
        rb_lyapunov_json(&json, scene, request.transient, &l);
        rb_json_end(&json);
    }
    return finish(&json, status, control, "lyapunov", err);
}

rb_orbit_options rb_default_orbit_options(void) {
    return (rb_orbit_options){.transient = 150, .points = 100};
}

static rb_status read_options(const rb_scene *scene, const rb_orbit_options *o, rb_orbit_request *request,
                              rb_error *err) {
    enum { MOST = 100000, DOUBLINGS_MAX = 8 };
    if (o->transient < 0 || o->transient > MOST || o->points < 2 || o->points > MOST || o->period < 0 ||
        o->period >= o->points || o->doublings < 0 || o->doublings > DOUBLINGS_MAX) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "orbit: expected transient from 0 to %d, points from 2 to %d, period less than points, "
            "doublings from 0 to %d, got %d, %d, %d, %d",
            MOST, MOST, DOUBLINGS_MAX, o->transient, o->points, o->period, o->doublings);
    }
    request->transient = o->transient;
    request->points = o->points;
    request->period = o->period;
    return rb_section_read(scene->body, o->section, &request->section, err);
}

rb_status rb_continuation_read_along(rb_continuation_request *request, rb_scene *scene, const char *text,
                                     rb_error *err) {
    char name[64] = "";
    const char *equals = strchr(text, '=');
    char *end = NULL;
    double *to = &request->to, *from = &request->from;
    if (equals != NULL && (size_t)(equals - text) < sizeof name) {
        memcpy(name, text, (size_t)(equals - text));
        *from = rb_number_read(equals + 1, &end);
        *to = *end == ':' ? rb_number_read(end + 1, &end) : *from;
    }
    if (end == NULL || *end != '\0' || !isfinite(*from) || !isfinite(*to) || *from == *to) {
        return rb_fail(err, RB_ERR_INPUT, "--along: expected NAME=FROM:TO, got \"%.80s\"", text);
    }
    rb_status status = rb_gradient_by_find(&request->by, scene, "--along", name, err);
    if (status == RB_OK && request->by.section == RB_SECTION_START) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--along: expected a parameter of the motion, got the start value %s", name);
    }
    for (int i = 0; status == RB_OK && i < 2; i++) {
        scene->values[request->by.section][request->by.index] = i == 0 ? *to : *from;
        status = rb_scene_check(scene, scene->id, err);
    }
    return status;
}

/* Follows the orbit, and writes the branches. */
static rb_status follow(const rb_scene *scene, const rb_orbit_options *options,
                        const rb_orbit_request *request, watch *w, rb_json *json, rb_error *err) {
    rb_scene first = *scene;
    rb_continuation c;
    rb_continuation_request q = {
        .orbit = *request, .doublings = options->doublings, .cancelled = at_share, .context = w};
    rb_status status = rb_continuation_read_along(&q, &first, options->along, err);
    status = status == RB_OK ? rb_continuation_run(&first, &q, &c, err) : status;
    if (status == RB_OK) {
        rb_continuation_json(json, &first, &q, &c, true);
        rb_continuation_free(&c);
    }
    return status;
}

char *rb_orbit_compute(const rb_scene *scene, const rb_orbit_options *options, rb_compute_control *control,
                       rb_error *err) {
    RB_CHECK_ARGUMENTS_OR(options != NULL, NULL);
    watch w = {.control = control};
    rb_orbit_request request = {.cancelled = at_time, .context = &w};
    rb_orbit o;
    rb_json json = {0};
    rb_status status = check(scene, 1, "orbit", err);
    status = status == RB_OK ? read_options(scene, options, &request, err) : status;
    if (status == RB_OK) {
        rb_json_begin_object(&json, NULL);
        if (options->along != NULL) {
            status = follow(scene, options, &request, &w, &json, err);
        } else if ((status = rb_orbit_find(scene, &request, &o, err)) == RB_OK) {
            rb_orbit_json(&json, scene, &o);
        }
        rb_json_end(&json);
    }
    return finish(&json, status, control, "orbit", err);
}
