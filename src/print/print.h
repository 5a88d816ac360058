/* What is made from the design of a stone: predictions, searches for a behaviour, meshes in STL and 3MF
   files, drawings. */
#ifndef RB_PRINT_PRINT_H
#define RB_PRINT_PRINT_H

#include <stdio.h>

#include "plot/canvas.h"
#include "print/design.h"
#include "print/lettering.h"
#include "rattleback/theory.h"

/* ---------------------------------------------------------------- skew (skew.c) */

/* The weights beside the middle (x not 0) are moved to y = +-place, with the sign of their x. */
void rb_stone_move_weights(rb_stone_design *design, double place);
/* The range of the skew that this reaches, rad. False: the weights do not fit, or there are none. */
bool rb_stone_skew_range(const rb_stone_design *design, double *low, double *high);
/* Finds the place for which the axes of inertia are turned by `skew`, rad. */
rb_status rb_stone_find_place(rb_stone_design *design, double skew, rb_error *err);

/* ---------------------------------------------------------------- predictions (behaviour.c) */

/* What a printed stone does on tables whose friction differs from the scene's. */
#define RB_STONE_TABLES 3
typedef struct rb_stone_prediction {
    double spin;                      /* at the start, rad/s; positive: anticlockwise, seen from above */
    double mu[RB_STONE_TABLES];       /* friction: less, as in the scene, more */
    double reversal[RB_STONE_TABLES]; /* first reversal, s; INFINITY: none */
    int reversals[RB_STONE_TABLES];   /* how many there are */
} rb_stone_prediction;

/* Opens the scene of the design. */
rb_status rb_stone_open_scene(const rb_stone_design *design, rb_scene *scene, rb_error *err);
/* Puts the design's underside and mass into a copy of the scene. */
rb_status rb_stone_scene(const rb_stone_design *design, const rb_scene *scene, rb_scene *out, rb_error *err);
rb_status rb_stone_scene_of(const rb_stone_design *design, const rb_mass *mass, const rb_scene *scene,
                            rb_scene *out, rb_error *err);
/* The theory of small rocking for a stone. It needs a stone that rests level and spins about a principal
   axis; near that it still gives frequencies and preferred direction: *about is true if products of inertia
   and offsets that tilt the stone were left out. */
rb_status rb_stone_rocking(const rb_scene *stone, rb_theory *out, bool *about, rb_error *err);
/* The direction of spin that persists, by the theory of small rocking: 1 anticlockwise seen from above, -1
   clockwise, 0: neither, or the theory does not apply. */
int rb_stone_prefers(const rb_scene *stone);
/* Simulates the stone on the tables up to `until`, s. whole: after the first reversal, too. */
rb_status rb_stone_predict(const rb_stone_design *design, const rb_scene *scene, double until, double spread,
                           bool whole, rb_stone_prediction *out, rb_error *err);

/* Reversal times of an ensemble: quantiles of those that reverse, s, and the share that does. */
typedef struct rb_stone_band {
    double low, median, high; /* 5, 50, 95 %; NAN: none reverses */
    double share;
    int count;
} rb_stone_band;

/* A behaviour that is wanted: the stone reverses within this time, s, on every table. */
typedef struct rb_stone_wish {
    double within; /* s */
    double spread; /* the friction of the tables is mu (1 - spread), mu, mu (1 + spread) */
} rb_stone_wish;

/* Finds the smallest skew, of the sign of `sign`, with which the wish is fulfilled; sets the place of the
   weights. Less skew leaves more spin after the reversal. */
rb_status rb_stone_fulfil(rb_stone_design *design, const rb_scene *scene, double sign,
                          const rb_stone_wish *wish, rb_error *err);

/* ---------------------------------------------------------------- files */

/* Draws it on one page of A4, with dimensions and what to expect. band: of printed copies, or NULL. False:
   out of memory. */
bool rb_stone_draw(FILE *out, rb_picture_format format, const char *name, const rb_stone_design *design,
                   const rb_mass *mass, const rb_stone_prediction *prediction, const rb_stone_band *band);

/* Makes the mesh, in metres; `sides`: corners around the stone. Free it in any case. */
rb_status rb_stone_mesh(const rb_stone_design *design, int sides, rb_mesh *mesh, rb_error *err);
/* The same with text on the flat top (NULL: none). */
rb_status rb_stone_mesh_with(const rb_stone_design *design, const rb_stone_lettering *lettering, int sides,
                             rb_mesh *mesh, rb_error *err);

/* Write a mesh in millimetres. Errors of the file are found when it is closed; false: out of memory. */
void rb_mesh_write_stl(const rb_mesh *mesh, const char *name, FILE *out);
bool rb_mesh_write_3mf(const rb_mesh *mesh, FILE *out);

/* Writes print and weights as a list of format "rattleback-mass" (docs/files.md). */
rb_status rb_stone_write_solids(const rb_stone_design *design, FILE *out, rb_error *err);

#endif
