/* The program: everything one window needs, put together. Only the few files beside this one and
   those of actions/ know the whole; every room gets its part.

   A frame: input becomes commands; frame and samples are taken in; the world is drawn; the panels
   are drawn; what is recorded is captured. Only the main thread is ever here. */
#ifndef RB_VIEWER_APP_H
#define RB_VIEWER_APP_H

#include <rattleback/rattleback.h>
#include <raylib.h>

#include "app/session/contact_sound.h"
#include "app/session/messages.h"
#include "app/session/session.h"
#include "app/session/studies.h"
#include "viewer/actions/actions.h"
#include "viewer/capture/capture.h"
#include "viewer/capture/export.h"
#include "viewer/config.h"
#include "viewer/follow_link.h"
#include "viewer/lesson_player.h"
#include "viewer/options.h"
#include "viewer/panels/ui.h"
#include "viewer/pictures.h"
#include "viewer/platform/graphics.h"
#include "viewer/plots/plots.h"
#include "viewer/presenter.h"
#include "viewer/remote.h"
#include "viewer/trails.h"
#include "viewer/world/camera.h"
#include "viewer/world/theme.h"
#include "viewer/world/thumbnails.h"
#include "viewer/world/world.h"

/* A hand on a body, and the ghost of one that shows how (hand.c). */
#define RB_HAND_SHOWN 15.0 /* s for which the ghost is seen */
typedef struct rb_hand {
    bool active; /* the left button went down on the body; time stands still meanwhile */
    bool moved;  /* it drags: else it taps */
    bool played; /* time passed before */
    int run;
    rb_vec3 point;     /* where the body was taken, physics axes */
    Vector2 from, now; /* window pixels */
    double held;       /* s */
    rb_vec3 given;     /* what would be added now, body axes, rad/s */
    rb_vec3 foreseen;  /* the angular velocity that it would then have */
    double shown;      /* s for which the ghost is still seen */
} rb_hand;

/* What a run's body looks like, computed when its scene changes. */
typedef struct rb_run_appearance {
    bool computed;
    rb_scene scene; /* that it was computed from */
    rb_body_look look;
} rb_run_appearance;

typedef struct rb_app {
    rb_options options;
    rb_config config;
    rb_library *library;
    rb_session session;
    rb_trail_points trail_points[RB_RUNS_MAX];
    rb_plots plots;
    rb_studies studies;
    rb_messages messages;
    rb_capture capture;
    rb_csv_log csv;
    rb_perf perf;
    rb_contact_sound contact_sound; /* what is heard */
    rb_state_trace trace;
    rb_followed_link link;
    rb_script script; /* what is still to be run of --press */
    rb_lesson_player player;

    rb_world *world;
    rb_error world_problem; /* why there is no world, "" if there is */
    rb_camera camera;
    rb_camera view_camera;         /* the same, moved aside for the microscope */
    rb_vec3 followed[RB_RUNS_MAX]; /* what the camera of each cell looks at while following */
    rb_world_style style;
    rb_pace pace; /* of frames, by which the style is chosen */
    rb_ui ui;
    rb_hand hand;
    rb_presenter presenter;
    double frame_time; /* s, smoothed: how long a picture stands */
    rb_poster poster;
    rb_thumbnails thumbnails;
    rb_world_run world_runs[RB_RUNS_MAX];
    rb_run_appearance appearance[RB_RUNS_MAX];
    rb_phase reported[RB_RUNS_MAX]; /* as last seen, so that a run that breaks off is told once */
    bool offscreen; /* no interaction; nothing that differs from run to run is shown */
    bool quit;
    bool style_dirty; /* colours or sizes must be set again before the next frame */
    int frames;
} rb_app;

rb_status rb_app_create(rb_app *app, const rb_options *options, rb_error *err);
/* False, and why on stderr, when a file under way could not be finished. */
bool rb_app_destroy(rb_app *app);
/* Keeps what is to be remembered, as at the end: the end may not come. */
void rb_app_save_settings(rb_app *app);
/* OpenGL has lost all that was made of it, and works again. */
void rb_app_on_context_restored(rb_app *app);
/* One frame; dt is the time since the last one, s. */
void rb_app_frame(rb_app *app, double dt);
/* A frame took dt: those that take too long are drawn more simply from now on. */
void rb_app_watch_pace(rb_app *app, double dt);
/* One iteration of the main loop: a frame, or a short sleep while the window is minimised. False when the
   user has quit. */
bool rb_app_iterate(rb_app *app);

/* Runs of these scenes from their start, with a camera that suits them; they do not play yet. */
void rb_app_begin(rb_app *app, const rb_scene *scenes, int count);
/* Opens a scene (comparison ends) and plays it. */
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
void rb_layout_choose(rb_app *app); /* panels or drawers? Before anything of the frame */
void rb_layout_update(rb_app *app);
void rb_layout_splitters(rb_app *app);
void rb_input_update(rb_app *app, double dt);
void rb_sound_update(rb_app *app);
/* What the mouse does on bodies; true while it is theirs. */
bool rb_hand_update(rb_app *app, Vector2 mouse, double dt);
/* Which run's body lies under the pixel or within a hair of it, and where on it; -1: none. A stone
   seen from its side is slim, and hands are not exact. */
int rb_hand_over(const rb_app *app, Vector2 mouse, rb_vec3 *point);
void rb_hand_take(rb_app *app, int run, rb_vec3 point, Vector2 mouse);
void rb_hand_move(rb_app *app, Vector2 mouse, double dt);
void rb_hand_let_go(rb_app *app, bool give);
void rb_hand_draw(rb_app *app);            /* what it is about to give, or the ghost */
Rectangle rb_hand_area(const rb_app *app); /* that the ghost and its words cover */
void rb_thumbnails_update(rb_app *app, const rb_world_style *style);
/* The look of a run, of the scene that is drawn. */
const rb_body_look *rb_view_look(rb_app *app, int run);
void rb_view_collect(rb_app *app); /* what there is to draw, of this frame's snapshots */
void rb_view_draw(rb_app *app);    /* the world: one, grid or overlay, and the microscope */
int rb_view_cells(const rb_app *app, Rectangle *cells);                 /* viewports and how many */
int rb_view_cell_at(const rb_app *app, Vector2 pixel, Rectangle *cell); /* -1: in none */
void rb_view_follow(rb_app *app, float dt);           /* cameras go with the bodies */
rb_camera rb_view_camera(const rb_app *app, int run); /* of the cell in which the run is drawn */
void rb_view_overlays(rb_app *app);
void rb_marks_draw(const rb_app *app);           /* measured points */
Rectangle rb_view_below_text(const rb_app *app); /* what caption and names leave of the world */
/* The spin of a run as a large number in this room; returns what it covers. */
Rectangle rb_spin_view_area(const rb_app *app, int run, Rectangle room, bool large);
void rb_spin_view_draw(rb_app *app, int run, Rectangle room, bool large);
/* 1 at the moment in which the spin changes its sign, fading; 0: long ago, never, or what turned was
   hardly a spin any more, as when it comes to rest. */
float rb_spin_view_flash(rb_app *app, int run);
Rectangle rb_caption_area(const rb_app *app); /* nothing where there is no caption */
/* Of a lesson in presenter mode, over the whole width; 0: there is none. */
float rb_caption_band(const rb_app *app, float width);
void rb_caption_draw(rb_app *app);
/* Asked for: in presenter mode and on a small screen only over the whole world. */
bool rb_view_microscope_wanted(const rb_app *app);
bool rb_view_microscope_shown(const rb_app *app);
bool rb_view_microscope_large(const rb_app *app); /* over the whole world */
Rectangle rb_view_microscope_area(const rb_app *app);
void rb_view_microscope(rb_app *app); /* what a hover and a click do there */
void rb_view_names(rb_app *app); /* of compared runs, which a picture without panels needs too */

#endif
