#include "sim/scene_private.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "rattleback/library.h"

static const rb_scene_option options[] = {{"--law", "friction"},
                                          {"--rolling", "rolling"},
                                          {"--normal", "normal"},
                                          {"--rtol", "solver.rtol"},
                                          {"--until", "solver.t_end"},
                                          {"--solver", "solver.method"},
                                          {"--set", NULL},
                                          {"--start", ""}};

const rb_scene_option *rb_scene_option_at(int index) {
    return &options[index];
}

rb_status rb_scene_take_option(rb_scene *scene, const rb_scene_option *option, const char *word,
                               rb_error *err) {
    if (strcmp(option->option, "--solver") == 0 && strcmp(word, "scene") == 0) {
        return RB_OK;
    }
    return option->name == NULL      ? rb_scene_assign(scene, word, err)
           : option->name[0] == '\0' ? rb_scene_use_start(scene, word, err)
                                     : rb_scene_set(scene, option->name, word, err);
}

bool rb_scene_has_own_solver(const rb_scene *scene) {
    rb_scene base;
    const double *own = scene->values[RB_SECTION_SOLVER], *usual = base.values[RB_SECTION_SOLVER];
    return rb_library_open(scene->id, &base, NULL) == RB_OK &&
           (own[RB_SOLVER_METHOD] != usual[RB_SOLVER_METHOD] ||
            own[RB_SOLVER_STEP] != usual[RB_SOLVER_STEP] || own[RB_SOLVER_TICK] != usual[RB_SOLVER_TICK]);
}
