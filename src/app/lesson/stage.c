#include "app/lesson/stage.h"

#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"

typedef rb_status rb_lesson_stage_deed(rb_lesson_stage *stage, const rb_args *args, rb_error *err);

static rb_status no_run(const rb_args *args, rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT, "%s: expected a scene before it (\"scene ID\")",
                   rb_action_at(args->action)->id);
}

/* ---------------------------------------------------------------- edits */

/* As the session spreads them: starts go to runs without a start of their own, gravity and tick to
   all, everything if edits are linked. */
static bool goes_to(const rb_lesson_stage *stage, int to, rb_section section, int index) {
    int from = stage->selected;
    bool own = stage->own_start[from] || stage->own_start[to];
    return from != to &&
           (stage->link || section == RB_SECTION_WORLD || (section == RB_SECTION_START && !own) ||
            (section == RB_SECTION_SOLVER && index == RB_SOLVER_TICK));
}

static void spread(rb_lesson_stage *stage, rb_section section, int index) {
    const rb_scene *from = &stage->scenes[stage->selected];
    const char *name = rb_scene_table(from, section).rows[index].name;
    for (int i = 0; i < stage->count; i++) {
        int row = rb_param_find(rb_scene_table(&stage->scenes[i], section), name);
        if (row >= 0 && goes_to(stage, i, section, index)) {
            stage->scenes[i].values[section][row] = from->values[section][index];
            if (section == RB_SECTION_SOLVER) {
                rb_scene_fit_step(&stage->scenes[i]);
            }
        }
    }
}

static rb_status take_edited(rb_lesson_stage *stage, const rb_scene *edited, rb_error *err) {
    rb_status status = rb_scene_check(edited, edited->id, err);
    if (status != RB_OK) {
        return status;
    }
    const rb_scene before = stage->scenes[stage->selected];
    stage->scenes[stage->selected] = *edited;
    rb_scene *preset = &stage->presets[stage->selected];
    rb_scene_set_friction(preset, edited->friction);
    rb_scene_set_rolling(preset, edited->rolling);
    rb_scene_set_normal(preset, edited->normal);
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(edited, (rb_section)s);
        bool same_law = table.rows == rb_scene_table(&before, (rb_section)s).rows;
        for (int i = 0; same_law && i < table.count; i++) {
            if (edited->values[s][i] != before.values[s][i]) {
                spread(stage, (rb_section)s, i);
            }
        }
    }
    return RB_OK;
}

static rb_status assign(rb_lesson_stage *stage, const char *name, const rb_args *args,
                        rb_error *err) {
    rb_scene scene = stage->scenes[stage->selected];
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < args->count; i++) {
        status = name != NULL ? rb_scene_set(&scene, name, rb_arg(args, i), err)
                              : rb_scene_assign(&scene, rb_arg(args, i), err);
    }
    stage->edited = true;
    return status == RB_OK ? take_edited(stage, &scene, err) : status;
}

static rb_status do_set(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    return assign(stage, NULL, args, err);
}

static rb_status refuse_step(const rb_args *args, rb_error *err) {
    return rb_arg_refuse(args, 0, "the id of a law in a lesson", err);
}

static rb_status do_law(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    enum { NEXT, PREVIOUS };
    bool named = args->choice[0] != NEXT && args->choice[0] != PREVIOUS;
    return named ? assign(stage, "friction", args, err) : refuse_step(args, err);
}

static rb_status do_rolling(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    return assign(stage, "rolling", args, err);
}

static rb_status do_normal(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    return assign(stage, "normal", args, err);
}

static rb_status do_start(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    char which[96];
    rb_scene scene = stage->scenes[stage->selected];
    rb_arg_rest(args, 0, which, sizeof which);
    rb_status status = rb_scene_use_start(&scene, which, err);
    stage->edited = false; /* it restarts */
    return status == RB_OK ? take_edited(stage, &scene, err) : status;
}

static rb_status find_variant(const rb_args *args, const rb_variant **out, rb_error *err) {
    *out = rb_variant_find(rb_arg(args, 0));
    return *out != NULL ? RB_OK : rb_arg_refuse(args, 0, "law or the name of a variant", err);
}

static rb_status do_variant(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    rb_scene scene = stage->scenes[stage->selected];
    const rb_variant *variant = NULL;
    rb_status status = find_variant(args, &variant, err);
    if (status == RB_OK) {
        status = rb_scene_apply_variant(&scene, variant, err);
    }
    stage->edited = false; /* it restarts */
    return status == RB_OK ? take_edited(stage, &scene, err) : status;
}

static rb_status do_preset(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    memcpy(stage->scenes, stage->presets, sizeof stage->scenes);
    stage->edited = false;
    return RB_OK;
}

/* ---------------------------------------------------------------- runs */

static void open_scene(rb_lesson_stage *stage, const rb_scene *scene) {
    stage->scenes[0] = stage->presets[0] = *scene;
    stage->own_start[0] = false;
    stage->count = 1;
    stage->selected = 0;
    stage->edited = false;
}

static rb_status do_scene(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    enum { NEXT, PREVIOUS };
    bool named = args->choice[0] != NEXT && args->choice[0] != PREVIOUS;
    const rb_scene *scene = named ? rb_library_find(stage->library, rb_arg(args, 0)) : NULL;
    if (scene == NULL) {
        return rb_arg_refuse(args, 0, "the id of a scene (\"rbsim scenes\" lists them)", err);
    }
    open_scene(stage, scene);
    return RB_OK;
}

static rb_status add(rb_lesson_stage *stage, const rb_scene *scene, bool own_start, rb_error *err) {
    if (stage->count == RB_RUNS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "compare: expected at most %d runs", RB_RUNS_MAX);
    }
    stage->scenes[stage->count] = stage->presets[stage->count] = *scene;
    stage->own_start[stage->count++] = own_start;
    return RB_OK;
}

static rb_status compare_law(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    rb_scene scene = stage->scenes[stage->selected];
    const rb_friction_law *law = rb_friction_law_find(rb_arg(args, 1));
    if (law == NULL) {
        return rb_arg_refuse(args, 1, "the id of a friction law (\"rbsim laws\" lists them)", err);
    }
    rb_status status = rb_scene_law_fits(&scene, law, err);
    if (status != RB_OK) {
        return status;
    }
    rb_scene_set_friction(&scene, law);
    return add(stage, &scene, stage->own_start[stage->selected], err);
}

static bool same_values(const rb_scene *a, const rb_scene *b, rb_section section) {
    int count = rb_scene_table(a, section).count;
    for (int i = 0; i < count; i++) {
        if (a->values[section][i] != b->values[section][i]) {
            return false;
        }
    }
    return true;
}

static rb_status do_compare(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    if (strcmp(rb_arg(args, 0), "law") == 0) {
        return compare_law(stage, args, err);
    }
    const rb_scene *from = &stage->scenes[stage->selected];
    rb_scene scene = *from;
    const rb_variant *variant = NULL;
    rb_status status = find_variant(args, &variant, err);
    if (status == RB_OK) {
        status = rb_scene_apply_variant(&scene, variant, err);
    }
    if (status != RB_OK) {
        return status;
    }
    bool copied = scene.friction == from->friction && scene.rolling == from->rolling;
    for (int s = 0; copied && s < RB_SECTION_COUNT; s++) {
        copied = same_values(&scene, from, (rb_section)s);
    }
    bool started = !same_values(&scene, from, RB_SECTION_START);
    return add(stage, &scene, stage->own_start[stage->selected] || copied || started, err);
}

static rb_status do_all_laws(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    (void)args;
    const rb_scene kept = stage->scenes[stage->selected];
    open_scene(stage, &kept);
    for (int i = 0; i < rb_friction_law_count() && stage->count < RB_RUNS_MAX; i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        rb_scene scene = stage->scenes[0];
        if (law != scene.friction && rb_scene_law_fits(&scene, law, NULL) == RB_OK) {
            rb_scene_set_friction(&scene, law);
            add(stage, &scene, false, err);
        }
    }
    return RB_OK;
}

static rb_status do_single(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    const rb_scene kept = stage->scenes[stage->selected];
    if (stage->count > 1) {
        open_scene(stage, &kept);
    }
    return RB_OK;
}

static rb_status do_run(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    int number = 0;
    rb_status status = rb_arg_whole(args, 0, 1, stage->count, &number, err);
    stage->selected = status == RB_OK ? number - 1 : stage->selected;
    return status;
}

static rb_status do_link(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    (void)err;
    stage->link = rb_arg_switch(args, 0, stage->link);
    return RB_OK;
}

static rb_status do_own_start(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    (void)err;
    bool *own = &stage->own_start[stage->selected];
    *own = rb_arg_switch(args, 0, *own);
    return RB_OK;
}

static rb_status do_restart(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    stage->edited = false;
    return RB_OK;
}

/* What changes nothing of the runs: the window's. */
static rb_status do_nothing(rb_lesson_stage *stage, const rb_args *args, rb_error *err) {
    (void)stage;
    (void)args;
    (void)err;
    return RB_OK;
}

/* ---------------------------------------------------------------- lines */

/* What a lesson may do. Not here: files, recordings, the program's end, what undoes, and what depends
   on the moment at which it is done. */
static const struct {
    const char *id;
    rb_lesson_stage_deed *deed;
} allowed[] = {
    {"scene", do_scene},
    {"law", do_law},
    {"rolling", do_rolling},
    {"normal", do_normal},
    {"set", do_set},
    {"start", do_start},
    {"variant", do_variant},
    {"preset", do_preset},
    {"compare", do_compare},
    {"all-laws", do_all_laws},
    {"single", do_single},
    {"run", do_run},
    {"link", do_link},
    {"own-start", do_own_start},
    {"play", do_nothing},
    {"until", do_nothing},
    {"restart", do_restart},
    {"speed", do_nothing},
    {"at-rest", do_nothing},
    {"layout", do_nothing},
    {"reference", do_nothing},
    {"camera", do_nothing},
    {"look", do_nothing},
    {"zoom", do_nothing},
    {"follow", do_nothing},
    {"show", do_nothing},
    {"hand", do_nothing},
    {"arrows", do_nothing},
    {"log-arrows", do_nothing},
    {"trails", do_nothing},
    {"page", do_nothing},
    {"plot", do_nothing},
    {"unplot", do_nothing},
    {"plot-set", do_nothing},
    {"plot-time", do_nothing},
    {"theory", do_nothing},
    {"left", do_nothing},
    {"right", do_nothing},
    {"hide", do_nothing},
    {"microscope", do_nothing},
    {"enlarge", do_nothing},
    {"explain", do_nothing},
    {"sound", do_nothing},
};

rb_status rb_lesson_stage_do(rb_lesson_stage *stage, const char *line, rb_error *err) {
    rb_args args;
    rb_status status = rb_action_parse(line, &args, err);
    if (status != RB_OK) {
        return status;
    }
    const char *id = rb_action_at(args.action)->id;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
        if (strcmp(allowed[i].id, id) == 0) {
            bool alone = allowed[i].deed == do_scene || allowed[i].deed == do_nothing;
            return stage->count > 0 || alone ? allowed[i].deed(stage, &args, err)
                                             : no_run(&args, err);
        }
    }
    return rb_fail(err, RB_ERR_INPUT,
                   "%s: expected an action that a lesson may do (docs/lessons.md lists them)", id);
}

rb_status rb_lesson_stage_do_all(rb_lesson_stage *stage, const char *lines, int *done,
                                 rb_error *err) {
    char line[RB_LINE_MAX];
    rb_status status = RB_OK;
    while (status == RB_OK && rb_action_next(&lines, line)) {
        rb_error why;
        status = rb_lesson_stage_do(stage, line, &why);
        if (status != RB_OK) {
            return rb_fail(err, status, "\"%.60s\": %s", line, why.text);
        }
        ++*done;
    }
    return status;
}
