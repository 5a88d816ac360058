#include "app/session/overlay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Finds the columns x1, y1, x2, y2 … */
static void find_points(rb_overlay *overlay, const char *path) {
    for (int i = 0; i < RB_OVERLAY_POINTS; i++) {
        int pair[2];
        for (int k = 0; k < 2; k++) {
            char name[16];
            rb_error none;
            snprintf(name, sizeof name, "%c%d", k == 0 ? 'x' : 'y', i + 1);
            if (rb_csv_need(&overlay->table, path, name, &pair[k], &none) != RB_OK) {
                return;
            }
        }
        overlay->columns[2 * i] = pair[0];
        overlay->columns[2 * i + 1] = pair[1];
        overlay->points++;
    }
}

/* Number of columns that are signals with numbers; if there are none, err names the first unusable column. */
static rb_status count_signals(const rb_csv_table *table, const char *path, int *columns, rb_error *err) {
    *columns = 0;
    rb_error first = {""};
    for (int i = 0; i < table->columns; i++) {
        rb_error why = {""};
        int column = -1;
        if (rb_signal_find(table->names[i]) <= 0) { /* unknown, or the time itself */
            continue;
        }
        if (rb_csv_need(table, path, table->names[i], &column, &why) == RB_OK) {
            ++*columns;
        } else if (first.text[0] == '\0') {
            first = why;
        }
    }
    if (*columns > 0) {
        return RB_OK;
    }
    return first.text[0] != '\0'
               ? rb_fail(err, RB_ERR_INPUT, "%s", first.text)
               : rb_fail(err, RB_ERR_INPUT,
                         "%s: expected columns named like signals (omega3, N …), got none of them", path);
}

rb_status rb_overlay_read(rb_overlay *overlay, const char *path, double shift, int *columns, rb_error *err) {
    rb_overlay read = {.shift = shift};
    rb_status status = rb_csv_read_any(path, &read.table, err);
    if (status == RB_OK && read.table.rows == 0) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: expected rows of numbers below the names", path);
    }
    if (status == RB_OK) {
        status = rb_csv_need(&read.table, path, "t", &read.time, err);
    }
    if (status == RB_OK) {
        find_points(&read, path);
        rb_status signals = count_signals(&read.table, path, columns, err);
        status = read.points > 0 ? RB_OK : signals;
    }
    if (status != RB_OK) {
        rb_csv_table_free(&read.table);
        return status;
    }
    rb_overlay_clear(overlay);
    *overlay = read;
    return RB_OK;
}

void rb_overlay_clear(rb_overlay *overlay) {
    rb_csv_table_free(&overlay->table);
    *overlay = (rb_overlay){0};
}

int rb_overlay_column(const rb_overlay *overlay, int signal) {
    int column = overlay->table.rows > 0 ? rb_csv_column(&overlay->table, rb_signal_at(signal)->name) : -1;
    return column >= 0 && overlay->table.wrong[column] == NULL ? column : -1;
}

static double time_of(const rb_overlay *overlay, int row) {
    return rb_csv_value(&overlay->table, row, overlay->time) + overlay->shift;
}

int rb_overlay_points(const rb_overlay *overlay, int column, double t0, double t1, double *x, double *y,
                      int most) {
    int inside = 0;
    for (int row = 0; row < overlay->table.rows; row++) {
        inside += time_of(overlay, row) >= t0 && time_of(overlay, row) <= t1;
    }
    int step = inside / most + 1;
    int seen = 0;
    int count = 0;
    for (int row = 0; row < overlay->table.rows && count < most; row++) {
        double t = time_of(overlay, row);
        double value = rb_csv_value(&overlay->table, row, column);
        if (t >= t0 && t <= t1 && seen++ % step == 0 && !isnan(value)) {
            x[count] = t;
            y[count++] = value;
        }
    }
    return count;
}

int rb_overlay_tracked(const rb_overlay *overlay, double t, double xy[2 * RB_OVERLAY_POINTS]) {
    int count = overlay->table.rows, low = 0, high = count;
    if (overlay->points == 0 || count < 2) {
        return 0;
    }
    while (low < high) { /* the first row after t */
        int middle = low + (high - low) / 2;
        if (time_of(overlay, middle) > t) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    int row = low > 0 ? low - 1 : 0;
    row += row + 1 < count && time_of(overlay, row + 1) - t < t - time_of(overlay, row);
    double step = fabs(time_of(overlay, row) - time_of(overlay, row > 0 ? row - 1 : 1));
    if (!(fabs(time_of(overlay, row) - t) <= step)) {
        return 0;
    }
    for (int i = 0; i < 2 * overlay->points; i++) {
        xy[i] = rb_csv_value(&overlay->table, row, overlay->columns[i]);
    }
    return overlay->points;
}

double rb_overlay_at(const rb_overlay *overlay, int column, double t, double reach) {
    double value = NAN;
    for (int row = 0; row < overlay->table.rows; row++) {
        double away = fabs(time_of(overlay, row) - t);
        double there = rb_csv_value(&overlay->table, row, column);
        if (away <= reach && !isnan(there)) {
            reach = away;
            value = there;
        }
    }
    return value;
}
