/* Mass properties: from lists of solids, from meshes, and as parameters of bodies. */
#ifndef RB_BODIES_MASS_H
#define RB_BODIES_MASS_H

#include <cjson/cJSON.h>

#include "bodies/moments.h"
#include "rattleback/mass.h"

/* Completes mass properties from moments. axis: horizontal direction from which skew is measured. */
void rb_mass_finish(const rb_moments *moments, rb_vec3 axis, rb_mass *out);

/* Returns the moments that belong to a mass, a centre and an inertia about it. */
rb_moments rb_moments_of_inertia(double mass, rb_vec3 centre, const rb_mat3 *inertia);

/* Reads {"solids": [...]}; further allowed names end with NULL. path: of the file, for the paths of meshes.
 */
rb_status rb_mass_read_json(const cJSON *object, const char *const *known, const char *path,
                            const char *where, rb_mass *out, rb_error *err);

#endif
