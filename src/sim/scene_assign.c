/* Applies "name=value", as on the command line and in lessons, and options of rbsim to a scene. */
#include "sim/scene_private.h"

#include <stdio.h>
#include <string.h>

#include "base/macros.h"
#include "rattleback/library.h"

static rb_status apply_set(rb_scene *scene, rb_section section, const rb_param_set *sets, const char *name,
                           rb_error *err) {
    for (; sets != NULL && sets->name != NULL; sets++) {
        if (strcmp(sets->name, name) == 0) {
            size_t count = (size_t)rb_scene_table(scene, section).count;
            memcpy(scene->values[section], sets->values, count * sizeof(double));
            return RB_OK;
        }
    }
    return rb_fail(err, RB_ERR_INPUT, "%s.set: this law has no published parameter set \"%s\"",
                   rb_section_name(section), name);
}

/* Lists the ids of a table, for a message. */
typedef struct id_list {
    char text[128];
} id_list;

static void add_id(id_list *list, const char *id) {
    size_t used = strlen(list->text);
    snprintf(list->text + used, sizeof list->text - used, "%s%s", used > 0 ? ", " : "", id);
}

/* Applies a law by its id, or a published parameter set; *known: the name is one of these. */
static rb_status assign_law(rb_scene *scene, const char *name, const char *value, bool *known,
                            rb_error *err) {
    *known = true;
    if (strcmp(name, "friction") == 0 || strcmp(name, "law") == 0) {
        const rb_friction_law *law = rb_friction_law_find(value);
        if (law == NULL) {
            return rb_fail(err, RB_ERR_INPUT,
                           "friction: expected the id of a friction law (\"rbsim laws\" lists them), "
                           "got \"%s\"",
                           value);
        }
        rb_scene_set_friction(scene, law);
        return RB_OK;
    }
    if (strcmp(name, "rolling") == 0) {
        const rb_rolling_law *law = rb_rolling_law_find(value);
        if (law == NULL) {
            id_list ids = {""};
            for (int i = 0; i < rb_rolling_law_count(); i++) {
                add_id(&ids, rb_rolling_law_at(i)->id);
            }
            return rb_fail(err, RB_ERR_INPUT, "rolling: expected a rolling law (%s), got \"%s\"", ids.text,
                           value);
        }
        rb_scene_set_rolling(scene, law);
        return RB_OK;
    }
    if (strcmp(name, "normal") == 0) {
        const rb_normal_law *law = rb_normal_law_find(value);
        if (law == NULL) {
            id_list ids = {""};
            for (int i = 0; i < rb_normal_law_count(); i++) {
                add_id(&ids, rb_normal_law_at(i)->id);
            }
            return rb_fail(err, RB_ERR_INPUT, "normal: expected a normal law (%s), got \"%s\"", ids.text,
                           value);
        }
        rb_scene_set_normal(scene, law);
        return RB_OK;
    }
    if (strcmp(name, "friction.set") == 0) {
        return apply_set(scene, RB_SECTION_FRICTION, scene->friction != NULL ? scene->friction->sets : NULL,
                         value, err);
    }
    if (strcmp(name, "rolling.set") == 0) {
        return apply_set(scene, RB_SECTION_ROLLING, scene->rolling != NULL ? scene->rolling->sets : NULL,
                         value, err);
    }
    *known = false;
    return RB_OK;
}

rb_status rb_scene_find(const rb_scene *scene, const char *name, rb_section *section, int *index,
                        rb_error *err) {
    RB_CHECK_ARGUMENTS(scene != NULL && name != NULL && section != NULL && index != NULL, err);
    int found = 0;
    const char *dot = strchr(name, '.');
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        const char *bare = name;
        if (dot != NULL) {
            size_t length = (size_t)(dot - name);
            const char *own = rb_section_name((rb_section)s);
            if (strlen(own) != length || strncmp(own, name, length) != 0) {
                continue;
            }
            bare = dot + 1;
        }
        int i = rb_param_find(rb_scene_table(scene, (rb_section)s), bare);
        if (i >= 0) {
            found++;
            *section = (rb_section)s;
            *index = i;
        }
    }
    if (found == 1) {
        return RB_OK;
    }
    if (found > 1) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: ambiguous, found in several sections; write section.%s (as \"rbsim "
                       "params\" lists)",
                       name, name);
    }
    return rb_fail(err, RB_ERR_INPUT, "%s: no parameter of this name (\"rbsim params SCENE\" lists them)",
                   name);
}

rb_status rb_scene_assign(rb_scene *scene, const char *assignment, rb_error *err) {
    RB_CHECK_ARGUMENTS(assignment != NULL, err);
    const char *equals = strchr(assignment, '=');
    char name[96];
    if (equals == NULL || equals == assignment || (size_t)(equals - assignment) >= sizeof name) {
        return rb_fail(err, RB_ERR_INPUT, "\"%.80s\": expected NAME=VALUE", assignment);
    }
    snprintf(name, sizeof name, "%.*s", (int)(equals - assignment), assignment);
    return rb_scene_set(scene, name, equals + 1, err);
}

rb_status rb_scene_set(rb_scene *scene, const char *name, const char *value, rb_error *err) {
    RB_CHECK_ARGUMENTS(scene != NULL && name != NULL && value != NULL, err);
    bool known = false;
    rb_status status = assign_law(scene, name, value, &known, err);
    if (known) {
        return status;
    }
    rb_section section = RB_SECTION_COUNT;
    int index = -1;
    status = rb_scene_find(scene, name, &section, &index, err);
    if (status != RB_OK) {
        return status;
    }
    rb_param_table table = rb_scene_table(scene, section);
    return rb_param_parse(&table.rows[index], value, rb_section_name(section), &scene->values[section][index],
                          err);
}

/* ---- options of rbsim ---------------------------------------------------------------------------- */

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
