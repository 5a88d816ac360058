/* The question about quitting while a video is being made. */
#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"
#include "viewer/platform/window.h"

void rb_quit_draw(rb_ui *ui) {
    static const char title[] = "A video is being recorded";
    if (!ui->quitting) {
        return;
    }
    igOpenPopup_Str(title, 0);
    igSetNextWindowPos(rb_im2(0.5f * (float)rb_window_width(), 0.5f * (float)rb_window_height()),
                       ImGuiCond_Always, rb_im2(0.5f, 0.5f));
    int flags = ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                ImGuiWindowFlags_NoSavedSettings;
    if (!igBeginPopupModal(title, NULL, flags)) {
        return;
    }
    igText("%ld frames so far. They are kept, whatever you choose.", ui->video_frames);
    igPushStyleVar_Float(ImGuiStyleVar_FrameBorderSize, 1);
    if (igButton("End the video and quit (Enter)", rb_im2(0, 0)) ||
        igIsKeyPressed_Bool(ImGuiKey_Enter, false) ||
        igIsKeyPressed_Bool(ImGuiKey_KeypadEnter, false)) {
        rb_ui_run(ui, "quit"); /* asked twice, it does */
    }
    igSameLine(0, -1);
    if (igButton("Go on recording (Esc)", rb_im2(0, 0)) ||
        igIsKeyPressed_Bool(ImGuiKey_Escape, false)) {
        ui->quitting = false;
        igCloseCurrentPopup();
    }
    igPopStyleVar(1);
    igEndPopup();
}
