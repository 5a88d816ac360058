#include "viewer/plots/plot_theory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/session/session.h"
#include "viewer/gui/gui.h"

static double start_value(const rb_scene *scene, const char *name) {
    int index = rb_param_find(rb_scene_table(scene, RB_SECTION_START), name);
    return index >= 0 ? scene->values[RB_SECTION_START][index] : 0;
}

static void update(rb_theory_view *view, const rb_scene *scene) {
    if (view->computed && rb_scene_same(&view->scene, scene)) {
        return;
    }
    view->scene = *scene;
    view->computed = true;
    view->usable = rb_theory_of(scene, &view->theory, NULL) == RB_OK;
    if (!view->usable) {
        return;
    }
    /* The rocking grows like exp(rate t) until it has eaten the spin. */
    double rate = fmax(view->theory.pitch_rate, view->theory.roll_rate);
    double amplitude = hypot(start_value(scene, "omega1"), start_value(scene, "omega2"));
    double until = isfinite(view->theory.t_reversal) ? view->theory.t_reversal : 3 / fabs(rate);
    for (int i = 0; i < RB_THEORY_POINTS; i++) {
        view->t[i] = until * i / (RB_THEORY_POINTS - 1);
        view->high[i] = amplitude * exp(rate * view->t[i]);
        view->low[i] = -view->high[i];
    }
}

static void draw_reversal(const rb_theory_view *view) {
    double t = view->theory.t_reversal;
    if (!isfinite(t)) {
        return;
    }
    ImVec4 color = rb_role4(RB_COLOR_INK_SOFT);
    ImPlot_SetNextLineStyle(color, 1.5f);
    ImPlot_PlotInfLines_doublePtr(
        "##theory", &t, 1, ImPlotItemFlags_NoLegend | ImPlotItemFlags_NoFit, 0, sizeof(double));
    /* The theory holds for small rocking only, and says so itself. */
    const char *how = view->theory.validity > 0.05 ? "theory, rough: %.3g s" : "theory: %.3g s";
    char text[48];
    snprintf(text, sizeof text, how, t);
    ImPlotRect limits;
    ImPlot_GetPlotLimits(&limits, -1, -1);
    if (t > limits.X.Min && t < limits.X.Max) {
        bool left = t > 0.5 * (limits.X.Min + limits.X.Max);
        float offset =
            (left ? -0.5f : 0.5f) * rb_text_width(text) + (left ? -1.0f : 1.0f) * rb_em(0.4f);
        double y = limits.Y.Max - 0.12 * (limits.Y.Max - limits.Y.Min);
        ImPlot_PlotText(text, t, y, rb_im2(offset, 0), ImPlotItemFlags_NoFit);
    }
}

static void draw_growth(const rb_theory_view *view) {
    ImVec4 color = rb_im4(rb_fade(rb_color(RB_COLOR_INK_SOFT), 0.8f));
    ImPlot_SetNextLineStyle(color, 1.5f);
    ImPlot_PlotLine_doublePtrdoublePtr("theory", view->t, view->high, RB_THEORY_POINTS,
                                       ImPlotItemFlags_NoFit, 0, sizeof(double));
    ImPlot_SetNextLineStyle(color, 1.5f);
    ImPlot_PlotLine_doublePtrdoublePtr("##theory low", view->t, view->low, RB_THEORY_POINTS,
                                       ImPlotItemFlags_NoLegend | ImPlotItemFlags_NoFit, 0,
                                       sizeof(double));
}

void rb_plot_theory(rb_theory_view *view, const rb_scene *scene, int signal) {
    const char *name = rb_signal_at(signal)->name;
    bool spin = strcmp(name, "omega3") == 0 || strcmp(name, "omega_n") == 0;
    bool rocking = strcmp(name, "omega1") == 0 || strcmp(name, "omega2") == 0;
    if (!view->shown || (!spin && !rocking)) {
        return;
    }
    update(view, scene);
    if (view->usable && spin) {
        draw_reversal(view);
    } else if (view->usable) {
        draw_growth(view);
    }
}
