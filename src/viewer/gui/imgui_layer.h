/* Dear ImGui between the platform and the panels.

   The platform owns the window and collects what hands do; ImGui's own OpenGL 3 renderer draws (it
   handles vertex offsets, so dense plots do not overflow 16-bit indices). This file feeds the one
   from the other. Main thread only. A frame:

       rb_window_begin_frame();
       rb_imgui_begin();
       ... ask ImGui for mouse and keys, draw the world with raylib ...
       ... igBegin / igEnd, ImPlot_BeginPlot / ImPlot_EndPlot ...
       igRender();      our work ends here: the draw lists are finished
       rb_imgui_end();  they go to OpenGL, over the world
       rb_window_end_frame();

   Keyboard shortcuts are best asked of ImGui (igIsKeyPressed_Bool): it sees taps shorter than a
   frame, which raylib's IsKeyPressed misses on a slow machine. */
#ifndef RB_VIEWER_GUI_IMGUI_LAYER_H
#define RB_VIEWER_GUI_IMGUI_LAYER_H

#include <cimgui.h>
#include <stdbool.h>

#include "viewer/gui/fingers.h"
#include "viewer/platform/files.h"

/* Creates the ImGui and ImPlot contexts for the open window. `font_size` is the height of body text
   in pixels at 100 % scale; `follow_screen` lets text and panels grow with the screen's own scale.
   False when there is no usable OpenGL context; nothing is left behind. */
bool rb_imgui_init(float font_size, bool follow_screen);
void rb_imgui_begin(void);
void rb_imgui_end(void);
/* The OpenGL context was lost, and works again. */
void rb_imgui_on_context_lost(void);
void rb_imgui_on_context_restored(void);
void rb_imgui_shutdown(void);

/* A font by its use. Never NULL after rb_imgui_init; valid until the next rb_imgui_begin. */
ImFont *rb_imgui_font(rb_font font);

/* The screen's own scale if follow_screen was set, else 1. */
float rb_imgui_screen_scale(void);
/* The user's zoom on top of the screen's own scale; takes effect at the next rb_imgui_begin. */
void rb_imgui_set_zoom(float zoom);
/* Screen scale times zoom: multiply every pixel length in code by it. */
float rb_imgui_scale(void);

/* Call before a text field: it gets the keyboard. Typed keys wait for it, a few frames at most, and are no
   shortcuts. Not for fingers: an on-screen keyboard covers half of the page, so the field must be tapped. */
void rb_imgui_focus_field(void);

/* Call right after a text field for words. Other fields take numbers, with another on-screen
   keyboard. */
void rb_imgui_field_takes_words(void);

/* Call before the end of a scrollable window: a finger can scroll it. */
void rb_imgui_allow_finger_scroll(void);
/* The gesture of this frame. */
rb_gesture rb_imgui_gesture(void);

/* While true, mouse or keyboard input belongs to a panel, not to camera or shortcuts. */
bool rb_imgui_wants_mouse(void);
bool rb_imgui_wants_keyboard(void);

/* ---------------------------------------------------------------- keys */

/* raylib's keys as ImGui's. */

/* ImGuiKey_None where ImGui has no such key. */
ImGuiKey rb_imgui_key(int raylib_key);
/* The modifier of a left or right modifier key; else ImGuiKey_None. */
ImGuiKey rb_imgui_modifier(int raylib_key);

/* ---------------------------------------------------------------- fonts */

/* The fonts of the panels, found on the system at run time. */

#define RB_CAPTION_SIZE 1.45f /* size of captions relative to body text */

/* Fills ImGui's font atlas for text of `size` pixels at 100 % and the given scale, and `fonts` with one
   font per use. RATTLEBACK_FONT names a preferred font file for the body text. Without any font file
   ImGui's built-in font is used, which has no Greek letters. */
void rb_imgui_build_fonts(float size, float scale, ImFont *fonts[RB_FONT_COUNT]);

#endif
