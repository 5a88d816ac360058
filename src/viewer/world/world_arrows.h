/* From a snapshot to arrows and labels: which vector, where, how long. */
#ifndef RB_VIEWER_WORLD_WORLD_ARROWS_H
#define RB_VIEWER_WORLD_WORLD_ARROWS_H

#include "viewer/world/draw_arrow.h"
#include "viewer/world/draw_label.h"
#include "viewer/world/world.h"

/* Adds everything the style asks for of one run. key_base tells runs and viewports apart. */
void rb_world_arrows(rb_arrows *arrows, rb_labels *labels, const rb_view *view,
                     const rb_world_run *run, const rb_world_style *style, int key_base,
                     double now);

#endif
