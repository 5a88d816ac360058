#include "viewer/perf.h"

#include <stdio.h>
#include <time.h>

#include "viewer/app.h"
#include "viewer/gui.h"

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void rb_perf_frame(rb_perf *perf, double dt) {
    perf->frame += 0.05 * (dt - perf->frame);
    perf->frames++;
}

void rb_perf_begin(rb_perf *perf) {
    perf->started = cpu_seconds();
}

void rb_perf_end(rb_perf *perf, rb_stage stage) {
    double now = cpu_seconds();
    double spent = now - perf->started;
    perf->smooth[stage] += 0.05 * (spent - perf->smooth[stage]);
    perf->total[stage] += spent;
    perf->started = now;
}

void rb_perf_draw(rb_app *app) {
    const rb_perf *perf = &app->perf;
    const rb_frame *frame = app->session.frame;
    double own = perf->smooth[RB_STAGE_INPUT] + perf->smooth[RB_STAGE_PANELS];
    Rectangle w = app->rects.world;
    igSetNextWindowPos(rb_im2(w.x + rb_em(0.6f), w.y + w.height - rb_em(0.6f)), ImGuiCond_Always,
                       rb_im2(0, 1));
    igSetNextWindowBgAlpha(0.88f);
    if (igBegin("##perf", NULL,
                ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                    ImGuiWindowFlags_NoDocking)) {
        igPushFont(rb_imgui_font(RB_FONT_MONO));
        igText("frame     %6.1f ms  (%.0f/s)", 1e3 * perf->frame, 1 / (perf->frame + 1e-9));
        igText("own CPU   %6.2f ms  input %.2f, panels %.2f", 1e3 * own,
               1e3 * perf->smooth[RB_STAGE_INPUT], 1e3 * perf->smooth[RB_STAGE_PANELS]);
        igText("world     %6.2f ms  incl. OpenGL's own work", 1e3 * perf->smooth[RB_STAGE_WORLD]);
        igText("raster    %6.2f ms  OpenGL and swap", 1e3 * perf->smooth[RB_STAGE_RASTER]);
        igText("physics   %6.1f %%   of one core, %d run%s", 100 * frame->load, frame->run_count,
               frame->run_count == 1 ? "" : "s");
        igText("samples   %6d     kept, %llu dropped", app->session.history.runs[0].count,
               (unsigned long long)frame->samples_dropped);
        igPopFont();
    }
    igEnd();
}
