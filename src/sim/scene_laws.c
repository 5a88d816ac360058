/* Checks that the laws of a scene fit its patch and its body, and that they dissipate energy. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bodies/ops.h"
#include "contact/energy_input.h"
#include "sim/scene_private.h"

#define ENERGY_INPUT_MAX 0.01 /* share of mu N a lambda; softened laws as published reach 0.002 */

/* Returns the patch for checking the laws; where its size depends on N, its shape is the scene's. */
static rb_patch patch_of(const rb_scene *scene) {
    const double *v = scene->values[RB_SECTION_CONTACT];
    bool round = scene->friction->shape == RB_PATCH_CIRCLE && !scene->friction->any_patch;
    return (rb_patch){v[RB_CONTACT_A], round ? 1 : fmax(v[RB_CONTACT_B], scene->friction->b_min)};
}

/* What the energy input depends on, and its value. */
typedef struct energy_key {
    const rb_friction_law *friction;
    const rb_rolling_law *rolling;
    rb_patch patch;
    double values[2][RB_PARAMS_MAX]; /* of friction and rolling; zero behind the last */
} energy_key;

static bool same_key(const energy_key *a, const energy_key *b) {
    bool same = a->friction == b->friction && a->rolling == b->rolling && a->patch.a == b->patch.a &&
                a->patch.b == b->patch.b;
    for (int i = 0; same && i < RB_PARAMS_MAX; i++) {
        same = a->values[0][i] == b->values[0][i] && a->values[1][i] == b->values[1][i];
    }
    return same;
}

/* The laws are evaluated for hundreds of slips. Runs of a study and edits of a scene mostly change something
   else, so every thread keeps its last result. */
static double energy_input(const rb_scene *scene) {
    static _Thread_local energy_key last;
    static _Thread_local double share;
    energy_key key = {scene->friction, scene->rolling, patch_of(scene), {{0}}};
    memcpy(key.values[0], scene->values[RB_SECTION_FRICTION],
           (size_t)scene->friction->params.count * sizeof(double));
    memcpy(key.values[1], scene->values[RB_SECTION_ROLLING],
           (size_t)scene->rolling->params.count * sizeof(double));
    if (!same_key(&key, &last)) {
        rb_friction friction;
        rb_friction_init(&friction, key.friction, key.values[0], key.patch);
        share = rb_friction_energy_input(&friction, key.rolling, key.values[1]);
        last = key;
    }
    return share;
}

static double reach(const rb_scene *scene) {
    return rb_rolling_reach(scene->rolling, scene->values[RB_SECTION_ROLLING], patch_of(scene));
}

/* Returns the first parameter whose default would bring the measure within its limit, as "rolling.k_r =
   5"; the law itself if no single parameter does. */
static void find_cause(const rb_scene *scene, double (*measure)(const rb_scene *), double limit, char *text,
                       size_t room) {
    static const rb_section sections[] = {RB_SECTION_ROLLING, RB_SECTION_FRICTION, RB_SECTION_CONTACT};
    rb_scene other = *scene;
    for (int k = 0; k < 3; k++) {
        rb_param_table table = rb_scene_table(scene, sections[k]);
        for (int i = 0; i < table.count; i++) {
            double value = scene->values[sections[k]][i];
            other.values[sections[k]][i] = table.rows[i].def;
            if (measure(&other) <= limit) {
                rb_format(text, room, "%s.%s = %g", rb_section_name(sections[k]), table.rows[i].name, value);
                return;
            }
            other.values[sections[k]][i] = value;
        }
    }
    snprintf(text, room, "rolling law %s", scene->rolling->id);
}

/* Does not check ranges: it is also called for scenes that are being edited. */
static bool in_range(const rb_scene *scene) {
    static const rb_section sections[] = {RB_SECTION_CONTACT, RB_SECTION_FRICTION, RB_SECTION_ROLLING};
    for (int k = 0; k < 3; k++) {
        rb_param_table table = rb_scene_table(scene, sections[k]);
        for (int i = 0; i < table.count; i++) {
            if (rb_param_check(&table.rows[i], scene->values[sections[k]][i], "", NULL) != RB_OK) {
                return false;
            }
        }
    }
    return true;
}

static rb_status check_energy_input(const rb_scene *scene, rb_error *err) {
    if (scene->friction->no_slip || !in_range(scene)) {
        return RB_OK;
    }
    double share = energy_input(scene);
    if (share <= ENERGY_INPUT_MAX) {
        return RB_OK;
    }
    char cause[128];
    find_cause(scene, energy_input, ENERGY_INPUT_MAX, cause, sizeof cause);
    return rb_fail(err, RB_ERR_INPUT,
                   "friction law %s feeds energy to the body with %s: up to %.2g %% of mu N a "
                   "lambda, expected at most %g %%",
                   scene->friction->id, cause, 100 * share, 100 * ENERGY_INPUT_MAX);
}

rb_status rb_scene_law_fits(const rb_scene *scene, const rb_friction_law *law, rb_error *err) {
    if (!rb_scene_is_complete(scene) || law == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "expected a complete scene and a law");
    }
    const rb_body_ops *ops = scene->body->ops;
    rb_status status = ops->law_fits != NULL ? ops->law_fits(scene, law, err) : RB_OK;
    if (status != RB_OK || law == scene->friction) {
        return status == RB_OK ? check_energy_input(scene, err) : status;
    }
    rb_scene other = *scene;
    rb_scene_set_friction(&other, law);
    return check_energy_input(&other, err);
}

rb_status rb_scene_check_rolling(const rb_scene *scene, const char *where, rb_error *err) {
    const rb_body_ops *ops = scene->body->ops;
    if (ops->half_height == NULL) {
        return RB_OK;
    }
    double longest = ops->half_height(scene->values[RB_SECTION_BODY]), arm = reach(scene);
    if (arm <= longest) {
        return RB_OK;
    }
    char cause[128];
    find_cause(scene, reach, longest, cause, sizeof cause);
    return rb_fail(err, RB_ERR_INPUT,
                   "%s: rolling: expected a moment of at most N times half the height of the body, %g "
                   "m, got N times %g m with %s: it would drive the body instead of resisting",
                   where, longest, arm, cause);
}
