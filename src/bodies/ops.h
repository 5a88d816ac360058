/* What a body must be able to do: the contract between src/bodies and everything built on it. A
   simulation knows of its body's state that it is state_count doubles, and what is said here. */
#ifndef RB_BODIES_OPS_H
#define RB_BODIES_OPS_H

#include "bodies/model.h"
#include "math/ode.h"
#include "rattleback/energy.h"
#include "rattleback/look.h"
#include "rattleback/outcomes.h"
#include "rattleback/scene.h"
#include "rattleback/snapshot.h"

/* What the ledger of a run follows, as places in the state; -1: the body has none. */
typedef struct rb_body_follows {
    int spin; /* the velocity whose size tells how much motion is left (RB_TRAIT_REVERSES: and whose
                 sign may change) */
    /* The velocities whose root of squares is the body's speed. Its embedded error is watched. */
    int speed, speed_count;
    double slow; /* a spin or speed that still counts as one when errors are measured by it */
    /* Behind the derivatives: the normal force, and the gap of each of RB_CONTACTS_MAX contacts
       (m; INFINITY where there is none). */
    int N, gap;
} rb_body_follows;

/* A body is at rest once its speed has stayed below `speed` for `time`. Where the step is too large
   for the motion near rest, an explicit method chatters for ever at a small speed: there the body
   rests once what is left cannot be told from chatter. Times of 0: it never rests. */
typedef struct rb_rest_rule {
    double speed, time;               /* the step resolves what is left */
    double coarse_speed, coarse_time; /* it does not */
} rb_rest_rule;

/* When an event happens, by the sign of its function g. */
typedef enum rb_crossing {
    RB_CROSS_HOLD,    /* the present equations hold only while g > 0 */
    RB_CROSS_FALLING, /* g was above 0 before the step and is not after it */
    RB_CROSS_RISING,  /* g was below 0 before the step and is not after it */
} rb_crossing;

typedef struct rb_body_event {
    const char *name; /* for the timeline; NULL: not told */
    rb_crossing crossing;
    bool ends;  /* the run, as a lift-off, with the state before the step; else it is crossed */
    int probes; /* within a step, evenly spread: a g that dips and comes back is found there */
} rb_body_event;

#define RB_BODY_EVENTS_MAX 8

/* Only functions marked so may be NULL. */
typedef struct rb_body_ops {
    int state_count; /* doubles that are integrated; right-hand sides may leave more behind them */
    /* Components that any right-hand side depends on, from `first`; the others (place on the floor,
       works) follow without acting back. A count of 0: all. */
    struct {
        int first, count;
    } coupled;
    /* From there on only events change components, and no right-hand side sees them. 0: none such. */
    int moving;
    double longest_leg; /* of an adaptive method, s; 0: a tenth of a second */
    double bound;       /* a state whose components add up to more is nonsense; 0: 1e6 */
    rb_body_follows follows;
    rb_rest_rule rest;
    const rb_body_event *events;
    int event_count;

    /* What no single range tells of the body's part of a scene, whose ranges are right. NULL:
       nothing. */
    rb_status (*check)(const rb_scene *scene, const char *where, rb_error *err);
    /* Does the friction law fit? On failure the reason is in err. NULL: all do. */
    rb_status (*law_fits)(const rb_scene *scene, const rb_friction_law *law, rb_error *err);
    /* Half of how high it is, m: no arm of rolling resistance may be longer. NULL: any may. */
    double (*half_height)(const double *body);
    /* From the body's values what the equations need; the rest of the model is there already. */
    void (*prepare)(const double *body, rb_model *model);
    void (*start)(const double *start, const rb_model *model, double *y);

    rb_rhs rhs;
    /* The same where N has to be searched for (model->seeks_N), which begins near a guess (0: as rhs
       does): sooner there, as good, and with other last bits. NULL: N is never searched for. */
    void (*rhs_near)(const rb_model *model, const double *y, double N_guess, double *dydt);
    rb_jacobian jacobian;
    /* What counts as one in each component, for error control. Not from the state: going on from a
       snapshot must not see it. */
    void (*scale)(const rb_model *model, double *scale);
    /* Puts the state back on its constraints and returns the gap (m) that had opened. Invisible to
       rhs, so that FSAL stays exact. NULL: there are none. */
    double (*project)(const rb_model *model, double *y);
    /* Makes the state fit a model that was edited, where steps keep it so. NULL: it does. */
    void (*refit)(const rb_model *model, double *y);
    /* A length that a first leg from y may well have, s, f being the right-hand side there: error
       control finds out by trying, which is dear where the motion is fast for a moment. NULL: not
       known. */
    double (*pace)(const rb_model *model, const double *y, const double *f);
    /* Is a fixed step with this embedded error to be made again in halves? NULL: never. */
    bool (*rough)(const rb_model *model, const double *error);
    /* The longest explicit step that follows the motion, s, known before the run from the model
       alone, and what it is that cannot be followed by longer ones. NULL: nothing is known. */
    double (*longest_step)(const rb_model *model, const char **what);

    /* The functions of all events at y, f being the right-hand side there; and what happens to the
       state where one of them does. NULL without events. */
    void (*event_values)(const rb_model *model, const double *y, const double *f, double *g);
    void (*cross)(const rb_model *model, int event, double *y);
    /* The rates of change of these functions along the motion, NAN where one is not known: adaptive
       methods find by it what dips within a step. NULL: none is known. */
    void (*event_rates)(const rb_model *model, const double *y, const double *f, double *rates);

    /* Nothing but its speed keeps the body from resting (NULL: nothing ever does), and the state of
       rest from here. NULL if it never rests. */
    bool (*settled)(const double *y);
    void (*stop)(double *y);
    /* A push by hand: adds an angular velocity, body axes. NULL: nothing happens. */
    void (*flick)(const rb_model *model, rb_vec3 delta_omega, double *y);
    /* What a hand changed between two snapshots is no loss: balances kept in the state get it.
       NULL: there are none. */
    void (*rebook)(const rb_snapshot *before, const rb_snapshot *after, double *y);

    void (*observe)(const rb_model *model, const double *y, rb_snapshot *out);
    /* What the opening or closing of a contact is told with: its inclination, rad. NULL: nothing. */
    double (*inclination)(const double *y);
    /* What is seen of it (out is all zeros; values may be anything), and what else stands or moves
       around it at one moment, world axes, at most RB_PARTS_MAX parts. NULL: nothing. */
    void (*look)(const double *body, const double *start, rb_body_look *out);
    int (*surroundings)(const double *body, const rb_snapshot *snapshot, rb_part *parts);
    /* The mirror image of the body's and the start's values (either may be NULL), in a plane that
       holds axis 3. NULL: nobody has said how. */
    void (*mirror)(double *body, double *start);
} rb_body_ops;

static inline double rb_body_project(const rb_model *model, double *y) {
    return model->ops->project != NULL ? model->ops->project(model, y) : 0;
}

static inline void rb_body_refit(const rb_model *model, double *y) {
    if (model->ops->refit != NULL) {
        model->ops->refit(model, y);
    }
}

/* How many components steps change. */
static inline int rb_body_moving(const rb_body_ops *ops) {
    return ops->moving > 0 ? ops->moving : ops->state_count;
}

/* From now on no kind can be registered any more. */
void rb_body_kinds_close(void);

/* The rows of the table in kinds.c. */
extern const rb_body_kind rb_body_celt; /* celt.c */
extern const rb_body_kind rb_body_top;  /* top.c */
extern const rb_body_kind rb_body_disk; /* disk_table.c */

#endif
