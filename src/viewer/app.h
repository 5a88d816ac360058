/* The whole program behind one window. Only the files beside this one and those of actions/ use it;
   each folder gets its part. A frame: process input, take frames and samples from the runner, draw the
   world, draw the panels, capture. Main thread only. */
#ifndef RB_VIEWER_APP_H
#define RB_VIEWER_APP_H

#include <rattleback/rattleback.h>
#include <raylib.h>

#include "app/appearance/appearance.h"
#include "app/session/messages.h"
#include "app/session/motion_sound.h"
#include "app/session/session.h"
#include "app/session/studies.h"
#include "app/workshop/workshop.h"
#include "viewer/actions/actions.h"
#include "viewer/capture/capture.h"
#include "viewer/capture/export.h"
#include "viewer/config.h"
#include "viewer/film.h"
#include "viewer/film_lab.h"
#include "viewer/follow_link.h"
#include "viewer/idle.h"
#include "viewer/lecturer.h"
#include "viewer/lesson_player.h"
#include "viewer/options.h"
#include "viewer/panels/ui.h"
#include "viewer/platform/graphics.h"
#include "viewer/plots/plots.h"
#include "viewer/poster.h"
#include "viewer/presenter.h"
#include "viewer/remote.h"
#include "viewer/remote_events.h"
#include "viewer/running_order.h"
#include "viewer/toolbox.h"
#include "viewer/trails.h"
#include "viewer/world/camera.h"
#include "viewer/world/theme.h"
#include "viewer/world/thumbnails.h"
#include "viewer/world/world.h"

/* Dragging or tapping a body, and the animated hand that shows how (hand.c). */
#define RB_HAND_SHOWN 15.0 /* s for which the animated hand is shown */
typedef struct rb_hand {
    bool active; /* the left button was pressed on the body; time is stopped meanwhile */
    bool moved;  /* a drag; else a tap */
    bool played; /* the session was playing before */
    int run;
    rb_vec3 point;     /* the grabbed point, physics axes */
    Vector2 from, now; /* window pixels */
    double held;       /* s */
    rb_vec3 given;     /* change of angular velocity if released now, body axes, rad/s */
    rb_vec3 foreseen;  /* the resulting angular velocity */
    double shown;      /* s for which the animated hand is still shown */
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
    rb_workshop workshop;
    rb_messages messages;
    rb_capture capture;
    rb_csv_log csv;
    rb_perf perf;
    rb_contact_sound contact_sound; /* sound of the contact */
    rb_motion_sound motion_sound;   /* the motion as sound */
    rb_state_trace trace;
    rb_remote_seen seen;
    rb_followed_link link;
    rb_script script; /* remaining lines of --press */
    rb_lesson_player player;

    rb_world *world;
    rb_error world_problem; /* why the world could not be created, "" if it was */
    rb_camera camera;
    rb_camera before_cause;        /* the view that `show cause` left */
    rb_camera view_camera;         /* the same, moved aside for the microscope */
    rb_vec3 followed[RB_RUNS_MAX]; /* target of each cell's camera while following */
    rb_world_style style;
    rb_pace pace; /* frame times, which choose the style */
    rb_ui ui;
    rb_idle idle;
    rb_hand hand;
    rb_presenter presenter;
    rb_toolbox toolbox;
    rb_lecturer lecturer;
    rb_film_view film;
    rb_film_lab film_lab;
    rb_running_order running_order;
    double frame_time; /* s, smoothed duration of a frame */
    rb_poster poster;
    rb_thumbnails thumbnails;
    rb_world_run world_runs[RB_RUNS_MAX];
    rb_snapshot mean_forces[RB_RUNS_MAX]; /* what world_runs refer to */
    rb_run_appearance appearance[RB_RUNS_MAX];
    rb_phase reported[RB_RUNS_MAX]; /* last phase, so that the end of a run is reported once */
    bool offscreen;                 /* no interaction; nothing that differs from run to run is shown */
    bool quit;
    bool style_dirty; /* colours or sizes must be set again before the next frame */
    int frames;
} rb_app;

rb_status rb_app_create(rb_app *app, const rb_options *options, rb_error *err);
/* False, with the reason on stderr, when an open file could not be finished. */
bool rb_app_destroy(rb_app *app);
/* Saves the settings and the lesson progress; also called before the program may be stopped. */
void rb_app_save_settings(rb_app *app);
/* The OpenGL context was lost: forgets all OpenGL objects, while their deletion has no effect. */
void rb_app_on_context_lost(rb_app *app);
/* It works again: recreates them. */
void rb_app_on_context_restored(rb_app *app);
/* One frame; dt is the time since the last one, s. */
void rb_app_frame(rb_app *app, double dt);
/* Records a frame time and simplifies the drawing if frames are too slow. */
void rb_app_record_frame_time(rb_app *app, double dt);
/* One iteration of the main loop: a frame, or a short sleep while the window is minimised. False when the
   user has quit. */
bool rb_app_iterate(rb_app *app);

/* Replaces the runs by these scenes, paused at their start, with a suitable camera. */
void rb_app_begin(rb_app *app, const rb_scene *scenes, int count);
/* Opens a scene (comparison ends) and plays it. */
void rb_app_open(rb_app *app, const rb_scene *scene);
void rb_app_open_next(rb_app *app, int direction); /* of the library */
void rb_app_open_file(rb_app *app, const char *path);
/* Closes every page, card and menu, and the hand that shows how to spin: an audience or a lesson follows. */
void rb_app_close_cards(rb_app *app);
/* Quits. While a video is recorded it asks first; a second call quits. */
void rb_app_quit(rb_app *app);
void rb_app_set_theme(rb_app *app, rb_theme theme);
/* The language is saved, unless it is that of the system. */
rb_status rb_app_set_language(rb_app *app, const char *code, rb_error *err);
void rb_app_set_scale(rb_app *app, double scale);

/* Writes what the plot shows as a CSV file. */
void rb_app_export_plot(rb_app *app, int index);

/* ---- parts of a frame, each in its own file */
void rb_layout_choose(rb_app *app); /* panels or drawers; call first in a frame */
void rb_layout_update(rb_app *app);
void rb_layout_splitters(rb_app *app);
void rb_input_update(rb_app *app, double dt);
void rb_sound_update(rb_app *app);
/* Handles the mouse on bodies; true while it is used there. */
bool rb_hand_update(rb_app *app, Vector2 mouse, double dt);
/* The run whose body is under or near the pixel, and the point on it; -1: none. Near, because a stone
   is thin when seen from the side. */
int rb_hand_body_at(const rb_app *app, Vector2 mouse, rb_vec3 *point);
void rb_hand_grab(rb_app *app, int run, rb_vec3 point, Vector2 mouse);
void rb_hand_move(rb_app *app, Vector2 mouse, double dt);
void rb_hand_release(rb_app *app, bool give);
void rb_hand_draw(rb_app *app);            /* the predicted spin, or the animated hand */
Rectangle rb_hand_area(const rb_app *app); /* covered by the animated hand and its text */
void rb_thumbnails_update(rb_app *app, const rb_world_style *style);
/* The look of a run, of the scene that is drawn. */
const rb_body_look *rb_view_look(rb_app *app, int run);
void rb_view_collect(rb_app *app); /* collects what is drawn in this frame */
void rb_view_draw(rb_app *app);    /* the world: one, grid or overlay, and the microscope */
int rb_view_cells(const rb_app *app, Rectangle *cells);                 /* viewports and how many */
int rb_view_cell_at(const rb_app *app, Vector2 pixel, Rectangle *cell); /* -1: in none */
void rb_view_follow(rb_app *app, float dt);                             /* cameras follow the bodies */
rb_camera rb_view_camera(const rb_app *app, int run); /* of the cell in which the run is drawn */
void rb_view_overlays(rb_app *app);
void rb_marks_draw(const rb_app *app);           /* measured points */
Rectangle rb_view_below_text(const rb_app *app); /* the part of the world below captions and names */
/* The spin of a run as a large number within this room; returns the covered area. */
Rectangle rb_spin_view_area(const rb_app *app, int run, Rectangle room, bool large);
void rb_spin_view_draw(rb_app *app, int run, Rectangle room, bool large);
/* The spin of the selected run as a number without its unit, and its colour; false: it has no spin. */
bool rb_spin_view_number(const rb_app *app, char *text, size_t size, Color *ink);
/* 1 when the spin changes its sign, then fading to 0. Sign changes of a very small spin, as when it
   comes to rest, do not count. */
float rb_spin_view_flash(rb_app *app, int run);
Rectangle rb_caption_area(const rb_app *app); /* nothing where there is no caption */
/* Height of a lesson's caption over the whole width in presenter mode; 0: none. */
float rb_caption_band(const rb_app *app, float width);
void rb_caption_draw(rb_app *app);
/* Is it switched on? In presenter mode and on a small screen only enlarged. */
bool rb_view_microscope_wanted(const rb_app *app);
bool rb_view_microscope_shown(const rb_app *app);
bool rb_view_microscope_large(const rb_app *app); /* over the whole world */
Rectangle rb_view_microscope_area(const rb_app *app);
void rb_view_microscope(rb_app *app); /* handles hover and click */
/* The usual camera goes down while a body turns over: from above, the body would hide the stem on which it
   then stands. */
void rb_view_lower_camera(const rb_app *app, const rb_snapshot *s, rb_camera *camera);
void rb_view_names(rb_app *app); /* names of compared runs, also in pictures without panels */

#endif
