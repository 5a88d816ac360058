/* A picture of any size in place of the window: from the next frame on everything is drawn onto it, as
   if the window were as large. The window shows it, made small. */
#ifndef RB_VIEWER_PLATFORM_CANVAS_H
#define RB_VIEWER_PLATFORM_CANVAS_H

#include <raylib.h>
#include <stdbool.h>

/* From the next frame on; 0 x 0: the window again. */
void rb_canvas_ask(int width, int height);
bool rb_canvas_on(void); /* this frame is drawn onto it */
int rb_canvas_width(void);
int rb_canvas_height(void);
unsigned rb_canvas_framebuffer(void); /* 0: the window's */

/* What has been drawn of this frame, onto the canvas or into the window; to be unloaded. */
Image rb_canvas_image(void);

/* For the window: around a frame, after raylib has begun it and before it ends it. */
void rb_canvas_begin_frame(void);
void rb_canvas_end_frame(void);

#endif
