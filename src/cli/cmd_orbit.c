/* rbsim orbit: a periodic orbit and its Floquet multipliers, and its branch along a parameter. */
#include <math.h>
#include <stdlib.h>

#include "analysis/dynamics_json.h"
#include "analysis/study_table.h"
#include "base/system.h"
#include "cli/output.h"

typedef struct orbit_request {
    rb_scene scene;
    const char *section, *summary, *along, *csv;
    int64_t transient, points, period, doublings;
    rb_orbit_request orbit;
    rb_continuation_request branch;
    rb_pictures pictures;
    rb_progress progress;
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
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_orbit_json(&json, &q->scene, o);
    rb_json_end(&json);
    return rb_write_json_file(&json, q->summary, "orbit", err);
}

/* ---- along a parameter --------------------------------------------------------------------------- */

typedef struct branch_table {
    const orbit_request *q;
    const rb_continuation *c;
} branch_table;

/* A row for each point of the section of each orbit. */
static void write_rows(FILE *out, const void *data) {
    const branch_table *table = data;
    const char *const *names = rb_map_signals(table->q->scene.body);
    fprintf(out, "branch,%s,%s,%s,period,period_time,stable,kind,event", table->q->branch.by.row->name,
            names[0], names[1]);
    int count = table->c->count > 0 ? table->c->points[0].orbit.count : 0;
    for (int k = 1; k <= count; k++) {
        fprintf(out, ",multiplier_re_%d,multiplier_im_%d", k, k);
    }
    fprintf(out, "\n");
    for (int i = 0; i < table->c->count; i++) {
        const rb_branch_point *p = &table->c->points[i];
        for (int j = 0; j < p->shown; j++) {
            fprintf(out, "%d,%.12g,%.12g,%.12g,%d,%.12g,%d,%s,%s", p->branch, p->value, p->at[j][0],
                    p->at[j][1], p->orbit.period, p->orbit.period_time, p->orbit.stable,
                    rb_branch_kind_name(p->kind), p->event != NULL ? p->event : "");
            for (int k = 0; k < p->orbit.count; k++) {
                fprintf(out, ",%.9g,%.9g", p->orbit.re[k], p->orbit.im[k]);
            }
            fprintf(out, "\n");
        }
    }
}

static bool write_branch_summary(const orbit_request *q, const rb_continuation *c, rb_error *err) {
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_continuation_json(&json, &q->scene, &q->branch, c, false);
    rb_json_end(&json);
    return rb_write_json_file(&json, q->summary, "orbit", err);
}

static void print_branch(const orbit_request *q, const rb_continuation *c) {
    for (int i = 0; i < c->count; i++) {
        const rb_branch_point *p = &c->points[i];
        if (i == 0 || p->kind != RB_BRANCH_REGULAR || p->ends) {
            printf("branch %d  %s %.10g  period %d, %.9g s  %s%s%s%s%s\n", p->branch, q->branch.by.row->name,
                   p->value, p->orbit.period, p->orbit.period_time, p->orbit.stable ? "stable" : "unstable",
                   p->kind != RB_BRANCH_REGULAR ? "  " : "", rb_branch_kind_name(p->kind),
                   p->event != NULL ? ": " : "", p->event != NULL ? p->event : "");
        }
    }
}

/* Draws the points of the section over the parameter: stable orbits, unstable ones, bifurcations. */
static bool draw_branch(orbit_request *q, const rb_continuation *c, rb_error *err) {
    enum { STABLE, UNSTABLE, SPECIAL, CURVES };
    size_t room = (size_t)c->count * RB_BRANCH_SHOWN + 1;
    double *numbers = malloc(2 * CURVES * room * sizeof *numbers);
    const char **labels = malloc(room * sizeof *labels);
    rb_curve curves[CURVES] = {{.name = "stable"}, {.name = "unstable"}, {.name = "bifurcation"}};
    if (numbers == NULL || labels == NULL) {
        free(numbers);
        free(labels);
        return rb_fail(err, RB_ERR_MEMORY, "orbit: out of memory") == RB_OK;
    }
    for (int i = 0; i < c->count; i++) {
        const rb_branch_point *p = &c->points[i];
        int k = p->kind != RB_BRANCH_REGULAR ? SPECIAL : p->orbit.stable ? STABLE : UNSTABLE;
        double *x = numbers + 2 * room * (size_t)k, *y = x + room;
        for (int j = 0; j < p->shown; j++, curves[k].count++) {
            x[curves[k].count] = p->value;
            y[curves[k].count] = p->at[j][0];
            if (k == SPECIAL) {
                labels[curves[k].count] = rb_branch_kind_name(p->kind);
            }
        }
    }
    for (int k = 0; k < CURVES; k++) {
        curves[k].x = numbers + 2 * room * (size_t)k;
        curves[k].y = curves[k].x + room;
        curves[k].mark = RB_MARK_DOTS;
        curves[k].size = k == SPECIAL ? 4 : 2;
        curves[k].style = k + 1;
    }
    curves[SPECIAL].labels = labels;
    rb_plot plot = {.title = q->scene.name,
                    .x = {.label = q->branch.by.row->name},
                    .y = {.label = rb_map_signals(q->scene.body)[0]},
                    .curves = curves,
                    .curve_count = CURVES};
    bool drawn =
        rb_pictures_write(&q->pictures, &(rb_sheet){.plots = &plot, .plot_count = 1, .columns = 1}, err);
    free(numbers);
    free(labels);
    return drawn;
}

static bool is_cancelled(void *context, double share) {
    orbit_request *q = context;
    rb_progress_show_share(&q->progress, share);
    return rb_interrupted();
}

static int follow_orbit(orbit_request *q) {
    rb_continuation c;
    rb_error err;
    rb_catch_interrupts(false);
    q->branch.orbit = q->orbit;
    q->branch.cancelled = is_cancelled;
    q->branch.context = q;
    q->progress = rb_progress_begin("orbit");
    rb_status status = rb_continuation_run(&q->scene, &q->branch, &c, &err);
    rb_progress_end(&q->progress);
    if (status != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    bool written = rb_write_table(q->csv, write_rows, &(branch_table){q, &c}, &err) &&
                   (q->summary == NULL || write_branch_summary(q, &c, &err)) &&
                   (!rb_pictures_any(&q->pictures) || draw_branch(q, &c, &err));
    if (written && q->csv == NULL && q->summary == NULL && !rb_pictures_use_stdout(&q->pictures)) {
        print_branch(q, &c);
    }
    rb_continuation_free(&c);
    return rb_exit_interrupted(written ? RB_EXIT_OK : rb_complain(&err, RB_EXIT_FAILED));
}

/* ---- the command --------------------------------------------------------------------------------- */

static int find_orbit(const rb_command_line *line, void *request) {
    (void)line;
    orbit_request *q = request;
    rb_orbit o;
    rb_error err;
    if (q->along != NULL) {
        return follow_orbit(q);
    }
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
    if (q->along == NULL && (q->csv != NULL || q->doublings > 0 || rb_pictures_any(&q->pictures))) {
        return rb_fail(err, RB_ERR_INPUT,
                       "orbit: --csv, --svg, --png, --pdf and --doublings require --along NAME=FROM:TO");
    }
    rb_status status = rb_section_read(q->scene.body, q->section, &q->orbit.section, err);
    status = status == RB_OK ? rb_outputs_differ("--csv", q->csv, "--summary", q->summary, err) : status;
    status = status == RB_OK ? rb_pictures_differ(&q->pictures, "--csv", q->csv, err) : status;
    status = status == RB_OK ? rb_pictures_differ(&q->pictures, "--summary", q->summary, err) : status;
    q->branch.doublings = (int)q->doublings;
    if (status == RB_OK && q->along != NULL) {
        status = rb_continuation_read_along(&q->branch, &q->scene, q->along, err);
    }
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
    RB_OPTION("--along", "NAME=FROM:TO",
              "follow the orbit in a parameter, and find its bifurcations: fold, flip, torus, grazing",
              rb_option_text, offsetof(orbit_request, along)),
    RB_OPTION("--doublings", "N", "also follow orbits of twice the period from flips, N times (0)",
              rb_option_whole, offsetof(orbit_request, doublings), .min = 0, .max = 8),
    RB_OPTION("--csv", "FILE|-", "write the orbits along the parameter, a row for each point of the section",
              rb_option_text, offsetof(orbit_request, csv), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--summary", "FILE", "write the orbit, or the bifurcations, as JSON", rb_option_text,
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
        "stable if all others are within the unit circle. With --along the orbit is followed in a parameter "
        "by "
        "pseudo-arclength, also where it is unstable and where the branch turns back.",
    .options = orbit_options,
    .groups = {RB_PICTURE_OPTIONS(offsetof(orbit_request, pictures)),
               RB_SCENE_OPTIONS(offsetof(orbit_request, scene))},
    RB_SCENE_REQUEST(orbit_request, scene),
    .defaults = &(const orbit_request){.transient = 150, .points = 100},
    .check = check_request,
    .run = find_orbit,
};
