/* The bar on top: scene, law, comparison, transport, speed, time. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/actions/actions.h"
#include "viewer/actions/grammar.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"

static void menu(rb_app *app) {
    char tip[96];
    if (rb_icon_button("menu", RB_ICON_MENU, false, "Everything one can do, with its key")) {
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
            open = igBeginMenu(group, true);
        }
        if (!open) {
            continue;
        }
        rb_shortcut_key(i, tip, sizeof tip);
        if (igMenuItem_Bool(shortcut->name, tip, rb_action_on(app, shortcut->line), true)) {
            rb_action_run(app, shortcut->line);
        }
    }
    if (open) {
        igEndMenu();
    }
    igEndPopup();
}

static void scene_button(rb_app *app) {
    char tip[96];
    const rb_scene *scene = &app->session.runs[app->session.selected].scene;
    char label[160];
    snprintf(label, sizeof label, "%s  ▾###scene",
             scene->name[0] != '\0' ? scene->name : scene->id);
    if (igButton(label, rb_im2(0, 0))) {
        rb_action_run(app, "search");
    }
    rb_tooltip("%s\n%s\n\n%s", scene->description, scene->source,
               rb_action_tip("search", tip, sizeof tip));
}

const rb_friction_law *rb_law_list(rb_app *app, const rb_scene *scene) {
    const rb_friction_law *chosen = NULL;
    (void)app;
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        rb_error why;
        bool fits = rb_scene_law_fits(scene, law, &why) == RB_OK;
        igBeginDisabled(!fits);
        if (igSelectable_Bool(law->name, law == scene->friction, 0, rb_im2(0, 0))) {
            chosen = law;
        }
        igEndDisabled();
        if (fits) {
            rb_tooltip("%s: %s\n%s", law->id, law->help, law->source);
        } else {
            rb_tooltip("%s", why.text);
        }
    }
    return chosen;
}

static void law_combo(rb_app *app) {
    rb_session *session = &app->session;
    const rb_scene *scene = &session->runs[session->selected].scene;
    char tip[96];
    char name[96];
    rb_short_name(scene->friction->name, name, sizeof name);
    igSetNextItemWidth(fmaxf(rb_text_width(name), rb_em(5)) + igGetFrameHeight() + rb_em(1.1f));
    if (igBeginCombo("##law", name, ImGuiComboFlags_HeightLarge)) {
        const rb_friction_law *law = rb_law_list(app, scene);
        if (law != NULL) {
            rb_session_remember(session);
            rb_session_set_law(session, session->selected, law);
        }
        igEndCombo();
    } else {
        rb_tooltip("Friction law: %s\n%s\n%s\n\nTakes effect at once. %s", scene->friction->name,
                   scene->friction->help, scene->friction->source,
                   rb_action_tip("next-law", tip, sizeof tip));
    }
}

/* What the selected run can be compared with but for laws; where one makes no sense, why. */
static void variant_list(rb_app *app) {
    const rb_scene *scene = &app->session.runs[app->session.selected].scene;
    for (int i = 0; i < rb_variant_count(); i++) {
        const rb_variant *variant = rb_variant_at(i);
        rb_scene made = *scene;
        rb_error why;
        bool fits = rb_scene_apply_variant(&made, variant, &why) == RB_OK;
        igBeginDisabled(!fits);
        if (igSelectable_Bool(variant->name, false, 0, rb_im2(0, 0))) {
            char line[64];
            snprintf(line, sizeof line, "compare %s", variant->id);
            rb_action_run(app, line);
        }
        igEndDisabled();
        rb_tooltip("%s", fits ? variant->help : why.text);
    }
}

static void compare_popup(rb_app *app) {
    igTextDisabled("Add a run with");
    variant_list(app);
    igSeparator();
    igTextDisabled("or the law");
    const rb_friction_law *law = rb_law_list(app, &app->session.runs[app->session.selected].scene);
    if (law != NULL) {
        char line[64];
        snprintf(line, sizeof line, "compare law %s", law->id);
        rb_action_run(app, line);
    }
    igSeparator();
    if (igSelectable_Bool("All laws that fit", false, 0, rb_im2(0, 0))) {
        rb_action_run(app, "all-laws");
    }
    if (app->session.count > 1 && igSelectable_Bool("End the comparison", false, 0, rb_im2(0, 0))) {
        rb_action_run(app, "single");
    }
}

static void compare_button(rb_app *app) {
    static const char *const layouts[] = {"single", "grid", "overlay"};
    char tip[96];
    if (igButton("+ compare", rb_im2(0, 0))) {
        igOpenPopup_Str("compare", 0);
    }
    rb_tooltip("Another run beside this one: the opposite spin, its mirror image, another law …");
    if (igBeginPopup("compare", 0)) {
        compare_popup(app);
        igEndPopup();
    }
    if (app->session.count > 1) {
        igSameLine(0, -1);
        if (igButton(layouts[app->ui.layout], rb_im2(rb_em(4.6f), 0))) {
            rb_action_run(app, "layout");
        }
        rb_tooltip("%s", rb_action_tip("layout", tip, sizeof tip));
    }
}

static void transport(rb_app *app) {
    char tip[96];
    bool playing = rb_session_playing(&app->session);
    bool pending = rb_session_restart_pending(&app->session);
    if (rb_icon_button("restart", RB_ICON_RESTART, pending,
                       pending ? "Restart (R): what you edited waits for it" : "Restart (R)")) {
        rb_action_run(app, "restart");
    }
    igSameLine(0, -1);
    if (rb_icon_button("back", RB_ICON_STEP_BACK, false, rb_action_tip("back", tip, sizeof tip))) {
        rb_action_run(app, "back");
    }
    igSameLine(0, -1);
    if (rb_icon_button("play", playing ? RB_ICON_PAUSE : RB_ICON_PLAY, false,
                       rb_action_tip("play", tip, sizeof tip))) {
        rb_action_run(app, "play");
    }
    igSameLine(0, -1);
    if (rb_icon_button("step", RB_ICON_STEP_FORWARD, false,
                       rb_action_tip("step", tip, sizeof tip))) {
        rb_action_run(app, "step");
    }
}

static void speed_slider(rb_app *app) {
    double speed = app->session.speed;
    double low = RB_SPEED_MIN;
    double high = RB_SPEED_MAX;
    igSetNextItemWidth(rb_em(7));
    if (igSliderScalar("##speed", ImGuiDataType_Double, &speed, &low, &high, "%.3g×",
                       ImGuiSliderFlags_Logarithmic)) {
        rb_session_set_speed(&app->session, speed);
    }
    if (igIsItemHovered(0) && igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left)) {
        rb_session_set_speed(&app->session, 1);
    }
    rb_tooltip("Simulated seconds per second asked for. Beside it: what is achieved. Slower and "
               "faster: [ and ], real time: double click or \\");
    igSameLine(0, rb_em(0.3f));
    const rb_frame *frame = app->session.frame;
    char text[32];
    bool playing = rb_session_playing(&app->session);
    double achieved = app->offscreen ? app->session.speed : frame->real_time_factor;
    snprintf(text, sizeof text, "(%.3g×)", achieved);
    bool behind = frame->behind && playing && !app->offscreen;
    igAlignTextToFramePadding();
    float x = igGetCursorPosX();
    igTextColored(rb_role4(behind ? RB_COLOR_WARNING : RB_COLOR_INK_SOFT), "%s",
                  playing ? text : "paused");
    rb_tooltip(behind ? "The machine cannot keep the asked speed: time passes more slowly, results "
                        "are the same"
                      : "Achieved over the last half second");
    igSameLine(x + rb_em(4.2f), 0);
}

static void clock_text(rb_app *app) {
    igPushFont(rb_imgui_font(RB_FONT_MONO));
    igAlignTextToFramePadding();
    igText("t %7.3f s", rb_session_time(&app->session));
    igPopFont();
    if (app->capture.video != NULL) {
        igSameLine(0, -1);
        igTextColored((ImVec4){0.84f, 0.24f, 0.2f, 1}, "● %ld", app->capture.frames);
        rb_tooltip("Film frames so far. F9 or Space ends the film");
    }
}

static void right_icons(rb_app *app) {
    char tip[96];
    static const struct {
        const char *id;
        rb_icon icon;
    } icons[] = {{"microscope", RB_ICON_MICROSCOPE},
                 {"picture", RB_ICON_CAMERA},
                 {"record", RB_ICON_RECORD},
                 {"theme", RB_ICON_THEME},
                 {"help", RB_ICON_HELP}};
    for (int i = 0; i < 5; i++) {
        bool on = rb_action_on(app, icons[i].id);
        rb_icon icon = icons[i].icon == RB_ICON_RECORD && on ? RB_ICON_STOP : icons[i].icon;
        if (i > 0) {
            igSameLine(0, -1);
        }
        if (rb_icon_button(icons[i].id, icon, on, rb_action_tip(icons[i].id, tip, sizeof tip))) {
            rb_action_run(app, icons[i].id);
        }
    }
}

static void gap(bool wide) {
    igSameLine(0, wide ? rb_em(1.4f) : -1);
}

void rb_top_draw(rb_app *app) {
    if (rb_begin_panel("##top", app->rects.top, ImGuiWindowFlags_NoScrollbar)) {
        menu(app);
        gap(false);
        scene_button(app);
        gap(false);
        law_combo(app);
        gap(false);
        compare_button(app);
        float first = 0;
        if (app->ui.two_rows) {
            ImVec2 end;
            igGetItemRectMax(&end);
            first = end.x;
        } else {
            gap(true);
        }
        transport(app);
        gap(true);
        speed_slider(app);
        clock_text(app);
        ImVec2 end;
        igGetItemRectMax(&end);
        float icons = 5 * (1.25f * igGetFrameHeight() + igGetStyle()->ItemSpacing.x);
        float from = app->rects.top.width - icons - igGetStyle()->WindowPadding.x;
        app->ui.top_needed = first + end.x + icons + rb_em(2);
        igSameLine(fmaxf(from, end.x + rb_em(0.5f)), -1);
        right_icons(app);
    }
    rb_end_panel();
}
