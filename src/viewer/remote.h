/* The program's state for embedding pages, screen readers and tests. */
#ifndef RB_VIEWER_REMOTE_H
#define RB_VIEWER_REMOTE_H

#include <stddef.h>

struct rb_app;

/* As JSON, to be freed; NULL when out of memory. docs/web.md lists the fields. */
char *rb_remote_state_json(const struct rb_app *app);
/* What can be chosen and read, for controls outside the window; the same. */
char *rb_remote_controls_json(const struct rb_app *app);
/* A description: the scene, the time, how each run moves and what it did. */
void rb_remote_describe(const struct rb_app *app, char *text, size_t size);

/* Prints the state for driven tests (hidden option --trace): one line whenever it changes or a message
   appears, and the cost of a frame at the end. */

typedef struct rb_state_trace {
    char last[800];
    char places[4000];
} rb_state_trace;

struct rb_app;
void rb_state_trace_frame(struct rb_app *app);
void rb_state_trace_end(const struct rb_app *app);

#endif
