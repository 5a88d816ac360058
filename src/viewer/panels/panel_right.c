/* The right panel: the page of plots or the law view. */
#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"

static void page_button(rb_plots *plots, const char *name, int page, const char *tip) {
    bool on = plots->page == page;
    if (on) {
        igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.35f)));
    }
    if (igButton(name, rb_im2(0, 0))) {
        plots->page = page;
    }
    if (on) {
        igPopStyleColor(1);
    }
    rb_tooltip("%s", tip);
}

void rb_right_draw(const rb_ui *ui, rb_session *session, rb_plots *plots) {
    if (rb_begin_panel("##right", ui->rects.right, 0)) {
        page_button(plots, "Plots", 0, "Recorded signals (O)");
        igSameLine(0, -1);
        page_button(plots, "Law view", 1, "Friction laws over the sliding/drilling angle (W)");
        if (plots->page == 0) {
            rb_plots_draw(plots, session);
        } else {
            rb_law_view_draw(&plots->laws, session);
        }
    }
    rb_end_panel();
}
