/* Fills snapshots. Everything in a snapshot follows from the scene and the run state, to the same bits: a
   record keeps run states only. */
#ifndef RB_SIM_OBSERVATION_H
#define RB_SIM_OBSERVATION_H

#include "bodies/ops.h"
#include "sim/checkpoint.h"
#include "sim/event_log.h"
#include "sim/stepper.h"

/* The layout of rb_run_state.numbers. */
enum {
    RB_STATE_T0,
    RB_STATE_STEP0,
    RB_STATE_H,
    RB_STATE_OWN_COUNT,
    RB_STATE_STEPPER = 0,
    RB_STATE_OWN = RB_STATE_STEPPER + RB_STEPPER_SAVED,
    RB_STATE_EVENT_LOG = RB_STATE_OWN + RB_STATE_OWN_COUNT,
};
_Static_assert((int)RB_STATE_EVENT_LOG + RB_EVENT_LOG_SAVED == RB_STATE_NUMBERS,
               "a run state holds all of them");

typedef struct rb_observation {
    const rb_model *model;
    const rb_body_kind *body;
    bool adaptive; /* the method chooses its step size */
    bool advised;  /* rb_scene_advice finds the step too large */
    rb_phase phase;
    uint64_t step;
    double error;     /* from the stepper */
    double spin;      /* rb_event_log_spin */
    double scale;     /* from the event log */
    double E_initial; /* from the event log */
} rb_observation;

/* Computes the part of a snapshot that the body fills at y; the rest is zero. */
void rb_observation_of_body(const rb_model *model, const double *y, rb_snapshot *out);
/* Is there more motion left than the chatter of explicit methods near rest? */
bool rb_observation_spins(const rb_observation *observation);
/* Is the fixed step too large for the motion? */
bool rb_observation_step_too_large(const rb_observation *observation);
/* All of a snapshot. */
void rb_observation_fill(const rb_observation *observation, double t, const double *y, rb_snapshot *out);

/* Rebuilds snapshots of one scene. Must not be copied or moved. */
typedef struct rb_recall {
    rb_model model;
    rb_body_ops driven; /* functions of the model on a moving base; a recorded motion is not known here */
    const rb_body_kind *body;
    bool adaptive, advised;
} rb_recall;

void rb_recall_prepare(rb_recall *recall, const rb_scene *scene);
/* The snapshot at that instant. */
void rb_recall_snapshot(const rb_recall *recall, const rb_run_state *state, rb_snapshot *out);

/* outcomes.c: returns why a run in this phase has ended; RB_END_RUNNING: it has not. */
rb_end_reason rb_phase_end_reason(rb_phase phase);

#endif
