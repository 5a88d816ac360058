/* A link that is being followed: what is left of it, frame by frame. */
#ifndef RB_VIEWER_FOLLOW_LINK_H
#define RB_VIEWER_FOLLOW_LINK_H

#include "app/link/link.h"

struct rb_app;

typedef struct rb_followed_link {
    rb_link link;
    int next;       /* line to be run */
    bool under_way; /* it has not been done to its end */
    double speed;   /* to come back to when the moment is reached */
} rb_followed_link;

/* The state as a link. elsewhere: the scene is none of the library's, and told as another one with
   changes. */
rb_status rb_app_link(const struct rb_app *app, rb_link_pen *pen, bool *elsewhere, rb_error *err);
/* Makes its scenes the runs; what else it asks for follows. What cannot be is told in the window. */
void rb_app_open_link(struct rb_app *app, const char *text);
/* What is left of it is no longer wanted. */
void rb_app_leave_link(struct rb_app *app);
/* Once a frame, between frames; false when there is nothing left to do. */
bool rb_app_follow_link(struct rb_app *app);

#endif
