/* The program with a window: for now one panel, one plot and a screenshot. */
#include <cimgui.h>
#include <cimplot.h>
#include <math.h>
#include <raylib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/imgui_raylib.h"

enum { SAMPLES = 100000, SCREENSHOT_FRAME = 10 };

typedef struct options {
    const char *screenshot; /* file to write before leaving, or NULL */
    double at;              /* s after the start */
} options;

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

static int run(const options *opt) {
    int status = 0;
    for (int frame = 0; !WindowShouldClose(); frame++) {
        BeginDrawing();
        ClearBackground((Color){24, 26, 31, 255});
        rb_imgui_begin();
        draw_panel();
        rb_imgui_end();
        if (opt->screenshot && frame >= SCREENSHOT_FRAME && GetTime() >= opt->at) {
            status = save_screenshot(opt->screenshot);
            EndDrawing();
            break;
        }
        EndDrawing();
    }
    return status;
}

static bool parse(int argc, char **argv, options *opt) {
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 < argc && strcmp(argv[i], "--screenshot") == 0) {
            opt->screenshot = argv[i + 1];
        } else if (i + 1 < argc && strcmp(argv[i], "--at") == 0) {
            opt->at = strtod(argv[i + 1], NULL);
        } else {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv) {
    options opt = {0};
    if (!parse(argc, argv, &opt)) {
        fprintf(stderr, "usage: rattleback [--screenshot FILE [--at SECONDS]]\n");
        return 2;
    }
    SetTraceLogLevel(LOG_WARNING);
    SetConfigFlags(FLAG_WINDOW_RESIZABLE | FLAG_VSYNC_HINT | FLAG_MSAA_4X_HINT);
    InitWindow(1280, 720, "Rattleback");
    if (!rb_imgui_init(16.0f)) {
        fprintf(stderr, "rattleback: no window: a display with OpenGL 3.3 is needed\n");
        return 1;
    }
    const int status = run(&opt);
    rb_imgui_shutdown();
    CloseWindow();
    return status;
}
