/* The program: everything one window needs, in one struct that is handed around.

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
#include "viewer/platform/perf.h"
#include "viewer/plots/law_view.h"
#include "viewer/plots/plot_theory.h"
#include "viewer/plots/plots.h"
#include "viewer/session/messages.h"
#include "viewer/session/session.h"
#include "viewer/trace.h"
#include "viewer/world/camera.h"
#include "viewer/world/world.h"

/* Where everything stands in the window, pixels. */
typedef struct rb_rects {
    Rectangle top, left, world, right, runs, timeline;
} rb_rects;

/* A flick under way: Ctrl and the left button on the body. */
typedef struct rb_flick {
    bool active;
    int run;
    rb_vec3 point;     /* where it was taken, physics axes */
    Vector2 from, now; /* window pixels */
} rb_flick;

/* How several runs stand in the world. */
typedef enum rb_layout_mode {
    RB_LAYOUT_SINGLE,
    RB_LAYOUT_GRID,
    RB_LAYOUT_OVERLAY,
    RB_LAYOUT_COUNT
} rb_layout_mode;

/* What is open and where; all of it survives only as far as config.h says. */
typedef struct rb_ui {
    bool hidden;      /* Tab: the world only */
    bool left, right; /* panels folded or not */
    bool microscope;
    rb_layout_mode layout;
    bool help, perf, library, files;
    bool focus_search; /* put the cursor into the scene search */
    char search[64];
    char path[RB_PATH_MAX];
    float left_width, right_width; /* in em */
    float top_needed;              /* width the top bar asked for last frame */
    bool two_rows;                 /* the top bar does not fit in one */
    bool explain;                  /* the line about the scene in the world */
    int contact;                   /* shown in the microscope */
    float text_size;               /* on its slider */
    bool sizing;                   /* which is being dragged */
    bool editing;  /* a field is being dragged and its state before is kept for undo */
    bool quitting; /* asked to quit while a film is being made */
} rb_ui;

typedef struct rb_app {
    rb_options options;
    rb_config config;
    rb_library *library;
    rb_session session;
    rb_plots plots;
    rb_law_view laws;
    rb_theory_view theory;
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
    rb_rects rects;
    rb_flick flick;
    rb_world_run world_runs[RB_RUNS_MAX];
    rb_phase told[RB_RUNS_MAX]; /* as last seen, so that a run that breaks off is told once */
    bool offscreen;             /* no interaction; nothing that differs from run to run is shown */
    bool quit;
    bool style_dirty; /* colours or sizes must be set again before the next frame */
    int frames;
} rb_app;

rb_status rb_app_create(rb_app *app, const rb_options *options, rb_error *err);
void rb_app_destroy(rb_app *app);
/* One frame; dt is the time since the last one, s. */
void rb_app_frame(rb_app *app, double dt);
/* One turn of the main loop: a frame, or a rest while nobody can see the window. False when the user
   has quit. */
bool rb_app_turn(rb_app *app);

/* Opens a scene (comparison ends) with a camera that suits it. */
void rb_app_open(rb_app *app, const rb_scene *scene);
void rb_app_open_next(rb_app *app, int direction); /* of the library */
void rb_app_open_file(rb_app *app, const char *path);
/* Quits, or first asks if a film is being made; being asked twice is an answer. */
void rb_app_quit(rb_app *app);
void rb_app_set_theme(rb_app *app, rb_theme theme);
void rb_app_set_scale(rb_app *app, double scale);

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
void rb_top_draw(rb_app *app);
void rb_params_draw(rb_app *app);
void rb_show_panel_draw(rb_app *app); /* the view section of the left panel */
void rb_right_draw(rb_app *app);
void rb_runs_draw(rb_app *app);
void rb_timeline_draw(rb_app *app);
float rb_timeline_lanes_height(const rb_app *app); /* px; 0 where there are no lanes */
void rb_help_draw(rb_app *app);
void rb_library_draw(rb_app *app);
void rb_files_draw(rb_app *app);
void rb_perf_draw(rb_app *app);
void rb_quit_draw(rb_app *app); /* the question about quitting: the one modal thing there is */

/* One parameter as a row; true when it was changed. */
bool rb_param_row(rb_app *app, int run, rb_section section, int index);
/* Clamped into the table's range; the excluded end is left by a hair. */
double rb_param_into_range(const rb_param *param, double value);
/* The laws as a list inside an open combo or menu; the chosen one or NULL. */
const rb_friction_law *rb_law_list(rb_app *app, const rb_scene *scene);

#endif
