/* rbsim eps-error: effect of the stick threshold (the speed below which a disk sticks) on the motion. */
#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "reproduce/eps_error.h"
#include "sim/csv.h"

typedef struct eps_request {
    rb_scene scene;
    double from, to;
    int64_t count;
    const char *csv;
    rb_pictures pictures;
} eps_request;

static const rb_option eps_error_options[] = {
    RB_OPTION("--from", "E", "smallest threshold speed (1e-7)", rb_option_number,
              offsetof(eps_request, from)),
    RB_OPTION("--to", "E", "largest threshold speed (1e-3)", rb_option_number, offsetof(eps_request, to)),
    RB_OPTION("--count", "N", "number of threshold speeds (9)", rb_option_whole, offsetof(eps_request, count),
              .min = 2, .max = RB_EPS_ROWS_MAX),
    RB_OPTION("--csv", "FILE|-", "write the table", rb_option_text, offsetof(eps_request, csv)),
    {0},
};

static rb_status check_request(void *request, rb_error *err) {
    const eps_request *q = request;
    if (!(q->from >= 1e-8 && q->to > q->from && q->to <= 0.1)) {
        return rb_fail(err, RB_ERR_INPUT, "--from, --to: expected 1e-8 <= from < to <= 0.1, got %g, %g",
                       q->from, q->to);
    }
    if (rb_pictures_differ(&q->pictures, "--csv", q->csv, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    return rb_scene_check(&q->scene, q->scene.id, err);
}

static void write_csv(FILE *out, const void *data) {
    const rb_eps_study *study = data;
    rb_csv csv = {.out = out, .digits = 9};
    rb_csv_text(&csv, "eps_lambda");
    rb_csv_text(&csv, "error");
    rb_csv_text(&csv, "time_error");
    rb_csv_text(&csv, "jumped");
    rb_csv_end_row(&csv);
    for (int i = 0; i < study->count; i++) {
        rb_csv_number(&csv, study->rows[i].eps);
        rb_csv_number(&csv, study->rows[i].error);
        rb_csv_number(&csv, study->rows[i].late);
        rb_csv_number(&csv, study->rows[i].jumped);
        rb_csv_end_row(&csv);
    }
}

static bool write_pictures(eps_request *q, const rb_eps_study *study, rb_error *err) {
    double error[RB_EPS_ROWS_MAX], line[RB_EPS_ROWS_MAX], eps[RB_EPS_ROWS_MAX];
    for (int i = 0; i < study->count; i++) {
        eps[i] = study->rows[i].eps;
        error[i] = study->rows[i].error;
        line[i] = error[0] * eps[i] / eps[0];
    }
    char subtitle[160], name[32];
    snprintf(subtitle, sizeof subtitle, "%s, %s: x and φ until %g, against ε_λ = %.0e", q->scene.id,
             q->scene.friction->id, study->until, study->reference);
    if (isfinite(study->slope)) {
        snprintf(name, sizeof name, "slope %.3f", study->slope);
    } else {
        snprintf(name, sizeof name, "error (no slope)");
    }
    const rb_curve curves[] = {{.name = name, .x = eps, .y = error, .count = study->count},
                               {.name = "slope 1", .x = eps, .y = line, .count = study->count}};
    const rb_plot plot = {.x = {.label = "ε_λ", .logarithmic = true},
                          .y = {.label = "error", .logarithmic = true},
                          .curves = curves,
                          .curve_count = 2};
    const rb_sheet sheet = {"Error caused by the stick threshold ε_λ", subtitle, &plot, 1, 1};
    return rb_pictures_write(&q->pictures, &sheet, err);
}

static void print_table(const eps_request *q, const rb_eps_study *study) {
    printf("%s under %s: an orbit of %d point%s, from x = %.8f, phi = %.8f until t = %g,\n"
           "against eps_lambda = %.0e\n\n%12s %12s %12s\n",
           q->scene.id, q->scene.friction->id, study->period, study->period > 1 ? "s" : "", study->x,
           study->phi, study->until, study->reference, "eps_lambda", "error", "of the time");
    for (int i = 0; i < study->count; i++) {
        const rb_eps_row *row = &study->rows[i];
        printf("%12.3e %12.3e %12.3e%s\n", row->eps, row->error, row->late,
               row->jumped ? "  another motion" : "");
    }
    if (isfinite(study->jump)) {
        printf("\nfrom eps_lambda = %.3e on the disk moves in another way (K12 Fig. 14: a threshold); "
               "these rows are\nleft out of the slope",
               study->jump);
    }
    if (isfinite(study->slope)) {
        printf("\nslope of log error over log eps_lambda: %.4f\n", study->slope);
    } else {
        printf("\nno slope: it needs two values of eps_lambda below the jump; take a smaller "
               "--from\n");
    }
}

static int measure_threshold_error(const rb_command_line *line, void *request) {
    (void)line;
    rb_error err;
    eps_request *q = request;
    rb_eps_study study;
    if (rb_eps_errors(&q->scene, q->from, q->to, (int)q->count, &study, &err) != RB_OK ||
        !rb_write_table(q->csv, write_csv, &study, &err) || !write_pictures(q, &study, &err)) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (!rb_output_is_stdout(q->csv) && !rb_pictures_use_stdout(&q->pictures)) {
        print_table(q, &study);
    }
    return RB_EXIT_OK;
}

const rb_cli_command rb_cli_eps_error = {
    .name = "eps-error",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Show how the threshold speed of sticking changes one period of a disk",
    .options = eps_error_options,
    .groups = {RB_PICTURE_OPTIONS(offsetof(eps_request, pictures)),
               RB_SCENE_OPTIONS(offsetof(eps_request, scene))},
    RB_SCENE_REQUEST(eps_request, scene),
    .defaults = &(const eps_request){.from = 1e-7, .to = 1e-3, .count = 9},
    .check = check_request,
    .run = measure_threshold_error,
};
