/* rbsim lyapunov: how fast small changes of a motion grow. */
#include <math.h>

#include "analysis/dynamics_json.h"
#include "cli/output.h"

typedef struct lyapunov_request {
    rb_scene scene;
    double transient; /* s; NAN: a tenth of the time */
    const char *summary;
    rb_progress progress;
    double until;
} lyapunov_request;

static bool show_progress(void *context, double t) {
    lyapunov_request *q = context;
    rb_progress_show(&q->progress, t, q->until);
    return false;
}

static void print_lines(const rb_lyapunov *l) {
    printf("exponent, 1/s  standard error\n");
    for (int i = 0; i < l->count; i++) {
        printf("%13.6g  %.2g\n", l->exponents[i], l->errors[i]);
    }
    printf("%13.6g  sum\n%13.6g  mean divergence of the flow\n", l->sum, l->divergence);
}

static bool write_summary(const lyapunov_request *q, const rb_lyapunov *l, rb_error *err) {
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_lyapunov_json(&json, &q->scene, q->transient, l);
    rb_json_end(&json);
    return rb_write_json_file(&json, q->summary, "lyapunov", err);
}

static int find_exponents(const rb_command_line *line, void *request) {
    (void)line;
    lyapunov_request *q = request;
    rb_lyapunov l;
    rb_error err;
    rb_lyapunov_request r = {
        .until = q->until, .transient = q->transient, .cancelled = show_progress, .context = q};
    q->progress = rb_progress_begin("lyapunov");
    rb_status status = rb_lyapunov_of(&q->scene, &r, &l, &err);
    rb_progress_end(&q->progress);
    if (status != RB_OK) {
        return rb_complain_status(&err, status);
    }
    if (isnan(l.sum)) {
        rb_lyapunov_fail_ended(&l, q->until, &err);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (q->summary == NULL) {
        print_lines(&l);
        return RB_EXIT_OK;
    }
    return write_summary(q, &l, &err) ? RB_EXIT_OK : rb_complain(&err, RB_EXIT_FAILED);
}

static rb_status check_request(void *request, rb_error *err) {
    lyapunov_request *q = request;
    q->until = q->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    q->transient = isnan(q->transient) ? rb_lyapunov_transient(q->until) : q->transient;
    if (!(q->transient < q->until)) {
        return rb_fail(err, RB_ERR_INPUT, "--transient: expected less than the end time %g s, got %g",
                       q->until, q->transient);
    }
    return rb_scene_check(&q->scene, q->scene.id, err);
}

static const rb_option lyapunov_options[] = {
    RB_OPTION("--transient", "T", "time before growth is counted, s (a tenth of the run)", rb_option_number,
              offsetof(lyapunov_request, transient), .min = 0, .max = INFINITY),
    RB_OPTION("--summary", "FILE", "write the exponents as JSON", rb_option_text,
              offsetof(lyapunov_request, summary), .flags = RB_OPTION_NO_RESULT),
    {0},
};

const rb_cli_command rb_cli_lyapunov = {
    .name = "lyapunov",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Find the Lyapunov exponents of a motion, which say whether it is chaotic",
    .details =
        "Lists the mean rates at which small changes of the motion grow, with standard errors, their sum, "
        "and the mean divergence of the flow, which equals the sum. A positive exponent means chaos. A "
        "direction that sticking or an impact takes has the exponent minus infinity (null in JSON). The "
        "run must continue until its end: a stone that comes to rest has no exponents.",
    .options = lyapunov_options,
    .groups = {RB_SCENE_OPTIONS(offsetof(lyapunov_request, scene))},
    RB_SCENE_REQUEST(lyapunov_request, scene),
    .defaults = &(const lyapunov_request){.transient = NAN},
    .check = check_request,
    .run = find_exponents,
};
