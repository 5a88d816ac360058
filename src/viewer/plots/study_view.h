/* The picture of a survey: a map with its colour bar, a curve, or a bifurcation diagram; what is under
   the mouse in words, a click and a dragged rectangle as wishes. */
#ifndef RB_VIEWER_PLOTS_STUDY_VIEW_H
#define RB_VIEWER_PLOTS_STUDY_VIEW_H

#include <raylib.h>

#include "app/session/fitting.h"
#include "app/session/survey.h"
#include "viewer/platform/files.h"

typedef struct rb_study_view {
    Texture2D texture; /* of a map or a diagram; id 0: none yet */
    Color *pixels;
    int width, height;
    uint64_t of, version; /* the survey that is drawn in it, and how far it was then */
    int theme, since;     /* frames since it was drawn last */
    double x[RB_SURVEY_SIDE], y[RB_SURVEY_SIDE]; /* of a curve */
    bool pressed;                                /* the left button went down here, */
    double from[2];                              /* at these values, as they are written */
    float from_px[2];
    Rectangle area; /* of the plot in the last frame, px */
    bool alone;     /* to be drawn alone, for its picture */
    int alone_frames;
    char file[RB_PATH_MAX]; /* of the picture; "": a new one */
} rb_study_view;

typedef enum rb_study_request_kind {
    RB_REQUEST_NONE,
    RB_REQUEST_START,
    RB_REQUEST_REFINE
} rb_study_request_kind;
/* What the mouse asks for, SI. */
typedef struct rb_study_request {
    rb_study_request_kind kind;
    double x0, x1, y0, y1;
} rb_study_request;

/* Into the room that is left of the window; `present` is where a mark shows what runs now. */
rb_study_request rb_study_view_draw(rb_study_view *view, const rb_survey *survey,
                                    const rb_scene *present, bool still);
/* What it shows, in words: "ω₃ at the end over start: ω₁, ω₂". */
void rb_study_view_title(const rb_survey *survey, char *text, size_t size);
/* How a search goes: its objective over the evaluations. */
void rb_study_view_fit(const rb_fitting *fitting, float height);

/* Asks for its picture: it is drawn alone for some frames, then saved. */
void rb_study_view_save(rb_study_view *view, const char *file);
void rb_study_view_draw_alone(rb_study_view *view, const rb_survey *survey);
bool rb_study_view_alone_done(rb_study_view *view);
void rb_study_view_free(rb_study_view *view); /* before the window closes */

/* ---- study_image.c */
/* Brings the picture up to date, for a plot of this many pixels. */
void rb_study_image_update(rb_study_view *view, const rb_survey *survey, int width, int height);
/* The ends of the vertical axis of a diagram or a curve, with some room. */
void rb_study_ends(const rb_survey *survey, double *low, double *high);

#endif
