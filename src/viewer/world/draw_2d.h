/* Flat drawing with soft edges, in window pixels: smooth with or without multisampling. All go
   through raylib's batch. */
#ifndef RB_VIEWER_WORLD_DRAW_2D_H
#define RB_VIEWER_WORLD_DRAW_2D_H

#include <raylib.h>

void rb_2d_line(Vector2 a, Vector2 b, float width, Color color);
void rb_2d_polyline(const Vector2 *points, int count, float width, Color color);
/* With a colour for every point. */
void rb_2d_polyline_shaded(const Vector2 *points, const Color *colors, int count, float width);
void rb_2d_triangle(Vector2 a, Vector2 b, Vector2 c, Color color);
void rb_2d_arrow(Vector2 tail, Vector2 tip, float width, Color color);
/* With an outline of another colour, readable on any background. */
void rb_2d_arrow_edged(Vector2 tail, Vector2 tip, float width, Color color, float edge, Color rim);

/* Angles in radians, y down: positive turns clockwise. */
typedef struct rb_2d_arc {
    Vector2 centre;
    float radius, start, sweep;
} rb_2d_arc;
/* An arc with an arrow head at its end; edge 0: none. */
void rb_2d_arc_arrow(rb_2d_arc arc, float width, Color color, float edge, Color rim);
void rb_2d_disk(Vector2 centre, float radius, Color color);
void rb_2d_ring(Vector2 centre, float radius, float width, Color color);
void rb_2d_ellipse(Vector2 centre, Vector2 axis_x, Vector2 axis_y, float width, Color color);
/* A filled box with rounded corners. */
void rb_2d_box(Rectangle box, float radius, Color color);
/* The sign of a mass centre: a disk in quarters. */
void rb_2d_mass_centre(Vector2 centre, float radius, Color ink, Color paper);

#endif
