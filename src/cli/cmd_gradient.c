/* rbsim gradient: derivatives of outcomes by parameters. */
#include <math.h>
#include <stdlib.h>

#include "analysis/dynamics_json.h"
#include "cli/output.h"

typedef struct gradient_request {
    rb_scene scene;
    const char *of, *by, *summary;
    rb_gradient_request request;
} gradient_request;

static void print_lines(const rb_gradient_request *q, const rb_gradient *g) {
    printf("%-24s %-12s %16s  unit\n", "outcome", "by", "derivative");
    for (int i = 0; i < q->of_count; i++) {
        printf("%-24s %-12s %16.9g  %s\n", q->of[i]->name, "", g->values[i], q->of[i]->unit);
        for (int k = 0; k < q->by_count; k++) {
            printf("%-24s %-12s %16.9g  %s per %s\n", "", q->by[k].row->name, g->slopes[i][k], q->of[i]->unit,
                   q->by[k].row->unit);
        }
    }
}

static bool write_summary(const gradient_request *q, const rb_gradient *g, rb_error *err) {
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_gradient_json(&json, &q->scene, &q->request, g);
    rb_json_end(&json);
    return rb_write_json_file(&json, q->summary, "gradient", err);
}

static int find_gradient(const rb_command_line *line, void *request) {
    (void)line;
    gradient_request *q = request;
    rb_error err;
    rb_gradient *g = calloc(1, sizeof *g);
    if (g == NULL) {
        return rb_complain_memory("gradient");
    }
    rb_status status = rb_gradient_of(&q->scene, &q->request, g, &err);
    int code = RB_EXIT_OK;
    if (status != RB_OK) {
        code = rb_complain(&err, RB_EXIT_FAILED);
    } else if (q->summary == NULL) {
        print_lines(&q->request, g);
    } else {
        code = write_summary(q, g, &err) ? RB_EXIT_OK : rb_complain(&err, RB_EXIT_FAILED);
    }
    free(g);
    return code;
}

static rb_status check_request(void *request, rb_error *err) {
    gradient_request *q = request;
    if (q->of == NULL || q->by == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "gradient: expected --of OUTCOME,... and --by PARAMETER,...");
    }
    q->request.until = q->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    rb_status status = rb_gradient_add_of(&q->request, &q->scene, q->of, err);
    status = status == RB_OK ? rb_gradient_add_by(&q->request, &q->scene, q->by, err) : status;
    return status == RB_OK ? rb_scene_check(&q->scene, q->scene.id, err) : status;
}

static const rb_option gradient_options[] = {
    RB_OPTION("--of", "NAME,...", "outcomes, as \"rbsim outcomes\" lists them", rb_option_text,
              offsetof(gradient_request, of)),
    RB_OPTION("--by", "NAME,...", "parameters and start values, as \"rbsim params\" lists them",
              rb_option_text, offsetof(gradient_request, by)),
    RB_OPTION("--summary", "FILE", "write values and derivatives as JSON", rb_option_text,
              offsetof(gradient_request, summary), .flags = RB_OPTION_NO_RESULT),
    {0},
};

const rb_cli_command rb_cli_gradient = {
    .name = "gradient",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Find the derivatives of outcomes by parameters and start values",
    .details =
        "The derivatives are those of the motion itself, not differences of runs: the variational equations "
        "are "
        "integrated along the run, through events. Outcomes without a derivative (counts, extremes of the "
        "normal force) have none (null in JSON).",
    .options = gradient_options,
    .groups = {RB_SCENE_OPTIONS(offsetof(gradient_request, scene))},
    RB_SCENE_REQUEST(gradient_request, scene),
    .check = check_request,
    .run = find_gradient,
};
