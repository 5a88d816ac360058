/* A scene as options of rbsim: "k11-fig5 --law k11-p2 --set contact.mu=0.3", read and written. */
#ifndef RB_SIM_SCENE_OPTIONS_H
#define RB_SIM_SCENE_OPTIONS_H

#include "rattleback/scene.h"

/* An option that takes one word. */
typedef struct rb_scene_option {
    const char *option; /* "--law" */
    const char *name;   /* the field it sets; NULL: the word contains the name; "": it names a start */
} rb_scene_option;

int rb_scene_option_count(void);
const rb_scene_option *rb_scene_option_at(int index);
/* Applies the option. "--solver scene" keeps the scene's own method. */
rb_status rb_scene_take_option(rb_scene *scene, const rb_scene_option *option, const char *word,
                               rb_error *err);

/* Finds the options that turn the library scene with the same id into this scene; false if there are
   none. */
bool rb_scene_write_options(const rb_scene *scene, char *text, size_t size);
/* Does the method or its step differ from the library scene's? */
bool rb_scene_has_own_solver(const rb_scene *scene);

#endif
