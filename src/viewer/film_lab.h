/* A film as a measurement: dots clicked on its picture are tracked, the run's body is fitted to them, and
   both are drawn over the film. */
#ifndef RB_VIEWER_FILM_LAB_H
#define RB_VIEWER_FILM_LAB_H

#include <rattleback/study_spec.h>

#include "viewer/platform/files.h"
#include "viewer/platform/film_track.h"

typedef struct rb_film_lab {
    char path[RB_PATH_MAX];     /* of the film; "": none */
    rb_film_request request;    /* path is unused; dots: clicked so far */
    rb_film_tracking *tracking; /* under way; NULL: not */
    rb_film_track track;        /* frames 0: nothing was tracked */
    char table[RB_PATH_MAX];    /* file with the points; "": none */
    char problem[512];          /* why tracking failed; "": it did not */
    bool placing;               /* clicks on the picture set dots */
    int correcting;             /* a click sets this dot in the frame shown; -1: none */
} rb_film_lab;

struct rb_app;

void rb_film_lab_open(struct rb_app *app, const char *path);
void rb_film_lab_close(struct rb_app *app);
/* Takes the result of tracking. Call once per frame. */
void rb_film_lab_update(struct rb_app *app);
bool rb_film_lab_runs(const struct rb_app *app);

/* Places in pixels of the film. */
rb_status rb_film_lab_dot(struct rb_app *app, double u, double v, rb_error *err);
rb_status rb_film_lab_correct(struct rb_app *app, int frame, int dot, double u, double v, rb_error *err);
rb_status rb_film_lab_track(struct rb_app *app, rb_error *err);
/* The study that fits the run's body to what was tracked. */
rb_status rb_film_lab_fit(const struct rb_app *app, rb_study_spec *spec, rb_error *err);

/* Draws the controls; then, over a picture at this place, dots, model and marked frames. */
void rb_film_lab_controls(struct rb_app *app);
void rb_film_lab_draw(struct rb_app *app, Rectangle picture);
/* Does a click on the picture set something? Otherwise it shifts the film. */
bool rb_film_lab_takes_clicks(const struct rb_app *app);

#endif
