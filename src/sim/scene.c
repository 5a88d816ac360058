/* Scenes: sections, defaults and validation. */
#include "rattleback/scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/macros.h"
#include "bodies/driven.h"
#include "sim/base_file.h"
#include "sim/model_build.h"
#include "sim/scene_private.h"

static const rb_param world_params[] = {
    {"g", "g", "m/s2", 0, 100, 9.81, "acceleration of gravity", "K11 (8)", RB_PARAM_ABOVE, NULL},
};

static const char *const patch_sizes[] = {"constant", "hertz", "penetration", "hertz-k15", NULL};

static const rb_param contact_params[] = {
    {"mu", "μ", "", 0, 10, 0.5, "coefficient of friction", "K11 (9)", 0, NULL},
    {"a", "a", "m", 0, 1, 6e-4, "radius of the contact patch, or its major semi-axis", "K11 (13)",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"b", "b", "", 0, 1, 1, "minor over major semi-axis of the patch", "K15 (28)", RB_PARAM_ABOVE, NULL},
    {"size", "", "", 0, 0, 0, "is the patch constant, or does it follow N and the curvatures",
     "K15 (45), (50)", RB_PARAM_CHOICE, patch_sizes},
    {"torque", "Mₙ", "", 0, 1, 1, "does the drilling torque act", "K11 Fig. 5", RB_PARAM_BOOL, NULL},
};

static const char *const methods[] = {"dp5", "rodas", "dop853", "auto", "lobatto", "radau", NULL};

static const rb_param solver_params[] = {
    {"method", "", "", 0, 0, 0,
     "live display; rbsim run, Python and studies use auto unless another method is given. dp5: "
     "fixed "
     "steps; "
     "error-controlled: auto, rodas, radau, dop853, lobatto",
     "docs/integrators.md", RB_PARAM_CHOICE, methods},
    {"step", "h", "s", 1e-8, 0.1, 2e-5, "length of one Dormand-Prince step", "docs/integrators.md",
     RB_PARAM_LOG | RB_PARAM_RESTART, NULL},
    {"tick", "Δt", "s", 1e-8, 0.1, 1e-3, "what the simulation advances by, a whole number of steps",
     "docs/integrators.md", RB_PARAM_LOG | RB_PARAM_RESTART, NULL},
    {"rtol", "", "", 1e-13, 1e-2, 1e-6, "relative tolerance of adaptive methods", "docs/integrators.md",
     RB_PARAM_LOG, NULL},
    {"t_end", "", "s", 0, 1e6, 15, "where a headless run ends", "", RB_PARAM_ABOVE, NULL},
};

static const char *const section_names[RB_SECTION_COUNT] = {
    "world", "body", "contact", "normal", "friction", "rolling", "start", "solver", "base",
};

const char *rb_section_name(rb_section section) {
    return section_names[section];
}

bool rb_scene_is_complete(const rb_scene *scene) {
    return scene != NULL && scene->body != NULL && scene->body->ops != NULL && scene->normal != NULL &&
           scene->friction != NULL && scene->rolling != NULL && scene->start_count >= 0 &&
           scene->start_count <= RB_STARTS_MAX;
}

static rb_status check_complete(const rb_scene *scene, const char *where, rb_error *err) {
    if (rb_scene_is_complete(scene)) {
        return RB_OK;
    }
    const char *missing = scene == NULL                                     ? "scene"
                          : scene->body == NULL || scene->body->ops == NULL ? "body"
                          : scene->normal == NULL                           ? "normal law"
                          : scene->friction == NULL                         ? "friction law"
                          : scene->rolling == NULL                          ? "rolling law"
                                                                            : "valid start_count";
    rb_fail(err, RB_ERR_INPUT, "%s: expected a complete scene, got one without a %s",
            where != NULL ? where : "scene", missing);
    return RB_ERR_INPUT;
}

rb_param_table rb_scene_table(const rb_scene *scene, rb_section section) {
    const rb_param_table none = {NULL, 0};
    switch (section) {
    case RB_SECTION_WORLD: return (rb_param_table)RB_PARAM_TABLE(world_params);
    case RB_SECTION_BODY: return scene->body != NULL ? scene->body->params : none;
    case RB_SECTION_CONTACT: return (rb_param_table)RB_PARAM_TABLE(contact_params);
    case RB_SECTION_NORMAL: return scene->normal != NULL ? scene->normal->params : none;
    case RB_SECTION_FRICTION: return scene->friction != NULL ? scene->friction->params : none;
    case RB_SECTION_ROLLING: return scene->rolling != NULL ? scene->rolling->params : none;
    case RB_SECTION_START: return scene->body != NULL ? scene->body->start : none;
    case RB_SECTION_SOLVER: return (rb_param_table)RB_PARAM_TABLE(solver_params);
    case RB_SECTION_BASE: return rb_base_params;
    case RB_SECTION_COUNT: break;
    }
    return none;
}

rb_solver_method rb_scene_method(const rb_scene *scene) {
    RB_CHECK_ARGUMENTS_OR(scene != NULL, (rb_solver_method)0);
    return (rb_solver_method)scene->values[RB_SECTION_SOLVER][RB_SOLVER_METHOD];
}

void rb_scene_set_method(rb_scene *scene, rb_solver_method method) {
    if (scene == NULL) {
        return;
    }
    scene->values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = method;
}

rb_scene rb_default_scene(void) {
    rb_scene scene;
    memset(&scene, 0, sizeof scene);
    snprintf(scene.id, sizeof scene.id, "default");
    snprintf(scene.name, sizeof scene.name, "Spin reversal");
    scene.body = rb_body_kind_at(0);
    scene.normal = rb_normal_law_find("rigid");
    scene.friction = rb_friction_law_find("exact-circle");
    scene.rolling = rb_rolling_law_find("k11");
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_defaults(rb_scene_table(&scene, (rb_section)s), scene.values[s]);
    }
    return scene;
}

/* The tick must be a whole number of steps, otherwise a run is not at the time for which it is shown. Only
   dp5 has fixed steps. */
static rb_status check_solver(const double *v, const char *where, rb_error *err) {
    double tick = v[RB_SOLVER_TICK], step = v[RB_SOLVER_STEP], ratio = tick / step;
    if (v[RB_SOLVER_METHOD] != RB_METHOD_DP5 || fabs(ratio - round(ratio)) <= 1e-12 * ratio) {
        return RB_OK;
    }
    if (ratio < 1) {
        return rb_fail(err, RB_ERR_INPUT, "%s: solver.step: expected at most solver.tick = %g s, got %g",
                       where, tick, step);
    }
    return rb_fail(err, RB_ERR_INPUT,
                   "%s: solver.step: expected solver.tick = %g s divided by a whole number (the "
                   "nearest are %.15g and %.15g), got %g",
                   where, tick, tick / ceil(ratio), tick / floor(ratio), step);
}

void rb_scene_fit_step(rb_scene *scene) {
    if (scene == NULL) {
        return;
    }
    double *v = scene->values[RB_SECTION_SOLVER];
    double count = fmax(1, round(v[RB_SOLVER_TICK] / v[RB_SOLVER_STEP]));
    double shortest = solver_params[RB_SOLVER_STEP].min;
    if (v[RB_SOLVER_TICK] / count < shortest) {
        count = fmax(1, count - 1);
    }
    double step = v[RB_SOLVER_TICK] / count;
    /* A value that already fits is not rounded. */
    v[RB_SOLVER_STEP] = fabs(step - v[RB_SOLVER_STEP]) <= 1e-12 * step ? v[RB_SOLVER_STEP] : step;
}

rb_status rb_scene_check_id(const char *id, const char *where, rb_error *err) {
    RB_CHECK_ARGUMENTS(id != NULL, err);
    size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789._-");
    if (length > 0 && id[length] == '\0' && id[0] != '.' && id[0] != '-') {
        return RB_OK;
    }
    return rb_fail(err, RB_ERR_INPUT,
                   "%s: id: expected letters a to z, digits, '.', '_' and '-', not beginning with '.' or "
                   "'-', got \"%.80s\"",
                   where, id);
}

/* A line of text, or several lines where allowed: names appear in tables, pictures and titles. */
static rb_status check_text(const char *name, const char *text, bool lines, const char *where,
                            rb_error *err) {
    for (size_t length; *text != '\0'; text += length) {
        length = rb_printable(text);
        if (length == 0 && lines && (*text == '\n' || *text == '\t')) {
            length = 1;
        }
        if (length == 0) {
            return rb_fail(err, RB_ERR_INPUT,
                           "%s: %s: expected text in UTF-8 without control characters, got the "
                           "byte 0x%02x",
                           where, name, (unsigned)(unsigned char)*text);
        }
    }
    return RB_OK;
}

static rb_status check_texts(const rb_scene *scene, const char *where, rb_error *err) {
    rb_status status = rb_scene_check_id(scene->id, where, err);
    if (status == RB_OK) {
        status = check_text("name", scene->name, false, where, err);
    }
    if (status == RB_OK) {
        status = check_text("source", scene->source, false, where, err);
    }
    if (status == RB_OK) {
        status = check_text("description", scene->description, true, where, err);
    }
    for (int i = 0; status == RB_OK && i < scene->start_count; i++) {
        status = check_text("starts: name", scene->starts[i].name, false, where, err);
    }
    return status;
}

static rb_status check_base(const rb_scene *scene, const char *where, rb_error *err) {
    const double *v = scene->values[RB_SECTION_BASE];
    if (v[RB_BASE_MOTION] == RB_BASE_NONE && v[RB_BASE_SLOPE] == 0) {
        return RB_OK;
    }
    rb_error reason;
    rb_base_record record;
    rb_status status = rb_base_check(v, where, err);
    if (status == RB_OK && rb_driven_check(scene->body->ops, &reason) != RB_OK) {
        status = rb_fail(err, RB_ERR_INPUT, "%.120s: base: %.380s", where, reason.text);
    }
    if (status == RB_OK) {
        status = rb_base_record_read(scene, &record, err);
        rb_base_record_free(&record);
    }
    return status;
}

rb_status rb_scene_check(const rb_scene *scene, const char *where, rb_error *err) {
    rb_status texts = check_complete(scene, where, err);
    texts = texts == RB_OK ? check_texts(scene, where, err) : texts;
    if (texts != RB_OK) {
        return texts;
    }
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(scene, (rb_section)s);
        char place[256];
        snprintf(place, sizeof place, "%s: %s", where, section_names[s]);
        for (int i = 0; i < table.count; i++) {
            rb_status status = rb_param_check(&table.rows[i], scene->values[s][i], place, err);
            if (status != RB_OK) {
                return status;
            }
        }
    }
    rb_error reason;
    if (rb_scene_law_fits(scene, scene->friction, &reason) != RB_OK) {
        return rb_fail(err, RB_ERR_INPUT, "%.120s: %.380s", where, reason.text);
    }
    rb_status status = rb_scene_check_rolling(scene, where, err);
    if (status == RB_OK) {
        status = check_solver(scene->values[RB_SECTION_SOLVER], where, err);
    }
    if (status != RB_OK) {
        return status;
    }
    status = check_base(scene, where, err);
    const rb_body_ops *ops = scene->body->ops;
    return status == RB_OK && ops->check != NULL ? ops->check(scene, where, err) : status;
}

bool rb_param_needs_restart(const rb_param *row, rb_section section) {
    RB_CHECK_ARGUMENTS_OR(row != NULL, false);
    return section == RB_SECTION_START || (row->flags & RB_PARAM_RESTART) != 0;
}

rb_scene rb_scene_live_part(const rb_scene *wanted, const rb_scene *running) {
    RB_CHECK_ARGUMENTS_OR(wanted != NULL && running != NULL, (rb_scene){0});
    rb_scene live = *wanted;
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(wanted, (rb_section)s);
        rb_param_table old = rb_scene_table(running, (rb_section)s); /* another law has other parameters */
        for (int i = 0; i < table.count; i++) {
            int j = rb_param_find(old, table.rows[i].name);
            if (j >= 0 && rb_param_needs_restart(&table.rows[i], (rb_section)s)) {
                live.values[s][i] = running->values[s][j];
            }
        }
    }
    return live;
}

rb_status rb_scene_use_start(rb_scene *scene, const char *which, rb_error *err) {
    RB_CHECK_ARGUMENTS(scene != NULL, err);
    for (int i = 0; i < scene->start_count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        if (strcmp(which, number) == 0 || strcmp(which, scene->starts[i].name) == 0) {
            memcpy(scene->values[RB_SECTION_START], scene->starts[i].values,
                   sizeof scene->values[RB_SECTION_START]);
            return RB_OK;
        }
    }
    if (scene->start_count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "start: this scene offers no other starts");
    }
    return rb_fail(err, RB_ERR_INPUT, "start: expected a number from 1 to %d or a name, got \"%.60s\"",
                   scene->start_count, which);
}

/* Values of a section after its table has changed. A parameter with the same name and unit keeps its value
   if it is in range. (eps1 of K11 and eps1 of AK18 are different parameters with different units.) */
static void carry_over(rb_param_table from, rb_param_table to, double *values) {
    double old[RB_PARAMS_MAX];
    memcpy(old, values, sizeof old);
    memset(values, 0, sizeof old);
    rb_param_defaults(to, values);
    for (int i = 0; i < to.count; i++) {
        int j = rb_param_find(from, to.rows[i].name);
        if (j >= 0 && j < from.count && strcmp(from.rows[j].unit, to.rows[i].unit) == 0 &&
            rb_param_check(&to.rows[i], old[j], "", NULL) == RB_OK) {
            values[i] = old[j];
        }
    }
}

void rb_scene_set_body(rb_scene *scene, const rb_body_kind *body) {
    if (scene == NULL) {
        return;
    }
    if (body == NULL) {
        return;
    }
    const rb_body_kind *registered = rb_body_kind_find(body->id); /* a copy, with defaults filled in */
    body = registered != NULL ? registered : body;
    scene->body = body;
    memset(scene->values[RB_SECTION_BODY], 0, sizeof scene->values[RB_SECTION_BODY]);
    memset(scene->values[RB_SECTION_START], 0, sizeof scene->values[RB_SECTION_START]);
    rb_param_defaults(body->params, scene->values[RB_SECTION_BODY]);
    rb_param_defaults(body->start, scene->values[RB_SECTION_START]);
    scene->start_count = 0;
}

void rb_scene_set_friction(rb_scene *scene, const rb_friction_law *law) {
    if (scene == NULL) {
        return;
    }
    if (law != NULL) {
        carry_over(rb_scene_table(scene, RB_SECTION_FRICTION), law->params,
                   scene->values[RB_SECTION_FRICTION]);
        scene->friction = law;
    }
}

void rb_scene_set_rolling(rb_scene *scene, const rb_rolling_law *law) {
    if (scene == NULL) {
        return;
    }
    if (law != NULL) {
        carry_over(rb_scene_table(scene, RB_SECTION_ROLLING), law->params, scene->values[RB_SECTION_ROLLING]);
        scene->rolling = law;
    }
}

void rb_scene_set_normal(rb_scene *scene, const rb_normal_law *law) {
    if (scene == NULL) {
        return;
    }
    if (law != NULL) {
        carry_over(rb_scene_table(scene, RB_SECTION_NORMAL), law->params, scene->values[RB_SECTION_NORMAL]);
        scene->normal = law;
    }
}

/* ---- for bindings to other languages --------------------------------------------------------------- */

const char *rb_scene_string(const rb_scene *scene, const char *key) {
    RB_CHECK_ARGUMENTS_OR(scene != NULL, NULL);
    const struct {
        const char *key, *text;
    } strings[] = {{"id", scene->id},
                   {"name", scene->name},
                   {"description", scene->description},
                   {"source", scene->source},
                   {"body", scene->body != NULL ? scene->body->id : NULL},
                   {"law", scene->friction != NULL ? scene->friction->id : NULL},
                   {"rolling", scene->rolling != NULL ? scene->rolling->id : NULL},
                   {"normal", scene->normal != NULL ? scene->normal->id : NULL}};
    for (size_t i = 0; key != NULL && i < sizeof strings / sizeof strings[0]; i++) {
        if (strcmp(strings[i].key, key) == 0) {
            return strings[i].text;
        }
    }
    return NULL;
}

double rb_scene_until(const rb_scene *scene) {
    RB_CHECK_ARGUMENTS_OR(scene != NULL, NAN);
    return rb_scene_value(scene, RB_SECTION_SOLVER, RB_SOLVER_T_END);
}

/* ---- advice: warnings that follow from the parameters of a valid scene, before any run ---------------- */

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
