/* Colours by meaning. One meaning, one colour, in arrows, plots, labels and tables. */
#ifndef RB_VIEWER_WORLD_THEME_H
#define RB_VIEWER_WORLD_THEME_H

#include <rattleback/rattleback.h>
#include <raylib.h>
#include <stdbool.h>

#include "app/appearance/appearance.h"
#include "viewer/world/theme_names.h"

typedef enum rb_color_role {
    RB_COLOR_BACKGROUND_TOP,
    RB_COLOR_BACKGROUND_BOTTOM,
    RB_COLOR_FLOOR,
    RB_COLOR_TABLE_EDGE,
    RB_COLOR_GRID,
    RB_COLOR_INK,      /* text and lines */
    RB_COLOR_INK_SOFT, /* secondary text */
    RB_COLOR_PANEL,    /* panel ground */
    RB_COLOR_PANEL_RAISED,
    RB_COLOR_ACCENT,
    RB_COLOR_WARNING,
    RB_COLOR_STONE_A, /* the two tones of the pattern */
    RB_COLOR_STONE_B,
    RB_COLOR_WEIGHT,
    RB_COLOR_NORMAL,   /* blue */
    RB_COLOR_FRICTION, /* vermilion */
    RB_COLOR_DRILL,    /* purple */
    RB_COLOR_ROLL,     /* green */
    RB_COLOR_OMEGA,    /* gold */
    RB_COLOR_MOMENTUM, /* sky blue */
    RB_COLOR_SLIDING,
    RB_COLOR_STICK,     /* sticking, */
    RB_COLOR_SLIP,      /* and slipping */
    RB_COLOR_SPIN_PLUS, /* anticlockwise, seen from above */
    RB_COLOR_SPIN_MINUS,
    RB_COLOR_ROLE_COUNT
} rb_color_role;

void rb_theme_use(rb_theme theme);
rb_theme rb_theme_current(void);
Color rb_color(rb_color_role role);
/* Contrast of two colours (WCAG 2.1), 1 to 21. Text has at least RB_TEXT_CONTRAST on its ground. */
#define RB_TEXT_CONTRAST 4.5
double rb_contrast(Color a, Color b);
/* A colour for small text on a panel, a button or a plot: darkened or lightened until it is readable. */
Color rb_readable(Color color);
Color rb_text_color(rb_color_role role);
/* Ink, or its opposite, that is readable on a coloured ground. */
Color rb_ink_on(Color ground);
/* The colour of a spin, by its direction. */
Color rb_spin_color(double spin);
/* The same for a run everywhere; always together with its marker. */
Color rb_run_color(int run);
/* A perceptually even map for pressure, t in [0, 1]. */
Color rb_heat_color(float t);

/* ---------------------------------------------------------------- drawing quality */

/* Drawing quality: the full style, or a plain one for slow machines. Chosen by the user, or
   automatically from the frame time. */

typedef enum rb_style {
    RB_STYLE_AUTO, /* full until frames prove too slow */
    RB_STYLE_FULL,
    RB_STYLE_PLAIN,
    RB_STYLE_COUNT
} rb_style;

const char *rb_style_name(rb_style style); /* "auto", as actions call it */

/* What is left out on a slow machine, step by step. */
typedef enum rb_saving {
    RB_SAVING_NONE,
    RB_SAVING_SAMPLES, /* one sample per pixel */
    RB_SAVING_STYLE,   /* and the plain style */
} rb_saving;

/* Statistics of frame times. */
typedef struct rb_pace {
    int frames;
    double sum; /* s, total time */
    rb_saving saving;
} rb_pace;

/* Records a frame of dt seconds. True when frames are too slow (below 30 per second) and the next
   saving takes effect. Short interruptions are ignored. */
bool rb_pace_frame(rb_pace *pace, double dt);

/* Returns which effects a style leaves out at this frame rate. */
rb_saving rb_style_saving(rb_style style, const rb_pace *pace);

/* ---------------------------------------------------------------- materials */

/* Material that a body is drawn with, unless the user chooses one. */

typedef enum rb_material {
    RB_MATERIAL_AUTO, /* beech or plastic, by the density */
    RB_MATERIAL_STONE,
    RB_MATERIAL_BEECH,
    RB_MATERIAL_ACRYLIC,
    RB_MATERIAL_METAL,
    RB_MATERIAL_PLASTIC,
    RB_MATERIAL_COUNT
} rb_material;

const char *rb_material_name(rb_material material); /* "stone", as actions call it */

/* Beech for a light body, metal for a body without mass, else plastic. Never AUTO. */
rb_material rb_material_of(const rb_body_look *look);

/* Its light or dark tone in the current theme. */
Color rb_material_tone(rb_material material, bool light);

#endif
