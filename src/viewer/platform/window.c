#include "viewer/platform/window.h"

#include <math.h>
#include <stdio.h>

#include "viewer/app.h"
#include "viewer/panels/gui.h"
#include "viewer/platform/window_icon.h"

static const float body_text = 16.0f; /* px at 100 % */

/* ---------------------------------------------------------------- opening */

/* On a fine screen the default size grows with the text and leaves room for bars; what is remembered
   are pixels. No window is larger than its screen, which may be another one than last time. */
static void fit_to_screen(const rb_app *app) {
    bool fresh = app->config.first_start;
    float scale = fresh ? rb_imgui_screen_scale() : 1;
    float share = fresh ? 0.9f : 1;
    int monitor = GetCurrentMonitor();
    int room_x = GetMonitorWidth(monitor);
    int room_y = GetMonitorHeight(monitor);
    int width = (int)fminf((float)app->config.width * scale, share * (float)room_x);
    int height = (int)fminf((float)app->config.height * scale, share * (float)room_y);
    if (room_x <= 0 || room_y <= 0 || (width == GetScreenWidth() && height == GetScreenHeight())) {
        return;
    }
    Vector2 corner = GetMonitorPosition(monitor);
    SetWindowSize(width, height);
    SetWindowPosition((int)corner.x + (room_x - width) / 2, (int)corner.y + (room_y - height) / 2);
}

rb_status rb_window_open(rb_app *app, rb_error *err) {
    const rb_options *o = &app->options;
    bool exact = o->size_given || app->offscreen;
    SetTraceLogLevel(LOG_WARNING);
    /* No multisampling: the world and ImGui soften their edges themselves, and it would halve the
       frame rate of a software renderer. Minimised, we decide ourselves what goes on. */
    unsigned flags = FLAG_WINDOW_RESIZABLE | FLAG_WINDOW_ALWAYS_RUN;
    SetConfigFlags(flags | (app->offscreen ? 0u : (unsigned)FLAG_VSYNC_HINT));
    InitWindow(exact ? o->width : app->config.width, exact ? o->height : app->config.height,
               "Rattleback");
    if (!IsWindowReady()) {
        return rb_fail(err, RB_ERR_IO,
                       "no window: a display with OpenGL 3.3 is needed. Without a display use "
                       "\"./run\", which draws off-screen, or xvfb-run");
    }
    /* A picture must not depend on the screen it was not drawn for. */
    if (!rb_imgui_init(body_text, !app->offscreen)) {
        CloseWindow();
        return rb_fail(err, RB_ERR_IO, "no OpenGL 3.3: the graphics driver is too old");
    }
    SetExitKey(KEY_NULL);
    SetWindowMinSize(320, 240);
    rb_window_icon();
    if (app->offscreen) {
        igGetIO()->ConfigFlags |= ImGuiConfigFlags_NoMouse; /* wherever the pointer may lie */
        return RB_OK;
    }
    SetTargetFPS(60);
    if (!exact) {
        fit_to_screen(app);
    }
    if (!exact && app->config.maximized) {
        MaximizeWindow();
    }
    return RB_OK;
}

void rb_window_title(const rb_scene *scene) {
    char title[200];
    snprintf(title, sizeof title, "Rattleback: %s", scene->name);
    SetWindowTitle(title);
}

/* ---------------------------------------------------------------- while it is open */

static bool covers_screen(void) {
    return IsWindowFullscreen() || IsWindowState(FLAG_BORDERLESS_WINDOWED_MODE);
}

void rb_window_note_size(rb_app *app) {
    if (covers_screen() || IsWindowMinimized()) {
        return;
    }
    app->config.maximized = IsWindowMaximized();
    if (!app->config.maximized) {
        app->config.width = GetScreenWidth();
        app->config.height = GetScreenHeight();
    }
}

bool rb_window_asleep(const rb_app *app) {
    return IsWindowMinimized() && app->capture.video == NULL;
}

/* ---------------------------------------------------------------- closing */

void rb_window_close(rb_app *app) {
    if (app->capture.video == NULL || app->ui.quitting) {
        app->quit = true;
        return;
    }
    app->ui.quitting = true;
    if (IsWindowMinimized()) {
        RestoreWindow(); /* a question nobody sees is no question */
    }
}

void rb_window_draw_question(rb_app *app) {
    static const char title[] = "A film is being recorded";
    if (!app->ui.quitting) {
        return;
    }
    igOpenPopup_Str(title, 0);
    igSetNextWindowPos(rb_im2(0.5f * (float)GetScreenWidth(), 0.5f * (float)GetScreenHeight()),
                       ImGuiCond_Always, rb_im2(0.5f, 0.5f));
    int flags = ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                ImGuiWindowFlags_NoSavedSettings;
    if (!igBeginPopupModal(title, NULL, flags)) {
        return;
    }
    igText("%ld frames so far. They are kept, whatever you choose.", app->capture.frames);
    igPushStyleVar_Float(ImGuiStyleVar_FrameBorderSize, 1);
    if (igButton("End the film and quit (Enter)", rb_im2(0, 0)) ||
        igIsKeyPressed_Bool(ImGuiKey_Enter, false) ||
        igIsKeyPressed_Bool(ImGuiKey_KeypadEnter, false)) {
        app->quit = true;
    }
    igSameLine(0, -1);
    if (igButton("Go on recording (Esc)", rb_im2(0, 0)) ||
        igIsKeyPressed_Bool(ImGuiKey_Escape, false)) {
        app->ui.quitting = false;
        igCloseCurrentPopup();
    }
    igPopStyleVar(1);
    igEndPopup();
}
