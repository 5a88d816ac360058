/* Groups of the scenes of the library, in the order in which they are shown. */
#ifndef RB_APP_SESSION_SCENE_GROUPS_H
#define RB_APP_SESSION_SCENE_GROUPS_H

#include <rattleback/rattleback.h>

int rb_scene_group_count(void);
const char *rb_scene_group_name(int group); /* "Tippe-tops" */
/* Is it one body with different laws, to be shown once with a button for each scene? */
bool rb_scene_group_is_one_card(int group);
/* The group of a scene; scenes that are not built in are in the last group. */
int rb_scene_group_of(const char *id);
/* The n-th scene of a group, from 0; NULL after the last. */
const rb_scene *rb_scene_group_at(const rb_library *library, int group, int n);
/* The previous (-1) or next (1) scene in the same group, cyclic; NULL if there is none. */
const rb_scene *rb_scene_group_next(const rb_library *library, const char *id, int direction);

#endif
