/* Mass properties by the name of a scene or a file. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/json.h"
#include "base/macros.h"
#include "rattleback/library.h"
#include "rattleback/mass.h"

/* Is this a JSON file that says so in its "format"? */
static bool is_list_of_solids(const char *path) {
    char *text = NULL, where[RB_JSON_WHERE_MAX];
    cJSON *root = NULL;
    bool is = rb_json_load(path, "a file", &text, NULL) == RB_OK &&
              rb_json_parse(text, path, where, &root, NULL) == RB_OK &&
              rb_json_check_format(root, where, "rattleback-mass", 1, NULL) == RB_OK;
    cJSON_Delete(root);
    free(text);
    return is;
}

static bool is_mesh(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot != NULL && strchr(dot, '/') == NULL && strcmp(dot, ".json") != 0 && strlen(dot) == 4;
}

rb_status rb_mass_open(const char *id_or_path, double density, double unit, rb_mass *out, rb_error *err) {
    RB_CHECK_ARGUMENTS(id_or_path != NULL && out != NULL, err);
    if (is_mesh(id_or_path) || is_list_of_solids(id_or_path)) {
        return rb_mass_read_file(id_or_path, density, unit, out, err);
    }
    rb_scene *scene = rb_scene_open(id_or_path, err);
    if (scene == NULL) {
        return RB_ERR_INPUT;
    }
    rb_status status = rb_mass_of_scene(scene, out, err);
    rb_scene_close(scene);
    return status;
}
