#include "sim/scene_options.h"

#include <stdarg.h>
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

int rb_scene_option_count(void) {
    return (int)(sizeof options / sizeof options[0]);
}

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

/* ---------------------------------------------------------------- writing */

typedef struct writer {
    char *text;
    size_t size, used;
} writer;

static void add(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(writer *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (w->used < w->size) {
        w->used += (size_t)vsnprintf(w->text + w->used, w->size - w->used, format, args);
    }
    va_end(args);
}

static void add_value(writer *w, const rb_scene *scene, rb_section section, int index) {
    const rb_param *row = &rb_scene_table(scene, section).rows[index];
    double value = scene->values[section][index];
    char text[128];
    rb_param_write(row, value, text, sizeof text);
    add(w, " --set %s.%s=%s", rb_section_name(section), row->name, text);
}

bool rb_scene_write_options(const rb_scene *scene, char *text, size_t size) {
    rb_scene base;
    writer w = {NULL, size, 0};
    w.text = text;
    if (rb_library_open(scene->id, &base, NULL) != RB_OK || base.body != scene->body) {
        return false;
    }
    add(&w, "%s", scene->id);
    if (scene->friction != base.friction) {
        add(&w, " --law %s", scene->friction->id);
        rb_scene_set_friction(&base, scene->friction);
    }
    if (scene->rolling != base.rolling) {
        add(&w, " --rolling %s", scene->rolling->id);
        rb_scene_set_rolling(&base, scene->rolling);
    }
    if (scene->normal != base.normal) {
        add(&w, " --normal %s", scene->normal->id);
        rb_scene_set_normal(&base, scene->normal);
    }
    for (int section = 0; section < RB_SECTION_COUNT; section++) {
        for (int i = 0; i < rb_scene_table(scene, (rb_section)section).count; i++) {
            if (scene->values[section][i] != base.values[section][i]) {
                add_value(&w, scene, (rb_section)section, i);
            }
        }
    }
    return w.used < size;
}

bool rb_scene_has_own_solver(const rb_scene *scene) {
    rb_scene base;
    const double *own = scene->values[RB_SECTION_SOLVER], *usual = base.values[RB_SECTION_SOLVER];
    return rb_library_open(scene->id, &base, NULL) == RB_OK &&
           (own[RB_SOLVER_METHOD] != usual[RB_SOLVER_METHOD] ||
            own[RB_SOLVER_STEP] != usual[RB_SOLVER_STEP] || own[RB_SOLVER_TICK] != usual[RB_SOLVER_TICK]);
}
