/* The layout of the window, and its draggable borders. */
#include <math.h>

#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/layout.h"
#include "viewer/panels/panels.h"
#include "viewer/platform/window.h"

/* Height of the table: all runs, but only five in a low window. */
static float runs_height(const rb_app *app, float height) {
    float row = igGetTextLineHeight() + 2 * igGetStyle()->CellPadding.y;
    float head = row + igGetTextLineHeight(); /* two lines */
    float rest = head + 2 * igGetStyle()->WindowPadding.y + rb_em(0.9f);
    float all = rest + row * (float)app->session.count;
    return fminf(all, fmaxf(rest + 5 * row, 0.22f * height));
}

/* A comparison hides the microscope (M shows it) and restores it at its end. */
static void hide_for_comparison(rb_ui *ui, bool comparing) {
    if (comparing && !ui->comparing) {
        ui->microscope_alone = ui->microscope;
        ui->microscope = false;
    } else if (!comparing && ui->comparing) {
        ui->microscope = ui->microscope_alone;
    }
    ui->comparing = comparing;
}

void rb_layout_choose(rb_app *app) {
    const double letters = 16; /* px at 100 %, independent of the window's size */
    double em = letters * (double)rb_imgui_screen_scale() * app->config.ui_scale;
    app->ui.small = rb_layout_is_small((float)rb_window_width(), (float)rb_window_height(), (float)em);
}

/* On a small screen and in presenter mode the lesson's card takes a part of the world: below it, or
   beside it on a wide screen. It also takes a part of an open drawer. A question that waits for its answer
   may take more: there is nothing to watch yet. */
static void place_small_card(rb_ui *ui, bool presented) {
    rb_rects *r = &ui->rects;
    Rectangle w = r->world;
    bool drawer = ui->drawer == RB_DRAWER_LEFT && !presented;
    bool asks = ui->card_question > 0;
    float height = floorf(fminf(fmaxf(ui->card_needed, rb_em(8)), (asks ? 0.85f : 0.5f) * w.height));
    if (w.height > w.width) {
        r->card = (Rectangle){w.x, w.y + w.height - height, w.width, height};
        r->world.height -= height;
        r->left.height -= drawer ? height : 0;
    } else if (drawer) {
        r->card = (Rectangle){w.x + r->left.width, w.y, w.width - r->left.width, w.height};
    } else {
        float width = floorf(fminf(rb_em(asks ? 28 : 21), 0.5f * w.width));
        r->card = (Rectangle){w.x, w.y, width, w.height};
        r->world.x += width;
        r->world.width -= width;
    }
}

/* The lesson's card is above the parameters; returns the width of both. Without parameters it extends
   beside the table of runs, so that its buttons do not move when runs are added. */
static float place_card(rb_app *app, float left, float middle) {
    rb_rects *r = &app->ui.rects;
    float needed = fmaxf(app->ui.card_needed, rb_em(8));
    float column = fminf(fmaxf(left, rb_em(25)), 0.34f * r->top.width);
    float height = app->ui.left ? fminf(needed, 0.68f * middle) : middle + r->runs.height;
    r->runs.x = app->ui.left ? 0 : column;
    r->runs.width -= r->runs.x;
    r->card = (Rectangle){0, r->left.y, column, height};
    r->left = (Rectangle){0, r->left.y + height, column, fmaxf(middle - height, 1)};
    return column;
}

/* Below the world, if the lesson's step uses a plot. */
static void place_small_plot(rb_app *app) {
    rb_rects *r = &app->ui.rects;
    if (app->ui.drawer == RB_DRAWER_RIGHT && app->plots.count > 0) {
        float height = floorf(fmaxf(0.5f * r->world.height, fminf(rb_em(11.5f), 0.7f * r->world.height)));
        r->world.height -= height;
        r->right = (Rectangle){r->world.x, r->world.y + r->world.height, r->world.width, height};
    }
}

/* Presenter mode: the world and a plot, below the caption. */
static void place_presented(rb_app *app, float width, float height, bool lesson) {
    rb_rects *r = &app->ui.rects;
    float bar = app->ui.small ? rb_small_bar(rb_gui_target(), igGetFontSize()) : 0;
    bar = lesson && rb_layout_is_tiny(width, height) ? rb_small_bar(RB_TARGET * rb_imgui_screen_scale(), 0)
                                                     : bar;
    height -= bar;
    r->bottom = (Rectangle){0, height, width, bar};
    r->world.height = height;
    if (!(app->ui.small && (lesson || app->ui.welcome))) { /* there is no room for both */
        r->right = rb_presenter_plot_area(app, width, height);
    }
    r->world.width -= width < height ? 0 : r->right.width;
    r->world.height -= width < height ? r->right.height : 0;
    if (lesson && app->ui.small) { /* its buttons must be large enough for fingers */
        place_small_card(&app->ui, true);
        place_small_plot(app);
        return;
    }
    float band = fminf(rb_caption_band(app, width), 0.45f * height);
    r->card = (Rectangle){0, 0, width, band};
    r->world = (Rectangle){0, band, r->world.width, fmaxf(r->world.height - band, 1)};
    if (width >= height && r->right.width > 0) {
        r->right = (Rectangle){r->right.x, band, r->right.width, height - band};
    }
}

static void place_all(rb_app *app) {
    rb_rects *r = &app->ui.rects;
    hide_for_comparison(&app->ui, app->session.count > 1);
    float width = (float)rb_window_width();
    float height = (float)rb_window_height();
    bool lesson = rb_lesson_current(&app->player) != NULL;
    *r = (rb_rects){.world = {0, 0, width, height}};
    if (app->ui.hidden || app->capture.bare_frame) {
        return;
    }
    if (app->presenter.on) {
        place_presented(app, width, height, lesson);
        return;
    }
    if (app->ui.small) {
        *r = rb_layout_small(&(rb_small_screen){.width = width,
                                                .height = height,
                                                .em = igGetFontSize(),
                                                .target = rb_gui_target(),
                                                .lanes = rb_timeline_lanes_height(&app->session),
                                                .drawer = app->ui.drawer,
                                                .several = app->session.count > 1 && !lesson});
        if (lesson) {
            place_small_card(&app->ui, false);
        }
        return;
    }
    app->ui.two_rows = app->ui.top_needed > width;
    float bar = igGetFrameHeight() + 2 * igGetStyle()->WindowPadding.y;
    float top = app->ui.two_rows ? bar + igGetFrameHeightWithSpacing() : bar;
    float timeline = rb_em(3.6f) + rb_timeline_lanes_height(&app->session);
    float runs = app->session.count > 1 ? runs_height(app, height) : 0;
    runs = fminf(runs, 0.35f * height);
    float middle = fmaxf(height - top - timeline - runs, 1);
    /* The world keeps at least two fifths of the window. */
    float left = app->ui.left ? fminf(rb_em(app->ui.left_width), 0.3f * width) : 0;
    float right = app->ui.right ? fminf(rb_em(app->ui.right_width), 0.36f * width) : 0;
    r->top = (Rectangle){0, 0, width, top};
    r->left = (Rectangle){0, top, left, middle};
    r->runs = (Rectangle){0, top + middle, width, runs};
    left = lesson ? place_card(app, left, middle) : left;
    r->right = (Rectangle){width - right, top, right, middle};
    r->world = (Rectangle){left, top, fmaxf(width - left - right, 1), middle};
    r->timeline = (Rectangle){0, height - timeline, width, timeline};
}

void rb_layout_update(rb_app *app) {
    place_all(app);
    rb_film_view_place(app);
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
        ui->right_width -= splitter("##split right", app->ui.rects.right.x, app->ui.rects.right) / em;
        ui->right_width = fminf(fmaxf(ui->right_width, 12), 60);
    }
}

/* ---------------------------------------------------------------- small screens */

bool rb_layout_is_small(float width, float height, float em) {
    /* Too small for two bars and a timeline with touch targets. */
    if (width < 18 * em || height < 18 * em) {
        return false;
    }
    bool tablet = width < height && width < 52 * em; /* portrait */
    return width < 40 * em || height < 28 * em || tablet;
}

bool rb_layout_is_tiny(float width, float height) {
    float em = 16 * rb_imgui_screen_scale();
    bool roomy = width >= 40 * em && height >= 28 * em;
    return !roomy && !rb_layout_is_small(width, height, em);
}

/* In portrait, plots are a sheet at the bottom and the world shrinks; else they are at the right. */
static void place_sheet(const rb_small_screen *s, bool tall, rb_rects *r) {
    Rectangle w = r->world;
    if (tall) {
        float height = floorf(0.5f * w.height);
        r->right = (Rectangle){0, w.y + w.height - height, w.width, height};
        r->world.height -= height;
    } else {
        float width = floorf(0.46f * w.width);
        r->right = (Rectangle){w.width - width, w.y, width, w.height};
        r->world.width -= width;
    }
    if (s->several) {
        float height = floorf(fminf(0.45f * r->right.height, 3.4f * s->target));
        r->runs = (Rectangle){r->right.x, r->right.y, r->right.width, height};
        r->right.y += height;
        r->right.height -= height;
    }
}

float rb_small_bar(float target, float em) {
    return ceilf(target + 0.8f * em); /* whole pixels, or edges are blurred */
}

rb_rects rb_layout_small(const rb_small_screen *s) {
    bool tall = s->height >= s->width;
    float bar = rb_small_bar(s->target, s->em);
    float timeline = ceilf(fmaxf(s->target + 1.1f * s->em, 3.6f * s->em) + s->lanes);
    float below = timeline + (tall ? bar : 0);
    rb_rects r = {.top = {0, 0, s->width, bar},
                  .world = {0, bar, s->width, fmaxf(s->height - bar - below, 1)},
                  .timeline = {0, s->height - below, s->width, timeline}};
    if (tall) {
        r.bottom = (Rectangle){0, s->height - bar, s->width, bar};
    }
    if (s->drawer == RB_DRAWER_LEFT) { /* over a part of the world */
        float width = fminf(22 * s->em, (tall ? 0.86f : 0.6f) * s->width);
        r.left = (Rectangle){0, r.world.y, floorf(width), r.world.height};
    } else if (s->drawer == RB_DRAWER_RIGHT) {
        place_sheet(s, tall, &r);
    }
    return r;
}
