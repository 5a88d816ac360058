/* The runs of the program: their scenes, record, comparison and captions. Panels, keys and lessons change
   runs only through this interface.

   Every run has three scenes: as edited, as the simulation has it (edits that need a restart differ until
   then), and as loaded, so that differences can be marked. The session never touches a simulation: it sends
   commands to the runner and receives frames and samples. Frames and samples carry the numbers of the
   commands they include, so the state of each run is always known.

   A session belongs to one thread. */
#ifndef RB_APP_SESSION_SESSION_H
#define RB_APP_SESSION_SESSION_H

#include <rattleback/rattleback.h>

#include "app/session/caption.h"
#include "app/session/history.h"
#include "app/session/readout.h"
#include "app/session/series.h"
#include "app/session/user_events.h"
#include "sim/checkpoint.h"
#include "sim/scene_private.h"

/* Queue of commands for the runner, in order. The runner takes none during a long tick, and its own ring is
   short; commands in this queue can still be merged or discarded.

   Only the session sends commands, so the n-th command posted has the runner's number n. */

#define RB_COMMAND_QUEUE_MAX 48

typedef struct rb_command_queue {
    rb_command *commands;            /* a ring */
    rb_checkpoint_room *checkpoints; /* that they point to, at the same places */
    int first, count;
    uint64_t posted; /* number of the last command */
} rb_command_queue;

rb_status rb_command_queue_create(rb_command_queue *queue, rb_error *err);
void rb_command_queue_destroy(rb_command_queue *queue);

/* Copies the command and its checkpoint. Returns the number of the command; 0
   if the queue is full, which means that the runner no longer responds. */
uint64_t rb_command_queue_post(rb_command_queue *queue, const rb_command *command);
/* Posts an edit; replaces an edit of the same run that still waits at the end of the queue. */
uint64_t rb_command_queue_post_edit(rb_command_queue *queue, int run, const rb_scene *scene);
/* Discards the queue before all runs are replaced; keeps only the last commands on playing and speed. */
void rb_command_queue_discard(rb_command_queue *queue);
/* Sends as many commands as the runner takes. */
void rb_command_queue_flush(rb_command_queue *queue, rb_runner *runner);

/* The largest difference of each run to the reference run, updated as samples arrive. */

typedef struct rb_compare {
    double largest[RB_RUNS_MAX]; /* difference to the reference so far, in units of the signal */
    int done[RB_RUNS_MAX];       /* samples compared so far */
    int done_base[RB_RUNS_MAX];  /* samples of the reference compared with that run */
    uint64_t version;
    int reference;
} rb_compare;

/* measure: the signal that is compared. */
void rb_compare_update(rb_compare *compare, rb_series *series, const rb_history *history, int runs,
                       int reference, int measure);

/* Names of runs in cells, tables, plots and files: what differs between them. */

#define RB_RUN_NAME_MAX 128

/* The name of a law or scene without the text in brackets. Returns buffer. */
const char *rb_short_name(const char *name, char *buffer, size_t size);

/* "tanh, circle, μ 0.05", "spin −4": what differs between scenes[run] and the first scene (for the first: the
   others), the most important first, at most three items. If nothing differs: the law. */
void rb_run_name(const rb_scene *const *scenes, int count, int run, char *name, size_t size);
/* The same in the language of the window. */
void rb_run_label(const rb_scene *const *scenes, int count, int run, char *name, size_t size);
/* The same for file names: "k11-tanh-mu=0.05". */
void rb_run_file_name(const rb_scene *const *scenes, int count, int run, char *name, size_t size);

/* What an edit changed: "μ 0.05, law exact". "" if nothing that affects the motion. */
void rb_edit_name(const rb_scene *before, const rb_scene *after, char *name, size_t size);

/* Smooth slow motion. Below a tenth of real time there are as many frames as ticks, or more. The picture then
   follows its own clock, a few ticks behind the newest one, and is interpolated between ticks. A tick is a
   millisecond; over this time linear interpolation is accurate to much less than a pixel. Only the live
   picture is interpolated: history, plots, files and videos contain computed instants only. */

#define RB_SLOW_KEPT 4

typedef struct rb_slow_motion {
    rb_snapshot kept[RB_SLOW_KEPT][RB_RUNS_MAX]; /* ring of the last received ticks */
    uint64_t ticks[RB_SLOW_KEPT];
    int newest, count;
    uint64_t start, ids[RB_RUNS_MAX]; /* as in rb_frame: identify the runs */
    int run_count;
    double clock; /* time shown, in ticks */
    rb_snapshot shown[RB_RUNS_MAX];
} rb_slow_motion;

/* Takes the frame; returns true if `shown` is to be drawn instead of it. */
bool rb_slow_motion_update(rb_slow_motion *slow, const rb_frame *frame, double wall_seconds);

/* Undo and redo: a ring of complete sets of scenes, saved before each edit. */

typedef struct rb_undo_state {
    int count;
    rb_scene scenes[RB_RUNS_MAX];
    bool own_start[RB_RUNS_MAX];
} rb_undo_state;

typedef struct rb_undo {
    rb_undo_state *states; /* ring */
    int first, count;      /* saved states */
    int at;                /* states before this index can be undone, the others redone */
} rb_undo;

rb_status rb_undo_create(rb_undo *undo, rb_error *err);
void rb_undo_destroy(rb_undo *undo);

/* Saves the state before an edit; discards what could be redone. */
void rb_undo_push(rb_undo *undo, const rb_undo_state *before);
/* Swaps *now with the previous or next state; false if there is none. */
bool rb_undo_back(rb_undo *undo, rb_undo_state *now);
bool rb_undo_forward(rb_undo *undo, rb_undo_state *now);

typedef struct rb_session_run {
    rb_scene scene;              /* as edited */
    rb_scene applied;            /* as the simulation has it after the last command */
    rb_scene preset;             /* as loaded */
    char name[RB_RUN_NAME_MAX];  /* what differs from the other runs, by the applied scenes */
    char label[RB_RUN_NAME_MAX]; /* the same in the language of the window */
    rb_error problem;            /* why the edited scene is invalid; "" if it is valid */
    uint64_t id;                 /* as in rb_run_mark: number of the command that created it */
    uint64_t revision;           /* number of the command that gave it the applied scene */
    bool own_start;              /* keeps its start when starts of other runs are edited */
} rb_session_run;

/* What happens when every run is at rest. */
typedef enum rb_at_rest { RB_REST_STOPS, RB_REST_LOOPS, RB_REST_CONTINUES, RB_REST_COUNT } rb_at_rest;

typedef struct rb_session_options {
    bool interactive; /* physics follows the wall clock and drops time that it cannot make up */
    bool threaded;    /* physics runs on its own thread */
} rb_session_options;

typedef struct rb_session {
    rb_runner *runner;
    rb_session_options options;
    rb_session_run runs[RB_RUNS_MAX];
    int count;
    int selected;          /* the run whose panels are shown */
    int reference;         /* the run the others are compared with */
    bool reference_chosen; /* by the user; else it is the first run with an exact law, or the first run */
    bool link;             /* edits go to every run, not only to the selected one */

    rb_history history;
    rb_series series;      /* columns of the history that plots use */
    rb_compare compare;    /* differences between several runs */
    const rb_frame *frame; /* of this update; never NULL after creation */
    bool scrubbing;        /* the recorded past is shown and the runs are paused */
    double scrub_t;
    const rb_snapshot *shown[RB_RUNS_MAX]; /* what to draw now */
    rb_snapshot past[RB_RUNS_MAX];         /* storage for shown while scrubbing */
    int shown_count;
    rb_readout readout;          /* the moment that displayed numbers are from */
    bool filming;                /* a video is recorded: each frame advances time, playing or not */
    int place[RB_RUNS_MAX];      /* index of each run in the frame */
    rb_scene drawn[RB_RUNS_MAX]; /* the scenes that belong to shown */

    rb_slow_motion slow;
    double speed;
    double until;            /* playing pauses here, s; INFINITY: never */
    bool held;               /* time does not advance, see rb_session_hold */
    bool play_when_released; /* time advances once it is no longer held */
    rb_at_rest at_rest;
    bool turns;    /* spins are shown in turns per second */
    double rested; /* wall-clock s since every run came to rest */
    rb_command_queue commands;
    uint64_t refusal_seen; /* the last refused command that was reported */
    rb_undo undo;
    rb_user_events user_events;    /* flicks and edits since the start */
    double peak_spin[RB_RUNS_MAX]; /* see rb_caption */
    uint64_t names_hash;
} rb_session;

rb_status rb_session_create(rb_session *session, const rb_scene *scenes, int count,
                            rb_session_options options, rb_error *err);
void rb_session_destroy(rb_session *session);

/* Call once per frame: sends commands, advances by wall_seconds if there is no thread, receives frame and
   samples. Returns true if the runner refused a command; the reason is in session->frame->error. */
bool rb_session_update(rb_session *session, double wall_seconds);

/* ---- time */
double rb_session_time(const rb_session *session); /* of what is shown */
bool rb_session_playing(const rb_session *session);
void rb_session_play(rb_session *session);                 /* from the shown moment: branches when scrubbed */
void rb_session_play_until(rb_session *session, double t); /* then pause, exactly there */
bool rb_session_until_waits(const rb_session *session);    /* the time to play until is not reached yet */
void rb_session_pause(rb_session *session);
/* Holds time while something is set up that takes several frames. Play requests take effect when it is
   released; rb_session_play_until with a finite time takes effect at once. */
void rb_session_hold(rb_session *session, bool held);
void rb_session_step(rb_session *session, int direction);
void rb_session_advance(rb_session *session, int ticks);
void rb_session_restart(rb_session *session); /* with all edits */
void rb_session_set_speed(rb_session *session, double speed);
void rb_session_scrub(rb_session *session, double t);
void rb_session_go_live(rb_session *session);
/* Called by rb_session_update: pauses or restarts an interactive session when every run is at rest. */
void rb_session_handle_rest(rb_session *session, double wall_seconds);
bool rb_session_ended(const rb_session *session); /* every run is at rest or has ended */
/* True if the moment shown was recorded before the last edit. */
bool rb_session_before_edit(const rb_session *session);
bool rb_session_idle(const rb_session *session);    /* every command has been carried out */
bool rb_session_settled(const rb_session *session); /* and the runs and their record are the requested ones */

/* The last known instant of a run at or before t. */
void rb_session_at(const rb_session *session, int run, double t, rb_snapshot *out);

/* ---- the newest frame, whatever is shown */
const rb_snapshot *rb_session_now(const rb_session *session, int run);
const rb_summary *rb_session_summary(const rb_session *session, int run);

/* For the caption of a run at the moment shown. Valid until the next update of the session. */
rb_caption rb_session_caption(const rb_session *session, int run);

/* ---- runs */
void rb_session_open(rb_session *session, const rb_scene *scene); /* a single run of this scene */
void rb_session_replace(rb_session *session, const rb_scene *scenes, int count);
bool rb_session_add(rb_session *session, const rb_scene *scene);
int rb_session_run_of_law(const rb_session *session, const rb_friction_law *law); /* -1: none has it */
void rb_session_remove(rb_session *session, int run);
void rb_session_flick(rb_session *session, rb_vec3 delta_omega);
/* The name of a run in cells, legends and tables: what differs from the other runs, or the law of a single
   run. For file names use rb_session_file_label. */
const char *rb_session_label(const rb_session *session, int run);
/* The same in English, for what is written into files. */
const char *rb_session_run_name(const rb_session *session, int run);
void rb_session_name_runs(rb_session *session); /* called by every update */
/* Unless the user has chosen a reference: the first run with an exact law, or the first run. */
void rb_session_default_reference(rb_session *session);
void rb_session_file_label(const rb_session *session, int run, char *name, size_t size);

/* ---- comparison: laws from one start, or variants of a run */
/* Adds a copy of the selected run with this law; NULL: with the next law that fits. */
rb_status rb_session_compare_add(rb_session *session, const rb_friction_law *law, rb_error *err);
rb_status rb_session_compare_variant(rb_session *session, const rb_variant *variant, rb_error *err);
void rb_session_compare_all(
    rb_session *session); /* one run per law that fits; the law of the selected run is first */
void rb_session_compare_end(rb_session *session); /* keeps only the selected run, with its record */

/* ---- edits: change session->runs[run].scene, then call one of these */
void rb_session_remember(rb_session *session); /* call before an edit: saves the state for undo */
void rb_session_edited(rb_session *session, int run, rb_section section, int index);
void rb_session_scene_edited(rb_session *session, int run); /* anything may have changed */
void rb_session_set_law(rb_session *session, int run, const rb_friction_law *law);
/* ---- edits by name. If the resulting scene is invalid, nothing changes. One undo reverts all of them.
   Values go to the other runs by the same rules as edits in a panel. */
rb_status rb_session_assign(rb_session *session, int run, const char *const *assignments, int count,
                            rb_error *err);
rb_status rb_session_use_start(rb_session *session, int run, const char *which, rb_error *err);
rb_status rb_session_apply_variant(rb_session *session, int run, const rb_variant *variant, rb_error *err);

/* ---- undo and redo */
bool rb_session_undo(rb_session *session);
bool rb_session_redo(rb_session *session);
/* True if an edit takes effect only after a restart. */
bool rb_session_restart_pending(const rb_session *session);
bool rb_scene_same(const rb_scene *a, const rb_scene *b); /* compares laws and values, not texts */
bool rb_scene_same_start(const rb_scene *a, const rb_scene *b);

#endif
