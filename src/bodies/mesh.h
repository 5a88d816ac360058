/* Closed triangle meshes: checks and integrals. */
#ifndef RB_BODIES_MESH_H
#define RB_BODIES_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bodies/moments.h"
#include "rattleback/status.h"

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

#endif
