/** @file
   Kinds of bodies: what can be simulated. A row says what a kind of body is, what can be set, what
   can be seen of it, and how a viewer begins to show it; the equations behind it are private to
   src/bodies. */
#ifndef RATTLEBACK_BODY_H
#define RATTLEBACK_BODY_H

#include <string.h>

#include "rattleback/param.h"

RB_BEGIN_DECLS

struct rb_body_ops;
struct rb_signal_table;
struct rb_energy_part;
struct rb_outcome;

#define RB_CONTACTS_MAX 2   /**< contacts of one body at most */
#define RB_BODY_PLOTS 3     /**< plots that one begins with at most */
#define RB_BODY_LANES 4     /**< lanes of the timeline at most */
#define RB_ENERGY_MAX 12    /**< parts of a body's energy at most */
#define RB_BODY_OUTCOMES 16 /**< outcomes of a body's own at most */

/** What some kinds do and others do not; rows of other tables name what they need. */
typedef enum rb_trait {
    RB_TRAIT_SPINS = 1 << 0,    /**< turns freely: it has an angular velocity, omega3 its spin */
    RB_TRAIT_REVERSES = 1 << 1, /**< its spin may change sign and stay so */
    RB_TRAIT_INVERTS = 1 << 2,  /**< touches with two spheres, and may stand up on the second */
    RB_TRAIT_SLIDES = 1 << 3,   /**< lies on the floor: friction slides, drills and rolls there */
    RB_TRAIT_DIMENSIONLESS = 1 << 4, /**< its numbers have no dimension, its time included */
    RB_TRAIT_STICKS = 1 << 5, /**< friction may hold it, anywhere within the law's limit curve */
} rb_trait;

/** A lane of the timeline: filled while the signal is above zero. */
typedef struct rb_body_lane {
    const char *name;   /**< "stem" */
    const char *signal; /**< "N_small" */
    const char *help;   /**< "when the stem touches the floor" */
} rb_body_lane;

/** A kind of body. */
typedef struct rb_body_kind {
    const char *id;        /**< "celt" */
    const char *name;      /**< "Celt (rattleback)" */
    const char *help;      /**< one line for people */
    rb_param_table params; /**< shape and inertia */
    rb_param_table start;  /**< initial state */
    const char *spin;      /**< which of the start values is the spin; NULL: none */
    unsigned traits;       /**< rb_trait */
    /** Its columns, in order, after the time and before the error: tables up to a NULL. */
    const struct rb_signal_table *const *signals;
    /** Where its energy is and where it went (energy.h), at most RB_ENERGY_MAX parts. The first one
       is counted from its lowest value. */
    const struct rb_energy_part *energy;
    int energy_count; /**< how many parts */
    /** What its runs are remembered by besides what all are (outcomes.h), read from rb_summary.own. */
    const struct rb_outcome *outcomes;
    int outcome_count;                   /**< how many */
    const char *measure;                 /**< the signal by which runs are told apart */
    const char *plots[RB_BODY_PLOTS][2]; /**< signals of the plots one begins with */
    const char *phase[2];                /**< of a plot of one against the other: across, up */
    const char *section; /**< the event whose states make a Poincaré map; NULL: it has none */
    const char *map[2];  /**< signals that are a point of such a map; NULL: those of phase */
    const char *last_point[2]; /**< signals that keep the last point of the map; NULL: none */
    double pace;               /**< units of its time that pass in a second to be watched; 0: one */
    rb_body_lane lanes[RB_BODY_LANES];     /**< of the timeline; an empty name ends them */
    const char *contacts[RB_CONTACTS_MAX]; /**< their names, if it has more than one */
    const struct rb_body_ops *ops;         /**< its equations, private to the library */
} rb_body_kind;

/** How many kinds of bodies there are. */
RB_API int rb_body_kind_count(void);
/** The kind at index, 0 to one less than there are. */
RB_API const rb_body_kind *rb_body_kind_at(int index);
/** The kind with this id; NULL if there is none. */
RB_API const rb_body_kind *rb_body_kind_find(const char *id);

/** Does the kind have all of these traits? */
static inline bool rb_body_has(const rb_body_kind *kind, unsigned traits) {
    return (kind->traits & traits) == traits;
}

/** The unit as it holds for this kind: none but angles' where numbers have no dimension. */
static inline const char *rb_body_unit(const rb_body_kind *kind, const char *unit) {
    return rb_body_has(kind, RB_TRAIT_DIMENSIONLESS) && strcmp(unit, "rad") != 0 ? "" : unit;
}

/** The name of one of the body's own events; NULL where it has none to tell. */
RB_API const char *rb_body_event_name(const rb_body_kind *kind, int which);

#define RB_BODY_KINDS_MAX 16 /**< kinds of bodies at most, the program's own included */

/** Adds a row of the program's own to the table, behind the built-in ones; the row must stay where
   it is. For the start of a program: from one thread, before the first simulation and before the
   first scene is read, so that the table is the same for all of them and nothing changes under way.
   Refused are an id that is taken, a row that is not whole, and whatever comes too late. */
RB_API rb_status rb_body_kind_register(const rb_body_kind *kind, rb_error *err);

RB_END_DECLS

#endif
