/* The band of an ensemble in a plot over time: where the signal lies in 5 to 95 % of the runs, and the
   median. */
#include <math.h>

#include "app/session/units.h"
#include "viewer/gui/gui.h"
#include "viewer/plots/plot_lines.h"

void rb_plot_band(const rb_plots *plots, const rb_session *session, const rb_plot *plot,
                  int place) {
    static double t[RB_BAND_SAMPLES], low[RB_BAND_SAMPLES], high[RB_BAND_SAMPLES],
        median[RB_BAND_SAMPLES];
    const rb_scene *scene = &session->runs[session->selected].applied;
    const rb_band_curve *curve = plots->band != NULL && !plot->differs
                                     ? rb_band_of(plots->band, scene, plot->signals[place])
                                     : NULL;
    if (curve == NULL) {
        return;
    }
    double factor = rb_ui_unit_of(rb_signal_at(plot->signals[place])->unit).factor;
    int count = 0;
    for (int i = 0; i < curve->count; i++) {
        if (curve->t[i] >= plots->t0 && curve->t[i] <= plots->t1) {
            t[count] = curve->t[i];
            low[count] = factor * curve->low[i];
            high[count] = factor * curve->high[i];
            median[count++] = factor * curve->median[i];
        }
    }
    Color color = rb_plot_color(plot, place);
    ImPlot_SetNextFillStyle(rb_im4(color), 0.25f);
    ImPlot_PlotShaded_doublePtrdoublePtrdoublePtr(place == 0 ? "5–95 %" : "##band2", t, low, high,
                                                  count, 0, 0, sizeof(double));
    ImPlot_SetNextLineStyle(rb_im4(rb_fade(color, 0.6f)), 1.5f);
    ImPlot_PlotLine_doublePtrdoublePtr(place == 0 ? "median" : "##median2", t, median, count, 0, 0,
                                       sizeof(double));
}
