/* The runner: one physics thread (or none), up to eight simulations in lockstep.

      viewer ── commands (bounded ring) ──► physics thread ── newest frame (triple buffer) ──► viewer
                                                          └── samples (ring, drop counter) ──►

   Commands are applied between ticks only. The wall clock decides how many ticks are done, never
   what a tick does. All functions here are to be called from one thread, the owner's. */
#ifndef RATTLEBACK_RUNNER_H
#define RATTLEBACK_RUNNER_H

#include "rattleback/simulation.h"

RB_BEGIN_DECLS

#define RB_RUNS_MAX 8

typedef enum rb_command_kind {
    RB_COMMAND_PLAY,
    RB_COMMAND_PAUSE,
    RB_COMMAND_STEP,    /* count ticks, then pause */
    RB_COMMAND_RESET,   /* all runs to their start, t = 0 */
    RB_COMMAND_SPEED,   /* value: simulated seconds per second */
    RB_COMMAND_SCENE,   /* run: start it anew from scene (all runs restart, to stay in lockstep) */
    RB_COMMAND_EDIT,    /* run: change parameters under way */
    RB_COMMAND_ADD,     /* append a run with scene; all runs restart */
    RB_COMMAND_REMOVE,  /* run; the others go on */
    RB_COMMAND_FLICK,   /* every run: add vector to omega */
    RB_COMMAND_RESTORE, /* run: go on from snapshot */
} rb_command_kind;

typedef struct rb_command {
    rb_command_kind kind;
    int run;
    int count;
    double value;
    rb_vec3 vector;
    rb_scene scene;
    rb_snapshot snapshot;
} rb_command;

/* What the viewer sees: a consistent instant of all runs. */
typedef struct rb_frame {
    uint64_t tick;
    uint64_t
        commands; /* taken so far, refused ones too: tells whether the one just sent has been */
    int run_count;
    bool playing;
    double speed;            /* asked for */
    double real_time_factor; /* achieved over the last half second */
    bool behind;             /* the asked speed cannot be kept */
    double load;             /* share of one core spent in physics */
    uint64_t samples_dropped;
    uint32_t generation; /* grows with every restart, so that histories are begun anew */
    rb_error error;      /* last refused command, "" if none */
    uint32_t error_count;
    rb_snapshot runs[RB_RUNS_MAX];
    rb_summary summaries[RB_RUNS_MAX];
} rb_frame;

/* One recorded instant of one run. */
typedef struct rb_sample {
    int run;
    uint32_t generation;
    uint64_t tick;
    rb_snapshot snapshot;
} rb_sample;

typedef struct rb_runner_options {
    bool threaded;      /* false: the owner calls rb_runner_pump */
    double sample_time; /* s of simulated time between samples; 0: every tick */
} rb_runner_options;

typedef struct rb_runner rb_runner;

RB_API rb_status rb_runner_create(const rb_scene *scene, rb_runner_options options, rb_runner **out,
                                  rb_error *err);
/* Stops and joins the thread, in the middle of a tick if need be. */
RB_API void rb_runner_destroy(rb_runner *runner);

/* False when the ring is full: try again next frame. */
RB_API bool rb_runner_send(rb_runner *runner, const rb_command *command);

/* The newest frame; valid until the next call. Never NULL, never blocks. */
RB_API const rb_frame *rb_runner_frame(rb_runner *runner);

/* Takes the next recorded sample; false when there is none. */
RB_API bool rb_runner_next_sample(rb_runner *runner, rb_sample *out);

/* Threadless: apply commands, then advance by wall seconds of the owner's clock (at most
   max_ticks). Returns the ticks done. */
RB_API int rb_runner_pump(rb_runner *runner, double wall_seconds, int max_ticks);

RB_END_DECLS

#endif
