/* rbsim run: one simulation, its CSV and its summary. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/summary.h"

typedef struct run_request {
    rb_scene scene;
    double every;
    const char *csv;
    const char *summary;
    double permanent_slip; /* how long a slip may last; 0: for ever */
} run_request;

/* What tells how long the body has been slipping; NULL: it does not stick and slip. */
static const rb_outcome *slipping_for(const rb_body_kind *body) {
    const rb_outcome *outcome = rb_outcome_find("slipping_for");
    return outcome != NULL && rb_outcome_fits(outcome, body) ? outcome : NULL;
}

#define ROWS_MAX 1e9 /* of a CSV: half a terabyte */

static rb_status read_request(rb_args *args, run_request *q, rb_error *err) {
    while (args->next < args->count) {
        bool taken = false;
        rb_status status = rb_take_scene_option(args, &q->scene, &taken, err);
        if (status != RB_OK) {
            return status;
        }
        int found = taken ? 1 : rb_args_option(args, "--csv", &q->csv, err);
        if (found == 0) {
            found = rb_args_option(args, "--summary", &q->summary, err);
        }
        if (found == 0) {
            found = rb_args_number(args, "--every", &q->every, err);
        }
        if (found == 0) {
            found = rb_args_number(args, "--permanent-slip", &q->permanent_slip, err);
            if (found > 0 && !(q->permanent_slip > 0)) {
                return rb_fail(err, RB_ERR_INPUT, "--permanent-slip: expected a time > 0, got %g",
                               q->permanent_slip);
            }
        }
        if (found == 0) {
            return rb_args_unknown(args, err);
        }
        if (found < 0) {
            return RB_ERR_INPUT;
        }
    }
    if (q->permanent_slip > 0 && slipping_for(q->scene.body) == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--permanent-slip: expected a body that sticks and slips, got a %s",
                       q->scene.body->id);
    }
    if (!(q->every > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "--every: expected a time > 0 s, got %g", q->every);
    }
    if (rb_outputs_differ("--csv", q->csv, "--summary", q->summary, err) != RB_OK ||
        rb_scene_check(&q->scene, q->scene.id, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    double until = rb_scene_value(&q->scene, RB_SECTION_SOLVER, RB_SOLVER_T_END);
    if (until / q->every > ROWS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "--every: expected at most %g rows until %g s, got %g s",
                       ROWS_MAX, until, q->every);
    }
    return RB_OK;
}

/* What a run is watched with. */
typedef struct run_watch {
    rb_csv csv;
    const rb_body_kind *body;
    double t; /* s, of the last row */
    double until;
    rb_progress progress;
    const rb_simulation *sim;
    double permanent_slip; /* as in the request */
    double look;           /* when to look at it next */
    bool slipped;          /* for so long */
} run_watch;

/* Has it slipped for as long as was asked for? Looked at no earlier than it can have. */
static bool slips_for_ever(run_watch *w, double t) {
    if (w->permanent_slip > 0 && t >= w->look) {
        rb_summary now;
        rb_simulation_summary(w->sim, &now);
        double slipped = rb_outcome_value(slipping_for(w->body), &now);
        w->slipped = slipped >= w->permanent_slip;
        w->look = now.t_end + w->permanent_slip - slipped;
    }
    return w->slipped;
}

static bool write_row(void *context, const rb_moment *moment) {
    run_watch *w = context;
    rb_csv_signals(&w->csv, w->body, moment->now);
    w->t = moment->now->t;
    return true;
}

/* Nobody computes on for an output that is lost. */
static bool is_cancelled(void *context, double t) {
    run_watch *w = context;
    rb_progress_show(&w->progress, t, w->until);
    return rb_interrupted() || (w->csv.out != NULL && ferror(w->csv.out)) || slips_for_ever(w, t);
}

/* Runs to the end and tells how it went. */
static rb_summary simulate(rb_simulation *sim, const run_request *q, FILE *csv) {
    run_watch watch = {.csv = {.out = csv, .digits = 15},
                       .body = q->scene.body,
                       .t = NAN,
                       .until = q->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END],
                       .progress = rb_progress_begin(NULL),
                       .sim = sim,
                       .permanent_slip = q->permanent_slip,
                       .look = q->permanent_slip};
    rb_observer observer = {.every = q->every,
                            .observe = csv != NULL ? write_row : NULL,
                            .cancelled = is_cancelled,
                            .context = &watch};
    rb_run_result result;
    if (csv != NULL) {
        rb_csv_signal_names(&watch.csv, watch.body);
    }
    rb_run_simulation(sim, watch.until, &observer, &result);
    if (csv != NULL && watch.t != result.last.t) {
        rb_csv_signals(&watch.csv, watch.body, &result.last);
    }
    rb_progress_end(&watch.progress);
    if (watch.slipped) {
        result.summary.end_reason = RB_END_PERMANENT_SLIP;
    }
    return result.summary;
}

/* What may help; nobody is advised to change to what he uses. */
static const char *remedy(const rb_scene *scene, rb_diverged why) {
    double method = rb_scene_value(scene, RB_SECTION_SOLVER, RB_SOLVER_METHOD);
    if (method == RB_METHOD_DP5) {
        return "a smaller --step or --solver rodas";
    }
    if (why == RB_DIVERGED_STIFF) {
        return "--solver auto or rodas";
    }
    bool gave_up = why == RB_DIVERGED_STEP || why == RB_DIVERGED_BUDGET;
    if (method == RB_METHOD_DOP853 || method == RB_METHOD_LOBATTO) { /* auto has an implicit one */
        return gave_up ? "a larger --rtol or --solver rodas" : "a smaller --rtol or --solver rodas";
    }
    return gave_up ? "a larger --rtol" : "a smaller --rtol";
}

/* What a reader of the numbers has to know. */
static int report_problems(const rb_scene *scene, const rb_summary *summary) {
    if (summary->end_reason == RB_END_DIVERGED) {
        rb_error err;
        rb_fail(&err, RB_ERR_INPUT, "the run diverged at t = %.6g s (%s); %s may help",
                summary->t_end, rb_diverged_text(summary->diverged),
                remedy(scene, summary->diverged));
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (summary->step_too_large_since > 0) { /* 0: advice said so before the run */
        fprintf(stderr,
                "rbsim: warning: the step is too large for 1 %% accuracy (since t = %.6g s); %s "
                "helps\n",
                summary->step_too_large_since, remedy(scene, RB_DIVERGED_NOT));
    }
    if (summary->energy_doubt == RB_ENERGY_OFF) {
        fprintf(stderr, "rbsim: warning: the energy balance is off by %.3g %%; %s may help\n",
                100 * summary->energy_balance_error, remedy(scene, RB_DIVERGED_NOT));
    }
    if (summary->energy_doubt == RB_ENERGY_FED) {
        fprintf(stderr, "rbsim: warning: friction or rolling resistance feeds energy to the body: "
                        "the laws do not fit this motion or these parameters\n");
    }
    return RB_EXIT_OK;
}

static int run_to_files(const run_request *q, rb_simulation *sim) {
    rb_error err;
    rb_output csv = {0}, json = {0};
    /* Both are begun first: what cannot be written should not cost a long run. */
    const char *path = q->summary == NULL && q->csv == NULL ? "-" : q->summary;
    if (!rb_output_begin(&json, path, &err) || !rb_output_begin_growing(&csv, q->csv, &err)) {
        rb_output_drop(&json);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    rb_catch_interrupts();
    rb_summary summary = simulate(sim, q, csv.stream);
    double step = rb_simulation_step_length(sim);
    bool ok = rb_output_end(&csv, &err);
    ok = (json.stream == NULL || rb_print_summary(json.stream, &q->scene, step, &summary, &err)) &&
         ok;
    if (!ok) {
        rb_output_drop(&json);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    return rb_output_end(&json, &err) ? report_problems(&q->scene, &summary)
                                      : rb_complain(&err, RB_EXIT_FAILED);
}

int rb_command_run(rb_args *args) {
    rb_error err;
    run_request q;
    memset(&q, 0, sizeof q);
    q.every = 0.01;
    int code = rb_take_scene(args, "run", &q.scene);
    if (code != RB_EXIT_OK) {
        return code;
    }
    if (read_request(args, &q, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    rb_simulation *sim = NULL;
    if (rb_simulation_create(&q.scene, &sim, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (rb_scene_advice(&q.scene, &err)) {
        fprintf(stderr, "rbsim: warning: %s\n", err.text);
    }
    code = run_to_files(&q, sim);
    rb_simulation_destroy(sim);
    return rb_exit_interrupted(code);
}
