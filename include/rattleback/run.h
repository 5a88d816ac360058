/** @file
   Running a scene to its end, for programs that do not show it while it runs (the runner does
   that). The observer is called at its times and at events; observing never changes a bit of the run. */
#ifndef RATTLEBACK_RUN_H
#define RATTLEBACK_RUN_H

#include "rattleback/simulation.h"

RB_BEGIN_DECLS

/** Direction in which a signal crosses the value of a section. */
typedef enum rb_cut_direction {
    RB_CUT_EITHER,  /**< rising or falling */
    RB_CUT_RISING,  /**< from below */
    RB_CUT_FALLING, /**< from above */
} rb_cut_direction;

#define RB_CUT_DRIVE (-2) /**< rb_section_cut.event: once in each period of the drive */

/** A section through a run: an event of the body, a signal crossing a value, or the period of the drive. */
typedef struct rb_section_cut {
    int event;                  /**< event of the body (rb_body_event_name); -1: a signal; RB_CUT_DRIVE */
    const rb_signal *signal;    /**< the signal */
    double value;               /**< the value that it passes */
    rb_cut_direction direction; /**< in which direction */
} rb_section_cut;

/** What an observer is shown, valid during the call. At the time of a step of dp5 or of a tick `now` is
   the simulation's own snapshot, to the bit. In between it is interpolated and projected to the
   constraints: by the dense output of an adaptive method, or by the cubic through two states of dp5 with
   their slopes. The error of the cubic is at most |y''''| h^4/384, far below the error of the integrator.
   (Adaptive methods with `events`: all moments are interpolated, so that they are in the order of time.) */
typedef struct rb_moment {
    const rb_snapshot *now; /**< the instant */
    const rb_event *event;  /**< NULL: an observed time, or the section */
    int64_t index;          /**< of the observed time, from 0; -1: an event or the section */
    bool exact;             /**< the state of a step; else interpolated */
} rb_moment;

/** An observer of a run, and its times. */
typedef struct rb_observer {
    double every;        /**< s: observe at 0, every, 2 every, ...; 0: see times */
    const double *times; /**< s, increasing: observe at these; NULL: none */
    int time_count;      /**< how many there are */
    /** Also observe every event at its time. A reversal is shown when it is confirmed, after the new spin
       has grown. */
    bool events;
    /** Also observe where this signal crosses its value; NULL: nowhere. Jumps, and two crossings within
       one step, are not detected. */
    const rb_section_cut *section;
    /** Called in the order of time. Returns whether to continue; false ends the run after the current
       step. NULL: nothing is observed. */
    bool (*observe)(void *context, const rb_moment *moment);
    /** Called before every step, also within adaptive steps, with the simulated time; must be fast. True
       ends the run at once. May be NULL. */
    bool (*cancelled)(void *context, double t);
    void *context; /**< of both */
} rb_observer;

/** Returns an observer that observes nothing: no times, no events, no functions. */
RB_API rb_observer rb_default_observer(void);

/** Result of a run. */
typedef struct rb_run_result {
    rb_summary summary; /**< end_reason: why it ended; wall_seconds: its duration */
    rb_snapshot last;   /**< its last instant */
} rb_run_result;

/** Runs the scene until the time (s; the nearest step), rest, lift-off, divergence, or the observer
   ends it. observer and out may be NULL. Allocates the simulation and nothing else. */
RB_API rb_status rb_run(const rb_scene *scene, double until, const rb_observer *observer, rb_run_result *out,
                        rb_error *err);

/** The same with an existing simulation, from its current state; replaces its interrupt. Earlier observed
   times are skipped. */
RB_API void rb_run_simulation(rb_simulation *sim, double until, const rb_observer *observer,
                              rb_run_result *out);

/** Options of a batch of runs. */
typedef struct rb_batch {
    double until; /**< s, for each of them */
    /** Largest number of runs in the vector registers of a core; 0: as many as possible. Changes the
       speed, but no bit of a result. */
    int lanes;
    /** Called about every millisecond of work; must be fast. True ends the batch: running runs end as
       "interrupted", the others are not started (rhs_evaluations = 0). May be NULL. */
    bool (*cancelled)(void *context);
    /** Called for each run that has ended, in any order. May be NULL. */
    void (*finished)(void *context, int index);
    void *context; /**< of both */
} rb_batch;

/** Returns a batch that runs each scene until `until`, s, with as many lanes as the machine has. */
RB_API rb_batch rb_default_batch(double until);

/** Runs many scenes in the calling thread, each as rb_run does without an observer: summaries[i] is the
   same in every bit except for wall_seconds, the time from start to end of that run, shared with other
   runs. All scenes are checked before the first one runs. Runs of one kind (body, laws) are computed
   together in vector registers, if their kind supports it (dp5 only). */
RB_API rb_status rb_run_batch(const rb_scene *scenes, int count, const rb_batch *batch, rb_summary *summaries,
                              rb_error *err);

RB_END_DECLS

#endif
