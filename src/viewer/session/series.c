#include "viewer/session/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { blocks = RB_HISTORY_MAX / RB_BLOCK + 1 };

rb_status rb_series_create(rb_series *series, rb_error *err) {
    memset(series, 0, sizeof *series);
    for (int i = 0; i < RB_COLUMNS_MAX; i++) {
        series->columns[i].run = -1;
    }
    series->clock = 1; /* later than that of a free slot */
    series->time_signal = rb_signal_find("t");
    return series->time_signal >= 0 ? RB_OK
                                    : rb_fail(err, RB_ERR_INPUT, "signals: expected one named t");
}

void rb_series_destroy(rb_series *series) {
    for (int i = 0; i < RB_COLUMNS_MAX; i++) {
        free(series->columns[i].values);
        series->columns[i].values = NULL;
    }
}

void rb_series_begin_frame(rb_series *series) {
    series->clock++;
}

/* The slot of this column, or the one not used for longest. */
static rb_column *find_slot(rb_series *series, int run, int signal) {
    rb_column *oldest = &series->columns[0];
    for (int i = 0; i < RB_COLUMNS_MAX; i++) {
        rb_column *column = &series->columns[i];
        if (column->run == run && column->signal == signal) {
            return column;
        }
        if (column->used < oldest->used) {
            oldest = column;
        }
    }
    if (oldest->values == NULL) {
        size_t room = RB_HISTORY_MAX + 2 * (size_t)blocks;
        oldest->values = malloc(room * sizeof(double));
        if (oldest->values == NULL) {
            return NULL;
        }
        oldest->low = oldest->values + RB_HISTORY_MAX;
        oldest->high = oldest->low + blocks;
    }
    oldest->run = run;
    oldest->signal = signal;
    oldest->count = 0;
    return oldest;
}

static void append(rb_column *column, double value) {
    int block = column->count / RB_BLOCK;
    bool first = column->count % RB_BLOCK == 0;
    column->low[block] = first ? value : fmin(column->low[block], value);
    column->high[block] = first ? value : fmax(column->high[block], value);
    column->values[column->count++] = value;
}

const rb_column *rb_series_column(rb_series *series, const rb_history *history, int run,
                                  int signal) {
    rb_column *column = find_slot(series, run, signal);
    if (column == NULL) {
        return NULL;
    }
    if (column->version != history->version) {
        column->count = 0;
        column->version = history->version;
    }
    column->used = series->clock;
    const rb_history_run *past = &history->runs[run];
    const rb_signal *row = rb_signal_at(signal);
    while (column->count < past->count) {
        append(column, rb_signal_value(row, past->items[column->count]));
    }
    return column;
}

/* The stored instants that cover [t0, t1], one more on either side. */
static void find_span(const rb_history *history, int run, double t0, double t1, int *first,
                      int *last) {
    int count = history->runs[run].count;
    *first = rb_history_find(history, run, t0);
    *last = rb_history_find(history, run, t1) + 1;
    *first = *first < 0 ? 0 : *first;
    *last = *last >= count ? count - 1 : *last;
}

static void extremes(const rb_column *c, int from, int to, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    int i = from;
    while (i < to) {
        bool whole = i % RB_BLOCK == 0 && i + RB_BLOCK <= to;
        double a = whole ? c->low[i / RB_BLOCK] : c->values[i];
        double b = whole ? c->high[i / RB_BLOCK] : c->values[i];
        *low = a < *low ? a : *low; /* fmin and fmax are calls, and this is the inner loop */
        *high = b > *high ? b : *high;
        i += whole ? RB_BLOCK : 1;
    }
}

int rb_series_over_time(rb_series *series, const rb_history *history, int run, int signal,
                        double t0, double t1, int points) {
    const rb_column *time = rb_series_column(series, history, run, series->time_signal);
    const rb_column *values = rb_series_column(series, history, run, signal);
    if (time == NULL || values == NULL || values->count == 0) {
        return 0;
    }
    int first = 0;
    int last = 0;
    find_span(history, run, t0, t1, &first, &last);
    int span = last - first + 1;
    points = points < 2 ? 2 : points > RB_PLOT_POINTS ? RB_PLOT_POINTS : points;
    if (span <= points) {
        memcpy(series->x, time->values + first, (size_t)span * sizeof(double));
        memcpy(series->y, values->values + first, (size_t)span * sizeof(double));
        return span;
    }
    /* Buckets on multiples of their size, so that the line does not crawl while time goes on. */
    int size = 2 * (span / points + 1);
    int count = 0;
    for (int from = first - first % size; from <= last && count + 2 <= RB_PLOT_POINTS;
         from += size) {
        int to = from + size <= values->count ? from + size : values->count;
        double low = 0;
        double high = 0;
        extremes(values, from, to, &low, &high);
        bool rising = values->values[to - 1] >= values->values[from];
        series->x[count] = time->values[from];
        series->y[count++] = rising ? low : high;
        series->x[count] = time->values[to - 1];
        series->y[count++] = rising ? high : low;
    }
    return count;
}

int rb_series_against(rb_series *series, const rb_history *history, int run, int x_signal,
                      int y_signal, double t0, double t1) {
    const rb_column *xs = rb_series_column(series, history, run, x_signal);
    const rb_column *ys = rb_series_column(series, history, run, y_signal);
    if (xs == NULL || ys == NULL || xs->count == 0) {
        return 0;
    }
    int first = 0;
    int last = 0;
    find_span(history, run, t0, t1, &first, &last);
    int step = (last - first + 1) / RB_PLOT_POINTS + 1;
    int count = 0;
    for (int i = first - first % step; i <= last && count < RB_PLOT_POINTS; i += step) {
        series->x[count] = xs->values[i];
        series->y[count++] = ys->values[i];
    }
    return count;
}
