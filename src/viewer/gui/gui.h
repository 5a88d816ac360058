/* Small helpers over cimgui: vectors, colours by meaning, icons, tooltips. */
#ifndef RB_VIEWER_GUI_GUI_H
#define RB_VIEWER_GUI_GUI_H

#include <cimgui.h>
#include <cimplot.h>
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

/* Sets ImGui's and ImPlot's colours and sizes for the current theme and scale. */
void rb_gui_style(void);

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
} rb_icon;

/* A square button with a drawn icon; lit while on. tooltip names the action and its key. */
bool rb_icon_button(const char *id, rb_icon icon, bool on, const char *tooltip);
void rb_draw_icon(ImDrawList *list, rb_icon icon, ImVec2 centre, float radius, ImU32 color);

/* For the last item: wrapped text after a short hover. */
void rb_tooltip(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool rb_begin_tooltip(void); /* with wrapping set up */
void rb_end_tooltip(void);

/* A marker by index, the second cue beside a run's colour. */
ImPlotMarker rb_run_marker(int run);
void rb_draw_run_marker(ImDrawList *list, int run, ImVec2 centre, float radius);

/* A law's or scene's name without what stands in brackets behind it. */
const char *rb_short_name(const char *name, char *buffer, size_t size);

/* Begins a fixed panel that fills the rectangle. */
bool rb_begin_panel(const char *id, Rectangle area, int extra_flags);
void rb_end_panel(void);

/* A number with a given count of significant digits and a fixed width, so that it does not jitter;
   "–" for NAN. */
const char *rb_format(char *buffer, size_t size, double value, int digits);

/* A number printed elsewhere: its hyphen becomes a minus sign, one that stands alone a dash. */
void rb_typeset(char *text, size_t size);

#endif
