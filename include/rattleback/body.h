/** @file
   Kinds of bodies: what can be simulated. A row says what a kind of body is, what can be set and what
   can be observed of it. body_ops.h has the functions behind it, with which a program adds a kind of its
   own; examples/own_body.c is one.

   The table is filled before the first simulation and only read afterwards, so that all functions here
   but rb_body_kind_register may be called from any thread. */
#ifndef RATTLEBACK_BODY_H
#define RATTLEBACK_BODY_H

#include <string.h>

#include "rattleback/param.h"

RB_BEGIN_DECLS

struct rb_body_ops;
struct rb_signal_table;
struct rb_outcome;

#define RB_CONTACTS_MAX 2   /**< contacts of one body at most */
#define RB_ENERGY_MAX 12    /**< parts of a body's energy at most */
#define RB_BODY_OUTCOMES 16 /**< outcomes of a body's own at most */

/** Properties that some kinds have and others do not. Rows of other tables name what they need. */
typedef enum rb_trait {
    RB_TRAIT_SPINS = 1 << 0,         /**< turns freely: it has an angular velocity, omega3 its spin */
    RB_TRAIT_REVERSES = 1 << 1,      /**< its spin may change sign and stay so */
    RB_TRAIT_INVERTS = 1 << 2,       /**< touches with two spheres, and may stand up on the second */
    RB_TRAIT_SLIDES = 1 << 3,        /**< lies on the floor: sliding, drilling and rolling friction act */
    RB_TRAIT_DIMENSIONLESS = 1 << 4, /**< its numbers have no dimension, its time included */
    RB_TRAIT_STICKS = 1 << 5,        /**< friction may hold it, anywhere within the law's limit curve */
} rb_trait;

/** A part of a body's energy: a row of rb_body_kind.energy. The parts that the body still has come
   first, then the parts that were lost. Together they add up to the energy at the start. */
typedef struct rb_energy_part {
    const char *signal; /**< the signal that shows it: "W_slide" */
    const char *name;   /**< for people: "sliding" */
    bool lost;          /**< dissipated or given away */
    size_t offset;      /**< of a double in rb_snapshot, J */
    bool given;         /**< work from outside, such as a belt's; neither lost nor kept */
    /** Belongs to one loss together with the part before, as sliding and drilling do. Under a pressure
       that rolling distorts one of them may be negative; their sum may not. */
    bool shares;
} rb_energy_part;

/** A kind of body: one row of the table. Begin with rb_default_body_kind. Texts and tables are not
   copied and must stay valid. */
typedef struct rb_body_kind {
    size_t size;           /**< sizeof(rb_body_kind), set by rb_default_body_kind: the version */
    const char *id;        /**< as in files: "celt", of [a-z0-9._-] */
    const char *name;      /**< for people: "Celt (rattleback)" */
    const char *help;      /**< one line for people */
    rb_param_table params; /**< shape and inertia; may be empty */
    rb_param_table start;  /**< initial state; may be empty */
    const char *spin;      /**< name of the start value that is the spin; NULL: none */
    unsigned traits;       /**< a sum of rb_trait */
    /** Its columns, in order, after the time and before the error: tables up to a NULL. */
    const struct rb_signal_table *const *signals;
    /** Where its energy is and where it went, at most RB_ENERGY_MAX parts. The first one is counted
       from its lowest value. */
    const rb_energy_part *energy;
    int energy_count; /**< how many parts */
    /** Outcomes of its runs besides those that all bodies have (outcomes.h), read from
       rb_summary.own. */
    const struct rb_outcome *outcomes;
    int outcome_count;         /**< how many */
    const char *measure;       /**< the signal that comparisons of runs use */
    const char *phase[2];      /**< signals of a phase plot, across and up; NULL: measure for both */
    const char *section;       /**< the event whose states make a Poincaré map; NULL: it has none */
    const char *map[2];        /**< signals that are a point of such a map; NULL: those of phase */
    const char *last_point[2]; /**< signals that keep the last point of the map; NULL: none */
    const char *contacts[RB_CONTACTS_MAX]; /**< names of the contacts, if there are several */
    const struct rb_body_ops *ops;         /**< its equations (body_ops.h) */
} rb_body_kind;

/** Returns the number of kinds: the built-in ones, then those that the program has added. */
RB_API int rb_body_kind_count(void);
/** Returns the kind at index, 0 to rb_body_kind_count() - 1; NULL for another index. */
RB_API const rb_body_kind *rb_body_kind_at(int index);
/** Returns the kind with this id; NULL if there is none. */
RB_API const rb_body_kind *rb_body_kind_find(const char *id);

/** Returns true if the kind has all of these traits. */
static inline bool rb_body_has(const rb_body_kind *kind, unsigned traits) {
    return (kind->traits & traits) == traits;
}

/** Returns the unit as it applies to this kind: "" for all but angles where numbers have no dimension. */
static inline const char *rb_body_unit(const rb_body_kind *kind, const char *unit) {
    return rb_body_has(kind, RB_TRAIT_DIMENSIONLESS) && strcmp(unit, "rad") != 0 ? "" : unit;
}

/** Returns the name of one of the body's own events; NULL for an event that has no name or does not
   exist. */
RB_API const char *rb_body_event_name(const rb_body_kind *kind, int which);

#define RB_BODY_KINDS_MAX 16 /**< kinds of bodies at most, those of the program included */

/** Returns a row with size set and everything else empty. */
RB_API rb_body_kind rb_default_body_kind(void);

/** Adds a kind of the program's own to the table, after the built-in ones. The row and its ops are
   copied: rb_body_kind_find(id) returns the copy, in which optional functions have their defaults. Call
   it at the start of a program: from one thread, before the first scene is read and before the first
   simulation is created. Returns RB_ERR_INPUT, with the reason in err, for an id that is taken, an
   incomplete row, a row of a newer version than this library's, a full table, and when it is too late. */
RB_API rb_status rb_body_kind_register(const rb_body_kind *kind, rb_error *err);

RB_END_DECLS

#endif
