/* Maps and diagrams as pixels: a texture that follows what has been computed. */
#include <math.h>
#include <stdlib.h>

#include "base/colours.h"
#include "viewer/plots/study_view.h"
#include "viewer/world/theme.h"

enum { LARGE = 40000, PATIENCE = 20 }; /* cells, frames */

void rb_study_ends(const rb_survey *survey, double *low, double *high) {
    bool any = survey->low <= survey->high;
    double from = any ? survey->low : 0, to = any ? survey->high : 1;
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
    rb_colours colours = rb_colours_between(survey->low, survey->high);
    for (int i = 0; i < view->width; i++) {
        for (int j = 0; j < view->height; j++) {
            int64_t job = (int64_t)i * view->height + j;
            uint32_t c =
                survey->done[job] ? rb_colour(&colours, survey->rows[job * survey->width]) : 0;
            view->pixels[j * view->width + i] =
                survey->done[job] ? (Color){(unsigned char)(c >> 16), (unsigned char)(c >> 8),
                                            (unsigned char)c, 255}
                                  : BLANK;
        }
    }
}

/* Every point a dot of ink; where several fall on one pixel it is darker. */
static void draw_diagram(rb_study_view *view, const rb_survey *survey) {
    Color ink = rb_color(RB_COLOR_INK);
    double low = 0, high = 1;
    rb_study_ends(survey, &low, &high);
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
        !other && (long long)w * h > LARGE && view->since < PATIENCE && rb_task_runs(&survey->task);
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
