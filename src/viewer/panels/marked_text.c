/* Texts of lessons: words are placed one by one, so that each can have its colour. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "app/lesson/glossary.h"
#include "app/lesson/markup.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

/* Where the next word goes. */
typedef struct rb_pen {
    ImVec2 at;
    float left, right, line;
    int hovered; /* term under the mouse; -1: none */
} rb_pen;

/* The colour of the arrow or plot it names; the accent colour for other words. */
ImU32 rb_term_color(int term) {
    const char *show = rb_glossary_at(term)->show;
    for (int i = 0; show[0] != '\0' && i < rb_show_item_count(); i++) {
        const rb_show_item *item = rb_show_item_at(i);
        if (strcmp(item->id, show) == 0 && item->color != RB_COLOR_INK && item->color != RB_COLOR_INK_SOFT) {
            return rb_im32(rb_text_color(item->color));
        }
    }
    return rb_im32(rb_text_color(RB_COLOR_ACCENT));
}

static int term_of(const rb_piece *piece) {
    char word[96];
    if (piece->term == NULL || piece->term_length >= sizeof word) {
        return -1;
    }
    snprintf(word, sizeof word, "%.*s", (int)piece->term_length, piece->term);
    return rb_glossary_find(word);
}

static void new_line(rb_pen *pen) {
    pen->at = rb_im2(pen->left, pen->at.y + pen->line);
}

/* tail: width of what follows without a space (a full stop after a coloured word) and stays on the same
   line. */
static void draw_word(rb_pen *pen, const char *word, const char *end, float tail, bool strong, int term) {
    ImDrawList *list = igGetWindowDrawList();
    ImVec2 size;
    igCalcTextSize(&size, word, end, false, -1);
    if (pen->at.x + size.x + tail > pen->right && pen->at.x > pen->left) {
        new_line(pen);
    }
    ImU32 color = term >= 0 ? rb_term_color(term) : rb_role32(RB_COLOR_INK);
    ImDrawList_AddText_Vec2(list, pen->at, color, word, end);
    if (strong || term >= 0) { /* no bold font of this size: draw it twice with an offset */
        float shift = fmaxf(0.6f, rb_em(0.035f));
        ImDrawList_AddText_Vec2(list, rb_im2(pen->at.x + shift, pen->at.y), color, word, end);
        size.x += shift;
    }
    ImVec2 far = rb_im2(pen->at.x + size.x, pen->at.y + pen->line);
    if (term >= 0 && igIsWindowHovered(0) && igIsMouseHoveringRect(pen->at, far, true)) {
        pen->hovered = term;
        ImDrawList_AddLine(list, rb_im2(pen->at.x, far.y - 1), rb_im2(far.x, far.y - 1), color, 1);
    }
    pen->at.x += size.x;
}

/* Words and spaces; a newline ends the line, an empty line the paragraph. */
static void draw_piece(rb_pen *pen, const rb_piece *piece, float tail) {
    const char *end = piece->text + piece->length;
    int term = term_of(piece);
    float blank = rb_text_width(" ");
    for (const char *at = piece->text; at < end;) {
        if (*at == '\n') {
            bool paragraph = pen->at.x == pen->left;
            pen->at = rb_im2(pen->left, pen->at.y + (paragraph ? 0.45f : 1) * pen->line);
            at++;
        } else if (*at == ' ') {
            pen->at.x += pen->at.x > pen->left ? blank : 0;
            at++;
        } else {
            size_t length = strcspn(at, " \n");
            const char *stop = at + length < end ? at + length : end;
            draw_word(pen, at, stop, stop == end ? tail : 0, piece->strong, term);
            at = stop;
        }
    }
}

static void term_tooltip(const rb_ui *ui, int index) {
    const rb_term *term = rb_glossary_at(index);
    igSetMouseCursor(ImGuiMouseCursor_Hand);
    if (igBeginTooltip()) {
        igPushTextWrapPos(rb_em(24));
        igTextUnformatted(rb_tr(term->text), NULL);
        igTextDisabled(rb_tr("Click: glossary"));
        igPopTextWrapPos();
        igEndTooltip();
    }
    if (igIsMouseClicked_Bool(ImGuiMouseButton_Left, false)) {
        rb_ui_run_on(ui, "glossary", term->word);
    }
}

/* Width of the next piece up to its first space. */
static float next_word(const char *text, bool strong) {
    rb_piece piece;
    if (!rb_markup_next(&text, &strong, &piece)) {
        return 0;
    }
    size_t length = strcspn(piece.text, " \n");
    ImVec2 size;
    igCalcTextSize(&size, piece.text, piece.text + (length < piece.length ? length : piece.length), false,
                   -1);
    return size.x;
}

void rb_marked_text(const rb_ui *ui, const char *text) {
    rb_pen pen = {.line = igGetTextLineHeight() * 1.12f, .hovered = -1};
    ImVec2 room;
    igGetCursorScreenPos(&pen.at);
    igGetContentRegionAvail(&room);
    ImVec2 from = pen.at;
    pen.left = from.x;
    pen.right = from.x + room.x;
    text = rb_tr(text);
    bool strong = false;
    rb_piece piece;
    while (rb_markup_next(&text, &strong, &piece)) {
        draw_piece(&pen, &piece, next_word(text, strong));
    }
    igDummy(rb_im2(room.x, pen.at.y + pen.line - from.y));
    if (pen.hovered >= 0) {
        term_tooltip(ui, pen.hovered);
    }
}
