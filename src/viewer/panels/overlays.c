/* The messages over the world. */
#include <math.h>

#include "app/language/language.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"
#include "viewer/platform/window.h"

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
    rb_tooltip(rb_tr("Click to dismiss"));
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
    igSetNextWindowPos(rb_im2(area.x + (area.width - width) / 2, area.y), ImGuiCond_Always, rb_im2(0, 0));
    igSetNextWindowSize(rb_im2(width, 0), ImGuiCond_Always);
    igPushStyleVar_Vec2(ImGuiStyleVar_WindowPadding, rb_im2(0, 0));
    if (igBegin("##messages", NULL,
                ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav |
                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoDocking |
                    ImGuiWindowFlags_AlwaysAutoResize)) {
        if (!igIsPopupOpen_Str("", ImGuiPopupFlags_AnyPopup)) {
            igBringWindowToDisplayFront(igGetCurrentWindow()); /* also over the page of keys */
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

/* ---------------------------------------------------------------- quitting */

/* The question about quitting while a video is being made. */

void rb_quit_draw(rb_ui *ui) {
    const char *title = rb_tr("A video is being recorded");
    if (!ui->quitting) {
        return;
    }
    igOpenPopup_Str(title, 0);
    igSetNextWindowPos(rb_im2(0.5f * (float)rb_window_width(), 0.5f * (float)rb_window_height()),
                       ImGuiCond_Always, rb_im2(0.5f, 0.5f));
    int flags =
        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
    if (!igBeginPopupModal(title, NULL, flags)) {
        return;
    }
    igText(rb_tr("%ld frames so far. They are kept in either case."), ui->video_frames);
    igPushStyleVar_Float(ImGuiStyleVar_FrameBorderSize, 1);
    if (igButton(rb_tr("End the video and quit (Enter)"), rb_im2(0, 0)) ||
        igIsKeyPressed_Bool(ImGuiKey_Enter, false) || igIsKeyPressed_Bool(ImGuiKey_KeypadEnter, false)) {
        rb_ui_run(ui, "quit"); /* the second request quits */
    }
    igSameLine(0, -1);
    if (igButton(rb_tr("Continue recording (Esc)"), rb_im2(0, 0)) ||
        igIsKeyPressed_Bool(ImGuiKey_Escape, false)) {
        ui->quitting = false;
        igCloseCurrentPopup();
    }
    igPopStyleVar(1);
    igEndPopup();
}

/* ---------------------------------------------------------------- performance */

/* Frame times, in a corner of the world. */

void rb_perf_draw(const rb_perf *perf, const rb_session *session, Rectangle w) {
    const rb_frame *frame = session->frame;
    igSetNextWindowPos(rb_im2(w.x + rb_em(0.6f), w.y + w.height - rb_em(0.6f)), ImGuiCond_Always,
                       rb_im2(0, 1));
    igSetNextWindowBgAlpha(0.88f);
    if (igBegin("##perf", NULL,
                ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                    ImGuiWindowFlags_NoDocking)) {
        igPushFont(rb_imgui_font(RB_FONT_MONO));
        igText("frame     %6.1f ms  (%.0f/s)", 1e3 * perf->frame, 1 / (perf->frame + 1e-9));
        igText("own CPU   %6.2f ms  input %.2f, world %.2f, panels %.2f", 1e3 * rb_perf_own(perf->smooth),
               1e3 * perf->smooth[RB_STAGE_INPUT], 1e3 * perf->smooth[RB_STAGE_WORLD],
               1e3 * perf->smooth[RB_STAGE_PANELS]);
        igText("raster    %6.2f ms  OpenGL and swap", 1e3 * perf->smooth[RB_STAGE_RASTER]);
        igText("physics   %6.1f %%   of one core, %d run%s", 100 * frame->load, frame->run_count,
               frame->run_count == 1 ? "" : "s");
        igText("samples   %6d     kept, %llu dropped", session->history.runs[0].count,
               (unsigned long long)frame->samples_dropped);
        igPopFont();
    }
    igEnd();
}
