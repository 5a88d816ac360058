/* Dear ImGui in the second window: a context, fonts and style of its own. Between begin and end ImGui's calls
   go to the second window; then actions must not be run. */
#ifndef RB_VIEWER_GUI_SECOND_LAYER_H
#define RB_VIEWER_GUI_SECOND_LAYER_H

#include <cimgui.h>
#include <rattleback/status.h>
#include <stdbool.h>

#include "viewer/platform/files.h"

rb_status rb_second_layer_open(const char *title, int width, int height, rb_error *err);
void rb_second_layer_close(void); /* no-op if it is closed */
/* Begins a frame; dt: since the last one, s. */
void rb_second_layer_begin(float dt);
void rb_second_layer_end(void);
ImFont *rb_second_layer_font(rb_font font);

#endif
