/* The top bar: scene, law, comparison, playback, speed, time. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/appearance/appearance.h"
#include "app/language/language.h"
#include "app/session/session.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

/* Also in English, for those who do not read the current language. */
const char *rb_top_language_label(char *text, size_t size) {
    bool english = rb_language_now() == rb_language_at(0);
    snprintf(text, size, "%s%s###languages", rb_tr("Language"), english ? "" : " (Language)");
    return text;
}

/* Each in its own language. The last one is for tests. */
void rb_top_languages(const rb_ui *ui) {
    for (int i = 0; i + 1 < rb_language_count(); i++) {
        const rb_language *language = rb_language_at(i);
        if (rb_choice(language->name, language == rb_language_now())) {
            rb_ui_run(ui, "language %s", language->code);
        }
    }
}

static void menu(const rb_ui *ui) {
    char tip[96];
    if (rb_icon_button("menu", RB_ICON_MENU, false, rb_tr("All commands and their keys"))) {
        igOpenPopup_Str("menu", 0);
    }
    if (!igBeginPopup("menu", 0)) {
        return;
    }
    const char *group = "";
    bool open = false;
    for (int i = 0; i < rb_shortcut_count(); i++) {
        const rb_shortcut *shortcut = rb_shortcut_at(i);
        if (strcmp(group, rb_shortcut_group(i)) != 0) {
            if (open) {
                igEndMenu();
            }
            group = rb_shortcut_group(i);
            open = igBeginMenu(rb_tr(group), true);
        }
        if (!open) {
            continue;
        }
        rb_shortcut_key(i, tip, sizeof tip);
        if (igMenuItem_Bool(rb_tr(shortcut->name), tip, rb_ui_on(ui, shortcut->line), true)) {
            rb_ui_run(ui, "%s", shortcut->line);
        }
        if (strcmp(shortcut->id, "sonify") == 0) {
            rb_tooltip(rb_tr("Clicks: 12 per turn, higher when it spins anticlockwise\nHum: as loud as it "
                             "rocks, higher when it "
                             "spins faster\nTwo notes: the spin reverses"));
        }
    }
    if (open) {
        igEndMenu();
    }
    char label[64];
    if (igBeginMenu(rb_top_language_label(label, sizeof label), true)) {
        rb_top_languages(ui);
        igEndMenu();
    }
    rb_imgui_allow_finger_scroll();
    igEndPopup();
}

static void scene_button(const rb_ui *ui, const rb_session *session) {
    char tip[96];
    const rb_scene *scene = &session->runs[session->selected].scene;
    char label[160];
    snprintf(label, sizeof label, "%s  ▾###scene", scene->name[0] != '\0' ? rb_tr(scene->name) : scene->id);
    if (igButton(label, rb_im2(0, 0))) {
        rb_ui_run(ui, "search");
    }
    rb_tooltip("%s\n%s\n\n%s", rb_tr(scene->description), scene->source,
               rb_shortcut_tip("search", tip, sizeof tip));
}

static void law_combo(const rb_ui *ui, rb_session *session) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    char tip[96];
    char name[96];
    rb_short_name(rb_tr(scene->friction->name), name, sizeof name);
    igSetNextItemWidth(fmaxf(rb_text_width(name), rb_em(5)) + igGetFrameHeight() + rb_em(1.1f));
    if (!rb_law_combo(ui, session, "##law", name)) {
        rb_tooltip(rb_tr("Friction law: %s\n%s\n%s\n\nTakes effect at once. %s"),
                   rb_tr(scene->friction->name), rb_tr(scene->friction->help), scene->friction->source,
                   rb_shortcut_tip("next-law", tip, sizeof tip));
    }
}

/* Variants of the selected run to compare with; an unsuitable one shows the reason. */
static void variant_list(const rb_ui *ui, const rb_session *session) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    for (int i = 0; i < rb_variant_count(); i++) {
        const rb_variant *variant = rb_variant_at(i);
        rb_scene made = *scene;
        rb_error why;
        bool fits = rb_scene_apply_variant(&made, variant, &why) == RB_OK;
        igBeginDisabled(!fits);
        if (rb_choice(rb_tr(variant->name), false)) {
            rb_ui_run(ui, "compare %s", variant->id);
        }
        igEndDisabled();
        rb_tooltip("%s", fits ? rb_tr(variant->help) : why.text);
    }
}

void rb_top_compare_popup(const rb_ui *ui, const rb_session *session) {
    igTextDisabled(rb_tr("Add a run with"));
    variant_list(ui, session);
    igSeparator();
    igTextDisabled(rb_tr("or compare these laws (the exact one is the reference)"));
    const rb_friction_law *law = rb_law_list(ui, &session->runs[session->selected].scene, session);
    int run = law != NULL ? rb_session_run_of_law(session, law) : -1;
    if (run >= 0 && session->count > 1) {
        rb_ui_run(ui, "remove %d", run + 1);
    } else if (law != NULL && run < 0) {
        rb_ui_run(ui, "compare law %s", law->id);
    }
    igSeparator();
    if (rb_choice(rb_tr("All laws that fit"), false)) {
        rb_ui_run(ui, "all-laws");
    }
    if (session->count > 1 && rb_choice(rb_tr("End the comparison"), false)) {
        rb_ui_run(ui, "single");
    }
}

static void compare_button(const rb_ui *ui, const rb_session *session) {
    static const char *const layouts[] = {RB_N("single"), RB_N("grid"), RB_N("overlay")};
    char tip[96];
    if (igButton(rb_tr("+ compare"), rb_im2(0, 0))) {
        igOpenPopup_Str("compare", 0);
    }
    rb_tooltip(rb_tr("Add a run to compare with: opposite spin, mirror image, another law …"));
    if (igBeginPopup("compare", 0)) {
        rb_top_compare_popup(ui, session);
        rb_imgui_allow_finger_scroll();
        igEndPopup();
    }
    if (session->count > 1) {
        igSameLine(0, -1);
        const char *name = rb_tr(layouts[ui->layout]);
        float least = rb_text_width(name) + 2 * igGetStyle()->FramePadding.x;
        if (igButton(name, rb_im2(fmaxf(rb_em(4.6f), least), 0))) {
            rb_ui_run(ui, "layout");
        }
        rb_tooltip("%s", rb_shortcut_tip("layout", tip, sizeof tip));
    }
}

/* While recording, the session is paused between frames but appears to play. */
bool rb_top_appears_to_play(const rb_ui *ui, const rb_session *session) {
    return rb_session_playing(session) || (ui->video_frames >= 0 && !session->scrubbing);
}

const char *rb_top_pace(const rb_ui *ui, const rb_session *session, char *text, size_t size) {
    double achieved = ui->still ? session->speed : session->frame->real_time_factor;
    bool filming = ui->video_frames >= 0;
    if (!rb_top_appears_to_play(ui, session)) {
        return rb_tr("paused");
    }
    snprintf(text, size, "(%s%.3g×)", achieved < 0.001 ? "<" : "", fmax(achieved, 0.001));
    return filming ? rb_tr("filming") : text;
}

static void transport(const rb_ui *ui, const rb_session *session) {
    char tip[96];
    bool playing = rb_top_appears_to_play(ui, session);
    bool pending = rb_session_restart_pending(session);
    if (rb_icon_button("restart", RB_ICON_RESTART, pending,
                       pending ? rb_tr("Restart (R) to apply your changes") : rb_tr("Restart (R)"))) {
        rb_ui_run(ui, "restart");
    }
    igSameLine(0, -1);
    if (rb_icon_button("back", RB_ICON_STEP_BACK, false, rb_shortcut_tip("back", tip, sizeof tip))) {
        rb_ui_run(ui, "back");
    }
    igSameLine(0, -1);
    if (rb_icon_button("play", playing ? RB_ICON_PAUSE : RB_ICON_PLAY, false,
                       rb_shortcut_tip("play", tip, sizeof tip))) {
        rb_ui_run(ui, "play");
    }
    igSameLine(0, -1);
    if (rb_icon_button("step", RB_ICON_STEP_FORWARD, false, rb_shortcut_tip("step", tip, sizeof tip))) {
        rb_ui_run(ui, "step");
    }
}

static const rb_body_kind *shown_body(const rb_session *session) {
    return session->runs[session->selected].scene.body;
}

void rb_top_speed(rb_session *session, float width) {
    double speed = session->speed;
    double low = RB_SPEED_MIN;
    double high = RB_SPEED_MAX;
    igSetNextItemWidth(width);
    const rb_body_kind *body = shown_body(session);
    bool units = rb_body_has(body, RB_TRAIT_DIMENSIONLESS);
    if (igSliderScalar("##speed", ImGuiDataType_Double, &speed, &low, &high,
                       units ? rb_tr("%.3g a second") : "%.3g×", ImGuiSliderFlags_Logarithmic)) {
        rb_session_set_speed(session, speed);
    }
    if (igIsItemHovered(0) && igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left)) {
        rb_session_set_speed(session, rb_appearance_pace(body));
    }
    rb_tooltip("%s", units ? rb_tr("Units of simulated time per second. Slower and faster: [ and ]. Default: "
                                   "double click")
                           : rb_tr("Requested simulated seconds per second; beside it the achieved value. "
                                   "Slower and faster: [ and ]. Real time: double click or \\"));
}

static void speed_slider(const rb_ui *ui, rb_session *session) {
    rb_top_speed(session, rb_em(7));
    igSameLine(0, rb_em(0.3f));
    char text[32];
    bool behind = session->frame->behind && rb_session_playing(session) && !ui->still;
    igAlignTextToFramePadding();
    float x = igGetCursorPosX();
    igTextColored(rb_im4(rb_text_color(behind ? RB_COLOR_WARNING : RB_COLOR_INK_SOFT)), "%s",
                  rb_top_pace(ui, session, text, sizeof text));
    rb_tooltip("%s", behind ? rb_tr("The machine cannot keep up with the requested speed: time passes more "
                                    "slowly, the results are the same")
                            : rb_tr("Achieved over the last half second"));
    /* The time display keeps its position. */
    igSameLine(x + fmaxf(rb_text_width(RB_PACE_WIDEST), rb_text_width(rb_tr("paused"))) + rb_em(1), 0);
}

static void clock_text(const rb_ui *ui, const rb_session *session) {
    igPushFont(rb_imgui_font(RB_FONT_MONO));
    igAlignTextToFramePadding();
    igText("t %7.3f %s", rb_session_time(session), rb_body_unit(shown_body(session), "s"));
    igPopFont();
    if (ui->video_frames >= 0) {
        igSameLine(0, -1);
        igTextColored(rb_im4(rb_readable((Color){214, 61, 51, 255})), "● %ld", ui->video_frames);
        rb_tooltip(rb_tr("Video frames so far. F9 or Space ends the video"));
    }
}

enum { RIGHT_ICONS = 7 };

static void right_icons(const rb_ui *ui) {
    char tip[96];
    static const struct {
        const char *id;
        rb_icon icon;
    } icons[RIGHT_ICONS] = {{"lessons", RB_ICON_LESSON}, {"microscope", RB_ICON_MICROSCOPE},
                            {"picture", RB_ICON_CAMERA}, {"record", RB_ICON_RECORD},
                            {"sound", RB_ICON_SOUND},    {"theme", RB_ICON_THEME},
                            {"help", RB_ICON_HELP}};
    for (int i = 0; i < RIGHT_ICONS; i++) {
        bool on = rb_ui_on(ui, icons[i].id);
        rb_icon icon = icons[i].icon == RB_ICON_RECORD && on ? RB_ICON_STOP : icons[i].icon;
        if (i > 0) {
            igSameLine(0, -1);
        }
        if (rb_icon_button(icons[i].id, icon, on, rb_shortcut_tip(icons[i].id, tip, sizeof tip))) {
            rb_ui_run(ui, "%s", icons[i].id);
        }
    }
}

static void gap(bool wide) {
    igSameLine(0, wide ? rb_em(1.4f) : -1);
}

void rb_top_draw(rb_ui *ui, rb_session *session) {
    if (rb_begin_panel("##top", ui->rects.top, ImGuiWindowFlags_NoScrollbar)) {
        menu(ui);
        gap(false);
        scene_button(ui, session);
        gap(false);
        law_combo(ui, session);
        gap(false);
        compare_button(ui, session);
        float first = 0;
        if (ui->two_rows) {
            ImVec2 end;
            igGetItemRectMax(&end);
            first = end.x;
        } else {
            gap(true);
        }
        transport(ui, session);
        gap(true);
        speed_slider(ui, session);
        clock_text(ui, session);
        ImVec2 end;
        igGetItemRectMax(&end);
        float icons = RIGHT_ICONS * (1.25f * igGetFrameHeight() + igGetStyle()->ItemSpacing.x);
        float from = ui->rects.top.width - icons - igGetStyle()->WindowPadding.x;
        ui->top_needed = first + end.x + icons + rb_em(2);
        igSameLine(fmaxf(from, end.x + rb_em(0.5f)), -1);
        right_icons(ui);
    }
    rb_end_panel();
}
