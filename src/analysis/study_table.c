#include "analysis/study_table.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/basins.h"
#include "rattleback/ensemble.h"
#include "sim/csv.h"

bool rb_spec_table_head(FILE *out, const rb_study_spec *spec, rb_spec_kind kind) {
    char title[240];
    rb_study_spec *copy = malloc(sizeof *copy);
    char *line = NULL;
    if (copy != NULL) {
        *copy = *spec;
        copy->kind = kind;
        rb_study_spec_title(copy, title, sizeof title);
        line = rb_study_spec_to_line(copy);
    }
    bool known = line != NULL && rb_csv_title(out, title, &spec->sweep.scene);
    if (known) {
        fprintf(out, "# study %s\n", line);
    }
    free(line);
    free(copy);
    return known;
}

bool rb_sweep_table_write(FILE *out, const rb_study_spec *spec, rb_study_rows found) {
    const rb_sweep *sweep = &spec->sweep;
    int width = rb_sweep_width(sweep);
    bool known = rb_spec_table_head(out, spec, RB_SPEC_SWEEP);
    rb_csv csv = {.out = out, .digits = 15};
    for (int k = 0; k < sweep->axis_count; k++) {
        rb_csv_text(&csv, sweep->axes[k].name);
    }
    for (int k = 0; k < sweep->value_count; k++) {
        rb_csv_text(&csv, sweep->values[k]->name);
    }
    rb_csv_end_row(&csv);
    for (int64_t job = 0; job < rb_sweep_count(sweep); job++) {
        if (!found.done[job]) {
            continue;
        }
        double point[RB_SWEEP_AXES];
        rb_sweep_point(sweep, job, point);
        for (int k = 0; k < sweep->axis_count; k++) {
            rb_axis_write_value(&sweep->axes[k], point[k], &csv);
        }
        for (int k = 0; k < sweep->value_count; k++) {
            rb_csv_number(&csv, found.rows[job * width + k]);
        }
        rb_csv_end_row(&csv);
    }
    return known;
}

const char *const *rb_map_signals(const rb_body_kind *body) {
    return body->map[0] != NULL ? body->map : body->phase;
}

/* Columns that identify a branch: start values, then the direction. */
static void write_branch_names(const rb_study_spec *d, rb_csv *csv) {
    for (int k = 1; k < d->sweep.axis_count; k++) {
        char name[80];
        bool dotted = strchr(d->sweep.axes[k].name, '.') != NULL; /* a point may have that name, too */
        snprintf(name, sizeof name, "%s%s", dotted ? "" : "start.", d->sweep.axes[k].name);
        rb_csv_text(csv, name);
    }
    if (d->follow == RB_FOLLOW_BOTH) {
        rb_csv_text(csv, "direction");
    }
}

static void write_branch(const rb_study_spec *d, int branch, rb_csv *csv) {
    int starts = rb_bifurcation_branches(d) / (d->follow == RB_FOLLOW_BOTH ? 2 : 1);
    double point[RB_SWEEP_AXES];
    rb_sweep_point(&d->sweep, branch % starts, point);
    for (int k = 1; k < d->sweep.axis_count; k++) {
        rb_csv_number(csv, point[k]);
    }
    if (d->follow == RB_FOLLOW_BOTH) {
        rb_csv_text(csv, branch < starts ? "up" : "down");
    }
}

static bool begin_table(rb_csv *csv, const rb_study_spec *d, rb_study_rows found) {
    bool known = rb_spec_table_head(csv->out, d, RB_SPEC_BIFURCATION);
    int empty = rb_bifurcation_empty(d, found.rows, found.done);
    if (empty > 0) {
        fprintf(csv->out, "# empty columns: %d of %d\n", empty,
                rb_bifurcation_columns(d) * rb_bifurcation_branches(d));
    }
    rb_csv_text(csv, d->sweep.axes[0].name);
    write_branch_names(d, csv);
    return known;
}

bool rb_bifurcation_table_write(FILE *out, const rb_study_spec *d, rb_study_rows found) {
    const rb_axis *axis = &d->sweep.axes[0];
    rb_csv csv = {.out = out, .digits = 15};
    bool known = begin_table(&csv, d, found);
    rb_csv_text(&csv, rb_map_signals(d->sweep.scene.body)[0]);
    rb_csv_text(&csv, rb_map_signals(d->sweep.scene.body)[1]);
    rb_csv_end_row(&csv);
    for (int column = 0; column < axis->count; column++) {
        for (int branch = 0; branch < rb_bifurcation_branches(d); branch++) {
            const double *row = rb_bifurcation_column(d, found.rows, found.done, column, branch);
            int count = row != NULL ? (int)row[RB_COLUMN_FOUND] : 0;
            for (int i = 0; i < count; i++) {
                rb_axis_write_value(axis, rb_axis_value(axis, column), &csv);
                write_branch(d, branch, &csv);
                rb_csv_number(&csv, row[RB_COLUMN_POINTS + 2 * i]);
                rb_csv_number(&csv, row[RB_COLUMN_POINTS + 2 * i + 1]);
                rb_csv_end_row(&csv);
            }
        }
    }
    return known;
}

bool rb_bifurcation_periods_write(FILE *out, const rb_study_spec *d, rb_study_rows found) {
    const rb_axis *axis = &d->sweep.axes[0];
    rb_csv csv = {.out = out, .digits = 15};
    bool known = begin_table(&csv, d, found);
    rb_csv_text(&csv, "period");
    rb_csv_text(&csv, "period_time");
    rb_csv_text(&csv, "points");
    rb_csv_end_row(&csv);
    for (int column = 0; column < axis->count; column++) {
        for (int branch = 0; branch < rb_bifurcation_branches(d); branch++) {
            const double *row = rb_bifurcation_column(d, found.rows, found.done, column, branch);
            if (row != NULL) {
                rb_axis_write_value(axis, rb_axis_value(axis, column), &csv);
                write_branch(d, branch, &csv);
                rb_csv_number(&csv, row[RB_COLUMN_PERIOD]);
                rb_csv_number(&csv, row[RB_COLUMN_PERIOD_TIME]);
                rb_csv_number(&csv, row[RB_COLUMN_FOUND]);
                rb_csv_end_row(&csv);
            }
        }
    }
    return known;
}

static void write_band_names(rb_csv *csv, const rb_study_spec *e) {
    static const char *const parts[] = {"", "_median", "_p05", "_p95"};
    rb_csv_text(csv, "t");
    for (int k = 0; k < e->signal_count; k++) {
        for (int i = 0; i < 4; i++) {
            char name[96];
            snprintf(name, sizeof name, "%.60s%s", rb_signal_at(e->signals[k])->name, parts[i]);
            rb_csv_text(csv, name);
        }
    }
    rb_csv_end_row(csv);
}

bool rb_ensemble_table_write(FILE *out, const rb_study_spec *e, const rb_study_result *result) {
    double *scratch = malloc((size_t)(e->sweep.random_count + 1) * sizeof(double));
    if (scratch == NULL || !rb_spec_table_head(out, e, RB_SPEC_ENSEMBLE)) {
        free(scratch);
        return false;
    }
    rb_csv csv = {.out = out, .digits = 12};
    write_band_names(&csv, e);
    for (int i = 0; i < e->samples; i++) {
        rb_csv_number(&csv, rb_ensemble_time(e, i));
        for (int k = 0; k < e->signal_count; k++) {
            rb_band band = rb_ensemble_band(e, result, k, i, scratch);
            rb_csv_number(&csv, band.own);
            rb_csv_number(&csv, band.median);
            rb_csv_number(&csv, band.low);
            rb_csv_number(&csv, band.high);
        }
        rb_csv_end_row(&csv);
    }
    free(scratch);
    return true;
}

bool rb_spec_table_write(FILE *out, const rb_study_spec *spec, const rb_study_result *result) {
    rb_study_rows rows = {result->rows, result->done};
    return spec->kind == RB_SPEC_SWEEP         ? rb_sweep_table_write(out, spec, rows)
           : spec->kind == RB_SPEC_BASINS      ? rb_basins_table_write(out, spec, rows)
           : spec->kind == RB_SPEC_BIFURCATION ? rb_bifurcation_table_write(out, spec, rows)
                                               : rb_ensemble_table_write(out, spec, result);
}
