/* The microscope in the window: its place, its tooltips, and the click that enlarges it. */
#include <math.h>

#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/world/body_view.h"
#include "viewer/world/microscope.h"

bool rb_view_microscope_wanted(const rb_app *app) {
    /* Not in the corner of a small screen, where it is unreadable, nor together with the welcome
       card. */
    bool corner = !(app->presenter.on || app->ui.small || app->ui.welcome);
    return app->ui.microscope && (app->ui.enlarged || corner);
}

bool rb_view_microscope_shown(const rb_app *app) {
    return rb_view_microscope_wanted(app) && app->world != NULL && app->session.shown_count > 0 &&
           app->session.shown[app->session.selected]->contact_count > 0 && app->ui.rects.world.height > 200;
}

bool rb_view_microscope_large(const rb_app *app) {
    return app->ui.enlarged && rb_view_microscope_shown(app);
}

Rectangle rb_view_microscope_area(const rb_app *app) {
    Rectangle w = app->ui.rects.world;
    float margin = rb_em(0.6f);
    if (rb_view_microscope_large(app)) {
        Rectangle free = rb_view_below_text(app);
        return (Rectangle){free.x + margin, free.y, free.width - 2 * margin, free.height - margin};
    }
    float size = fminf(rb_em(19), fminf(0.45f * w.width, 0.48f * w.height));
    Rectangle cells[RB_RUNS_MAX];
    int count = rb_view_cells(app, cells);
    if (count > 1) {
        Rectangle last = cells[count - 1];
        float right = w.x + w.width - last.x - last.width;
        bool beside = right > rb_em(4);
        size = fminf(beside ? right : w.width, last.height) - margin;
        float x = beside ? last.x + last.width : w.x;
        float room = beside ? right : w.width;
        float y = beside ? last.y : last.y + last.height;
        return (Rectangle){x + 0.5f * (room - size), y + 0.5f * (last.height - size), size, size};
    }
    return (Rectangle){w.x + w.width - size - margin, w.y + w.height - size - margin, size, size};
}

/* ---------------------------------------------------------------- legend */

/* The legend of all marks, if there is room; the numbers below have the same colours. */
static void draw_legend(ImDrawList *list, Rectangle area) {
    static const rb_color_role roles[RB_MARK_COUNT] = {
        [RB_MARK_P] = RB_COLOR_OMEGA,        [RB_MARK_S] = RB_COLOR_NORMAL,    [RB_MARK_A] = RB_COLOR_INK,
        [RB_MARK_F] = RB_COLOR_FRICTION,     [RB_MARK_DRILL] = RB_COLOR_DRILL, [RB_MARK_ROLL] = RB_COLOR_ROLL,
        [RB_MARK_FIELD] = RB_COLOR_INK_SOFT, [RB_MARK_BAR] = RB_COLOR_INK_SOFT};
    float line = 1.25f * igGetTextLineHeight();
    if (area.width < rb_em(32)) {
        return; /* it would cover what it names */
    }
    float x = area.x + rb_em(1.2f);
    float y = area.y + 2.4f * line;
    for (int mark = RB_MARK_P; mark < RB_MARK_BAR; mark++, y += line) {
        ImDrawList_AddRectFilled(list, rb_im2(x, y + 0.15f * line), rb_im2(x + rb_em(0.3f), y + 0.7f * line),
                                 rb_role32(roles[mark]), rb_em(0.1f), 0);
        ImDrawList_AddText_Vec2(list, rb_im2(x + rb_em(0.7f), y), rb_role32(RB_COLOR_INK),
                                rb_patch_mark_name((rb_patch_mark)mark), NULL);
    }
}

/* Four corners show that it can be enlarged. */
static void draw_corners(ImDrawList *list, Rectangle area, bool lit) {
    float size = rb_em(0.75f);
    float x = area.x + area.width - size - rb_em(0.55f);
    float y = area.y + area.height - size - rb_em(0.55f);
    ImU32 color = rb_role32(lit ? RB_COLOR_INK : RB_COLOR_INK_SOFT);
    for (int i = 0; i < 4; i++) {
        float px = x + (i % 2 ? size : 0);
        float py = y + (i / 2 ? size : 0);
        float sx = i % 2 ? -0.35f * size : 0.35f * size;
        float sy = i / 2 ? -0.35f * size : 0.35f * size;
        ImDrawList_AddLine(list, rb_im2(px, py), rb_im2(px + sx, py), color, rb_em(0.1f));
        ImDrawList_AddLine(list, rb_im2(px, py), rb_im2(px, py + sy), color, rb_em(0.1f));
    }
}

/* ---------------------------------------------------------------- hand */

static void explain(rb_app *app, Rectangle area) {
    int run = app->session.selected;
    char text[400];
    ImVec2 mouse;
    igGetMousePos(&mouse);
    if (!rb_microscope_explain_at(app->world, area, &app->world_runs[run],
                                  rb_contact_chosen(app->session.shown[run], app->ui.contact),
                                  rb_imgui_scale(), (Vector2){mouse.x, mouse.y}, text, sizeof text)) {
        return;
    }
    igBeginTooltip();
    igPushTextWrapPos(rb_em(24));
    igTextUnformatted(text, NULL);
    igPopTextWrapPos();
    igEndTooltip();
}

void rb_view_microscope(rb_app *app) {
    Rectangle area = rb_view_microscope_area(app);
    if (!rb_view_microscope_shown(app) || app->ui.still || area.width < rb_em(4)) {
        if (rb_view_microscope_large(app)) {
            draw_legend(igGetBackgroundDrawList_Nil(), area);
        }
        return;
    }
    igSetNextWindowPos(rb_im2(area.x, area.y), ImGuiCond_Always, rb_im2(0, 0));
    igSetNextWindowSize(rb_im2(area.width, area.height), ImGuiCond_Always);
    igPushStyleVar_Vec2(ImGuiStyleVar_WindowPadding, rb_im2(0, 0));
    if (igBegin("##microscope", NULL,
                ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                    ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoFocusOnAppearing |
                    ImGuiWindowFlags_NoBringToFrontOnFocus)) {
        if (igInvisibleButton("enlarge", rb_im2(area.width, area.height), 0)) {
            rb_ui_run(&app->ui, "enlarge");
        }
        bool hovered = igIsItemHovered(0);
        draw_corners(igGetWindowDrawList(), area, hovered);
        if (rb_view_microscope_large(app)) {
            draw_legend(igGetWindowDrawList(), area);
        }
        if (hovered) {
            explain(app, area);
        }
    }
    igEnd();
    igPopStyleVar(1);
}
