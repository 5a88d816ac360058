/* Principal curvatures and directions of an ellipsoid where it touches a plane. */
#ifndef RB_TESTS_SUPPORT_CURVATURE_H
#define RB_TESTS_SUPPORT_CURVATURE_H

#include "rattleback/vec.h"

/* Curvatures at a contact. */
typedef struct rb_curvature {
    double kappa1, kappa2; /* kappa1 <= kappa2, 1/m */
    rb_vec3 e_x, e_y;      /* their directions: unit, tangent, e_y = n x e_x */
} rb_curvature;

/* The ellipsoid is x R^-1 x = 1 with symmetric positive definite R (R = diag(a1², a2², a3²) in its
   own axes); n is the unit normal of the plane, pointing to the body, so the contact point is
   -R n/sqrt(n R n). The sign of e_x is chosen along `reference` (any vector, not parallel to n), so
   that it is continuous while e_x is not perpendicular to it; where kappa1 = kappa2 every direction
   is principal and e_x is the reference itself, projected. */
rb_curvature rb_ellipsoid_curvature(const rb_mat3 *R, rb_vec3 n, rb_vec3 reference);

#endif
