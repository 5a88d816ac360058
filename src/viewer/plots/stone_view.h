/* A design of a stone seen from above: outline, curvature of the underside, weights and holes, mass centre,
   axes of inertia, preferred direction. Weights are selected and dragged here. */
#ifndef RB_VIEWER_PLOTS_STONE_VIEW_H
#define RB_VIEWER_PLOTS_STONE_VIEW_H

#include <raylib.h>

#include "app/workshop/asking.h"
#include "app/workshop/workshop.h"

/* Draws it into the panel's width, `height` px high, and handles mouse and fingers. Returns the screen place
   of the stone's middle and the scale, px per m, for driven tests. */
Vector3 rb_stone_view_draw(rb_workshop *workshop, float height);
/* The trade-off of a search: reversal times over the skew, and the stone that was found. */
void rb_trade_off_draw(const rb_asking *asking, float height);

#endif
