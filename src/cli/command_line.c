#include "cli/command_line.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"

/* ---------------------------------------------------------------- parsing */

/* The option of this name among the command's own and its groups. */
static bool find_option(const rb_cli_command *command, const char *name, rb_argument *found) {
    for (const rb_option *o = command->options; o != NULL && o->name != NULL; o++) {
        if (strcmp(o->name, name) == 0) {
            *found = (rb_argument){.option = o};
            return true;
        }
    }
    for (int g = 0; g < RB_COMMAND_GROUPS && command->groups[g].title != NULL; g++) {
        for (const rb_option *o = command->groups[g].options; o->name != NULL; o++) {
            if (strcmp(o->name, name) == 0) {
                *found = (rb_argument){.option = o, .group = &command->groups[g]};
                return true;
            }
        }
    }
    return false;
}

/* Number of letters to be changed, added or removed to turn one word into the other. */
static int edit_distance(const char *a, const char *b) {
    enum { LONGEST = 32 };
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST) {
        return LONGEST;
    }
    int row[LONGEST + 1];
    for (size_t j = 0; j <= m; j++) {
        row[j] = (int)j;
    }
    for (size_t i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int changed = diagonal + (a[i - 1] != b[j - 1]);
            int other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = changed < other ? changed : other;
        }
    }
    return row[m];
}

static void find_closest(const rb_option *options, const char *name, int *least, const char **closest) {
    for (const rb_option *o = options; o != NULL && o->name != NULL; o++) {
        int distance = edit_distance(name, o->name);
        if (distance < *least) {
            *least = distance;
            *closest = o->name;
        }
    }
}

static rb_status fail_unknown(const rb_cli_command *command, const char *name, rb_error *err) {
    int least = 3; /* more than two changes: another word */
    const char *closest = NULL;
    find_closest(command->options, name, &least, &closest);
    for (int g = 0; g < RB_COMMAND_GROUPS && command->groups[g].title != NULL; g++) {
        find_closest(command->groups[g].options, name, &least, &closest);
    }
    char hint[64] = "";
    if (closest != NULL) {
        snprintf(hint, sizeof hint, " (did you mean %s?)", closest);
    }
    return rb_fail(err, RB_ERR_INPUT, "%s: unknown option %.200s%s; \"rbsim %s --help\" lists them",
                   command->name, name, hint, command->name);
}

/* The value that follows an option. */
static rb_status take_value(const rb_option *option, int left, char *const *items, const char **text,
                            rb_error *err) {
    if (left < 1) {
        return rb_fail(err, RB_ERR_INPUT, "%s: requires a value (%s)", option->name, option->value);
    }
    if (strncmp(items[0], "--", 2) == 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: requires a value (%s), got the option %.200s", option->name,
                       option->value, items[0]);
    }
    *text = items[0];
    return RB_OK;
}

static rb_status check_operands(const rb_cli_command *command, int count, const char *last, rb_error *err) {
    if (count < command->operands_min) {
        return rb_fail(err, RB_ERR_INPUT, "%s: requires %s; usage: rbsim %s %s", command->name,
                       command->operands, command->name, command->operands);
    }
    if (count > command->operands_max) {
        return rb_fail(err, RB_ERR_INPUT, "%s: unexpected argument \"%.200s\"; usage: rbsim %s%s%s%s",
                       command->name, last, command->name, command->operands != NULL ? " " : "",
                       command->operands != NULL ? command->operands : "",
                       command->options != NULL ? " [OPTION]..." : "");
    }
    return RB_OK;
}

rb_status rb_command_line_parse(rb_command_line *line, const rb_cli_command *command, int count,
                                char *const *items, rb_error *err) {
    line->command = command;
    line->count = 0;
    int operands = 0;
    const char *last = NULL;
    for (int i = 0; i < count; i++) {
        rb_argument argument = {.text = items[i]};
        if (items[i][0] != '-' || items[i][1] == '\0') { /* "-" alone is a file */
            operands++;
            last = items[i];
        } else if (!find_option(command, items[i], &argument)) {
            return fail_unknown(command, items[i], err);
        } else if (argument.option->flags & RB_OPTION_OPTIONAL_VALUE &&
                   (i + 1 == count || strncmp(items[i + 1], "--", 2) == 0)) {
            argument.text = "";
        } else if (argument.option->value != NULL) {
            rb_status status = take_value(argument.option, count - i - 1, items + i + 1, &argument.text, err);
            if (status != RB_OK) {
                return status;
            }
            i++;
        }
        line->arguments[line->count++] = argument;
    }
    return check_operands(command, operands, last, err);
}

const char *rb_command_line_operand(const rb_command_line *line, int index) {
    for (int i = 0; i < line->count; i++) {
        if (line->arguments[i].option == NULL && index-- == 0) {
            return line->arguments[i].text;
        }
    }
    return NULL;
}

int rb_command_line_read(const rb_command_line *line, void *request, rb_scene *scene) {
    rb_error err;
    if (scene != NULL && rb_library_open(rb_command_line_operand(line, 0), scene, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    rb_solver_method own = scene != NULL ? rb_scene_method(scene) : RB_METHOD_AUTO;
    bool keeps_own = rb_command_line_keeps_method(line);
    if (scene != NULL && !keeps_own) {
        rb_scene_set_method(scene, RB_METHOD_AUTO);
    }
    for (int i = 0; i < line->count; i++) {
        const rb_argument *a = &line->arguments[i];
        if (a->option != NULL) {
            char *target = (char *)request + (a->group != NULL ? a->group->offset : 0);
            if (a->option->read(a->option, a->text, target + a->option->offset, &err) != RB_OK) {
                return rb_complain(&err, RB_EXIT_USAGE);
            }
        }
    }
    if (scene != NULL && keeps_own) {
        rb_scene_set_method(scene, own);
    }
    return RB_EXIT_OK;
}

/* ---------------------------------------------------------------- readers */

rb_status rb_option_text(const rb_option *option, const char *text, void *field, rb_error *err) {
    (void)option;
    (void)err;
    *(const char **)field = text;
    return RB_OK;
}

rb_status rb_option_texts(const rb_option *option, const char *text, void *field, rb_error *err) {
    rb_text_list *list = field;
    if (list->count >= (int)option->max || list->count >= RB_TEXT_LIST_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d of these options", option->name,
                       list->count);
    }
    list->items[list->count++] = text;
    return RB_OK;
}

rb_status rb_option_flag(const rb_option *option, const char *text, void *field, rb_error *err) {
    (void)option;
    (void)text;
    (void)err;
    *(bool *)field = true;
    return RB_OK;
}

rb_status rb_read_numbers(const char *name, const char *text, int count, double *out, rb_error *err) {
    const char *at = text;
    for (int i = 0; i < count; i++) {
        char *end = NULL;
        double number = rb_number_read(at, &end);
        if (end == at || !isfinite(number)) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected %d finite number%s, got \"%.200s\"", name, count,
                           count > 1 ? "s" : "", text);
        }
        out[i] = number;
        at = end + strspn(end, " ,\t");
    }
    if (*at != '\0') {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected %d number%s and no more, got \"%.200s\"", name, count,
                       count > 1 ? "s" : "", text);
    }
    return RB_OK;
}

/* "a number above 0", "a number from 0 to 1" */
static void describe_range(const rb_option *option, char *text, size_t size) {
    bool above = option->flags & RB_OPTION_ABOVE_MIN, bounded = isfinite(option->max);
    int used = snprintf(text, size, "a number %s %g",
                        above     ? "above"
                        : bounded ? "from"
                                  : "of at least",
                        option->min);
    if (bounded && used > 0 && (size_t)used < size) {
        snprintf(text + used, size - (size_t)used, " %s %g", above ? "and up to" : "to", option->max);
    }
}

rb_status rb_option_number(const rb_option *option, const char *text, void *field, rb_error *err) {
    double value = 0;
    rb_status status = rb_read_numbers(option->name, text, 1, &value, err);
    bool any = option->min == 0 && option->max == 0;
    bool low = option->flags & RB_OPTION_ABOVE_MIN ? !(value > option->min) : !(value >= option->min);
    if (status == RB_OK && !any && (low || !(value <= option->max))) {
        char range[96];
        describe_range(option, range, sizeof range);
        status = rb_fail(err, RB_ERR_INPUT, "%s: expected %s, got \"%.60s\"", option->name, range, text);
    }
    *(double *)field = value;
    return status;
}

rb_status rb_option_whole(const rb_option *option, const char *text, void *field, rb_error *err) {
    double value = 0;
    rb_status status = rb_read_numbers(option->name, text, 1, &value, err);
    if (status == RB_OK && !(value >= option->min && value <= option->max && value == floor(value))) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: expected a whole number from %.0f to %.0f, got \"%.60s\"",
                         option->name, option->min, option->max, text);
    }
    *(int64_t *)field = status == RB_OK ? (int64_t)value : 0;
    return status;
}
