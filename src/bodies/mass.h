/* Mass properties: from lists of solids, from meshes, and as parameters of bodies. */
#ifndef RB_BODIES_MASS_H
#define RB_BODIES_MASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "math/vec.h"
#include "rattleback/mass.h"
#include "rattleback/param.h"
#include "rattleback/status.h"

/* Moments of a distribution of mass: its integral, its centre, and its second moments about the centre.
 */

typedef struct rb_moments {
    double mass;    /* or volume, kg or m3 */
    rb_vec3 centre; /* m */
    rb_mat3 second; /* integral of (x - centre)(x - centre)^T, kg m2 or m5 */
} rb_moments;

/* Kinds of homogeneous solids: one row each, with its parameters and its moments. */

typedef struct rb_solid_kind {
    const char *id;        /* "half-ellipsoid" */
    const char *help;      /* where it lies in its own axes */
    rb_param_table params; /* in metres */
    /* Returns volume (as .mass), centroid and second moments in its own axes, from the values of its
       parameters. NULL: a point, or a mesh. */
    rb_moments (*moments)(const double *values);
    /* Returns what is wrong with values that are in range; NULL: nothing. NULL: nothing can be. */
    const char *(*problem)(const double *values);
} rb_solid_kind;

extern const rb_solid_kind rb_solid_kinds[];
extern const int rb_solid_kind_count;
/* The two kinds without a formula for their volume. */
extern const rb_solid_kind *const rb_solid_point, *const rb_solid_mesh;

/* Closed triangle meshes: checks and integrals. */

#define RB_MESH_TRIANGLES_MAX 2000000

/* Triangles by the indices of their corners, counter-clockwise seen from outside. All zeros: empty. */
typedef struct rb_mesh {
    rb_vec3 *points;
    uint32_t (*triangles)[3];
    size_t point_count, point_room, triangle_count, triangle_room;
} rb_mesh;

/* Append to the mesh; false when out of memory or beyond the limits. */
bool rb_mesh_add_point(rb_mesh *mesh, rb_vec3 point);
bool rb_mesh_add_triangle(rb_mesh *mesh, size_t a, size_t b, size_t c);
void rb_mesh_free(rb_mesh *mesh);

/* mesh_files.c: reads an STL, OBJ or 3MF file, by the end of its name, in metres. unit: m per unit of the
   file; 0: that of the file, or a millimetre if it has none. The mesh is empty on failure. */
rb_status rb_mesh_read(const char *path, double unit, rb_mesh *mesh, rb_error *err);
/* mesh_3mf.c: reads the model of a 3MF file; sets *unit if it is 0. */
rb_status rb_mesh_read_3mf(const char *text, const char *where, double *unit, rb_mesh *mesh, rb_error *err);

/* Merges equal points, then checks that the mesh is closed, consistently oriented, that triangles do not
   cross each other, and that its volume is positive. where: for messages. */
rb_status rb_mesh_check(rb_mesh *mesh, const char *where, rb_error *err);

/* Returns volume (as .mass), centroid and second moments of a checked mesh. */
rb_moments rb_mesh_moments(const rb_mesh *mesh);

/* Returns the moments of all parts, about their common centre. */
rb_moments rb_moments_sum(const rb_moments *parts, int count);

/* The moments of a body whose density is `density` times as large. */
rb_moments rb_moments_scale(rb_moments moments, double density);

/* Completes mass properties from moments. axis: horizontal direction from which skew is measured. */
void rb_mass_finish(const rb_moments *moments, rb_vec3 axis, rb_mass *out);

/* Returns the moments that belong to a mass, a centre and an inertia about it. */
rb_moments rb_moments_of_inertia(double mass, rb_vec3 centre, const rb_mat3 *inertia);

/* Reads {"solids": [...]}; further allowed names end with NULL. path: of the file, for the paths of meshes.
 */
rb_status rb_mass_read_json(const cJSON *object, const char *const *known, const char *path,
                            const char *where, rb_mass *out, rb_error *err);

#endif
