/* The window: how it opens, its size, what the system says about it. */
#ifndef RB_VIEWER_PLATFORM_WINDOW_H
#define RB_VIEWER_PLATFORM_WINDOW_H

#include <rattleback/status.h>
#include <stdbool.h>

typedef struct rb_window_options {
    const char *title;
    int width, height; /* px */
    bool exact;        /* this size, whatever the screen */
    bool first;        /* never opened before: the size is for 96 dpi, and leaves room for bars */
    bool maximized;
    bool offscreen; /* nobody looks: frames do not wait for the screen */
} rb_window_options;

rb_status rb_window_open(const rb_window_options *options, rb_error *err);
bool rb_window_ready(void); /* it is open, and OpenGL can be used */
void rb_window_close(void);
void rb_window_title(const char *title);

int rb_window_width(void); /* in the units of mouse and panels */
int rb_window_height(void);
int rb_window_pixels_x(void); /* of the picture itself */
int rb_window_pixels_y(void);
/* What the screen asks for, 1 at 96 dpi. Read anew whenever asked: a window can change screens. */
float rb_window_scale(void);

/* What this person likes, as far as the system says. */
bool rb_window_prefers_dark(void);
bool rb_window_prefers_still(void); /* nothing that moves by itself */

bool rb_window_focused(void);
bool rb_window_minimized(void);
void rb_window_restore(void);
bool rb_window_maximized(void);
bool rb_window_full_screen(void);
void rb_window_toggle_full_screen(void);
bool rb_window_should_close(void); /* someone asked for it since the last call */

/* OpenGL has lost everything: what the window itself needs of it is made anew. */
void rb_window_renew(void);

/* Around everything that is drawn in a frame; the end shows it and takes in what hands did. */
void rb_window_begin_frame(void);
void rb_window_end_frame(void);

#endif
