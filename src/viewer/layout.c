/* Where everything stands in the window, and the borders one can drag. */
#include <math.h>

#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"
#include "viewer/platform/window.h"

/* Of the table: all runs, but at least five of them before it takes much of a low window. */
static float runs_height(const rb_app *app, float height) {
    float row = igGetTextLineHeight() + 2 * igGetStyle()->CellPadding.y;
    float rest = row + 2 * igGetStyle()->WindowPadding.y + rb_em(0.9f);
    float all = rest + row * (float)app->session.count;
    return fminf(all, fmaxf(rest + 5 * row, 0.22f * height));
}

void rb_layout_update(rb_app *app) {
    rb_rects *r = &app->ui.rects;
    float width = (float)rb_window_width();
    float height = (float)rb_window_height();
    *r = (rb_rects){.world = {0, 0, width, height}};
    if (app->ui.hidden || app->capture.bare_frame) {
        return;
    }
    app->ui.two_rows = app->ui.top_needed > width;
    float bar = igGetFrameHeight() + 2 * igGetStyle()->WindowPadding.y;
    float top = app->ui.two_rows ? bar + igGetFrameHeightWithSpacing() : bar;
    float timeline = rb_em(3.6f) + rb_timeline_lanes_height(&app->session);
    float runs = app->session.count > 1 ? runs_height(app, height) : 0;
    runs = fminf(runs, 0.35f * height);
    float middle = fmaxf(height - top - timeline - runs, 1);
    /* However narrow the window, the world keeps two fifths of it. */
    float left = app->ui.left ? fminf(rb_em(app->ui.left_width), 0.3f * width) : 0;
    float right = app->ui.right ? fminf(rb_em(app->ui.right_width), 0.36f * width) : 0;
    r->top = (Rectangle){0, 0, width, top};
    r->left = (Rectangle){0, top, left, middle};
    r->right = (Rectangle){width - right, top, right, middle};
    r->world = (Rectangle){left, top, fmaxf(width - left - right, 1), middle};
    r->runs = (Rectangle){0, top + middle, width, runs};
    r->timeline = (Rectangle){0, height - timeline, width, timeline};
}

/* An invisible strip over a border; returns how far it was dragged, px. */
static float splitter(const char *id, float x, Rectangle beside) {
    float grip = rb_em(0.35f);
    float moved = 0;
    igSetNextWindowPos(rb_im2(x - grip / 2, beside.y), ImGuiCond_Always, rb_im2(0, 0));
    igSetNextWindowSize(rb_im2(grip, beside.height), ImGuiCond_Always);
    igPushStyleVar_Vec2(ImGuiStyleVar_WindowPadding, rb_im2(0, 0));
    igPushStyleVar_Vec2(ImGuiStyleVar_WindowMinSize, rb_im2(1, 1));
    if (igBegin(id, NULL,
                ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                    ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoFocusOnAppearing)) {
        igInvisibleButton("grip", rb_im2(grip, fmaxf(beside.height, 1)), 0);
        if (igIsItemHovered(0) || igIsItemActive()) {
            igSetMouseCursor(ImGuiMouseCursor_ResizeEW);
        }
        if (igIsItemActive()) {
            moved = igGetIO()->MouseDelta.x;
        }
    }
    igEnd();
    igPopStyleVar(2);
    return moved;
}

void rb_layout_splitters(rb_app *app) {
    rb_ui *ui = &app->ui;
    float em = igGetFontSize();
    if (ui->left) {
        ui->left_width += splitter("##split left", app->ui.rects.world.x, app->ui.rects.left) / em;
        ui->left_width = fminf(fmaxf(ui->left_width, 12), 40);
    }
    if (ui->right) {
        ui->right_width -=
            splitter("##split right", app->ui.rects.right.x, app->ui.rects.right) / em;
        ui->right_width = fminf(fmaxf(ui->right_width, 12), 60);
    }
}
