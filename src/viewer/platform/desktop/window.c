#include "viewer/platform/window.h"

#include <math.h>
#include <raylib.h>
#include <rlgl.h>
#include <stddef.h>
#include <stdio.h>

#include "base/system.h"
#include "viewer/platform/graphics.h"

/* ---------------------------------------------------------------- icon */

enum { smallest = 16, sizes = 4, fineness = 4 /* samples along a side of a pixel */ };

static const Color clear = {0, 0, 0, 0};
static const Color tone_light = {0xd8, 0xc9, 0xae, 255};
static const Color tone_dark = {0x4d, 0x6b, 0x72, 255};
static const Color spin = {0xe6, 0x9f, 0x00, 255};

/* The colour at a point of the square from -1 to 1, y up. */
static Color at(float x, float y) {
    /* The stone: half an ellipse, cut top, rocked a little to the left. */
    const float tilt = 0.14f;
    const float u = x * cosf(tilt) - (y + 0.02f) * sinf(tilt);
    const float v = x * sinf(tilt) + (y + 0.02f) * cosf(tilt);
    if (v <= 0 && u * u / 0.88f + v * v / 0.5f <= 1) {
        return u < 0 ? tone_light : tone_dark;
    }
    /* The arrow: most of a flat ring around the upright, and its head. */
    const float ring = hypotf(x / 0.62f, (y - 0.42f) / 0.34f);
    if (ring > 0.72f && ring < 1.08f && !(x > 0 && y < 0.42f)) {
        return spin;
    }
    if (y < 0.5f && y > 0.12f && fabsf(x - 0.55f) < 0.85f * (y - 0.12f)) {
        return spin;
    }
    return clear;
}

/* Weighted by coverage, so that edges do not turn dark. */
static Color pixel(int size, int i, int j) {
    float sum[3] = {0, 0, 0};
    int covered = 0;
    for (int k = 0; k < fineness * fineness; k++) {
        const float fine = (float)(size * fineness);
        const int column = i * fineness + k % fineness;
        const int row = j * fineness + k / fineness;
        const float x = 2 * ((float)column + 0.5f) / fine - 1;
        const float y = 1 - 2 * ((float)row + 0.5f) / fine;
        const Color c = at(x, y);
        if (c.a > 0) {
            covered++;
            sum[0] += (float)c.r;
            sum[1] += (float)c.g;
            sum[2] += (float)c.b;
        }
    }
    if (covered == 0) {
        return clear;
    }
    const float n = (float)covered;
    return (Color){(unsigned char)(sum[0] / n), (unsigned char)(sum[1] / n), (unsigned char)(sum[2] / n),
                   (unsigned char)(255 * covered / (fineness * fineness))};
}

/* The icon in title bar and task list: a stone and the arrow of its spin. */
static void set_icon(void) {
    Image images[sizes];
    for (int k = 0; k < sizes; k++) {
        const int size = smallest << k;
        images[k] = GenImageColor(size, size, clear);
        for (int i = 0; i < size * size; i++) {
            ImageDrawPixel(&images[k], i % size, i / size, pixel(size, i % size, i / size));
        }
    }
    SetWindowIcons(images, sizes);
    for (int k = 0; k < sizes; k++) {
        UnloadImage(images[k]);
    }
}

/* ---------------------------------------------------------------- window */

/* GetWindowScaleDPI returns 1 unless raylib may also rescale the window and all coordinates, hence
   GLFW's own function. Weak, because an installed shared raylib hides these symbols. */
extern void glfwGetWindowContentScale(void *window, float *x, float *y) __attribute__((weak));
extern void *glfwGetCurrentContext(void) __attribute__((weak));

/* The default size grows with the screen's scale and leaves room for bars; a saved size is in pixels. The
   window never exceeds the current screen. */
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
    /* One sample per pixel: ImGui antialiases itself, the world is multisampled (rb_samples_begin).
       ALWAYS_RUN: the main loop continues while the window is minimised. */
    unsigned flags = FLAG_WINDOW_RESIZABLE | FLAG_WINDOW_ALWAYS_RUN;
    SetConfigFlags(flags | (options->offscreen ? 0u : (unsigned)FLAG_VSYNC_HINT));
    InitWindow(options->width, options->height, options->title);
    if (!IsWindowReady()) {
        return rb_fail(err, RB_ERR_IO,
                       "no window: a display and OpenGL 3.3 (libGL.so.1) are needed. Without a graphics "
                       "driver install Mesa and set LIBGL_ALWAYS_SOFTWARE=1; without a display use xvfb-run");
    }
    SetExitKey(KEY_NULL);
    SetWindowMinSize(320, 240);
    set_icon();
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
    return x >= 0.5f && x <= 8.0f ? x : 1.0f; /* a virtual screen may report an invalid scale */
}

/* ---------------------------------------------------------------- state */

bool rb_window_prefers_dark(void) {
    return false;
}

bool rb_window_prefers_reduced_motion(void) {
    return false;
}

bool rb_window_has_fingers(void) {
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

/* A desktop's OpenGL context is never lost. */
void rb_window_on_context_lost(void) {}

void rb_window_on_context_restored(void) {}

/* ---------------------------------------------------------------- a frame */

void rb_window_begin_frame(void) {
    BeginDrawing();
    rlSetFramebufferWidth(GetRenderWidth()); /* raylib sets it only once */
    rlSetFramebufferHeight(GetRenderHeight());
    rb_canvas_begin_frame();
}

void rb_window_end_frame(void) {
    rb_canvas_end_frame();
    EndDrawing();
}

/* ---------------------------------------------------------------- main loop */

int rb_loop_run(const rb_loop *loop) {
    while (loop->iterate(loop->context)) {
    }
    return loop->end(loop->context);
}

bool rb_loop_has_threads(void) {
    return true;
}

void rb_loop_sleep(double seconds) {
    WaitTime(seconds);
    PollInputEvents();
}

/* ---------------------------------------------------------------- clock */

double rb_clock_now(void) {
    return GetTime();
}

double rb_clock_frame(void) {
    return (double)GetFrameTime();
}

double rb_clock_cpu(void) {
    return rb_core_clock();
}

/* ---------------------------------------------------------------- clipboard and address */

const char *rb_clipboard_get(void) {
    const char *text = GetClipboardText();
    return text != NULL ? text : "";
}

void rb_clipboard_set(const char *text) {
    SetClipboardText(text);
}

/* The link can be appended to any page's address or passed to --link. */
const char *rb_address_of(const char *link, char *address, size_t size) {
    snprintf(address, size, "%s", link);
    return address;
}
