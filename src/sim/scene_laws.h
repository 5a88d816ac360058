/* Checks of a scene's laws for rb_scene_check, besides rb_scene_law_fits. */
#ifndef RB_SIM_SCENE_LAWS_H
#define RB_SIM_SCENE_LAWS_H

#include "rattleback/scene.h"

/* Checks the arm of rolling resistance. The moment of a rolling law follows the contact point, not the
   rotation that it is meant to resist, so it may drive a body that also slides or spins. An arm longer
   than half the height of the body is rejected: it would outweigh the restoring moment. */
rb_status rb_scene_check_rolling(const rb_scene *scene, const char *where, rb_error *err);

/* Does the scene have a body and all laws? Only then can it be checked, run or written. */
bool rb_scene_is_complete(const rb_scene *scene);

#endif
