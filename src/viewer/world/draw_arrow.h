/* Arrows: straight for vectors, bent around their axis for torques. They are collected first and drawn
   together: once where they are visible, and once dimmed through everything. */
#ifndef RB_VIEWER_WORLD_DRAW_ARROW_H
#define RB_VIEWER_WORLD_DRAW_ARROW_H

#include "viewer/world/mesh_body.h"

#define RB_ARROWS_MAX 160

typedef struct rb_arrow {
    rb_vec3 origin;    /* tail; bent: centre, m */
    rb_vec3 direction; /* of a straight one, or the bent one's axis (right-hand sense); unit */
    double length;     /* m; bent: angle, rad */
    double bend;       /* radius, m; 0: straight */
    rb_vec3 towards;   /* bent: its middle lies on this side of the axis */
    float weight;      /* thickness, 1: a force */
    Color color;
} rb_arrow;

typedef struct rb_arrows {
    rb_shader shader;
    rb_gl_mesh mesh;
    rb_arrow list[RB_ARROWS_MAX];
    int count;
    float ui_scale;
} rb_arrows;

rb_status rb_arrows_create(rb_arrows *arrows, rb_mesh_data *scratch, rb_error *err);
void rb_arrows_free(rb_arrows *arrows);

/* Adds an arrow and sets *tip (bent: the middle of the bend). Returns false, and adds nothing, if it is
   not finite or has no length. */
bool rb_arrow_add(rb_arrows *arrows, const rb_arrow *arrow, rb_vec3 *tip);
/* Its drawn length in interface pixels. An arrow of a few pixels is not recognisable. */
double rb_arrow_pixels(const rb_arrows *arrows, const rb_view *view, const rb_arrow *arrow);
/* Window rectangle around its head; false: it is not drawn. */
bool rb_arrow_head(const rb_arrows *arrows, const rb_view *view, const rb_arrow *arrow, Rectangle *head);
/* Window pixels along it, from its tail to its tip; returns how many. */
#define RB_ARROW_POINTS 6
int rb_arrow_line(const rb_arrows *arrows, const rb_view *view, const rb_arrow *arrow,
                  Vector2 points[RB_ARROW_POINTS]);
/* Draws all and empties the list. */
void rb_arrows_draw(rb_arrows *arrows, const rb_view *view);

#endif
