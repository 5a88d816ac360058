/* The program with a window: for now one panel, one plot and a screenshot. */
#include <cimgui.h>
#include <cimplot.h>
#include <math.h>
#include <raylib.h>
#include <stdio.h>
#include <string.h>

#include "viewer/imgui_raylib.h"

enum { SAMPLES = 100000, SCREENSHOT_FRAME = 10 };

static void draw_panel(void) {
    static double t[SAMPLES];
    static double omega[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        t[i] = 10.0 * i / SAMPLES;
        omega[i] = 5.0 * exp(-0.2 * t[i]) * cos(3.0 * t[i]);
    }
    igSetNextWindowPos((ImVec2){40.0f, 40.0f}, ImGuiCond_FirstUseEver, (ImVec2){0.0f, 0.0f});
    igSetNextWindowSize((ImVec2){760.0f, 520.0f}, ImGuiCond_FirstUseEver);
    if (igBegin("Rattleback", NULL, 0)) {
        igPushFont(rb_imgui_font(RB_FONT_HEADING));
        igText("Signs: ω₃ θ φ ψ μ Ω ε ∂ ∫ √ ≤ ≈ → ↻ ● ▶ x² n₁");
        igPopFont();
        igText("%.1f frames per second", (double)igGetIO()->Framerate);
        if (ImPlot_BeginPlot("Spin", (ImVec2){-1.0f, -1.0f}, 0)) {
            ImPlot_SetupAxes("t, s", "ω₃, rad/s", 0, 0);
            ImPlot_PlotLine_doublePtrdoublePtr("ω₃", t, omega, SAMPLES, 0, 0, sizeof(double));
            ImPlot_EndPlot();
        }
    }
    igEnd();
}

static int save_screenshot(const char *file) {
    Image image = LoadImageFromScreen();
    const bool written = ExportImage(image, file);
    UnloadImage(image);
    if (!written) {
        fprintf(stderr, "rattleback: cannot write the picture %s\n", file);
    }
    return written ? 0 : 1;
}

static int run(const char *screenshot) {
    int status = 0;
    for (int frame = 0; !WindowShouldClose(); frame++) {
        BeginDrawing();
        ClearBackground((Color){24, 26, 31, 255});
        rb_imgui_begin();
        draw_panel();
        rb_imgui_end();
        if (screenshot && frame == SCREENSHOT_FRAME) {
            status = save_screenshot(screenshot);
            EndDrawing();
            break;
        }
        EndDrawing();
    }
    return status;
}

int main(int argc, char **argv) {
    const char *screenshot = NULL;
    if (argc == 3 && strcmp(argv[1], "--screenshot") == 0) {
        screenshot = argv[2];
    } else if (argc > 1) {
        fprintf(stderr, "usage: rattleback [--screenshot FILE]\n");
        return 2;
    }
    SetTraceLogLevel(LOG_WARNING);
    SetConfigFlags(FLAG_WINDOW_RESIZABLE | FLAG_VSYNC_HINT);
    InitWindow(1280, 720, "Rattleback");
    if (!rb_imgui_init(16.0f)) {
        fprintf(stderr, "rattleback: no window: a display with OpenGL 3.3 is needed\n");
        return 1;
    }
    const int status = run(screenshot);
    rb_imgui_shutdown();
    CloseWindow();
    return status;
}
