/* Posters of 3840 x 2160 pixels: world, caption and first plot in the layout of presenter mode. */
#ifndef RB_VIEWER_PICTURES_H
#define RB_VIEWER_PICTURES_H

#include <stdbool.h>

#define RB_POSTER_WIDTH 3840
#define RB_POSTER_HEIGHT 2160

struct rb_app;

typedef struct rb_poster {
    bool under_way;
    bool on, blank, plot, enlarged; /* previous state of presenter mode */
    bool playing;
} rb_poster;

/* NULL = a new file. */
void rb_poster_begin(struct rb_app *app, const char *path);
/* Call after a frame: restores the window when the picture is written. */
void rb_poster_update(struct rb_app *app);

#endif
