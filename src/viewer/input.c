/* Mouse and keys that belong to the world: shortcuts, camera, flick, dropped files. */
#include <math.h>

#include "viewer/actions/actions.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/files.h"
#include "viewer/platform/window.h"

static bool inside(Rectangle r, Vector2 p) {
    return CheckCollisionPointRec(p, r);
}

/* The cell of the grid under the mouse. */
static int cell_under(const rb_app *app, Vector2 mouse, Rectangle *cell) {
    Rectangle cells[RB_RUNS_MAX];
    int count = rb_view_cells(app, cells);
    for (int i = 0; i < count; i++) {
        if (inside(cells[i], mouse)) {
            *cell = cells[i];
            return i;
        }
    }
    return -1;
}

static void begin_flick(rb_app *app, Vector2 mouse) {
    Rectangle cell;
    int index = cell_under(app, mouse, &cell);
    if (index < 0 || app->world == NULL) {
        return;
    }
    bool grid = app->session.shown_count > 1 && app->ui.layout == RB_LAYOUT_GRID;
    int first = grid ? index : app->ui.layout == RB_LAYOUT_OVERLAY ? 0 : app->session.selected;
    int count = !grid && app->ui.layout == RB_LAYOUT_OVERLAY ? app->session.shown_count : 1;
    rb_vec3 point;
    rb_camera camera = rb_view_camera(app, first);
    int run =
        rb_world_pick(app->world, &camera, cell, &app->world_runs[first], count, mouse, &point);
    if (run >= 0) {
        app->flick = (rb_flick){true, first + run, point, mouse, mouse};
    }
}

/* The drag is a push at the point, level and upright to the line of sight; it turns the body about
   its mass centre. A hundred pixels at the tip give a few rad/s. */
static rb_vec3 flick_omega(const rb_app *app) {
    const rb_flick *flick = &app->flick;
    const rb_snapshot *s = app->session.shown[flick->run];
    double dx = (double)(flick->now.x - flick->from.x);
    double dy = (double)(flick->now.y - flick->from.y);
    double yaw = (double)app->camera.yaw;
    rb_vec3 right = rb_v3(-sin(yaw), cos(yaw), 0);
    rb_vec3 push = rb_add_scaled(rb_scale(dx, right), -dy, rb_v3(0, 0, 1));
    rb_vec3 arm = rb_sub(flick->point, s->r_C);
    double length = fmax(rb_norm(arm), 1e-6);
    rb_vec3 omega = rb_scale(0.04 / length, rb_cross(arm, push));
    rb_mat3 turn = rb_quat_matrix(s->q);
    return rb_mul_t(&turn, omega);
}

static void update_flick(rb_app *app, Vector2 mouse) {
    if (app->flick.run >= app->session.shown_count) {
        app->flick.active = false;
        return;
    }
    if (!rb_window_focused()) {
        app->flick.active = false; /* taken out of the hand, not let go */
        return;
    }
    app->flick.now = mouse;
    if (!igIsMouseDown_Nil(ImGuiMouseButton_Left)) {
        rb_vec3 omega = flick_omega(app);
        app->flick.active = false;
        if (rb_norm(omega) > 0.05) {
            rb_session_flick(&app->session, omega);
            rb_messages_add(&app->messages, RB_LEVEL_INFO,
                            "Flick: Δω = (%.2f, %.2f, %.2f) rad/s in body axes", omega.x, omega.y,
                            omega.z);
        }
    }
}

/* Held since the last frame: the way to where a button went down is no drag. */
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

/* A click, without a drag, in a cell of the grid selects its run. */
static void select_cell(rb_app *app, Vector2 mouse) {
    Rectangle cell;
    int index = cell_under(app, mouse, &cell);
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
                        "%d files were dropped: only the first was taken, a scene at a time",
                        count);
    }
}

void rb_input_update(rb_app *app, double dt) {
    bool typing = igGetIO()->WantTextInput;
    if (typing || !rb_imgui_wants_keyboard()) {
        rb_actions_poll(app, typing);
    }
    take_dropped_files(app);
    /* As ImGui tells it: its queue keeps the order of a hand's doings over slow frames. */
    Vector2 mouse = {igGetIO()->MousePos.x, igGetIO()->MousePos.y};
    if (app->flick.active) {
        update_flick(app, mouse);
    } else if (!rb_imgui_wants_mouse()) {
        bool pressed = igIsMouseClicked_Bool(ImGuiMouseButton_Left, false);
        if (pressed && igGetIO()->KeyCtrl) {
            begin_flick(app, mouse);
        } else if (pressed) {
            select_cell(app, mouse);
        }
        if (!app->flick.active) {
            update_camera(app, mouse);
        }
    }
    rb_view_follow(app, (float)dt);
}
