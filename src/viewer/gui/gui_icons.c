/* Icons and run markers as vector drawings, crisp at every scale. */
#include <math.h>

#include "viewer/gui/gui.h"

static void draw_triangle(ImDrawList *list, ImVec2 c, float r, float sign, ImU32 color) {
    ImDrawList_AddTriangleFilled(list, rb_im2(c.x - 0.6f * sign * r, c.y - r),
                                 rb_im2(c.x - 0.6f * sign * r, c.y + r), rb_im2(c.x + sign * r, c.y), color);
}

static void draw_bar(ImDrawList *list, ImVec2 c, float dx, float r, ImU32 color) {
    ImDrawList_AddRectFilled(list, rb_im2(c.x + dx - 0.17f * r, c.y - r),
                             rb_im2(c.x + dx + 0.17f * r, c.y + r), color, 0, 0);
}

static void draw_restart(ImDrawList *list, ImVec2 c, float r, ImU32 color) {
    ImDrawList_PathArcTo(list, c, 0.85f * r, -2.2f, 2.9f, 24);
    ImDrawList_PathStroke(list, color, 0, fmaxf(1.6f, 0.24f * r));
    ImVec2 tip = rb_im2(c.x + 0.85f * r * cosf(-2.2f), c.y + 0.85f * r * sinf(-2.2f));
    ImDrawList_AddTriangleFilled(list, rb_im2(tip.x - 0.55f * r, tip.y + 0.10f * r),
                                 rb_im2(tip.x + 0.25f * r, tip.y - 0.50f * r),
                                 rb_im2(tip.x + 0.30f * r, tip.y + 0.50f * r), color);
}

static void draw_camera(ImDrawList *list, ImVec2 c, float r, ImU32 color) {
    float w = fmaxf(1.5f, 0.18f * r);
    ImDrawList_AddRect(list, rb_im2(c.x - r, c.y - 0.55f * r), rb_im2(c.x + r, c.y + 0.75f * r), color,
                       0.2f * r, 0, w);
    ImDrawList_AddCircle(list, rb_im2(c.x, c.y + 0.1f * r), 0.38f * r, color, 0, w);
    ImDrawList_AddRectFilled(list, rb_im2(c.x - 0.4f * r, c.y - 0.85f * r),
                             rb_im2(c.x + 0.4f * r, c.y - 0.5f * r), color, 0, 0);
}

static void draw_speaker(ImDrawList *list, ImVec2 c, float r, ImU32 color) {
    ImDrawList_AddRectFilled(list, rb_im2(c.x - r, c.y - 0.35f * r), rb_im2(c.x - 0.5f * r, c.y + 0.35f * r),
                             color, 0, 0);
    ImDrawList_AddTriangleFilled(list, rb_im2(c.x - 0.9f * r, c.y), rb_im2(c.x, c.y - 0.85f * r),
                                 rb_im2(c.x, c.y + 0.85f * r), color);
    for (int i = 1; i <= 2; i++) {
        ImDrawList_PathArcTo(list, c, 0.45f * r * (float)i, -0.8f, 0.8f, 8);
        ImDrawList_PathStroke(list, color, 0, fmaxf(1.5f, 0.18f * r));
    }
}

static void draw_lines(ImDrawList *list, ImVec2 c, float r, ImU32 color) {
    for (int i = -1; i <= 1; i++) {
        float y = c.y + 0.6f * r * (float)i;
        ImDrawList_AddLine(list, rb_im2(c.x - 0.85f * r, y), rb_im2(c.x + 0.85f * r, y), color,
                           fmaxf(1.6f, 0.2f * r));
    }
}

static void draw_cross(ImDrawList *list, ImVec2 c, float r, bool upright, ImU32 color) {
    float w = fmaxf(1.6f, 0.22f * r);
    float d = upright ? 0.0f : 0.65f * r;
    float e = upright ? 0.85f * r : 0.65f * r;
    ImDrawList_AddLine(list, rb_im2(c.x - d, c.y - e), rb_im2(c.x + d, c.y + e), color, w);
    ImDrawList_AddLine(list, rb_im2(c.x - e, c.y + d), rb_im2(c.x + e, c.y - d), color, w);
}

static void draw_help(ImDrawList *list, ImVec2 c, ImU32 color) {
    ImVec2 size = rb_text_size("?");
    ImDrawList_AddText_Vec2(list, rb_im2(c.x - size.x / 2, c.y - size.y / 2), color, "?", NULL);
}

static void draw_microscope(ImDrawList *list, ImVec2 c, float r, ImU32 color) {
    float w = fmaxf(1.6f, 0.22f * r);
    ImVec2 lens = rb_im2(c.x - 0.2f * r, c.y - 0.2f * r);
    ImDrawList_AddCircle(list, lens, 0.65f * r, color, 0, w);
    ImDrawList_AddLine(list, rb_im2(lens.x + 0.46f * r, lens.y + 0.46f * r),
                       rb_im2(c.x + 0.95f * r, c.y + 0.95f * r), color, 1.6f * w);
}

static void draw_theme(ImDrawList *list, ImVec2 c, float r, ImU32 color) {
    ImDrawList_AddCircle(list, c, 0.85f * r, color, 0, fmaxf(1.5f, 0.18f * r));
    ImDrawList_PathArcTo(list, c, 0.85f * r, 1.5708f, 4.7124f, 16);
    ImDrawList_PathFillConvex(list, color);
}

static void draw_sliders(ImDrawList *list, ImVec2 c, float r, ImU32 color) {
    static const float grabs[] = {-0.35f, 0.4f, -0.1f};
    draw_lines(list, c, r, color);
    for (int i = 0; i < 3; i++) {
        ImVec2 at = rb_im2(c.x + grabs[i] * r, c.y + 0.6f * r * (float)(i - 1));
        ImDrawList_AddCircleFilled(list, at, 0.26f * r, color, 0);
    }
}

static void draw_curve(ImDrawList *list, ImVec2 c, float r, ImU32 color) {
    float w = fmaxf(1.6f, 0.2f * r);
    ImDrawList_AddLine(list, rb_im2(c.x - 0.9f * r, c.y - r), rb_im2(c.x - 0.9f * r, c.y + 0.9f * r), color,
                       w);
    ImDrawList_AddLine(list, rb_im2(c.x - 0.9f * r, c.y + 0.9f * r), rb_im2(c.x + r, c.y + 0.9f * r), color,
                       w);
    ImDrawList_AddBezierCubic(list, rb_im2(c.x - 0.7f * r, c.y + 0.5f * r),
                              rb_im2(c.x - 0.1f * r, c.y - 2.2f * r), rb_im2(c.x + 0.2f * r, c.y + 1.6f * r),
                              rb_im2(c.x + 0.9f * r, c.y - 0.7f * r), color, w, 16);
}

/* An open book. */
static void draw_book(ImDrawList *list, ImVec2 c, float r, ImU32 color) {
    float w = fmaxf(1.5f, 0.18f * r);
    for (float side = -1; side <= 1; side += 2) {
        ImVec2 corners[4] = {rb_im2(c.x, c.y - 0.55f * r), rb_im2(c.x + side * r, c.y - 0.85f * r),
                             rb_im2(c.x + side * r, c.y + 0.55f * r), rb_im2(c.x, c.y + 0.85f * r)};
        ImDrawList_AddPolyline(list, corners, 4, color, ImDrawFlags_Closed, w);
    }
}

void rb_draw_icon(ImDrawList *list, rb_icon icon, ImVec2 c, float r, ImU32 color) {
    switch (icon) {
    case RB_ICON_PLAY: draw_triangle(list, c, r, 1, color); break;
    case RB_ICON_PAUSE:
        draw_bar(list, c, -0.45f * r, r, color);
        draw_bar(list, c, 0.45f * r, r, color);
        break;
    case RB_ICON_STEP_BACK:
        draw_triangle(list, c, 0.8f * r, -1, color);
        draw_bar(list, c, 0.85f * r, 0.8f * r, color);
        break;
    case RB_ICON_STEP_FORWARD:
        draw_bar(list, c, -0.85f * r, 0.8f * r, color);
        draw_triangle(list, c, 0.8f * r, 1, color);
        break;
    case RB_ICON_LIVE:
        draw_triangle(list, rb_im2(c.x - 0.2f * r, c.y), 0.8f * r, 1, color);
        draw_bar(list, c, 0.9f * r, 0.8f * r, color);
        break;
    case RB_ICON_RESTART: draw_restart(list, c, r, color); break;
    case RB_ICON_RECORD: ImDrawList_AddCircleFilled(list, c, 0.75f * r, color, 0); break;
    case RB_ICON_STOP:
        ImDrawList_AddRectFilled(list, rb_im2(c.x - 0.7f * r, c.y - 0.7f * r),
                                 rb_im2(c.x + 0.7f * r, c.y + 0.7f * r), color, 0, 0);
        break;
    case RB_ICON_CAMERA: draw_camera(list, c, r, color); break;
    case RB_ICON_MENU: draw_lines(list, c, r, color); break;
    case RB_ICON_HELP: draw_help(list, c, color); break;
    case RB_ICON_PLUS: draw_cross(list, c, r, true, color); break;
    case RB_ICON_CLOSE: draw_cross(list, c, r, false, color); break;
    case RB_ICON_EYE: ImDrawList_AddCircle(list, c, 0.7f * r, color, 0, 2); break;
    case RB_ICON_THEME: draw_theme(list, c, r, color); break;
    case RB_ICON_MICROSCOPE: draw_microscope(list, c, r, color); break;
    case RB_ICON_SOUND: draw_speaker(list, c, r, color); break;
    case RB_ICON_SLIDERS: draw_sliders(list, c, r, color); break;
    case RB_ICON_CURVE: draw_curve(list, c, r, color); break;
    case RB_ICON_LESSON: draw_book(list, c, r, color); break;
    }
}

bool rb_icon_button(const char *id, rb_icon icon, bool on, const char *tooltip) {
    float size = igGetFrameHeight();
    float width = rb_gui_fingers() ? size : 1.25f * size;
    ImVec2 at;
    igGetCursorScreenPos(&at);
    if (on) {
        igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.35f)));
    }
    igPushID_Str(id);
    bool pressed = igButton("##icon", rb_im2(width, size));
    igPopID();
    if (on) {
        igPopStyleColor(1);
    }
    ImU32 color = icon == RB_ICON_RECORD || icon == RB_ICON_STOP ? rb_im32((Color){214, 60, 50, 255})
                                                                 : rb_role32(RB_COLOR_INK);
    rb_draw_icon(igGetWindowDrawList(), icon, rb_im2(at.x + 0.5f * width, at.y + 0.5f * size),
                 fminf(0.30f * size, rb_em(0.55f)), color);
    if (tooltip != NULL) {
        rb_tooltip("%s", tooltip);
    }
    return pressed;
}

ImPlotMarker rb_run_marker(int run) {
    static const ImPlotMarker markers[] = {
        ImPlotMarker_Circle, ImPlotMarker_Square, ImPlotMarker_Diamond, ImPlotMarker_Up,
        ImPlotMarker_Down,   ImPlotMarker_Left,   ImPlotMarker_Right,   ImPlotMarker_Cross,
    };
    return markers[run % 8];
}

void rb_draw_run_marker(ImDrawList *list, int run, ImVec2 c, float r) {
    ImU32 color = rb_im32(rb_run_color(run));
    float s = 0.85f * r;
    switch (run % 8) {
    case 0: ImDrawList_AddCircleFilled(list, c, r, color, 0); break;
    case 1:
        ImDrawList_AddRectFilled(list, rb_im2(c.x - s, c.y - s), rb_im2(c.x + s, c.y + s), color, 0, 0);
        break;
    case 2: ImDrawList_AddNgonFilled(list, c, 1.2f * r, color, 4); break;
    case 3:
        ImDrawList_AddTriangleFilled(list, rb_im2(c.x, c.y - r), rb_im2(c.x - r, c.y + s),
                                     rb_im2(c.x + r, c.y + s), color);
        break;
    case 4:
        ImDrawList_AddTriangleFilled(list, rb_im2(c.x, c.y + r), rb_im2(c.x - r, c.y - s),
                                     rb_im2(c.x + r, c.y - s), color);
        break;
    case 5: draw_triangle(list, c, s, -1, color); break;
    case 6: draw_triangle(list, c, s, 1, color); break;
    default: draw_cross(list, c, 1.2f * r, false, color); break;
    }
}
