/* What the world shows: arrows, trails, axes; their lengths; the window's look. */
#include <stdio.h>

#include "viewer/app.h"
#include "viewer/body_view.h"
#include "viewer/gui.h"

static void item_row(rb_app *app, const rb_show_item *item) {
    ImVec2 at;
    char label[96];
    snprintf(label, sizeof label, "%s%s%s##%d", item->symbol, item->symbol[0] != '\0' ? "  " : "",
             item->name, (int)item->bit);
    igGetCursorScreenPos(&at);
    float size = igGetFrameHeight();
    ImDrawList_AddRectFilled(igGetWindowDrawList(), rb_im2(at.x, at.y + 0.2f * size),
                             rb_im2(at.x + rb_em(0.25f), at.y + 0.8f * size),
                             rb_role32(item->color), 0, 0);
    igIndent(rb_em(0.6f));
    unsigned show = app->style.show;
    if (igCheckboxFlags_UintPtr(label, &show, (unsigned)item->bit)) {
        app->style.show = show;
    }
    igUnindent(rb_em(0.6f));
    rb_tooltip("%s", item->help);
}

static void float_row(const char *name, float *value, float low, float high, const char *format,
                      int flags) {
    igAlignTextToFramePadding();
    igTextUnformatted(name, NULL);
    igSameLine(rb_em(7), 0);
    igSetNextItemWidth(-1);
    igPushID_Str(name);
    igSliderFloat("##value", value, low, high, format, flags);
    igPopID();
}

void rb_show_panel_draw(rb_app *app) {
    if (!igCollapsingHeader_TreeNodeFlags("View", 0)) {
        return;
    }
    for (int i = 0; i < rb_show_item_count(); i++) {
        const rb_show_item *item = rb_show_item_at(i);
        if (rb_body_has(app->session.runs[app->session.selected].scene.body, item->body)) {
            item_row(app, item);
        }
    }
    float_row("arrows", &app->style.arrow_scale, 0.1f, 10.0f, "%.2g×",
              ImGuiSliderFlags_Logarithmic);
    igCheckbox("logarithmic lengths", &app->style.arrow_log);
    rb_tooltip("Arrow lengths follow the logarithm, so that weak and strong forces are both seen");
    float_row("trails", &app->style.trail_seconds, 0.0f, 60.0f, "%.1f s",
              ImGuiSliderFlags_Logarithmic);
    igCheckbox("contact microscope (M)", &app->ui.microscope);
    igCheckbox("explanation in the world", &app->ui.explain);
    igCheckbox("theory in the plots (Y)", &app->theory.shown);
    rb_tooltip("Walker's and Bondi's theory of small rocking without loss: the predicted time of "
               "reversal in plots of the spin, the predicted growth in plots of ω₁ and ω₂");
    igCheckbox("camera follows (F)", &app->camera.follow);
    float scale = (float)app->config.ui_scale;
    float_row("text size", &scale, 0.5f, 3.0f, "%.2f×", 0);
    if (igIsItemDeactivatedAfterEdit()) {
        rb_app_set_scale(app, (double)scale);
    }
}
