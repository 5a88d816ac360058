#include "viewer/panels/perf.h"

#include <stdio.h>
#include <time.h>

#include "viewer/app.h"
#include "viewer/panels/gui.h"

double rb_perf_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void rb_perf_begin(rb_perf *perf, double dt) {
    rb_gl_meter_set(perf->gl);
    rb_gl_meter_take();
    perf->frame += 0.05 * (dt - perf->frame);
    perf->frames++;
    perf->drawing = 0;
    perf->started = rb_perf_clock();
}

void rb_perf_end(rb_perf *perf, rb_stage stage) {
    double now = rb_perf_clock();
    rb_gl_work gl = rb_gl_meter_take();
    double spent = now - perf->started - gl.seconds;
    perf->drawing += gl.seconds;
    perf->calls += gl.calls;
    if (stage == RB_STAGE_RASTER) {
        spent += perf->drawing;
    }
    perf->smooth[stage] += 0.05 * (spent - perf->smooth[stage]);
    perf->total[stage] += spent;
    perf->started = rb_perf_clock();
}

double rb_perf_own(const double stages[RB_STAGE_COUNT]) {
    return stages[RB_STAGE_INPUT] + stages[RB_STAGE_WORLD] + stages[RB_STAGE_PANELS];
}

void rb_perf_draw(rb_app *app) {
    const rb_perf *perf = &app->perf;
    const rb_frame *frame = app->session.frame;
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
        igText("own CPU   %6.2f ms  input %.2f, world %.2f, panels %.2f",
               1e3 * rb_perf_own(perf->smooth), 1e3 * perf->smooth[RB_STAGE_INPUT],
               1e3 * perf->smooth[RB_STAGE_WORLD], 1e3 * perf->smooth[RB_STAGE_PANELS]);
        igText("raster    %6.2f ms  OpenGL and swap", 1e3 * perf->smooth[RB_STAGE_RASTER]);
        igText("physics   %6.1f %%   of one core, %d run%s", 100 * frame->load, frame->run_count,
               frame->run_count == 1 ? "" : "s");
        igText("samples   %6d     kept, %llu dropped", app->session.history.runs[0].count,
               (unsigned long long)frame->samples_dropped);
        igPopFont();
    }
    igEnd();
}
