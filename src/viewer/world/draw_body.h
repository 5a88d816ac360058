/* Solid bodies: one mesh per look, created on first use, drawn lit or as ghosts. */
#ifndef RB_VIEWER_WORLD_DRAW_BODY_H
#define RB_VIEWER_WORLD_DRAW_BODY_H

#include "viewer/world/mesh_body.h"
#include "viewer/world/theme.h"

#define RB_LOOKS_MAX 8

typedef struct rb_bodies {
    rb_shader solid;                 /* plain, and ghosts */
    rb_shader body;                  /* full */
    rb_gl_mesh forms[RB_FORM_COUNT]; /* of size 1 */
    rb_gl_mesh meshes[RB_LOOKS_MAX];
    rb_body_look looks[RB_LOOKS_MAX];
    unsigned long used[RB_LOOKS_MAX]; /* when last drawn; 0: never */
    unsigned long clock;
    rb_mesh_data scratch;
} rb_bodies;

rb_status rb_bodies_create(rb_bodies *bodies, rb_error *err);
void rb_bodies_free(rb_bodies *bodies);

/* How a body is painted. */
typedef struct rb_paint {
    bool full;            /* of its material; false: the plain style */
    rb_material material; /* never RB_MATERIAL_AUTO */
    bool soft;            /* edges fade over one pixel, because there is no multisampling */
    float sweep;          /* the pattern is blurred by so much of a turn, rad; 0: sharp */
} rb_paint;

void rb_body_draw(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, rb_vec3 r_C, rb_quat q,
                  const rb_paint *coat);
/* Its faint mirror image in the table. Draw it before the body itself. */
void rb_body_mirror(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, rb_vec3 r_C, rb_quat q,
                    const rb_paint *coat);
/* A translucent body in the colour and with the alpha of tint. */
void rb_ghost_draw(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, rb_vec3 r_C, rb_quat q,
                   Color tint);
/* A part that is not fixed to a body, in world coordinates; look: that of the body, for its profiles;
   NULL: the part has none. */
void rb_part_draw(rb_bodies *bodies, const rb_view *view, const rb_body_look *look, const rb_part *part,
                  const rb_paint *coat);
/* An ellipsoid of the given semi-axes (columns of axes, body frame, m) about the mass centre. */
void rb_ellipsoid_draw(const rb_bodies *bodies, const rb_view *view, const rb_mat3 *axes, rb_vec3 r_C,
                       rb_quat q, Color tint);

#endif
