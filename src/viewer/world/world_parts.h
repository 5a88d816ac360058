/* The parts of a world, shared by world.c, the microscope and picking. */
#ifndef RB_VIEWER_WORLD_WORLD_PARTS_H
#define RB_VIEWER_WORLD_WORLD_PARTS_H

#include "viewer/world/draw_arrow.h"
#include "viewer/world/draw_body.h"
#include "viewer/world/draw_floor.h"
#include "viewer/world/draw_label.h"
#include "viewer/world/draw_text.h"
#include "viewer/world/draw_trail.h"
#include "viewer/world/microscope.h"
#include "viewer/world/world.h"

struct rb_world {
    rb_floor floor;
    rb_bodies bodies;
    rb_arrows arrows;
    rb_labels labels;
    rb_text text;
    rb_trails trails;
    rb_microscope microscope;
};

/* Arrows and labels of a snapshot: which vector, where, how long. */

/* Adds the arrows and labels of one run that the style selects. key_base distinguishes runs and
   viewports. */
void rb_world_arrows(rb_arrows *arrows, rb_labels *labels, const rb_view *view, const rb_world_run *run,
                     const rb_world_style *style, int key_base, double now);

/* The spin of a run as a curved arrow, or the predicted one (world_items.c). */
void rb_world_spin(rb_arrows *arrows, const rb_view *view, const rb_world_run *run,
                   const rb_world_style *style);

/* The skew of its axes, with labels from this key on (world_cause.c). */
void rb_world_cause(rb_world *world, const rb_view *view, const rb_world_run *run,
                    const rb_world_style *style, int key, double now);

/* Reserves the space that labels must not cover: arrow heads, and the style's rectangles. */
void rb_world_reserve_labels(rb_label_ground *ground, const rb_arrows *arrows, const rb_view *view,
                             const rb_world_style *style);

#endif
