/* rbsim figure: the figures and tables of the five papers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "reproduce/figure.h"

typedef struct figure_request {
    const char *which; /* an id, "list", "check" or "all" */
    const char *csv, *folder;
    rb_pictures pictures;
    int64_t threads;
    bool quick;
} figure_request;

static const rb_option figure_options[] = {
    RB_OPTION("--csv", "FILE|-", "write every point of the charts", rb_option_text,
              offsetof(figure_request, csv), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--folder", "FOLDER",
              "with all: where index.html and its files go; an interrupted run is continued there",
              rb_option_text, offsetof(figure_request, folder), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--quick", NULL, "with check: leave out figures that take more than ten seconds",
              rb_option_flag, offsetof(figure_request, quick)),
    RB_OPTION("--threads", "N", "threads of long studies; 0: one per core (0)", rb_option_whole,
              offsetof(figure_request, threads), .min = 0, .max = 1024, .flags = RB_OPTION_NO_RESULT),
    {0},
};

static bool is_word(const figure_request *q, const char *word) {
    return strcmp(q->which, word) == 0;
}

static rb_status check_request(void *request, rb_error *err) {
    const figure_request *q = request;
    bool one = !is_word(q, "list") && !is_word(q, "check") && !is_word(q, "all");
    if (one && rb_figure_find(q->which) == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "figure: expected an id (\"rbsim figure list\" shows them), list, check or "
                       "all, got \"%.60s\"",
                       q->which);
    }
    if (!one && (q->csv != NULL || rb_pictures_any(&q->pictures))) {
        return rb_fail(err, RB_ERR_INPUT,
                       "figure: expected the id of one figure with --csv, --svg, --png or --pdf");
    }
    if (is_word(q, "all") != (q->folder != NULL)) {
        return rb_fail(err, RB_ERR_INPUT, "figure: expected --folder FOLDER with all, and only there");
    }
    return rb_pictures_differ(&q->pictures, "--csv", q->csv, err);
}

static void print_list(void) {
    for (int i = 0; i < rb_figure_count(); i++) {
        const rb_figure *f = rb_figure_at(i);
        printf("%-12s %-5s %-8s %-17s %s\n", f->id, f->paper, f->place, rb_verdict_name(f->verdict),
               f->shows);
    }
}

static void print_number(const rb_figure_number *n) {
    printf("  %-72s %12.6g", n->name, n->value);
    if (!isnan(n->low)) {
        bool holds = n->value >= n->low && n->value <= n->high;
        if (n->high - n->low <= 2.1e-9) {
            printf("  %s the printed %.6g", holds ? "is" : "is NOT", (n->low + n->high) / 2);
        } else {
            printf("  %s %.6g to %.6g", holds ? "within" : "NOT within", n->low, n->high);
        }
    }
    printf("\n");
}

static void print_report(const rb_figure_data *d) {
    const rb_figure *f = d->figure;
    char verdict[600];
    rb_figure_verdict(d, verdict, sizeof verdict);
    printf("%s %s: %s\n\nthe paper says  %s\nmade by         %s\nverdict         %s\n\n", f->paper, f->place,
           f->shows, f->claim, f->runs, verdict);
    for (int i = 0; i < d->number_count; i++) {
        print_number(&d->numbers[i]);
    }
}

static bool watch(void *context, double share) {
    rb_progress_show_share(context, share);
    return rb_interrupted();
}

/* Makes one figure with progress; the exit code. */
static int make_figure(const rb_figure *figure, const figure_request *q, rb_figure_data *data) {
    rb_error err;
    rb_progress progress = rb_progress_begin(figure->id);
    rb_figure_options options = {.threads = (int)q->threads, .cancelled = watch, .context = &progress};
    rb_status status = rb_figure_make(figure, &options, data, &err);
    rb_progress_end(&progress);
    if (status != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (data->stopped) {
        rb_fail(&err, RB_ERR_INPUT, "%s: interrupted", figure->id);
        return rb_exit_interrupted(rb_complain(&err, RB_EXIT_FAILED));
    }
    return RB_EXIT_OK;
}

static void write_points(FILE *out, const void *data) {
    rb_figure_write_csv(out, data);
}

static bool write_files(figure_request *q, const rb_figure_data *data, rb_error *err) {
    char title[64];
    rb_sheet sheet = rb_figure_sheet(data, title, sizeof title);
    return rb_write_table(q->csv, write_points, data, err) && rb_pictures_write(&q->pictures, &sheet, err);
}

/* Opens and drops the files: can they be written? */
static bool can_write(figure_request *q, rb_error *err) {
    rb_output out;
    if (!rb_output_begin(&out, q->csv, err)) {
        return false;
    }
    rb_output_drop(&out);
    bool good = rb_pictures_begin(&q->pictures, err);
    rb_pictures_drop(&q->pictures);
    return good;
}

static int show_one(figure_request *q, rb_figure_data *data) {
    rb_error err;
    if (!can_write(q, &err)) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    int code = make_figure(rb_figure_find(q->which), q, data);
    if (code != RB_EXIT_OK) {
        return code;
    }
    if (!write_files(q, data, &err)) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (!rb_output_is_stdout(q->csv) && !rb_pictures_use_stdout(&q->pictures)) {
        print_report(data);
    }
    return rb_figure_holds(data) ? RB_EXIT_OK : RB_EXIT_FAILED;
}

static int check_all(const figure_request *q, rb_figure_data *data) {
    int failed = 0, checked = 0;
    for (int i = 0; i < rb_figure_count(); i++) {
        const rb_figure *f = rb_figure_at(i);
        if (q->quick && f->slow) {
            continue;
        }
        int code = make_figure(f, q, data);
        if (code == RB_EXIT_OK) {
            char verdict[600];
            rb_figure_verdict(data, verdict, sizeof verdict);
            printf("%-12s %s\n", f->id, verdict);
            failed += !rb_figure_holds(data);
            checked++;
        }
        rb_figure_free(data);
        if (code != RB_EXIT_OK || fflush(stdout) != 0) {
            return code;
        }
    }
    printf("\n%d figures and tables checked, %d with a number outside its bounds\n", checked, failed);
    return failed > 0 ? RB_EXIT_FAILED : RB_EXIT_OK;
}

static void report(void *context, const rb_figure *figure, int index, int count, const char *verdict,
                   bool resumed) {
    (void)context;
    printf("%2d/%d %-12s %s\n", index + 1, count, figure->id, resumed ? "already made" : verdict);
    fflush(stdout);
}

static int make_page(const figure_request *q) {
    rb_error err;
    rb_progress progress = rb_progress_begin("figures");
    rb_folder_create(q->folder, false); /* an existing folder is fine; any other trouble shows below */
    rb_page_options options = {.folder = q->folder,
                               .figures = {.threads = (int)q->threads,
                                           .journal = q->folder,
                                           .cancelled = watch,
                                           .context = &progress},
                               .report = report};
    int failed = 0;
    bool complete = false;
    rb_status status = rb_page_make(&options, &failed, &complete, &err);
    rb_progress_end(&progress);
    if (status == RB_OK && !complete) {
        status =
            rb_fail(&err, RB_ERR_INPUT, "figure: interrupted; the same command continues where it stopped");
    }
    if (status != RB_OK) {
        return rb_exit_interrupted(rb_complain(&err, RB_EXIT_FAILED));
    }
    printf("%s/index.html: %d figures and tables, %d with a number outside its bounds\n", q->folder,
           rb_figure_count(), failed);
    return failed > 0 ? RB_EXIT_FAILED : RB_EXIT_OK;
}

static rb_status set_defaults(const rb_command_line *line, void *request, rb_error *err) {
    (void)err;
    const char *operand = rb_command_line_operand(line, 0);
    ((figure_request *)request)->which = operand != NULL ? operand : "list";
    return RB_OK;
}

static int run_figure(const rb_command_line *line, void *request) {
    (void)line;
    figure_request *q = request;
    if (is_word(q, "list")) {
        print_list();
        return RB_EXIT_OK;
    }
    rb_catch_interrupts(false);
    if (is_word(q, "all")) {
        return make_page(q);
    }
    rb_figure_data *data = calloc(1, sizeof *data);
    if (data == NULL) {
        return rb_complain_memory("figure");
    }
    int code = is_word(q, "check") ? check_all(q, data) : show_one(q, data);
    rb_figure_free(data);
    free(data);
    return code;
}

const rb_cli_command rb_cli_figure = {
    .name = "figure",
    .operands = "[list|ID|check|all]",
    .operands_max = 1,
    .summary = "Make a figure or table of the five papers, or all of them",
    .details = "ID: the chart (--svg, --png, --pdf, --csv), what the paper says, and our numbers. list: "
               "every figure with its verdict. check: are all numbers within their bounds? all: a page "
               "with every figure in --folder.",
    .options = figure_options,
    .groups = {RB_PICTURE_OPTIONS(offsetof(figure_request, pictures))},
    RB_REQUEST(figure_request),
    .init = set_defaults,
    .check = check_request,
    .run = run_figure,
};
