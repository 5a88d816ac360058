/* A second window of the same process, for the lecturer's own screen. It has a pointer and an OpenGL context
   of its own; keys pressed in it go to the queue of the first window (input.h). Desktop only. */
#ifndef RB_VIEWER_PLATFORM_SECOND_WINDOW_H
#define RB_VIEWER_PLATFORM_SECOND_WINDOW_H

#include <rattleback/status.h>
#include <stdbool.h>

/* On another screen than the first window if there is one. Does nothing when it is open. */
rb_status rb_second_window_open(const char *title, int width, int height, rb_error *err);
void rb_second_window_close(void);
bool rb_second_window_is_open(void);
bool rb_second_window_should_close(void); /* its close button was pressed */

typedef struct rb_second_pointer {
    float x, y;
    float wheel; /* turned since the last call */
    bool down;   /* the left button, now or since the last call */
} rb_second_pointer;

rb_second_pointer rb_second_window_pointer(void);
void rb_second_window_size(int *width, int *height); /* px */

/* Between these two OpenGL draws into the second window. */
void rb_second_window_begin_frame(void);
void rb_second_window_end_frame(void);

#endif
