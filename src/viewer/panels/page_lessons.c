/* The list of lessons, and the welcome card. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

/* ---------------------------------------------------------------- lessons */

static void progress_text(const rb_lesson *lesson, const char *marks, char *text, size_t size) {
    int done = 0;
    for (int i = 0; i < lesson->step_count; i++) {
        done += marks[i] != '.';
    }
    if (done == lesson->step_count) {
        snprintf(text, size, rb_tr("✓ done"));
    } else if (done > 0) {
        snprintf(text, size, rb_tr("%d of %d"), done, lesson->step_count);
    } else {
        snprintf(text, size, "%.0f min", lesson->minutes);
    }
}

static bool done(const char *marks) {
    return strchr(marks, '.') == NULL;
}

/* next: this is the first lesson that is not done. */
static void lesson_entry(rb_ui *ui, const rb_lesson *lesson, int number, const char *marks, bool next) {
    ImVec2 at, room;
    char id[80], name[120], progress[32];
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&room);
    snprintf(id, sizeof id, "##%s", lesson->id);
    snprintf(name, sizeof name, "%d  %s", number, rb_tr(lesson->name));
    progress_text(lesson, marks, progress, sizeof progress);
    float line = igGetTextLineHeightWithSpacing();
    if (igSelectable_Bool(id, next, 0, rb_im2(0, fmaxf(2 * line + rb_em(0.2f), rb_gui_target())))) {
        rb_ui_run(ui, "lesson %s", lesson->id);
    }
    rb_tooltip("%s", rb_tr(lesson->summary));
    ImDrawList *list = igGetWindowDrawList();
    float x = at.x + rb_em(0.4f);
    ImDrawList_AddText_Vec2(list, rb_im2(x, at.y + rb_em(0.1f)), rb_role32(RB_COLOR_INK), name, NULL);
    ImDrawList_AddText_Vec2(list,
                            rb_im2(at.x + room.x - rb_text_width(progress) - rb_em(0.5f), at.y + rb_em(0.1f)),
                            rb_role32(RB_COLOR_ACCENT), progress, NULL);
    ImDrawList_AddText_Vec2(list, rb_im2(x + rb_text_width("12  "), at.y + line),
                            rb_role32(RB_COLOR_INK_SOFT), rb_tr(lesson->summary), NULL);
}

void rb_lessons_draw(rb_ui *ui, const rb_lessons *lessons, char (*marks)[RB_LESSON_STEPS_MAX + 1]) {
    if (rb_begin_page(rb_tr("Lessons"), &ui->lesson_list, rb_em(40), rb_em(40))) {
        if (lessons->count == 0) {
            igTextWrapped(rb_tr("There are no lessons in %s."), lessons->folder);
        }
        bool all = true; /* all lessons before it are done */
        for (int i = 0; i < lessons->count; i++) {
            lesson_entry(ui, &lessons->items[i], i + 1, marks[i], all && !done(marks[i]));
            all = all && done(marks[i]);
        }
    }
    rb_imgui_allow_finger_scroll();
    igEnd();
}

/* ---------------------------------------------------------------- welcome */

static const struct {
    const char *name, *help, *lines[3];
} beginnings[] = {
    {RB_N("Spin it by hand"), RB_N("Drag the stone sideways and let go"), {"hand on", NULL, NULL}},
    {RB_N("Take a lesson"),
     RB_N("Five minutes: what the stone does, and why"),
     {"lesson spin-it", NULL, NULL}},
    {RB_N("Compare laws"),
     RB_N("The same start with several friction laws"),
     {"scene k11-fig5", "all-laws", NULL}},
    {RB_N("Explore"), RB_N("Choose one of the scenes"), {"search on", NULL, NULL}},
};

enum { LESSON = 1, BEGINNINGS = sizeof beginnings / sizeof beginnings[0] };

/* At the bottom of the world, above the scale bar, so that the body stays free; beside it on a phone in
   landscape. */
void rb_welcome_draw(rb_ui *ui) {
    Rectangle w = ui->rects.world;
    bool beside = ui->small && w.width > w.height;
    igSetNextWindowPos(
        rb_im2(w.x + (beside ? w.width - rb_em(0.6f) : 0.5f * w.width), w.y + w.height - rb_em(3.6f)),
        ImGuiCond_Always, rb_im2(beside ? 1 : 0.5f, 1));
    igPushStyleVar_Float(ImGuiStyleVar_WindowRounding, rb_em(0.5f));
    if (igBegin("##welcome", NULL,
                ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoDocking)) {
        float button = rb_em(8.6f);
        bool narrow = beside || w.width < BEGINNINGS * (button + rb_em(1)) + rb_em(2);
        button = narrow ? fminf(0.5f * w.width - rb_em(1.6f), rb_em(11)) : button;
        bool playing = rb_ui_on(ui, "play on"); /* not if the system prefers reduced motion */
        igPushTextWrapPos(narrow ? 2 * button + rb_em(1.5f) : -1);
        igTextDisabled("%s", playing ? rb_tr("The simulation is running. Where would you like to start?")
                                     : rb_tr("The simulation is paused. Where would you like to start?"));
        igPopTextWrapPos();
        for (int i = 0; i < BEGINNINGS; i++) {
            if (i > 0 && !(narrow && i == BEGINNINGS / 2)) {
                igSameLine(0, -1);
            }
            if (i == LESSON) {
                igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.55f)));
            }
            bool chosen = igButton(rb_tr(beginnings[i].name),
                                   rb_im2(button, (rb_gui_fingers() ? 1 : 1.5f) * igGetFrameHeight()));
            if (i == LESSON) {
                igPopStyleColor(1);
            }
            if (chosen) {
                rb_ui_run(ui, "welcome off");
                for (int k = 0; beginnings[i].lines[k] != NULL; k++) {
                    rb_ui_run(ui, "%s", beginnings[i].lines[k]);
                }
            }
            if (i == LESSON) {
                rb_ui_mark(ui, "begin");
            }
            rb_tooltip("%s", rb_tr(beginnings[i].help));
        }
        if (rb_small_button(rb_tr("Don't show again"))) {
            rb_ui_run(ui, "welcome off");
        }
        ImVec2 at, size;
        igGetWindowPos(&at);
        igGetWindowSize(&size);
        ui->welcome_area = (Rectangle){at.x, at.y, size.x, size.y};
    }
    igEnd();
    igPopStyleVar(1);
}
