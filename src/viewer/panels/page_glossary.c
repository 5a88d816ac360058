/* The glossary: words on the left, the chosen one explained on the right. */
#include <math.h>
#include <string.h>

#include "app/lesson/glossary.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"
#include "viewer/panels/term_pictures.h"

static void entry(rb_ui *ui, int index) {
    const rb_term *term = rb_glossary_at(index);
    igPushID_Int(index);
    if (rb_choice(term->word, index == ui->glossary_term)) {
        ui->glossary_term = index;
    }
    igPopID();
    if (index == ui->glossary_term && ui->glossary_reveal) {
        igSetScrollHereY(0.4f);
        ui->glossary_reveal = false;
    }
}

/* Only what can be seen is set: there are hundreds of words. The first one that is found is told. */
static int found_terms(rb_ui *ui) {
    const char *group = "";
    int first = -1;
    ImVec2 room;
    igGetContentRegionAvail(&room);
    float top = igGetScrollY() - rb_em(4);
    float bottom = igGetScrollY() + room.y + rb_em(4);
    for (int i = 0; i < rb_glossary_count(); i++) {
        const rb_term *term = rb_glossary_at(i);
        if (!rb_glossary_matches(term, ui->glossary_search)) {
            continue;
        }
        first = first < 0 ? i : first;
        if (strcmp(group, term->group) != 0) {
            group = term->group;
            igTextDisabled("%s", group);
        }
        float y = igGetCursorPosY();
        bool wanted = ui->glossary_reveal && i == ui->glossary_term;
        if (wanted || (y > top && y < bottom)) {
            entry(ui, i);
        } else {
            igDummy(rb_im2(1, igGetTextLineHeight()));
        }
    }
    if (first < 0) {
        igTextDisabled("Nothing has all of these words.");
    }
    return first;
}

static void explained(rb_ui *ui) {
    const rb_term *term = rb_glossary_at(ui->glossary_term);
    igPushTextWrapPos(0);
    igPushFont(rb_imgui_font(RB_FONT_HEADING));
    igPushStyleColor_U32(ImGuiCol_Text, rb_term_color(ui->glossary_term));
    igTextUnformatted(term->word, NULL);
    igPopStyleColor(1);
    igPopFont();
    if (term->symbol[0] != '\0' && strcmp(term->symbol, term->word) != 0) {
        igTextColored(rb_role4(RB_COLOR_ACCENT), "%s", term->symbol);
    }
    igTextDisabled("%s", term->group);
    igSpacing();
    igTextUnformatted(term->text, NULL);
    igSpacing();
    if (rb_term_picture(term->word)) {
        igSpacing();
    }
    if (term->unit[0] != '\0') {
        igTextDisabled("unit: %s", term->unit);
    }
    if (term->source[0] != '\0') {
        igTextDisabled("source: %s", term->source);
    }
    if (term->code[0] != '\0') {
        igTextDisabled("in files and actions: %s", term->code);
    }
    igPopTextWrapPos();
    if (term->line[0] != '\0') {
        igSpacing();
        if (igButton("Show me", rb_im2(0, 0))) {
            rb_ui_run_all(ui, term->line);
            ui->glossary = false; /* it would stand before what is shown */
        }
        rb_tooltip("%s", term->line);
    }
}

void rb_glossary_draw(rb_ui *ui) {
    if (rb_begin_page("Glossary", &ui->glossary, rb_em(44), rb_em(32))) {
        if (ui->focus_glossary) {
            igSetKeyboardFocusHere(0);
            rb_imgui_expect_text();
            ui->focus_glossary = false;
        }
        igSetNextItemWidth(-1);
        bool typed =
            igInputTextWithHint("##search", "search words, symbols, explanations …",
                                ui->glossary_search, sizeof ui->glossary_search, 0, NULL, NULL);
        rb_imgui_words_here();
        if (igIsItemDeactivated() && igIsKeyPressed_Bool(ImGuiKey_Escape, false)) {
            ui->glossary = false;
        }
        ImVec2 room;
        igGetContentRegionAvail(&room);
        int first = -1;
        if (igBeginChild_Str("words", rb_im2(0.42f * room.x, 0), 0, ImGuiWindowFlags_NoNav)) {
            first = found_terms(ui);
        }
        rb_imgui_scroll_here();
        igEndChild();
        if (typed && first >= 0) {
            ui->glossary_term = first;
        }
        igSameLine(0, rb_em(1));
        if (igBeginChild_Str("term", rb_im2(0, 0), 0, ImGuiWindowFlags_NoNav)) {
            explained(ui);
        }
        rb_imgui_scroll_here();
        igEndChild();
    }
    igEnd();
}
