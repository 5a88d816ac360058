#include "viewer/platform/perf.h"

#include "viewer/platform/clock.h"

void rb_perf_begin(rb_perf *perf, double dt) {
    rb_gl_meter_set(perf->gl);
    rb_gl_meter_take();
    perf->frame += 0.05 * (dt - perf->frame);
    perf->frames++;
    perf->drawing = 0;
    perf->started = rb_clock_cpu();
}

void rb_perf_end(rb_perf *perf, rb_stage stage) {
    double now = rb_clock_cpu();
    rb_gl_work gl = rb_gl_meter_take();
    double spent = now - perf->started - gl.seconds;
    perf->drawing += gl.seconds;
    perf->calls += gl.calls;
    if (stage == RB_STAGE_RASTER) {
        spent += perf->drawing;
    }
    perf->smooth[stage] += 0.05 * (spent - perf->smooth[stage]);
    perf->total[stage] += spent;
    perf->started = rb_clock_cpu();
}

double rb_perf_own(const double stages[RB_STAGE_COUNT]) {
    return stages[RB_STAGE_INPUT] + stages[RB_STAGE_WORLD] + stages[RB_STAGE_PANELS];
}
