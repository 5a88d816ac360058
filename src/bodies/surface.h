/* Contact surfaces: internal part of rattleback/surface.h. */
#ifndef RB_BODIES_SURFACE_H
#define RB_BODIES_SURFACE_H

#include <stdbool.h>

#include "math/vec.h"
#include "rattleback/surface.h"

/* A surface near the point with outward unit normal d: the point x, the second derivative H of the support
   function (the matrix of the radii of curvature; H d = 0), and the derivatives of both along dd, a change
   of d. */
typedef struct rb_surface_local {
    rb_vec3 x, dx;
    rb_mat3 H, dH;
} rb_surface_local;

/* Returns false, and NAN in out, if no point is found. */
bool rb_surface_evaluate(const rb_surface_kind *kind, const rb_surface_values *values, rb_vec3 d, rb_vec3 dd,
                         rb_surface_local *out);

/* Principal radii, the larger first, and the direction of the larger. */
void rb_surface_principal(const rb_mat3 *H, rb_vec3 d, double radius[2], rb_vec3 *along);

/* The values of a celt's surface from those of its body (celt.c). */
rb_surface_values rb_celt_surface(const double *body);

/* The ids of all kinds, up to a NULL: the choices of body.surface. */
extern const char *rb_surface_ids[RB_SURFACES_MAX + 1];

/* The rows of the table (surface_kinds.c). */
enum { RB_SURFACE_ELLIPSOID, RB_SURFACE_PARABOLOID, RB_SURFACE_SUPERELLIPSOID, RB_SURFACE_HALVES };
extern const rb_surface_kind rb_surface_ellipsoid, rb_surface_paraboloid, rb_surface_superellipsoid,
    rb_surface_halves;

#endif
