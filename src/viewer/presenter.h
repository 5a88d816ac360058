/* Presenter mode: the world and one plot with large text for an audience. Time slows down automatically
   at events. */
#ifndef RB_VIEWER_PRESENTER_H
#define RB_VIEWER_PRESENTER_H

#include <raylib.h>

#include "app/session/prediction.h"

typedef struct rb_presenter {
    bool on;
    bool blank;               /* black screen */
    bool plot;                /* beside the world */
    double usual;             /* usual speed, in multiples of the body's pace */
    double base;              /* speed between events */
    double given;             /* speed set last; a different one was set by the user */
    double before;            /* speed before presenter mode */
    const rb_body_kind *body; /* body of the base speed */
    rb_prediction prediction;
    unsigned hidden_forces; /* arrows that "show forces" hid last */
    /* The replay of an event from the record; nothing is computed again. */
    struct {
        bool on, played; /* played: the run was playing before */
        double t, end;   /* s */
    } replay;
} rb_presenter;

struct rb_app;

void rb_presenter_set(struct rb_app *app, bool on);
/* Call once per frame, before the session's update. */
void rb_presenter_update(struct rb_app *app, double dt);
/* To the next start or scene of the group (1), or back (-1). */
void rb_presenter_step(struct rb_app *app, int direction);
void rb_presenter_replay(struct rb_app *app); /* repeats the step of a lesson, or the run */
/* Shows the last reversal or inversion of the record in slow motion, then what was shown before. */
rb_status rb_presenter_replay_event(struct rb_app *app, rb_error *err);
/* The speed without slow motion, for the settings. */
double rb_presenter_usual_speed(const struct rb_app *app);

/* Scale of text and lines relative to 100 % in a window of this size. */
float rb_presenter_zoom(float width, float height);
/* The plot's part of the window; empty if there is none. */
Rectangle rb_presenter_plot_area(const struct rb_app *app, float width, float height);
void rb_presenter_draw(struct rb_app *app); /* the plot and the speed */

#endif
