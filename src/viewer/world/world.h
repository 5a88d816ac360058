/* The world: floor, bodies, contact, arrows and trails, drawn from snapshots only, independent of
   panels and runner. Everything is drawn in physics axes (z up, metres) with its own matrices; raylib's
   y-up axes occur in camera.c only. */
#ifndef RB_VIEWER_WORLD_WORLD_H
#define RB_VIEWER_WORLD_WORLD_H

#include <rattleback/rattleback.h>
#include <raylib.h>

#include "viewer/world/camera.h"
#include "viewer/world/theme.h"

/* What can be shown; one bit each, in the order of rb_world_items. */
typedef enum rb_show {
    RB_SHOW_WEIGHT = 1 << 0,
    RB_SHOW_NORMAL = 1 << 1,
    RB_SHOW_FRICTION = 1 << 2,
    RB_SHOW_DRILL = 1 << 3,
    RB_SHOW_ROLL = 1 << 4,
    RB_SHOW_OMEGA = 1 << 5,
    RB_SHOW_MOMENTUM = 1 << 6,
    RB_SHOW_SLIDING = 1 << 7,
    RB_SHOW_ROLLING = 1 << 8,
    RB_SHOW_MASS_CENTRE = 1 << 9,
    RB_SHOW_BODY_AXES = 1 << 10,
    RB_SHOW_INERTIA = 1 << 11,
    RB_SHOW_TRAIL_FLOOR = 1 << 12,
    RB_SHOW_TRAIL_BODY = 1 << 13,
    RB_SHOW_TRAIL_CENTRE = 1 << 14,
    RB_SHOW_TRAIL_TIP = 1 << 15,
    RB_SHOW_LABELS = 1 << 16,
    RB_SHOW_SHADOW = 1 << 17,
    RB_SHOW_GRID = 1 << 18,
    RB_SHOW_SPHERES = 1 << 19,
    RB_SHOW_ELLIPSES = 1 << 20,
    RB_SHOW_SPIN = 1 << 21,
    RB_SHOW_RIBBONS = 1 << 22,
    RB_SHOW_CAUSE = 1 << 23,
    RB_SHOW_MEAN = 1 << 24,
    RB_SHOW_TABLE = 1 << 25,
} rb_show;

/* Name, key and colour of each item above, for check boxes and the legend. */
typedef struct rb_show_item {
    const char *id; /* for actions */
    rb_show bit;
    const char *name;   /* "Normal force" */
    const char *symbol; /* "N" */
    const char *help;
    rb_color_role color;
    unsigned traits; /* rb_trait: of the bodies that have it */
} rb_show_item;
int rb_show_item_count(void);
const rb_show_item *rb_show_item_at(int index);

#define RB_KEEP_CLEAR 4

typedef struct rb_world_style {
    unsigned show;        /* rb_show bits */
    bool plain;           /* quick to draw, without materials and reflections */
    bool sampled;         /* multisampled: bodies need no antialiasing of their own */
    rb_material material; /* of all bodies; RB_MATERIAL_AUTO: by density */
    float arrow_scale;    /* 1 = default lengths */
    bool arrow_log;       /* logarithmic lengths */
    float trail_seconds;
    float ui_scale; /* text size factor */
    double clock;   /* s; clock of label animation. Negative: wall time; the video's time when recording */
    Rectangle keep_clear[RB_KEEP_CLEAR]; /* window pixels that are covered: no labels */
} rb_world_style;
rb_world_style rb_world_style_default(void);

/* The data of one instant for trails: a tenth of a snapshot. */
typedef struct rb_trail_point {
    double t;
    rb_vec3 r_C, v_C, omega, n;
    rb_quat q;
    int contact;                       /* the one that is shown (rb_contact_shown) */
    bool touching;                     /* is it touching? */
    rb_vec3 point, point_body, v_roll; /* its own */
    double spin;                       /* rb_spin_value */
} rb_trail_point;
rb_trail_point rb_trail_point_of(const rb_body_kind *body, const rb_snapshot *s);

/* The recent past of a run, oldest first, for trails. */
typedef struct rb_trail {
    const rb_trail_point *items;
    int count;
} rb_trail;
/* More instants cannot be distinguished in any view. */
#define RB_TRAIL_INSTANTS 1500

/* One body to draw. */
typedef struct rb_world_run {
    const rb_scene *scene;
    const rb_body_look *look; /* of the scene; NULL: computed whenever it is needed */
    const rb_snapshot *snapshot;
    const rb_snapshot *numbers; /* what labels say, NULL: the snapshot */
    const rb_snapshot
        *forces; /* contact forces of arrows and their labels, as a mean; NULL: the snapshot's */
    rb_trail trail;
    Color color;             /* of the run, for ghosts and labels */
    bool ghost;              /* translucent, tinted, without arrows */
    float sweep;             /* angle turned during the exposure, rad; 0: sharp */
    const rb_vec3 *foreseen; /* angular velocity that the user is about to give it, body axes; NULL: none */
} rb_world_run;

/* The look of a run, in room if it had to be computed. */
const rb_body_look *rb_run_look(const rb_world_run *run, rb_body_look *room);

typedef struct rb_world rb_world;
rb_world *rb_world_create(rb_error *err); /* after InitWindow; NULL: the reason is in err */
void rb_world_destroy(rb_world *world);

/* Draws the runs into the viewport (window pixels), with floor and background. */
void rb_world_draw(rb_world *world, const rb_camera *camera, Rectangle viewport, const rb_world_run *runs,
                   int run_count, const rb_world_style *style);

/* The body under a window pixel: run index or -1, and the point on it in physics axes. */
int rb_world_pick(rb_world *world, const rb_camera *camera, Rectangle viewport, const rb_world_run *runs,
                  int run_count, Vector2 pixel, rb_vec3 *point);

/* Window pixel of a point in physics axes; false behind the camera. */
bool rb_world_pixel(const rb_camera *camera, Rectangle viewport, rb_vec3 point, Vector2 *pixel);

/* The contact microscope: the patch of one contact, enlarged (pressure, sliding field, instantaneous
   centre, S, T, M, scale bar, one sentence of words), into the rectangle (window pixels). Words and
   numbers are those of run->numbers. */
void rb_microscope_draw(rb_world *world, Rectangle area, const rb_world_run *run, int contact,
                        const rb_world_style *style);
/* A sentence about the mark under a window pixel of it; false: there is none. */
bool rb_microscope_explain_at(rb_world *world, Rectangle area, const rb_world_run *run, int contact,
                              float ui_scale, Vector2 mouse, char *out, size_t size);

#endif
