#include "viewer/panels/messages.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "viewer/panels/gui.h"

static const double lifetime[] = {[RB_LEVEL_INFO] = 4.0, [RB_LEVEL_PROBLEM] = 30.0};

static void remove_at(rb_messages *messages, int index) {
    memmove(&messages->items[index], &messages->items[index + 1],
            (size_t)(messages->count - index - 1) * sizeof messages->items[0]);
    messages->count--;
}

/* Up to its first number or colon; a problem is about all that it says. */
static size_t topic_length(const rb_message *message) {
    size_t length = strcspn(message->text, ":0123456789");
    return message->level == RB_LEVEL_INFO && length > 0 ? length : strlen(message->text);
}

/* "Text size 110 %" and "Text size 121 %" are about one thing: the newer takes the older's place. */
static bool same_topic(const rb_message *a, const rb_message *b) {
    size_t length = topic_length(a);
    return a->level == b->level && length == topic_length(b) &&
           memcmp(a->text, b->text, length) == 0;
}

void rb_messages_add(rb_messages *messages, rb_level level, const char *format, ...) {
    rb_message message = {.level = level};
    va_list args;
    va_start(args, format);
    vsnprintf(message.text, sizeof message.text, format, args);
    va_end(args);
    for (int i = 0; i < messages->count; i++) {
        if (same_topic(&messages->items[i], &message)) {
            messages->items[i] = message;
            return;
        }
    }
    if (messages->count == RB_MESSAGES_MAX) {
        remove_at(messages, 0);
    }
    messages->items[messages->count++] = message;
}

static bool draw_message(rb_message *message, int index, float width) {
    bool problem = message->level == RB_LEVEL_PROBLEM;
    float alpha = (float)fmin(1.0, lifetime[message->level] - message->age);
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
    for (int i = messages->count - 1; i >= 0; i--) {
        messages->items[i].age += fmin(dt, 0.1); /* seen in 40 frames, however slow */
        if (messages->items[i].age > lifetime[messages->items[i].level]) {
            remove_at(messages, i);
        }
    }
    if (messages->count == 0) {
        return;
    }
    float width = fminf(area.width - rb_em(2), rb_em(34));
    igSetNextWindowPos(rb_im2(area.x + (area.width - width) / 2, area.y + rb_em(2.6f)),
                       ImGuiCond_Always, rb_im2(0, 0));
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
            remove_at(messages, closed);
        }
    }
    igEnd();
    igPopStyleVar(1);
}
