#include "viewer/gui/second_layer.h"

#include <cimgui_impl.h>
#include <math.h>
#include <rlgl.h>

#include "viewer/gui/gui.h"
#include "viewer/platform/graphics.h"
#include "viewer/platform/second_window.h"
#include "viewer/platform/window.h"

static const float letters = 18; /* px at 100 % */

static struct {
    ImGuiContext *context, *first; /* first: the context to return to after a frame */
    ImFont *fonts[RB_FONT_COUNT];
    float scale;
} second;

static void leave(void) {
    rb_second_window_end_frame();
    igSetCurrentContext(second.first);
}

static void enter(void) {
    second.first = igGetCurrentContext();
    igSetCurrentContext(second.context);
    rb_second_window_begin_frame();
}

rb_status rb_second_layer_open(const char *title, int width, int height, rb_error *err) {
    if (second.context != NULL) {
        return RB_OK;
    }
    second.scale = rb_window_scale();
    rb_status status = rb_second_window_open(title, (int)(second.scale * (float)width),
                                             (int)(second.scale * (float)height), err);
    if (status != RB_OK) {
        return status;
    }
    ImGuiContext *before = igGetCurrentContext();
    second.context = igCreateContext(NULL);
    igSetCurrentContext(before);
    enter();
    igGetIO()->IniFilename = NULL;
    rb_imgui_build_fonts(letters, second.scale, second.fonts);
    bool drawable = ImGui_ImplOpenGL3_Init(rb_glsl_version());
    leave();
    if (!drawable) {
        igDestroyContext(second.context);
        second.context = NULL;
        rb_second_window_close();
        return rb_fail(err, RB_ERR_IO, "no second window: OpenGL cannot draw in it");
    }
    return RB_OK;
}

void rb_second_layer_close(void) {
    if (second.context == NULL) {
        return;
    }
    enter();
    ImGui_ImplOpenGL3_Shutdown();
    leave();
    igDestroyContext(second.context);
    second.context = NULL;
    rb_second_window_close();
}

void rb_second_layer_begin(float dt) {
    int width = 0, height = 0;
    rb_second_pointer pointer = rb_second_window_pointer();
    const ImGuiStyle style = *igGetStyle(); /* colours and sizes of the first window */
    float ratio = second.scale * letters / igGetFontSize();
    rb_second_window_size(&width, &height);
    enter();
    *igGetStyle() = style;
    ImGuiStyle_ScaleAllSizes(igGetStyle(), ratio);
    ImGuiIO *io = igGetIO();
    io->DisplaySize = rb_im2((float)width, (float)height);
    io->DeltaTime = fmaxf(dt, 1e-4f);
    ImGuiIO_AddMousePosEvent(io, pointer.x, pointer.y);
    ImGuiIO_AddMouseButtonEvent(io, ImGuiMouseButton_Left, pointer.down);
    ImGuiIO_AddMouseWheelEvent(io, 0, pointer.wheel);
    ImGui_ImplOpenGL3_NewFrame();
    igNewFrame();
}

void rb_second_layer_end(void) {
    ImVec2 size = igGetIO()->DisplaySize;
    Color paper = rb_color(RB_COLOR_PANEL);
    igRender();
    rlViewport(0, 0, (int)size.x, (int)size.y);
    rlClearColor(paper.r, paper.g, paper.b, 255);
    rlClearScreenBuffers();
    ImGui_ImplOpenGL3_RenderDrawData(igGetDrawData());
    leave();
}

ImFont *rb_second_layer_font(rb_font font) {
    return second.fonts[font];
}
