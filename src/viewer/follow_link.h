/* A link that is being followed, frame by frame. */
#ifndef RB_VIEWER_FOLLOW_LINK_H
#define RB_VIEWER_FOLLOW_LINK_H

#include "app/link/link.h"

struct rb_app;

typedef struct rb_followed_link {
    rb_link link;
    int next;           /* next line to run */
    bool under_way;     /* not finished */
    double speed;       /* speed to restore when the time is reached */
    bool gave_language; /* the language now is that of a link, which is not saved */
} rb_followed_link;

/* The state as a link. elsewhere: the scene is not in the library, and is written as changes to one
   that is. */
rb_status rb_app_link(const struct rb_app *app, rb_link_pen *pen, bool *elsewhere, rb_error *err);
/* The same with the address of the page, to be freed. */
rb_status rb_app_address(const struct rb_app *app, char **address, bool *elsewhere, rb_error *err);
/* Opens the link's scenes and then follows its lines. Errors are shown in the window. */
void rb_app_open_link(struct rb_app *app, const char *text);
/* Stops following the link. */
void rb_app_leave_link(struct rb_app *app);
/* Call once a frame, between frames; false when it is finished. */
bool rb_app_follow_link(struct rb_app *app);

#endif
