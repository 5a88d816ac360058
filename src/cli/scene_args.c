/* Options that name and edit a scene, the same for every command that takes one. */
#include <math.h>

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
    return RB_EXIT_OK;
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

rb_status rb_take_scene_option(rb_args *args, rb_scene *scene, bool *taken, rb_error *err) {
    *taken = true;
    const char *text = NULL;
    for (int i = 0; i < rb_scene_option_count(); i++) {
        const rb_scene_option *option = rb_scene_option_at(i);
        int found = rb_args_option(args, option->option, &text, err);
        if (found != 0) {
            return found < 0 ? RB_ERR_INPUT : rb_scene_take_option(scene, option, text, err);
        }
    }
    int found = rb_args_option(args, "--omega", &text, err);
    if (found != 0) {
        return found < 0 ? RB_ERR_INPUT : set_omega(scene, text, err);
    }
    found = rb_args_option(args, "--step", &text, err);
    if (found != 0) {
        return found < 0 ? RB_ERR_INPUT : set_step(scene, text, err);
    }
    *taken = false;
    return RB_OK;
}
