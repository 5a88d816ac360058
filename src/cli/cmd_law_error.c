/* rbsim law-error: accuracy against cost of every friction law. */
#include "reproduce/law_error.h"
#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "sim/csv.h"

typedef struct law_error_request {
    rb_law_error_case at;
    const char *csv;
    rb_pictures pictures;
} law_error_request;

static const rb_option law_error_options[] = {
    RB_OPTION("--b", "B", "ratio of the patch's half lengths, y to x (1)", rb_option_number,
              offsetof(law_error_request, at.patch.b), .min = 1e-3, .max = 1),
    RB_OPTION("--a", "A", "half length of the patch along x, m; matters to ak18 only (6.119e-3)",
              rb_option_number, offsetof(law_error_request, at.patch.a), .min = 0, .max = INFINITY,
              .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--dc", "X", "distortion of the pressure along x (0)", rb_option_number,
              offsetof(law_error_request, at.d_c)),
    RB_OPTION("--ds", "Y", "distortion of the pressure along y (0)", rb_option_number,
              offsetof(law_error_request, at.d_s)),
    RB_OPTION("--csv", "FILE|-", "write the table", rb_option_text, offsetof(law_error_request, csv)),
    {0},
};

static rb_status check_request(void *request, rb_error *err) {
    const law_error_request *q = request;
    const rb_law_error_case *c = &q->at;
    if (!(hypot(c->d_c, c->d_s) <= 1)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--dc, --ds: expected dc^2 + ds^2 <= 1 (no negative pressure), got %g, %g", c->d_c,
                       c->d_s);
    }
    return rb_pictures_differ(&q->pictures, "--csv", q->csv, err);
}

static void print_table(const rb_law_error_case *c, const rb_law_error_row *rows, int count) {
    printf("Error against the exact law: force |T - T_exact| and torque |M - M_exact|, both of\n"
           "order 1; patch b = %g, distortion (%g, %g), a = %g mm (matters to ak18 only)\n\n",
           c->patch.b, c->d_c, c->d_s, 1e3 * c->patch.a);
    printf("%-26s|%-34s|%-34s|%s\n", "", "  sliding along x", "  all directions", "  ns/eval");
    printf("%-26s", "law");
    for (int i = 0; i < 2; i++) {
        printf("|%8s %8s %8s %8s", "T max", "T rms", "M max", "M rms");
    }
    printf("|%6s %6s\n", "value", "+deriv");
    for (int i = 0; i < count; i++) {
        const rb_law_error_row *r = &rows[i];
        const rb_law_error *groups[2] = {&r->along, &r->around};
        printf("%-26s", r->name);
        for (int g = 0; g < 2; g++) {
            printf("|%8.2g %8.2g %8.2g %8.2g", groups[g]->max_T, groups[g]->rms_T, groups[g]->max_M,
                   groups[g]->rms_M);
        }
        printf("|%6.0f %6.0f\n", r->ns, r->ns_jacobian);
    }
}

/* The rows of the table. */
typedef struct law_errors {
    rb_law_error_row rows[RB_LAW_ERROR_ROWS];
    int count;
} law_errors;

static void write_csv(FILE *out, const void *data) {
    const law_errors *all_rows = data;
    static const char *const columns[] = {"law",       "exact",     "x_max_T",   "x_rms_T",
                                          "x_max_M",   "x_rms_M",   "all_max_T", "all_rms_T",
                                          "all_max_M", "all_rms_M", "ns",        "ns_derivatives"};
    rb_csv csv = {.out = out};
    for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
        rb_csv_text(&csv, columns[c]);
    }
    rb_csv_end_row(&csv);
    for (int i = 0; i < all_rows->count; i++) {
        const rb_law_error_row *r = &all_rows->rows[i];
        const rb_law_error *x = &r->along, *all = &r->around;
        const double errors[] = {x->max_T,   x->rms_T,   x->max_M,   x->rms_M,
                                 all->max_T, all->rms_T, all->max_M, all->rms_M};
        rb_csv_text(&csv, r->name);
        rb_csv_text(&csv, r->exact->id);
        csv.digits = 9;
        for (size_t c = 0; c < sizeof errors / sizeof errors[0]; c++) {
            rb_csv_number(&csv, errors[c]);
        }
        csv.digits = 4; /* a clock has no more */
        rb_csv_number(&csv, r->ns);
        rb_csv_number(&csv, r->ns_jacobian);
        rb_csv_end_row(&csv);
    }
}

/* Families of laws by the start of their ids; one colour each. */
static const struct {
    const char *prefix, *name;
} families[] = {{"exact", "exact"}, {"k11", "K11"},   {"k12", "K12"}, {"k15", "K15"},
                {"ak18", "AK18"},   {"ka09", "KA09"}, {"", "others"}};
enum { FAMILIES = sizeof families / sizeof families[0] };

static int family_of(const char *name) {
    int i = 0;
    while (strncmp(name, families[i].prefix, strlen(families[i].prefix)) != 0) {
        i++;
    }
    return i;
}

/* Variants that differ in rolling only have the same friction: one dot. */
static bool is_repeated(const rb_law_error_row *rows, int i) {
    for (int k = 0; k < i; k++) {
        const rb_law_error *a = &rows[k].around, *b = &rows[i].around;
        if (rows[k].friction.law->evaluate == rows[i].friction.law->evaluate && a->max_T > 0 &&
            a->max_T == b->max_T && a->rms_T == b->rms_T && a->rms_M == b->rms_M) {
            return true;
        }
    }
    return false;
}

/* Accuracy against cost. Errors below 1e-12 are drawn there. */
static bool write_pictures(law_error_request *q, const rb_law_error_row *rows, int count, rb_error *err) {
    double x[FAMILIES][RB_LAW_ERROR_ROWS], y[FAMILIES][RB_LAW_ERROR_ROWS];
    const char *labels[FAMILIES][RB_LAW_ERROR_ROWS];
    rb_curve curves[FAMILIES];
    for (int f = 0; f < FAMILIES; f++) {
        curves[f] = (rb_curve){.name = families[f].name,
                               .x = x[f],
                               .y = y[f],
                               .labels = labels[f],
                               .mark = RB_MARK_DOTS,
                               .size = 4.5};
    }
    for (int i = 0; i < count; i++) {
        int f = family_of(rows[i].name), at = curves[f].count;
        if (!is_repeated(rows, i)) {
            x[f][at] = fmin(fmax(rows[i].ns, 5), 3000);
            y[f][at] = fmin(fmax(fmax(rows[i].around.max_T, rows[i].around.max_M), 1e-12), 1.4);
            labels[f][at] = rows[i].name;
            curves[f].count++;
        }
    }
    char subtitle[120];
    snprintf(subtitle, sizeof subtitle, "b = %g, distortion (%g, %g), all directions of sliding",
             q->at.patch.b, q->at.d_c, q->at.d_s);
    const rb_plot plot = {
        .x = {.label = "time per evaluation, ns", .logarithmic = true, .from = 5, .to = 3000},
        .y = {.label = "largest error of force or torque",
              .logarithmic = true,
              .from = 2.5e-13,
              .to = 1.5,
              .detail = 3e-3},
        .curves = curves,
        .curve_count = FAMILIES};
    const rb_sheet sheet = {"Friction laws: accuracy against cost", subtitle, &plot, 1, 1};
    return rb_pictures_write(&q->pictures, &sheet, err);
}

static int compare_laws_with_exact(const rb_command_line *line, void *request) {
    (void)line;
    rb_error err;
    law_error_request *q = request;
    law_errors errors;
    errors.count = rb_law_errors(&q->at, errors.rows);
    for (int i = 0; i < errors.count; i++) {
        rb_law_error_row *row = &errors.rows[i];
        row->ns = rb_law_cost(&row->friction, false, false);
        row->ns_jacobian = rb_law_cost(&row->friction, true, false);
    }
    if (!rb_write_table(q->csv, write_csv, &errors, &err) ||
        !write_pictures(q, errors.rows, errors.count, &err)) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (!rb_output_is_stdout(q->csv) && !rb_pictures_use_stdout(&q->pictures)) {
        print_table(&q->at, errors.rows, errors.count);
    }
    return RB_EXIT_OK;
}

const rb_cli_command rb_cli_law_error = {
    .name = "law-error",
    .summary = "Compare every friction law with the exact one: errors, and time per evaluation",
    .options = law_error_options,
    .groups = {RB_PICTURE_OPTIONS(offsetof(law_error_request, pictures))},
    RB_REQUEST(law_error_request),
    .defaults = &(const law_error_request){.at = {.patch = {6.119e-3, 1}}}, /* a of K15 Table 1, A1 */
    .check = check_request,
    .run = compare_laws_with_exact,
};
