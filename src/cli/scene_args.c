/* Options that name and edit a scene, the same for every command that takes one. */
#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "sim/scene_options.h"

int rb_take_scene(rb_args *args, const char *command, rb_scene *scene) {
    rb_error err;
    if (args->next >= args->count || args->items[args->next][0] == '-') {
        rb_fail(&err, RB_ERR_INPUT, "%s: expected the id or the path of a scene", command);
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    if (rb_library_open(args->items[args->next++], scene, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    args->scene_method = rb_scene_method(scene);
    args->solver_given = false;
    rb_scene_set_method(scene, RB_METHOD_AUTO);
    return RB_EXIT_OK;
}

static bool begins_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Does the option choose a method? */
static bool sets_method(const char *option, const char *text) {
    return strcmp(option, "--solver") == 0 ||
           (strcmp(option, "--set") == 0 &&
            (begins_with(text, "solver.method=") || begins_with(text, "method=")));
}

/* Does it choose the length of fixed steps, which only dp5 takes? */
static bool sets_step(const char *option, const char *text) {
    static const char *const names[] = {"solver.step=", "solver.tick=", "step=", "tick="};
    bool found = strcmp(option, "--step") == 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        found = found || (strcmp(option, "--set") == 0 && begins_with(text, names[i]));
    }
    return found;
}

static rb_status set_omega(rb_scene *scene, const char *text, rb_error *err) {
    double omega[3];
    rb_status status = rb_args_numbers("--omega", text, 3, omega, err);
    for (int i = 0; status == RB_OK && i < 3; i++) {
        char name[24], value[32];
        snprintf(name, sizeof name, "start.omega%d", i + 1);
        snprintf(value, sizeof value, "%.17g", omega[i]);
        status = rb_scene_set(scene, name, value, err);
    }
    return status;
}

/* The step as asked for, and a tick that is a whole number of them. */
static rb_status set_step(rb_scene *scene, const char *text, rb_error *err) {
    rb_status status = rb_scene_set(scene, "solver.step", text, err);
    double *solver = scene->values[RB_SECTION_SOLVER];
    double ratio = solver[RB_SOLVER_TICK] / solver[RB_SOLVER_STEP];
    if (status == RB_OK && fabs(ratio - round(ratio)) > 1e-12 * ratio) {
        solver[RB_SOLVER_TICK] = solver[RB_SOLVER_STEP] * fmax(1, floor(ratio));
    }
    return status;
}

/* Keeps args->solver_given and the default method in step with the option. */
static rb_status take_option(rb_args *args, rb_scene *scene, const rb_scene_option *option,
                             const char *text, rb_error *err) {
    bool by_name = sets_method(option->option, text);
    bool keeps_own =
        by_name && strcmp(option->option, "--solver") == 0 && strcmp(text, "scene") == 0;
    if (keeps_own || (!args->solver_given && sets_step(option->option, text))) {
        rb_scene_set_method(scene, args->scene_method);
    }
    args->solver_given = args->solver_given || by_name;
    if (keeps_own) {
        return RB_OK;
    }
    return strcmp(option->option, "--step") == 0 ? set_step(scene, text, err)
                                                 : rb_scene_take_option(scene, option, text, err);
}

rb_status rb_take_scene_option(rb_args *args, rb_scene *scene, bool *taken, rb_error *err) {
    static const rb_scene_option step = {"--step", "solver.step"};
    *taken = true;
    const char *text = NULL;
    for (int i = 0; i <= rb_scene_option_count(); i++) {
        const rb_scene_option *option = i > 0 ? rb_scene_option_at(i - 1) : &step;
        int found = rb_args_option(args, option->option, &text, err);
        if (found != 0) {
            return found < 0 ? RB_ERR_INPUT : take_option(args, scene, option, text, err);
        }
    }
    int found = rb_args_option(args, "--omega", &text, err);
    if (found != 0) {
        return found < 0 ? RB_ERR_INPUT : set_omega(scene, text, err);
    }
    *taken = false;
    return RB_OK;
}
