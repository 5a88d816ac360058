/* Presenter mode: the world and one plot, written large, for a hall. Time slows down by itself where
   something happens. */
#ifndef RB_VIEWER_PRESENTER_H
#define RB_VIEWER_PRESENTER_H

#include <raylib.h>

#include "app/session/prediction.h"

typedef struct rb_presenter {
    bool on;
    bool blank;               /* nothing is to be seen */
    bool plot;                /* beside the world */
    double usual;             /* speed of bodies that need no other, in multiples of their pace */
    double base;              /* where nothing happens */
    double given;             /* what was set last; another one comes from a hand */
    double before;            /* the speed to go back to, as usual */
    const rb_body_kind *body; /* that the base is for */
    rb_prediction prediction;
} rb_presenter;

struct rb_app;

void rb_presenter_set(struct rb_app *app, bool on);
/* Once per frame, before the session's update. */
void rb_presenter_update(struct rb_app *app, double dt);
/* To the next start or scene of the group (1), or back (-1). */
void rb_presenter_step(struct rb_app *app, int direction);
void rb_presenter_replay(struct rb_app *app); /* once more: the step of a lesson, or the run */
/* The speed that holds when nothing is slowed down, for settings. */
double rb_presenter_usual_speed(const struct rb_app *app);

/* How much larger than at 100 % letters and lines are in a window of this size. */
float rb_presenter_zoom(float width, float height);
/* Of the window, for the plot; nothing where there is none. */
Rectangle rb_presenter_plot_area(const struct rb_app *app, float width, float height);
void rb_presenter_draw(struct rb_app *app); /* the plot, and how slow time is */

#endif
