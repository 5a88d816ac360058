/* The right panel: the page of plots or the law view. */
#include "viewer/app.h"
#include "viewer/gui/gui.h"

static void page_button(rb_app *app, const char *name, int page, const char *tip) {
    bool on = app->plots.page == page;
    if (on) {
        igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.35f)));
    }
    if (igButton(name, rb_im2(0, 0))) {
        app->plots.page = page;
    }
    if (on) {
        igPopStyleColor(1);
    }
    rb_tooltip("%s", tip);
}

void rb_right_draw(rb_app *app) {
    if (rb_begin_panel("##right", app->rects.right, 0)) {
        page_button(app, "Plots", 0, "Recorded signals (O)");
        igSameLine(0, -1);
        page_button(app, "Law view", 1, "Friction laws over the sliding/drilling angle (W)");
        if (app->plots.page == 0) {
            rb_plots_draw(app);
        } else {
            rb_law_view_draw(app);
        }
    }
    rb_end_panel();
}
