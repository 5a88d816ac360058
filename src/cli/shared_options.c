/* Options that several commands share: of the scene, and of the camera of track and fit. */
#include "cli/shared_options.h"

#include <math.h>
#include <rattleback/fit.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "sim/scene_options.h"

/* ---------------------------------------------------------------- the scene */

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

bool rb_command_line_keeps_method(const rb_command_line *line) {
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
    double omega[3];
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
    {.name = "--start",
     .value = "NUMBER|NAME",
     .help = "begin with one of the scene's named starts, by its number from 1 or its name",
     .read = read_setting},
    {.name = "--omega",
     .value = "\"W1 W2 W3\"",
     .help = "initial angular velocity in body axes, rad/s",
     .read = read_omega},
    {.name = "--law",
     .value = "LAW",
     .help = "friction law (\"rbsim laws\" lists them)",
     .read = read_setting},
    {.name = "--rolling", .value = "ID", .help = "law of rolling resistance", .read = read_setting},
    {.name = "--normal", .value = "ID", .help = "law of the normal force", .read = read_setting},
    {.name = "--set",
     .value = "NAME=VALUE",
     .help = "set a parameter (\"rbsim params SCENE\" lists them)",
     .read = read_setting,
     .flags = RB_OPTION_REPEATS},
    {.name = "--until", .value = "T", .help = "end time, s", .read = read_setting},
    {.name = "--solver",
     .value = "auto|scene|dp5|rodas|dop853|lobatto|radau",
     .help = "integration method (auto; the scene's own with --step). scene is the scene's own, which "
             "the viewer uses; dp5 takes fixed steps, the others control their error",
     .read = read_solver},
    {.name = "--step", .value = "H", .help = "step of dp5, s", .read = read_step},
    {.name = "--rtol", .value = "R", .help = "relative tolerance of the other methods", .read = read_setting},
    {0},
};

/* ---------------------------------------------------------------- the camera */

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
    {.name = "--camera",
     .value = "HEIGHT",
     .help = "height of the camera above the floor, m",
     .read = rb_option_number,
     .offset = offsetof(rb_tracker, height),
     .min = 0,
     .max = INFINITY,
     .flags = RB_OPTION_ABOVE_MIN},
    {.name = "--markers",
     .value = "\"X Y Z, ...\"",
     .help = "marked points of the body in body axes, m",
     .read = read_markers},
    {0},
};
