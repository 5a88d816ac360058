/* The event log of a run: events and extremes, located within a step on its interpolant. */
#ifndef RB_SIM_EVENT_LOG_H
#define RB_SIM_EVENT_LOG_H

#include "bodies/ops.h"
#include "rattleback/simulation.h"
#include "sim/interpolant.h"

/* Speeds, rad/s: the summary contains the last times at which the body was faster. */
#define RB_EVENT_LOG_SLOW 0.1
#define RB_EVENT_LOG_SLOWER 0.01

#define RB_EVENT_LOG_STAND_TIME 0.1 /* s, see event_log_contacts.c */

typedef struct rb_event_log {
    rb_summary summary;
    const rb_body_ops *ops; /* defines "spin" and "speed" of the body */
    bool reverses;
    double scale;        /* largest spin so far; initial spin for bodies that do not reverse */
    double origin, side; /* sign of the first spin, sign of the present spin */
    double crossing;     /* s, zero of the spin that may become a reversal; NAN: none */
    double turned_back;  /* rad, angle turned against the present sense since that zero */
    double first_zero;   /* s, first zero of the spin; NAN: none */
    double extreme, extreme_time;
    double above_0p1, above_0p01;    /* s, last time the speed was above; INFINITY: it still is */
    double quiet_since;              /* s, since when the speed is below the limit of rest; NAN: it is not */
    double rested;                   /* s, when that will have lasted long enough */
    bool closed[RB_CONTACTS_MAX];    /* contacts that are closed */
    double off_since;                /* s, since when the first contact is open; NAN: it is closed */
    double longest_stand;            /* s, longest time with the first contact open */
    rb_interpolant_hook *hook;       /* called after every step; may be NULL */
    rb_crossing_hook *crossing_hook; /* called before every crossing; may be NULL */
    void *hook_context;
    int fresh_count; /* events not yet passed to the hook */
    rb_event fresh[RB_INTERPOLANT_EVENTS_MAX];
} rb_event_log;

/* Starts a log at t, y. f is the right-hand side there, E the energy, J. */
void rb_event_log_begin(rb_event_log *event_log, const rb_body_kind *kind, double t, const double *y,
                        const double *f, double E);

/* Saves what is needed to continue, as numbers of a snapshot. Restoring removes later events. */
#define RB_EVENT_LOG_SAVED 23
void rb_event_log_save(const rb_event_log *event_log, double saved[RB_EVENT_LOG_SAVED]);
void rb_event_log_restore(rb_event_log *event_log, const double saved[RB_EVENT_LOG_SAVED]);
/* Reads the scale and the initial energy from saved numbers. */
void rb_event_log_saved_scales(const double saved[RB_EVENT_LOG_SAVED], double *scale, double *E_initial);

/* Returns the absolute spin at y; the speed for bodies without spin. */
double rb_event_log_spin(const rb_body_ops *ops, const double *y);

/* Adds one step. Returns true when the body has come to rest. */
bool rb_event_log_add_step(rb_event_log *event_log, const rb_interpolant *part);

/* Call after rb_event_log_add_step has returned true: completes the threshold times. Returns the time of
   rest, s. */
double rb_event_log_rest(rb_event_log *event_log);

/* Writes the extreme so far to the summary. */
void rb_event_log_report_extreme(rb_event_log *event_log);

/* event_log_contacts.c: called by rb_event_log_begin and rb_event_log_add_step. */
void rb_event_log_begin_contacts(rb_event_log *event_log, const double *f);
void rb_event_log_add_step_contacts(rb_event_log *event_log, const rb_interpolant *part);

void rb_event_log_add(rb_event_log *event_log, rb_event_kind kind, int which, double t, double value);
/* Calls the hook with the motion over a step (NULL: the run has ended) and the new events. */
void rb_event_log_report(rb_event_log *event_log, const rb_interpolant *part);

#endif
