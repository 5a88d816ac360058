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
void rb_imgui_on_context_restored(void); /* OpenGL has lost what was made of it */
void rb_imgui_shutdown(void);

/* A font by its use. Never NULL after rb_imgui_init; valid until the next rb_imgui_begin. */
ImFont *rb_imgui_font(rb_font font);

/* The screen's own scale where it counts (see rb_imgui_init), else 1. */
float rb_imgui_screen_scale(void);
/* The user's zoom on top of the screen's own scale; takes effect at the next rb_imgui_begin. */
void rb_imgui_set_zoom(float zoom);
/* Screen scale times zoom: multiply by it every length in pixels written in code. */
float rb_imgui_scale(void);

/* A text field is about to take the keyboard: what is typed waits until it has it, a few frames at
   most, and is no shortcut. */
void rb_imgui_expect_text(void);

/* Right after a text field that takes words: all others take numbers, with other keys on a screen. */
void rb_imgui_field_takes_words(void);

/* Before the end of a window that may have more than it shows: a finger can scroll it. */
void rb_imgui_allow_finger_scroll(void);
/* What fingers do in this frame beside being a mouse. */
rb_gesture rb_imgui_gesture(void);

/* While true, mouse or keyboard belong to a panel, not to the camera or to shortcuts. */
bool rb_imgui_wants_mouse(void);
bool rb_imgui_wants_keyboard(void);

/* ---------------------------------------------------------------- keys */

/* The keys of raylib as ImGui names them. */

/* ImGuiKey_None where ImGui has no such key. */
ImGuiKey rb_imgui_key(int raylib_key);
/* The modifier that a key stands for, on the left or on the right; else ImGuiKey_None. */
ImGuiKey rb_imgui_modifier(int raylib_key);

/* ---------------------------------------------------------------- fonts */

/* The fonts of the panels, found on the system at run time. */

#define RB_CAPTION_SIZE 1.45f /* of letters to be read from afar, relative to body text */

/* Fills ImGui's font atlas for text of `size` pixels at 100 % and the given scale, and `fonts` with
   one font per use. RATTLEBACK_FONT names a font file to prefer for the body text. Where no font
   file is found ImGui's built-in font stands in: legible, but without Greek letters. */
void rb_imgui_build_fonts(float size, float scale, ImFont *fonts[RB_FONT_COUNT]);

#endif
