/* Thumbnails in the list of scenes: one every few frames while it is open, so that no frame is late. */
#include "viewer/app.h"
#include "viewer/platform/graphics.h"

enum { EVERY = 2 }; /* frames */

/* The initial snapshot of a scene. */
static bool first_instant(const rb_scene *scene, rb_snapshot *snapshot) {
    rb_runner *runner = NULL;
    rb_error err;
    if (rb_runner_create(scene, (rb_runner_options){.sample_time = 1}, &runner, &err) != RB_OK) {
        return false;
    }
    *snapshot = rb_runner_frame(runner)->runs[0];
    rb_runner_destroy(runner);
    return true;
}

static void draw_one(rb_app *app, int index, const rb_world_style *style) {
    const rb_scene *scene = &app->library->scenes[index];
    rb_snapshot snapshot;
    if (first_instant(scene, &snapshot)) {
        rb_thumbnails_draw(&app->thumbnails, index, app->world, scene, &snapshot, style);
    } else {
        rb_thumbnails_skip(&app->thumbnails, index);
    }
}

void rb_thumbnails_update(rb_app *app, const rb_world_style *style) {
    if (!app->ui.library || app->world == NULL || rb_canvas_on()) {
        return;
    }
    /* Off-screen all of them at once. */
    int most = app->offscreen ? RB_LIBRARY_MAX : app->frames % EVERY == 0 ? 1 : 0;
    for (int n = 0; n < most; n++) {
        int index = rb_thumbnails_next(&app->thumbnails, app->library->count);
        if (index < 0) {
            return;
        }
        draw_one(app, index, style);
    }
}
