/* Scenes as objects within other JSON files. */
#ifndef RB_SIM_SCENE_JSON_H
#define RB_SIM_SCENE_JSON_H

#include "base/json.h"
#include "rattleback/scene.h"

/* Returns the id of the body or law that was chosen for the section; NULL: it has no choice. */
const char *rb_scene_chosen(const rb_scene *scene, rb_section section);
/* Writes the scene as an object; name: of the field, or NULL. */
void rb_scene_write_json(const rb_scene *scene, const char *name, rb_json *json);
/* Reads a scene from a tree, as rb_scene_read_text does from text. */
rb_status rb_scene_read_json(const cJSON *root, const char *where, rb_scene *scene, rb_error *err);

#endif
