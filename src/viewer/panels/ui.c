#include "viewer/panels/ui.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/language/language.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

void rb_ui_run(const rb_ui *ui, const char *format, ...) {
    char line[RB_LINE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    ui->program.run(ui->program.self, line);
}

void rb_ui_run_all(const rb_ui *ui, const char *lines) {
    char line[RB_LINE_MAX];
    while (rb_action_next(&lines, line)) {
        ui->program.run(ui->program.self, line);
    }
}

void rb_ui_run_on(const rb_ui *ui, const char *action, const char *what) {
    char word[RB_LINE_MAX];
    rb_action_quote(what, word, sizeof word);
    rb_ui_run(ui, "%s %s", action, word);
}

void rb_ui_message(const rb_ui *ui, const char *text) {
    ui->program.message(ui->program.self, text);
}

bool rb_ui_on(const rb_ui *ui, const char *line) {
    return ui->program.on(ui->program.self, line);
}

void rb_ui_mark(rb_ui *ui, const char *format, ...) {
    char name[sizeof ui->places[0].name];
    va_list args;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    rb_ui_mark_at(ui, rb_item_centre(), name);
}

void rb_ui_mark_at(rb_ui *ui, Vector2 at, const char *name) {
    if (ui->place_count == RB_PLACES_MAX) {
        return;
    }
    rb_place *place = &ui->places[ui->place_count++];
    snprintf(place->name, sizeof place->name, "%s", name);
    place->at = at;
    place->visible = igIsRectVisible_Vec2(rb_im2(at.x - 1, at.y - 1), rb_im2(at.x + 1, at.y + 1));
}

Vector2 rb_ui_place(const rb_ui *ui, const char *name) {
    for (int i = 0; i < ui->place_count; i++) {
        if (strcmp(ui->places[i].name, name) == 0) {
            return ui->places[i].at;
        }
    }
    return (Vector2){0, 0};
}

/* ---------------------------------------------------------------- panels or drawers */

bool rb_ui_left(const rb_ui *ui) {
    return ui->small ? ui->drawer == RB_DRAWER_LEFT : ui->left;
}

bool rb_ui_right(const rb_ui *ui) {
    return ui->small ? ui->drawer == RB_DRAWER_RIGHT : ui->right;
}

/* Opening a drawer closes the other one. */
static void pull(rb_ui *ui, rb_drawer drawer, bool shown) {
    if (shown) {
        ui->drawer = drawer;
    } else if (ui->drawer == drawer) {
        ui->drawer = RB_DRAWER_NONE;
    }
}

void rb_ui_show_left(rb_ui *ui, bool shown) {
    if (ui->small) {
        pull(ui, RB_DRAWER_LEFT, shown);
    } else {
        ui->left = shown;
    }
}

void rb_ui_show_right(rb_ui *ui, bool shown) {
    if (ui->small) {
        pull(ui, RB_DRAWER_RIGHT, shown);
    } else {
        ui->right = shown;
    }
}

bool rb_tab(const char *name, bool on) {
    if (on) {
        igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.35f)));
    }
    bool pressed = igButton(name, rb_im2(0, 0));
    if (on) {
        igPopStyleColor(1);
    }
    return pressed;
}

/* ---------------------------------------------------------------- right panel */

/* The right panel: the page of plots, the law view or the studies. */

static void page_button(rb_plots *plots, const char *name, int page, const char *tip) {
    if (rb_tab(rb_tr(name), plots->page == page)) {
        plots->page = page;
    }
    rb_tooltip("%s", rb_tr(tip));
}

void rb_right_draw(rb_ui *ui, rb_session *session, rb_plots *plots, rb_studies *studies,
                   rb_workshop *workshop) {
    if (rb_begin_panel("##right", ui->rects.right, 0)) {
        page_button(plots, RB_N("Plots"), RB_PAGE_PLOTS, RB_N("Recorded signals (O)"));
        igSameLine(0, -1);
        page_button(plots, RB_N("Law view"), RB_PAGE_LAWS,
                    RB_N("Friction laws over the sliding/drilling angle (W)"));
        igSameLine(0, -1);
        page_button(plots, RB_N("Studies"), RB_PAGE_STUDIES,
                    RB_N("Many runs: maps, bifurcation diagrams, fits to data, uncertainty"));
        rb_same_line_or_next(igGetStyle()->ItemSpacing.x,
                             rb_text_width(rb_tr("Workshop")) + 2 * igGetStyle()->FramePadding.x);
        page_button(plots, RB_N("Workshop"), RB_PAGE_WORKSHOP, RB_N("Design a stone, spin it, print it"));
        if (ui->small && plots->page == RB_PAGE_PLOTS && ui->rects.right.width > rb_em(30)) {
            igSameLine(0, rb_em(1)); /* one line for what chooses */
        }
        if (plots->page == RB_PAGE_PLOTS) {
            rb_plots_draw(plots, session);
        } else if (plots->page == RB_PAGE_LAWS) {
            static const char *const lines[] = {NULL,           "law-view curves", "law-view limit",
                                                "law-view csv", "law-view svg",    "law-view png"};
            rb_law_request request = rb_law_view_draw(&plots->laws, session, ui->contact, ui->still);
            if (lines[request] != NULL) {
                rb_ui_run(ui, "%s", lines[request]);
            }
        } else if (plots->page == RB_PAGE_WORKSHOP) {
            rb_workshop_draw(ui, workshop, studies);
        } else {
            rb_studies_draw(ui, session, plots, studies);
        }
    }
    rb_end_panel();
}

void rb_outcome_title(const rb_outcome *outcome, char *text, size_t size) {
    const char *unit = outcome->unit;
    snprintf(text, size, "%s%s%s", rb_tr(outcome->title), unit[0] != '\0' ? ", " : "", unit);
}
