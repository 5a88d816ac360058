/* The runs as the viewer knows them, and the only way from panels and keys to the runner.

   Three scenes stand beside each other for every run: as edited in the panels, as the simulation
   has it (what needs a restart differs from the edited one until then), and as it was loaded, so
   that differences can be marked. Nothing here touches a simulation: commands go out, frames and
   samples come in. Which command a frame includes, which runs it shows with which scenes, and which
   record a sample belongs to, all that the runner tells; nothing is guessed. */
#ifndef RB_APP_SESSION_SESSION_H
#define RB_APP_SESSION_SESSION_H

#include <rattleback/rattleback.h>

#include "app/session/caption.h"
#include "app/session/command_queue.h"
#include "app/session/comparison.h"
#include "app/session/history.h"
#include "app/session/readout.h"
#include "app/session/run_names.h"
#include "app/session/series.h"
#include "app/session/slow_motion.h"
#include "app/session/undo.h"
#include "app/session/user_events.h"

typedef struct rb_session_run {
    rb_scene scene;             /* as edited */
    rb_scene applied;           /* as the simulation has it, once it has taken what was sent */
    rb_scene preset;            /* as loaded */
    char name[RB_RUN_NAME_MAX]; /* by what differs from the others: of the applied scenes */
    rb_error problem;           /* why the edited scene cannot be used, "" if it can */
    uint64_t id;                /* rb_run_mark's: of the command that makes it */
    uint64_t revision;          /* of the command that gives it the applied scene */
    bool own_start;             /* given on purpose: edits of other runs' starts leave it alone */
} rb_session_run;

/* What time does when everything has come to rest. */
typedef enum rb_at_rest { RB_REST_STOPS, RB_REST_LOOPS, RB_REST_GOES_ON, RB_REST_COUNT } rb_at_rest;

typedef struct rb_session_options {
    bool interactive; /* somebody watches: physics keeps to the wall clock and lets time go */
    bool threaded;    /* physics has a thread of its own */
} rb_session_options;

typedef struct rb_session {
    rb_runner *runner;
    rb_session_options options;
    rb_session_run runs[RB_RUNS_MAX];
    int count;
    int selected;  /* the run whose panels are shown */
    int reference; /* the run the others are compared with */
    bool link;     /* edits go to every run, not only to the selected one */

    rb_history history;
    rb_series series;      /* columns of the history, as plots ask for them */
    rb_compare compare;    /* how far the runs are apart, while there are several */
    const rb_frame *frame; /* this frame's; never NULL after creation */
    bool scrubbing;        /* showing the recorded past, the runs are paused */
    double scrub_t;
    const rb_snapshot *shown[RB_RUNS_MAX]; /* what to draw now */
    rb_snapshot past[RB_RUNS_MAX];         /* that, while scrubbing */
    int shown_count;
    rb_readout readout; /* what numbers are read from */
    bool filming;       /* frames are recorded: time passes from frame to frame, played or not */
    int place[RB_RUNS_MAX];      /* of each run in the frame */
    rb_scene drawn[RB_RUNS_MAX]; /* the scenes that belong to shown */

    rb_slow_motion slow;
    double speed;
    double until; /* where playing ends, s; INFINITY: nowhere */
    bool held;    /* time waits for something to be set up */
    bool goes_on; /* and then passes */
    rb_at_rest at_rest;
    double rested; /* s of wall time since everything has, while time goes on */
    rb_command_queue commands;
    uint64_t refusal_seen; /* the frame's last refused command when it was told */
    rb_undo undo;
    rb_user_events user_events;    /* flicks and edits since the start */
    double peak_spin[RB_RUNS_MAX]; /* rb_caption's */
    uint64_t names_hash;
} rb_session;

rb_status rb_session_create(rb_session *session, const rb_scene *scenes, int count,
                            rb_session_options options, rb_error *err);
void rb_session_destroy(rb_session *session);

/* Once per frame: commands out, then (threadless) advance by wall seconds, then frame and samples
   in. True when the runner refused a command; the reason is in session->frame->error. */
bool rb_session_update(rb_session *session, double wall_seconds);

/* ---- time */
double rb_session_time(const rb_session *session); /* of what is shown */
bool rb_session_playing(const rb_session *session);
void rb_session_play(rb_session *session); /* from the shown moment: branches when scrubbed */
void rb_session_play_until(rb_session *session, double t); /* then pause, exactly there */
bool rb_session_until_waits(const rb_session *session);    /* that time is still to come */
void rb_session_pause(rb_session *session);
/* Time stands still while something is set up that takes several frames, and then goes on if that was asked for
   meanwhile. A time to play until does not wait. */
void rb_session_hold(rb_session *session, bool held);
void rb_session_step(rb_session *session, int direction);
void rb_session_advance(rb_session *session, int ticks);
void rb_session_restart(rb_session *session); /* with everything edited */
void rb_session_set_speed(rb_session *session, double speed);
void rb_session_scrub(rb_session *session, double t);
void rb_session_go_live(rb_session *session);
/* Once per frame: stops or begins anew what has come to rest, if somebody watches. */
void rb_session_handle_rest(rb_session *session, double wall_seconds);
bool rb_session_ended(const rb_session *session); /* every run has come to rest, or broken off */
/* Was the shown moment recorded with other parameters than the present ones? */
bool rb_session_before_edit(const rb_session *session);
bool rb_session_idle(const rb_session *session);    /* no command is under way */
bool rb_session_settled(const rb_session *session); /* and what is shown is what was asked for */

/* The last instant at or before t that is known of a run: what would be shown then. */
void rb_session_at(const rb_session *session, int run, double t, rb_snapshot *out);

/* ---- the newest frame, whatever is shown */
const rb_snapshot *rb_session_now(const rb_session *session, int run);
const rb_summary *rb_session_summary(const rb_session *session, int run);

/* For the caption of a run at the moment shown; points into the session until its next update. */
rb_caption rb_session_caption(const rb_session *session, int run);

/* ---- runs */
void rb_session_open(rb_session *session, const rb_scene *scene); /* one run of this scene */
void rb_session_replace(rb_session *session, const rb_scene *scenes, int count);
bool rb_session_add(rb_session *session, const rb_scene *scene);
void rb_session_remove(rb_session *session, int run);
void rb_session_flick(rb_session *session, rb_vec3 delta_omega);
/* The run's name for cells, legends and tables: what tells it from the others; the law of a single
   run. For file names see rb_session_file_label. */
const char *rb_session_label(const rb_session *session, int run);
void rb_session_name_runs(rb_session *session); /* once more; every update does it */
void rb_session_file_label(const rb_session *session, int run, char *name, size_t size);

/* ---- comparison: laws from one start, or variants of a run */
/* Adds a run like the selected one with this law, or with the next one that fits (NULL). */
rb_status rb_session_compare_add(rb_session *session, const rb_friction_law *law, rb_error *err);
rb_status rb_session_compare_variant(rb_session *session, const rb_variant *variant, rb_error *err);
void rb_session_compare_all(
    rb_session *session); /* as many laws as fit, the selected one's first */
void rb_session_compare_end(rb_session *session); /* only the selected run stays */

/* ---- edits: change session->runs[run].scene, then say so */
void rb_session_remember(rb_session *session); /* before an edit, for undo */
void rb_session_edited(rb_session *session, int run, rb_section section, int index);
void rb_session_scene_edited(rb_session *session, int run); /* anything may have changed */
void rb_session_set_law(rb_session *session, int run, const rb_friction_law *law);
/* ---- edits by name, all at once or, if the scene would not be sound, none; undone as one. Values
   go to the other runs as those of a panel do. */
rb_status rb_session_assign(rb_session *session, int run, const char *const *assignments, int count,
                            rb_error *err);
rb_status rb_session_use_start(rb_session *session, int run, const char *which, rb_error *err);
rb_status rb_session_apply_variant(rb_session *session, int run, const rb_variant *variant,
                                   rb_error *err);

/* ---- undo and redo */
bool rb_session_undo(rb_session *session);
bool rb_session_redo(rb_session *session);
/* Does anything edited wait for a restart? */
bool rb_session_restart_pending(const rb_session *session);
bool rb_scene_same(const rb_scene *a, const rb_scene *b); /* laws and values, not the texts */
bool rb_scene_same_start(const rb_scene *a, const rb_scene *b);

#endif
