/* Mouse on the body: a sideways drag spins it, a press at an end taps it; time stops while the button
   is down. The predicted ω is drawn and applied on release. On the first start an animated hand shows
   how. On touch screens the first finger is the left button. */
#include <math.h>
#include <stdio.h>

#include "app/language/language.h"
#include "app/session/units.h"
#include "math/pi.h"
#include "math/vec.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/window.h"
#include "viewer/world/body_view.h"

/* ---------------------------------------------------------------- taking and letting go */

/* The run whose body is under the pixel, and the point on it; -1: none. */
static int body_under(const rb_app *app, Vector2 mouse, rb_vec3 *point) {
    Rectangle cell;
    int index = rb_view_cell_at(app, mouse, &cell);
    bool covered =
        rb_view_microscope_shown(app) && CheckCollisionPointRec(mouse, rb_view_microscope_area(app));
    bool blank = app->presenter.on && app->presenter.blank;
    if (index < 0 || covered || blank || app->world == NULL || app->session.shown_count == 0) {
        return -1;
    }
    bool several = app->session.shown_count > 1;
    bool overlay = several && app->ui.layout == RB_LAYOUT_OVERLAY;
    bool grid = several && app->ui.layout == RB_LAYOUT_GRID;
    int first = grid ? index : overlay ? 0 : app->session.selected;
    int count = overlay ? app->session.shown_count : 1;
    rb_camera camera = rb_view_camera(app, first);
    int run = rb_world_pick(app->world, &camera, cell, &app->world_runs[first], count, mouse, point);
    return run < 0 ? -1 : first + run;
}

int rb_hand_body_at(const rb_app *app, Vector2 mouse, rb_vec3 *point) {
    int run = body_under(app, mouse, point);
    float near = rb_gui_fingers() ? 0.4f * rb_gui_target() : rb_em(0.7f);
    for (int i = 0; i < 8 && run < 0; i++) {
        float angle = (float)RB_PI * (float)i / 4;
        Vector2 beside = {mouse.x + near * cosf(angle), mouse.y + near * sinf(angle)};
        run = body_under(app, beside, point);
    }
    return run;
}

/* The state that is changed. */
static const rb_snapshot *held_state(const rb_app *app, int run) {
    return app->session.scrubbing ? app->session.shown[run] : rb_session_now(&app->session, run);
}

/* A drag moves the grabbed point horizontally, by the pixels at the body's distance. A drag of half the
   body gives 1.5 times the scene's usual spin. */
static rb_vec3 drag_spin(const rb_app *app, const rb_snapshot *s, const rb_body_look *look) {
    const rb_hand *hand = &app->hand;
    double pixel = 2 * (double)app->view_camera.distance * tan((double)app->view_camera.fov * 0.00872665) /
                   fmax((double)app->ui.rects.world.height, 1);
    double yaw = (double)app->camera.yaw;
    double steep = fmax(sin((double)app->camera.pitch), 0.35);
    double right = pixel * (double)(hand->now.x - hand->from.x);
    double away = pixel * (double)(hand->from.y - hand->now.y) / steep;
    rb_vec3 way = rb_v3(-sin(yaw) * right - cos(yaw) * away, cos(yaw) * right - sin(yaw) * away, 0);
    rb_vec3 arm = rb_sub(hand->point, s->r_C);
    double usual = look->omega > 1 ? look->omega : 4;
    return rb_scale(1.5 * usual / (fmax(rb_norm(arm), 0.2 * look->size) * look->size), rb_cross(arm, way));
}

/* A press at an end pushes it down; a longer press is stronger. */
static rb_vec3 tap_spin(const rb_app *app, const rb_snapshot *s, const rb_body_look *look) {
    rb_vec3 arm = rb_sub(app->hand.point, s->r_C);
    arm.z = 0;
    double out = rb_norm(arm);
    double strength = 0.5 + 2.0 * fmin(app->hand.held, 1);
    bool end = out > 0.35 * look->size;
    return end ? rb_scale(strength / out, rb_cross(arm, rb_v3(0, 0, -1))) : rb_v3(0, 0, 0);
}

/* To 0.001 rad/s, so that the action line that repeats it is short. */
static rb_vec3 rounded(rb_vec3 v) {
    const double parts = 1000;
    return rb_v3(round(parts * v.x) / parts, round(parts * v.y) / parts, round(parts * v.z) / parts);
}

static void predict(rb_app *app) {
    rb_hand *hand = &app->hand;
    const rb_snapshot *s = held_state(app, hand->run);
    const rb_body_look *look = rb_view_look(app, hand->run);
    rb_mat3 turn = rb_quat_matrix(s->q);
    rb_vec3 given = hand->moved ? drag_spin(app, s, look) : tap_spin(app, s, look);
    hand->given = rounded(rb_mul_t(&turn, given));
    hand->foreseen = rb_add(s->omega, hand->given);
}

void rb_hand_grab(rb_app *app, int run, rb_vec3 point, Vector2 mouse) {
    bool filming = app->capture.video != NULL;
    bool played = rb_session_playing(&app->session) && !filming;
    app->hand =
        (rb_hand){.active = true, .played = played, .run = run, .point = point, .from = mouse, .now = mouse};
    if (played) {
        rb_session_pause(&app->session);
    }
    predict(app);
}

void rb_hand_release(rb_app *app, bool give) {
    rb_hand *hand = &app->hand;
    hand->active = false;
    if (give && rb_norm(hand->given) > 0.05) {
        const rb_body_kind *body = app->session.drawn[hand->run].body;
        const rb_snapshot *s = held_state(app, hand->run);
        rb_spin before = rb_spin_of(body, s), after = rb_spin_for(body, s, hand->foreseen);
        rb_session_flick(&app->session, hand->given);
        char was[32], is[32];
        rb_messages_add(&app->messages, RB_LEVEL_INFO,
                        hand->moved ? rb_tr("Spun by hand: %s from %s to %s rad/s")
                                    : rb_tr("Tapped by hand: %s from %s to %s rad/s"),
                        after.symbol, rb_format_digits(was, sizeof was, before.value, 3),
                        rb_format_digits(is, sizeof is, after.value, 3));
    } else if (hand->played) {
        rb_session_play(&app->session);
    }
}

void rb_hand_move(rb_app *app, Vector2 mouse, double dt) {
    rb_hand *hand = &app->hand;
    const float still = rb_em(0.3f);
    hand->now = mouse;
    hand->held += dt;
    hand->moved = hand->moved || hypotf(mouse.x - hand->from.x, mouse.y - hand->from.y) > still;
    predict(app);
}

/* A click on a part that can be chosen, such as a ball of a bearing. */
static void choose_part(rb_app *app, int run, Vector2 mouse) {
    const rb_scene *scene = &app->session.drawn[run];
    const char *parameter = rb_appearance_of(scene->body)->chooses;
    rb_part parts[RB_PARTS_MAX];
    int count = parameter != NULL ? rb_scene_surroundings(scene, app->session.shown[run], parts) : 0;
    Rectangle cell;
    if (rb_view_cell_at(app, mouse, &cell) < 0) {
        return;
    }
    rb_camera camera = rb_view_camera(app, run);
    for (int i = 0, number = 0; i < count; i++) {
        if (parts[i].form != RB_FORM_ELLIPSOID) {
            continue;
        }
        number++;
        Vector2 centre, top;
        rb_vec3 above = rb_add(parts[i].at, rb_v3(0, 0, parts[i].size.z));
        if (rb_world_pixel(&camera, cell, parts[i].at, &centre) &&
            rb_world_pixel(&camera, cell, above, &top) &&
            hypotf(mouse.x - centre.x, mouse.y - centre.y) < hypotf(top.x - centre.x, top.y - centre.y)) {
            rb_ui_run(&app->ui, "set %s=%d", parameter, number);
            return;
        }
    }
}

bool rb_hand_update(rb_app *app, Vector2 mouse, double dt) {
    rb_hand *hand = &app->hand;
    rb_vec3 point;
    hand->shown = fmax(hand->shown - dt, 0);
    if (!hand->active) {
        bool free = !rb_imgui_wants_mouse() && !igGetIO()->KeyShift;
        int run = free ? rb_hand_body_at(app, mouse, &point) : -1;
        if (run >= 0 && igIsMouseClicked_Bool(ImGuiMouseButton_Left, false)) {
            choose_part(app, run, mouse);
        }
        bool spins = run >= 0 && rb_body_has(app->session.drawn[run].body, RB_TRAIT_SPINS);
        if (spins && !igIsMouseDown_Nil(ImGuiMouseButton_Left)) {
            igSetMouseCursor(ImGuiMouseCursor_Hand);
        } else if (spins && igIsMouseClicked_Bool(ImGuiMouseButton_Left, false)) {
            rb_hand_grab(app, run, point, mouse);
        }
        return hand->active;
    }
    if (hand->run >= app->session.shown_count || !rb_window_focused()) {
        rb_hand_release(app, false); /* lost the mouse */
        return true;
    }
    if (!igIsMouseDown_Nil(ImGuiMouseButton_Left)) {
        rb_hand_release(app, true); /* applies the predicted spin */
        return true;
    }
    rb_hand_move(app, mouse, dt);
    return true;
}

/* ---------------------------------------------------------------- what is seen of it */

static void draw_arrow(ImDrawList *list, ImVec2 from, ImVec2 to, ImU32 color) {
    ImDrawList_AddLine(list, from, to, color, rb_em(0.2f));
    ImDrawList_AddCircleFilled(list, from, rb_em(0.35f), color, 0);
    float angle = atan2f(to.y - from.y, to.x - from.x);
    float size = rb_em(0.8f);
    ImDrawList_AddTriangleFilled(
        list, to, rb_im2(to.x - size * cosf(angle - 0.4f), to.y - size * sinf(angle - 0.4f)),
        rb_im2(to.x - size * cosf(angle + 0.4f), to.y - size * sinf(angle + 0.4f)), color);
}

static void draw_promise(const rb_app *app, ImDrawList *list) {
    const rb_hand *hand = &app->hand;
    const rb_body_kind *body = app->session.drawn[hand->run].body;
    const rb_snapshot *s = held_state(app, hand->run);
    rb_spin after = rb_spin_for(body, s, hand->foreseen);
    Color color = rb_spin_color(after.value);
    ImVec2 from = rb_im2(hand->from.x, hand->from.y);
    float press = rb_em(1.2f + 1.2f * (float)fmin(hand->held, 1));
    ImVec2 to = hand->moved ? rb_im2(hand->now.x, hand->now.y) : rb_im2(from.x, from.y + press);
    char text[96], number[32];
    bool none = rb_norm(hand->given) <= 0.05;
    rb_ui_unit unit = rb_spin_unit(app->session.turns);
    rb_format_digits(number, sizeof number,
                     unit.factor * (hand->moved ? fabs(after.value) : rb_norm(hand->given)), 3);
    if (hand->moved) {
        snprintf(text, sizeof text, rb_tr("%s will be %s%s %s"), after.symbol, after.value < 0 ? "−" : "+",
                 number, unit.name);
    } else if (none) {
        snprintf(text, sizeof text, "%s", rb_tr("drag sideways to spin it"));
    } else {
        snprintf(text, sizeof text, rb_tr("tap: Δω %s %s"), number, unit.name);
    }
    if (hand->moved || !none) {
        draw_arrow(list, from, to, rb_im32(color));
    }
    rb_text_box(list, rb_im2(to.x + rb_em(1), to.y + rb_em(0.4f)), text, 0, color, 1.2f);
}

static void finger(ImDrawList *list, ImVec2 at, ImVec2 size, ImU32 fill, ImU32 edge) {
    ImVec2 end = rb_im2(at.x + size.x, at.y + size.y);
    float round = 0.5f * fminf(size.x, size.y);
    ImDrawList_AddRectFilled(list, at, end, fill, round, 0);
    ImDrawList_AddRect(list, at, end, edge, round, 0, rb_em(0.1f));
}

/* Position and text of the animated hand; false if it is not shown. */
typedef struct ghost {
    Vector2 body, finger; /* start and end of its drag */
    Rectangle words;
} ghost;

static const char ghost_words[] = RB_N("Drag the body to spin it. Press an end to tap it.");

/* Over the body, moving back and forth. */
static bool ghost_hand(const rb_app *app, ghost *g) {
    Rectangle cells[RB_RUNS_MAX];
    Rectangle w = app->ui.rects.world;
    if (app->hand.active || app->hand.shown <= 0 || app->session.count > 1 || app->session.shown_count == 0) {
        return false;
    }
    const rb_snapshot *s = app->session.shown[app->session.selected];
    rb_camera camera = rb_view_camera(app, app->session.selected);
    rb_view_cells(app, cells);
    if (!rb_world_pixel(&camera, cells[0], s->r_C, &g->body)) {
        return false;
    }
    float swing = app->offscreen ? 0.6f : sinf(2.4f * (float)(RB_HAND_SHOWN - app->hand.shown));
    float e = igGetFontSize();
    ImVec2 size = rb_text_size(ghost_words);
    g->finger = (Vector2){g->body.x + 2.4f * e * swing, g->body.y + 0.4f * e};
    float left = fminf(fmaxf(g->body.x - 0.5f * size.x, w.x + e), w.x + w.width - size.x - e);
    g->words = (Rectangle){left, g->finger.y + 3.6f * e, size.x, size.y};
    return true;
}

Rectangle rb_hand_area(const rb_app *app) {
    ghost g;
    if (!ghost_hand(app, &g)) {
        return (Rectangle){0};
    }
    float e = igGetFontSize(); /* the whole range of its motion, so that labels stay in place */
    return (Rectangle){g.words.x - 0.5f * e, g.body.y - 0.5f * e, g.words.width + e,
                       g.words.y + g.words.height - g.body.y + e};
}

/* The index finger points at the drag_spin point. */
static void draw_ghost(const rb_app *app, ImDrawList *list) {
    ghost g;
    if (!ghost_hand(app, &g)) {
        return;
    }
    float alpha = (float)fmin(app->hand.shown, 1) * 0.9f;
    ImU32 fill = rb_im32(rb_fade((Color){250, 248, 242, 255}, alpha));
    ImU32 edge = rb_im32(rb_fade((Color){40, 46, 54, 255}, alpha));
    float e = igGetFontSize(), x = g.finger.x, y = g.finger.y;
    for (int i = 0; i < 3; i++) {
        finger(list, rb_im2(x + (0.3f + 0.55f * (float)i) * e, y + (1.15f + 0.1f * (float)i) * e),
               rb_im2(0.62f * e, 1.2f * e), fill, edge);
    }
    finger(list, rb_im2(x - 1.0f * e, y + 1.7f * e), rb_im2(1.2f * e, 0.6f * e), fill, edge);
    finger(list, rb_im2(x - 0.31f * e, y), rb_im2(0.62f * e, 2.0f * e), fill, edge);
    finger(list, rb_im2(x - 0.31f * e, y + 1.5f * e), rb_im2(2.35f * e, 1.6f * e), fill, edge);
    draw_arrow(list, rb_im2(g.body.x, g.body.y), rb_im2(x, y),
               rb_im32(rb_fade(rb_color(RB_COLOR_ACCENT), alpha)));
    rb_text_box(list, rb_im2(g.words.x, g.words.y), ghost_words, 0, rb_fade(rb_color(RB_COLOR_INK), alpha),
                1);
}

void rb_hand_draw(rb_app *app) {
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    if (app->hand.active && app->hand.run < app->session.shown_count) {
        draw_promise(app, list);
    } else {
        draw_ghost(app, list);
    }
}
