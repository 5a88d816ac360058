/* Advice: warnings that follow from the parameters of a valid scene, before any run. */
#include "rattleback/scene.h"
#include "sim/model_build.h"
#include "sim/scene_laws.h"

bool rb_scene_advice(const rb_scene *scene, rb_error *advice) {
    if (!rb_scene_is_complete(scene)) {
        return false;
    }
    const double *solver = scene->values[RB_SECTION_SOLVER];
    const rb_body_ops *ops = scene->body->ops;
    if (solver[RB_SOLVER_METHOD] != RB_METHOD_DP5 || ops->longest_step == NULL) {
        return false;
    }
    rb_model model;
    rb_model_build(scene, &model);
    const char *what = "";
    double longest = ops->longest_step(&model, &what);
    if (!(solver[RB_SOLVER_STEP] > longest)) {
        return false;
    }
    rb_fail(advice, RB_ERR_INPUT,
            "the step of %.3g s is too large for %s under %s: at most %.2g s, or solver rodas",
            solver[RB_SOLVER_STEP], what, scene->friction->id, longest);
    return true;
}
