/* Colours by meaning. One meaning, one colour, in arrows, plots, labels and tables. */
#ifndef RB_VIEWER_WORLD_THEME_H
#define RB_VIEWER_WORLD_THEME_H

#include <raylib.h>

#include "viewer/world/theme_names.h"

typedef enum rb_color_role {
    RB_COLOR_BACKGROUND_TOP,
    RB_COLOR_BACKGROUND_BOTTOM,
    RB_COLOR_FLOOR,
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
    RB_COLOR_NORMAL,   /* #0072B2 */
    RB_COLOR_FRICTION, /* #D55E00 */
    RB_COLOR_DRILL,    /* #CC79A7 */
    RB_COLOR_ROLL,     /* #009E73 */
    RB_COLOR_OMEGA,    /* #E69F00 */
    RB_COLOR_MOMENTUM, /* #56B4E9 */
    RB_COLOR_SLIDING,
    RB_COLOR_HOLDS,     /* sticking, */
    RB_COLOR_GIVES,     /* and slipping */
    RB_COLOR_SPIN_PLUS, /* anticlockwise, seen from above */
    RB_COLOR_SPIN_MINUS,
    RB_COLOR_ROLE_COUNT
} rb_color_role;

void rb_theme_use(rb_theme theme);
rb_theme rb_theme_current(void);
Color rb_color(rb_color_role role);
/* Of a spin, by its sense. */
Color rb_spin_color(double spin);
/* Okabe-Ito, in order; the same for a run everywhere. */
Color rb_run_color(int run);
/* A perceptually even map for pressure, t in [0, 1]. */
Color rb_heat_color(float t);

#endif
