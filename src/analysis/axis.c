/* Axes of a study: a parameter and the values it takes, as a range or as a list; or friction laws. */
#include "analysis/study_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "base/text.h"
#include "math/elementary.h"

/* The row of an axis of laws, whose values are indices of the table of friction laws. */
static const rb_param law_row = {.name = "law",
                                 .symbol = "law",
                                 .unit = "",
                                 .min = 0,
                                 .max = 9999,
                                 .help = "friction law, by its index in the table of laws",
                                 .source = "",
                                 .flags = RB_PARAM_INTEGER};

/* Reads `count` numbers separated by colons, and nothing behind them. */
static bool read_range(const char *text, int count, double *numbers) {
    for (int i = 0; i < count; i++) {
        char *end = NULL;
        numbers[i] = rb_number_read(text, &end);
        if (end == text || !isfinite(numbers[i]) || *end != (i + 1 < count ? ':' : '\0')) {
            return false;
        }
        text = end + 1;
    }
    return true;
}

static rb_status check_values(const rb_axis *axis, const char *option, rb_error *err) {
    rb_error reason;
    bool whole = axis->row->flags & RB_PARAM_INTEGER || axis->is_list;
    int step = whole || axis->count < 2 ? 1 : axis->count - 1; /* of a range the ends are enough */
    for (int i = 0; i < (axis->count > 0 ? axis->count : 2); i += step) {
        double value = axis->count > 0 ? rb_axis_value(axis, i) : i == 0 ? axis->from : axis->to;
        if (rb_param_check(axis->row, value, rb_section_name(axis->section), &reason) != RB_OK) {
            return rb_fail(err, RB_ERR_INPUT, "%s: %.400s", option, reason.text);
        }
    }
    return RB_OK;
}

static rb_status check_range(const rb_axis *axis, const char *option, rb_error *err) {
    if (axis->from > axis->to) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a range that rises, got %g to %g", option,
                       axis->name, axis->from, axis->to);
    }
    if (axis->from == axis->to && axis->count != 1) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: the range from %g to %g is empty", option, axis->name,
                       axis->from, axis->to);
    }
    if (axis->from < axis->to && axis->count == 1) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected at least 2 values from %g to %g, got 1", option,
                       axis->name, axis->from, axis->to);
    }
    if (axis->logarithmic && !(axis->from > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a logarithmic range above 0, got %g", option,
                       axis->name, axis->from);
    }
    return check_values(axis, option, err);
}

static rb_status read_steps(rb_axis *axis, const char *option, const char *text, bool random, rb_error *err) {
    double numbers[3] = {0};
    axis->logarithmic = strncmp(text, "log:", 4) == 0;
    if (!read_range(text + (axis->logarithmic ? 4 : 0), random ? 2 : 3, numbers)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected [log:]FROM:TO%s, got \"%.80s\"", option,
                       axis->name, random ? " (no COUNT: any value between)" : ":COUNT or a list", text);
    }
    if (!random && !(numbers[2] >= 1 && numbers[2] <= RB_STUDY_JOBS_MAX && numbers[2] == floor(numbers[2]))) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a count of 1 to %d, got %g", option, axis->name,
                       RB_STUDY_JOBS_MAX, numbers[2]);
    }
    axis->from = numbers[0];
    axis->to = numbers[1];
    axis->count = random ? 0 : (int)numbers[2];
    return check_range(axis, option, err);
}

double rb_axis_law_value(const char *id) {
    for (int i = 0; i < rb_friction_law_count(); i++) {
        if (strcmp(rb_friction_law_at(i)->id, id) == 0) {
            return i;
        }
    }
    return NAN;
}

/* The value that one item of a list stands for: a number, or of laws the index of a law. */
static rb_status read_item(const rb_axis *axis, const char *option, const char *item, double *value,
                           rb_error *err) {
    if (axis->is_law) {
        *value = rb_axis_law_value(item);
        return isfinite(*value)
                   ? RB_OK
                   : rb_fail(err, RB_ERR_INPUT,
                             "%s: law: expected a friction law (\"rbsim laws\" lists them), got \"%s\"",
                             option, item);
    }
    return read_range(item, 1, value) ? RB_OK
                                      : rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a number, got \"%s\"",
                                                option, axis->name, item);
}

static rb_status read_list(rb_axis *axis, const char *option, const char *text, rb_error *err) {
    char item[64];
    axis->is_list = true;
    while (rb_list_next(&text, ',', item, sizeof item)) {
        double value = 0;
        rb_status status = read_item(axis, option, item, &value, err);
        if (status != RB_OK) {
            return status;
        }
        for (int i = 0; i < axis->count; i++) {
            if (axis->list[i] == value) {
                return rb_fail(err, RB_ERR_INPUT, "%s: %s: duplicate value \"%s\"", option, axis->name, item);
            }
        }
        if (axis->count == RB_AXIS_LIST) {
            return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a list of at most %d values", option,
                           axis->name, RB_AXIS_LIST);
        }
        axis->from = axis->count == 0 ? value : fmin(axis->from, value);
        axis->to = axis->count == 0 ? value : fmax(axis->to, value);
        axis->list[axis->count++] = value;
    }
    return axis->count > 0 ? check_values(axis, option, err)
                           : rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a value", option, axis->name);
}

/* Finds the parameter that the axis is named after. */
static rb_status find_row(rb_axis *axis, const rb_scene *scene, const char *option, rb_error *err) {
    rb_error reason;
    axis->is_law = strcmp(axis->name, "law") == 0;
    if (axis->is_law) {
        axis->section = RB_SECTION_FRICTION;
        axis->index = -1;
        axis->row = &law_row;
        return RB_OK;
    }
    if (rb_scene_find(scene, axis->name, &axis->section, &axis->index, &reason) != RB_OK) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %.400s", option, reason.text);
    }
    axis->row = &rb_scene_table(scene, axis->section).rows[axis->index];
    if (axis->row->flags & (RB_PARAM_BOOL | RB_PARAM_CHOICE)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s is a choice and has no range", option, axis->name);
    }
    return RB_OK;
}

rb_status rb_axis_check(rb_axis *axis, const rb_scene *scene, const char *option, rb_error *err) {
    rb_status status = find_row(axis, scene, option, err);
    return status == RB_OK ? (axis->is_list ? check_values : check_range)(axis, option, err) : status;
}

rb_status rb_axis_parse(rb_axis *axis, const rb_scene *scene, const char *option, const char *text,
                        bool random, rb_error *err) {
    RB_CHECK_ARGUMENTS(axis != NULL && text != NULL, err);
    *axis = (rb_axis){0};
    const char *equals = strchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    if (length == 0 || length >= sizeof axis->name) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected NAME=FROM:TO%s, got \"%.80s\"", option,
                       random ? "" : ":COUNT or NAME=VALUE,VALUE,...", text);
    }
    memcpy(axis->name, text, length);
    rb_status status = find_row(axis, scene, option, err);
    if (status != RB_OK) {
        return status;
    }
    bool list = strchr(equals + 1, ':') == NULL && !random;
    if (axis->is_law && random) {
        return rb_fail(err, RB_ERR_INPUT, "%s: laws are a list and have no range", option);
    }
    return list || axis->is_law ? read_list(axis, option, equals + 1, err)
                                : read_steps(axis, option, equals + 1, random, err);
}

double rb_axis_at(const rb_axis *axis, double share) {
    if (share <= 0 || share >= 1) {
        return share <= 0 ? axis->from : axis->to;
    }
    if (axis->logarithmic) {
        double low = rb_log(axis->from), high = rb_log(axis->to);
        return fmin(axis->to, fmax(axis->from, rb_exp(low + share * (high - low))));
    }
    return axis->from + share * (axis->to - axis->from);
}

double rb_axis_value(const rb_axis *axis, int index) {
    RB_CHECK_ARGUMENTS_OR(axis != NULL, NAN);
    if (axis->is_list) {
        return axis->list[index];
    }
    return rb_axis_at(axis, axis->count > 1 ? (double)index / (axis->count - 1) : 0);
}

void rb_axis_set(const rb_axis *axis, rb_scene *scene, double value) {
    if (axis->is_law) {
        rb_scene_set_friction(scene, rb_friction_law_at((int)value));
    } else {
        scene->values[axis->section][axis->index] = value;
    }
}

void rb_axis_label(const rb_axis *axis, char *text, size_t size) {
    const rb_param *row = axis->row;
    const char *same = strcmp(row->symbol, axis->name) == 0 ? "" : row->symbol;
    snprintf(text, size, "%s%.63s%s%.24s%s%.24s", axis->section == RB_SECTION_START ? "start: " : "",
             axis->name, same[0] != '\0' ? " " : "", same, row->unit[0] != '\0' ? ", " : "", row->unit);
}

void rb_axis_write_value(const rb_axis *axis, double value, rb_csv *csv) {
    if (axis->is_law) {
        rb_csv_text(csv, rb_friction_law_at((int)value)->id);
    } else {
        rb_csv_number(csv, value);
    }
}
