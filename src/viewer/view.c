/* The world in its place: one body, a grid of linked cameras, or ghosts over each other; the
   microscope; and what is written over the world. */
#include <math.h>
#include <stdio.h>

#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/world/body_view.h"

#define RB_EXPLANATION_MAX 800

static bool grid_shown(const rb_app *app) {
    return app->session.shown_count > 1 && app->ui.layout == RB_LAYOUT_GRID;
}

/* The number of columns that gives cells closest to 4:3. */
static int best_columns(Rectangle w, int count) {
    int best = 1;
    float best_score = -1;
    for (int columns = 1; columns <= count; columns++) {
        int rows = (count + columns - 1) / columns;
        float cell_w = w.width / (float)columns;
        float cell_h = w.height / (float)rows;
        float score = fminf(cell_w / 4, cell_h / 3);
        if (score > best_score) {
            best_score = score;
            best = columns;
        }
    }
    return best;
}

/* In a grid the microscope takes what is left of the last row. */
int rb_view_cells(const rb_app *app, Rectangle *cells) {
    Rectangle w = app->ui.rects.world;
    int count = grid_shown(app) ? app->session.shown_count : 1;
    int places = count > 1 && app->ui.microscope ? count + 1 : count;
    int best = best_columns(w, places);
    int rows = (places + best - 1) / best;
    for (int i = 0; i < count; i++) {
        float width = floorf(w.width / (float)best);
        float height = floorf(w.height / (float)rows);
        int column = i % best;
        int row = i / best;
        cells[i] =
            (Rectangle){w.x + (float)column * width, w.y + (float)row * height,
                        width - (count > 1 ? 2.0f : 0.0f), height - (count > 1 ? 2.0f : 0.0f)};
    }
    return count;
}

/* The last seconds before the shown moment. */
static rb_trail trail_of(const rb_app *app, int run) {
    const rb_history *history = &app->session.history;
    double t = app->session.shown[run]->t;
    int last = rb_history_find(history, run, t);
    int first = rb_history_find(history, run, t - (double)app->style.trail_seconds);
    if (last < 0) {
        return (rb_trail){NULL, 0};
    }
    return (rb_trail){(const rb_snapshot *const *)&history->runs[run].items[first],
                      last - first + 1};
}

static void collect_runs(rb_app *app) {
    for (int i = 0; i < app->session.shown_count; i++) {
        app->world_runs[i] = (rb_world_run){
            .scene = &app->session.drawn[i],
            .snapshot = app->session.shown[i],
            .trail = trail_of(app, i),
            .color = rb_run_color(i),
            .ghost = false,
        };
    }
}

static bool run_frozen(const rb_app *app, int run) {
    return rb_phase_frozen(app->session.shown[run]->phase);
}

/* Where the name of a run stands: in its cell, or one below the other over the one view. */
static Rectangle run_name(const rb_app *app, int run, const Rectangle *cells, char *text,
                          size_t size) {
    bool grid = grid_shown(app);
    bool lost = app->session.shown[run]->phase == RB_PHASE_DIVERGED;
    snprintf(text, size, "%d %s%s", run + 1, rb_session_label(&app->session, run),
             !run_frozen(app, run) ? ""
             : lost                ? ": diverged"
                                   : ": lifted off");
    Rectangle cell = cells[grid ? run : 0];
    float line = igGetTextLineHeight();
    return (Rectangle){cell.x + rb_em(1.8f),
                       cell.y + rb_em(0.6f) + (grid ? 0 : 1.5f * line * (float)run),
                       rb_text_width(text), line};
}

/* What the names cover, for the labels to keep clear of. */
static Rectangle names_area(const rb_app *app, const Rectangle *cells, int run) {
    char text[128];
    bool grid = grid_shown(app);
    if (app->session.shown_count < 2 || app->ui.layout == RB_LAYOUT_SINGLE) {
        return (Rectangle){0};
    }
    Rectangle area =
        run_name(app, grid ? run : app->session.shown_count - 1, cells, text, sizeof text);
    Rectangle cell = cells[grid ? run : 0];
    float pad = rb_em(0.5f);
    return (Rectangle){cell.x, cell.y, area.x + area.width + pad - cell.x,
                       area.y + area.height + pad - cell.y};
}

static Rectangle microscope_area(const rb_app *app) {
    Rectangle w = app->ui.rects.world;
    float margin = rb_em(0.6f);
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

/* What to do with a scene; no item is broken between two lines. */
static const char hint[] =
    "\nR:\u00a0once\u00a0more   Space:\u00a0pause   [\u00a0]:\u00a0slower,\u00a0faster   "
    "drag:\u00a0look\u00a0round   F1:\u00a0all\u00a0keys";

/* The line about the scene; an empty text where there is none. */
static Rectangle explanation(const rb_app *app, char *text, size_t size) {
    const rb_scene *scene = &app->session.runs[0].scene;
    Rectangle w = app->ui.rects.world;
    text[0] = '\0';
    if (!app->ui.explain || app->capture.bare_frame || app->session.count > 1 ||
        scene->description[0] == '\0' || w.width < rb_em(10)) {
        return (Rectangle){0};
    }
    float wrap = fmaxf(w.width - rb_em(2), rb_em(8));
    ImVec2 box = {0, w.height};
    /* With large letters in a small window the world comes first: less is said. */
    for (int less = 0; less < 3 && box.y > 0.28f * w.height; less++) {
        snprintf(text, size, "%s%s%s%s", scene->name, less < 2 ? ": " : "",
                 less < 2 ? scene->description : "", less < 1 ? hint : "");
        igCalcTextSize(&box, text, NULL, false, wrap);
    }
    return (Rectangle){w.x + rb_em(0.9f), w.y + rb_em(0.6f), wrap, box.y};
}

/* A tall body stands in the middle of what text and microscope leave, and its head below the text. */
static void place_tall(rb_app *app) {
    Rectangle w = app->ui.rects.world;
    char text[RB_EXPLANATION_MAX];
    Rectangle line = explanation(app, text, sizeof text);
    float above = text[0] != '\0' ? line.y + line.height - w.y : 0;
    float beside = app->ui.microscope ? 0.5f * microscope_area(app).width : 0;
    app->view_camera.distance *= w.height / fmaxf(w.height - 0.9f * above, 0.3f * w.height);
    rb_camera_pan(&app->view_camera, -beside, 0.5f * above, w.height);
}

/* The microscope covers a corner: the body moves up and aside, and a little away. */
static void place_camera(rb_app *app, const Rectangle *cell, int cells) {
    app->view_camera = app->camera;
    Rectangle w = app->ui.rects.world;
    /* A view that is taller than wide must stand back for the whole body. */
    app->view_camera.distance *= fmaxf(1.0f, 1.05f * cell->height / fmaxf(cell->width, 1));
    if (cells > 1) {
        return;
    }
    if (rb_scene_tall(&app->session.runs[app->session.selected].scene)) {
        place_tall(app);
        return;
    }
    if (!app->ui.microscope) {
        return;
    }
    Rectangle covered = microscope_area(app);
    rb_camera_zoom(&app->view_camera, -1.0f);
    rb_camera_pan(&app->view_camera, -0.22f * covered.width, -0.34f * covered.height, w.height);
}

void rb_view_follow(rb_app *app, float dt) {
    const rb_session *session = &app->session;
    for (int i = 0; i < session->shown_count; i++) {
        rb_camera camera = app->camera;
        camera.target = i == session->selected ? app->camera.target : app->followed[i];
        rb_camera_update(&camera, session->shown[i], dt);
        app->followed[i] = camera.target;
    }
    if (session->shown_count > 0 && app->camera.follow) {
        app->camera.target.x = app->followed[session->selected].x;
        app->camera.target.y = app->followed[session->selected].y;
    }
}

/* In a grid every body stays in sight: the cameras turn as one, but each goes with its own. */
rb_camera rb_view_camera(const rb_app *app, int run) {
    rb_camera camera = app->view_camera;
    if (grid_shown(app) && camera.follow) {
        camera.target.x += app->followed[run].x - app->camera.target.x;
        camera.target.y += app->followed[run].y - app->camera.target.y;
    }
    return camera;
}

static void draw_overlay(rb_app *app, Rectangle cell, rb_world_style *style) {
    rb_world_run runs[RB_RUNS_MAX];
    int count = app->session.shown_count;
    for (int i = 0; i < count; i++) {
        runs[i] = app->world_runs[i];
        runs[i].ghost = i != app->session.selected;
    }
    rb_world_draw(app->world, &app->view_camera, cell, runs, count, style);
}

void rb_view_draw(rb_app *app) {
    ClearBackground(rb_color(RB_COLOR_BACKGROUND_BOTTOM));
    collect_runs(app);
    if (app->world == NULL || app->ui.rects.world.width < 2 || app->ui.rects.world.height < 2) {
        return;
    }
    rb_world_style style = app->style;
    style.ui_scale = rb_imgui_scale();
    style.clock =
        app->offscreen || app->capture.video != NULL ? rb_session_time(&app->session) : -1;
    bool microscope = app->ui.microscope && app->session.shown_count > 0 &&
                      app->session.shown[app->session.selected]->contact_count > 0 &&
                      app->ui.rects.world.height > 200;
    if (microscope) {
        style.keep_clear[0] = microscope_area(app);
    }
    char text[RB_EXPLANATION_MAX];
    style.keep_clear[1] = explanation(app, text, sizeof text);
    Rectangle cells[RB_RUNS_MAX];
    int count = rb_view_cells(app, cells);
    place_camera(app, &cells[0], count);
    if (count > 1) {
        for (int i = 0; i < count; i++) {
            rb_camera camera = rb_view_camera(app, i);
            style.keep_clear[1] = names_area(app, cells, i);
            rb_world_draw(app->world, &camera, cells[i], &app->world_runs[i], 1, &style);
        }
    } else if (app->session.shown_count > 1 && app->ui.layout == RB_LAYOUT_OVERLAY) {
        style.keep_clear[1] = names_area(app, cells, 0);
        draw_overlay(app, cells[0], &style);
    } else if (app->session.shown_count > 0) {
        rb_world_draw(app->world, &app->view_camera, cells[0],
                      &app->world_runs[app->session.selected], 1, &style);
    }
    if (microscope) {
        int run = app->session.selected;
        const rb_snapshot *s = app->session.shown[run];
        rb_microscope_draw(app->world, microscope_area(app), &app->session.drawn[run], s,
                           rb_contact_shown(s), rb_imgui_scale());
    }
}

/* ---------------------------------------------------------------- written over the world */

/* shrink: 1 for letters of the usual size. */
static void sized_text_box(ImDrawList *list, ImVec2 at, const char *text, float wrap, Color ink,
                           float shrink) {
    ImVec2 size;
    igCalcTextSize(&size, text, NULL, false, wrap);
    size = rb_im2(shrink * size.x, shrink * size.y);
    float pad = shrink * rb_em(0.4f);
    ImDrawList_AddRectFilled(list, rb_im2(at.x - pad, at.y - 0.6f * pad),
                             rb_im2(at.x + size.x + pad, at.y + size.y + 0.6f * pad),
                             rb_im32(rb_fade(rb_color(RB_COLOR_PANEL), 0.85f)), pad, 0);
    ImDrawList_AddText_FontPtr(list, igGetFont(), shrink * igGetFontSize(), at, rb_im32(ink), text,
                               NULL, wrap, NULL);
}

static void text_box(ImDrawList *list, ImVec2 at, const char *text, float wrap, Color ink) {
    sized_text_box(list, at, text, wrap, ink, 1);
}

void rb_view_names(rb_app *app) {
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    Rectangle cells[RB_RUNS_MAX];
    bool grid = rb_view_cells(app, cells) > 1;
    bool overlay = app->session.shown_count > 1 && app->ui.layout == RB_LAYOUT_OVERLAY;
    for (int i = 0; (grid || overlay) && i < app->session.shown_count; i++) {
        char text[128];
        Rectangle at = run_name(app, i, cells, text, sizeof text);
        Rectangle cell = cells[grid ? i : 0];
        float room = cell.x + cell.width - at.x - rb_em(0.5f);
        sized_text_box(list, rb_im2(at.x, at.y), text, 0,
                       rb_color(run_frozen(app, i) ? RB_COLOR_WARNING : RB_COLOR_INK),
                       fminf(1, room / at.width));
        rb_draw_run_marker(list, i, rb_im2(at.x - rb_em(0.9f), at.y + 0.5f * at.height),
                           rb_em(0.4f));
        if (grid && i == app->session.selected) {
            ImDrawList_AddRect(
                list, rb_im2(cells[i].x + 1, cells[i].y + 1),
                rb_im2(cells[i].x + cells[i].width - 1, cells[i].y + cells[i].height - 1),
                rb_im32(rb_run_color(i)), 0, 0, rb_em(0.15f));
        }
    }
}

/* What the scene shows, in one line, for those who see it for the first time. */
static void draw_explanation(rb_app *app, ImDrawList *list) {
    char text[RB_EXPLANATION_MAX];
    Rectangle at = explanation(app, text, sizeof text);
    if (text[0] != '\0') {
        text_box(list, rb_im2(at.x, at.y), text, at.width, rb_color(RB_COLOR_INK));
    }
}

static const char *phase_text(const rb_snapshot *s) {
    switch (s->phase) {
    case RB_PHASE_AT_REST: return "at rest";
    case RB_PHASE_LIFTED_OFF: return "lifted off: the normal force reached zero, this run stops";
    case RB_PHASE_DIVERGED: return "diverged: this run is frozen at its last good state";
    default: return NULL;
    }
}

/* May the energies be trusted? NULL: yes. */
static const char *doubt_text(const rb_snapshot *s) {
    switch ((rb_energy_doubt)s->energy_doubt) {
    case RB_ENERGY_OFF:
        return "the energy balance is off by more than 1 %: this motion is wrong; make h smaller "
               "or "
               "choose rodas (Solver)";
    case RB_ENERGY_FED:
        return "friction or rolling resistance feeds energy to the body: the laws do not fit these "
               "parameters";
    default: return NULL;
    }
}

static void draw_phase(rb_app *app, ImDrawList *list) {
    const rb_snapshot *s = app->session.shown[app->session.selected];
    bool named = app->session.count > 1 && app->ui.layout != RB_LAYOUT_SINGLE;
    bool told = app->session.count == 1 || (rb_phase_frozen(s->phase) && !named);
    const char *text = told ? phase_text(s) : NULL;
    bool problem = text == NULL || s->phase != RB_PHASE_AT_REST;
    rb_error advice;
    if (text == NULL) {
        text = doubt_text(s);
    }
    if (text == NULL && s->step_too_large > 0) {
        bool advised = rb_scene_advice(&app->session.drawn[app->session.selected], &advice);
        text = advised ? advice.text
                       : "the step is too large for 1 % accuracy: make h smaller (Solver)";
    }
    if (text == NULL) {
        return;
    }
    /* Above the scale bar, and as wide as the microscope leaves room. */
    Rectangle w = app->ui.rects.world;
    bool beside = app->ui.microscope && !grid_shown(app);
    float right = beside ? microscope_area(app).x : w.x + w.width;
    float wrap = fmaxf(right - w.x - rb_em(2.4f), rb_em(6));
    ImVec2 size;
    igCalcTextSize(&size, text, NULL, false, wrap);
    ImVec2 at = rb_im2(w.x + rb_em(0.9f), w.y + w.height - rb_em(3.6f) - size.y);
    text_box(list, at, text, wrap, rb_color(problem ? RB_COLOR_WARNING : RB_COLOR_INK));
}

static void draw_flick(rb_app *app, ImDrawList *list) {
    if (!app->flick.active) {
        return;
    }
    ImVec2 from = rb_im2(app->flick.from.x, app->flick.from.y);
    ImVec2 to = rb_im2(app->flick.now.x, app->flick.now.y);
    ImU32 color = rb_role32(RB_COLOR_ACCENT);
    ImDrawList_AddLine(list, from, to, color, rb_em(0.2f));
    ImDrawList_AddCircleFilled(list, from, rb_em(0.35f), color, 0);
    float angle = atan2f(to.y - from.y, to.x - from.x);
    float size = rb_em(0.8f);
    ImDrawList_AddTriangleFilled(
        list, to, rb_im2(to.x - size * cosf(angle - 0.4f), to.y - size * sinf(angle - 0.4f)),
        rb_im2(to.x - size * cosf(angle + 0.4f), to.y - size * sinf(angle + 0.4f)), color);
}

void rb_view_overlays(rb_app *app) {
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    if (app->world == NULL) {
        text_box(list, rb_im2(app->ui.rects.world.x + rb_em(2), app->ui.rects.world.y + rb_em(4)),
                 app->world_problem.text, app->ui.rects.world.width - rb_em(4),
                 rb_color(RB_COLOR_WARNING));
    }
    if (app->session.shown_count == 0 || app->ui.rects.world.width < rb_em(10)) {
        return;
    }
    rb_view_names(app);
    draw_explanation(app, list);
    draw_phase(app, list);
    draw_flick(app, list);
}
