/* The event log of a run: events and extremes, located within a step on its interpolant. */
#ifndef RB_SIM_EVENT_LOG_H
#define RB_SIM_EVENT_LOG_H

#include "bodies/ops.h"
#include "rattleback/simulation.h"
#include "sim/interpolant.h"

/* The speeds, rad/s, whose last time is part of the summary. */
#define RB_EVENT_LOG_SLOW 0.1
#define RB_EVENT_LOG_SLOWER 0.01

#define RB_EVENT_LOG_STAND_TIME 0.1 /* s, see event_log_contacts.c */

typedef struct rb_event_log {
    rb_summary summary;
    const rb_body_ops *ops; /* defines "spin" and "speed" of the body */
    bool reverses;
    double scale;        /* largest spin so far; of bodies that do not reverse, at the start */
    double origin, side; /* sign of the spin: of the first one, and of the present one */
    double crossing;     /* time of a zero of the spin that may become a reversal, or NAN */
    double turned_back;  /* angle since that zero, against the present sense, rad */
    double first_zero;   /* of the spin */
    double extreme, extreme_time;
    double above_0p1, above_0p01; /* last time the speed was above; INFINITY while it is */
    double quiet_since;           /* s, since when the speed is below that of rest, or NAN */
    double rested;                /* when that has lasted long enough */
    bool closed[RB_CONTACTS_MAX]; /* contacts */
    double off_since;             /* since when the first contact is open, or NAN */
    double longest_stand;         /* the longest time without it so far, s */
    rb_interpolant_hook *hook;    /* called after every step; may be NULL */
    void *hook_context;
    int fresh_count; /* events not yet passed to the hook */
    rb_event fresh[RB_INTERPOLANT_EVENTS_MAX];
} rb_event_log;

/* f is the right-hand side at y. */
void rb_event_log_begin(rb_event_log *event_log, const rb_body_kind *kind, double t, const double *y,
                        const double *f, double E);

/* What the event log continues from, as numbers for a snapshot. Restoring forgets what happened later. */
#define RB_EVENT_LOG_SAVED 23
void rb_event_log_save(const rb_event_log *event_log, double saved[RB_EVENT_LOG_SAVED]);
void rb_event_log_restore(rb_event_log *event_log, const double saved[RB_EVENT_LOG_SAVED]);
/* From saved numbers: the scale, and the energy at the start. */
void rb_event_log_saved_scales(const double saved[RB_EVENT_LOG_SAVED], double *scale, double *E_initial);

/* The size of the spin at y (of the speed, for bodies without spin). */
double rb_event_log_spin(const rb_body_ops *ops, const double *y);

/* Adds one step. Returns true when the body has come to rest. */
bool rb_event_log_add_step(rb_event_log *event_log, const rb_interpolant *part);

/* After watch has returned true: passes the thresholds not yet passed. Returns the time of rest, s. */
double rb_event_log_rest(rb_event_log *event_log);

/* Puts the extreme so far into the summary. */
void rb_event_log_report_extreme(rb_event_log *event_log);

/* event_log_contacts.c: called by begin and watch. */
void rb_event_log_begin_contacts(rb_event_log *event_log, const double *f);
void rb_event_log_add_step_contacts(rb_event_log *event_log, const rb_interpolant *part);

void rb_event_log_add(rb_event_log *event_log, rb_event_kind kind, int which, double t, double value);
/* Calls the hook with the motion over a step, or at the end of the run (NULL), and with the new events. */
void rb_event_log_report(rb_event_log *event_log, const rb_interpolant *part);

#endif
