/* rbsim run: one simulation, its CSV and its summary. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/summary.h"

typedef struct run_request {
    rb_scene scene;
    double every;
    const char *csv;
    const char *summary;
} run_request;

/* Ctrl-C asks the run to end; what was computed so far is still written. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static void catch_interrupts(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static double wall_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* "name=value" made of an option and its text. */
static rb_status assign(rb_scene *scene, const char *name, const char *text, rb_error *err) {
    char assignment[256];
    snprintf(assignment, sizeof assignment, "%s=%s", name, text);
    return rb_scene_assign(scene, assignment, err);
}

static rb_status set_omega(rb_scene *scene, const char *text, rb_error *err) {
    double omega[3];
    rb_status status = rb_args_numbers("--omega", text, 3, omega, err);
    for (int i = 0; status == RB_OK && i < 3; i++) {
        char assignment[64];
        snprintf(assignment, sizeof assignment, "start.omega%d=%.17g", i + 1, omega[i]);
        status = rb_scene_assign(scene, assignment, err);
    }
    return status;
}

static rb_status set_step(rb_scene *scene, const char *text, rb_error *err) {
    rb_status status = assign(scene, "solver.step", text, err);
    double *solver = scene->values[RB_SECTION_SOLVER];
    solver[RB_SOLVER_TICK] = fmax(solver[RB_SOLVER_TICK], solver[RB_SOLVER_STEP]);
    return status;
}

static rb_status set_every(run_request *q, const char *text, rb_error *err) {
    rb_status status = rb_args_numbers("--every", text, 1, &q->every, err);
    if (status == RB_OK && q->every <= 0) {
        return rb_fail(err, RB_ERR_INPUT, "--every: expected a time > 0 s, got %g", q->every);
    }
    return status;
}

/* One option that edits the scene; *taken tells whether there was one. */
static rb_status scene_option(rb_args *args, rb_scene *scene, bool *taken, rb_error *err) {
    static const struct {
        const char *option;
        const char *name; /* NULL: the text is an assignment itself */
    } options[] = {{"--law", "friction"},
                   {"--rolling", "rolling"},
                   {"--normal", "normal"},
                   {"--solver", "solver.method"},
                   {"--rtol", "solver.rtol"},
                   {"--until", "solver.t_end"},
                   {"--set", NULL}};
    *taken = true;
    const char *text = NULL;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        int found = rb_args_option(args, options[i].option, &text, err);
        if (found < 0) {
            return RB_ERR_INPUT;
        }
        if (found > 0) {
            return options[i].name == NULL ? rb_scene_assign(scene, text, err)
                                           : assign(scene, options[i].name, text, err);
        }
    }
    int found = rb_args_option(args, "--omega", &text, err);
    if (found != 0) {
        return found < 0 ? RB_ERR_INPUT : set_omega(scene, text, err);
    }
    found = rb_args_option(args, "--start", &text, err);
    if (found != 0) {
        return found < 0 ? RB_ERR_INPUT : rb_scene_use_start(scene, text, err);
    }
    found = rb_args_option(args, "--step", &text, err);
    if (found != 0) {
        return found < 0 ? RB_ERR_INPUT : set_step(scene, text, err);
    }
    *taken = false;
    return RB_OK;
}

static rb_status read_request(rb_args *args, run_request *q, rb_error *err) {
    while (args->next < args->count) {
        bool taken = false;
        rb_status status = scene_option(args, &q->scene, &taken, err);
        if (status != RB_OK) {
            return status;
        }
        const char *text = NULL;
        int found = taken ? 1 : rb_args_option(args, "--csv", &q->csv, err);
        if (found == 0) {
            found = rb_args_option(args, "--summary", &q->summary, err);
        }
        if (found == 0) {
            found = rb_args_option(args, "--every", &text, err);
            if (found > 0 && set_every(q, text, err) != RB_OK) {
                return RB_ERR_INPUT;
            }
        }
        if (found == 0) {
            return rb_args_unknown(args, err);
        }
        if (found < 0) {
            return RB_ERR_INPUT;
        }
    }
    if (q->csv != NULL && q->summary != NULL && strcmp(q->csv, q->summary) == 0) {
        return rb_fail(err, RB_ERR_INPUT, "--csv and --summary: expected two different outputs");
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

/* A line on the terminal for runs over two seconds; gone when the run ends. */
static void show_progress(double begun, double *shown, double t, double until) {
    double now = wall_clock();
    if (!isatty(STDERR_FILENO) || now - begun < 2 || (now - *shown < 0.2 && t < until)) {
        return;
    }
    *shown = now;
    double rate = t / (now - begun);
    fprintf(stderr, "\r%3.0f %%  t = %.2f of %g s, %.2f times real time, %.0f s left \033[K",
            100 * t / until, t, until, rate, rate > 0 ? (until - t) / rate : 0);
    if (t >= until) {
        fputs("\r\033[K", stderr);
    }
}

/* Runs to the end; returns why it ended. */
static const char *simulate(rb_simulation *sim, const run_request *q, FILE *csv) {
    double h = rb_simulation_step_length(sim);
    double until = q->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    uint64_t steps = (uint64_t)llround(fmin(until / h, 9e15));
    uint64_t stride = (uint64_t)fmax(1, round(fmin(q->every / h, 9e15)));
    double begun = wall_clock();
    double shown = begun;
    for (uint64_t i = 0; i < steps && rb_simulation_phase(sim) == RB_PHASE_RUNNING; i++) {
        if (csv != NULL && i % stride == 0) {
            print_row(csv, sim);
        }
        rb_simulation_step(sim);
        if (i % 1024 == 0) {
            show_progress(begun, &shown, (double)i * h, until);
            if (interrupted) {
                break;
            }
        }
    }
    if (csv != NULL) {
        print_row(csv, sim);
    }
    show_progress(begun, &shown, until, until);
    if (rb_simulation_phase(sim) != RB_PHASE_RUNNING) {
        return NULL; /* the simulation's own reason */
    }
    return interrupted ? "interrupted" : "time";
}

static int run_to_files(const run_request *q, rb_simulation *sim) {
    rb_error err;
    FILE *csv = q->csv != NULL ? rb_open_output(q->csv, &err) : NULL;
    if (q->csv != NULL && csv == NULL) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (csv != NULL) {
        print_header(csv, q->scene.body);
    }
    catch_interrupts();
    double begun = wall_clock();
    const char *reason = simulate(sim, q, csv);
    double seconds = wall_clock() - begun;
    if (csv != NULL && !rb_close_output(csv, q->csv, &err)) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    const char *path = q->summary != NULL ? q->summary : "-";
    if (q->summary != NULL || q->csv == NULL) {
        FILE *out = rb_open_output(path, &err);
        if (out == NULL || !rb_print_summary(out, sim, reason, seconds) ||
            !rb_close_output(out, path, &err)) {
            return rb_complain(&err, RB_EXIT_FAILED);
        }
    }
    if (rb_simulation_phase(sim) == RB_PHASE_DIVERGED) {
        rb_fail(&err, RB_ERR_INPUT,
                "the run diverged at t = %.6g s; a smaller --step or --solver rodas may help",
                rb_simulation_time(sim));
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    return RB_EXIT_OK;
}

int rb_command_run(rb_args *args) {
    rb_error err;
    run_request q;
    memset(&q, 0, sizeof q);
    q.every = 0.01;
    if (args->count < 1 || args->items[0][0] == '-') {
        rb_fail(&err, RB_ERR_INPUT, "run: expected the id or the path of a scene");
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    if (rb_library_open(args->items[args->next++], &q.scene, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (read_request(args, &q, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    rb_simulation *sim = NULL;
    if (rb_simulation_create(&q.scene, &sim, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    int code = run_to_files(&q, sim);
    rb_simulation_destroy(sim);
    return code;
}
