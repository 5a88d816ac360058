/* The parts of the contact microscope. All lengths in the picture are in patch semi-axes a, x along
   the patch's major axis to the right, y up, seen from above. */
#ifndef RB_VIEWER_WORLD_MICROSCOPE_H
#define RB_VIEWER_WORLD_MICROSCOPE_H

#include "viewer/world/draw_gl.h"
#include "viewer/world/draw_text.h"

/* What the microscope knows of one contact, checked for oddities: every number is finite. */
typedef struct rb_patch_facts {
    rb_phase phase;
    const char *contact; /* its name, NULL: the body has only this one */
    bool others;         /* another contact touches too */
    bool touching;
    rb_pressure pressure;
    double a, b;      /* m; minor / major */
    double a_typical; /* under the body's weight alone, m */
    double p_typical; /* pressure at the centre then, Pa */
    double N, mu;
    double weight;   /* N */
    double u_x, u_y; /* sliding velocity of A / a, rad/s */
    double omega;    /* drilling velocity, rad/s */
    double d_c, d_s; /* distortion of the pressure */
    double S_x, S_y; /* centre of pressure / a */
    double F_x, F_y; /* friction force, N */
    double M_drill;  /* N m, about the upward normal */
    double M_x, M_y; /* rolling moment, N m */
    double v_roll;   /* speed of the contact point over the floor, m/s */
} rb_patch_facts;

rb_patch_facts rb_patch_facts_of(const rb_scene *scene, const rb_snapshot *snapshot, int contact);

/* Does the floor press at all? Otherwise there is no patch to draw. */
bool rb_patch_loaded(const rb_patch_facts *f);
/* Where the instantaneous centre of rotation lies, in a. False when there is none in reach: no
   drilling, or no motion. */
bool rb_patch_pole(const rb_patch_facts *f, double *x, double *y);
/* Highest pressure over the patch, Pa. */
double rb_patch_peak(const rb_patch_facts *f);
/* Fastest sliding over the patch, m/s. */
double rb_patch_fastest(const rb_patch_facts *f);

/* "On the stem; both touch", "" for a body with one contact. */
void rb_patch_where(const rb_patch_facts *f, char *out, size_t size);
/* "Sliding with spin; centre of rotation inside the patch; friction 62 % of μN" */
void rb_patch_words(const rb_patch_facts *f, char *out, size_t size);

typedef struct rb_microscope {
    rb_shader shader;
    unsigned vao;
    /* Words and numbers stand for a fifth of a second. */
    char words[160];
    char where[64];
    char readout[6][64];
    double changed, t;
} rb_microscope;

rb_status rb_microscope_create(rb_microscope *m, rb_error *err);
void rb_microscope_free(rb_microscope *m);

/* The picture itself: pixels per a, centre, and the arrows and marks over the heat map. */
typedef struct rb_picture {
    Rectangle area;
    Vector2 centre;
    float scale; /* pixels per a */
    float reach; /* of a full force or torque, in a: less for a slender patch */
    float unit;  /* pixels per interface pixel */
    bool brief;  /* too small for more than symbols */
    rb_text *text;
} rb_picture;

void rb_picture_marks(const rb_picture *picture, const rb_patch_facts *f);

#endif
