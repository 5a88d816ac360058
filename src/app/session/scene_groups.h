/* The scenes of the library by what they are for, in the order in which to show them. */
#ifndef RB_APP_SESSION_SCENE_GROUPS_H
#define RB_APP_SESSION_SCENE_GROUPS_H

#include <rattleback/rattleback.h>

int rb_scene_group_count(void);
const char *rb_scene_group_name(int group); /* "Tippe-tops" */
/* The group of a scene: the last one has those that did not come with the program. */
int rb_scene_group_of(const char *id);
/* The n-th scene of a group, from 0; NULL behind the last. */
const rb_scene *rb_scene_group_at(const rb_library *library, int group, int n);
/* The scene before (-1) or behind (1) this one in its group, going round. NULL: there is none. */
const rb_scene *rb_scene_group_next(const rb_library *library, const char *id, int direction);

#endif
