/* The command line of rbsim: parsing, readers of values, options that several commands share. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/fit.h>

#include "base/text.h"
#include "cli/cli.h"
#include "sim/scene_private.h"

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

static bool keeps_method(const rb_command_line *line);

/* Opens the scene and reads every option into the request; returns the exit code. */
static int read_request(const rb_command_line *line, void *request) {
    rb_error err;
    rb_scene *scene = line->command->opens_scene ? (void *)((char *)request + line->command->scene) : NULL;
    if (scene != NULL) {
        const char *operand = rb_command_line_operand(line, 0);
        rb_status status = line->command->open != NULL ? line->command->open(operand, request, &err)
                                                       : rb_library_open(operand, scene, &err);
        if (status != RB_OK) {
            return rb_complain(&err, RB_EXIT_FAILED);
        }
    }
    rb_solver_method own = scene != NULL ? rb_scene_method(scene) : RB_METHOD_AUTO;
    bool keeps_own = keeps_method(line);
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

int rb_command_line_run(const rb_command_line *line) {
    const rb_cli_command *command = line->command;
    rb_error err;
    void *request = calloc(1, command->request_size + 1); /* some commands have none */
    if (request == NULL) {
        return rb_complain_memory(command->name);
    }
    if (command->defaults != NULL) {
        memcpy(request, command->defaults, command->request_size);
    }
    int code = command->init != NULL && command->init(line, request, &err) != RB_OK
                   ? rb_complain(&err, RB_EXIT_FAILED)
                   : read_request(line, request);
    if (code == RB_EXIT_OK) {
        rb_status status = command->check != NULL ? command->check(request, &err) : RB_OK;
        code = status == RB_OK ? command->run(line, request) : rb_complain_status(&err, status);
    }
    free(request);
    return code;
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

/* ---------------------------------------------------------------- shared options of the scene */

/* Options that set one thing of a scene by one word. Study files are read with the same table
   (sim/scene_options.c). */
static rb_status read_setting(const rb_option *option, const char *text, void *field, rb_error *err) {
    int i = 0;
    while (strcmp(rb_scene_option_at(i)->option, option->name) != 0) {
        i++;
    }
    return rb_scene_take_option(field, rb_scene_option_at(i), text, err);
}

/* "scene" is handled by rb_command_line_read. */
static rb_status read_solver(const rb_option *option, const char *text, void *field, rb_error *err) {
    return strcmp(text, "scene") == 0 ? RB_OK : read_setting(option, text, field, err);
}

static bool begins_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Does the option name a method? */
static bool sets_method(const char *option, const char *text) {
    return strcmp(option, "--solver") == 0 ||
           (strcmp(option, "--set") == 0 &&
            (begins_with(text, "solver.method=") || begins_with(text, "method=")));
}

/* Does it set the length of fixed steps, which only dp5 takes? */
static bool sets_step(const char *option, const char *text) {
    static const char *const names[] = {"solver.step=", "solver.tick=", "step=", "tick="};
    bool found = strcmp(option, "--step") == 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        found = found || (strcmp(option, "--set") == 0 && begins_with(text, names[i]));
    }
    return found;
}

/* Does the scene keep its own method? So it does if the command has no options for the scene, with
   "--solver scene", and with a step or a tick (--step, --set step=) unless a method is named, too. */
static bool keeps_method(const rb_command_line *line) {
    bool of_scene = false, named = false, step = false;
    const char *last = "";
    for (int g = 0; g < RB_COMMAND_GROUPS && line->command->groups[g].title != NULL; g++) {
        of_scene = of_scene || line->command->groups[g].options == rb_cli_scene_options;
    }
    for (int i = 0; i < line->count; i++) {
        const rb_argument *a = &line->arguments[i];
        if (a->option != NULL && sets_method(a->option->name, a->text)) {
            named = true;
            last = a->text;
        }
        step = step || (a->option != NULL && sets_step(a->option->name, a->text));
    }
    return !of_scene || (named ? strcmp(last, "scene") == 0 : step);
}

static rb_status read_omega(const rb_option *option, const char *text, void *field, rb_error *err) {
    double omega[3] = {0};
    rb_status status = rb_read_numbers(option->name, text, 3, omega, err);
    for (int i = 0; status == RB_OK && i < 3; i++) {
        char name[24], value[32];
        snprintf(name, sizeof name, "start.omega%d", i + 1);
        snprintf(value, sizeof value, "%.17g", omega[i]);
        status = rb_scene_set(field, name, value, err);
    }
    return status;
}

/* Sets the step, and shortens the tick to a whole number of steps if it is not one. */
static rb_status read_step(const rb_option *option, const char *text, void *field, rb_error *err) {
    (void)option;
    rb_scene *scene = field;
    rb_status status = rb_scene_set(scene, "solver.step", text, err);
    double *solver = scene->values[RB_SECTION_SOLVER];
    double ratio = solver[RB_SOLVER_TICK] / solver[RB_SOLVER_STEP];
    if (status == RB_OK && fabs(ratio - round(ratio)) > 1e-12 * ratio) {
        solver[RB_SOLVER_TICK] = solver[RB_SOLVER_STEP] * fmax(1, floor(ratio));
    }
    return status;
}

const rb_option rb_cli_scene_options[] = {
    RB_OPTION("--start", "NUMBER|NAME",
              "begin with one of the scene's named starts, by its number from 1 or its name", read_setting,
              0),
    RB_OPTION("--omega", "\"W1 W2 W3\"", "initial angular velocity in body axes, rad/s", read_omega, 0),
    RB_OPTION("--law", "LAW", "friction law (\"rbsim laws\" lists them)", read_setting, 0),
    RB_OPTION("--rolling", "ID", "law of rolling resistance", read_setting, 0),
    RB_OPTION("--normal", "ID", "law of the normal force", read_setting, 0),
    RB_OPTION("--set", "NAME=VALUE", "set a parameter (\"rbsim params SCENE\" lists them)", read_setting, 0,
              .flags = RB_OPTION_REPEATS),
    RB_OPTION("--until", "T", "end time, s", read_setting, 0),
    RB_OPTION("--solver", "auto|scene|dp5|rodas|dop853|lobatto|radau",
              "integration method (auto; the scene's own with --step). scene is the scene's own, which "
              "the viewer uses; dp5 takes fixed steps, the others control their error",
              read_solver, 0),
    RB_OPTION("--step", "H", "step of dp5, s", read_step, 0),
    RB_OPTION("--rtol", "R", "relative tolerance of the other methods", read_setting, 0),
    {0},
};

/* ---------------------------------------------------------------- shared options of the camera of track and
 * fit */

/* Three numbers for each point, separated by blanks, commas or semicolons. */
static rb_status read_markers(const rb_option *option, const char *text, void *field, rb_error *err) {
    rb_tracker *camera = field;
    double numbers[3 * RB_FIT_MARKERS];
    int count = 0;
    const char *at = text + strspn(text, " ,;");
    while (*at != '\0') {
        char *end = NULL;
        double number = rb_number_read(at, &end);
        if (end == at || !isfinite(number) || count == 3 * RB_FIT_MARKERS) {
            count = 0;
            break;
        }
        numbers[count++] = number;
        at = end + strspn(end, " ,;");
    }
    if (count == 0 || count % 3 != 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: expected three numbers (m) for each of 1 to %d points, got "
                       "\"%.200s\"",
                       option->name, RB_FIT_MARKERS, text);
    }
    camera->marker_count = count / 3;
    for (int j = 0; j < camera->marker_count; j++) {
        camera->markers[j] = (rb_vec3){numbers[3 * j], numbers[3 * j + 1], numbers[3 * j + 2]};
    }
    return RB_OK;
}

const rb_option rb_cli_camera_options[] = {
    RB_OPTION("--camera", "HEIGHT", "height of the camera above the floor, m", rb_option_number,
              offsetof(rb_tracker, height), .min = 0, .max = INFINITY, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--markers", "\"X Y Z, ...\"", "marked points of the body in body axes, m", read_markers, 0),
    {0},
};
