/* Writes runs as parts of a link: a scene of the library and the differences to it. The order is that of
   reading: each part is compared with the result of the parts before it. */
#include <stdio.h>
#include <string.h>

#include "app/link/parts.h"
#include "app/session/session.h"
#include "base/text.h"

/* A list that is being written: "mu:0.3,omega3:-5". If it overflows, the link is not usable. */
typedef struct rb_list {
    char text[2000];
    size_t used;
    bool full;
} rb_list;

static void append(rb_list *list, const char *item) {
    int length = snprintf(list->text + list->used, sizeof list->text - list->used, "%s%s",
                          list->used > 0 ? "," : "", item);
    if ((size_t)length >= sizeof list->text - list->used) {
        list->full = true;
    } else {
        list->used += (size_t)length;
    }
}

static void add_list(rb_link_pen *pen, const char *name, const rb_list *list) {
    pen->full = pen->full || list->full;
    if (list->used > 0) {
        rb_link_add(pen, name, list->text);
    }
}

/* ---------------------------------------------------------------- values */

static void value_text(const rb_param *row, double value, char *text, size_t size) {
    if (row->flags & (RB_PARAM_CHOICE | RB_PARAM_BOOL)) {
        rb_param_write(row, value, text, size);
    } else {
        rb_link_number(value, text, size);
    }
}

/* "mu" if that is unambiguous, otherwise "friction.mu". */
static void name_text(const rb_scene *scene, rb_section section, const rb_param *row, char *text,
                      size_t size) {
    static const char *const taken[] = {"friction", "law", "rolling", "normal"};
    rb_section found = RB_SECTION_COUNT;
    int index = -1;
    bool bare = rb_scene_find(scene, row->name, &found, &index, NULL) == RB_OK;
    for (int i = 0; i < 4; i++) {
        bare = bare && strcmp(row->name, taken[i]) != 0;
    }
    snprintf(text, size, "%s%s%s", bare ? "" : rb_section_name(section), bare ? "" : ".", row->name);
}

/* Writes the values that turn `from` into the wanted scene; both have the same laws. */
static void list_values(const rb_scene *wanted, const rb_scene *from, rb_list *list) {
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(wanted, (rb_section)s);
        for (int i = 0; i < table.count; i++) {
            if (wanted->values[s][i] == from->values[s][i]) {
                continue;
            }
            char name[64], value[64], item[136];
            name_text(wanted, (rb_section)s, &table.rows[i], name, sizeof name);
            value_text(&table.rows[i], wanted->values[s][i], value, sizeof value);
            snprintf(item, sizeof item, "%s:%s", name, value);
            append(list, item);
        }
    }
}

static void list_laws(const rb_scene *wanted, const rb_scene *from, rb_list *list) {
    char item[96];
    if (wanted->rolling != from->rolling) {
        snprintf(item, sizeof item, "rolling:%s", wanted->rolling->id);
        append(list, item);
    }
    if (wanted->normal != from->normal) {
        snprintf(item, sizeof item, "normal:%s", wanted->normal->id);
        append(list, item);
    }
}

static void take_laws(rb_scene *made, const rb_scene *wanted) {
    if (made->rolling != wanted->rolling) {
        rb_scene_set_rolling(made, wanted->rolling);
    }
    if (made->normal != wanted->normal) {
        rb_scene_set_normal(made, wanted->normal);
    }
}

/* ---------------------------------------------------------------- the scene to begin with */

static int count_differences(const rb_scene *a, const rb_scene *b) {
    rb_scene made = *b;
    int count = (a->friction != b->friction) + (a->rolling != b->rolling) + (a->normal != b->normal);
    rb_scene_set_friction(&made, a->friction);
    take_laws(&made, a);
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        for (int i = 0; i < rb_scene_table(a, (rb_section)s).count; i++) {
            count += a->values[s][i] != made.values[s][i];
        }
    }
    return count;
}

/* The preset or, for a scene from a file, the most similar scene of the library. */
static const rb_scene *base_of(const rb_library *library, const rb_link_runs *runs) {
    const rb_scene *wanted = runs->scenes[0];
    const rb_scene *preset = rb_library_find(library, runs->preset);
    if (preset != NULL && preset->body == wanted->body) {
        return preset;
    }
    const rb_scene *nearest = NULL;
    int least = 0;
    for (int i = 0; i < library->count; i++) {
        const rb_scene *scene = &library->scenes[i];
        int count = scene->body == wanted->body ? count_differences(wanted, scene) : -1;
        if (count >= 0 && (nearest == NULL || count < least)) {
            nearest = scene;
            least = count;
        }
    }
    return nearest;
}

/* ---------------------------------------------------------------- parts */

/* Number of the scene's start that the run has; 0 if none. */
static int start_of(const rb_scene *wanted, const rb_scene *made) {
    int count = rb_scene_table(wanted, RB_SECTION_START).count;
    size_t size = (size_t)count * sizeof(double);
    if (memcmp(wanted->values[RB_SECTION_START], made->values[RB_SECTION_START], size) == 0) {
        return 0;
    }
    for (int i = 0; i < made->start_count; i++) {
        if (memcmp(wanted->values[RB_SECTION_START], made->starts[i].values, size) == 0) {
            return i + 1;
        }
    }
    return 0;
}

/* The word of compare that gives the run, or the most similar one; *made is the resulting scene. */
static const char *word_for(const rb_scene *wanted, const rb_scene *first, rb_scene *made) {
    *made = *first;
    rb_scene_set_friction(made, wanted->friction);
    if (rb_scene_same(made, wanted)) {
        return wanted->friction == first->friction ? "copy" : wanted->friction->id;
    }
    for (int i = 0; i < rb_variant_count(); i++) {
        const rb_variant *variant = rb_variant_at(i);
        rb_scene other = *first;
        if (rb_scene_apply_variant(&other, variant, NULL) == RB_OK && rb_scene_same(&other, wanted)) {
            *made = other;
            return variant->id;
        }
    }
    return wanted->friction->id;
}

static void add_first(rb_link_pen *pen, const rb_scene *wanted, rb_scene *made) {
    rb_list values = {.used = 0};
    if (made->rolling != wanted->rolling) {
        rb_link_add(pen, "rolling", wanted->rolling->id);
    }
    if (made->normal != wanted->normal) {
        rb_link_add(pen, "normal", wanted->normal->id);
    }
    take_laws(made, wanted);
    int start = start_of(wanted, made);
    if (start > 0) {
        rb_link_add_number(pen, "start", start);
        memcpy(made->values[RB_SECTION_START], wanted->values[RB_SECTION_START], sizeof made->values[0]);
    }
    list_values(wanted, made, &values);
    add_list(pen, "set", &values);
}

/* Writes laws and variants in one list. It starts with the law of the first run unless a variant follows the
   unchanged scene. */
static void add_compare(rb_link_pen *pen, const rb_link_runs *runs, bool same_law) {
    rb_list words = {.used = 0};
    for (int i = 1; i < runs->count; i++) {
        rb_scene made;
        const char *word = word_for(runs->scenes[i], runs->scenes[0], &made);
        if (i == 1 && !(same_law && rb_variant_find(word) != NULL)) {
            append(&words, runs->scenes[0]->friction->id);
        }
        append(&words, word);
    }
    add_list(pen, "compare", &words);
}

static void add_others(rb_link_pen *pen, const rb_link_runs *runs) {
    rb_list own = {.used = 0};
    for (int i = 1; i < runs->count; i++) {
        rb_scene made;
        rb_list values = {.used = 0};
        char name[RB_LINK_PART_MAX];
        word_for(runs->scenes[i], runs->scenes[0], &made);
        list_laws(runs->scenes[i], &made, &values);
        take_laws(&made, runs->scenes[i]);
        list_values(runs->scenes[i], &made, &values);
        snprintf(name, sizeof name, "set%d", i + 1);
        add_list(pen, name, &values);
    }
    for (int i = 0; i < runs->count; i++) {
        bool differs = i > 0 && !rb_scene_same_start(runs->scenes[i], runs->scenes[0]);
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        if (runs->own_start[i] && !differs) {
            append(&own, number);
        }
    }
    add_list(pen, "own", &own);
}

const rb_scene *rb_link_add_runs(rb_link_pen *pen, const rb_library *library, const rb_link_runs *runs) {
    const rb_scene *base = base_of(library, runs);
    if (base == NULL) {
        return NULL;
    }
    const rb_scene *wanted = runs->scenes[0];
    rb_scene made = *base;
    bool same_law = made.friction == wanted->friction;
    rb_link_add(pen, "scene", base->id);
    if (runs->count > 1) {
        add_compare(pen, runs, same_law);
    } else if (!same_law) {
        rb_link_add(pen, "law", wanted->friction->id);
    }
    if (!same_law) {
        rb_scene_set_friction(&made, wanted->friction);
    }
    add_first(pen, wanted, &made);
    add_others(pen, runs);
    return base;
}

int rb_link_add_flicks(rb_link_pen *pen, const rb_user_events *user_events, double t) {
    rb_link_pen list = {.used = 0};
    int count = 0;
    for (int i = 0; i < user_events->count; i++) {
        const rb_user_event *event = &user_events->items[i];
        char at[40], x[40], y[40], z[40];
        if (event->kind != RB_USER_EVENT_FLICK || event->t > t) {
            continue;
        }
        rb_link_number(event->t, at, sizeof at);
        rb_link_number(event->omega.x, x, sizeof x);
        rb_link_number(event->omega.y, y, sizeof y);
        rb_link_number(event->omega.z, z, sizeof z);
        int length = snprintf(list.text + list.used, sizeof list.text - list.used, "%s%s:%s,%s,%s",
                              count > 0 ? ";" : "", at, x, y, z);
        pen->full = pen->full || (size_t)length >= sizeof list.text - list.used;
        list.used += pen->full ? 0 : (size_t)length;
        count++;
    }
    if (count > 0) {
        rb_link_add(pen, "flick", list.text);
    }
    return count;
}
