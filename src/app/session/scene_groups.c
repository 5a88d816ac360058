#include "app/session/scene_groups.h"

#include <stddef.h>
#include <string.h>

enum { IN_GROUP = 26 };

static const struct {
    const char *name;
    bool one_card; /* the same body with different laws: shown once, with a button for each scene */
    const char *ids[IN_GROUP];
} groups[] = {
    {"Start here", false, {"toy-plastic", "tippetop-wood", "k11-fig5", "disk-k12"}},
    {"Rattlebacks",
     false,
     {"long-wood", "kane-levinson", "k11-fig4", "k11-fig5-no-torque", "k11-fig6", "kane-levinson-loss",
      "borisov-mamaev", "bent-stone"}},
    {"Shaken table", false, {"shaken-spin", "shaken-resonance", "shaken-no-reversal"}},
    {"Measured stone of 2015: thirteen friction models",
     true,
     {"k15-ah", "k15-a0", "k15-a1", "k15-a2", "k15-b1", "k15-b2", "k15-c1", "k15-c2", "k15-d1", "k15-d2",
      "k15-e0", "k15-e1", "k15-e2"}},
    {"Measured stone of 2018: eight friction models",
     true,
     {"ak18-a", "ak18-b", "ak18-c", "ak18-c1", "ak18-d", "ak18-d1", "ak18-e", "ak18-f"}},
    {"Tippe-tops",
     false,
     {"tippetop-ka09", "tippetop-restricted", "tippetop-leine-glocker", "tippetop-slow", "tippetop-coulomb",
      "tippetop-sphere"}},
    {"Disk", false, {"disk-k12-three", "disk-k12-eleven", "disk-k12-printed", "disk-forced"}},
    {"Ball bearing", false, {"bearing-run-up", "bearing-ka09", "bearing-skidding"}},
    {"Mine", false, {NULL}},
};

enum { group_count = sizeof groups / sizeof groups[0], MINE = group_count - 1 };

int rb_scene_group_count(void) {
    return group_count;
}

const char *rb_scene_group_name(int group) {
    return groups[group].name;
}

bool rb_scene_group_is_one_card(int group) {
    return groups[group].one_card;
}

int rb_scene_group_of(const char *id) {
    for (int g = 0; g < MINE; g++) {
        for (int i = 0; i < IN_GROUP && groups[g].ids[i] != NULL; i++) {
            if (strcmp(groups[g].ids[i], id) == 0) {
                return g;
            }
        }
    }
    return MINE;
}

/* Built-in scenes are in the order of the table; missing ones are skipped. */
const rb_scene *rb_scene_group_at(const rb_library *library, int group, int n) {
    for (int i = 0; group != MINE && i < IN_GROUP && groups[group].ids[i] != NULL; i++) {
        const rb_scene *scene = rb_library_find(library, groups[group].ids[i]);
        if (scene != NULL && n-- == 0) {
            return scene;
        }
    }
    for (int i = 0; group == MINE && i < library->count; i++) {
        if (rb_scene_group_of(library->scenes[i].id) == MINE && n-- == 0) {
            return &library->scenes[i];
        }
    }
    return NULL;
}

const rb_scene *rb_scene_group_next(const rb_library *library, const char *id, int direction) {
    int group = rb_scene_group_of(id), at = -1, count = 0;
    for (const rb_scene *s; (s = rb_scene_group_at(library, group, count)) != NULL; count++) {
        at = strcmp(s->id, id) == 0 ? count : at;
    }
    if (count == 0 || at < 0) { /* a scene that is not in the library: start at the first */
        return rb_scene_group_at(library, 0, 0);
    }
    return rb_scene_group_at(library, group, (at + direction + count) % count);
}
