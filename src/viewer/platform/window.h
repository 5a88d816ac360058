/* The window on its desktop: how it opens, what it is called, what is remembered of its place, and
   how it is asked to close. */
#ifndef RB_VIEWER_WINDOW_H
#define RB_VIEWER_WINDOW_H

#include <rattleback/rattleback.h>

struct rb_app;

rb_status rb_window_open(struct rb_app *app, rb_error *err);
/* The scene's name in the title bar. */
void rb_window_title(const rb_scene *scene);
/* Once a frame: the size to come back to is the one it has as a plain window. */
void rb_window_note_size(struct rb_app *app);
/* Nobody can see it: nothing need be drawn. */
bool rb_window_asleep(const struct rb_app *app);

/* Quits, or first asks if a film is being made; being asked twice is an answer. */
void rb_window_close(struct rb_app *app);
/* The question, while it is open: the one modal thing there is. */
void rb_window_draw_question(struct rb_app *app);

#endif
