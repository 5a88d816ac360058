/* Maps and diagrams of the Studies page as textures, and the progress of a fit. */
#include <math.h>
#include <stdlib.h>

#include "app/language/language.h"
#include "base/colours.h"
#include "plot/study_picture.h"
#include "viewer/gui/gui.h"
#include "viewer/plots/study_view.h"
#include "viewer/world/theme.h"

/* Maps and diagrams as a texture that is updated with the results. */

enum { LARGE = 40000, REDRAW_FRAMES = 20 }; /* cells, frames */

void rb_study_ends(const rb_survey *survey, int value, double *low, double *high) {
    bool any = survey->low[value] <= survey->high[value];
    double from = any ? survey->low[value] : 0, to = any ? survey->high[value] : 1;
    double room = 0.05 * (to - from);
    room = room > 0 ? room : fmax(0.1 * fabs(from), 1e-6);
    *low = from - room;
    *high = to + room;
}

static bool resize(rb_study_view *view, int width, int height, bool smooth) {
    if (view->width == width && view->height == height && view->texture.id != 0) {
        return true;
    }
    Color *pixels = realloc(view->pixels, (size_t)width * (size_t)height * sizeof *pixels);
    if (pixels == NULL) {
        return false;
    }
    view->pixels = pixels;
    for (int i = 0; i < width * height; i++) {
        pixels[i] = BLANK;
    }
    if (view->texture.id != 0) {
        UnloadTexture(view->texture);
    }
    Image image = {pixels, width, height, 1, PIXELFORMAT_UNCOMPRESSED_R8G8B8A8};
    view->texture = LoadTextureFromImage(image);
    SetTextureFilter(view->texture, smooth ? TEXTURE_FILTER_BILINEAR : TEXTURE_FILTER_POINT);
    view->width = width;
    view->height = height;
    view->version = 0;
    return view->texture.id != 0;
}

static void draw_map(rb_study_view *view, const rb_survey *survey) {
    int shown = survey->shown;
    bool basins = rb_survey_is_basins(survey);
    rb_colours colours = rb_colours_between(survey->low[shown], survey->high[shown]);
    for (int i = 0; i < view->width; i++) {
        for (int j = 0; j < view->height; j++) {
            int64_t job = (int64_t)i * view->height + j;
            uint32_t c = !survey->done[job] ? 0
                         : basins           ? rb_attractor_colour(rb_survey_attractor(survey, job))
                                            : rb_colour(&colours, rb_survey_value(survey, job, shown));
            view->pixels[j * view->width + i] =
                survey->done[job]
                    ? (Color){(unsigned char)(c >> 16), (unsigned char)(c >> 8), (unsigned char)c, 255}
                    : BLANK;
        }
    }
}

/* Each point is a dot; pixels with several points are darker. */
static void draw_diagram(rb_study_view *view, const rb_survey *survey) {
    Color ink = rb_color(RB_COLOR_INK);
    double low = 0, high = 1;
    rb_study_ends(survey, 0, &low, &high);
    for (int i = 0; i < view->width * view->height; i++) {
        view->pixels[i] = (Color){ink.r, ink.g, ink.b, 0};
    }
    for (int64_t job = 0; job < survey->count; job++) {
        const double *points = NULL;
        int count = rb_survey_points(survey, job, &points);
        int begin = (int)(job * view->width / survey->count);
        int end = (int)((job + 1) * view->width / survey->count);
        for (int k = 0; k < count; k++) {
            double share = (points[(ptrdiff_t)2 * k] - low) / (high - low);
            int row = (int)fmin(fmax(share * view->height, 0), view->height - 1);
            for (int i = begin; i < (end > begin ? end : begin + 1); i++) {
                unsigned char *alpha = &view->pixels[row * view->width + i].a;
                *alpha = (unsigned char)(*alpha < 100 ? 130 : *alpha < 215 ? *alpha + 40 : 255);
            }
        }
    }
}

void rb_study_image_update(rb_study_view *view, const rb_survey *survey, int width, int height) {
    bool map = survey->kind == RB_SURVEY_MAP;
    int w = map ? rb_survey_x(survey)->count : width < 16 ? 16 : width;
    int h = map ? rb_survey_y(survey)->count : height < 16 ? 16 : height;
    bool other = view->of != survey->id || view->theme != (int)rb_theme_current();
    if (!resize(view, w, h, false)) {
        return;
    }
    view->since++;
    bool stale = other || view->version != survey->version;
    bool waits =
        !other && (long long)w * h > LARGE && view->since < REDRAW_FRAMES && rb_task_runs(&survey->task);
    if (!stale || waits) {
        return;
    }
    (map ? draw_map : draw_diagram)(view, survey);
    UpdateTexture(view->texture, view->pixels);
    view->of = survey->id;
    view->version = survey->version;
    view->theme = (int)rb_theme_current();
    view->since = 0;
}

void rb_study_view_free(rb_study_view *view) {
    if (view->texture.id != 0) {
        UnloadTexture(view->texture);
    }
    free(view->pixels);
    view->texture = (Texture2D){0};
    view->pixels = NULL;
    view->width = view->height = 0;
}

/* ---------------------------------------------------------------- fits */

void rb_study_view_fit(const rb_fitting *f, float height) {
    double unit = f->points ? 1e6 : 1, y[RB_FITTING_TRACE];
    for (int i = 0; i < f->trace_count; i++) {
        y[i] = unit * f->trace_y[i];
    }
    if (!ImPlot_BeginPlot("##fit", rb_im2(-1, height),
                          ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                              ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText)) {
        return;
    }
    ImPlot_SetupAxes(rb_tr("evaluations of all series"), f->points ? "F in mm²" : "F",
                     ImPlotAxisFlags_AutoFit, ImPlotAxisFlags_AutoFit);
    ImPlot_SetupAxisScale_PlotScale(ImAxis_Y1, ImPlotScale_Log10);
    ImPlot_SetupFinish();
    ImPlot_SetNextLineStyle(rb_role4(RB_COLOR_ACCENT), ImPlot_GetStyle()->LineWeight);
    ImPlot_PlotStairs_doublePtrdoublePtr("##F", f->trace_x, y, f->trace_count, 0, 0, sizeof(double));
    ImPlot_EndPlot();
}
