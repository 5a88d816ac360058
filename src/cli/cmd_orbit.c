/* rbsim orbit: a periodic orbit and its Floquet multipliers. */
#include "analysis/orbit.h"

#include "analysis/study_table.h"
#include "cli/output.h"

typedef struct orbit_request {
    rb_scene scene;
    const char *section, *summary;
    int64_t transient, points, period;
    rb_orbit_request orbit;
} orbit_request;

static void print_lines(const orbit_request *q, const rb_orbit *o) {
    const char *const *names = rb_map_signals(q->scene.body);
    printf("period  %d points, %.12g s\nat      %s %.12g, %s %.12g\nstate   repeats to %.1e after %d "
           "iterations\n",
           o->period, o->period_time, names[0], o->at[0], names[1], o->at[1], o->residual, o->iterations);
    for (int i = 0; i < o->count; i++) {
        printf("multiplier  %.9g %+.9gi\n", o->re[i], o->im[i]);
    }
    printf("%s\n", o->stable ? "stable" : "unstable");
}

static bool write_summary(const orbit_request *q, const rb_orbit *o, rb_error *err) {
    const char *const *names = rb_map_signals(q->scene.body);
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_json_text(&json, "scene", q->scene.id);
    rb_json_number(&json, "period", o->period);
    rb_json_number(&json, "period_time", o->period_time);
    rb_json_begin_object(&json, "at");
    rb_json_number(&json, names[0], o->at[0]);
    rb_json_number(&json, names[1], o->at[1]);
    rb_json_end(&json);
    rb_json_number(&json, "residual", o->residual);
    rb_json_begin_list(&json, "multipliers");
    for (int i = 0; i < o->count; i++) {
        rb_json_begin_list(&json, NULL);
        rb_json_number(&json, NULL, o->re[i]);
        rb_json_number(&json, NULL, o->im[i]);
        rb_json_end(&json);
    }
    rb_json_end(&json);
    rb_json_bool(&json, "stable", o->stable);
    rb_json_end(&json);
    return rb_write_json_file(&json, q->summary, "orbit", err);
}

static int find_orbit(const rb_command_line *line, void *request) {
    (void)line;
    const orbit_request *q = request;
    rb_orbit o;
    rb_error err;
    rb_status status = rb_orbit_find(&q->scene, &q->orbit, &o, &err);
    if (status != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (q->summary == NULL) {
        print_lines(q, &o);
        return RB_EXIT_OK;
    }
    return write_summary(q, &o, &err) ? RB_EXIT_OK : rb_complain(&err, RB_EXIT_FAILED);
}

static rb_status check_request(void *request, rb_error *err) {
    orbit_request *q = request;
    q->orbit = (rb_orbit_request){
        .transient = (int)q->transient, .points = (int)q->points, .period = (int)q->period};
    if (q->period >= q->points) {
        return rb_fail(err, RB_ERR_INPUT, "--period: expected less than the %d points, got %d",
                       q->orbit.points, q->orbit.period);
    }
    rb_status status = rb_section_read(q->scene.body, q->section, &q->orbit.section, err);
    return status == RB_OK ? rb_scene_check(&q->scene, q->scene.id, err) : status;
}

static const rb_option orbit_options[] = {
    RB_OPTION("--section", "EVENT|SIGNAL=VALUE[+|-]",
              "the section: an event, or a signal that passes a value, upwards (+), downwards (-) or "
              "both ways (a disk: where it begins to stick)",
              rb_option_text, offsetof(orbit_request, section)),
    RB_OPTION("--transient", "N", "points to skip first (150)", rb_option_whole,
              offsetof(orbit_request, transient), .min = 0, .max = 100000),
    RB_OPTION("--points", "N", "points in which a period is recognised (100)", rb_option_whole,
              offsetof(orbit_request, points), .min = 2, .max = 100000),
    RB_OPTION("--period", "N", "period in points, near an orbit that may be unstable (that of the points)",
              rb_option_whole, offsetof(orbit_request, period), .min = 1, .max = 1000),
    RB_OPTION("--summary", "FILE", "write the orbit as JSON", rb_option_text,
              offsetof(orbit_request, summary), .flags = RB_OPTION_NO_RESULT),
    {0},
};

const rb_cli_command rb_cli_orbit = {
    .name = "orbit",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Find a periodic orbit and its Floquet multipliers, which say whether it is stable",
    .details =
        "Follows the motion until it almost repeats, then solves for the orbit by Newton's method with "
        "the tangent flow. One multiplier is 1, that of the motion's own direction; the orbit is "
        "stable if all others are within the unit circle.",
    .options = orbit_options,
    .groups = {RB_SCENE_OPTIONS(offsetof(orbit_request, scene))},
    RB_SCENE_REQUEST(orbit_request, scene),
    .defaults = &(const orbit_request){.transient = 150, .points = 100},
    .check = check_request,
    .run = find_orbit,
};
