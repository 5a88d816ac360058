/* A picture of 3840 x 2160 for a wall: the world, the caption and the first plot, laid out as in
   presenter mode, whatever the window shows. */
#ifndef RB_VIEWER_PICTURES_H
#define RB_VIEWER_PICTURES_H

#include <stdbool.h>

#define RB_POSTER_WIDTH 3840
#define RB_POSTER_HEIGHT 2160

struct rb_app;

typedef struct rb_poster {
    bool under_way;
    bool on, blank, plot, enlarged; /* of presenter mode, as it was */
    bool playing;
} rb_poster;

/* NULL = a new file. */
void rb_poster_begin(struct rb_app *app, const char *path);
/* After a frame: when the picture is written everything is as it was. */
void rb_poster_update(struct rb_app *app);

#endif
