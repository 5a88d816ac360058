#include "app/session/series.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { blocks = RB_HISTORY_MAX / RB_BLOCK + 1 };

rb_status rb_series_create(rb_series *series, rb_error *err) {
    memset(series, 0, sizeof *series);
    series->path_x = malloc(2 * RB_HISTORY_MAX * sizeof(double));
    if (series->path_x == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "plots: out of memory");
    }
    series->path_y = series->path_x + RB_HISTORY_MAX;
    series->clock = 1; /* later than that of a free slot */
    series->looks_per_frame = series->looks = INT_MAX;
    series->time_signal = rb_signal_find("t");
    return series->time_signal >= 0 ? RB_OK : rb_fail(err, RB_ERR_INPUT, "signals: expected one named t");
}

void rb_series_destroy(rb_series *series) {
    for (int i = 0; i < series->slots; i++) {
        free(series->columns[i].values);
        series->columns[i].values = NULL;
    }
    free(series->path_x);
    series->path_x = series->path_y = NULL;
}

void rb_series_begin_frame(rb_series *series) {
    series->clock++;
    series->looks = series->looks_per_frame;
}

static bool same_curve(const rb_series_id *a, const rb_series_id *b) {
    return a->run == b->run && a->signal == b->signal && a->old == b->old && a->differs == b->differs &&
           (!a->differs || a->reference == b->reference);
}

/* Frames after which an unused column may be replaced. */
enum { IDLE = 600 };

/* The slot of this column: its own, a free one, or the least recently used. */
static rb_column *find_slot(rb_series *series, const rb_history *history, const rb_series_id *curve) {
    rb_column *oldest = &series->columns[0];
    for (int i = 0; i < series->slots; i++) {
        rb_column *column = &series->columns[i];
        if (same_curve(&column->curve, curve)) {
            return column;
        }
        if (column->used < oldest->used) {
            oldest = column;
        }
    }
    bool idle = series->slots > 0 && oldest->used + IDLE < series->clock;
    bool more = !idle && series->slots < RB_COLUMNS_MAX;
    oldest = more ? &series->columns[series->slots] : oldest;
    if (oldest->values == NULL) {
        size_t room = RB_HISTORY_MAX + 2 * (size_t)blocks;
        oldest->values = malloc(room * sizeof(double));
        if (oldest->values == NULL) {
            return NULL;
        }
        oldest->low = oldest->values + RB_HISTORY_MAX;
        oldest->high = oldest->low + blocks;
    }
    series->slots += more;
    oldest->curve = *curve;
    oldest->count = oldest->reference_at = 0;
    oldest->version = history->version;
    return oldest;
}

static void append(rb_column *column, double value) {
    int block = column->count / RB_BLOCK;
    bool first = column->count % RB_BLOCK == 0;
    column->low[block] = first ? value : fmin(column->low[block], value);
    column->high[block] = first ? value : fmax(column->high[block], value);
    column->values[column->count++] = value;
}

/* Computes the block extremes again after the column was cut to `count` values or thinned. */
static void rewrite(rb_column *column, int count, int every) {
    int from = every == 1 ? count - count % RB_BLOCK : 0; /* whole blocks stay as they are */
    column->count = from;
    for (int i = from; i < count; i += every) {
        append(column, column->values[i]);
    }
}

/* Applies one change of the history to the values of a column. */
static void follow_change(rb_column *column, const rb_history_change *change) {
    const rb_series_id *curve = &column->curve;
    bool cut = change->fate == RB_HISTORY_CUT;
    if (cut && curve->run != change->run && !curve->differs) {
        return;
    }
    if (change->fate == RB_HISTORY_MOVED || curve->differs || (cut && curve->old)) {
        column->count = column->reference_at = 0; /* a difference is cheap to compute again */
    } else if (cut && column->count > change->kept) {
        rewrite(column, change->kept, 1);
    } else if (change->fate == RB_HISTORY_THINNED && !curve->old) {
        rewrite(column, column->count, 2);
    }
}

static void follow(rb_column *column, const rb_history *history) {
    while (column->version != history->version) {
        const rb_history_change *change = rb_history_change_of(history, column->version);
        if (change == NULL) {
            column->count = column->reference_at = 0;
            column->version = history->version;
        } else {
            follow_change(column, change);
            column->version++;
        }
    }
}

static const rb_history_run *past_of(const rb_history *history, const rb_series_id *curve) {
    return curve->old ? &history->old[curve->run] : &history->runs[curve->run];
}

/* Finds the columns in use of this run, or of its old future, and brings them to the version of the history.
   Returns the count. */
static int find_mates(rb_series *series, const rb_history *history, int run, bool old,
                      rb_column *mates[RB_COLUMNS_MAX]) {
    int count = 0;
    for (int i = 0; i < series->slots; i++) {
        rb_column *column = &series->columns[i];
        const rb_series_id *c = &column->curve;
        if (c->run == run && c->old == old && !c->differs && c->signal != series->time_signal &&
            column->used + 1 >= series->clock) {
            follow(column, history);
            mates[count++] = column;
        }
    }
    return count;
}

/* Appends the instant to the columns for which it is the next one. */
static void give(rb_column *const *mates, int count, int index, const rb_snapshot *s) {
    for (int i = 0; i < count; i++) {
        if (mates[i]->count == index) {
            append(mates[i], rb_signal_value(rb_signal_at(mates[i]->curve.signal), s));
        }
    }
}

void rb_series_feed(rb_series *series, const rb_history *history, int run, const rb_snapshot *sample) {
    const rb_history_run *past = &history->runs[run];
    if (past->count > 0 && past->items[past->count - 1].t == sample->t) { /* the history kept it */
        rb_column *mates[RB_COLUMNS_MAX];
        int count = find_mates(series, history, run, false, mates);
        give(mates, count, past->count - 1, sample);
    }
}

/* Unpacks missing instants for all columns in use of the same run. */
static void look_back(rb_series *series, const rb_history *history, const rb_series_id *curve) {
    rb_column *mates[RB_COLUMNS_MAX];
    int count = find_mates(series, history, curve->run, curve->old, mates), next = INT_MAX;
    for (int i = 0; i < count; i++) {
        next = mates[i]->count < next ? mates[i]->count : next;
    }
    const rb_history_run *past = past_of(history, curve);
    for (; next < past->count && series->looks > 0; next++, series->looks--) {
        rb_snapshot s;
        rb_history_read(history, past, next, &s);
        give(mates, count, next, &s);
    }
}

/* The value of the reference at t, linearly interpolated; false while it is unknown. */
static bool reference_value(rb_column *column, const rb_history_run *past, const rb_column *base, double t,
                            double *value) {
    int *k = &column->reference_at;
    const rb_history_item *items = past->items;
    while (*k + 1 < base->count && items[*k + 1].t <= t) {
        ++*k;
    }
    if (*k >= base->count || (*k + 1 == base->count && items[*k].t < t - 1e-9)) {
        return false;
    }
    int next = *k + 1 < base->count ? *k + 1 : *k;
    double a = items[*k].t, b = items[next].t, from = base->values[*k];
    double share = b > a ? fmin(fmax((t - a) / (b - a), 0), 1) : 0;
    *value = share > 0 ? from + share * (base->values[next] - from) : from;
    return true;
}

static const rb_column *column_of(rb_series *series, const rb_history *history, const rb_series_id *curve);

/* The column of the run minus that of the reference. */
static void subtract(rb_series *series, const rb_history *history, rb_column *column) {
    const rb_series_id curve = column->curve;
    const rb_series_id plain = {.run = curve.run, .signal = curve.signal, .old = curve.old};
    const rb_column *own = column_of(series, history, &plain);
    const rb_column *base = rb_series_column(series, history, curve.reference, curve.signal);
    if (own == NULL || base == NULL || !same_curve(&own->curve, &plain) ||
        !same_curve(&column->curve, &curve)) {
        return; /* more columns in use than slots */
    }
    while (column->count < own->count) {
        double zero = 0;
        if (!reference_value(column, &history->runs[curve.reference], base,
                             past_of(history, &curve)->items[column->count].t, &zero)) {
            break;
        }
        append(column, own->values[column->count] - zero);
    }
}

static const rb_column *column_of(rb_series *series, const rb_history *history, const rb_series_id *curve) {
    rb_column *column = find_slot(series, history, curve);
    if (column == NULL) {
        return NULL;
    }
    follow(column, history);
    column->used = series->clock;
    const rb_history_run *past = past_of(history, curve);
    if (curve->differs) {
        subtract(series, history, column);
    } else if (curve->signal == series->time_signal) {
        while (column->count < past->count) {
            append(column, past->items[column->count].t);
        }
    } else if (column->count < past->count) {
        look_back(series, history, curve);
    }
    return column;
}

const rb_column *rb_series_column(rb_series *series, const rb_history *history, int run, int signal) {
    return column_of(series, history, &(rb_series_id){.run = run, .signal = signal});
}

/* Index of the last time at or before t; 0 before the first. */
static int find_time(const rb_column *time, double t) {
    int low = 0;
    int high = time->count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (time->values[middle] <= t) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* The instants within [t0, t1] and one more on either side. */
static void find_span(const rb_column *time, int count, double t0, double t1, int *first, int *last) {
    *first = find_time(time, t0);
    *last = find_time(time, t1) + 1;
    *last = *last >= count ? count - 1 : *last;
    *first = *first > *last ? *last : *first;
}

static void extremes(const rb_column *c, int from, int to, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    int i = from;
    while (i < to) {
        bool whole = i % RB_BLOCK == 0 && i + RB_BLOCK <= to;
        double a = whole ? c->low[i / RB_BLOCK] : c->values[i];
        double b = whole ? c->high[i / RB_BLOCK] : c->values[i];
        *low = a < *low ? a : *low; /* faster than fmin and fmax, which are function calls */
        *high = b > *high ? b : *high;
        i += whole ? RB_BLOCK : 1;
    }
}

int rb_series_over_time(rb_series *series, const rb_history *history, const rb_series_id *curve, double t0,
                        double t1, int points) {
    const rb_series_id times = {.run = curve->run, .signal = series->time_signal, .old = curve->old};
    const rb_column *time = column_of(series, history, &times);
    const rb_column *values = column_of(series, history, curve);
    if (time == NULL || values == NULL || values->count == 0) {
        return 0;
    }
    int first = 0;
    int last = 0;
    find_span(time, values->count, t0, t1, &first, &last);
    int span = last - first + 1;
    points = points < 2 ? 2 : points > RB_PLOT_POINTS ? RB_PLOT_POINTS : points;
    if (span <= points) {
        memcpy(series->x, time->values + first, (size_t)span * sizeof(double));
        memcpy(series->y, values->values + first, (size_t)span * sizeof(double));
        return span;
    }
    /* Bucket limits are multiples of the bucket size, so that the line does not flicker while time
       advances. */
    int size = 2 * (span / points + 1);
    int count = 0;
    for (int from = first - first % size; from <= last && count + 2 <= RB_PLOT_POINTS; from += size) {
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

/* Finds the columns of two signals against each other, and the samples between t0 and t1; false: none. */
static bool find_pair(rb_series *series, const rb_history *history, int run, const int signals[2], double t0,
                      double t1, const rb_column *columns[3], int span[2]) {
    columns[0] = rb_series_column(series, history, run, series->time_signal);
    columns[1] = rb_series_column(series, history, run, signals[0]);
    columns[2] = rb_series_column(series, history, run, signals[1]);
    if (columns[0] == NULL || columns[1] == NULL || columns[2] == NULL || columns[1]->count == 0 ||
        columns[2]->count == 0) {
        return false;
    }
    int count = columns[1]->count < columns[2]->count ? columns[1]->count : columns[2]->count;
    find_span(columns[0], count, t0, t1, &span[0], &span[1]);
    return true;
}

int rb_series_against(rb_series *series, const rb_history *history, int run, int x_signal, int y_signal,
                      double t0, double t1, rb_fineness fine) {
    const rb_column *columns[3];
    int span[2], count = 0;
    if (!find_pair(series, history, run, (const int[2]){x_signal, y_signal}, t0, t1, columns, span)) {
        return 0;
    }
    for (int i = span[0]; i <= span[1]; i++) {
        double x = columns[1]->values[i];
        double y = columns[2]->values[i];
        bool moved = count == 0 || i == span[1] || fabs(x - series->path_x[count - 1]) >= fine.x ||
                     fabs(y - series->path_y[count - 1]) >= fine.y;
        if (moved) {
            series->path_x[count] = x;
            series->path_y[count++] = y;
        }
    }
    return count;
}

/* The cubic through four samples, at t. */
static double cubic_at(const double *times, const double *values, double t) {
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        double weight = 1;
        for (int k = 0; k < 4; k++) {
            weight *= k == i ? 1 : (t - times[k]) / (times[i] - times[k]);
        }
        sum += weight * values[i];
    }
    return sum;
}

int rb_series_stroboscopic(rb_series *series, const rb_history *history, int run, int x_signal, int y_signal,
                           double t0, double t1, const rb_base *base) {
    const rb_column *columns[3];
    int span[2], count = 0;
    if (!find_pair(series, history, run, (const int[2]){x_signal, y_signal}, t0, t1, columns, span)) {
        return 0;
    }
    const double *time = columns[0]->values;
    for (int i = span[0] + 1; i + 2 <= span[1]; i++) {
        double turns = rb_base_turns(base, time[i]), next = rb_base_turns(base, time[i + 1]);
        double whole = floor(next);
        if (!(turns < whole)) {
            continue;
        }
        double t = time[i] + (whole - turns) / (next - turns) * (time[i + 1] - time[i]);
        series->path_x[count] = cubic_at(time + i - 1, columns[1]->values + i - 1, t);
        series->path_y[count++] = cubic_at(time + i - 1, columns[2]->values + i - 1, t);
    }
    return count;
}
