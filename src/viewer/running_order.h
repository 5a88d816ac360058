/* The running order of a lecture in the window: opened, edited, stepped by Page Down. */
#ifndef RB_VIEWER_RUNNING_ORDER_H
#define RB_VIEWER_RUNNING_ORDER_H

#include "app/lesson/running_order.h"
#include "viewer/actions/actions.h"
#include "viewer/platform/files.h"

typedef struct rb_running_order {
    rb_order order;                        /* count 0: none */
    int at;                                /* the item shown, -1: none yet */
    bool steps;                            /* it is a lesson whose steps are gone through */
    bool page;                             /* the list is shown */
    char path[RB_PATH_MAX];                /* of its file; "": not saved yet */
    char field[RB_PATH_MAX];               /* the path being typed */
    char lines[RB_ORDER_LINES_MAX + 2048]; /* of the item */
    rb_script script;                      /* those still to run */
} rb_running_order;

struct rb_app;

rb_status rb_running_order_open(struct rb_app *app, const char *path, rb_error *err);
rb_status rb_running_order_save(struct rb_app *app, const char *path, rb_error *err);
/* Adds what is shown behind the item shown: the lesson, or a link to the present state. */
rb_status rb_running_order_add(struct rb_app *app, rb_error *err);
rb_status rb_running_order_go(struct rb_app *app, int index, rb_error *err);
/* To the next step of a lesson, else to the next item; -1: back. Ends with a message at the ends. */
rb_status rb_running_order_step(struct rb_app *app, int direction, rb_error *err);
void rb_running_order_close(struct rb_app *app);
/* Call once per frame: runs the lines of the item. */
void rb_running_order_update(struct rb_app *app);
void rb_running_order_draw(struct rb_app *app); /* the page with the list */

#endif
