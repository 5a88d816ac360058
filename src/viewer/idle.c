#include "viewer/idle.h"

#include "base/file.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"

static const double patience = 2.0; /* s; longer than the delay of tooltips and than any blinking */

/* Time passes, or something will happen without input. */
static bool is_busy(const rb_app *app) {
    return rb_session_playing(&app->session) || rb_script_waits(app) || rb_studies_run(&app->studies) ||
           app->link.under_way || app->script.rest != NULL || app->capture.video != NULL ||
           app->messages.count > 0 || app->hand.active || app->hand.shown > 0 || app->lecturer.on ||
           igIsAnyMouseDown();
}

/* Everything that ImGui draws, and the cameras of the world. */
static uint64_t checksum(const rb_app *app) {
    const ImDrawData *data = igGetDrawData();
    uint64_t sum = rb_fnv(RB_FNV_BEGIN, &app->view_camera, sizeof app->view_camera);
    sum = rb_fnv(sum, app->followed, sizeof app->followed);
    for (int i = 0; data != NULL && i < data->CmdListsCount; i++) {
        const ImDrawList *list = data->CmdLists.Data[i];
        sum = rb_fnv(sum, list->VtxBuffer.Data, (size_t)list->VtxBuffer.Size * sizeof *list->VtxBuffer.Data);
    }
    return sum;
}

void rb_idle_update(rb_app *app, double dt) {
    rb_idle *idle = &app->idle;
    if (is_busy(app)) {
        idle->quiet = 0;
        return;
    }
    uint64_t now = checksum(app);
    idle->quiet = now == idle->picture ? idle->quiet + dt : 0;
    idle->picture = now;
}

bool rb_app_is_idle(const rb_app *app) {
    return app->idle.quiet > patience && !is_busy(app);
}

void rb_app_wake(rb_app *app) {
    app->idle.quiet = 0;
}
