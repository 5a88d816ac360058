/* Reads the parts of a link that define runs. */
#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/link/parts.h"
#include "app/session/session.h"

/* ---------------------------------------------------------------- changes of a scene */

enum { CHANGES_MAX = 96 };

/* A change of a scene. */
typedef struct rb_change {
    const char *part;
    bool start;    /* a start of the scene; otherwise NAME=VALUE */
    char text[96]; /* as for rb_scene_assign or rb_scene_use_start */
    bool bad;
} rb_change;

typedef struct rb_changes {
    rb_change items[CHANGES_MAX];
    int count;
} rb_changes;

static rb_change *add_change(rb_changes *changes, rb_link *link, const char *part) {
    if (changes->count == CHANGES_MAX) {
        rb_link_problem(link, part, "expected at most %d changes, got more", CHANGES_MAX);
        return NULL;
    }
    rb_change *change = &changes->items[changes->count++];
    *change = (rb_change){.part = part};
    return change;
}

/* A part whose value is a law: "friction=k11-p1". */
static void add_law(rb_changes *changes, rb_link *link, const char *part, const char *name, const char *id) {
    rb_change *change = id != NULL ? add_change(changes, link, part) : NULL;
    if (change != NULL) {
        snprintf(change->text, sizeof change->text, "%s=%.70s", name, id);
    }
}

/* "mu:0.3,omega3:-5" */
static void add_list(rb_changes *changes, rb_link *link, const char *part, const char *list) {
    char item[sizeof changes->items[0].text];
    while (list != NULL && rb_link_next(&list, ',', item, sizeof item)) {
        char *colon = strchr(item, ':');
        if (colon == NULL) {
            rb_link_problem(link, part, "expected NAME:VALUE, got \"%.60s\"", item);
            continue;
        }
        *colon = '=';
        rb_change *change = add_change(changes, link, part);
        if (change == NULL) {
            return;
        }
        memcpy(change->text, item, sizeof change->text);
    }
}

static rb_status make_change(const rb_change *change, rb_scene *scene, rb_error *err) {
    return change->start ? rb_scene_use_start(scene, change->text, err)
                         : rb_scene_assign(scene, change->text, err);
}

/* Some changes are valid only together (tick and step), so all are made before the scene is checked. If it is
   invalid, they are made one by one and those that make it invalid are skipped. */
static void make_changes(rb_changes *changes, rb_link *link, rb_scene *scene) {
    rb_scene made = *scene;
    rb_error err;
    for (int i = 0; i < changes->count; i++) {
        rb_change *change = &changes->items[i];
        change->bad = make_change(change, &made, &err) != RB_OK;
        if (change->bad) {
            rb_link_problem(link, change->part, "%s", err.text);
        }
    }
    if (rb_scene_check(&made, made.id, &err) == RB_OK) {
        *scene = made;
        return;
    }
    for (int i = 0; i < changes->count; i++) {
        const rb_change *change = &changes->items[i];
        made = *scene;
        if (change->bad) {
            continue;
        }
        rb_status status = make_change(change, &made, &err);
        if (status == RB_OK) {
            status = rb_scene_check(&made, change->text, &err);
        }
        if (status == RB_OK) {
            *scene = made;
        } else {
            rb_link_problem(link, change->part, "%s", err.text);
        }
    }
}

/* ---------------------------------------------------------------- the scene */

static const rb_scene *find_scene(rb_link *link, const rb_library *library, const char *id,
                                  const rb_scene *present) {
    const char *names[RB_LIBRARY_MAX];
    char like[120];
    const rb_scene *scene = rb_library_find(library, id);
    if (scene != NULL) {
        return scene;
    }
    for (int i = 0; i < library->count; i++) {
        names[i] = library->scenes[i].id;
    }
    rb_nearest_names(id, names, library->count, like, sizeof like);
    rb_link_problem(link, "scene", "expected the id of a scene%s%s%s, got \"%.60s\"",
                    like[0] != '\0' ? " (perhaps " : "", like, like[0] != '\0' ? ")" : "", id);
    return present;
}

/* ---------------------------------------------------------------- runs beside the first */

/* The run that a word of compare adds: another law, or a variant of the first run. */
static bool make_run(rb_link *link, const char *word, rb_scene *scene) {
    const rb_friction_law *law = rb_friction_law_find(word);
    const rb_variant *variant = rb_variant_find(word);
    rb_error err;
    if (variant != NULL) {
        rb_status status = rb_scene_apply_variant(scene, variant, &err);
        if (status != RB_OK) {
            rb_link_problem(link, "compare", "%s", err.text);
        }
        return status == RB_OK;
    }
    if (law == NULL) {
        rb_link_problem(link, "compare",
                        "expected the id of a friction law or a variant such as opposite-spin, "
                        "got \"%.60s\"",
                        word);
        return false;
    }
    rb_scene_set_friction(scene, law);
    return true;
}

/* Whether a law fits is checked together with the other changes of the run. */
static void add_run(rb_link *link, rb_link_parts *parts, const char *word, int number) {
    char part[RB_LINK_PART_MAX];
    snprintf(part, sizeof part, "set%d", number);
    const char *list = rb_link_value(parts, part);
    if (link->run_count == RB_RUNS_MAX) {
        rb_link_problem(link, "compare", "expected at most %d runs, got more", RB_RUNS_MAX);
        return;
    }
    rb_scene *scene = &link->scenes[link->run_count];
    *scene = link->scenes[0];
    if (!make_run(link, word, scene)) {
        return;
    }
    rb_changes changes = {.count = 0};
    add_list(&changes, link, part, list);
    rb_error err;
    if (rb_scene_check(scene, word, &err) != RB_OK) {
        rb_scene bare = *scene;
        make_changes(&changes, link, &bare);
        if (rb_scene_check(&bare, word, &err) != RB_OK) {
            rb_link_problem(link, "compare", "%s", err.text);
            return;
        }
        *scene = bare;
    } else {
        make_changes(&changes, link, scene);
    }
    link->own_start[link->run_count++] = !rb_scene_same_start(scene, &link->scenes[0]);
}

static void add_runs(rb_link *link, rb_link_parts *parts, const char *list, bool first_is_law) {
    char word[64];
    int number = 2;
    if (first_is_law) {
        rb_link_next(&list, ',', word, sizeof word);
    }
    while (rb_link_next(&list, ',', word, sizeof word)) {
        add_run(link, parts, word, number++);
    }
}

static void read_own(rb_link *link, const char *list) {
    char word[16];
    while (rb_link_next(&list, ',', word, sizeof word)) {
        int number = word[0] >= '1' && word[0] <= '9' && word[1] == '\0' ? word[0] - '0' : 0;
        if (number < 1 || number > link->run_count) {
            rb_link_problem(link, "own", "expected the number of a run, 1 to %d, got \"%s\"", link->run_count,
                            word);
        } else {
            link->own_start[number - 1] = true;
        }
    }
}

/* ---------------------------------------------------------------- all of it */

static bool defines_runs(rb_link_parts *parts) {
    bool any = rb_link_value(parts, "t") != NULL;
    any = rb_link_value(parts, "flick") != NULL || any;
    for (int i = 0; i < parts->count; i++) {
        any = any || rb_link_of_runs(parts->items[i].name);
    }
    return any;
}

static void read_first(rb_link *link, rb_link_parts *parts, const char *law) {
    static const struct {
        const char *part, *name;
    } laws[] = {{"law", "friction"}, {"rolling", "rolling"}, {"normal", "normal"}};
    rb_changes changes = {.count = 0};
    for (int i = 0; i < 3; i++) {
        add_law(&changes, link, laws[i].part, laws[i].name, rb_link_value(parts, laws[i].part));
    }
    add_law(&changes, link, "compare", "friction", law);
    const char *start = rb_link_value(parts, "start");
    rb_change *change = start != NULL ? add_change(&changes, link, "start") : NULL;
    if (change != NULL) {
        change->start = true;
        snprintf(change->text, sizeof change->text, "%s", start);
    }
    add_list(&changes, link, "set", rb_link_value(parts, "set"));
    make_changes(&changes, link, &link->scenes[0]);
}

void rb_link_read_runs(rb_link *link, rb_link_parts *parts, const rb_library *library,
                       const rb_scene *present) {
    if (!defines_runs(parts)) {
        return;
    }
    const char *id = rb_link_value(parts, "scene");
    const char *compare = rb_link_value(parts, "compare");
    link->preset = *(id != NULL ? find_scene(link, library, id, present) : present);
    char first[64] = "";
    if (compare != NULL) {
        const char *list = compare;
        rb_link_next(&list, ',', first, sizeof first);
    }
    /* If the list starts with a law, it is that of the first run; if it starts with a variant, the first run
     * is the scene. */
    bool first_is_law = first[0] != '\0' && rb_variant_find(first) == NULL;
    link->scenes[0] = link->preset;
    link->own_start[0] = false;
    link->run_count = 1;
    read_first(link, parts, first_is_law ? first : NULL);
    if (compare != NULL) {
        add_runs(link, parts, compare, first_is_law);
    }
    const char *own = rb_link_value(parts, "own");
    if (own != NULL) {
        read_own(link, own);
    }
    for (int number = 2; number <= RB_RUNS_MAX; number++) {
        char part[RB_LINK_PART_MAX];
        snprintf(part, sizeof part, "set%d", number);
        const char *list = rb_link_value(parts, part);
        if (list != NULL && number > link->run_count) {
            rb_link_problem(link, part, "there is no run %d", number);
        }
    }
}
