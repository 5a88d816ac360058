/* Appearance of a body, independent of graphics: parts with positions, from which renderers build meshes.
   Metres, kilograms, radians; body axes with the origin at the mass centre unless stated otherwise. */
#ifndef RB_APP_APPEARANCE_APPEARANCE_H
#define RB_APP_APPEARANCE_APPEARANCE_H

#include "rattleback/scene.h"
#include "rattleback/snapshot.h"
#include "rattleback/surface.h"

/* Forms, each in its own axes. */
typedef enum rb_form {
    RB_FORM_BOWL,      /* lower half of an ellipsoid, or of the look's surface, about `at`: rounded rim, flat
                          lid, a spot on it */
    RB_FORM_ELLIPSOID, /* about `at`; semi-axes in size */
    RB_FORM_TURNED,    /* a profile turned about axis 3 through `at` */
    RB_FORM_ROD,       /* a cylinder from `at` along axis 3: radii size.x, size.y, length size.z */
    RB_FORM_BOX,       /* about `at`; half edges in size */
    RB_FORM_SPRING,    /* a coil from `at` along axis 3: radii size.x, size.y, length size.z */
    RB_FORM_COUNT      /* how many */
} rb_form;

/* How a part is coloured. */
typedef enum rb_tone {
    RB_TONE_QUARTERS, /* both tones, in quarters about axis 3, to show rotation */
    RB_TONE_LIGHT,    /* the light one alone */
    RB_TONE_DARK,     /* the dark one alone */
    RB_TONE_HOLDS,    /* marks a sticking contact */
    RB_TONE_GIVES,    /* marks a slipping contact */
    RB_TONE_MARKED,   /* quarters of a part that the user has chosen */
} rb_tone;

/* A form and its position. */
typedef struct rb_part {
    rb_form form;     /* what it is */
    rb_tone tone;     /* its colour */
    rb_vec3 at;       /* its origin, m */
    rb_quat turn;     /* axes of the form -> those of the body or the world */
    rb_vec3 size;     /* depends on the form, m */
    int first, count; /* RB_FORM_TURNED: its points in the profile of the body's look */
} rb_part;

/* A point of a profile: along the axis, from the axis, and the normal's two parts. */
typedef struct rb_profile_point {
    double along, out;     /* place, m */
    double n_along, n_out; /* normal, of any length */
} rb_profile_point;

/* A sphere that touches the floor. */
typedef struct rb_look_sphere {
    rb_vec3 centre; /* m */
    double radius;  /* m */
} rb_look_sphere;

#define RB_PARTS_MAX 48   /* parts of a look at most */
#define RB_PROFILE_MAX 64 /* points of its profile at most */

/* What a body looks like. */
typedef struct rb_body_look {
    int part_count;                           /* parts fixed to the body; those in the background first */
    rb_part parts[RB_PARTS_MAX];              /* each of them */
    int profile_count;                        /* points of all profiles together */
    rb_profile_point profile[RB_PROFILE_MAX]; /* each of them */
    double size;   /* half its largest extent: scale of camera distance and arrows */
    double setup;  /* half the width of what stands around it, which a resting camera shows; 0: none, the
                      camera follows the body */
    double stands; /* height of its centre over the floor if it is mounted there, m; the camera looks there */
    bool tall;     /* about as high as it is wide; not a flat stone */
    rb_vec3 tip;   /* the point of the trail */
    /* The convex solid for shadows and picking: an ellipsoid, possibly without its upper half. */
    rb_part solid;
    const rb_surface_kind *surface;          /* of RB_FORM_BOWL; NULL: an ellipsoid */
    rb_surface_values surface_values;        /* its values */
    int sphere_count;                        /* contact spheres, if they differ from the visible shape */
    rb_look_sphere spheres[RB_CONTACTS_MAX]; /* each of them */
    double mass;                             /* 0: no weight */
    double force;                            /* unit of forces, N; 0: the weight */
    double friction;                         /* unit of friction forces, N; 0: the same */
    rb_mat3 inertia;                         /* zero: it does not rotate freely */
    double omega; /* a typical angular velocity, that of the start; 0: unknown, rad/s */
} rb_body_look;

/* Fills the look from the scene. It can be drawn for any values of the scene. */
void rb_scene_look(const rb_scene *scene, rb_body_look *out);

/* Fills the parts that are not fixed to the body, at this moment, in world axes: supports, springs, a
   belt. Returns their number. */
int rb_scene_surroundings(const rb_scene *scene, const rb_snapshot *snapshot, rb_part parts[RB_PARTS_MAX]);

/* A force that is drawn beside those of the snapshot's contacts. */
typedef struct rb_load {
    rb_vec3 at, force; /* m, N; world axes */
    bool marked;       /* labelled with its value */
} rb_load;

#define RB_LOADS_MAX 32 /* of a body at most */

/* Fills the normal forces of a body with more contacts than a snapshot describes; returns their number, 0 for
   a body whose contacts are all in the snapshot. */
int rb_scene_loads(const rb_scene *scene, const rb_snapshot *snapshot, rb_load loads[RB_LOADS_MAX]);

/* The motion of a shaken table: displacement at t, m, and the factor by which it is drawn larger, so that it
   can be seen. Returns false if the table does not oscillate. */
typedef struct rb_table_motion {
    rb_vec3 shift; /* m, as it is */
    double gain;   /* 1, 2, 5, 10, … */
} rb_table_motion;
bool rb_scene_table_motion(const rb_scene *scene, double size, double t, rb_table_motion *out);

/* How the viewer shows a kind of body: its shape, and what plots, timeline and speed start with. The
   physics does not use it. A body without a row gets a default. */

#define RB_APPEARANCE_PLOTS 3 /* plots that one begins with at most */
#define RB_APPEARANCE_LANES 4 /* lanes of the timeline at most */
#define RB_APPEARANCE_KNOBS 6 /* parameters of the body among the most used ones at most */

/* A lane of the timeline: filled while the signal is above zero. */
typedef struct rb_timeline_lane {
    const char *name;   /* "stem"; NULL ends the lanes */
    const char *signal; /* "N_small" */
    const char *help;   /* "when the stem touches the floor" */
} rb_timeline_lane;

/* A row of the table. */
typedef struct rb_appearance {
    const char *body; /* id of the kind of body */
    /* Describes the body; out is all zeros, and the values of the scene may be invalid. NULL: a ball. */
    void (*look)(const rb_scene *scene, rb_body_look *out);
    /* Fills the surroundings of the body, world axes; returns the number of parts, at most RB_PARTS_MAX.
       NULL: none. */
    int (*surroundings)(const rb_scene *scene, const rb_snapshot *snapshot, rb_part *parts);
    /* Fills the normal forces of all contacts, at most RB_LOADS_MAX; returns their number. NULL: those of the
       snapshot are all. */
    int (*loads)(const rb_scene *scene, const rb_snapshot *snapshot, rb_load *loads);
    const char *plots[RB_APPEARANCE_PLOTS][2]; /* signals of the first plots; NULL: measure, phase */
    const char *knobs[RB_APPEARANCE_KNOBS];    /* the most used parameters of the body; NULL ends them */
    /* The parameter that chooses one of the ellipsoids among the surroundings, from 1; a click on an
       ellipsoid sets it. NULL: none. */
    const char *chooses;
    /* Writes one sentence about the instant shown, for the caption; NULL: the last event. */
    void (*describe)(const rb_scene *scene, const rb_snapshot *snapshot, char *text, size_t size);
    double pace; /* units of its time that pass in a second of display; 0: one */
    rb_timeline_lane lanes[RB_APPEARANCE_LANES];
} rb_appearance;

/* The row of a kind of body; never NULL. */
const rb_appearance *rb_appearance_of(const rb_body_kind *body);
/* The signals of plot `index`, at most two; false if there is no such plot. */
bool rb_appearance_plot(const rb_body_kind *body, int index, const char *signals[2]);
/* Units of the body's time that pass in a second of display. */
double rb_appearance_pace(const rb_body_kind *body);

/* The shortest time that plots and timeline show, in units of the body's time. */
double rb_appearance_span(const rb_body_kind *body);
/* Finds one of the most used parameters besides the start: those of the body, amplitude and frequency of a
   shaken table, and mu. Returns false after the last one. */
bool rb_scene_knob(const rb_scene *scene, int number, rb_section *section, int *index);

/* Adds a row for a body that the program adds, before it is first shown; the row must stay valid. Returns
   false if the table is full. */
bool rb_appearance_register(const rb_appearance *row);

#endif
