/* The list of signals for CSV columns, plots and the timeline: time first, then the tables of every kind
   of body, then the integrator's signals. */
#include "rattleback/snapshot.h"

#include <string.h>

#include "base/macros.h"

#define AT(field) offsetof(rb_snapshot, field)

static const rb_signal first_rows[] = {
    {"t", "t", "s", "time", AT(t)},
};
static const rb_signal last_rows[] = {
    {"error", "err", "", "local error against what keeps 1 %", AT(error_estimate)},
};
static const rb_signal_table first = {first_rows, sizeof first_rows / sizeof first_rows[0]};
static const rb_signal_table last = {last_rows, sizeof last_rows / sizeof last_rows[0]};

static bool has_table(const rb_body_kind *body, const rb_signal_table *table) {
    for (int i = 0; body->signals[i] != NULL; i++) {
        if (body->signals[i] == table) {
            return true;
        }
    }
    return false;
}

/* An earlier kind already has the table. */
static bool is_repeated(int kind, const rb_signal_table *table) {
    for (int i = 0; i < kind; i++) {
        if (has_table(rb_body_kind_at(i), table)) {
            return true;
        }
    }
    return false;
}

/* Finds the row at *index; *index is reduced by the rows of the tables before it. */
static const rb_signal *row_of(const rb_signal_table *table, int *index) {
    const rb_signal *row = *index < table->count ? &table->rows[*index] : NULL;
    *index -= table->count;
    return row;
}

/* Returns the row at *index, or NULL beyond the last one; then *index is reduced by the number of all
   rows. */
static const rb_signal *find_signal(int *index) {
    const rb_signal *row = row_of(&first, index);
    for (int k = 0; row == NULL && k < rb_body_kind_count(); k++) {
        const rb_signal_table *const *tables = rb_body_kind_at(k)->signals;
        for (int i = 0; row == NULL && tables[i] != NULL; i++) {
            row = is_repeated(k, tables[i]) ? NULL : row_of(tables[i], index);
        }
    }
    return row != NULL ? row : row_of(&last, index);
}

int rb_signal_count(void) {
    const int beyond = 1 << 20;
    int left = beyond;
    find_signal(&left);
    return beyond - left;
}

const rb_signal *rb_signal_at(int index) {
    return index >= 0 ? find_signal(&index) : NULL;
}

int rb_signal_find(const char *name) {
    for (int i = 0; name != NULL && i < rb_signal_count(); i++) {
        if (strcmp(rb_signal_at(i)->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool contains(const rb_signal_table *table, const rb_signal *signal) {
    for (int i = 0; i < table->count; i++) {
        if (&table->rows[i] == signal) {
            return true;
        }
    }
    return false;
}

bool rb_signal_fits(const rb_signal *signal, const rb_body_kind *body) {
    bool fits = contains(&first, signal) || contains(&last, signal);
    for (int i = 0; !fits && body != NULL && body->signals != NULL && body->signals[i] != NULL; i++) {
        fits = contains(body->signals[i], signal);
    }
    return fits;
}

int rb_signal_of(const rb_body_kind *body, const char *name) {
    RB_CHECK_ARGUMENTS_OR(name != NULL, 0);
    for (int i = 0; i < rb_signal_count(); i++) {
        const rb_signal *signal = rb_signal_at(i);
        if (strcmp(signal->name, name) == 0 && rb_signal_fits(signal, body)) {
            return i;
        }
    }
    return -1;
}
