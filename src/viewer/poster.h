/* Posters of 3840 x 2160 pixels: title, three stills, one plot, parameters, source, link and QR code. */
#ifndef RB_VIEWER_POSTER_H
#define RB_VIEWER_POSTER_H

#include <rattleback/rattleback.h>

#include "app/link/link.h"
#include "app/link/qr.h"
#include "viewer/world/world.h"

#define RB_POSTER_WIDTH 3840
#define RB_POSTER_HEIGHT 2160
#define RB_POSTER_STILLS 3

struct rb_app;

typedef struct rb_poster {
    bool under_way;
    bool on, blank, plot, enlarged; /* previous state of presenter mode */
    bool playing;
    rb_snapshot stills[RB_POSTER_STILLS];
    char event[48]; /* what happens in the middle one, "reversal"; "" if nothing does */
    char link[200]; /* to be read: its beginning */
    rb_qr qr;       /* of the whole link; size 0: none */
} rb_poster;

/* NULL = a new file. */
void rb_poster_begin(struct rb_app *app, const char *path);
/* Call after a frame: restores the window when the picture is written. */
void rb_poster_update(struct rb_app *app);
/* The stills, with the world; and text and plot, with the panels. */
void rb_poster_draw_stills(struct rb_app *app, const rb_world_style *style);
void rb_poster_draw(struct rb_app *app);

#endif
