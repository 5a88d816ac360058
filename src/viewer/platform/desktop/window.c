#include "viewer/platform/window.h"

#include <math.h>
#include <raylib.h>
#include <rlgl.h>
#include <stddef.h>

#include "viewer/platform/canvas.h"
#include "viewer/platform/desktop/window_icon.h"

/* raylib's own answer is 1 unless it may also rescale the window and all coordinates. Weak, because
   an installed shared raylib hides these symbols. */
extern void glfwGetWindowContentScale(void *window, float *x, float *y) __attribute__((weak));
extern void *glfwGetCurrentContext(void) __attribute__((weak));

/* On a fine screen the default size grows with the text and leaves room for bars; what is remembered
   are pixels. No window is larger than its screen, which may be another one than last time. */
static void fit_to_screen(const rb_window_options *options) {
    float scale = options->first ? rb_window_scale() : 1;
    float share = options->first ? 0.9f : 1;
    int monitor = GetCurrentMonitor();
    int room_x = GetMonitorWidth(monitor);
    int room_y = GetMonitorHeight(monitor);
    int width = (int)fminf((float)options->width * scale, share * (float)room_x);
    int height = (int)fminf((float)options->height * scale, share * (float)room_y);
    if (room_x <= 0 || room_y <= 0 || (width == GetScreenWidth() && height == GetScreenHeight())) {
        return;
    }
    Vector2 corner = GetMonitorPosition(monitor);
    SetWindowSize(width, height);
    SetWindowPosition((int)corner.x + (room_x - width) / 2, (int)corner.y + (room_y - height) / 2);
}

rb_status rb_window_open(const rb_window_options *options, rb_error *err) {
    SetTraceLogLevel(LOG_WARNING);
    /* One sample to a pixel: ImGui softens its edges itself, the world has its own picture with
       several (platform/samples.h). Minimised, we decide ourselves what goes on. */
    unsigned flags = FLAG_WINDOW_RESIZABLE | FLAG_WINDOW_ALWAYS_RUN;
    SetConfigFlags(flags | (options->offscreen ? 0u : (unsigned)FLAG_VSYNC_HINT));
    InitWindow(options->width, options->height, options->title);
    if (!IsWindowReady()) {
        return rb_fail(err, RB_ERR_IO,
                       "no window: a display with OpenGL 3.3 is needed. Without a display use "
                       "\"./run\", which draws off-screen, or xvfb-run");
    }
    SetExitKey(KEY_NULL);
    SetWindowMinSize(320, 240);
    rb_window_icon();
    if (options->offscreen) {
        return RB_OK;
    }
    SetTargetFPS(60);
    if (!options->exact) {
        fit_to_screen(options);
    }
    if (!options->exact && options->maximized) {
        MaximizeWindow();
    }
    return RB_OK;
}

bool rb_window_ready(void) {
    return IsWindowReady();
}

void rb_window_close(void) {
    CloseWindow();
}

void rb_window_title(const char *title) {
    SetWindowTitle(title);
}

/* ---------------------------------------------------------------- size */

int rb_window_width(void) {
    return rb_canvas_on() ? rb_canvas_width() : GetScreenWidth();
}

int rb_window_height(void) {
    return rb_canvas_on() ? rb_canvas_height() : GetScreenHeight();
}

int rb_window_pixels_x(void) {
    return rb_canvas_on() ? rb_canvas_width() : GetRenderWidth();
}

int rb_window_pixels_y(void) {
    return rb_canvas_on() ? rb_canvas_height() : GetRenderHeight();
}

float rb_window_scale(void) {
    float x = GetWindowScaleDPI().x;
    float y = x;
    if (glfwGetWindowContentScale && glfwGetCurrentContext && glfwGetCurrentContext()) {
        glfwGetWindowContentScale(glfwGetCurrentContext(), &x, &y);
    }
    return x >= 0.5f && x <= 8.0f ? x : 1.0f; /* a virtual screen may report nonsense */
}

/* ---------------------------------------------------------------- state */

bool rb_window_prefers_dark(void) {
    return false;
}

bool rb_window_prefers_still(void) {
    return false;
}

bool rb_window_focused(void) {
    return IsWindowFocused();
}

bool rb_window_minimized(void) {
    return IsWindowMinimized();
}

void rb_window_restore(void) {
    RestoreWindow();
}

bool rb_window_maximized(void) {
    return IsWindowMaximized();
}

bool rb_window_full_screen(void) {
    return IsWindowFullscreen() || IsWindowState(FLAG_BORDERLESS_WINDOWED_MODE);
}

void rb_window_toggle_full_screen(void) {
    ToggleBorderlessWindowed();
}

bool rb_window_should_close(void) {
    return WindowShouldClose();
}

/* A desktop's OpenGL stays. */
void rb_window_renew(void) {}

/* ---------------------------------------------------------------- a frame */

void rb_window_begin_frame(void) {
    BeginDrawing();
    rlSetFramebufferWidth(GetRenderWidth()); /* raylib tells rlgl the first size only */
    rlSetFramebufferHeight(GetRenderHeight());
    rb_canvas_begin_frame();
}

void rb_window_end_frame(void) {
    rb_canvas_end_frame();
    EndDrawing();
}
