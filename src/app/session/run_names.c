#include "app/session/session.h"

#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "app/session/units.h"
#include "sim/scene_private.h"

enum { ITEMS_MAX = 3 };

/* A list that is being written. */
typedef struct name_pen {
    char *text;
    size_t size, used;
    bool file;       /* only characters that are allowed in file names */
    bool translated; /* for the window, not for a file */
    int items;
} name_pen;

const char *rb_short_name(const char *name, char *buffer, size_t size) {
    const char *bracket = strstr(name, " (");
    int length = bracket != NULL ? (int)(bracket - name) : (int)strlen(name);
    snprintf(buffer, size, "%.*s", length, name);
    return buffer;
}

static const char *word_of(const name_pen *pen, const char *text) {
    return pen->translated ? rb_tr(text) : text;
}

static void add(name_pen *pen, const char *item) {
    if (pen->items++ > ITEMS_MAX) {
        return;
    }
    const char *gap = pen->items == 1 ? "" : pen->file ? "-" : ", ";
    bool more = pen->items > ITEMS_MAX;
    int written = snprintf(pen->text + pen->used, pen->size - pen->used, "%s%s", gap,
                           !more       ? item
                           : pen->file ? "more"
                                       : "…");
    pen->used += written > 0 ? (size_t)written : 0;
    pen->used = pen->used < pen->size ? pen->used : pen->size - 1;
}

static void add_law(name_pen *pen, const char *what, const char *id, const char *name) {
    char word[96], item[128];
    snprintf(item, sizeof item, "%s%s%s", pen->file ? what : word_of(pen, what),
             what[0] == '\0' ? ""
             : pen->file     ? "="
                             : ": ",
             pen->file ? id : rb_short_name(word_of(pen, name), word, sizeof word));
    add(pen, item);
}

/* ---------------------------------------------------------------- values */

/* Choices and switches have no unit. No space before "°". */
static void value_text(const name_pen *pen, const rb_param *p, double value, char *text, size_t size) {
    if (p->flags & RB_PARAM_CHOICE) {
        snprintf(text, size, "%s", p->choices[(int)value]);
    } else if (p->flags & RB_PARAM_BOOL) {
        snprintf(text, size, "%s", word_of(pen, value != 0 ? RB_N("on") : RB_N("off")));
    } else if (pen->file) {
        snprintf(text, size, "%.6g", value);
    } else {
        rb_ui_unit unit = rb_ui_unit_of(p->unit);
        double shown = value * unit.factor;
        bool shown_unit = unit.name[0] != '\0' && strcmp(p->unit, "rad/s") != 0;
        bool close = strcmp(unit.name, "°") == 0;
        snprintf(text, size, "%s%.4g%s%s", shown < 0 ? "−" : "", shown < 0 ? -shown : shown,
                 shown_unit && !close ? " " : "", shown_unit ? unit.name : "");
    }
}

static void add_value(name_pen *pen, const rb_scene *scene, rb_section section, int index) {
    const rb_param *p = &rb_scene_table(scene, section).rows[index];
    const char *spin = section == RB_SECTION_START ? scene->body->spin : NULL;
    bool words = (p->flags & (RB_PARAM_CHOICE | RB_PARAM_BOOL)) || p->symbol[0] == '\0';
    bool spun = spin != NULL && strcmp(spin, p->name) == 0;
    const char *symbol = spun ? word_of(pen, RB_N("spin")) : words ? p->name : p->symbol;
    char value[64], item[128];
    value_text(pen, p, scene->values[section][index], value, sizeof value);
    const char *sign = spun && !pen->file && scene->values[section][index] > 0 ? "+" : "";
    snprintf(item, sizeof item, "%s%s%s%s", pen->file ? p->name : symbol, pen->file ? "=" : " ", sign, value);
    add(pen, item);
}

/* True if both scenes have the same table and differ in this value. */
static bool value_differs(const rb_scene *a, const rb_scene *b, rb_section section, int index) {
    return rb_scene_table(a, section).rows == rb_scene_table(b, section).rows &&
           a->values[section][index] != b->values[section][index];
}

/* End time and tick do not change the motion, so they are not part of a name. */
static bool affects_motion(rb_section section, int index) {
    return section != RB_SECTION_SOLVER || (index != RB_SOLVER_T_END && index != RB_SOLVER_TICK);
}

static void add_values(name_pen *pen, const rb_scene *const *scenes, int count, int run, rb_section section) {
    int rows = rb_scene_table(scenes[run], section).count;
    for (int i = 0; i < rows; i++) {
        bool differs = false;
        for (int j = 0; j < count; j++) {
            differs = differs || value_differs(scenes[run], scenes[j], section, i);
        }
        if (differs && affects_motion(section, i)) {
            add_value(pen, scenes[run], section, i);
        }
    }
}

/* ---------------------------------------------------------------- bodies */

static bool same_body(const rb_scene *a, const rb_scene *b) {
    int count = a->body->params.count;
    for (int i = 0; a->body == b->body && i < count; i++) {
        if (a->values[RB_SECTION_BODY][i] != b->values[RB_SECTION_BODY][i]) {
            return false;
        }
    }
    return a->body == b->body;
}

/* True if every body is the first one or its mirror image, and both occur. */
static bool differ_by_mirror(const rb_scene *const *scenes, int count, rb_scene *mirrored) {
    bool any = false;
    *mirrored = *scenes[0];
    if (rb_scene_apply_variant(mirrored, rb_variant_find("mirrored"), NULL) != RB_OK) {
        return false;
    }
    for (int i = 1; i < count; i++) {
        bool mirror = same_body(scenes[i], mirrored);
        any = any || mirror;
        if (!mirror && !same_body(scenes[i], scenes[0])) {
            return false;
        }
    }
    return any;
}

static void add_body(name_pen *pen, const rb_scene *const *scenes, int count, int run) {
    rb_scene mirrored;
    if (!differ_by_mirror(scenes, count, &mirrored)) {
        add_values(pen, scenes, count, run, RB_SECTION_BODY);
    } else if (same_body(scenes[run], &mirrored)) {
        add(pen, pen->file ? "mirrored" : word_of(pen, RB_N("mirrored")));
    } else {
        add(pen, pen->file ? "original" : word_of(pen, RB_N("not mirrored")));
    }
}

/* ---------------------------------------------------------------- names */

static void add_laws(name_pen *pen, const rb_scene *const *scenes, int count, int run) {
    const rb_scene *scene = scenes[run];
    bool friction = false, rolling = false, normal = false;
    for (int i = 0; i < count; i++) {
        friction = friction || scenes[i]->friction != scene->friction;
        rolling = rolling || scenes[i]->rolling != scene->rolling;
        normal = normal || scenes[i]->normal != scene->normal;
    }
    if (friction) {
        add_law(pen, "", scene->friction->id, scene->friction->name);
    }
    if (rolling) {
        add_law(pen, RB_N("rolling"), scene->rolling->id, scene->rolling->name);
    }
    if (normal) {
        add_law(pen, RB_N("normal force"), scene->normal->id, scene->normal->name);
    }
}

static void add_differences(name_pen *pen, const rb_scene *const *scenes, int count, int run) {
    static const rb_section after[] = {RB_SECTION_START,   RB_SECTION_CONTACT, RB_SECTION_FRICTION,
                                       RB_SECTION_ROLLING, RB_SECTION_NORMAL,  RB_SECTION_WORLD,
                                       RB_SECTION_SOLVER};
    add_laws(pen, scenes, count, run);
    add_body(pen, scenes, count, run);
    for (size_t i = 0; i < sizeof after / sizeof after[0]; i++) {
        add_values(pen, scenes, count, run, after[i]);
    }
}

static name_pen begin(char *text, size_t size, bool file, bool translated) {
    text[0] = '\0';
    return (name_pen){.text = text, .size = size, .file = file, .translated = translated};
}

/* A run is named by what differs from the first run; the first run by what differs from any other. */
static void write_name(name_pen *pen, const rb_scene *const *scenes, int count, int run) {
    const rb_scene *const pair[] = {scenes[0], scenes[run]};
    if (run > 0) {
        add_differences(pen, pair, 2, 1);
    }
    if (pen->items == 0) {
        add_differences(pen, scenes, count, run);
    }
    if (pen->items == 0) {
        add_law(pen, "", scenes[run]->friction->id, scenes[run]->friction->name);
    }
}

void rb_run_name(const rb_scene *const *scenes, int count, int run, char *name, size_t size) {
    name_pen pen = begin(name, size, false, false);
    write_name(&pen, scenes, count, run);
}

void rb_run_label(const rb_scene *const *scenes, int count, int run, char *name, size_t size) {
    name_pen pen = begin(name, size, false, true);
    write_name(&pen, scenes, count, run);
}

void rb_run_file_name(const rb_scene *const *scenes, int count, int run, char *name, size_t size) {
    name_pen pen = begin(name, size, true, false);
    write_name(&pen, scenes, count, run);
    for (char *c = name; *c != '\0'; c++) {
        bool fits = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                    strchr("-+._=", *c) != NULL;
        *c = fits ? *c : '-';
    }
}

void rb_edit_name(const rb_scene *before, const rb_scene *after, char *name, size_t size) {
    const rb_scene *const both[] = {before, after};
    name_pen pen = begin(name, size, false, true);
    add_differences(&pen, both, 2, 1);
}
