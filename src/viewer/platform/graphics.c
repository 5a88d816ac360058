#include "viewer/platform/graphics.h"

#include <rlgl.h>

#include "viewer/platform/window.h"

/* ---------------------------------------------------------------- canvas */

/* One per process, like the window. */
static struct {
    RenderTexture2D picture;
    int width, height; /* asked for */
} own;

void rb_canvas_request(int width, int height) {
    own.width = width;
    own.height = height;
}

bool rb_canvas_on(void) {
    return own.picture.id != 0;
}

int rb_canvas_width(void) {
    return own.picture.texture.width;
}

int rb_canvas_height(void) {
    return own.picture.texture.height;
}

unsigned rb_canvas_framebuffer(void) {
    return own.picture.id;
}

Image rb_canvas_image(void) {
    if (!rb_canvas_on()) {
        return LoadImageFromScreen();
    }
    rlDrawRenderBatchActive();
    return (Image){.data = rlReadScreenPixels(rb_canvas_width(), rb_canvas_height()),
                   .width = rb_canvas_width(),
                   .height = rb_canvas_height(),
                   .mipmaps = 1,
                   .format = PIXELFORMAT_UNCOMPRESSED_R8G8B8A8};
}

void rb_canvas_begin_frame(void) {
    bool same = own.width == rb_canvas_width() && own.height == rb_canvas_height();
    if (!same && rb_canvas_on()) {
        UnloadRenderTexture(own.picture);
        own.picture = (RenderTexture2D){0};
    }
    if (!same && own.width > 0 && own.height > 0) {
        own.picture = LoadRenderTexture(own.width, own.height);
    }
    if (rb_canvas_on()) {
        BeginTextureMode(own.picture);
    }
}

void rb_canvas_end_frame(void) {
    if (!rb_canvas_on()) {
        return;
    }
    EndTextureMode();
    ClearBackground(BLACK);
    Rectangle all = {0, 0, (float)rb_canvas_width(), (float)-rb_canvas_height()};
    Rectangle window = {0, 0, (float)GetScreenWidth(), (float)GetScreenHeight()};
    DrawTexturePro(own.picture.texture, all, window, (Vector2){0, 0}, 0, WHITE);
}

/* ---------------------------------------------------------------- frame time */

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
