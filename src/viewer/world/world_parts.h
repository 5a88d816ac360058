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

#endif
