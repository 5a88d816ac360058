#include "viewer/gui/gui.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ImVec4 rb_im4(Color c) {
    return (ImVec4){(float)c.r / 255.0f, (float)c.g / 255.0f, (float)c.b / 255.0f, (float)c.a / 255.0f};
}

ImU32 rb_im32(Color c) {
    return (ImU32)c.r | (ImU32)c.g << 8 | (ImU32)c.b << 16 | (ImU32)c.a << 24;
}

ImVec4 rb_role4(rb_color_role role) {
    return rb_im4(rb_color(role));
}

ImU32 rb_role32(rb_color_role role) {
    return rb_im32(rb_color(role));
}

Color rb_fade(Color color, float alpha) {
    color.a = (unsigned char)(255.0f * fminf(fmaxf(alpha, 0.0f), 1.0f));
    return color;
}

float rb_em(float factor) {
    return roundf(factor * igGetFontSize());
}

ImVec2 rb_text_size(const char *text) {
    ImVec2 size;
    igCalcTextSize(&size, text, NULL, true, -1.0f);
    return size;
}

Vector2 rb_item_centre(void) {
    ImVec2 min, max;
    igGetItemRectMin(&min);
    igGetItemRectMax(&max);
    return (Vector2){0.5f * (min.x + max.x), 0.5f * (min.y + max.y)};
}

float rb_text_width(const char *text) {
    return rb_text_size(text).x;
}

void rb_same_row(const char *name) {
    const ImGuiStyle *style = igGetStyle();
    rb_same_line_or_next(style->ItemSpacing.x, rb_text_width(name) + 2 * style->FramePadding.x);
}

void rb_text_ellipsize(char *text, size_t size, float wrap, int lines) {
    ImVec2 box;
    igCalcTextSize(&box, text, NULL, false, wrap);
    while (box.y > ((float)lines + 0.5f) * igGetTextLineHeight() && strrchr(text, ' ') != NULL) {
        size_t end = (size_t)(strrchr(text, ' ') - text);
        snprintf(text + end, size - end, "…");
        igCalcTextSize(&box, text, NULL, false, wrap);
    }
}

/* ---------------------------------------------------------------- style */

static void set_color(ImGuiCol slot, Color color) {
    igGetStyle()->Colors[slot] = rb_im4(color);
}

static void style_colors(void) {
    bool dark = rb_theme_current() == RB_THEME_DARK;
    dark ? igStyleColorsDark(NULL) : igStyleColorsLight(NULL);
    Color ink = rb_color(RB_COLOR_INK);
    Color soft = rb_color(RB_COLOR_INK_SOFT);
    Color panel = rb_color(RB_COLOR_PANEL);
    Color raised = rb_color(RB_COLOR_PANEL_RAISED);
    Color accent = rb_color(RB_COLOR_ACCENT);
    set_color(ImGuiCol_Text, ink);
    set_color(ImGuiCol_TextDisabled, soft);
    set_color(ImGuiCol_WindowBg, panel);
    set_color(ImGuiCol_ChildBg, rb_fade(panel, 0));
    set_color(ImGuiCol_PopupBg, rb_fade(raised, 0.98f));
    set_color(ImGuiCol_Border, rb_fade(soft, 0.35f));
    set_color(ImGuiCol_FrameBg, raised);
    set_color(ImGuiCol_FrameBgHovered, rb_fade(accent, 0.22f));
    set_color(ImGuiCol_FrameBgActive, rb_fade(accent, 0.35f));
    set_color(ImGuiCol_Button, raised);
    set_color(ImGuiCol_ButtonHovered, rb_fade(accent, 0.30f));
    set_color(ImGuiCol_ButtonActive, rb_fade(accent, 0.55f));
    set_color(ImGuiCol_Header, rb_fade(accent, 0.16f));
    set_color(ImGuiCol_HeaderHovered, rb_fade(accent, 0.28f));
    set_color(ImGuiCol_HeaderActive, rb_fade(accent, 0.40f));
    set_color(ImGuiCol_CheckMark, accent);
    /* The number in a slider stays readable through its grab. */
    set_color(ImGuiCol_SliderGrab, rb_fade(accent, 0.5f));
    set_color(ImGuiCol_SliderGrabActive, rb_fade(accent, 0.65f));
    set_color(ImGuiCol_Tab, raised);
    set_color(ImGuiCol_TabHovered, rb_fade(accent, 0.40f));
    set_color(ImGuiCol_TabActive, rb_fade(accent, 0.30f));
    set_color(ImGuiCol_Separator, rb_fade(soft, 0.35f));
    set_color(ImGuiCol_ScrollbarBg, rb_fade(panel, 0));
    set_color(ImGuiCol_ScrollbarGrab, rb_fade(soft, 0.40f));
    set_color(ImGuiCol_TableHeaderBg, raised);
    set_color(ImGuiCol_TableBorderLight, rb_fade(soft, 0.25f));
    set_color(ImGuiCol_TableBorderStrong, rb_fade(soft, 0.35f));
    set_color(ImGuiCol_TitleBg, raised);
    set_color(ImGuiCol_TitleBgActive, raised);
    set_color(ImGuiCol_TextSelectedBg, rb_fade(accent, 0.40f));
}

static void style_sizes(float scale) {
    ImGuiStyle *style = igGetStyle();
    style->WindowPadding = rb_im2(10 * scale, 8 * scale);
    style->FramePadding = rb_im2(7 * scale, 4 * scale);
    style->ItemSpacing = rb_im2(7 * scale, 5 * scale);
    style->ItemInnerSpacing = rb_im2(6 * scale, 4 * scale);
    style->CellPadding = rb_im2(5 * scale, 2 * scale);
    style->WindowRounding = 0;
    style->ChildRounding = 5 * scale;
    style->FrameRounding = 5 * scale;
    style->PopupRounding = 6 * scale;
    style->GrabRounding = 4 * scale;
    style->TabRounding = 5 * scale;
    style->ScrollbarRounding = 6 * scale;
    style->ScrollbarSize = 11 * scale;
    style->GrabMinSize = 11 * scale;
    style->WindowBorderSize = 0;
    style->PopupBorderSize = 1;
    style->IndentSpacing = 14 * scale;
    style->DisabledAlpha = 0.45f;
    style->HoverDelayNormal = 0.35f;
}

/* Buttons, fields and headers high enough for fingers; scroll bars are for mice. */
static void style_fingers(float scale) {
    ImGuiStyle *style = igGetStyle();
    float room = fmaxf(rb_gui_target() - igGetFontSize(), 0);
    style->FramePadding = rb_im2(10 * scale, 0.5f * room + 0.5f);
    style->WindowPadding = rb_im2(8 * scale, 6 * scale);
    style->ItemSpacing = rb_im2(7 * scale, 7 * scale);
    style->SelectableTextAlign = rb_im2(0, 0.5f);
    style->GrabMinSize = 28 * scale;
}

static void style_plots(float scale) {
    ImPlotStyle *style = ImPlot_GetStyle();
    style->LineWeight = fmaxf(2.0f, 2.0f * scale);
    style->MarkerSize = 4 * scale;
    style->PlotPadding = rb_im2(6 * scale, 5 * scale);
    style->LabelPadding = rb_im2(4 * scale, 3 * scale);
    style->LegendPadding = rb_im2(5 * scale, 4 * scale);
    style->LegendInnerPadding = rb_im2(4 * scale, 3 * scale);
    style->LegendSpacing = rb_im2(5 * scale, 2 * scale);
    style->MousePosPadding = rb_im2(5 * scale, 4 * scale);
    style->PlotMinSize = rb_im2(60 * scale, 40 * scale);
    style->PlotBorderSize = 0;
    style->MinorAlpha = 0.3f;
    Color ink = rb_color(RB_COLOR_INK);
    Color soft = rb_color(RB_COLOR_INK_SOFT);
    style->Colors[ImPlotCol_FrameBg] = rb_im4(rb_fade(ink, 0));
    style->Colors[ImPlotCol_PlotBg] = rb_role4(RB_COLOR_PANEL_RAISED);
    style->Colors[ImPlotCol_PlotBorder] = rb_im4(rb_fade(soft, 0.5f));
    style->Colors[ImPlotCol_LegendBg] = rb_im4(rb_fade(rb_color(RB_COLOR_PANEL), 0.80f));
    style->Colors[ImPlotCol_LegendBorder] = rb_im4(rb_fade(soft, 0));
    style->Colors[ImPlotCol_LegendText] = rb_im4(ink);
    style->Colors[ImPlotCol_AxisText] = rb_im4(soft);
    style->Colors[ImPlotCol_AxisGrid] = rb_im4(rb_fade(soft, 0.30f));
    style->Colors[ImPlotCol_AxisBgHovered] = rb_im4(rb_fade(soft, 0.15f));
    style->Colors[ImPlotCol_InlayText] = rb_im4(ink);
    style->Colors[ImPlotCol_TitleText] = rb_im4(ink);
    style->Colors[ImPlotCol_Crosshairs] = rb_im4(soft);
}

/* Global like ImGui's style. */
static bool for_fingers;

bool rb_gui_fingers(void) {
    return for_fingers;
}

float rb_gui_target(void) {
    return for_fingers ? RB_TARGET * rb_imgui_screen_scale() : 0;
}

bool rb_choice(const char *label, bool on) {
    return igSelectable_Bool(label, on, 0, rb_im2(0, rb_gui_target()));
}

bool rb_small_button(const char *label) {
    if (!for_fingers) { /* as high as the text line; descenders reach below it and are not clipped */
        igPushStyleColor_U32(ImGuiCol_Text, 0);
        bool pressed = igSmallButton(label);
        igPopStyleColor(1);
        ImVec2 at;
        igGetItemRectMin(&at);
        at.x += igGetStyle()->FramePadding.x;
        ImDrawList_AddText_Vec2(igGetWindowDrawList(), at, igGetColorU32_Col(ImGuiCol_Text, 1), label, NULL);
        return pressed;
    }
    float wide = rb_text_width(label) + 2 * igGetStyle()->FramePadding.x;
    return igButton(label, rb_im2(fmaxf(wide, rb_gui_target()), 0));
}

void rb_same_line_or_next(float gap, float width) {
    ImVec2 at, end, room;
    igGetItemRectMax(&end);
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&room);
    if (end.x + gap + width <= at.x + room.x) {
        igSameLine(0, gap);
    }
}

bool rb_checkbox(const char *label, bool *on) {
    ImVec2 room;
    float gap = igGetStyle()->ItemInnerSpacing.x;
    igGetContentRegionAvail(&room);
    if (igGetFrameHeight() + gap + rb_text_width(label) <= room.x) {
        return igCheckbox(label, on);
    }
    igPushID_Str(label);
    bool changed = igCheckbox("##box", on);
    igPopID();
    igSameLine(0, gap);
    igAlignTextToFramePadding();
    igPushTextWrapPos(0);
    igTextUnformatted(label, NULL);
    igPopTextWrapPos();
    if (igIsItemClicked(ImGuiMouseButton_Left)) {
        *on = !*on;
        changed = true;
    }
    return changed;
}

void rb_gui_style(bool fingers) {
    float scale = rb_imgui_scale();
    for_fingers = fingers;
    style_colors();
    style_sizes(scale);
    igGetStyle()->SelectableTextAlign = rb_im2(0, 0);
    if (fingers) {
        style_fingers(scale);
    }
    style_plots(scale);
    ImPlotInputMap *map = ImPlot_GetInputMap();
    /* The left button scrubs time; panning and box zoom are on the others. */
    map->Pan = ImGuiMouseButton_Right;
    map->Select = ImGuiMouseButton_Middle;
    map->SelectCancel = ImGuiMouseButton_Left;
    map->Menu = ImGuiMouseButton_Middle;
    igGetIO()->ConfigDragClickToInputText = true;
}

/* ---------------------------------------------------------------- tooltips, panels, numbers */

void rb_gui_close_popups(void) {
    if (igIsPopupOpen_Str("", ImGuiPopupFlags_AnyPopup)) {
        igClosePopupToLevel(0, true);
    }
}

/* Beside a narrow panel, or else above or below the item: a tooltip does not cover what it explains. */
static void place_tooltip(void) {
    ImVec2 min, max, at, size, screen = igGetIO()->DisplaySize;
    igGetItemRectMin(&min);
    igGetItemRectMax(&max);
    igGetWindowPos(&at);
    igGetWindowSize(&size);
    float gap = rb_em(0.5f);
    bool low = min.y > 0.6f * screen.y;
    if (size.x < 0.4f * screen.x && size.y > 0.3f * screen.y) {
        bool right = at.x + 0.5f * size.x > 0.5f * screen.x;
        igSetNextWindowPos(rb_im2(right ? at.x - gap : at.x + size.x + gap, low ? max.y : min.y),
                           ImGuiCond_Always, rb_im2(right ? 1 : 0, low ? 1 : 0));
        return;
    }
    float x = fminf(igGetIO()->MousePos.x, screen.x - rb_em(25));
    igSetNextWindowPos(rb_im2(fmaxf(x, gap), low ? min.y - gap : max.y + gap), ImGuiCond_Always,
                       rb_im2(0, low ? 1 : 0));
}

bool rb_begin_tooltip(void) {
    if (!igIsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled)) {
        return false;
    }
    if (igGetIO()->WantTextInput && igIsItemActive()) {
        return false; /* it would cover what is being typed */
    }
    place_tooltip();
    if (!igBeginTooltip()) {
        return false;
    }
    igPushTextWrapPos(rb_em(24));
    return true;
}

void rb_end_tooltip(void) {
    igPopTextWrapPos();
    igEndTooltip();
}

void rb_tooltip(const char *format, ...) {
    if (rb_begin_tooltip()) {
        char text[1024];
        va_list args;
        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        igTextUnformatted(text, NULL);
        rb_end_tooltip();
    }
}

void rb_text_box(ImDrawList *list, ImVec2 at, const char *text, float wrap, Color ink, float shrink) {
    ImVec2 size;
    igCalcTextSize(&size, text, NULL, false, wrap);
    size = rb_im2(shrink * size.x, shrink * size.y);
    float pad = shrink * rb_em(0.4f);
    ImDrawList_AddRectFilled(list, rb_im2(at.x - pad, at.y - 0.6f * pad),
                             rb_im2(at.x + size.x + pad, at.y + size.y + 0.6f * pad),
                             rb_im32(rb_fade(rb_color(RB_COLOR_PANEL), 0.85f)), pad, 0);
    ImDrawList_AddText_FontPtr(list, igGetFont(), shrink * igGetFontSize(), at, rb_im32(rb_readable(ink)),
                               text, NULL, wrap, NULL);
}

bool rb_begin_panel(const char *id, Rectangle area, int extra_flags) {
    /* No navigation by keys: Tab must hide the panels, not enter a field of one. */
    igSetNextWindowPos(rb_im2(area.x, area.y), ImGuiCond_Always, rb_im2(0, 0));
    igSetNextWindowSize(rb_im2(fmaxf(area.width, 1), fmaxf(area.height, 1)), ImGuiCond_Always);
    int flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoDocking |
                extra_flags;
    return igBegin(id, NULL, flags);
}

void rb_end_panel(void) {
    rb_imgui_allow_finger_scroll();
    igEnd();
}

const char *rb_format_digits(char *buffer, size_t size, double value, int digits) {
    if (!isfinite(value)) {
        snprintf(buffer, size, "–");
        return buffer;
    }
    double magnitude = fabs(value);
    const char *sign = value < 0 ? "−" : "";
    int power = magnitude > 0 ? (int)floor(log10(magnitude)) : 0;
    if (power >= 5 || power < -3) { /* short form for very large and very small numbers */
        snprintf(buffer, size, "%s%.1fe%s%d", sign, magnitude * pow(10, -power), power < 0 ? "−" : "",
                 abs(power));
        return buffer;
    }
    int after = digits - power - 1;
    after = after < 0 ? 0 : after > 5 ? 5 : after;
    snprintf(buffer, size, "%s%.*f", sign, after, magnitude);
    return buffer;
}

void rb_typeset(char *text, size_t size) {
    if (text[0] == '-') {
        char rest[64];
        snprintf(rest, sizeof rest, "%s", text + 1);
        snprintf(text, size, "%s%s", rest[0] == '\0' ? "–" : "−", rest);
    }
}
