/** @file
   The runner: one physics thread (or none), up to eight simulations in lockstep.

      viewer ── commands (bounded ring) ──► physics thread ── newest frame (triple buffer) ──► viewer
                                                          └── samples (ring, drop counter) ──►

   Commands are applied between ticks only. The wall clock decides how many ticks are done, never
   what a tick does. All functions here are to be called from one thread, the owner's.

   Every command has a number. Frames and samples say by these numbers what they include, so that the
   owner knows the state of every command. */
#ifndef RATTLEBACK_RUNNER_H
#define RATTLEBACK_RUNNER_H

#include "rattleback/simulation.h"

RB_BEGIN_DECLS

#define RB_RUNS_MAX 8      /**< simulations at most */
#define RB_SPEED_MIN 0.001 /**< simulated seconds per second */
#define RB_SPEED_MAX 10.0  /**< the same */

/** Commands of a runner. */
typedef enum rb_command_kind {
    RB_COMMAND_PLAY, /**< until simulated time value, then pause; 0: without end */
    RB_COMMAND_PAUSE,
    RB_COMMAND_STEP,    /**< count ticks, then pause */
    RB_COMMAND_RESET,   /**< all runs to their start, t = 0 */
    RB_COMMAND_SPEED,   /**< value: simulated seconds per second, RB_SPEED_MIN to RB_SPEED_MAX */
    RB_COMMAND_OPEN,    /**< one run of scene, replacing all runs */
    RB_COMMAND_SCENE,   /**< run: restart it from scene (all runs restart, to stay in lockstep) */
    RB_COMMAND_EDIT,    /**< run: change parameters during the run */
    RB_COMMAND_ADD,     /**< append a run with scene; all runs restart */
    RB_COMMAND_REMOVE,  /**< run; the others continue */
    RB_COMMAND_FLICK,   /**< every run: add vector to omega */
    RB_COMMAND_RESTORE, /**< run: continue from a checkpoint */
} rb_command_kind;

/** A command; its kind determines which fields are used. */
typedef struct rb_command {
    uint64_t number;      /**< given by rb_runner_send: 1, 2, 3 … */
    rb_command_kind kind; /**< what to do */
    int run;              /**< its index after all earlier commands */
    int count;            /**< ticks */
    double value;         /**< the speed */
    rb_vec3 vector;       /**< of a flick, rad/s */
    rb_scene scene;       /**< scene to start or change to */
    /** What to continue from (rb_checkpoint_save, rb_frame, rb_sample); rb_runner_send copies it. */
    const void *checkpoint;
    size_t checkpoint_size; /**< bytes */
} rb_command;

/** Identity of a run, and the commands that changed it, by their numbers. */
typedef struct rb_run_mark {
    uint64_t id;       /**< the command that created it; 0: present from the start */
    uint64_t command;  /**< the last command that changed it */
    uint64_t revision; /**< the command that set its present scene */
    double since;      /**< s, its time when this scene took effect */
    uint64_t flick;    /**< the last flick; 0: none */
    double flicked_at; /**< s, its time then */
} rb_run_mark;

/** A consistent instant of all runs, for the viewer. */
typedef struct rb_frame {
    uint64_t command;         /**< the last command taken, rejected or not */
    uint64_t start;           /**< the command that last restarted all runs: their record begins there */
    uint64_t tick;            /**< ticks since then */
    double tick_length;       /**< s: the shortest time that is a whole number of every run's ticks */
    int run_count;            /**< how many runs there are */
    bool playing;             /**< time advances */
    double speed;             /**< requested speed */
    double real_time_factor;  /**< achieved over the last half second */
    bool behind;              /**< the requested speed cannot be reached */
    double load;              /**< share of one core spent in physics */
    uint64_t samples_dropped; /**< samples lost because the ring was full */
    uint64_t refused;         /**< the last rejected command; 0: none */
    rb_error error;           /**< why, "" if none */
    rb_run_mark marks[RB_RUNS_MAX];    /**< what they are */
    rb_snapshot runs[RB_RUNS_MAX];     /**< the runs at this instant */
    rb_summary summaries[RB_RUNS_MAX]; /**< what happened in them so far */
    rb_scene scenes[RB_RUNS_MAX];      /**< scenes of the simulations */
    /** To continue the runs from this instant; valid as long as the frame. */
    const void *checkpoints[RB_RUNS_MAX];
    size_t checkpoint_size; /**< of each, bytes */
} rb_frame;

/** One recorded instant of one run; all runs are recorded at the same instants. */
typedef struct rb_sample {
    int run;              /**< its index then; mark.id does not change when other runs are removed */
    rb_run_mark mark;     /**< what it is */
    uint64_t start;       /**< a sample with another start begins a new record */
    uint64_t tick;        /**< ticks since the start */
    rb_snapshot snapshot; /**< the instant */
    /** To continue from it; valid until the next call of rb_runner_next_sample. */
    const void *checkpoint;
    size_t checkpoint_size; /**< bytes */
} rb_sample;

/** Options of a runner. */
typedef struct rb_runner_options {
    bool threaded;      /**< uses a thread, always interactive; false: the owner calls rb_runner_pump */
    bool interactive;   /**< follows the wall clock: time that cannot be caught up is dropped */
    double sample_time; /**< s of simulated time between samples; 0: every tick */
} rb_runner_options;

/** Returns the options of a program with a display: threaded, a sample every tick. */
RB_API rb_runner_options rb_default_runner_options(void);

/** A runner. */
typedef struct rb_runner rb_runner;

/** Creates a runner with one run of the scene, paused at its start. */
RB_API rb_status rb_runner_create(const rb_scene *scene, rb_runner_options options, rb_runner **out,
                                  rb_error *err);
/** Stops and joins the thread, also within a tick. */
RB_API void rb_runner_destroy(rb_runner *runner);

/** Sends a command. Returns its number, or 0 if the ring is full: try again in the next frame. */
RB_API uint64_t rb_runner_send(rb_runner *runner, const rb_command *command);

/** Returns the newest frame; valid until the next call. Never NULL, never blocks. */
RB_API const rb_frame *rb_runner_frame(rb_runner *runner);

/** Takes the next recorded sample; false when there is none. */
RB_API bool rb_runner_next_sample(rb_runner *runner, rb_sample *out);

/** Without a thread: applies commands, then advances by wall seconds of the owner's clock, with at most
   max_ticks ticks and about `budget` seconds of work (half of a frame leaves the other half for drawing;
   INFINITY: no limit). A tick that exceeds the budget continues in the next call; commands wait until it
   is complete. Returns the number of ticks. */
RB_API int rb_runner_pump(rb_runner *runner, double wall_seconds, int max_ticks, double budget);

RB_END_DECLS

#endif
