#include "rattleback/param.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "base/text.h"

void rb_param_defaults(rb_param_table table, double *values) {
    for (int i = 0; i < table.count; i++) {
        values[i] = table.rows[i].def;
    }
}

int rb_param_find(rb_param_table table, const char *name) {
    for (int i = 0; i < table.count; i++) {
        if (strcmp(table.rows[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* Writes "expected 0 < mu <= 10" or similar, for messages about a number. */
static void describe_range(const rb_param *row, char *text, size_t size) {
    const char *below = (row->flags & RB_PARAM_ABOVE) ? "<" : "<=";
    const char *kind = (row->flags & RB_PARAM_INTEGER) ? "a whole number, " : "";
    const char *unit = row->unit[0] != '\0' ? " " : "";
    rb_format(text, size, "%s%g %s %s <= %g%s%s", kind, row->min, below, row->name, row->max, unit,
              row->unit);
}

static int choice_count(const rb_param *row) {
    int count = 0;
    while (row->choices[count] != NULL) {
        count++;
    }
    return count;
}

static void describe_choices(const rb_param *row, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; row->choices[i] != NULL && used < size; i++) {
        int n = snprintf(text + used, size - used, "%s\"%s\"", i > 0 ? ", " : "", row->choices[i]);
        used += n > 0 ? (size_t)n : 0;
    }
}

rb_status rb_param_check(const rb_param *row, double value, const char *where, rb_error *err) {
    RB_CHECK_ARGUMENTS(row != NULL, err);
    double min = row->min;
    double max = row->max;
    bool whole = (row->flags & (RB_PARAM_INTEGER | RB_PARAM_CHOICE | RB_PARAM_BOOL)) != 0;
    if (row->flags & RB_PARAM_BOOL) {
        min = 0;
        max = 1;
    } else if (row->flags & RB_PARAM_CHOICE) {
        min = 0;
        max = choice_count(row) - 1;
    }
    bool above = (row->flags & RB_PARAM_ABOVE) ? value > min : value >= min;
    if (isfinite(value) && above && value <= max && (!whole || value == floor(value))) {
        return RB_OK;
    }
    char expected[256];
    if (row->flags & RB_PARAM_CHOICE) {
        describe_choices(row, expected, sizeof expected);
    } else if (row->flags & RB_PARAM_BOOL) {
        snprintf(expected, sizeof expected, "true or false");
    } else {
        describe_range(row, expected, sizeof expected);
    }
    return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected %s, got %g", where, row->name, expected, value);
}

rb_status rb_param_parse(const rb_param *row, const char *text, const char *where, double *value,
                         rb_error *err) {
    RB_CHECK_ARGUMENTS(row != NULL && text != NULL, err);
    if (row->flags & RB_PARAM_BOOL) {
        if (strcmp(text, "true") == 0 || strcmp(text, "1") == 0) {
            *value = 1;
            return RB_OK;
        }
        if (strcmp(text, "false") == 0 || strcmp(text, "0") == 0) {
            *value = 0;
            return RB_OK;
        }
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected true or false, got \"%s\"", where, row->name,
                       text);
    }
    if (row->flags & RB_PARAM_CHOICE) {
        for (int i = 0; row->choices[i] != NULL; i++) {
            if (strcmp(row->choices[i], text) == 0) {
                *value = i;
                return RB_OK;
            }
        }
        char expected[256];
        describe_choices(row, expected, sizeof expected);
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected %s, got \"%s\"", where, row->name, expected,
                       text);
    }
    char *end = NULL;
    double number = rb_number_read(text, &end);
    if (end == text || *end != '\0') {
        char expected[256];
        describe_range(row, expected, sizeof expected);
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a number, %s, got \"%s\"", where, row->name,
                       expected, text);
    }
    rb_status status = rb_param_check(row, number, where, err);
    if (status == RB_OK) {
        *value = number;
    }
    return status;
}
