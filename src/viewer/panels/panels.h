/* The panels, one function each: what it shows and what it may change are its arguments. */
#ifndef RB_VIEWER_PANELS_PANELS_H
#define RB_VIEWER_PANELS_PANELS_H

#include <raylib.h>

#include "viewer/session/messages.h"

/* Ages the messages and draws them at the top of the area. */
void rb_messages_draw(rb_messages *messages, Rectangle area, double dt);

#endif
