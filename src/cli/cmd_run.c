/* rbsim run: one simulation: its CSV, its summary, charts of its signals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "plot/traces.h"
#include "sim/csv.h"

typedef struct run_request {
    rb_scene scene;
    double every;
    const char *csv;
    const char *summary;
    const char *signals;
    rb_chosen_values chosen; /* --value */
    rb_pictures pictures;
    rb_trace_plan plan;    /* of the pictures */
    double permanent_slip; /* a slip of this duration ends the run; 0: none does */
    uint64_t hash;         /* of the scene, for the table's head; 0: there is no table */
} run_request;

/* The outcome that contains the duration of the present slip; NULL: the body does not stick and slip. */
static const rb_outcome *slipping_for(const rb_body_kind *body) {
    const rb_outcome *outcome = rb_outcome_find("slipping_for");
    return outcome != NULL && rb_outcome_fits(outcome, body) ? outcome : NULL;
}

#define ROWS_MAX 1e9 /* of a CSV: half a terabyte */

static const rb_option run_options[] = {
    RB_OPTION("--csv", "FILE|-",
              "write the signals over time, a row every --every seconds and one at the end", rb_option_text,
              offsetof(run_request, csv)),
    RB_OPTION("--every", "DT", "time between rows, s (0.01)", rb_option_number, offsetof(run_request, every),
              .min = 0, .max = INFINITY, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--summary", "FILE|-", "write the outcomes as JSON (standard output if no file is named)",
              rb_option_text, offsetof(run_request, summary)),
    RB_OPTION("--signals", "SIGNAL,...",
              "what a picture shows: signals over time, or one against another (omega1:omega2)",
              rb_option_text, offsetof(run_request, signals)),
    RB_VALUE_OPTION(run_request, chosen, "add these to the summary: outcomes, or max(abs(omega3))/E_initial"),
    RB_OPTION("--permanent-slip", "T", "end the run when a disk has slipped for T seconds without a break",
              rb_option_number, offsetof(run_request, permanent_slip), .min = 0, .max = INFINITY,
              .flags = RB_OPTION_ABOVE_MIN),
    {0},
};

static rb_status check_files(run_request *q, rb_error *err) {
    if (q->signals != NULL && !rb_pictures_any(&q->pictures)) {
        return rb_fail(err, RB_ERR_INPUT, "--signals: expected --svg, --png or --pdf with it");
    }
    rb_status status = rb_outputs_differ("--csv", q->csv, "--summary", q->summary, err);
    if (status == RB_OK) {
        status = rb_pictures_differ(&q->pictures, "--csv", q->csv, err);
    }
    if (status == RB_OK) {
        status = rb_pictures_differ(&q->pictures, "--summary", q->summary, err);
    }
    return status != RB_OK ? status
                           : rb_trace_plan_read(q->scene.body, "--signals", q->signals, &q->plan, err);
}

static rb_status check_request(void *request, rb_error *err) {
    run_request *q = request;
    if (q->permanent_slip > 0 && slipping_for(q->scene.body) == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "--permanent-slip: expected a body that sticks and slips, got a %s",
                       q->scene.body->id);
    }
    if (check_files(q, err) != RB_OK || rb_scene_check(&q->scene, q->scene.id, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    if (rb_chosen_read(&q->chosen, &q->scene, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    double until = rb_scene_value(&q->scene, RB_SECTION_SOLVER, RB_SOLVER_T_END);
    if (until / q->every > ROWS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "--every: expected at most %g rows until %g s, got %g s", ROWS_MAX,
                       until, q->every);
    }
    return RB_OK;
}

/* State of the callbacks of a run. */
typedef struct run_watch {
    rb_csv csv;
    rb_trace *trace; /* NULL: no picture requested */
    bool lost;       /* out of memory */
    const rb_body_kind *body;
    double t; /* s, of the last row */
    double until;
    rb_progress progress;
    const rb_simulation *sim;
    double permanent_slip; /* as in the request */
    double check_slip_at;  /* s: the slip cannot have lasted long enough before this time */
    bool slipped;          /* that long */
} run_watch;

static bool permanent_slip_reached(run_watch *w, double t) {
    if (w->permanent_slip > 0 && t >= w->check_slip_at) {
        rb_summary now;
        rb_simulation_summary(w->sim, &now);
        double slipped = rb_outcome_value(slipping_for(w->body), &now);
        w->slipped = slipped >= w->permanent_slip;
        w->check_slip_at = now.t_end + w->permanent_slip - slipped;
    }
    return w->slipped;
}

static void keep(run_watch *w, const rb_snapshot *now) {
    if (w->csv.out != NULL) {
        rb_csv_signals(&w->csv, w->body, now);
    }
    w->lost = w->lost || (w->trace != NULL && !rb_trace_add(w->trace, now));
    w->t = now->t;
}

static bool write_row(void *context, const rb_moment *moment) {
    keep(context, moment->now);
    return true;
}

/* The run also ends when its output fails. */
static bool is_cancelled(void *context, double t) {
    run_watch *w = context;
    rb_progress_show(&w->progress, t, w->until);
    return rb_interrupted() || w->lost || (w->csv.out != NULL && ferror(w->csv.out)) ||
           permanent_slip_reached(w, t);
}

/* Runs to the end; *lost: out of memory for the pictures. */
static rb_summary simulate(rb_simulation *sim, const run_request *q, FILE *csv, rb_trace *trace, bool *lost) {
    run_watch watch = {.csv = {.out = csv, .digits = 15},
                       .trace = trace,
                       .body = q->scene.body,
                       .t = NAN,
                       .until = q->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END],
                       .progress = rb_progress_begin(NULL),
                       .sim = sim,
                       .permanent_slip = q->permanent_slip,
                       .check_slip_at = q->permanent_slip};
    bool observes = csv != NULL || trace != NULL;
    rb_observer observer = {.every = q->every,
                            .observe = observes ? write_row : NULL,
                            .cancelled = is_cancelled,
                            .context = &watch};
    rb_run_result result;
    if (csv != NULL) {
        rb_csv_head_hashed(csv, "Signals over time", &q->scene, q->hash);
        rb_csv_signal_units(&watch.csv, watch.body);
        rb_csv_signal_names(&watch.csv, watch.body);
    }
    rb_run_simulation(sim, watch.until, &observer, &result);
    if (observes && watch.t != result.last.t) {
        keep(&watch, &result.last);
    }
    rb_progress_end(&watch.progress);
    if (watch.slipped) {
        result.summary.end_reason = RB_END_PERMANENT_SLIP;
    }
    *lost = watch.lost;
    return result.summary;
}

/* Advice that the scene does not follow yet. */
static const char *remedy(const rb_scene *scene, rb_diverged why) {
    double method = rb_scene_value(scene, RB_SECTION_SOLVER, RB_SOLVER_METHOD);
    if (method == RB_METHOD_DP5) {
        return "a smaller --step or --solver rodas";
    }
    if (why == RB_DIVERGED_STIFF) {
        return "--solver auto or rodas";
    }
    bool steps_too_small = why == RB_DIVERGED_STEP || why == RB_DIVERGED_BUDGET;
    if (method == RB_METHOD_DOP853 || method == RB_METHOD_LOBATTO) {
        return steps_too_small ? "a larger --rtol or --solver rodas" : "a smaller --rtol or --solver rodas";
    }
    return steps_too_small ? "a larger --rtol" : "a smaller --rtol";
}

#define SLIDING_GIVES 1e-3 /* share of all losses, which are at least that share of the initial energy */

/* Prints warnings about the numbers. Returns the exit code. */
static int report_problems(const rb_scene *scene, const rb_summary *summary) {
    if (summary->end_reason == RB_END_DIVERGED) {
        rb_error err;
        rb_fail(&err, RB_ERR_INPUT, "the run diverged at t = %.6g s (%s); %s may help", summary->t_end,
                rb_diverged_text(summary->diverged), remedy(scene, summary->diverged));
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (summary->step_too_large_since > 0) { /* 0: advice said so before the run */
        fprintf(stderr,
                "rbsim: warning: the step is too large for 1 %% accuracy (since t = %.6g s); %s "
                "helps\n",
                summary->step_too_large_since, remedy(scene, RB_DIVERGED_NOT));
    }
    if (summary->energy_warning == RB_ENERGY_UNBALANCED) {
        fprintf(stderr, "rbsim: warning: the energy balance is off by %.3g %%; %s may help\n",
                100 * summary->energy_balance_error, remedy(scene, RB_DIVERGED_NOT));
    }
    if (summary->energy_warning == RB_ENERGY_GAINED) {
        fprintf(stderr,
                "rbsim: warning: sliding, drilling or rolling resistance feeds energy to the body "
                "(sliding %.3g, drilling %.3g, rolling %.3g J lost): the laws may not fit this "
                "motion or these parameters\n",
                summary->W_slide, summary->W_drill, summary->W_roll);
    } else if (summary->W_slide < -SLIDING_GIVES * summary->W_lost &&
               summary->W_lost > SLIDING_GIVES * fabs(summary->E_initial)) {
        fprintf(stderr,
                "rbsim: note: the sliding force feeds %.3g J to the body (W_slide < 0), which drilling takes "
                "(%.3g J): rolling shifts the pressure of the patch\n",
                -summary->W_slide, summary->W_drill);
    }
    return RB_EXIT_OK;
}

static bool draw_pictures(void *context, const rb_sheet *sheet, rb_error *err) {
    return rb_pictures_end(context, sheet, err);
}

/* Writes the remaining output; false and err if that fails. */
static bool end_files(run_request *q, rb_simulation *sim, const rb_summary *summary, rb_output *json,
                      const rb_trace *trace, rb_error *err) {
    double step = rb_simulation_step_length(sim);
    if (json->stream != NULL &&
        (rb_chosen_compute(&q->chosen, &q->scene, summary, q->chosen.numbers, err) != RB_OK ||
         !rb_print_summary(json->stream, &q->scene, step, summary, &q->chosen, err))) {
        return false;
    }
    return rb_output_end(json, err) &&
           (trace == NULL ||
            rb_traces_draw(trace, 1, q->scene.name, q->scene.source, draw_pictures, &q->pictures, err));
}

static int run_to_files(run_request *q, rb_simulation *sim) {
    rb_error err;
    rb_output csv = {0}, json = {0};
    rb_trace trace;
    bool pictures = rb_pictures_any(&q->pictures), lost = false;
    q->hash = q->csv != NULL ? rb_scene_hash(&q->scene) : 0;
    if (q->csv != NULL && q->hash == 0) {
        return rb_complain_memory("run"); /* the old table is still there */
    }
    rb_catch_interrupts(false); /* before the first temporary file exists */
    /* Opened first: a path that cannot be written fails before a long run. */
    const char *path = q->summary == NULL && q->csv == NULL && !pictures ? "-" : q->summary;
    rb_trace_begin(&trace, &q->plan, NULL);
    if (!rb_output_begin(&json, path, &err) || !rb_output_begin_growing(&csv, q->csv, &err) ||
        !rb_pictures_begin(&q->pictures, &err)) {
        rb_output_drop(&json);
        rb_output_drop(&csv);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    rb_summary summary = simulate(sim, q, csv.stream, pictures ? &trace : NULL, &lost);
    bool ok = rb_output_end(&csv, &err);
    if (ok && lost) {
        ok = rb_fail(&err, RB_ERR_MEMORY, "run: out of memory") == RB_OK;
    }
    ok = ok && end_files(q, sim, &summary, &json, pictures ? &trace : NULL, &err);
    rb_trace_free(&trace);
    if (!ok) {
        rb_output_drop(&json);
        rb_pictures_drop(&q->pictures);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    return report_problems(&q->scene, &summary);
}

static int run_scene(const rb_command_line *line, void *request) {
    (void)line;
    rb_error err;
    run_request *q = request;
    rb_simulation *sim = NULL;
    if (rb_simulation_create(&q->scene, &sim, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (rb_scene_advice(&q->scene, &err)) {
        fprintf(stderr, "rbsim: warning: %s\n", err.text);
    }
    int code = run_to_files(q, sim);
    rb_simulation_destroy(sim);
    return rb_exit_interrupted(code);
}

const rb_cli_command rb_cli_run = {
    .name = "run",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Simulate a scene: trajectory as CSV, outcomes as JSON, charts",
    .options = run_options,
    .groups = {RB_PICTURE_OPTIONS(offsetof(run_request, pictures)),
               RB_SCENE_OPTIONS(offsetof(run_request, scene))},
    RB_SCENE_REQUEST(run_request, scene),
    .defaults = &(const run_request){.every = 0.01},
    .check = check_request,
    .run = run_scene,
};
