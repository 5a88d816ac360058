/* A rattleback to print: a half ellipsoid with two weights in holes in its flat top, which turn the axes of
   inertia against the underside; as a mesh in STL and 3MF files. */
#ifndef RB_PRINT_PRINT_H
#define RB_PRINT_PRINT_H

#include <stdio.h>

#include "bodies/mass.h"

typedef struct rb_stone_design {
    double a1, a2, a3;                   /* semi-axes of the underside, m */
    double density;                      /* of the print, with its infill, kg/m3 */
    double weight_radius, weight_height; /* of each weight, an upright cylinder, m; radius 0: none */
    double depth;                        /* of its hole in the flat top, m; it may stick out */
    double weight_density;               /* kg/m3 */
    double clearance;                    /* between weight and hole, m */
    double wall;                         /* least thickness around a hole, m */
    double x, y;                         /* place of one weight, m; the other one is at (-x, -y) */
} rb_stone_design;

/* Writes the solids as a list of format "rattleback-mass". Returns false if it does not fit. */
bool rb_stone_solids(const rb_stone_design *design, char *text, size_t size);
/* Mass properties of print and weights, in the axes of the underside. */
rb_status rb_stone_mass(const rb_stone_design *design, rb_mass *out, rb_error *err);
/* Are the holes within the stone, with walls, and apart? */
rb_status rb_stone_check(const rb_stone_design *design, rb_error *err);
/* Finds y for which the axes of inertia are turned by `skew`, rad. */
rb_status rb_stone_find_place(rb_stone_design *design, double skew, rb_error *err);
/* Makes the mesh, in metres; `sides`: corners around the stone. Free it in any case. */
rb_status rb_stone_mesh(const rb_stone_design *design, int sides, rb_mesh *mesh, rb_error *err);

/* Write a mesh in millimetres. Errors of the file are found when it is closed; false: out of memory. */
void rb_mesh_write_stl(const rb_mesh *mesh, const char *name, FILE *out);
bool rb_mesh_write_3mf(const rb_mesh *mesh, FILE *out);

#endif
