/* What a world is made of; shared by world.c, the microscope and picking. */
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

/* From a snapshot to arrows and labels: which vector, where, how long. */

/* Adds everything the style asks for of one run. key_base tells runs and viewports apart. */
void rb_world_arrows(rb_arrows *arrows, rb_labels *labels, const rb_view *view,
                     const rb_world_run *run, const rb_world_style *style, int key_base,
                     double now);

/* The spin of a run as a curved arrow, or the one foreseen (world_spin.c). */
void rb_world_spin(rb_arrows *arrows, const rb_view *view, const rb_world_run *run,
                   const rb_world_style *style);

/* The skew of its axes, with labels from this key on (world_cause.c). */
void rb_world_cause(rb_world *world, const rb_view *view, const rb_world_run *run,
                    const rb_world_style *style, int key, double now);

/* What labels must not cover: the heads of all arrows, and what the style says. */
void rb_world_reserve_labels(rb_label_ground *ground, const rb_arrows *arrows, const rb_view *view,
                             const rb_world_style *style);

#endif
