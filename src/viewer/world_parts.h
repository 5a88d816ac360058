/* What a world is made of; shared by world.c, the microscope and picking. */
#ifndef RB_VIEWER_WORLD_PARTS_H
#define RB_VIEWER_WORLD_PARTS_H

#include "viewer/draw_arrow.h"
#include "viewer/draw_body.h"
#include "viewer/draw_floor.h"
#include "viewer/draw_label.h"
#include "viewer/draw_text.h"
#include "viewer/draw_trail.h"
#include "viewer/microscope.h"
#include "viewer/world.h"

struct rb_world {
    rb_floor floor;
    rb_bodies bodies;
    rb_arrows arrows;
    rb_labels labels;
    rb_text text;
    rb_trails trails;
    rb_microscope microscope;
    double clock; /* of the last drawing, s; negative: wall time */
};

#endif
