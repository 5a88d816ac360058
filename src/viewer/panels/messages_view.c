/* The messages over the world. */
#include <math.h>

#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"

static bool draw_message(rb_message *message, int index, float width) {
    bool problem = message->level == RB_LEVEL_PROBLEM;
    float alpha = (float)fmin(1.0, message->left);
    igPushStyleVar_Float(ImGuiStyleVar_Alpha, fmaxf(alpha, 0.05f));
    igPushID_Int(index);
    ImVec2 at;
    igGetCursorScreenPos(&at);
    ImVec2 size;
    float inner = width - rb_em(3.2f);
    igCalcTextSize(&size, message->text, NULL, false, inner);
    size.y += rb_em(0.7f);
    ImDrawList *list = igGetWindowDrawList();
    Color ground = rb_color(RB_COLOR_PANEL_RAISED);
    ImDrawList_AddRectFilled(list, at, rb_im2(at.x + width, at.y + size.y),
                             rb_im32(rb_fade(ground, 0.95f * alpha)), rb_em(0.35f), 0);
    Color mark = rb_color(problem ? RB_COLOR_WARNING : RB_COLOR_ACCENT);
    ImDrawList_AddRectFilled(list, at, rb_im2(at.x + rb_em(0.3f), at.y + size.y),
                             rb_im32(rb_fade(mark, alpha)), rb_em(0.15f), 0);
    bool closed = igInvisibleButton("message", rb_im2(width, size.y), 0);
    rb_tooltip("Click to dismiss");
    ImDrawList_AddText_FontPtr(
        list, igGetFont(), igGetFontSize(), rb_im2(at.x + rb_em(0.9f), at.y + rb_em(0.35f)),
        rb_im32(rb_fade(rb_color(RB_COLOR_INK), alpha)), message->text, NULL, inner, NULL);
    igPopID();
    igPopStyleVar(1);
    return closed;
}

void rb_messages_draw(rb_messages *messages, Rectangle area, double dt) {
    rb_messages_age(messages, dt);
    if (messages->count == 0) {
        return;
    }
    float width = fminf(area.width - rb_em(2), rb_em(34));
    igSetNextWindowPos(rb_im2(area.x + (area.width - width) / 2, area.y), ImGuiCond_Always,
                       rb_im2(0, 0));
    igSetNextWindowSize(rb_im2(width, 0), ImGuiCond_Always);
    igPushStyleVar_Vec2(ImGuiStyleVar_WindowPadding, rb_im2(0, 0));
    if (igBegin("##messages", NULL,
                ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove |
                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                    ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_AlwaysAutoResize)) {
        if (!igIsPopupOpen_Str("", ImGuiPopupFlags_AnyPopup)) {
            igBringWindowToDisplayFront(igGetCurrentWindow()); /* over the page of keys, too */
        }
        int closed = -1;
        for (int i = 0; i < messages->count; i++) {
            closed = draw_message(&messages->items[i], i, width) ? i : closed;
        }
        if (closed >= 0) {
            rb_messages_remove(messages, closed);
        }
    }
    igEnd();
    igPopStyleVar(1);
}
