/* A film of a real body beside or under the world. It follows the time shown: playing, pausing, scrubbing and
   slow motion are those of the run. */
#ifndef RB_VIEWER_FILM_H
#define RB_VIEWER_FILM_H

#include <rattleback/status.h>
#include <raylib.h>

#include "viewer/platform/media.h"

/* Where the film is; automatic: where it is larger. */
typedef enum rb_film_place { RB_FILM_AUTO, RB_FILM_BESIDE, RB_FILM_UNDER } rb_film_place;

typedef struct rb_film_view {
    rb_film *film; /* NULL: none */
    char name[96];
    rb_film_place place;
    double offset; /* s of the film at the start of the run */
    double rate;   /* seconds of the film per second of the run: 8 for a film in eightfold slow motion */
    Texture2D texture;
    Color *pixels;
    int frame; /* in the texture, -1: none */
} rb_film_view;

struct rb_app;

rb_status rb_film_view_open(struct rb_app *app, const char *path, rb_error *err);
void rb_film_view_close(struct rb_app *app);
/* The film's time for the moment shown, s. */
double rb_film_view_time(const struct rb_app *app);
/* Gives the film a part of the world. Call last when the window is laid out. */
void rb_film_view_place(struct rb_app *app);
void rb_film_view_draw(struct rb_app *app);
void rb_film_view_free_texture(struct rb_app *app); /* the OpenGL context ends */

#endif
