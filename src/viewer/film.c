#include "viewer/film.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/language/language.h"
#include "base/system.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"

rb_status rb_film_view_open(rb_app *app, const char *path, rb_error *err) {
    rb_film *film = NULL;
    rb_status status = rb_film_open(path, &film, err);
    if (status != RB_OK) {
        return status;
    }
    rb_film_view_close(app);
    rb_film_view *view = &app->film;
    size_t count = (size_t)rb_film_width(film) * (size_t)rb_film_height(film);
    view->pixels = malloc(count * sizeof *view->pixels);
    if (view->pixels == NULL) {
        rb_film_close(film);
        return rb_fail(err, RB_ERR_MEMORY, "film: out of memory");
    }
    view->film = film;
    view->offset = 0;
    view->rate = 1;
    view->frame = -1;
    rb_elide(rb_path_name(path), view->name, sizeof view->name);
    return RB_OK;
}

void rb_film_view_close(rb_app *app) {
    rb_film_view *view = &app->film;
    rb_film_close(view->film);
    free(view->pixels);
    view->film = NULL;
    view->pixels = NULL;
    rb_film_view_free_texture(app);
}

void rb_film_view_free_texture(rb_app *app) {
    if (app->film.texture.id != 0) {
        UnloadTexture(app->film.texture);
    }
    app->film.texture = (Texture2D){0};
    app->film.frame = -1;
}

double rb_film_view_time(const rb_app *app) {
    return app->film.offset + app->film.rate * rb_session_time(&app->session);
}

void rb_film_view_place(rb_app *app) {
    Rectangle *w = &app->ui.rects.world, *film = &app->ui.rects.film;
    *film = (Rectangle){0};
    if (app->film.film == NULL || app->capture.bare_frame || app->ui.enlarged) {
        return;
    }
    float aspect = (float)rb_film_width(app->film.film) / (float)rb_film_height(app->film.film);
    float text = 2.6f * igGetFontSize();
    float width = floorf(fminf(0.5f * w->width, aspect * (w->height - text)));
    float height = floorf(fminf(0.5f * w->height, w->width / aspect + text));
    bool wider_under = aspect * (height - text) > width;
    if (app->film.place == RB_FILM_UNDER || (app->film.place == RB_FILM_AUTO && wider_under)) {
        w->height -= height;
        *film = (Rectangle){w->x, w->y + w->height, w->width, height};
    } else {
        w->width -= width;
        *film = (Rectangle){w->x + w->width, w->y, width, w->height};
    }
}

/* Keeps the last frame outside the film. */
static void update_texture(rb_film_view *view, int frame) {
    if (frame < 0 || frame == view->frame) {
        return;
    }
    rb_film_image(view->film, frame, view->pixels);
    if (view->texture.id == 0) {
        Image image = {view->pixels, rb_film_width(view->film), rb_film_height(view->film), 1,
                       PIXELFORMAT_UNCOMPRESSED_R8G8B8A8};
        view->texture = LoadTextureFromImage(image);
        SetTextureFilter(view->texture, TEXTURE_FILTER_BILINEAR);
    } else {
        UpdateTexture(view->texture, view->pixels);
    }
    view->frame = frame;
}

static void describe(const rb_app *app, int frame, char *text, size_t size) {
    const rb_film_view *view = &app->film;
    double t = rb_film_view_time(app);
    if (frame >= 0) {
        snprintf(text, size, "%s  %.3f s", view->name, t);
    } else if (rb_film_loading(view->film)) {
        snprintf(text, size, rb_tr("%s: reading, %.1f s so far"), view->name, rb_film_length(view->film));
    } else {
        snprintf(text, size, t < 0 ? rb_tr("%s has not begun") : rb_tr("%s has ended"), view->name);
    }
}

/* A drag shifts the film against the run. */
static void drag(rb_app *app, ImVec2 size) {
    igInvisibleButton("drag", rb_im2(fmaxf(size.x, 1), fmaxf(size.y, 1)), 0);
    rb_ui_mark(&app->ui, "film");
    if (igIsItemHovered(0) || igIsItemActive()) {
        igSetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
    float moved = igGetIO()->MouseDelta.x;
    if (igIsItemActive() && moved != 0) {
        double step = (igGetIO()->KeyShift ? 0.0005 : 0.005) * app->film.rate; /* s of the film for a pixel */
        rb_ui_run(&app->ui, "film offset %.6g", app->film.offset + step * (double)moved);
    }
    rb_tooltip(
        rb_tr("Drag to shift the film against the run: to the right, it is further on (Shift: finely). "
              "film offset %.4g"),
        app->film.offset);
}

void rb_film_view_draw(rb_app *app) {
    rb_film_view *view = &app->film;
    Rectangle area = app->ui.rects.film;
    if (view->film == NULL || area.width <= 0) {
        return;
    }
    int frame = rb_film_frame_at(view->film, rb_film_view_time(app));
    update_texture(view, frame);
    if (rb_begin_panel("##film", area, ImGuiWindowFlags_NoScrollbar)) {
        char text[200];
        ImVec2 at, room;
        describe(app, frame, text, sizeof text);
        igTextUnformatted(text, NULL);
        rb_film_lab_controls(app);
        igGetCursorScreenPos(&at);
        igGetContentRegionAvail(&room);
        float aspect = (float)rb_film_width(view->film) / (float)rb_film_height(view->film);
        float width = fminf(room.x, aspect * room.y), height = width / aspect;
        ImVec2 corner = rb_im2(at.x + 0.5f * (room.x - width), at.y + 0.5f * fmaxf(room.y - height, 0));
        if (view->texture.id != 0) {
            ImDrawList_AddImage(igGetWindowDrawList(), (ImTextureID)(intptr_t)view->texture.id, corner,
                                rb_im2(corner.x + width, corner.y + height), rb_im2(0, 0), rb_im2(1, 1),
                                rb_im32(frame >= 0 ? WHITE : (Color){255, 255, 255, 110}));
        }
        Rectangle picture = {corner.x, corner.y, width, height};
        if (rb_film_lab_takes_clicks(app)) {
            rb_film_lab_draw(app, picture);
        } else {
            drag(app, rb_im2(room.x, fmaxf(room.y - rb_em(0.8f), 1)));
            rb_film_lab_draw(app, picture);
        }
    }
    rb_end_panel();
}
