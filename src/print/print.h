/* A rattleback to print: a half ellipsoid with two weights in holes in its flat top, which turn the axes of
   inertia against the underside; as a mesh in STL and 3MF files. */
#ifndef RB_PRINT_PRINT_H
#define RB_PRINT_PRINT_H

#include <stdio.h>

#include "bodies/mass.h"
#include "plot/canvas.h"
#include "rattleback/scene.h"

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
/* Returns the largest skew that the weights reach, rad; 0: they do not fit. */
double rb_stone_largest_skew(const rb_stone_design *design);
/* Finds y for which the axes of inertia are turned by `skew`, rad. */
rb_status rb_stone_find_place(rb_stone_design *design, double skew, rb_error *err);
/* What a printed stone does on tables whose friction differs from the scene's. */
#define RB_STONE_TABLES 3
typedef struct rb_stone_prediction {
    double spin;                      /* at the start, rad/s; positive: anticlockwise, seen from above */
    double mu[RB_STONE_TABLES];       /* friction: less, as in the scene, more */
    double reversal[RB_STONE_TABLES]; /* first reversal, s; INFINITY: none */
} rb_stone_prediction;

/* A behaviour that is wanted: the stone reverses within this time, s, on every table. */
typedef struct rb_stone_wish {
    double within; /* s */
    double spread; /* the friction of the tables is mu (1 - spread), mu, mu (1 + spread) */
} rb_stone_wish;

/* Puts the mass of the design into a copy of the scene. */
rb_status rb_stone_scene(const rb_stone_design *design, const rb_scene *scene, rb_scene *out, rb_error *err);
/* Simulates the stone on the tables, up to `until`, s. */
rb_status rb_stone_predict(const rb_stone_design *design, const rb_scene *scene, double until, double spread,
                           rb_stone_prediction *out, rb_error *err);
/* Finds the smallest skew, of the sign of `sign`, with which the wish is fulfilled; sets the place of the
   weights. Less skew leaves more spin after the reversal. */
rb_status rb_stone_fulfil(rb_stone_design *design, const rb_scene *scene, double sign,
                          const rb_stone_wish *wish, rb_error *err);

/* Draws it on one page of A4, with dimensions and what to expect. False: out of memory. */
bool rb_stone_draw(FILE *out, rb_picture_format format, const char *name, const rb_stone_design *design,
                   const rb_mass *mass, const rb_stone_prediction *prediction);

/* Makes the mesh, in metres; `sides`: corners around the stone. Free it in any case. */
rb_status rb_stone_mesh(const rb_stone_design *design, int sides, rb_mesh *mesh, rb_error *err);

/* Write a mesh in millimetres. Errors of the file are found when it is closed; false: out of memory. */
void rb_mesh_write_stl(const rb_mesh *mesh, const char *name, FILE *out);
bool rb_mesh_write_3mf(const rb_mesh *mesh, FILE *out);

#endif
