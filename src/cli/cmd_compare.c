/* rbsim compare: one scene under several friction laws. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/compare.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/svg_plot.h"

#define LAWS_MAX 64

typedef struct compare_request {
    rb_scene scene;
    const char *laws; /* comma-separated ids, or NULL */
    const char *csv, *svg;
    bool table;
    const rb_friction_law *law[LAWS_MAX];
    int law_count;
} compare_request;

static rb_status name_laws(compare_request *q, rb_error *err) {
    const char *at = q->laws;
    while (*at != '\0') {
        char id[64];
        size_t length = strcspn(at, ",");
        snprintf(id, sizeof id, "%.*s", (int)(length < 63 ? length : 63), at);
        const rb_friction_law *law = rb_friction_law_find(id);
        if (law == NULL || q->law_count == LAWS_MAX) {
            return rb_fail(err, RB_ERR_INPUT, "--laws: expected ids of friction laws, got \"%s\"",
                           id);
        }
        rb_error reason;
        if (rb_scene_law_fits(&q->scene, law, &reason) != RB_OK) {
            return rb_fail(err, RB_ERR_INPUT, "--laws: %.400s", reason.text);
        }
        q->law[q->law_count++] = law;
        at += length + (at[length] == ',');
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

static rb_status read_request(rb_args *args, compare_request *q, rb_error *err) {
    while (args->next < args->count) {
        bool taken = false;
        rb_status status = rb_take_scene_option(args, &q->scene, &taken, err);
        if (status != RB_OK) {
            return status;
        }
        if (taken) {
            continue;
        }
        int found = rb_args_option(args, "--laws", &q->laws, err);
        if (found == 0) {
            found = rb_args_option(args, "--csv", &q->csv, err);
        }
        if (found == 0) {
            found = rb_args_option(args, "--svg", &q->svg, err);
        }
        if (found == 0 && rb_args_option(args, "--table", NULL, err) > 0) {
            q->table = true;
            found = 1;
        }
        if (found <= 0) {
            return found < 0 ? RB_ERR_INPUT : rb_args_unknown(args, err);
        }
    }
    const char *table = q->table ? "-" : NULL;
    if (rb_outputs_differ("--csv", q->csv, "--svg", q->svg, err) != RB_OK ||
        rb_outputs_differ("--table", table, "--csv", q->csv, err) != RB_OK ||
        rb_outputs_differ("--table", table, "--svg", q->svg, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    q->table = q->table || (q->csv == NULL && q->svg == NULL);
    if (q->laws != NULL) {
        return name_laws(q, err);
    }
    all_laws(q);
    return RB_OK;
}

static void print_number(double value, const char *format, int width) {
    char text[32];
    snprintf(text, sizeof text, format, value);
    printf(" %*s", width, isfinite(value) ? text : "-");
}

static double share(const rb_comparison *row, double W) {
    double all = row->W_slide + row->W_drill + row->W_roll;
    return all > 0 ? 100 * W / all : NAN;
}

static void print_table(const compare_request *q, const rb_comparison *rows, int count) {
    printf("%s: omega3 reverses at t_rev, reaches its extreme, rests (last |omega| > 0.1) at "
           "t_rest;\nshares of the energy lost by sliding, drilling, rolling; difference of omega3 "
           "to the first law.\n\n",
           q->scene.id);
    printf("%-16s %9s %9s %8s %7s %7s %7s %8s %9s %-10s\n", "law", "t_rev s", "extreme", "t_rest s",
           "slide %", "drill %", "roll %", "differs", "balance", "end");
    for (int i = 0; i < count; i++) {
        const rb_comparison *r = &rows[i];
        printf("%-16s", r->law->id);
        print_number(r->summary.first_reversal_time, "%.4f", 9);
        print_number(r->summary.extreme_after_reversal, "%.4f", 9);
        print_number(r->summary.rest_time_0p1, "%.3f", 8);
        print_number(share(r, r->W_slide), "%.1f", 7);
        print_number(share(r, r->W_drill), "%.1f", 7);
        print_number(share(r, r->W_roll), "%.1f", 7);
        print_number(100 * r->largest_difference, "%.2f %%", 8);
        print_number(r->summary.energy_balance_error, "%.1e", 9);
        printf(" %s\n", r->end_reason);
    }
}

static void write_csv(FILE *out, const rb_comparison *rows, int count) {
    fputs("law,first_reversal_time,extreme_after_reversal,time_of_extreme,rest_time_0p1,"
          "rest_time_0p01,W_slide,W_drill,W_roll,largest_difference,energy_balance_error,t_end,"
          "end_reason,rhs_evaluations\n",
          out);
    for (int i = 0; i < count; i++) {
        const rb_comparison *r = &rows[i];
        const rb_summary *s = &r->summary;
        const double numbers[] = {s->first_reversal_time,
                                  s->extreme_after_reversal,
                                  s->time_of_extreme,
                                  s->rest_time_0p1,
                                  s->rest_time_0p01,
                                  r->W_slide,
                                  r->W_drill,
                                  r->W_roll,
                                  r->largest_difference,
                                  s->energy_balance_error,
                                  r->t_end};
        fputs(r->law->id, out);
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            if (isfinite(numbers[k])) {
                fprintf(out, ",%.12g", numbers[k]);
            } else {
                fputc(',', out);
            }
        }
        fprintf(out, ",%s,%llu\n", r->end_reason, (unsigned long long)s->rhs_evaluations);
    }
}

static void write_svg(FILE *out, const compare_request *q, const rb_comparison *rows, int count) {
    rb_svg_curve curves[LAWS_MAX];
    for (int i = 0; i < count; i++) {
        curves[i] = (rb_svg_curve){rows[i].law->id, rows[i].omega3, rows[i].sample_count, 0,
                                   rows[i].sample_time};
    }
    rb_svg_plot plot = {q->scene.name, q->scene.source, "t, s", "spin ω₃, rad/s", curves, count};
    rb_svg_plot_write(out, &plot);
}

/* The running law's progress line, and whether Ctrl-C was pressed. */
typedef struct watch {
    rb_progress progress;
    double until;
} watch;

static bool watch_run(void *context, double t) {
    watch *w = context;
    rb_progress_show(&w->progress, t, w->until);
    return rb_interrupted();
}

static int run_laws(const compare_request *q, rb_comparison *rows, rb_error *err) {
    int count = 0;
    rb_catch_interrupts();
    for (int i = 0; i < q->law_count && !rb_interrupted(); i++) {
        watch w = {rb_progress_begin(q->law[i]->id),
                   q->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END]};
        rb_status status = rb_compare_run(&q->scene, q->law[i], &rows[count], watch_run, &w, err);
        rb_progress_end(&w.progress);
        if (status != RB_OK) {
            return -1;
        }
        count++;
    }
    rb_compare_differences(rows, count);
    return count;
}

/* Runs and writes; the files are begun first, so that a long run is not for nothing. */
static bool compare_to_files(const compare_request *q, rb_comparison *rows, rb_error *err) {
    rb_output csv = {0}, svg = {0};
    bool ok = rb_output_begin(&csv, q->csv, err) && rb_output_begin(&svg, q->svg, err);
    int count = ok ? run_laws(q, rows, err) : -1;
    if (count < 0) {
        rb_output_drop(&csv);
        rb_output_drop(&svg);
        return false;
    }
    if (q->table) {
        print_table(q, rows, count);
    }
    if (csv.stream != NULL) {
        write_csv(csv.stream, rows, count);
    }
    if (svg.stream != NULL) {
        write_svg(svg.stream, q, rows, count);
    }
    ok = rb_output_end(&csv, err);
    return rb_output_end(&svg, ok ? err : NULL) && ok;
}

int rb_command_compare(rb_args *args) {
    rb_error err;
    compare_request q;
    memset(&q, 0, sizeof q);
    int code = rb_take_scene(args, "compare", &q.scene);
    if (code != RB_EXIT_OK) {
        return code;
    }
    if (read_request(args, &q, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    rb_comparison *rows = calloc(LAWS_MAX, sizeof *rows);
    if (rows == NULL) {
        rb_fail(&err, RB_ERR_MEMORY, "compare: out of memory");
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    bool ok = compare_to_files(&q, rows, &err);
    free(rows);
    return rb_exit_interrupted(ok ? RB_EXIT_OK : rb_complain(&err, RB_EXIT_FAILED));
}
