/* rbsim run: one simulation, its CSV and its summary. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/summary.h"

typedef struct run_request {
    rb_scene scene;
    double every;
    const char *csv;
    const char *summary;
} run_request;

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
            return rb_args_unknown(args, err);
        }
        if (found < 0) {
            return RB_ERR_INPUT;
        }
    }
    if (!(q->every > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "--every: expected a time > 0 s, got %g", q->every);
    }
    if (rb_outputs_differ("--csv", q->csv, "--summary", q->summary, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    return rb_scene_check(&q->scene, q->scene.id, err);
}

static void print_header(FILE *out, const rb_body_kind *body) {
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), body)) {
            fprintf(out, "%s%s", i > 0 ? "," : "", rb_signal_at(i)->name);
        }
    }
    fputc('\n', out);
}

static void print_row(FILE *out, const rb_simulation *sim) {
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    const rb_body_kind *body = rb_simulation_scene(sim)->body;
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), body)) {
            fprintf(out, "%s%.15g", i > 0 ? "," : "", rb_signal_value(rb_signal_at(i), &now));
        }
    }
    fputc('\n', out);
}

/* Too large a step fails silently, so it has to be told: since when. */
static void watch_step(const rb_simulation *sim, rb_run_outcome *outcome) {
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    if (isnan(outcome->step_too_large_since) && now.step_too_large > 0) {
        outcome->step_too_large_since = now.t;
    }
}

/* Nobody computes on for an output that is lost. */
static bool asked_to_stop(void *user) {
    FILE *csv = user;
    return rb_interrupted() || (csv != NULL && ferror(csv));
}

/* Runs to the end and tells how it went. */
static rb_run_outcome simulate(rb_simulation *sim, const run_request *q, FILE *csv) {
    rb_run_outcome outcome = {.step_too_large_since = NAN};
    double begun = rb_wall_clock();
    double h = rb_simulation_step_length(sim);
    double until = q->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    uint64_t steps = (uint64_t)llround(fmin(until / h, 9e15));
    uint64_t stride = (uint64_t)fmax(1, round(fmin(q->every / h, 9e15)));
    rb_progress progress = rb_progress_begin(NULL);
    rb_simulation_set_interrupt(sim, asked_to_stop, csv);
    watch_step(sim, &outcome);
    for (uint64_t i = 0; i < steps && rb_simulation_phase(sim) == RB_PHASE_RUNNING; i++) {
        if (csv != NULL && i % stride == 0) {
            print_row(csv, sim);
        }
        if (!rb_simulation_step(sim)) {
            break; /* interrupted */
        }
        if (i % 1024 == 0) {
            watch_step(sim, &outcome);
            rb_progress_show(&progress, (double)i * h, until);
        }
    }
    if (csv != NULL) {
        print_row(csv, sim);
    }
    rb_progress_end(&progress);
    watch_step(sim, &outcome);
    if (rb_simulation_phase(sim) == RB_PHASE_RUNNING) {
        outcome.reason = asked_to_stop(csv) ? "interrupted" : "time";
    }
    outcome.wall_seconds = rb_wall_clock() - begun;
    return outcome;
}

/* What may help; nobody is advised to change to what he uses. */
static const char *remedy(const rb_simulation *sim, rb_diverged why) {
    double method = rb_scene_value(rb_simulation_scene(sim), RB_SECTION_SOLVER, RB_SOLVER_METHOD);
    if (method != RB_METHOD_RODAS) {
        return "a smaller --step or --solver rodas";
    }
    return why == RB_DIVERGED_STEP ? "a larger --rtol" : "a smaller --rtol";
}

/* What a reader of the numbers has to know. */
static int tell_trouble(const rb_simulation *sim, const rb_run_outcome *outcome) {
    if (rb_simulation_phase(sim) == RB_PHASE_DIVERGED) {
        rb_error err;
        rb_summary summary;
        rb_simulation_summary(sim, &summary);
        rb_fail(&err, RB_ERR_INPUT, "the run diverged at t = %.6g s (%s); %s may help",
                rb_simulation_time(sim), rb_diverged_text(summary.diverged),
                remedy(sim, summary.diverged));
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (outcome->step_too_large_since > 0) { /* 0: advice said so before the run */
        fprintf(stderr,
                "rbsim: warning: the step is too large for 1 %% accuracy (since t = %.6g s); %s "
                "helps\n",
                outcome->step_too_large_since, remedy(sim, RB_DIVERGED_NOT));
    }
    return RB_EXIT_OK;
}

static int run_to_files(const run_request *q, rb_simulation *sim) {
    rb_error err;
    rb_output csv = {0}, summary = {0};
    /* Both are begun first: what cannot be written should not cost a long run. */
    const char *path = q->summary == NULL && q->csv == NULL ? "-" : q->summary;
    if (!rb_output_begin(&summary, path, &err) || !rb_output_begin_growing(&csv, q->csv, &err)) {
        rb_output_drop(&summary);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (csv.stream != NULL) {
        print_header(csv.stream, q->scene.body);
    }
    rb_catch_interrupts();
    rb_run_outcome outcome = simulate(sim, q, csv.stream);
    bool ok = rb_output_end(&csv, &err);
    ok = (summary.stream == NULL || rb_print_summary(summary.stream, sim, &outcome, &err)) && ok;
    if (!ok) {
        rb_output_drop(&summary);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    return rb_output_end(&summary, &err) ? tell_trouble(sim, &outcome)
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
