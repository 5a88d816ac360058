/* A survey from a file: its header has the definition of the study, the results follow. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study_private.h"
#include "app/session/survey.h"
#include "base/file.h"
#include "sim/csv.h"

bool rb_survey_is_file(const char *path) {
    char text[64] = "";
    FILE *file = rb_file_open(path, NULL);
    bool found = false;
    for (int i = 0; file != NULL && i < 8 && !found && fgets(text, sizeof text, file) != NULL; i++) {
        found = strncmp(text, "# study {", 9) == 0;
        while (strchr(text, '\n') == NULL && fgets(text, sizeof text, file) != NULL) {
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

/* ---------------------------------------------------------------- rows */

/* The job that a row of the file belongs to; -1: to none, its numbers are others. */
static int64_t job_of(const rb_survey *s, const rb_csv_table *table, int row) {
    int64_t job = 0;
    for (int k = 0; k < s->what.sweep.axis_count; k++) {
        const rb_axis *axis = &s->what.sweep.axes[k];
        double at = rb_csv_value(table, row, k);
        int index = rb_survey_index_at(axis, at);
        double value = index >= 0 ? rb_axis_value(axis, index) : NAN;
        if (!(fabs(at - value) <= 1e-9 * (fabs(value) + axis->to - axis->from))) {
            return -1;
        }
        job = job * axis->count + index;
    }
    return job;
}

static void end_column(rb_survey *s, int64_t job, double *row, rb_map_point *points) {
    int found = (int)row[RB_COLUMN_FOUND];
    for (int i = 0; i < found; i++) {
        points[i].at[0] = row[RB_COLUMN_POINTS + 2 * i];
        points[i].at[1] = row[RB_COLUMN_POINTS + 2 * i + 1];
    }
    row[RB_COLUMN_PERIOD] = rb_map_period(points, found);
    if (job >= 0) {
        rb_survey_take(s, job, row);
    }
}

static rb_status wrong_row(const rb_csv_table *table, int row, const char *path, rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT, "%s: row %d: expected a point of the command's grid, got %g", path,
                   row + 1, rb_csv_value(table, row, 0));
}

static rb_status take_columns(rb_survey *s, const rb_csv_table *table, const char *path, double *line,
                              rb_error *err) {
    rb_map_point *points = calloc((size_t)s->what.points + 1, sizeof *points);
    if (points == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
        return RB_ERR_MEMORY;
    }
    rb_status status = RB_OK;
    int64_t now = -1;
    line[RB_COLUMN_FOUND] = 0;
    line[RB_COLUMN_PERIOD_TIME] = NAN;
    for (int row = 0; status == RB_OK && row < table->rows; row++) {
        int64_t job = job_of(s, table, row);
        if (job != now) {
            end_column(s, now, line, points);
            line[RB_COLUMN_FOUND] = 0;
            now = job;
        }
        int found = (int)line[RB_COLUMN_FOUND];
        if (job < 0 || found == s->what.points) {
            status = wrong_row(table, row, path, err);
            break;
        }
        line[RB_COLUMN_POINTS + 2 * found] = rb_csv_value(table, row, 1);
        line[RB_COLUMN_POINTS + 2 * found + 1] = rb_csv_value(table, row, 2);
        line[RB_COLUMN_FOUND]++;
    }
    if (status == RB_OK) {
        end_column(s, now, line, points);
    }
    free(points);
    return status;
}

static rb_status take_rows(rb_survey *s, const rb_csv_table *table, const char *path, double *line,
                           rb_error *err) {
    const rb_sweep *sweep = &s->what.sweep;
    line[sweep->value_count] = RB_END_TIME;
    for (int row = 0; row < table->rows; row++) {
        int64_t job = job_of(s, table, row);
        if (job < 0) {
            return wrong_row(table, row, path, err);
        }
        for (int k = 0; k < sweep->value_count; k++) {
            line[k] = rb_csv_value(table, row, sweep->axis_count + k);
        }
        rb_survey_take(s, job, line);
    }
    return RB_OK;
}

static rb_status take_table(rb_survey *s, const char *path, rb_error *err) {
    rb_csv_table table = {0};
    double *line = calloc((size_t)s->width, sizeof *line);
    if (line == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
        return RB_ERR_MEMORY;
    }
    rb_status status = rb_csv_read_words(path, rb_axis_law_value, &table, err);
    bool diagram = s->kind == RB_SURVEY_DIAGRAM;
    int columns = diagram ? 3 : s->what.sweep.axis_count + s->what.sweep.value_count;
    if (status == RB_OK && table.columns != columns) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: expected %d columns as its command has it, got %d", path,
                         columns, table.columns);
    }
    if (status == RB_OK) {
        status = (diagram ? take_columns : take_rows)(s, &table, path, line, err);
    }
    rb_csv_table_free(&table);
    free(line);
    return status;
}

rb_survey *rb_survey_read(const char *path, rb_error *err) {
    rb_survey *s = calloc(1, sizeof *s);
    if (s == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
        return NULL;
    }
    rb_status status = rb_study_spec_read_file(path, &s->what, err);
    status = status == RB_OK ? rb_survey_use(s, path, err) : status;
    status = status == RB_OK ? rb_survey_allocate(s, err) : status;
    status = status == RB_OK ? take_table(s, path, err) : status;
    snprintf(s->file, sizeof s->file, "%s", path);
    if (status != RB_OK) {
        rb_survey_free(s);
        return NULL;
    }
    return s;
}
