/* The right panel: the page of plots, the law view or the studies. */
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

void rb_right_draw(rb_ui *ui, rb_session *session, rb_plots *plots, rb_studies *studies) {
    if (rb_begin_panel("##right", ui->rects.right, 0)) {
        page_button(plots, "Plots", RB_PAGE_PLOTS, "Recorded signals (O)");
        igSameLine(0, -1);
        page_button(plots, "Law view", RB_PAGE_LAWS,
                    "Friction laws over the sliding/drilling angle (W)");
        igSameLine(0, -1);
        page_button(plots, "Studies", RB_PAGE_STUDIES,
                    "Many runs: maps, bifurcation diagrams, fits to data, uncertainty");
        if (ui->small && plots->page == RB_PAGE_PLOTS && ui->rects.right.width > rb_em(30)) {
            igSameLine(0, rb_em(1)); /* one line for what chooses */
        }
        if (plots->page == RB_PAGE_PLOTS) {
            rb_plots_draw(plots, session);
        } else if (plots->page == RB_PAGE_LAWS) {
            rb_law_view_draw(&plots->laws, session);
        } else {
            rb_studies_draw(ui, session, plots, studies);
        }
    }
    rb_end_panel();
}
