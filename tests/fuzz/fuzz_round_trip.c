/* The bytes are edits of the default scene, one per line: assignments as after --set, or the name of a
   text, a colon and the text. A scene that rb_scene_check accepts is written, read and written again
   without changing a bit. */
#include <rattleback/rattleback.h>

#include "fuzz.h"

/* "name:TEXT"; false if it is none of the scene's texts. */
static bool set_text(rb_scene *scene, const char *line) {
    const struct {
        const char *name;
        char *field;
        size_t size;
    } texts[] = {{"id:", scene->id, sizeof scene->id},
                 {"name:", scene->name, sizeof scene->name},
                 {"description:", scene->description, sizeof scene->description},
                 {"source:", scene->source, sizeof scene->source}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t length = strlen(texts[i].name);
        if (strncmp(line, texts[i].name, length) == 0) {
            snprintf(texts[i].field, texts[i].size, "%s", line + length);
            return true;
        }
    }
    return false;
}

/* Adds the present start to the starts of the scene. */
static void add_start(rb_scene *scene, const char *name) {
    if (scene->start_count < RB_STARTS_MAX) {
        rb_start *start = &scene->starts[scene->start_count++];
        snprintf(start->name, sizeof start->name, "%s", name);
        for (int i = 0; i < RB_PARAMS_MAX; i++) {
            start->values[i] = scene->values[RB_SECTION_START][i];
        }
    }
}

static void apply(rb_scene *scene, const char *line) {
    rb_error err = {""};
    if (set_text(scene, line)) {
        return;
    }
    if (strncmp(line, "start:", 6) == 0) {
        add_start(scene, line + 6);
        return;
    }
    rb_scene before = *scene;
    if (rb_scene_assign(scene, line, &err) != RB_OK) {
        fuzz_require(err.text[0] != '\0', "refused without a message");
        *scene = before;
    }
}

static void check_same_values(const rb_scene *a, const rb_scene *b) {
    fuzz_require(a->body == b->body && a->normal == b->normal && a->friction == b->friction &&
                     a->rolling == b->rolling && a->start_count == b->start_count,
                 "another body or law came back");
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(a, (rb_section)s);
        for (int i = 0; i < table.count; i++) {
            fuzz_require(a->values[s][i] == b->values[s][i], "%s: %.17g became %.17g", table.rows[i].name,
                         a->values[s][i], b->values[s][i]);
        }
    }
}

static void there_and_back(const rb_scene *scene) {
    rb_error err = {""};
    rb_scene again;
    char *first = rb_scene_to_text(scene);
    fuzz_require(first != NULL, "no text");
    fuzz_require(rb_scene_read_text(first, "written", &again, &err) == RB_OK, "%s", err.text);
    check_same_values(scene, &again);
    char *second = rb_scene_to_text(&again);
    fuzz_require(second != NULL && strcmp(first, second) == 0, "written differently");
    free(first);
    free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    rb_scene scene = rb_default_scene();
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        apply(&scene, line);
    }
    free(text);
    rb_error err = {""};
    if (rb_scene_check(&scene, "fuzz", &err) == RB_OK) {
        there_and_back(&scene);
    } else {
        fuzz_require(err.text[0] != '\0', "refused without a message");
    }
    return 0;
}
