/* The view section: arrows, trails, axes, their lengths, and the appearance of the window. */
#include <math.h>
#include <stdio.h>

#include "app/language/language.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"
#include "viewer/world/body_view.h"
#include "viewer/world/theme.h"

static void item_row(rb_world_style *style, const rb_show_item *item) {
    ImVec2 at;
    char label[96];
    snprintf(label, sizeof label, "%s%s%s", item->symbol, item->symbol[0] != '\0' ? "  " : "",
             rb_tr(item->name));
    igGetCursorScreenPos(&at);
    float size = igGetFrameHeight();
    ImDrawList_AddRectFilled(igGetWindowDrawList(), rb_im2(at.x, at.y + 0.2f * size),
                             rb_im2(at.x + rb_em(0.25f), at.y + 0.8f * size), rb_role32(item->color), 0, 0);
    igIndent(rb_em(0.6f));
    bool shown = (style->show & (unsigned)item->bit) != 0;
    igPushID_Int((int)item->bit);
    if (rb_checkbox(label, &shown)) {
        style->show ^= (unsigned)item->bit;
    }
    igPopID();
    igUnindent(rb_em(0.6f));
    rb_tooltip("%s", rb_tr(item->help));
}

typedef struct rb_float_row {
    const char *name, *format, *help;
    float low, high, usual; /* a double click restores usual */
    int flags;
} rb_float_row;

/* True while it is being dragged. */
static bool float_row(const rb_float_row *row, float *value) {
    igAlignTextToFramePadding();
    igTextUnformatted(rb_tr(row->name), NULL);
    igSameLine(rb_em(7), 0);
    igSetNextItemWidth(-1);
    igPushID_Str(row->name);
    float typed = *value;
    if (igSliderFloat("##value", &typed, row->low, row->high, row->format, row->flags) && !isnan(typed)) {
        *value = fminf(fmaxf(typed, row->low), row->high);
    }
    if (igIsItemHovered(0) && igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left)) {
        igClearActiveID();
        *value = row->usual;
    }
    bool held = igIsItemActive();
    rb_tooltip(rb_tr("%s\nDouble click: default. Ctrl+click: type a value."), rb_tr(row->help));
    igPopID();
    return held;
}

/* One of an action's choices. */
static void choice_row(rb_ui *ui, const char *action, const char *const *words, int count, const char *help) {
    char line[64], label[32];
    int chosen = 0;
    for (int i = 0; i < count; i++) {
        snprintf(line, sizeof line, "%s %s", action, words[i]);
        chosen = rb_ui_on(ui, line) ? i : chosen;
    }
    igAlignTextToFramePadding();
    igTextUnformatted(rb_tr(action), NULL);
    igSameLine(rb_em(7), 0);
    igSetNextItemWidth(-1);
    snprintf(label, sizeof label, "##%s", action);
    bool open = igBeginCombo(label, rb_tr(words[chosen]), 0);
    rb_tooltip("%s", rb_tr(help));
    for (int i = 0; open && i < count; i++) {
        if (rb_choice(rb_tr(words[i]), i == chosen)) {
            rb_ui_run(ui, "%s %s", action, words[i]);
        }
    }
    if (open) {
        rb_imgui_allow_finger_scroll();
        igEndCombo();
    }
}

static void style_rows(rb_ui *ui) {
    const char *styles[RB_STYLE_COUNT], *materials[RB_MATERIAL_COUNT];
    for (int i = 0; i < RB_STYLE_COUNT; i++) {
        styles[i] = rb_style_name((rb_style)i);
    }
    for (int i = 0; i < RB_MATERIAL_COUNT; i++) {
        materials[i] = rb_material_name((rb_material)i);
    }
    choice_row(ui, RB_N("style"), styles, RB_STYLE_COUNT,
               RB_N("Drawing quality. full: materials, reflections, smooth edges. auto: full, or plain "
                    "if the machine draws fewer than 30 frames per second"));
    choice_row(ui, RB_N("material"), materials, RB_MATERIAL_COUNT,
               RB_N("Material that the body is drawn with; it does not affect the motion. auto: wood, "
                    "plastic, stone or metal, by the body's density"));
}

void rb_show_panel_draw(rb_ui *ui, const rb_session *session, const rb_look *look) {
    if (!igCollapsingHeader_TreeNodeFlags(rb_tr("View"), 0)) {
        return;
    }
    style_rows(ui);
    for (int i = 0; i < rb_show_item_count(); i++) {
        const rb_show_item *item = rb_show_item_at(i);
        if (rb_body_has(session->runs[session->selected].scene.body, item->traits)) {
            item_row(look->style, item);
        }
    }
    static const rb_float_row arrows = {
        RB_N("arrows"),
        "%.2g×",
        RB_N("Length of all arrows, 0.1 to 10 times the default (keys . and ,). Forces are scaled by "
             "the weight, angular velocities by the initial one. Arrows are cut at three times that "
             "length"),
        0.1f,
        10.0f,
        1.0f,
        ImGuiSliderFlags_Logarithmic};
    static const rb_float_row trails = {RB_N("trails"),
                                        "%.1f s",
                                        RB_N("Duration of the trails, 0 to 60 s"),
                                        0.0f,
                                        60.0f,
                                        2.0f,
                                        ImGuiSliderFlags_Logarithmic};
    static const rb_float_row text = {RB_N("text size"),
                                      "%.2f×",
                                      RB_N("Size of text and panels, 0.5 to 3 (Ctrl + and Ctrl −)"),
                                      0.5f,
                                      3.0f,
                                      1.0f,
                                      0};
    float_row(&arrows, &look->style->arrow_scale);
    rb_checkbox(rb_tr("logarithmic lengths"), &look->style->arrow_log);
    rb_tooltip(rb_tr("Logarithmic arrow lengths show weak and strong forces together"));
    float_row(&trails, &look->style->trail_seconds);
    rb_checkbox(rb_tr("contact microscope (M)"), &ui->microscope);
    rb_tooltip(rb_tr("The contact patch enlarged, with a short description of the contact"));
    rb_checkbox(rb_tr("explanation in the world"), &ui->explain);
    rb_tooltip(rb_tr("Describes the scene and the basic controls"));
    rb_checkbox(rb_tr("theory in the plots (Y)"), look->theory);
    rb_tooltip(rb_tr("Walker's and Bondi's theory of small oscillations without losses: the predicted "
                     "time of reversal in plots of the spin, the predicted growth in plots of ω₁ and ω₂"));
    rb_checkbox(rb_tr("camera follows (F)"), look->follow);
    rb_tooltip(rb_tr("Keeps the body in the middle; panning turns this off"));
    /* The size is applied on release, because the slider would move under the mouse. */
    if (!ui->sizing) {
        ui->text_size = (float)look->text_size;
    }
    ui->sizing = float_row(&text, &ui->text_size);
    if (!ui->sizing && ui->text_size != (float)look->text_size) {
        rb_ui_run(ui, "text-size %.9g", (double)ui->text_size);
    }
}
