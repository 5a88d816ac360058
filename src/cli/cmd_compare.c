/* rbsim compare: one scene under several friction laws. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare.h"
#include "base/system.h"

#include "base/text.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "plot/traces.h"
#include "sim/csv.h"

#define LAWS_MAX 64

typedef struct compare_request {
    rb_scene scene;
    const char *laws; /* comma-separated ids, or NULL */
    const char *csv, *signals;
    rb_chosen_values chosen; /* --value: further columns */
    rb_pictures pictures;
    rb_trace_plan plan;
    bool table;
    const rb_friction_law *law[LAWS_MAX];
    int law_count;
} compare_request;

static rb_status name_laws(compare_request *q, rb_error *err) {
    const char *rest = q->laws;
    char id[64];
    while (rb_list_next(&rest, ',', id, sizeof id)) {
        const rb_friction_law *law = rb_friction_law_find(id);
        if (law == NULL || q->law_count == LAWS_MAX) {
            return rb_fail(err, RB_ERR_INPUT,
                           "--laws: expected ids of friction laws (\"rbsim laws\" lists them), got "
                           "\"%s\"",
                           id);
        }
        rb_error reason;
        if (rb_scene_law_fits(&q->scene, law, &reason) != RB_OK) {
            return rb_fail(err, RB_ERR_INPUT, "--laws: %.400s", reason.text);
        }
        q->law[q->law_count++] = law;
    }
    return RB_OK;
}

/* The scene's own law first, then every other one that fits its patch. */
static void all_laws(compare_request *q) {
    q->law[q->law_count++] = q->scene.friction;
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (law != q->scene.friction && rb_scene_law_fits(&q->scene, law, NULL) == RB_OK) {
            q->law[q->law_count++] = law;
        }
    }
}

static const rb_option compare_options[] = {
    RB_OPTION("--laws", "LAW,...", "the friction laws (all that fit the scene, its own first)",
              rb_option_text, offsetof(compare_request, laws)),
    RB_OPTION("--table", NULL, "print the table also when files are written", rb_option_flag,
              offsetof(compare_request, table)),
    RB_OPTION("--csv", "FILE|-", "write every outcome of every law", rb_option_text,
              offsetof(compare_request, csv)),
    RB_VALUE_OPTION(compare_request, chosen, "further columns: outcomes, or max(abs(omega3))/E_initial"),
    RB_OPTION("--signals", "SIGNAL,...",
              "what a picture shows: signals over time, or one against another (omega1:omega2)",
              rb_option_text, offsetof(compare_request, signals)),
    {0},
};

static rb_status check_request(void *request, rb_error *err) {
    compare_request *q = request;
    const char *table = q->table ? "-" : NULL;
    if (rb_pictures_differ(&q->pictures, "--csv", q->csv, err) != RB_OK ||
        rb_pictures_differ(&q->pictures, "--table", table, err) != RB_OK ||
        rb_outputs_differ("--table", table, "--csv", q->csv, err) != RB_OK ||
        rb_trace_plan_read(q->scene.body, "--signals", q->signals, &q->plan, err) != RB_OK ||
        rb_chosen_read(&q->chosen, &q->scene, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    q->table = q->table || (q->csv == NULL && !rb_pictures_any(&q->pictures));
    if (q->laws != NULL) {
        return name_laws(q, err);
    }
    all_laws(q);
    return RB_OK;
}

/* The columns of the table: outcomes that fit the body; damping only where anything was damped. */
static int table_columns(const compare_request *q, const rb_comparison *rows, int count,
                         const rb_outcome **columns) {
    int found = 0;
    bool damped = false;
    for (int i = 0; i < count; i++) {
        damped = damped || rows[i].summary.W_damp != 0;
    }
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *outcome = rb_outcome_at(i);
        bool wanted = damped || strcmp(outcome->name, "damp_share") != 0;
        if (wanted && (outcome->flags & RB_OUTCOME_COMPARED) && rb_outcome_fits(outcome, q->scene.body)) {
            columns[found++] = outcome;
        }
    }
    return found;
}

enum { CELL = 8 }; /* the narrowest column */

static void print_cell(const char *text, const char *head) {
    int width = (int)strlen(head);
    printf(" %*s", width > CELL ? width : CELL, text);
}

static void print_key(const char *head, const char *help) {
    printf("  %-14s %s\n", head, help);
}

/* Rows and samples of every law. */
typedef struct results {
    rb_comparison rows[LAWS_MAX];
    double chosen[LAWS_MAX][RB_SWEEP_VALUES]; /* numbers of --value */
    rb_trace traces[LAWS_MAX];
} results;

static void print_table(const compare_request *q, const results *all, int count) {
    const rb_comparison *rows = all->rows;
    const rb_outcome *columns[RB_OUTCOMES_MAX];
    int column_count = table_columns(q, rows, count, columns);
    const rb_outcome *balance = rb_outcome_find("energy_balance_error");
    char head[64], text[64];
    printf("%s:\n", q->scene.id);
    for (int c = 0; c < column_count; c++) {
        rb_outcome_head(columns[c], head, sizeof head);
        print_key(head, columns[c]->help);
    }
    char differs[120];
    snprintf(differs, sizeof differs,
             "largest difference of %s to the first law's, as a share of its largest",
             rows[0].signal->symbol);
    print_key("differs", differs);
    print_key(balance->title, balance->help);
    printf("\n%-16s", "law");
    for (int c = 0; c < column_count; c++) {
        rb_outcome_head(columns[c], head, sizeof head);
        print_cell(head, head);
    }
    for (int k = 0; k < q->chosen.list.value_count; k++) {
        print_cell(q->chosen.list.values[k]->name, q->chosen.list.values[k]->name);
    }
    print_cell("differs", "");
    print_cell(balance->title, "");
    printf(" end\n");
    for (int i = 0; i < count; i++) {
        const rb_comparison *r = &rows[i];
        printf("%-16s", r->law->id);
        for (int c = 0; c < column_count; c++) {
            rb_outcome_head(columns[c], head, sizeof head);
            rb_outcome_text(columns[c], &r->summary, text, sizeof text);
            print_cell(text, head);
        }
        for (int k = 0; k < q->chosen.list.value_count; k++) {
            double number = all->chosen[i][k];
            snprintf(text, sizeof text, isfinite(number) ? "%.6g" : "-", number);
            print_cell(text, q->chosen.list.values[k]->name);
        }
        snprintf(text, sizeof text, "%.2f %%", 100 * r->largest_difference);
        print_cell(isfinite(r->largest_difference) ? text : "-", "");
        rb_outcome_text(balance, &r->summary, text, sizeof text);
        print_cell(text, "");
        printf(" %s\n", rb_end_reason_name(r->summary.end_reason));
    }
}

/* Every outcome that fits the body and is the same for the same scene. */
static bool is_csv_column(const compare_request *q, const rb_outcome *outcome) {
    return rb_outcome_fits(outcome, q->scene.body) && !(outcome->flags & RB_OUTCOME_MACHINE);
}

/* The scene of each law, and the units. False: out of memory. */
static bool write_head(rb_csv *csv, const compare_request *q, const rb_comparison *rows, int count) {
    bool known = rb_csv_head(csv->out, "Friction laws compared", &q->scene, NULL);
    for (int i = 0; i < count; i++) {
        rb_scene scene = q->scene;
        if (rows[i].law != scene.friction) {
            rb_scene_set_friction(&scene, rows[i].law);
            known = rb_csv_head(csv->out, rows[i].law->name, &scene, &q->scene) && known;
        }
    }
    for (int k = 0; k < rb_outcome_count(); k++) {
        if (is_csv_column(q, rb_outcome_at(k))) {
            rb_csv_unit(csv, rb_outcome_at(k)->name, rb_outcome_at(k)->unit);
        }
    }
    for (int k = 0; k < q->chosen.list.value_count; k++) {
        rb_csv_unit(csv, q->chosen.list.values[k]->name, q->chosen.list.values[k]->unit);
    }
    rb_csv_unit(csv, "largest_difference", "");
    rb_csv_end_row(csv);
    return known;
}

static bool write_csv(FILE *out, const compare_request *q, const results *all, int count) {
    rb_csv csv = {.out = out, .digits = 12};
    const rb_comparison *rows = all->rows;
    const rb_sweep *chosen = &q->chosen.list;
    bool known = write_head(&csv, q, rows, count);
    rb_csv_text(&csv, "law");
    for (int k = 0; k < rb_outcome_count(); k++) {
        if (is_csv_column(q, rb_outcome_at(k))) {
            rb_csv_text(&csv, rb_outcome_at(k)->name);
        }
    }
    for (int k = 0; k < chosen->value_count; k++) {
        rb_csv_text(&csv, chosen->values[k]->name);
    }
    rb_csv_text(&csv, "end_reason");
    rb_csv_text(&csv, "largest_difference");
    rb_csv_end_row(&csv);
    for (int i = 0; i < count; i++) {
        const rb_comparison *r = &rows[i];
        rb_csv_text(&csv, r->law->id);
        for (int k = 0; k < rb_outcome_count(); k++) {
            if (is_csv_column(q, rb_outcome_at(k))) {
                rb_csv_number(&csv, rb_outcome_value(rb_outcome_at(k), &r->summary));
            }
        }
        for (int k = 0; k < chosen->value_count; k++) {
            rb_csv_number(&csv, all->chosen[i][k]);
        }
        rb_csv_text(&csv, rb_end_reason_name(r->summary.end_reason));
        rb_csv_number(&csv, r->largest_difference);
        rb_csv_end_row(&csv);
    }
    return known;
}

/* The running law's progress line, its samples for the charts, and whether Ctrl-C was pressed. */
typedef struct watch {
    rb_progress progress;
    double until;
    rb_trace *trace; /* NULL: no chart requested */
    bool lost;       /* out of memory */
} watch;

static bool watch_run(void *context, double t) {
    watch *w = context;
    rb_progress_show(&w->progress, t, w->until);
    return rb_interrupted() || w->lost;
}

static void keep_sample(void *context, const rb_snapshot *now) {
    watch *w = context;
    w->lost = w->trace != NULL && !rb_trace_add(w->trace, now);
}

static int run_laws(const compare_request *q, results *out, rb_error *err) {
    int count = 0;
    rb_catch_interrupts(false);
    for (int i = 0; i < q->law_count && !rb_interrupted(); i++) {
        watch w = {rb_progress_begin(q->law[i]->id), q->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END],
                   rb_pictures_any(&q->pictures) ? &out->traces[count] : NULL, false};
        rb_trace_begin(&out->traces[count], &q->plan, q->law[i]->id);
        rb_compare_watch callbacks = {watch_run, keep_sample, &w};
        rb_status status = rb_compare_run(&q->scene, q->law[i], &out->rows[count], &callbacks, err);
        rb_progress_end(&w.progress);
        if (status == RB_OK) {
            rb_scene scene = q->scene;
            if (q->law[i] != scene.friction) {
                rb_scene_set_friction(&scene, q->law[i]);
            }
            status =
                rb_chosen_compute(&q->chosen, &scene, &out->rows[count].summary, out->chosen[count], err);
        }
        if (status == RB_OK && w.lost) {
            status = rb_fail(err, RB_ERR_MEMORY, "compare: out of memory");
        }
        count++;
        if (status != RB_OK) {
            return -1;
        }
    }
    rb_compare_differences(out->rows, count);
    return count;
}

static bool draw_pictures(void *context, const rb_sheet *sheet, rb_error *err) {
    return rb_pictures_end(context, sheet, err);
}

/* Runs and writes. The files are opened first, so that a path that cannot be written fails before a long
   run. */
static bool compare_to_files(compare_request *q, results *out, rb_error *err) {
    rb_output csv = {0};
    bool ok = rb_output_begin(&csv, q->csv, err) && rb_pictures_begin(&q->pictures, err);
    int count = ok ? run_laws(q, out, err) : -1;
    if (count < 0) {
        rb_output_drop(&csv);
        rb_pictures_drop(&q->pictures);
        return false;
    }
    if (q->table) {
        print_table(q, out, count);
    }
    if (csv.stream != NULL && !write_csv(csv.stream, q, out, count)) {
        rb_output_drop(&csv);
        ok = rb_fail(err, RB_ERR_MEMORY, "compare: out of memory") == RB_OK;
    }
    ok = ok && rb_output_end(&csv, err);
    if (!ok || count == 0) {
        rb_pictures_drop(&q->pictures);
        return ok;
    }
    ok = rb_traces_draw(out->traces, count, q->scene.name, q->scene.source, draw_pictures, &q->pictures, err);
    if (!ok) {
        rb_pictures_drop(&q->pictures);
    }
    return ok;
}

static int compare_laws(const rb_command_line *line, void *request) {
    (void)line;
    rb_error err;
    results *out = calloc(1, sizeof *out);
    if (out == NULL) {
        return rb_complain_memory("compare");
    }
    bool ok = compare_to_files(request, out, &err);
    for (int i = 0; i < LAWS_MAX; i++) {
        rb_trace_free(&out->traces[i]);
    }
    free(out);
    return rb_exit_interrupted(ok ? RB_EXIT_OK : rb_complain(&err, RB_EXIT_FAILED));
}

const rb_cli_command rb_cli_compare = {
    .name = "compare",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Run a scene under several friction laws and compare the outcomes",
    .options = compare_options,
    .groups = {RB_PICTURE_OPTIONS(offsetof(compare_request, pictures)),
               RB_SCENE_OPTIONS(offsetof(compare_request, scene))},
    RB_SCENE_REQUEST(compare_request, scene),
    .check = check_request,
    .run = compare_laws,
};
