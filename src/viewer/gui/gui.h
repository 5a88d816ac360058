/* Small helpers over cimgui: vectors, colours by meaning, icons, tooltips. */
#ifndef RB_VIEWER_GUI_GUI_H
#define RB_VIEWER_GUI_GUI_H

#include <cimgui.h>
#include <cimplot.h>
#include <rattleback/base.h>
#include <raylib.h>

#include "viewer/gui/imgui_layer.h"
#include "viewer/world/theme.h"

static inline ImVec2 rb_im2(float x, float y) {
    return (ImVec2){x, y};
}

ImVec4 rb_im4(Color color);
ImU32 rb_im32(Color color);
ImVec4 rb_role4(rb_color_role role);
ImU32 rb_role32(rb_color_role role);
Color rb_fade(Color color, float alpha);

/* Font-relative length: em(1) is the height of body text. */
float rb_em(float factor);
ImVec2 rb_text_size(const char *text);
float rb_text_width(const char *text);
/* Stays in the row if a button with this name fits into the panel. */
void rb_same_row(const char *name);
/* Cuts the text to the whole words that fit into this number of lines, with an ellipsis. */
void rb_text_ellipsize(char *text, size_t size, float wrap, int lines);
Vector2 rb_item_centre(void); /* of the last item, px of the window */

/* Sets ImGui's and ImPlot's colours and sizes for the current theme and scale. fingers: all controls
   are at least RB_TARGET high. */
#define RB_TARGET 44.0f /* px at 100 % */
void rb_gui_style(bool fingers);
bool rb_gui_fingers(void);
float rb_gui_target(void); /* px; 0 with a mouse */

/* A selectable line of a list or menu, and a button as high as its text: both large enough for a finger
   on a touch screen. */
bool rb_choice(const char *label, bool on);
bool rb_small_button(const char *label);
/* Its text takes several lines where it is wider than the panel. */
bool rb_checkbox(const char *label, bool *on);
/* The next item is drawn on the same line where there is room for its width, else below. */
void rb_same_line_or_next(float gap, float width);

typedef enum rb_icon {
    RB_ICON_PLAY,
    RB_ICON_PAUSE,
    RB_ICON_STEP_BACK,
    RB_ICON_STEP_FORWARD,
    RB_ICON_RESTART,
    RB_ICON_LIVE,
    RB_ICON_RECORD,
    RB_ICON_STOP,
    RB_ICON_CAMERA,
    RB_ICON_MENU,
    RB_ICON_HELP,
    RB_ICON_PLUS,
    RB_ICON_CLOSE,
    RB_ICON_EYE,
    RB_ICON_THEME,
    RB_ICON_MICROSCOPE,
    RB_ICON_SOUND,
    RB_ICON_SLIDERS,
    RB_ICON_CURVE,
    RB_ICON_LESSON,
} rb_icon;

/* A square button with a drawn icon; lit while on. tooltip names the action and its key. */
bool rb_icon_button(const char *id, rb_icon icon, bool on, const char *tooltip);
void rb_draw_icon(ImDrawList *list, rb_icon icon, ImVec2 centre, float radius, ImU32 color);

/* Closes every open menu, list and popup. */
void rb_gui_close_popups(void);

/* For the last item: wrapped text after a short hover. */
void rb_tooltip(const char *format, ...) RB_PRINTF(1, 2);
bool rb_begin_tooltip(void); /* with wrapping set up */
void rb_end_tooltip(void);

/* Text with its own background, over the world. shrink: 1 for the default text size. */
void rb_text_box(ImDrawList *list, ImVec2 at, const char *text, float wrap, Color ink, float shrink);

/* A run's marker, the second cue beside its colour. */
ImPlotMarker rb_run_marker(int run);
void rb_draw_run_marker(ImDrawList *list, int run, ImVec2 centre, float radius);

/* Draws a formula in the notation of docs/laws.md#formulas, one line of it, with its upper left corner at
   `at`; list NULL: only measures. width: it is set smaller to fit into it. Returns its size. */
ImVec2 rb_formula(ImDrawList *list, ImVec2 at, float width, ImU32 color, const char *text);

/* Begins a fixed panel that fills the rectangle. */
bool rb_begin_panel(const char *id, Rectangle area, int extra_flags);
void rb_end_panel(void);

/* A number with a given count of significant digits and a fixed width, so that it does not jitter;
   "–" for NAN. */
const char *rb_format_digits(char *buffer, size_t size, double value, int digits);

/* Replaces a hyphen by a minus sign, and a single hyphen by a dash. */
void rb_typeset(char *text, size_t size);

#endif
