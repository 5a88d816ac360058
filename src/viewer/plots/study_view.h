/* The picture of a study: a map with its colour bar, curves with a plot for each outcome, or a bifurcation
   diagram; a tooltip with the numbers of the case under the mouse; clicks and dragged rectangles as requests.
 */
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
    uint64_t of, version;                        /* the study that is drawn, and its version */
    int theme, since;                            /* frames since it was drawn last */
    double x[RB_SURVEY_SIDE], y[RB_SURVEY_SIDE]; /* of a curve */
    int hovered, hovered_next;                   /* index on x under the mouse; -1: none */
    bool pressed;                                /* the left button was pressed here, */
    int pressed_in;                              /* in the plot of this outcome, */
    double from[2];                              /* at these values, in display units */
    float from_px[2];
    Rectangle area; /* of the plot in the last frame, px */
    bool alone;     /* to be drawn alone, to save it */
    int alone_frames;
    char file[RB_PATH_MAX]; /* of the picture; "": a new one */
} rb_study_view;

typedef enum rb_study_request_kind {
    RB_REQUEST_NONE,
    RB_REQUEST_START,
    RB_REQUEST_REFINE
} rb_study_request_kind;
/* What the user requests with the mouse, SI. */
typedef struct rb_study_request {
    rb_study_request_kind kind;
    double x0, x1, y0, y1; /* of a click on curves, y0 is the number of the curve, from 1 */
} rb_study_request;

/* Fills the rest of the window; a mark shows the scene `present`. */
rb_study_request rb_study_view_draw(rb_study_view *view, const rb_survey *survey, const rb_scene *present,
                                    bool still);
/* Its title: "ω₃ at the end over start: ω₁, ω₂". */
void rb_study_view_title(const rb_survey *survey, char *text, size_t size);
/* Progress of a fit: its objective over the evaluations. */
void rb_study_view_fit(const rb_fitting *fitting, float height);

/* Saves its picture: it is drawn alone for some frames first. */
void rb_study_view_save(rb_study_view *view, const char *file);
void rb_study_view_draw_alone(rb_study_view *view, const rb_survey *survey);
bool rb_study_view_alone_done(rb_study_view *view);
void rb_study_view_free(rb_study_view *view); /* before the window closes */

/* ---- image */
/* Updates the texture for a plot of this size, px. */
void rb_study_image_update(rb_study_view *view, const rb_survey *survey, int width, int height);
/* The ends of the vertical axis of a diagram or of the curves of an outcome, with a margin. */
void rb_study_ends(const rb_survey *survey, int value, double *low, double *high);

#endif
