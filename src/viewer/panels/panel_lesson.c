/* The card of a lesson: one step, its question or task, and navigation. */
#include <math.h>
#include <stdio.h>

#include "app/actions/grammar.h"
#include "app/language/language.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

static const rb_lesson_step *step_of(const rb_lesson_view *view) {
    return &view->lesson->steps[view->step];
}

static float button_height(void) {
    return (rb_gui_fingers() ? 1 : 1.25f) * igGetFrameHeight();
}

/* The lesson's name and the position in it, cut to the position on a narrow card. */
static void position(const rb_lesson_view *view, float end) {
    char where[160];
    ImVec2 size;
    int name = snprintf(where, sizeof where, "%s · ", rb_tr(view->lesson->name));
    snprintf(where + name, sizeof where - (size_t)name, rb_tr("%d of %d"), view->step + 1,
             view->lesson->step_count);
    igCalcTextSize(&size, where, NULL, false, -1);
    bool fits = igGetCursorPosX() + size.x < end;
    igAlignTextToFramePadding();
    igTextDisabled("%s", fits ? where : where + name);
}

/* The step's title, wrapped at x = end; 0: at the end of the card. */
static void title(const rb_ui *ui, const rb_lesson_view *view, float end) {
    igPushFont(rb_imgui_font(RB_FONT_HEADING));
    igSetWindowFontScale(ui->card_dense ? 1 : 1.3f); /* larger than the text below */
    igPushTextWrapPos(end);
    igTextUnformatted(rb_tr(step_of(view)->title), NULL);
    igPopTextWrapPos();
    igSetWindowFontScale(1);
    igPopFont();
}

static void icons(rb_ui *ui) {
    char tip[96];
    if (rb_icon_button("all lessons", RB_ICON_LESSON, ui->lesson_list,
                       rb_shortcut_tip("lessons", tip, sizeof tip))) {
        rb_ui_run(ui, "lesson list");
    }
    igSameLine(0, rb_em(0.3f));
    if (rb_icon_button("leave", RB_ICON_CLOSE, false,
                       rb_tr("Leave the lesson (Ctrl+L). You can continue from this step later"))) {
        rb_ui_run(ui, "lesson leave");
    }
    rb_ui_mark(ui, "leave");
}

static float icons_width(void) {
    return 2 * button_height() + rb_em(0.3f);
}

/* Beside the world of a small screen, where a card has little height: its icons take the place of the dots.
 */
static bool is_low(const rb_ui *ui) {
    Rectangle card = ui->rects.card;
    return ui->small && card.y == ui->rects.world.y && card.height < rb_em(26) && card.width > rb_em(18);
}

/* On a small screen the title takes the place of the position, which the dots show as well. */
static void header(rb_ui *ui, const rb_lesson_view *view) {
    float end = igGetWindowWidth() - icons_width() - igGetStyle()->WindowPadding.x;
    float top = igGetCursorPosY();
    if (is_low(ui)) {
        title(ui, view, 0);
        return;
    }
    if (ui->small) {
        title(ui, view, end - rb_em(0.3f));
    } else {
        position(view, end);
    }
    float bottom = igGetCursorPosY();
    igSetCursorPos(rb_im2(end, top));
    icons(ui);
    igSetCursorPosY(fmaxf(bottom, igGetCursorPosY()));
    if (!ui->small) {
        title(ui, view, 0);
    }
}

/* ---------------------------------------------------------------- questions */

/* A wide button with wrapped text. */
static bool choice_button(const char *text, int index, bool chosen) {
    ImVec2 room, size, at;
    igGetContentRegionAvail(&room);
    float pad = rb_em(0.5f);
    igCalcTextSize(&size, text, NULL, false, room.x - 2 * pad);
    igGetCursorScreenPos(&at);
    igPushID_Int(index);
    if (chosen) {
        igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.45f)));
    }
    float height = fmaxf(size.y + pad, rb_gui_target());
    bool pressed = igButton("##choice", rb_im2(room.x, height));
    if (chosen) {
        igPopStyleColor(1);
    }
    igPopID();
    ImDrawList_AddText_FontPtr(igGetWindowDrawList(), igGetFont(), igGetFontSize(),
                               rb_im2(at.x + pad, at.y + 0.5f * (height - size.y)), rb_role32(RB_COLOR_INK),
                               text, NULL, room.x - 2 * pad, NULL);
    return pressed;
}

static void explain(const rb_ui *ui, const rb_lesson_question *question, const rb_lesson_view *view) {
    bool right = view->answer == view->right;
    if (view->answer < 0) {
        igSpacing();
        rb_marked_text(ui, question->choices[view->right].why);
        return;
    }
    igSpacing();
    igTextColored(rb_im4(rb_text_color(right ? RB_COLOR_STICK : RB_COLOR_SLIP)), "%s",
                  right ? rb_tr("Correct.") : rb_tr("Not quite."));
    rb_marked_text(ui, question->choices[view->answer].why);
    if (!right) {
        igSpacing();
        rb_marked_text(ui, question->choices[view->right].why);
    }
}

static void question(rb_ui *ui, const rb_lesson_view *view) {
    const rb_lesson_question *q = &step_of(view)->question;
    igSpacing();
    rb_marked_text(ui, q->text);
    for (int i = 0; i < q->choice_count; i++) {
        bool decided = view->right >= 0;
        char text[320];
        snprintf(text, sizeof text, "%s%s",
                 decided && i == view->right    ? "✓  "
                 : decided && i == view->answer ? "✗  "
                                                : "",
                 rb_tr(q->choices[i].text));
        bool closed = view->answer >= 0 || decided;
        igBeginDisabled(closed && i != view->answer && i != view->right);
        if (choice_button(text, i, i == view->answer) && !closed) {
            rb_ui_run(ui, "lesson answer %d", i + 1);
        }
        rb_ui_mark(ui, "choice.%d", i + 1);
        igEndDisabled();
    }
    igPushTextWrapPos(0);
    if (view->right >= 0) {
        explain(ui, q, view);
    } else if (view->answer >= 0 || view->watched) {
        igTextDisabled(rb_tr("Watch: the answer comes at t = %.3g s."), q->at);
    } else if (!ui->small) {
        igTextDisabled(rb_tr("Choose what you expect, then watch."));
    }
    igPopTextWrapPos();
}

/* ---------------------------------------------------------------- tasks */

static void task(const rb_ui *ui, const rb_lesson_view *view) {
    const rb_lesson_task *t = &step_of(view)->task;
    igSpacing();
    rb_marked_text(ui, t->text);
    igAlignTextToFramePadding();
    igTextColored(rb_im4(rb_text_color(view->task_done ? RB_COLOR_STICK : RB_COLOR_INK_SOFT)), "%s",
                  view->task_done ? rb_tr("✓  Done.") : rb_tr("○  Not yet."));
    if (!view->task_done) {
        igSameLine(0, rb_em(1));
        if (igButton(rb_tr("Show me"), rb_im2(0, 0))) {
            rb_ui_run(ui, "lesson solve");
        }
        rb_tooltip(rb_tr("Sets up the solution and runs it"));
    }
}

/* ---------------------------------------------------------------- the way */

/* A dot for each step: filled for the current one, a ring for visited ones. */
static void dots(rb_ui *ui, const rb_lesson_view *view, float from, float to, float y) {
    int count = view->lesson->step_count;
    float gap = fminf(rb_em(1.1f), (to - from) / (float)count);
    float radius = fminf(rb_em(0.28f), 0.35f * gap);
    float x = 0.5f * (from + to) - 0.5f * gap * (float)(count - 1);
    ImDrawList *list = igGetWindowDrawList();
    for (int i = 0; i < count; i++, x += gap) {
        bool here = i == view->step;
        bool been = view->marks[i] != '.';
        ImU32 color = rb_role32(here ? RB_COLOR_ACCENT : RB_COLOR_INK_SOFT);
        if (here || been) {
            ImDrawList_AddCircleFilled(list, rb_im2(x, y), here ? 1.35f * radius : radius, color, 0);
        } else {
            ImDrawList_AddCircle(list, rb_im2(x, y), radius, color, 0, 1.4f);
        }
        igSetCursorScreenPos(rb_im2(x - 0.5f * gap, y - rb_em(0.6f)));
        igPushID_Int(i);
        if (igInvisibleButton("dot", rb_im2(gap, rb_em(1.2f)), 0)) {
            rb_ui_run(ui, "lesson %s %d", view->lesson->id, i + 1);
        }
        igPopID();
        rb_ui_mark(ui, "dot.%d", i + 1);
        rb_tooltip("%s", rb_tr(view->lesson->steps[i].title));
    }
}

static bool can_continue(const rb_lesson_view *view) {
    const rb_lesson_step *step = step_of(view);
    return (step->ends != RB_LESSON_ANSWER || view->right >= 0) &&
           (step->ends != RB_LESSON_TASK || view->task_done);
}

static void way(rb_ui *ui, const rb_lesson_view *view, float height) {
    bool last = view->step + 1 == view->lesson->step_count;
    bool ready = can_continue(view);
    const char *next = last ? rb_tr("Finish") : ready ? rb_tr("Next") : rb_tr("Skip");
    float width = fmaxf(rb_em(4.6f), 1.5f * height);
    width = fmaxf(width, rb_text_width(next) + 2 * igGetStyle()->FramePadding.x);
    ImVec2 at, room;
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&room);
    igBeginDisabled(view->step == 0);
    if (igButton(rb_tr("Back"), rb_im2(width, height))) {
        rb_ui_run(ui, "lesson back");
    }
    igEndDisabled();
    if (is_low(ui)) {
        igSetCursorScreenPos(rb_im2(at.x + 0.5f * (room.x - icons_width()), at.y));
        icons(ui);
    } else {
        dots(ui, view, at.x + width, at.x + room.x - width, at.y + 0.5f * height);
    }
    igSetCursorScreenPos(rb_im2(at.x + room.x - width, at.y));
    if (ready) {
        igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.55f)));
    }
    if (igButton(next, rb_im2(width, height))) {
        rb_ui_run(ui, "lesson next");
    }
    rb_ui_mark(ui, "next");
    if (ready) {
        igPopStyleColor(1);
    }
}

/* On a small screen a question that waits for its answer stays in view; only the text above it scrolls. */
static bool keeps_question(const rb_ui *ui, const rb_lesson_view *view) {
    return ui->small && step_of(view)->question.choice_count > 0 && view->answer < 0 && view->right < 0 &&
           !view->watched;
}

/* Large type where all of the card fits in it; tried again when its text or size changes. */
static ImFont *choose_font(rb_ui *ui, const rb_lesson_view *view) {
    Rectangle card = ui->rects.card;
    bool answered = view->right >= 0;
    bool changed = ui->card_step != step_of(view) || ui->card_answered != answered ||
                   ui->card_size.x != card.width || ui->card_size.y != card.height;
    if (changed) {
        ui->card_dense = ui->small || ui->left;
        ui->card_size = (Vector2){card.width, card.height};
    } else if (ui->card_needed > card.height) {
        ui->card_dense = true;
    }
    return rb_imgui_font(ui->card_dense ? RB_FONT_BODY : RB_FONT_CAPTION);
}

static void measured_question(rb_ui *ui, const rb_lesson_view *view) {
    float from = igGetCursorPosY();
    question(ui, view);
    ui->card_question = igGetCursorPosY() - from;
}

/* Text, question and task, scrolling. Returns the height of all of it. */
static float scrolling_part(rb_ui *ui, const rb_lesson_view *view, float below, bool with_question) {
    const rb_lesson_step *step = step_of(view);
    float inside = 0;
    if (igBeginChild_Str("text", rb_im2(0, -below), 0, ImGuiWindowFlags_NoNav)) {
        igSpacing();
        rb_marked_text(ui, step->text);
        if (with_question) {
            measured_question(ui, view);
        }
        if (step->task.text[0] != '\0') {
            task(ui, view);
        }
        bool answered = view->right >= 0;
        if (answered && !ui->card_answered) { /* on a small screen it may be below the visible part */
            igSetScrollHereY(1);
        } else if (ui->card_step != step) {
            igSetScrollY_Float(0);
        }
        ui->card_answered = answered;
        ui->card_step = step;
        igSpacing();
        if (!keeps_question(ui, view) && rb_small_button(rb_tr("↻ show this step again"))) {
            rb_ui_run(ui, "lesson again");
        }
        inside = igGetCursorPosY();
    }
    rb_imgui_allow_finger_scroll();
    igEndChild();
    return inside;
}

void rb_lesson_draw(rb_ui *ui, const rb_lesson_view *view) {
    ImFont *font = choose_font(ui, view);
    if (rb_begin_panel("##lesson", ui->rects.card, 0)) {
        float foot = button_height() + 2 * igGetStyle()->ItemSpacing.y;
        header(ui, view);
        float above = igGetCursorPosY();
        bool asks = step_of(view)->question.choice_count > 0;
        bool kept = keeps_question(ui, view);
        float text = 2 * igGetTextLineHeight();
        bool room = kept && above + text + ui->card_question + foot <= ui->rects.card.height;
        igPushFont(font);
        float inside = scrolling_part(ui, view, foot + (room ? ui->card_question : 0), asks && !room);
        if (room) {
            measured_question(ui, view);
        }
        igPopFont();
        way(ui, view, button_height());
        ui->card_needed =
            above + inside + (room ? ui->card_question : 0) + foot + 2 * igGetStyle()->WindowPadding.y;
        ui->card_question = kept ? ui->card_question : 0;
    }
    rb_end_panel();
}

void rb_lesson_way_draw(rb_ui *ui, const rb_lesson_view *view) {
    if (rb_begin_panel("##way", ui->rects.bottom, ImGuiWindowFlags_NoScrollbar)) {
        ImVec2 room;
        igGetContentRegionAvail(&room);
        way(ui, view, room.y);
    }
    rb_end_panel();
}
