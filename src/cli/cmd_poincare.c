/* rbsim poincare: the points at which a run crosses a section, and their period. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/system.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "plot/plot.h"
#include "rattleback/poincare.h"
#include "sim/csv.h"

#define POINTS_MAX 1e6

typedef struct poincare_request {
    rb_scene scene;
    const char *section;
    int64_t transient, points;
    const char *csv, *svg, *png, *summary;
    const char *axes; /* of the picture, "omega1,omega2"; NULL: the numbers of the map */
    int axis[2];      /* the signals of the picture */
} poincare_request;

static const rb_option poincare_options[] = {
    RB_OPTION("--section", "EVENT|drive|SIGNAL=VALUE[+|-]",
              "the section: an event, the period of the drive, or a signal that passes a value, upwards (+), "
              "downwards (-) or "
              "both ways (a disk: where it begins to stick)",
              rb_option_text, offsetof(poincare_request, section)),
    RB_OPTION("--transient", "N", "points to skip first (150)", rb_option_whole,
              offsetof(poincare_request, transient), .min = 0, .max = POINTS_MAX),
    RB_OPTION("--points", "N", "points to keep (200)", rb_option_whole, offsetof(poincare_request, points),
              .min = 1, .max = POINTS_MAX),
    RB_OPTION("--csv", "FILE|-", "write the points", rb_option_text, offsetof(poincare_request, csv)),
    RB_OPTION("--svg", "FILE|-", "draw the points", rb_option_text, offsetof(poincare_request, svg)),
    RB_OPTION("--png", "FILE|-", "the same as pixels", rb_option_text, offsetof(poincare_request, png)),
    RB_OPTION("--axes", "SIGNAL,SIGNAL",
              "signals of the picture, to the right and upwards (those of the map)", rb_option_text,
              offsetof(poincare_request, axes)),
    RB_OPTION("--summary", "FILE|-", "write the period and the time it takes, as JSON", rb_option_text,
              offsetof(poincare_request, summary)),
    {0},
};

static const char *const *names_of(const rb_body_kind *body) {
    return body->map[0] != NULL ? body->map : body->phase;
}

static rb_status read_axes(poincare_request *q, rb_error *err) {
    const rb_body_kind *body = q->scene.body;
    const char *list = q->axes;
    char name[64];
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s", names_of(body)[i]);
        bool named = q->axes == NULL || rb_list_next(&list, ',', name, sizeof name);
        q->axis[i] = named ? rb_signal_of(body, name) : -1;
    }
    if (q->axis[0] < 0 || q->axis[1] < 0 || (list != NULL && list[0] != '\0')) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "--axes: expected two signals of this body (\"rbsim run SCENE --csv -\" has them), got "
            "\"%s\"",
            q->axes);
    }
    return RB_OK;
}

static rb_status check_request(void *request, rb_error *err) {
    poincare_request *q = request;
    const char *const names[] = {"--csv", "--svg", "--png", "--summary"};
    const char *const files[] = {q->csv, q->svg, q->png, q->summary};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < i; k++) {
            if (rb_outputs_differ(names[k], files[k], names[i], files[i], err) != RB_OK) {
                return RB_ERR_INPUT;
            }
        }
    }
    rb_status status = read_axes(q, err);
    return status == RB_OK ? rb_scene_check(&q->scene, q->scene.id, err) : status;
}

/* State of the callbacks of the map. */
typedef struct watch {
    rb_csv csv;
    const rb_body_kind *body;
    bool sticks; /* the section is an event: a row has the duration of what follows */
    int seen;
    int axis[2];
    double *drawn[2]; /* the signals of the picture at each point */
    double wanted;
    rb_progress progress;
} watch;

/* False: out of memory. */
static bool write_head(watch *w, const rb_scene *scene) {
    bool known = rb_csv_head(w->csv.out, "Points of a section", scene, NULL);
    rb_csv_unit(&w->csv, "index", "");
    if (!w->sticks) {
        rb_csv_signal_units(&w->csv, w->body);
        rb_csv_text(&w->csv, "index");
        rb_csv_signal_names(&w->csv, w->body);
        return known;
    }
    const char *const *names = names_of(w->body);
    rb_csv_unit(&w->csv, "t", "s");
    rb_csv_unit(&w->csv, names[0], rb_signal_at(rb_signal_of(w->body, names[0]))->unit);
    rb_csv_unit(&w->csv, names[1], rb_signal_at(rb_signal_of(w->body, names[1]))->unit);
    rb_csv_unit(&w->csv, "stick_time", "s");
    rb_csv_unit(&w->csv, "zero", "");
    rb_csv_end_row(&w->csv);
    rb_csv_text(&w->csv, "index");
    rb_csv_text(&w->csv, "t");
    rb_csv_text(&w->csv, names[0]);
    rb_csv_text(&w->csv, names[1]);
    rb_csv_text(&w->csv, "stick_time");
    rb_csv_text(&w->csv, "zero");
    rb_csv_end_row(&w->csv);
    return known;
}

static bool write_point(void *context, int index, const rb_map_point *p, const rb_snapshot *now) {
    watch *w = context;
    w->seen = index + 1;
    for (int i = 0; i < 2; i++) {
        w->drawn[i][index] = rb_signal_value(rb_signal_at(w->axis[i]), now);
    }
    if (w->csv.out == NULL) {
        return true;
    }
    rb_csv_number(&w->csv, index);
    if (!w->sticks) {
        rb_csv_signals(&w->csv, w->body, now);
        return true;
    }
    rb_csv_number(&w->csv, p->t);
    rb_csv_number(&w->csv, p->at[0]);
    rb_csv_number(&w->csv, p->at[1]);
    rb_csv_number(&w->csv, p->held);
    rb_csv_number(&w->csv, p->zero);
    rb_csv_end_row(&w->csv);
    return true;
}

static bool is_cancelled(void *context, double t) {
    watch *w = context;
    (void)t;
    rb_progress_show_share(&w->progress, w->seen / w->wanted);
    return rb_interrupted() || (w->csv.out != NULL && ferror(w->csv.out));
}

/* Why the map ended, in the terms of summaries. */
static const char *reason_of(const rb_map_result *result, const rb_map_request *map) {
    if (result->end_reason == RB_END_STOPPED) {
        return "points";
    }
    bool slips = map->section.event >= 0 && result->end_reason == RB_END_TIME;
    return rb_end_reason_name(slips ? RB_END_PERMANENT_SLIP : result->end_reason);
}

static bool print_summary(FILE *out, const poincare_request *q, const rb_map_request *map,
                          const rb_map_result *result, const rb_map_point *points, rb_error *err) {
    rb_json root = {0};
    rb_json_begin_object(&root, NULL);
    rb_json_text(&root, "scene", q->scene.id);
    rb_json_text(&root, "law", q->scene.friction->id);
    rb_json_number(&root, "transient", (double)q->transient);
    rb_json_number(&root, "points_found", result->found);
    rb_json_number(&root, "period", result->period > 0 ? (double)result->period : NAN);
    rb_json_number(&root, "period_time", result->period_time);
    rb_json_text(&root, "end_reason", reason_of(result, map));
    rb_json_begin_list(&root, "points");
    for (int i = result->found - result->period; i < result->found; i++) {
        rb_json_begin_list(&root, NULL);
        rb_json_number(&root, NULL, points[i].at[0]);
        rb_json_number(&root, NULL, points[i].at[1]);
        rb_json_end(&root);
    }
    rb_json_end(&root);
    rb_json_end(&root);
    return rb_write_json(&root, out, "summary", err);
}

/* The section: one signal of a point against the other. Many points get small dots. */
static bool write_picture(const poincare_request *q, const char *path, rb_picture_format format,
                          const rb_map_result *result, const watch *w, rb_error *err) {
    rb_output out;
    if (!rb_output_begin(&out, path, err)) {
        return false;
    }
    char subtitle[200], name[48], labels[2][80];
    snprintf(subtitle, sizeof subtitle, "%s, %s: %d points after %d", q->scene.id, q->scene.friction->id,
             result->found, (int)q->transient);
    snprintf(name, sizeof name, result->period > 0 ? "period %d" : "no period", result->period);
    for (int i = 0; i < 2; i++) {
        const rb_signal *signal = rb_signal_at(q->axis[i]);
        snprintf(labels[i], sizeof labels[i], "%s%s%s", signal->name, signal->unit[0] != '\0' ? ", " : "",
                 signal->unit);
    }
    rb_curve dots = {.name = name,
                     .x = w->drawn[0],
                     .y = w->drawn[1],
                     .count = result->found,
                     .mark = RB_MARK_DOTS,
                     .size = result->found > 1000 ? 0.6 : 0};
    rb_plot plot = {.title = q->scene.name,
                    .subtitle = subtitle,
                    .x = {.label = labels[0]},
                    .y = {.label = labels[1]},
                    .curves = &dots,
                    .curve_count = result->found > 0};
    if (out.stream != NULL && !rb_plot_write(out.stream, format, &plot)) {
        rb_output_drop(&out);
        rb_fail(err, RB_ERR_MEMORY, "poincare: out of memory");
        return false;
    }
    return rb_output_end(&out, err);
}

static int make_map(const poincare_request *q, rb_map_request *map, watch *w, rb_map_point *points) {
    rb_error err;
    rb_output csv = {0}, json = {0};
    rb_catch_interrupts(false); /* before the first temporary file exists */
    bool asked = q->summary != NULL || q->csv != NULL || q->svg != NULL || q->png != NULL;
    if (!rb_output_begin(&json, asked ? q->summary : "-", &err) || !rb_output_begin(&csv, q->csv, &err)) {
        rb_output_drop(&json);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    w->csv.out = csv.stream;
    bool ok = csv.stream == NULL || write_head(w, &q->scene) ||
              rb_fail(&err, RB_ERR_MEMORY, "poincare: out of memory") == RB_OK;
    w->progress = rb_progress_begin(NULL);
    rb_map_result result;
    ok = ok && rb_poincare(&q->scene, map, points, &result, &err) == RB_OK;
    rb_progress_end(&w->progress);
    ok = ok && rb_output_end(&csv, &err) &&
         (json.stream == NULL || print_summary(json.stream, q, map, &result, points, &err)) &&
         write_picture(q, q->svg, RB_PICTURE_SVG, &result, w, &err) &&
         write_picture(q, q->png, RB_PICTURE_PNG, &result, w, &err);
    if (!ok) {
        rb_output_drop(&csv);
        rb_output_drop(&json);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (!rb_output_end(&json, &err)) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (result.end_reason == RB_END_DIVERGED) {
        rb_fail(&err, RB_ERR_INPUT, "the run diverged (%s)", rb_diverged_text(result.diverged));
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    return RB_EXIT_OK;
}

static int map_scene(const rb_command_line *line, void *request) {
    (void)line;
    rb_error err;
    poincare_request *q = request;
    watch w = {.csv = {.digits = 15}, .body = q->scene.body};
    rb_map_request map = {.see = write_point, .cancelled = is_cancelled, .context = &w};
    if (rb_section_read(q->scene.body, q->section, &map.section, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    map.transient = (int)q->transient;
    map.points = (int)q->points;
    map.patience = rb_scene_value(&q->scene, RB_SECTION_SOLVER, RB_SOLVER_T_END);
    w.sticks = map.section.event >= 0;
    w.wanted = (double)(q->transient + q->points);
    rb_map_point *points = calloc((size_t)map.points, sizeof *points);
    double *drawn = calloc(2 * (size_t)map.points, sizeof *drawn);
    int code = RB_EXIT_FAILED;
    if (points == NULL || drawn == NULL) {
        code = rb_complain_memory("poincare");
    } else {
        w.drawn[0] = drawn;
        w.drawn[1] = drawn + map.points;
        memcpy(w.axis, q->axis, sizeof w.axis);
        code = make_map(q, &map, &w, points);
    }
    free(drawn);
    free(points);
    return rb_exit_interrupted(code);
}

const rb_cli_command rb_cli_poincare = {
    .name = "poincare",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Find the points in which a run meets a section, and their period",
    .details = "Ends early if no point comes within the scene's end time (--until).",
    .options = poincare_options,
    .groups = {RB_SCENE_OPTIONS(offsetof(poincare_request, scene))},
    RB_SCENE_REQUEST(poincare_request, scene),
    .defaults = &(const poincare_request){.transient = 150, .points = 200},
    .check = check_request,
    .run = map_scene,
};
