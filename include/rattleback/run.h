/** @file
   Running a scene to its end: the one loop around a simulation for everything that does not show it
   while it runs (the runner does that). The observer is called at the times it asks for and at
   events; looking never changes the run by a bit. */
#ifndef RATTLEBACK_RUN_H
#define RATTLEBACK_RUN_H

#include "rattleback/simulation.h"

RB_BEGIN_DECLS

/** In which direction a signal passes the value of a section. */
typedef enum rb_cut_direction {
    RB_CUT_EITHER,  /**< rising or falling */
    RB_CUT_RISING,  /**< from below */
    RB_CUT_FALLING, /**< from above */
} rb_cut_direction;

/** A section through a run: an event of the body's own, or the passage of a signal through a value. */
typedef struct rb_section_cut {
    int event;                  /**< of the body's own (rb_body_event_name); -1: a signal */
    const rb_signal *signal;    /**< the signal */
    double value;               /**< the value that it passes */
    rb_cut_direction direction; /**< in which direction */
} rb_section_cut;

/** What an observer is shown, valid during the call. At the time of a step of dp5 or of a tick `now` is
   the simulation's own snapshot, to the bit. In between it is interpolated and put back on the
   constraints: by the continuous extension of an adaptive method, or by the cubic through two states
   of dp5 with their rates of change, off by at most |y''''| h^4/384, far below what the integrator
   itself is off by at any step that is not too large. (Adaptive methods with `events`: all of them
   are interpolated, so that they come in order.) */
typedef struct rb_moment {
    const rb_snapshot *now; /**< the instant */
    const rb_event *event;  /**< NULL: an observed time, or the section */
    int64_t index;          /**< of the observed time, from 0; -1: an event or the section */
    bool exact;             /**< a step's own; else interpolated */
} rb_moment;

/** Who watches a run, and when. */
typedef struct rb_observer {
    double every;        /**< s: observe at 0, every, 2 every, ...; 0: see times */
    const double *times; /**< s, rising: observe at these; NULL: at none */
    int time_count;      /**< how many there are */
    /** Observe every event, too, at its own time; a reversal is known only later, when the spin
       that follows has grown: it is shown when it is known. */
    bool events;
    /** Observe where this signal passes its value, too; NULL: nowhere. A jump past it is no passage,
       and two passages within one step are none. */
    const rb_section_cut *section;
    /** Called in the order of time. Returns whether to continue; else the run ends with the step under
       way. NULL: nothing is observed. */
    bool (*observe)(void *context, const rb_moment *moment);
    /** Asked before every step, and those within a step, with the simulated time: to be answered
       quickly. True ends the run at once. May be NULL. */
    bool (*cancelled)(void *context, double t);
    void *context; /**< of both */
} rb_observer;

/** Returns an observer that observes nothing: no times, no events, no functions. */
RB_API rb_observer rb_default_observer(void);

/** What is left of a run. */
typedef struct rb_run_result {
    rb_summary summary; /**< end_reason says why it ended, wall_seconds how long it took */
    rb_snapshot last;   /**< its last instant */
} rb_run_result;

/** Runs the scene until the time (s; the nearest step), rest, lift-off, divergence, or the observer
   ends it. observer and out may be NULL. Allocates the simulation and nothing else. */
RB_API rb_status rb_run(const rb_scene *scene, double until, const rb_observer *observer, rb_run_result *out,
                        rb_error *err);

/** The same with an existing simulation, from its current state; its interrupt is taken. Observed times
   before that are passed over. */
RB_API void rb_run_simulation(rb_simulation *sim, double until, const rb_observer *observer,
                              rb_run_result *out);

/** How many runs are made at once, and until when. */
typedef struct rb_batch {
    double until; /**< s, for each of them */
    /** Runs side by side in the vector registers of a core, at most; 0: as many as this machine has
       room for. It changes the time that is needed, and no bit of a result. */
    int lanes;
    /** Asked about every millisecond of work: to be answered quickly. True ends the batch: runs under
       way end as "interrupted", the others are not begun (rhs_evaluations = 0). May be NULL. */
    bool (*cancelled)(void *context);
    /** Called for each run that has ended, in any order. May be NULL. */
    void (*finished)(void *context, int index);
    void *context; /**< of both */
} rb_batch;

/** Returns a batch that runs each scene until `until`, s, with as many lanes as the machine has. */
RB_API rb_batch rb_default_batch(double until);

/** Runs many scenes in the calling thread, each as rb_run does without an observer: summaries[i] is
   the same in every bit except for wall_seconds, the time from the begin to the end of that run, which
   others may have shared. All scenes are checked before the first one runs. Runs of one kind (body,
   laws) are made side by side where these have a version for vector registers (dp5 only). */
RB_API rb_status rb_run_batch(const rb_scene *scenes, int count, const rb_batch *batch, rb_summary *summaries,
                              rb_error *err);

RB_END_DECLS

#endif
