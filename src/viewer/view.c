/* The world in the window: one body, a grid of linked cameras, or overlaid ghosts; the microscope; and
   texts over the world. */
#include <math.h>
#include <stdio.h>

#include "app/language/language.h"
#include "app/session/mean_forces.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/graphics.h"
#include "viewer/platform/window.h"
#include "viewer/world/body_view.h"

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

/* In a grid the microscope takes the rest of the last row. */
int rb_view_cells(const rb_app *app, Rectangle *cells) {
    Rectangle w = app->ui.rects.world;
    int count = grid_shown(app) ? app->session.shown_count : 1;
    int places = count > 1 && rb_view_microscope_wanted(app) ? count + 1 : count;
    int best = best_columns(w, places);
    int rows = (places + best - 1) / best;
    for (int i = 0; i < count; i++) {
        float width = floorf(w.width / (float)best);
        float height = floorf(w.height / (float)rows);
        int column = i % best;
        int row = i / best;
        cells[i] = (Rectangle){w.x + (float)column * width, w.y + (float)row * height,
                               width - (count > 1 ? 2.0f : 0.0f), height - (count > 1 ? 2.0f : 0.0f)};
    }
    return count;
}

int rb_view_cell_at(const rb_app *app, Vector2 pixel, Rectangle *cell) {
    Rectangle cells[RB_RUNS_MAX];
    int count = rb_view_cells(app, cells);
    for (int i = 0; i < count; i++) {
        if (CheckCollisionPointRec(pixel, cells[i])) {
            *cell = cells[i];
            return i;
        }
    }
    return -1;
}

/* The trail before the shown instant, if any trail is shown. */
static rb_trail trail_of(rb_app *app, int run) {
    const rb_session *session = &app->session;
    const unsigned trails =
        RB_SHOW_TRAIL_FLOOR | RB_SHOW_TRAIL_BODY | RB_SHOW_TRAIL_CENTRE | RB_SHOW_TRAIL_TIP | RB_SHOW_RIBBONS;
    if (!(app->style.show & trails)) {
        return (rb_trail){NULL, 0};
    }
    return rb_trail_points_until(&app->trail_points[run], &session->history, run, session->drawn[run].body,
                                 session->shown[run]->t, (double)app->style.trail_seconds);
}

/* Exposure: simulated seconds covered by this frame; 0 while paused. */
static double exposure(const rb_app *app) {
    const rb_session *session = &app->session;
    if (session->scrubbing || app->hand.active) {
        return 0;
    }
    if (app->capture.video != NULL) {
        return session->speed / rb_capture_rate(&app->capture);
    }
    const rb_frame *frame = session->frame;
    double speed = frame->behind ? fmin(frame->real_time_factor, session->speed) : session->speed;
    return rb_session_playing(session) ? speed * app->frame_time : 0;
}

/* The angle that a round body turns about its axis during the exposure. Other bodies are slower and are
   not blurred. */
static float sweep_of(const rb_app *app, int run) {
    bool round = rb_body_has(app->session.drawn[run].body, RB_TRAIT_INVERTS);
    double turned = fabs(app->session.shown[run]->omega.z) * exposure(app);
    return round && isfinite(turned) ? (float)fmin(turned, 1e3) : 0;
}

const rb_body_look *rb_view_look(rb_app *app, int run) {
    rb_run_appearance *own = &app->appearance[run];
    const rb_scene *scene = &app->session.drawn[run];
    if (!own->computed || !rb_scene_same(&own->scene, scene)) {
        own->computed = true;
        own->scene = *scene;
        rb_scene_look(scene, &own->look);
    }
    return &own->look;
}

void rb_view_collect(rb_app *app) {
    for (int i = 0; i < app->session.shown_count; i++) {
        bool mean =
            (app->style.show & RB_SHOW_MEAN) != 0 && rb_mean_forces(&app->session, i, &app->mean_forces[i]);
        app->world_runs[i] = (rb_world_run){
            .scene = &app->session.drawn[i],
            .look = rb_view_look(app, i),
            .snapshot = app->session.shown[i],
            .numbers = &app->session.readout.at[i],
            .forces = mean ? &app->mean_forces[i] : NULL,
            .trail = trail_of(app, i),
            .color = rb_run_color(i),
            .ghost = false,
            .sweep = sweep_of(app, i),
            .foreseen = app->hand.active && app->hand.run == i ? &app->hand.foreseen : NULL,
        };
    }
}

static bool run_frozen(const rb_app *app, int run) {
    return rb_phase_frozen(app->session.shown[run]->phase);
}

/* Too low for more than a name and a number over the body. */
static bool low(Rectangle cell) {
    return cell.height < rb_em(13);
}

/* Name and events of a run: in its cell, or one below the other over a single view. */
static Rectangle run_name(const rb_app *app, int run, const Rectangle *cells, char *text, size_t size) {
    bool grid = grid_shown(app);
    bool lost = app->session.shown[run]->phase == RB_PHASE_DIVERGED;
    char events[160];
    rb_caption caption = rb_session_caption(&app->session, run);
    rb_caption_answer(&caption, events, sizeof events);
    bool frozen = run_frozen(app, run);
    Rectangle cell = cells[grid ? run : 0];
    bool brief = grid && !frozen && low(cell); /* the table shows the events */
    char fed[32];
    rb_energy_fed_text(app->session.drawn[run].body, app->session.shown[run], fed, sizeof fed);
    const char *gap = grid ? "\n" : "   ";
    snprintf(text, size, "%d: %s%s%s%s%s", run + 1, rb_session_label(&app->session, run), brief ? "" : gap,
             brief     ? ""
             : !frozen ? events
             : lost    ? rb_tr("diverged")
                       : rb_tr("lifted off"),
             fed[0] != '\0' ? gap : "", fed);
    ImVec2 box;
    igCalcTextSize(&box, text, NULL, false, 0);
    return (Rectangle){cell.x + rb_em(1.8f), cell.y + rb_em(0.6f) + (grid ? 0 : 1.5f * box.y * (float)run),
                       box.x, box.y};
}

/* The part of the cell below a name, limited so that it does not hide the body. */
static Rectangle spin_place(Rectangle cell, float height) {
    float x = rb_em(1.8f), y = height + rb_em(0.2f);
    return (Rectangle){cell.x + x, cell.y + y, cell.width - x - rb_em(0.5f),
                       fminf(cell.height - y - rb_em(0.3f), 0.18f * cell.height)};
}

/* The area of the names, which labels and messages avoid. */
static Rectangle names_area(const rb_app *app, const Rectangle *cells, int run) {
    char text[320];
    bool grid = grid_shown(app);
    if (app->session.shown_count < 2 || app->ui.layout == RB_LAYOUT_SINGLE) {
        return (Rectangle){0};
    }
    Rectangle cell = cells[grid ? run : 0];
    float pad = rb_em(0.5f), width = 0, height = 0;
    for (int i = grid ? run : 0; i <= (grid ? run : app->session.shown_count - 1); i++) {
        Rectangle area = run_name(app, i, cells, text, sizeof text);
        width = fmaxf(width, area.x + area.width + pad - cell.x);
        height = area.y + area.height + pad - cell.y;
    }
    if (grid) {
        Rectangle spin = rb_spin_view_area(app, run, spin_place(cell, height), false);
        width = fmaxf(width, spin.x + spin.width + pad - cell.x);
        height += spin.height > 0 ? spin.height + pad : 0;
    }
    return (Rectangle){cell.x, cell.y, fminf(width, cell.width), height};
}

Rectangle rb_view_below_text(const rb_app *app) {
    Rectangle w = app->ui.rects.world, cells[RB_RUNS_MAX];
    Rectangle caption = rb_caption_area(app);
    rb_view_cells(app, cells);
    Rectangle names = app->session.shown_count > 0 ? names_area(app, cells, 0) : (Rectangle){0};
    float end = fmaxf(caption.y + caption.height, names.y + names.height);
    float taken = fminf(fmaxf(end + rb_em(0.4f) - w.y, rb_em(0.6f)), 0.6f * w.height);
    return (Rectangle){w.x, w.y + taken, w.width, w.height - taken};
}

void rb_view_lower_camera(const rb_app *app, const rb_snapshot *s, rb_camera *camera) {
    const rb_scene *scene = &app->session.drawn[app->session.selected];
    const rb_camera usual = rb_camera_for(scene);
    const double low = 0.1, begin = 1.0, end = 2.0; /* rad: pitch; tilt of the body */
    double over = fmin(fmax((s->tilt - begin) / (end - begin), 0), 1);
    if (app->camera.pitch == usual.pitch && rb_scene_tall(scene) && isfinite(s->tilt)) {
        camera->pitch += (float)((low - usual.pitch) * over * over * (3 - 2 * over));
    }
}

/* A tall body is centred in the free area, with its top below the text. */
static void place_tall(rb_app *app) {
    rb_view_lower_camera(app, app->session.shown[app->session.selected], &app->view_camera);
    Rectangle w = app->ui.rects.world;
    Rectangle line = rb_caption_area(app);
    float above = line.height > 0 ? line.y + line.height - w.y : 0;
    float beside = rb_view_microscope_wanted(app) ? 0.5f * rb_view_microscope_area(app).width : 0;
    app->view_camera.distance *= w.height / fmaxf(w.height - 0.9f * above, 0.3f * w.height);
    rb_camera_pan(&app->view_camera, -beside, 0.5f * above, w.height);
}

/* The body is between the welcome card at the bottom and the text. */
static void place_above_welcome(rb_app *app) {
    Rectangle w = app->ui.rects.world, text = rb_caption_area(app);
    float top = text.height > 0 ? text.y + text.height : w.y;
    if (app->ui.small && w.width > w.height) { /* there it is beside the body */
        rb_camera_pan(&app->view_camera, -0.5f * app->ui.welcome_area.width, 0, w.height);
        return;
    }
    float bottom = fmaxf(app->ui.welcome_area.y, top + 0.2f * w.height);
    app->view_camera.distance *= fmaxf(0.85f * w.height / (bottom - top), 1);
    rb_camera_pan(&app->view_camera, 0, 0.5f * (top + bottom) - w.y - 0.5f * w.height, w.height);
}

/* The microscope covers a corner: the body moves up and aside, and a little away. */
static void place_camera(rb_app *app, const Rectangle *cell, int cells) {
    app->view_camera = app->camera;
    Rectangle w = app->ui.rects.world;
    /* A view in portrait needs a larger distance for the whole body. */
    app->view_camera.distance *= fmaxf(1.0f, 1.05f * cell->height / fmaxf(cell->width, 1));
    if (cells > 1) { /* bodies are below their names, unless there is room beside them */
        Rectangle names = names_area(app, cell, 0);
        float meets = fminf(fmaxf(1.6f * names.width / cell->width - 0.4f, 0), 1);
        float above = meets * names.height;
        app->view_camera.distance *= cell->height / fmaxf(cell->height - 0.5f * above, 1);
        rb_camera_pan(&app->view_camera, 0, 0.5f * above, cell->height);
        return;
    }
    if (rb_view_look(app, app->session.selected)->tall) {
        place_tall(app);
        return;
    }
    if (app->ui.welcome) {
        place_above_welcome(app);
        return;
    }
    if (!rb_view_microscope_wanted(app)) {
        return;
    }
    /* In the middle between the text and the microscope. */
    Rectangle covered = rb_view_microscope_area(app), text = rb_caption_area(app);
    float top = text.height > 0 ? text.y + text.height : w.y;
    if (app->camera.pitch > 1.2f) { /* seen from above a body is as high as wide: beside the microscope */
        app->view_camera.distance *= w.width / fmaxf(w.width - covered.width, 0.4f * w.width);
        rb_camera_pan(&app->view_camera, -0.5f * covered.width, 0.5f * (top - w.y), w.height);
        return;
    }
    float middle = 0.5f * (top + covered.y) - w.y - rb_em(2.4f);
    rb_camera_zoom(&app->view_camera, -2.0f);
    rb_camera_pan(&app->view_camera, -0.12f * covered.width, fminf(middle - 0.5f * w.height, 0), w.height);
}

/* The camera rests while the table moves. */
static void shake_table(rb_app *app) {
    int run = app->session.selected;
    rb_table_motion table;
    if (app->session.shown_count > 0 &&
        rb_scene_table_motion(&app->session.drawn[run], rb_view_look(app, run)->size,
                              app->session.shown[run]->t, &table)) {
        app->view_camera.target = rb_add_scaled(app->view_camera.target, -table.gain, table.shift);
    }
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

/* In a grid the cameras turn together, but each follows its own body. */
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

static void draw_cells(rb_app *app, const Rectangle *cells, int count, rb_world_style *style) {
    if (count > 1) {
        for (int i = 0; i < count; i++) {
            rb_camera camera = rb_view_camera(app, i);
            style->show &= low(cells[i]) ? ~(unsigned)RB_SHOW_LABELS : style->show;
            style->keep_clear[1] = names_area(app, cells, i);
            rb_world_draw(app->world, &camera, cells[i], &app->world_runs[i], 1, style);
        }
    } else if (app->session.shown_count > 1 && app->ui.layout == RB_LAYOUT_OVERLAY) {
        style->keep_clear[1] = names_area(app, cells, 0);
        draw_overlay(app, cells[0], style);
    } else if (app->session.shown_count > 0) {
        rb_world_draw(app->world, &app->view_camera, cells[0], &app->world_runs[app->session.selected], 1,
                      style);
    }
}

void rb_view_draw(rb_app *app) {
    const Color ground = rb_color(app->poster.under_way ? RB_COLOR_PANEL : RB_COLOR_BACKGROUND_BOTTOM);
    ClearBackground(ground);
    if (app->world == NULL || app->ui.rects.world.width < 2 || app->ui.rects.world.height < 2) {
        return;
    }
    rb_world_style style = app->style;
    rb_saving saving = rb_style_saving((rb_style)app->config.style, &app->pace);
    style.plain = saving == RB_SAVING_STYLE;
    style.material = (rb_material)app->config.material;
    style.ui_scale = rb_imgui_scale();
    style.clock = app->offscreen || app->capture.video != NULL ? rb_session_time(&app->session) : -1;
    rb_thumbnails_update(app, &style);
    bool poster = app->poster.under_way;
    bool microscope = rb_view_microscope_shown(app) && !poster;
    if (microscope) {
        style.keep_clear[0] = rb_view_microscope_area(app);
    }
    style.keep_clear[1] = poster ? (Rectangle){0} : rb_caption_area(app);
    Rectangle cells[RB_RUNS_MAX];
    int count = rb_view_cells(app, cells);
    place_camera(app, &cells[0], count);
    shake_table(app);
    style.keep_clear[2] = app->ui.welcome ? app->ui.welcome_area : (Rectangle){0};
    style.keep_clear[3] = rb_hand_area(app);
    style.sampled = saving == RB_SAVING_NONE && rb_samples_begin(rb_window_pixels_x(), rb_window_pixels_y());
    if (style.sampled) {
        ClearBackground(ground);
    }
    if (poster) {
        rb_poster_draw_stills(app, &style);
    } else if (!rb_view_microscope_large(app)) {
        draw_cells(app, cells, count, &style);
    }
    if (microscope) {
        int run = app->session.selected;
        const rb_snapshot *s = app->session.shown[run];
        rb_microscope_draw(app->world, rb_view_microscope_area(app), &app->world_runs[run],
                           rb_contact_chosen(s, app->ui.contact), &style);
    }
    if (style.sampled) {
        Rectangle w = poster ? (Rectangle){0, 0, (float)rb_window_width(), (float)rb_window_height()}
                             : app->ui.rects.world;
        rb_samples_end((int)w.x, (int)w.y, (int)w.width, (int)w.height);
    }
}

/* ---------------------------------------------------------------- written over the world */

void rb_view_names(rb_app *app) {
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    Rectangle cells[RB_RUNS_MAX];
    bool grid = rb_view_cells(app, cells) > 1;
    bool overlay = app->session.shown_count > 1 && app->ui.layout == RB_LAYOUT_OVERLAY;
    for (int i = 0; (grid || overlay) && i < app->session.shown_count; i++) {
        char text[320];
        Rectangle at = run_name(app, i, cells, text, sizeof text);
        Rectangle cell = cells[grid ? i : 0];
        float room = cell.x + cell.width - at.x - rb_em(0.5f);
        rb_text_box(list, rb_im2(at.x, at.y), text, 0,
                    rb_color(run_frozen(app, i) ? RB_COLOR_WARNING : RB_COLOR_INK),
                    fminf(1, room / at.width));
        rb_draw_run_marker(list, i, rb_im2(at.x - rb_em(0.9f), at.y + 0.5f * igGetTextLineHeight()),
                           rb_em(0.4f));
        if (grid) {
            rb_spin_view_draw(app, i, spin_place(cell, at.y + at.height + rb_em(0.5f) - cell.y), false);
        }
        if (grid && i == app->session.selected) {
            ImDrawList_AddRect(list, rb_im2(cells[i].x + 1, cells[i].y + 1),
                               rb_im2(cells[i].x + cells[i].width - 1, cells[i].y + cells[i].height - 1),
                               rb_im32(rb_run_color(i)), 0, 0, rb_em(0.15f));
        }
    }
}

static const char *phase_text(const rb_snapshot *s) {
    switch (s->phase) {
    case RB_PHASE_AT_REST: return rb_tr("at rest");
    case RB_PHASE_LIFTED_OFF: return rb_tr("lifted off: the normal force reached zero; this run has stopped");
    case RB_PHASE_DIVERGED: return rb_tr("diverged: this run is frozen at its last good state");
    default: return NULL;
    }
}

/* A warning about the energy balance; NULL: none. */
static const char *energy_warning(const rb_body_kind *body, const rb_snapshot *s, rb_error *text) {
    char fed[32];
    if (s->energy_warning == RB_ENERGY_UNBALANCED) {
        return rb_tr("the energy balance is off by more than 1 %: the motion is inaccurate; reduce h or "
                     "choose another method (Solver)");
    }
    if (!rb_energy_fed_text(body, s, fed, sizeof fed)) {
        return NULL;
    }
    snprintf(text->text, sizeof text->text,
             rb_tr("%s to the body instead of taking it: friction or rolling resistance does not suit these "
                   "parameters"),
             fed);
    return text->text;
}

static void draw_phase(rb_app *app, ImDrawList *list) {
    const rb_snapshot *s = app->session.shown[app->session.selected];
    bool named = app->session.count > 1 && app->ui.layout != RB_LAYOUT_SINGLE;
    bool shown = app->session.count == 1 || (rb_phase_frozen(s->phase) && !named);
    const char *text = shown ? phase_text(s) : NULL;
    bool problem = text == NULL || s->phase != RB_PHASE_AT_REST;
    rb_error advice;
    if (text == NULL) {
        text = energy_warning(app->session.drawn[app->session.selected].body, s, &advice);
    }
    if (text == NULL && s->step_too_large) {
        bool advised = rb_scene_advice(&app->session.drawn[app->session.selected], &advice);
        text = advised ? advice.text : rb_tr("the step is too large for 1 % accuracy: reduce h (Solver)");
    }
    if (text == NULL) {
        return;
    }
    /* Above the scale bar, and as wide as the microscope leaves room. */
    Rectangle w = app->ui.rects.world;
    bool beside = rb_view_microscope_wanted(app) && !grid_shown(app);
    float right = beside ? rb_view_microscope_area(app).x : w.x + w.width;
    float wrap = fmaxf(right - w.x - rb_em(2.4f), rb_em(6));
    ImVec2 size;
    igCalcTextSize(&size, text, NULL, false, wrap);
    ImVec2 at = rb_im2(w.x + rb_em(0.9f), w.y + w.height - rb_em(3.6f) - size.y);
    rb_text_box(list, at, text, wrap, rb_color(problem ? RB_COLOR_WARNING : RB_COLOR_INK), 1);
}

void rb_view_overlays(rb_app *app) {
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    if (app->world == NULL) {
        rb_text_box(list, rb_im2(app->ui.rects.world.x + rb_em(2), app->ui.rects.world.y + rb_em(4)),
                    app->world_problem.text, app->ui.rects.world.width - rb_em(4), rb_color(RB_COLOR_WARNING),
                    1);
    }
    if (app->session.shown_count == 0 || app->ui.rects.world.width < rb_em(10)) {
        return;
    }
    rb_caption_draw(app);
    if (rb_view_microscope_large(app)) {
        return; /* the caption describes the run */
    }
    rb_view_names(app);
    draw_phase(app, list);
    rb_marks_draw(app);
    rb_hand_draw(app);
}
