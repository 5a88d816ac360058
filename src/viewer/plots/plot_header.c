/* The line above a plot: its title with a menu of signals, legend and buttons. */
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "app/lesson/glossary.h"
#include "app/session/units.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/window.h"
#include "viewer/plots/plots.h"

void rb_plot_title(const rb_plot *plot, const rb_body_kind *body, char *text, size_t size) {
    if (plot->kind == RB_PLOT_ENERGY) {
        snprintf(text, size, rb_body_unit(body, "mJ")[0] != '\0' ? rb_tr("Energy in mJ") : rb_tr("Energy"));
        return;
    }
    const rb_signal *a = rb_signal_at(plot->signals[0]);
    if (plot->kind == RB_PLOT_PHASE) {
        const rb_signal *b = rb_signal_at(plot->signals[1]);
        snprintf(text, size, rb_tr("%s over %s"), b->symbol, a->symbol);
        return;
    }
    size_t used = 0;
    for (int i = 0; i < plot->count && used < size; i++) {
        const rb_signal *signal = rb_signal_at(plot->signals[i]);
        bool last = i + 1 == plot->count;
        bool unit = signal->unit[0] != '\0' &&
                    (last || strcmp(signal->unit, rb_signal_at(plot->signals[i + 1])->unit) != 0);
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s%s%s%s%s", i > 0 ? ", " : "",
                             plot->differs ? "Δ" : "", signal->symbol, rb_plot_axis(plot, i) > 0 ? "→" : "",
                             unit ? rb_tr(" in ") : "", unit ? rb_ui_unit_of(signal->unit).name : "");
    }
}

static void choose_signal(rb_plot *plot, int index) {
    if (plot->kind == RB_PLOT_PHASE) {
        bool shift = igGetIO()->KeyShift;
        plot->signals[shift ? 0 : 1] = index;
        return;
    }
    for (int i = 0; i < plot->count; i++) {
        if (plot->signals[i] == index) {
            if (plot->count > 1) {
                memmove(&plot->signals[i], &plot->signals[i + 1],
                        (size_t)(plot->count - i - 1) * sizeof plot->signals[0]);
                plot->count--;
            }
            return;
        }
    }
    if (plot->count < RB_PLOT_SIGNALS) {
        plot->signals[plot->count++] = index;
    }
}

static bool has_signal(const rb_plot *plot, int index) {
    for (int i = 0; i < plot->count; i++) {
        if (plot->signals[i] == index) {
            return true;
        }
    }
    return false;
}

static void signal_menu(rb_plot *plot, const rb_body_kind *body) {
    if (!igBeginPopup("signals", 0)) {
        return;
    }
    igTextDisabled(plot->kind == RB_PLOT_PHASE ? rb_tr("click: vertical axis, Shift+click: horizontal")
                                               : rb_tr("up to four signals"));
    for (int i = 1; i < rb_signal_count(); i++) {
        const rb_signal *signal = rb_signal_at(i);
        if (!rb_signal_fits(signal, body)) {
            continue;
        }
        char label[160];
        snprintf(label, sizeof label, "%s  %s##%d", signal->symbol, rb_tr(signal->help), i);
        if (igSelectable_Bool(label, has_signal(plot, i), ImGuiSelectableFlags_DontClosePopups,
                              rb_im2(0, rb_gui_target()))) {
            choose_signal(plot, i);
        }
    }
    rb_imgui_allow_finger_scroll();
    igEndPopup();
}

/* Colours and symbols after the title, if there is room up to right; else the plot needs its own
   legend. (In a comparison the table of runs is the legend.) */
static bool header_legend(const rb_plot *plot, float right) {
    ImVec2 low;
    ImVec2 high;
    igGetItemRectMin(&low);
    igGetItemRectMax(&high);
    float line = igGetTextLineHeight();
    float width = 0;
    for (int i = 0; i < plot->count; i++) {
        width += 1.4f * line + rb_text_width(rb_signal_at(plot->signals[i])->symbol);
    }
    if (high.x - low.x + width > right) {
        return false;
    }
    float x = high.x + 0.7f * line;
    float y = 0.5f * (low.y + high.y - line);
    ImDrawList *list = igGetWindowDrawList();
    for (int i = 0; i < plot->count; i++) {
        const char *symbol = rb_signal_at(plot->signals[i])->symbol;
        ImDrawList_AddRectFilled(list, rb_im2(x, y + 0.2f * line), rb_im2(x + 0.6f * line, y + 0.8f * line),
                                 rb_im32(rb_plot_color(plot, i)), 0, 0);
        ImDrawList_AddText_Vec2(list, rb_im2(x + 0.75f * line, y), rb_role32(RB_COLOR_INK), symbol, NULL);
        x += 1.4f * line + rb_text_width(symbol);
    }
    return true;
}

/* The glossary's word, else the signal's own description. */
static const char *words_of(const rb_signal *signal) {
    for (int i = 0; i < rb_glossary_count(); i++) {
        const rb_term *term = rb_glossary_at(i);
        if (strcmp(term->group, "Words") == 0 && strcmp(term->symbol, signal->symbol) == 0) {
            return rb_tr(term->word);
        }
    }
    return rb_tr(signal->help);
}

/* A single signal is also described in words, if there is room up to right. */
static void header_words(const rb_plot *plot, float right) {
    ImVec2 low;
    ImVec2 high;
    igGetItemRectMin(&low);
    igGetItemRectMax(&high);
    const char *words = words_of(rb_signal_at(plot->signals[0]));
    if (high.x - low.x + rb_em(0.7f) + rb_text_width(words) < right) {
        ImDrawList_AddText_Vec2(igGetWindowDrawList(),
                                rb_im2(high.x + rb_em(0.7f), 0.5f * (low.y + high.y - igGetTextLineHeight())),
                                rb_role32(RB_COLOR_INK_SOFT), words, NULL);
    }
}

/* Toggles between the signals and their differences from the reference run. */
static void delta_button(rb_plot *plot) {
    bool on = plot->diff_chosen;
    if (on) {
        igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.35f)));
    }
    if (rb_small_button("Δ")) {
        plot->diff_chosen = !on;
    }
    if (on) {
        igPopStyleColor(1);
    }
    rb_tooltip(rb_tr("Differences from the reference run (double-click a row of the table to choose it)"));
    igSameLine(0, -1);
}

/* The run whose energy is shown: by name if there is room, else by number. */
static void run_of_energy(const rb_session *session, const char *title) {
    ImVec2 all;
    igGetContentRegionAvail(&all);
    const char *name = rb_session_label(session, session->selected);
    float taken = rb_text_width(title) + rb_text_width("CSVPNG×") + 6.0f * igGetStyle()->FramePadding.x +
                  4.0f * igGetStyle()->ItemSpacing.x;
    igSameLine(0, -1);
    if (rb_text_width(name) + taken < all.x) {
        igTextDisabled("%s", name);
    } else {
        igTextDisabled(rb_tr("run %d"), session->selected + 1);
        rb_tooltip("%s", name);
    }
}

bool rb_plot_header(rb_plots *plots, const rb_session *session, int index) {
    rb_plot *plot = &plots->items[index];
    char title[128];
    rb_plot_title(plot, plots->body, title, sizeof title);
    if (plot->kind == RB_PLOT_ENERGY) {
        igAlignTextToFramePadding();
        igTextUnformatted(title, NULL);
        if (session->count > 1) {
            run_of_energy(session, title);
        }
    } else {
        strncat(title, " ▾", sizeof title - strlen(title) - 1);
        if (igButton(title, rb_im2(0, 0))) {
            igOpenPopup_Str("signals", 0);
        }
        rb_tooltip(rb_tr("Choose what is plotted here. →: on the axis at the right"));
        signal_menu(plot, session->runs[session->selected].scene.body);
    }
    ImVec2 room;
    igGetContentRegionAvail(&room);
    bool delta = session->count > 1 && plot->kind == RB_PLOT_TIME;
    float buttons = rb_gui_fingers() ? (delta ? 2.2f : 1.1f) * rb_gui_target()
                                     : rb_text_width(delta ? "ΔCSVPNG×" : "CSVPNG×") +
                                           (delta ? 8.0f : 6.0f) * igGetStyle()->FramePadding.x +
                                           (delta ? 3.0f : 2.0f) * igGetStyle()->ItemSpacing.x;
    bool legend = session->count == 1 && plot->kind == RB_PLOT_TIME && plot->count > 1;
    plot->legend = legend && !header_legend(plot, room.x - buttons - rb_em(0.5f));
    if (plot->kind == RB_PLOT_TIME && plot->count == 1) {
        header_words(plot, room.x - buttons - rb_em(0.5f));
    }
    if (rb_text_width(title) + buttons + rb_em(1.5f) < room.x) { /* else they are below it */
        igSameLine(room.x - buttons + igGetStyle()->WindowPadding.x, 0);
    }
    if (delta) {
        delta_button(plot);
    }
    bool picture = false;
    if (!rb_gui_fingers()) { /* there they are in the menu */
        if (rb_small_button("CSV")) {
            plots->csv_wanted = index;
        }
        rb_tooltip(rb_tr("Save the plotted signals of all runs as a CSV file"));
        igSameLine(0, -1);
        picture = rb_small_button("PNG");
        rb_tooltip(rb_tr("Save this plot as a picture"));
        igSameLine(0, -1);
    }
    bool gone = rb_small_button("×");
    rb_tooltip(rb_tr("Remove this plot"));
    if (picture) {
        plots->alone = index;
    }
    return gone;
}

/* A row with a mark of this colour before it; of a run, its marker. */
static void name_row(const char *name, Color color, int run) {
    ImVec2 at;
    igGetCursorScreenPos(&at);
    float line = igGetTextLineHeight();
    ImVec2 middle = rb_im2(at.x + 0.45f * line, at.y + 0.55f * line);
    ImDrawList *list = igGetWindowDrawList();
    if (run >= 0) {
        rb_draw_run_marker(list, run, middle, 0.32f * line);
    } else {
        ImDrawList_AddRectFilled(list, rb_im2(at.x + 0.1f * line, middle.y - 0.1f * line),
                                 rb_im2(at.x + 0.8f * line, middle.y + 0.1f * line), rb_im32(color), 0, 0);
    }
    igDummy(rb_im2(line, line));
    igSameLine(0, -1);
    igTextWrapped("%s", name);
}

void rb_plot_name_rows(const rb_plots *plots, const rb_session *session, int index, bool runs) {
    const rb_plot *plot = &plots->items[index];
    char title[128];
    rb_plot_title(plot, plots->body, title, sizeof title);
    igTextWrapped("%s", title);
    runs = runs && session->count > 1 && plot->kind != RB_PLOT_ENERGY;
    for (int run = 0; runs && run < session->count; run++) {
        name_row(rb_session_label(session, run), WHITE, run);
    }
    for (int i = 0; session->count == 1 && plot->kind == RB_PLOT_TIME && plot->count > 1 && i < plot->count;
         i++) {
        name_row(rb_signal_at(plot->signals[i])->symbol, rb_plot_color(plot, i), -1);
    }
}

void rb_plot_caption(const rb_plots *plots, const rb_session *session, int index) {
    const rb_plot *plot = &plots->items[index];
    char title[128];
    rb_plot_title(plot, plots->body, title, sizeof title);
    igText("%s: %s", rb_tr(session->runs[session->selected].scene.name), title);
    if (plot->kind == RB_PLOT_ENERGY) {
        igSameLine(0, -1);
        igTextDisabled("%s", rb_session_label(session, session->selected));
    } else if (session->count > 1) {
        for (int run = 0; run < session->count; run++) {
            igSameLine(0, rb_em(2.2f));
            ImVec2 at;
            igGetCursorScreenPos(&at);
            rb_draw_run_marker(igGetWindowDrawList(), run,
                               rb_im2(at.x - rb_em(0.6f), at.y + 0.5f * igGetTextLineHeight()), rb_em(0.35f));
            igTextUnformatted(rb_session_label(session, run), NULL);
        }
    } else {
        header_legend(plot, (float)rb_window_width());
        igSameLine(0, rb_em(8));
        igTextDisabled("%s", rb_session_label(session, session->selected));
    }
}
