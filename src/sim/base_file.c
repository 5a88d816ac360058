#include "sim/base_file.h"

#include <math.h>
#include <stdlib.h>

#include "sim/csv.h"

bool rb_scene_base_is_recorded(const rb_scene *scene) {
    return scene->values[RB_SECTION_BASE][RB_BASE_MOTION] == RB_BASE_FILE;
}

void rb_base_record_free(rb_base_record *record) {
    free(record->t);
    free(record->a);
    *record = (rb_base_record){0};
}

/* Replaces values y at the times t by the second derivatives of the natural cubic spline through them. work
   has room for n numbers. */
static void spline_second_derivatives(const double *t, double *y, double *work, int n) {
    double before = n > 1 ? (y[1] - y[0]) / (t[1] - t[0]) : 0;
    y[0] = work[0] = 0;
    for (int i = 1; i < n - 1; i++) {
        double left = t[i] - t[i - 1], right = t[i + 1] - t[i];
        double slope = (y[i + 1] - y[i]) / right, pivot = 2 * (left + right) - left * work[i - 1];
        work[i] = right / pivot;
        y[i] = (6 * (slope - before) - left * y[i - 1]) / pivot;
        before = slope;
    }
    y[n - 1] = 0;
    for (int i = n - 2; i > 0; i--) {
        y[i] -= work[i] * y[i + 1];
    }
}

static rb_status check_times(const rb_base_record *r, const char *path, rb_error *err) {
    for (int i = 1; i < r->count; i++) {
        if (!(r->t[i] > r->t[i - 1])) {
            return rb_fail(err, RB_ERR_INPUT, "%s: t: expected increasing times, got %g s after %g s", path,
                           r->t[i], r->t[i - 1]);
        }
    }
    return r->count >= 4 ? RB_OK : rb_fail(err, RB_ERR_INPUT, "%s: expected at least 4 rows", path);
}

/* Reads one column of each direction into the record; *found: how many there are. */
static rb_status read_columns(const rb_csv_table *table, const char *path, const char *const names[3],
                              bool bend, rb_base_record *out, int *found, rb_error *err) {
    double *values = calloc(2 * (size_t)table->rows + 1, sizeof *values);
    if (values == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    rb_status status = RB_OK;
    for (int c = 0; status == RB_OK && c < 3; c++) {
        int column = rb_csv_column(table, names[c]);
        if (column < 0) {
            continue;
        }
        ++*found;
        status = rb_csv_need(table, path, names[c], &column, err);
        for (int i = 0; status == RB_OK && i < table->rows; i++) {
            values[i] = rb_csv_value(table, i, column);
            if (!(fabs(values[i]) < 1e6)) {
                status =
                    rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a number in row %d", path, names[c], i + 1);
            }
        }
        if (status == RB_OK && bend) {
            spline_second_derivatives(out->t, values, values + table->rows, table->rows);
        }
        for (int i = 0; status == RB_OK && i < table->rows; i++) {
            *(c == 0 ? &out->a[i].x : c == 1 ? &out->a[i].y : &out->a[i].z) = values[i];
        }
    }
    free(values);
    return status;
}

static rb_status fill(const rb_csv_table *table, const char *path, rb_base_record *out, rb_error *err) {
    static const char *const places[] = {"x", "y", "z"}, *const accelerations[] = {"ax", "ay", "az"};
    int column = -1, moved = 0, accelerated = 0;
    rb_status status = rb_csv_need(table, path, "t", &column, err);
    if (status != RB_OK) {
        return status;
    }
    out->t = calloc((size_t)table->rows + 1, sizeof *out->t);
    out->a = calloc((size_t)table->rows + 1, sizeof *out->a);
    if (out->t == NULL || out->a == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    out->count = table->rows;
    for (int i = 0; i < table->rows; i++) {
        out->t[i] = rb_csv_value(table, i, column);
    }
    status = check_times(out, path, err);
    if (status == RB_OK) {
        status = read_columns(table, path, places, true, out, &moved, err);
    }
    if (status == RB_OK) {
        status = read_columns(table, path, accelerations, false, out, &accelerated, err);
    }
    if (status == RB_OK && (moved > 0) == (accelerated > 0)) {
        status = rb_fail(err, RB_ERR_INPUT,
                         "%s: expected columns x, y, z (displacement, m) or ax, ay, az (acceleration, m/s2)",
                         path);
    }
    return status;
}

rb_status rb_base_record_read(const rb_scene *scene, rb_base_record *out, rb_error *err) {
    *out = (rb_base_record){0};
    if (!rb_scene_base_is_recorded(scene)) {
        return RB_OK;
    }
    if (scene->base_file[0] == '\0') {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: base: file: expected the path of a CSV file, because motion is \"file\"",
                       scene->id);
    }
    rb_csv_table table;
    rb_status status = rb_csv_read(scene->base_file, &table, err);
    if (status == RB_OK) {
        status = fill(&table, scene->base_file, out, err);
    }
    rb_csv_table_free(&table);
    if (status != RB_OK) {
        rb_base_record_free(out);
    }
    return status;
}

rb_status rb_base_record_renew(rb_base_record *record, const rb_scene *scene, rb_error *err) {
    rb_base_record fresh;
    rb_status status = rb_base_record_read(scene, &fresh, err);
    if (status == RB_OK) {
        rb_base_record_free(record);
        *record = fresh;
    }
    return status;
}
