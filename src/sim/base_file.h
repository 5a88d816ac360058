/* Recorded motion of the base, from a CSV file. */
#ifndef RB_SIM_BASE_FILE_H
#define RB_SIM_BASE_FILE_H

#include "bodies/base_motion.h"
#include "rattleback/scene.h"

/* Reads the scene's file: column t, s, and displacements x, y, z, m, or accelerations ax, ay, az, m/s2;
   missing columns are zero. Displacements become natural cubic splines. For a scene without such a file the
   record is empty. Free it with rb_base_record_free; on failure it is empty. */
rb_status rb_base_record_read(const rb_scene *scene, rb_base_record *out, rb_error *err);
/* The same in place of a present record, which is unchanged on failure. */
rb_status rb_base_record_renew(rb_base_record *record, const rb_scene *scene, rb_error *err);
void rb_base_record_free(rb_base_record *record);

/* Does the motion of the scene's base come from a file? */
bool rb_scene_base_is_recorded(const rb_scene *scene);

#endif
