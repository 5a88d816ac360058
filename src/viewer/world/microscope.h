/* The parts of the contact microscope. All lengths in the picture are in patch semi-axes a, x along
   the patch's major axis to the right, y up, seen from above. */
#ifndef RB_VIEWER_WORLD_MICROSCOPE_H
#define RB_VIEWER_WORLD_MICROSCOPE_H

#include "viewer/world/draw_2d.h"
#include "viewer/world/draw_gl.h"
#include "viewer/world/draw_text.h"

/* The state of one contact for the microscope. Every number is finite. */
typedef struct rb_patch_facts {
    bool pure;   /* dimensionless: no units, no scales */
    bool sticks; /* sticking is possible: any point within the limit curve */
    rb_phase phase;
    const char *contact; /* its name, NULL: the body has only this one */
    bool others;         /* another contact touches too */
    bool touching;
    bool no_slip; /* rolling constraint: F does not depend on μ */
    rb_pressure pressure;
    double a, b;      /* m; minor / major */
    double a_typical; /* under the body's weight alone, m */
    double p_typical; /* pressure at the centre then, Pa */
    double N, mu;
    double weight;     /* N */
    double torque;     /* typical, N m */
    double u_x, u_y;   /* sliding velocity of A / a, rad/s */
    double omega;      /* drilling velocity, rad/s */
    double d_c, d_s;   /* distortion of the pressure */
    double S_x, S_y;   /* centre of pressure / a */
    double F_x, F_y;   /* friction force, N */
    double M_drill;    /* N m, about the upward normal */
    double M_x, M_y;   /* rolling moment, N m */
    double v_roll;     /* speed of the contact point over the floor, m/s */
    double vr_x, vr_y; /* its velocity / a, rad/s */
    double w_x, w_y;   /* angular velocity in the plane, rad/s */
} rb_patch_facts;

rb_patch_facts rb_patch_facts_of(const rb_scene *scene, const rb_snapshot *snapshot, int contact);
/* The same for a known weight, N (rb_scene_weight). */
rb_patch_facts rb_patch_facts_with(const rb_scene *scene, const rb_snapshot *snapshot, int contact,
                                   double weight);

/* Is there a normal force? Otherwise there is no patch to draw. */
bool rb_patch_loaded(const rb_patch_facts *f);
/* The instantaneous centre of rotation, in units of a. False when there is none nearby: no drilling, or
   no motion. */
bool rb_patch_pole(const rb_patch_facts *f, double *x, double *y);
/* Highest pressure over the patch, Pa. */
double rb_patch_peak(const rb_patch_facts *f);
/* Fastest sliding over the patch, m/s. */
double rb_patch_fastest(const rb_patch_facts *f);

/* "On the stem; both touch", "" for a body with one contact. */
void rb_patch_contact_text(const rb_patch_facts *f, char *out, size_t size);
/* "Sliding with spin; centre of rotation inside the patch; friction 62 % of μN" */
void rb_patch_text(const rb_patch_facts *f, char *out, size_t size);
/* The longest possible text with these laws, to reserve room. */
const char *rb_patch_longest_text(const rb_patch_facts *f);

/* The numbers below the picture: N, F, Mₙ, Mᵣ, slip, A–P. */
#define RB_PATCH_NUMBERS 6
typedef char rb_patch_readout[RB_PATCH_NUMBERS][64];
void rb_patch_numbers(const rb_patch_facts *f, rb_patch_readout out);

typedef struct rb_microscope {
    rb_shader shader;
    unsigned vao;
} rb_microscope;

rb_status rb_microscope_create(rb_microscope *m, rb_error *err);
void rb_microscope_free(rb_microscope *m);

/* The picture itself: pixels per a, centre, and the arrows and marks over the heat map. */
typedef struct rb_picture {
    Rectangle area;
    Vector2 centre;
    float scale; /* pixels per a */
    float reach; /* length of a maximal force or torque, in a: less for a slender patch */
    float unit;  /* pixels per interface pixel */
    bool brief;  /* too small for more than symbols */
    rb_text *text;
} rb_picture;

/* travel: with the paths of S and Mᵣ for all directions of rolling. */
void rb_picture_marks(const rb_picture *picture, const rb_patch_facts *f, const rb_scene *travel);

/* Where the marks are; false: not shown. */
bool rb_picture_force(const rb_picture *p, const rb_patch_facts *f, Vector2 *tip);
bool rb_picture_roll(const rb_picture *p, const rb_patch_facts *f, Vector2 *tip);
bool rb_picture_drill(const rb_picture *p, const rb_patch_facts *f, rb_2d_arc *arc);
bool rb_picture_pressure(const rb_picture *p, const rb_patch_facts *f, Vector2 *S);
/* Both ends at the pole, or an arrow at the edge that points to it. */
bool rb_picture_pole(const rb_picture *p, const rb_patch_facts *f, Vector2 *tail, Vector2 *tip);

/* Rectangles of its parts. */
typedef struct rb_microscope_layout {
    Rectangle area, inner;
    Rectangle bar, readout; /* the scale of colours; the numbers */
    rb_picture picture;
    float unit; /* pixels per interface pixel of words and numbers; marks grow with the picture */
    bool roomy; /* for words and numbers */
} rb_microscope_layout;
/* False: there is no room. Needs no window. */
bool rb_microscope_layout_make(rb_text *text, const rb_patch_facts *f, Rectangle area, float ui_scale,
                               rb_microscope_layout *layout);

/* Marks that have an explanation (microscope_explain.c). */
typedef enum rb_patch_mark {
    RB_MARK_NONE,
    RB_MARK_P,
    RB_MARK_S,
    RB_MARK_A,
    RB_MARK_F,
    RB_MARK_DRILL,
    RB_MARK_ROLL,
    RB_MARK_FIELD,
    RB_MARK_BAR,
    RB_MARK_COUNT
} rb_patch_mark;
rb_patch_mark rb_microscope_mark_at(const rb_microscope_layout *layout, const rb_patch_facts *f, Vector2 at);
/* "S  centre of pressure" */
const char *rb_patch_mark_name(rb_patch_mark mark);
/* A sentence about it, with its number. */
void rb_patch_explain(const rb_patch_facts *f, rb_patch_mark mark, char *out, size_t size);

/* The rolling moment, N m, for all directions of the same rolling; S is a quarter of a turn from it.
   False: there is no rolling resistance. */
#define RB_TRAVEL_POINTS 73
bool rb_patch_rolling_path(const rb_scene *scene, const rb_patch_facts *f, double M[RB_TRAVEL_POINTS][2]);

#endif
