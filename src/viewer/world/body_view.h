/* What the viewer shows of a body: its contact, its spin, the scale of its forces. */
#ifndef RB_VIEWER_WORLD_BODY_VIEW_H
#define RB_VIEWER_WORLD_BODY_VIEW_H

#include <rattleback/rattleback.h>

#include "app/appearance/appearance.h"

/* The contact to show: the one with the largest load, else the lowest. */
int rb_contact_shown(const rb_snapshot *snapshot);
/* The contact that the user chose, by its index; the one to show if the body has no such contact. */
int rb_contact_chosen(const rb_snapshot *snapshot, int choice);

/* The spin to display: about the body's own axis 3, or about the vertical for a top, whose axis turns
   over. */
typedef struct rb_spin {
    double value;       /* rad/s; NAN: it has none */
    rb_vec3 axis;       /* unit, world axes; anticlockwise about it is positive */
    const char *symbol; /* "ω₃" */
} rb_spin;
double rb_spin_value(const rb_body_kind *body, const rb_snapshot *snapshot);
rb_spin rb_spin_of(const rb_body_kind *body, const rb_snapshot *snapshot);
/* The same for a given angular velocity in body axes. */
rb_spin rb_spin_for(const rb_body_kind *body, const rb_snapshot *snapshot, rb_vec3 omega);

/* Typical force, N, and typical contact torque, N m: they set the lengths of arrows and the prefixes of
   units. Always above zero. */
double rb_look_weight(const rb_body_look *look, const rb_scene *scene);
double rb_scene_weight(const rb_scene *scene);
double rb_scene_torque(const rb_scene *scene, double weight);

#endif
