/* Trails: the path of a point, fading with age. */
#ifndef RB_VIEWER_WORLD_DRAW_TRAIL_H
#define RB_VIEWER_WORLD_DRAW_TRAIL_H

#include "viewer/world/draw_gl.h"
#include "viewer/world/world.h"

#define RB_TRAIL_POINTS 384

typedef struct rb_trails {
    Vector2 points[RB_TRAIL_POINTS];
    Color colors[RB_TRAIL_POINTS];
} rb_trails;

/* One kind (a single RB_SHOW_TRAIL_ bit) of one run, in the 2D state, scissored to the view. */
void rb_trail_draw(rb_trails *trails, const rb_view *view, const rb_world_run *run, rb_show kind,
                   const rb_world_style *style, Color color);

#endif
