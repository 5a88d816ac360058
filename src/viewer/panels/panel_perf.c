/* Where the frame's time goes, in a corner of the world. */
#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"

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
        igText("own CPU   %6.2f ms  input %.2f, world %.2f, panels %.2f",
               1e3 * rb_perf_own(perf->smooth), 1e3 * perf->smooth[RB_STAGE_INPUT],
               1e3 * perf->smooth[RB_STAGE_WORLD], 1e3 * perf->smooth[RB_STAGE_PANELS]);
        igText("raster    %6.2f ms  OpenGL and swap", 1e3 * perf->smooth[RB_STAGE_RASTER]);
        igText("physics   %6.1f %%   of one core, %d run%s", 100 * frame->load, frame->run_count,
               frame->run_count == 1 ? "" : "s");
        igText("samples   %6d     kept, %llu dropped", session->history.runs[0].count,
               (unsigned long long)frame->samples_dropped);
        igPopFont();
    }
    igEnd();
}
