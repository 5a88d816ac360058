/* Measured points in the world: where the camera saw them on the floor, and beside each where it would
   have seen the point of the run that is shown. */
#include <math.h>

#include "viewer/app.h"
#include "viewer/gui/gui.h"

static bool to_pixel(const rb_app *app, int run, double x, double y, Vector2 *pixel) {
    Rectangle cells[RB_RUNS_MAX];
    int count = rb_view_cells(app, cells);
    rb_camera camera = rb_view_camera(app, run);
    Rectangle cell = cells[count > 1 && run < count ? run : 0];
    return rb_world_pixel(&camera, cell, (rb_vec3){x, y, 0}, pixel) &&
           CheckCollisionPointRec(*pixel, cell);
}

static void cross(ImDrawList *list, Vector2 at, float size, Color color, float thick) {
    ImDrawList_AddLine(list, rb_im2(at.x - size, at.y - size), rb_im2(at.x + size, at.y + size),
                       rb_im32(color), thick);
    ImDrawList_AddLine(list, rb_im2(at.x - size, at.y + size), rb_im2(at.x + size, at.y - size),
                       rb_im32(color), thick);
}

void rb_marks_draw(const rb_app *app) {
    const rb_session *session = &app->session;
    const rb_fitting *fitting = app->studies.fitting;
    int run = session->selected;
    double xy[2 * RB_OVERLAY_POINTS], seen[2 * RB_FIT_MARKERS], place[2] = {0, 0};
    int count = rb_overlay_tracked(&app->plots.overlay, rb_session_time(session), xy);
    if (count == 0) {
        return;
    }
    if (fitting != NULL) {
        rb_fitting_place(fitting, place);
    }
    rb_tracker camera = rb_tracker_default();
    rb_tracker_see(&camera, &session->drawn[run], session->shown[run], 0, 0, seen);
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    float size = rb_em(0.36f);
    Vector2 at;
    for (int i = 0; i < count; i++) {
        if (i < camera.marker_count && to_pixel(app, run, seen[2 * i], seen[2 * i + 1], &at)) {
            ImDrawList_AddCircle(list, rb_im2(at.x, at.y), 1.5f * size,
                                 rb_im32(rb_color(RB_COLOR_ACCENT)), 0, rb_em(0.14f));
        }
        if (isfinite(xy[2 * i]) && isfinite(xy[2 * i + 1]) &&
            to_pixel(app, run, xy[2 * i] - place[0], xy[2 * i + 1] - place[1], &at)) {
            cross(list, at, size, rb_color(RB_COLOR_PANEL), rb_em(0.32f));
            cross(list, at, size, rb_color(RB_COLOR_INK), rb_em(0.14f));
        }
    }
    Rectangle w = app->ui.rects.world;
    rb_text_box(list, rb_im2(w.x + rb_em(0.8f), w.y + w.height - rb_em(5.6f)),
                "points on the floor: × measured, ○ this run", 0, rb_color(RB_COLOR_INK), 1);
}
