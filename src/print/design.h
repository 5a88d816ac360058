/* The design of a rattleback as data: an underside (a kind of contact surface), a body above it with a flat
   top, and weights in holes in the top. The window's Workshop and `rbsim print` use the same design; it is
   stored as JSON (docs/files.md#stones). Axes: those of the underside, x along a1, z up, the flat top at z =
   0, lengths in metres. */
#ifndef RB_PRINT_DESIGN_H
#define RB_PRINT_DESIGN_H

#include <stdio.h>

#include "bodies/mass.h"
#include "rattleback/scene.h"
#include "rattleback/surface.h"

#define RB_STONE_FORMAT "rattleback-stone"
enum { RB_STONE_VERSION = 1, RB_STONE_WEIGHTS_MAX = 12 };

/* The outline of the body, seen from above. */
typedef enum rb_stone_body {
    RB_STONE_WHOLE, /* all of the underside below the flat top; an ellipsoid gives a half ellipsoid */
    RB_STONE_BOAT,  /* pointed ends: y = w (1 - (x/l)^2)^(3/2) */
    RB_STONE_BAR,   /* an ellipse bent like an S: moved across by bend (x/l)^3 */
    RB_STONE_SPOON, /* narrow at one end: the width there is `taper` of that at the other */
    RB_STONE_MESH,  /* a mesh of a file; the underside approximates its lowest part */
    RB_STONE_BODIES
} rb_stone_body;
extern const char *const rb_stone_body_ids[RB_STONE_BODIES + 1]; /* ends with NULL */

/* Parameters of a design, in the order of their table. */
enum {
    RB_STONE_BODY,
    RB_STONE_SURFACE,
    RB_STONE_A1,
    RB_STONE_A2,
    RB_STONE_A3,
    RB_STONE_EXPONENT,
    RB_STONE_ROUNDING,
    RB_STONE_A1_BACK,
    RB_STONE_JOINT,
    RB_STONE_LENGTH,
    RB_STONE_WIDTH,
    RB_STONE_BEND,
    RB_STONE_TAPER,
    RB_STONE_DENSITY,
    RB_STONE_SHELL,
    RB_STONE_INFILL,
    RB_STONE_CLEARANCE,
    RB_STONE_WALL,
    RB_STONE_UNIT,
    RB_STONE_TURN,
    RB_STONE_MESH_X,
    RB_STONE_MESH_Y,
    RB_STONE_MESH_Z,
    RB_STONE_VALUES
};
extern const rb_param_table rb_stone_params;

/* A weight in a hole in the top, or an empty hole. */
enum {
    RB_WEIGHT_SHAPE,
    RB_WEIGHT_X,
    RB_WEIGHT_Y,
    RB_WEIGHT_RADIUS,
    RB_WEIGHT_HEIGHT,
    RB_WEIGHT_DEPTH,
    RB_WEIGHT_DENSITY,
    RB_WEIGHT_VALUES
};
enum { RB_WEIGHT_CYLINDER, RB_WEIGHT_SPHERE, RB_WEIGHT_HOLE };
extern const rb_param_table rb_weight_params;
typedef struct rb_stone_weight {
    double v[RB_WEIGHT_VALUES];
} rb_stone_weight;

typedef struct rb_stone_design {
    char name[64];
    char scene[64]; /* whose table and start predictions use: an id of the library */
    char mesh[512]; /* file of RB_STONE_MESH */
    double v[RB_STONE_VALUES];
    int weight_count;
    rb_stone_weight weights[RB_STONE_WEIGHTS_MAX];
} rb_stone_design;

/* Materials of weights. */
typedef struct rb_weight_material {
    const char *name; /* "steel" */
    double density;   /* kg/m3 */
} rb_weight_material;
extern const rb_weight_material rb_weight_materials[];
extern const int rb_weight_material_count;
/* The material with this density or this name, or NULL. */
const rb_weight_material *rb_weight_material_of(double density);
const rb_weight_material *rb_weight_material_find(const char *name);

/* ---------------------------------------------------------------- designs (design.c) */

/* Templates: complete designs to begin with. */
int rb_stone_template_count(void);
const char *rb_stone_template_name(int index);
/* False: there is no template of this name ("half-ellipsoid"). */
bool rb_stone_template(const char *name, rb_stone_design *out);

/* A steel cylinder of 6 x 6 mm at a place. */
rb_stone_weight rb_stone_usual_weight(double x, double y);
double rb_weight_volume(const rb_stone_weight *weight); /* 0 for a hole */
/* Does a parameter (RB_STONE_A1 ...) matter for this design? */
bool rb_stone_uses(const rb_stone_design *design, int index);
/* Have both the same shape, print and weights, whatever their names? */
bool rb_stone_same(const rb_stone_design *a, const rb_stone_design *b);
/* Mirrors the design in y: the other direction of spin is preferred. */
void rb_stone_mirror(rb_stone_design *design);
/* Sets "a1" or "weights[0].x" from text: a number or the name of a choice. */
rb_status rb_stone_set(rb_stone_design *design, const char *name, const char *text, rb_error *err);

/* ---------------------------------------------------------------- files (design_json.c) */

rb_status rb_stone_read_text(const char *text, const char *path, rb_stone_design *out, rb_error *err);
/* A relative mesh file is relative to the folder of the design. */
rb_status rb_stone_read_file(const char *path, rb_stone_design *out, rb_error *err);
/* Is the file a design, by its format? */
bool rb_stone_is_file(const char *path);
/* The text of a file, to be freed; NULL: out of memory. */
char *rb_stone_write_text(const rb_stone_design *design);
/* Writes it to a file. False: out of memory. */
bool rb_stone_write(const rb_stone_design *design, FILE *out);

/* ---------------------------------------------------------------- shape (design_shape.c) */

rb_surface_values rb_stone_surface_values(const rb_stone_design *design);
/* The design with everything smaller by `wall`: body and underside offset inwards, m. */
rb_stone_design rb_stone_inner(const rb_stone_design *design, double wall);
/* Height and outward unit normal of the underside at (x, y); false: beyond its rim. */
bool rb_stone_underside(const rb_stone_design *design, double x, double y, double *z, rb_vec3 *normal);
/* The point of the top at (s cos t, s sin t) of the unit disk, s = 1: the outline. *area: of the top for an
   area of the disk. False: the surface has no rim. */
bool rb_stone_top(const rb_stone_design *design, double s, double t, double *x, double *y, double *area);
/* Is the circle within the outline and, at this depth below the top, above the underside? */
bool rb_stone_has_circle(const rb_stone_design *design, double x, double y, double radius, double depth);

/* ---------------------------------------------------------------- mass (design_mass.c) */

/* Are surface, body, walls and weights possible? Names the field. */
rb_status rb_stone_check(const rb_stone_design *design, rb_error *err);
/* Mass properties of print and weights. */
rb_status rb_stone_mass(const rb_stone_design *design, rb_mass *out, rb_error *err);
/* Moments of the print without holes and weights, which do not change when weights are moved. */
rb_status rb_stone_print_moments(const rb_stone_design *design, rb_moments *out, rb_error *err);
rb_status rb_stone_mass_with(const rb_stone_design *design, const rb_moments *print, rb_mass *out,
                             rb_error *err);

/* ---------------------------------------------------------------- meshes (design_mesh.c) */

/* Reads the mesh of the design, placed in its axes. Free it in any case. */
rb_status rb_stone_read_mesh(const rb_stone_design *design, rb_mesh *mesh, rb_error *err);
/* Fits an ellipsoid to the lower part of the mesh, and places the mesh in its axes. */
rb_status rb_stone_fit_mesh(rb_stone_design *design, rb_error *err);

#endif
