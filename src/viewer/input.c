/* Mouse and keys of the world: shortcuts, camera, dropped files. Bodies are in hand.c. */
#include <math.h>

#include "app/language/language.h"
#include "viewer/actions/actions.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/files.h"
#include "viewer/platform/window.h"

static bool inside(Rectangle r, Vector2 p) {
    return CheckCollisionPointRec(p, r);
}

/* Held since the last frame: movement before the press is no drag. */
static bool dragging(ImGuiMouseButton button) {
    return igIsMouseDown_Nil(button) && !igIsMouseClicked_Bool(button, false);
}

static void update_camera(rb_app *app, Vector2 mouse) {
    const ImGuiIO *io = igGetIO();
    const ImVec2 delta = io->MouseDelta;
    if (!inside(app->ui.rects.world, mouse)) {
        return;
    }
    if (dragging(ImGuiMouseButton_Middle) || dragging(ImGuiMouseButton_Right) ||
        (dragging(ImGuiMouseButton_Left) && io->KeyShift)) {
        rb_camera_pan(&app->camera, delta.x, delta.y, app->ui.rects.world.height);
        app->camera.follow = app->camera.follow && delta.x == 0 && delta.y == 0;
    } else if (dragging(ImGuiMouseButton_Left)) {
        rb_camera_orbit(&app->camera, delta.x, delta.y);
    }
    if (io->MouseWheel != 0) {
        rb_camera_zoom(&app->camera, io->MouseWheel);
    }
}

/* Two fingers move the camera and release what one of them held. True while they touch. */
static bool take_gesture(rb_app *app) {
    rb_gesture g = rb_imgui_gesture();
    if (!g.two) {
        return false;
    }
    if (app->hand.active) {
        rb_hand_release(app, false);
    }
    const float per_turn = 0.1278f; /* one wheel step of rb_camera_zoom */
    rb_camera_pan(&app->camera, g.pan_x, g.pan_y, app->ui.rects.world.height);
    rb_camera_zoom(&app->camera, logf(g.spread) / per_turn);
    app->camera.follow = app->camera.follow && g.pan_x == 0 && g.pan_y == 0;
    return true;
}

/* A click, without a drag, in a cell of the grid selects its run. */
static void select_cell(rb_app *app, Vector2 mouse) {
    Rectangle cell;
    int index = rb_view_cell_at(app, mouse, &cell);
    if (index >= 0 && app->ui.layout == RB_LAYOUT_GRID && app->session.shown_count > 1) {
        app->session.selected = index;
    }
}

static void take_dropped_files(rb_app *app) {
    char path[RB_PATH_MAX];
    int count = rb_files_dropped(path, sizeof path);
    if (count > 0) {
        rb_app_open_file(app, path);
    }
    if (count > 1) {
        rb_messages_add(&app->messages, RB_LEVEL_INFO,
                        rb_tr("%d files were dropped: only the first was opened"), count);
    }
}

void rb_input_update(rb_app *app, double dt) {
    bool typing = igGetIO()->WantTextInput;
    if (typing || !rb_imgui_wants_keyboard()) {
        rb_actions_poll(app, typing);
    }
    take_dropped_files(app);
    if (take_gesture(app)) {
        rb_view_follow(app, (float)dt);
        return;
    }
    /* ImGui's position: its queue keeps the order of events over slow frames. */
    Vector2 mouse = {igGetIO()->MousePos.x, igGetIO()->MousePos.y};
    if (rb_toolbox_update(app, mouse, dt)) {
        return;
    }
    if (!app->hand.active && !rb_imgui_wants_mouse() && igIsMouseClicked_Bool(ImGuiMouseButton_Left, false)) {
        select_cell(app, mouse);
    }
    if (!rb_hand_update(app, mouse, dt) && !rb_imgui_wants_mouse()) {
        update_camera(app, mouse);
    }
    rb_view_follow(app, (float)dt);
}
