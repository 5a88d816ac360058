/* The bars of a small screen: one at the top, and in portrait one at the bottom. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/language/language.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

/* Groups unfold in place: there is no room for nested menus. */
static void menu(const rb_ui *ui) {
    if (rb_icon_button("menu", RB_ICON_MENU, false, rb_tr("All commands"))) {
        igOpenPopup_Str("menu", 0);
    }
    float width = fminf(rb_em(20), ui->rects.top.width - rb_em(1));
    igSetNextWindowSize(rb_im2(width, 0), ImGuiCond_Always);
    if (!igBeginPopup("menu", 0)) {
        return;
    }
    const char *group = "";
    bool open = false;
    for (int i = 0; i < rb_shortcut_count(); i++) {
        const rb_shortcut *shortcut = rb_shortcut_at(i);
        if (strcmp(group, rb_shortcut_group(i)) != 0) {
            group = rb_shortcut_group(i);
            open = igCollapsingHeader_TreeNodeFlags(rb_tr(group), 0);
        }
        char label[120];
        snprintf(label, sizeof label, "    %s##%d", rb_tr(shortcut->name), i);
        if (open && rb_choice(label, rb_ui_on(ui, shortcut->line))) {
            rb_ui_run(ui, "%s", shortcut->line);
        }
    }
    char label[64];
    if (igCollapsingHeader_TreeNodeFlags(rb_top_language_label(label, sizeof label), 0)) {
        rb_top_languages(ui);
    }
    rb_imgui_allow_finger_scroll();
    igEndPopup();
}

/* The scene's name, cut to the available room. */
static void scene_button(const rb_ui *ui, const rb_session *session, float width) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    const char *name = scene->name[0] != '\0' ? rb_tr(scene->name) : scene->id;
    float room = width - 2 * igGetStyle()->FramePadding.x;
    char label[160];
    size_t length = strlen(name) < 100 ? strlen(name) : 100;
    snprintf(label, sizeof label, "%.*s ▾###scene", (int)length, name);
    while (length > 0) {
        ImVec2 size;
        igCalcTextSize(&size, label, NULL, true, 0);
        if (size.x <= room) {
            break;
        }
        do {
            length--;
        } while (length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80);
        snprintf(label, sizeof label, "%.*s…###scene", (int)length, name);
    }
    if (igButton(label, rb_im2(width, 0))) {
        rb_ui_run(ui, "search");
    }
    rb_tooltip("%s\n%s\n\n%s", rb_tr(scene->name), rb_tr(scene->description), scene->source);
}

static void compare_button(const rb_ui *ui, const rb_session *session) {
    if (rb_icon_button("compare", RB_ICON_PLUS, session->count > 1,
                       rb_tr("Add a run to compare with: opposite spin, mirror image, another law …"))) {
        igOpenPopup_Str("compare", 0);
    }
    if (!igBeginPopup("compare", 0)) {
        return;
    }
    if (session->count > 1 && rb_choice(rb_tr("Single, grid or overlay"), false)) {
        rb_ui_run(ui, "layout");
    }
    rb_top_compare_popup(ui, session);
    rb_imgui_allow_finger_scroll();
    igEndPopup();
}

static void toggle(const rb_ui *ui, const char *line, rb_icon icon, const char *tip) {
    if (rb_icon_button(line, icon, rb_ui_on(ui, line), tip)) {
        rb_ui_run(ui, "%s", line);
    }
}

/* A bar of 320 px: everything is closer. */
static bool is_narrow(const rb_ui *ui) {
    return ui->rects.bottom.width > 0 && ui->rects.bottom.width < rb_em(22);
}

static bool begin_bottom(const rb_ui *ui) {
    bool drawn = rb_begin_panel("##bottom", ui->rects.bottom, ImGuiWindowFlags_NoScrollbar);
    const ImVec2 gap = igGetStyle()->ItemSpacing;
    igPushStyleVar_Vec2(ImGuiStyleVar_ItemSpacing, rb_im2(is_narrow(ui) ? rb_em(0.2f) : gap.x, gap.y));
    return drawn;
}

static void end_bottom(void) {
    igPopStyleVar(1);
    rb_end_panel();
}

static void speed_button(const rb_ui *ui, rb_session *session) {
    char label[48];
    snprintf(label, sizeof label, "%.2g×###speed", session->speed);
    if (igButton(label, rb_im2(rb_em(is_narrow(ui) ? 3 : 3.6f), 0))) {
        igOpenPopup_Str("speed", 0);
    }
    rb_tooltip(rb_tr("Simulated seconds per second"));
    if (igBeginPopup("speed", 0)) {
        rb_top_speed(session, rb_em(14));
        igEndPopup();
    }
}

static void transport(const rb_ui *ui, rb_session *session) {
    bool playing = rb_top_appears_to_play(ui, session);
    toggle(ui, "restart", RB_ICON_RESTART, rb_tr("Restart with your changes"));
    igSameLine(0, -1);
    if (rb_icon_button("play", playing ? RB_ICON_PAUSE : RB_ICON_PLAY, false, rb_tr("Play or pause"))) {
        rb_ui_run(ui, "play");
    }
    igSameLine(0, -1);
    speed_button(ui, session);
    igSameLine(0, -1);
    const char *unit = rb_body_unit(session->runs[session->selected].scene.body, "s");
    char time[48], live[64];
    snprintf(time, sizeof time, "%.2f %s", rb_session_time(session), unit);
    if (session->scrubbing) { /* the past: a tap returns to the present */
        snprintf(live, sizeof live, "%s###live", time);
        igPushStyleColor_Vec4(ImGuiCol_Text, rb_im4(rb_text_color(RB_COLOR_WARNING)));
        if (igButton(live, rb_im2(0, 0))) {
            rb_ui_run(ui, "live");
        }
        igPopStyleColor(1);
        rb_tooltip(
            rb_tr("You are looking at the past. Play continues from here; tap to return to the present"));
    } else {
        igAlignTextToFramePadding();
        igTextUnformatted(time, NULL);
    }
}

/* Icons at the right end of a bar. */
static void end_icons(const rb_ui *ui, bool microscope) {
    int count = microscope ? 3 : 2;
    const ImGuiStyle *style = igGetStyle();
    float wide = (float)count * igGetFrameHeight() + (float)(count - 1) * style->ItemSpacing.x;
    ImVec2 end;
    igGetItemRectMax(&end);
    igSameLine(fmaxf(ui->rects.top.width - style->WindowPadding.x - wide, end.x + style->ItemSpacing.x), 0);
    if (microscope) {
        toggle(ui, "enlarge", RB_ICON_MICROSCOPE, rb_tr("The contact microscope"));
        igSameLine(0, -1);
    }
    toggle(ui, "left", RB_ICON_SLIDERS, rb_tr("Parameters"));
    igSameLine(0, -1);
    toggle(ui, "right", RB_ICON_CURVE, rb_tr("Plots and laws"));
}

void rb_small_bars_draw(const rb_ui *ui, rb_session *session) {
    bool tall = ui->rects.bottom.height > 0;
    const ImGuiStyle *style = igGetStyle();
    float step = igGetFrameHeight() + style->ItemSpacing.x;
    if (rb_begin_panel("##top", ui->rects.top, ImGuiWindowFlags_NoScrollbar)) {
        float room = ui->rects.top.width - 2 * style->WindowPadding.x;
        /* menu, compare and other buttons beside the name */
        float others = tall ? 3 * step : 7 * step + rb_em(10) + 2 * style->ItemSpacing.x;
        menu(ui);
        igSameLine(0, -1);
        scene_button(ui, session, fmaxf(room - others, rb_em(4)));
        igSameLine(0, -1);
        compare_button(ui, session);
        igSameLine(0, -1);
        if (tall) {
            toggle(ui, "enlarge", RB_ICON_MICROSCOPE, rb_tr("The contact microscope"));
        } else {
            transport(ui, session);
            end_icons(ui, true);
        }
    }
    rb_end_panel();
    if (tall) {
        if (begin_bottom(ui)) {
            transport(ui, session);
            end_icons(ui, false);
        }
        end_bottom();
    }
}

void rb_small_presenter_draw(const rb_ui *ui, rb_session *session) {
    if (begin_bottom(ui)) {
        menu(ui);
        igSameLine(0, -1);
        transport(ui, session);
        ImVec2 end;
        igGetItemRectMax(&end);
        float right = ui->rects.bottom.width - igGetStyle()->WindowPadding.x - igGetFrameHeight();
        igSameLine(fmaxf(right, end.x + igGetStyle()->ItemSpacing.x), 0);
        if (rb_icon_button("more", RB_ICON_SLIDERS, false, rb_tr("Everything else: scenes, plots …"))) {
            rb_ui_run(ui, "presenter off");
        }
    }
    end_bottom();
}
