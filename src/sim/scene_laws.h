/* What rb_scene_check asks of a scene's laws, besides rb_scene_law_fits. */
#ifndef RB_SIM_SCENE_LAWS_H
#define RB_SIM_SCENE_LAWS_H

#include "rattleback/scene.h"

/* A rolling law's moment follows the contact point, not the turning that it is to resist: a body
   that slides or spins as well may be driven by it. An arm longer than half the height of
   the body outweighs whatever rights it. */
rb_status rb_scene_check_rolling(const rb_scene *scene, const char *where, rb_error *err);

/* Has it a body and all laws? Only then can it be checked, run or written. */
bool rb_scene_is_complete(const rb_scene *scene);

#endif
