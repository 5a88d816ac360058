/* The program: everything one window needs, put together. Only the few files beside this one and
   those of actions/ know the whole; every room gets its part.

   A frame: input becomes commands; frame and samples are taken in; the world is drawn; the panels
   are drawn; what is recorded is captured. Only the main thread is ever here. */
#ifndef RB_VIEWER_APP_H
#define RB_VIEWER_APP_H

#include <rattleback/rattleback.h>
#include <raylib.h>

#include "viewer/actions/actions.h"
#include "viewer/capture/capture.h"
#include "viewer/capture/export.h"
#include "viewer/config.h"
#include "viewer/options.h"
#include "viewer/panels/ui.h"
#include "viewer/platform/perf.h"
#include "viewer/plots/plots.h"
#include "viewer/session/messages.h"
#include "viewer/session/session.h"
#include "viewer/trace.h"
#include "viewer/world/camera.h"
#include "viewer/world/world.h"

/* A flick under way: Ctrl and the left button on the body. */
typedef struct rb_flick {
    bool active;
    int run;
    rb_vec3 point;     /* where it was taken, physics axes */
    Vector2 from, now; /* window pixels */
} rb_flick;

typedef struct rb_app {
    rb_options options;
    rb_config config;
    rb_library *library;
    rb_session session;
    rb_plots plots;
    rb_messages messages;
    rb_capture capture;
    rb_csv_log csv;
    rb_perf perf;
    rb_trace trace;
    rb_script script; /* what is still to be run of --press */

    rb_world *world;
    rb_error world_problem; /* why there is no world, "" if there is */
    rb_camera camera;
    rb_camera view_camera;         /* the same, moved aside for the microscope */
    rb_vec3 followed[RB_RUNS_MAX]; /* what the camera of each cell looks at while following */
    rb_world_style style;
    rb_ui ui;
    rb_flick flick;
    rb_world_run world_runs[RB_RUNS_MAX];
    rb_phase reported[RB_RUNS_MAX]; /* as last seen, so that a run that breaks off is told once */
    bool offscreen; /* no interaction; nothing that differs from run to run is shown */
    bool quit;
    bool style_dirty; /* colours or sizes must be set again before the next frame */
    int frames;
} rb_app;

rb_status rb_app_create(rb_app *app, const rb_options *options, rb_error *err);
/* False, and why on stderr, when a file under way could not be finished. */
bool rb_app_destroy(rb_app *app);
/* One frame; dt is the time since the last one, s. */
void rb_app_frame(rb_app *app, double dt);
/* One turn of the main loop: a frame, or a rest while nobody can see the window. False when the user
   has quit. */
bool rb_app_turn(rb_app *app);

/* Opens a scene (comparison ends) with a camera that suits it. */
void rb_app_open(rb_app *app, const rb_scene *scene);
void rb_app_open_next(rb_app *app, int direction); /* of the library */
void rb_app_open_file(rb_app *app, const char *path);
/* Quits, or first asks if a video is being made; being asked twice is an answer. */
void rb_app_quit(rb_app *app);
void rb_app_set_theme(rb_app *app, rb_theme theme);
void rb_app_set_scale(rb_app *app, double scale);

/* Writes what the plot shows as a CSV file. */
void rb_app_export_plot(rb_app *app, int index);

/* ---- parts of a frame, each in its own file */
void rb_layout_update(rb_app *app);
void rb_layout_splitters(rb_app *app);
void rb_input_update(rb_app *app, double dt);
void rb_view_draw(rb_app *app); /* the world: one, grid or overlay, and the microscope */
int rb_view_cells(const rb_app *app, Rectangle *cells); /* viewports and how many */
void rb_view_follow(rb_app *app, float dt);             /* cameras go with the bodies */
rb_camera rb_view_camera(const rb_app *app, int run);   /* of the cell in which the run is drawn */
void rb_view_overlays(rb_app *app);
void rb_view_names(rb_app *app); /* of compared runs, which a picture without panels needs too */

#endif
