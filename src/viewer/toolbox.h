/* Tools of a lecturer in presenter mode: a row of buttons that appears when the mouse moves, drawing on the
   picture, the spin as one large number, and a QR code of the present state. */
#ifndef RB_VIEWER_TOOLBOX_H
#define RB_VIEWER_TOOLBOX_H

#include <rattleback/status.h>
#include <raylib.h>

#include "app/link/qr.h"

enum { RB_STROKES_MAX = 64, RB_STROKE_POINTS = 512 };

/* In this order in the action "draw". */
typedef enum rb_drawing_tool {
    RB_DRAW_OFF,
    RB_DRAW_CLEAR,
    RB_DRAW_PEN,
    RB_DRAW_ARROW,
    RB_DRAW_ERASE
} rb_drawing_tool;

typedef struct rb_stroke {
    bool arrow; /* from its first to its last point */
    int count;
    Vector2 points[RB_STROKE_POINTS]; /* in shares of the window's width and height */
} rb_stroke;

typedef struct rb_toolbox {
    double shown; /* s for which the row of buttons is still shown */
    rb_drawing_tool tool;
    bool played;  /* the run was playing before time was stopped to draw */
    bool drawing; /* the button is down: the last stroke grows */
    rb_stroke strokes[RB_STROKES_MAX];
    int stroke_count;
    bool number; /* the spin over the whole window */
    Font digits; /* of this number */
    bool qr_on;
    rb_qr qr;
    char qr_text[RB_QR_TEXT_MAX + 1];
} rb_toolbox;

struct rb_app;

/* Chooses a tool. The first one stops time; RB_DRAW_OFF removes the strokes and continues. */
void rb_toolbox_choose(struct rb_app *app, rb_drawing_tool tool);
/* Begins a stroke at this point in shares of the window; with the eraser, removes the strokes there. */
void rb_toolbox_begin_stroke(struct rb_app *app, Vector2 point);
/* Continues the stroke, or erases. */
void rb_toolbox_extend_stroke(struct rb_app *app, Vector2 point);
/* Handles the mouse while a tool is chosen; true while it is used. Call once per frame. */
bool rb_toolbox_update(struct rb_app *app, Vector2 mouse, double dt);
/* Draws the number instead of the world; false if it is off. */
bool rb_toolbox_draw_number(struct rb_app *app);
/* The dark modules of a code, each `side` pixels wide, over everything or behind all panels. */
void rb_draw_qr(const rb_qr *qr, Vector2 at, float side, bool over);
void rb_toolbox_draw(struct rb_app *app); /* strokes, QR code, row of buttons */
void rb_toolbox_free(struct rb_app *app); /* what belongs to the OpenGL context */

#endif
