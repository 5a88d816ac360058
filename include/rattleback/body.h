/** @file
   Kinds of bodies. A row describes a kind: its parameters, signals and equations. body_ops.h has
   its functions, with which a program can add a kind (examples/own_body.c). The table is filled before
   the first simulation and read-only afterwards, so all functions here except rb_body_kind_register may
   be called from any thread. */
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
#define RB_BODY_OUTCOMES 16 /**< outcomes of one body at most */

/** Properties of some kinds. Rows of other tables state which ones they need. */
typedef enum rb_trait {
    RB_TRAIT_SPINS = 1 << 0,         /**< rotates freely: has an angular velocity, omega3 is its spin */
    RB_TRAIT_REVERSES = 1 << 1,      /**< its spin may reverse */
    RB_TRAIT_INVERTS = 1 << 2,       /**< has two contact spheres, and may stand up on the second */
    RB_TRAIT_SLIDES = 1 << 3,        /**< lies on the floor: sliding, drilling and rolling friction act */
    RB_TRAIT_DIMENSIONLESS = 1 << 4, /**< its quantities are dimensionless, including time */
    RB_TRAIT_STICKS = 1 << 5,        /**< may stick, within the limit curve of the friction law */
} rb_trait;

/** A part of a body's energy: a row of rb_body_kind.energy. The stored parts come first, then the lost
   ones. They add up to the initial energy. */
typedef struct rb_energy_part {
    const char *signal; /**< the signal that contains it: "W_slide" */
    const char *name;   /**< for people: "sliding" */
    bool lost;          /**< dissipated */
    size_t offset;      /**< of a double in rb_snapshot, J */
    bool given;         /**< work from outside, such as that of a belt; neither lost nor stored */
    /** Forms one loss together with the part before, such as sliding and drilling. If rolling distorts the
       pressure, one of them may be negative; their sum may not. */
    bool shares;
} rb_energy_part;

/** A kind of body: one row of the table. Initialise it with rb_default_body_kind. Texts and tables are not
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
    /** The parts of its energy, at most RB_ENERGY_MAX. The first is relative to its minimum. */
    const rb_energy_part *energy;
    int energy_count; /**< how many parts */
    /** Outcomes of its runs besides those that all bodies have (outcomes.h), read from
       rb_summary.own. */
    const struct rb_outcome *outcomes;
    int outcome_count;                     /**< how many */
    const char *measure;                   /**< the signal for comparisons of runs */
    const char *phase[2];                  /**< signals of a phase plot, x and y; NULL: measure for both */
    const char *section;                   /**< the event that defines its Poincaré map; NULL: none */
    const char *map[2];                    /**< signals of a point of the map; NULL: those of phase */
    const char *last_point[2];             /**< signals that contain the last point of the map; NULL: none */
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

/** Returns the unit for this kind: "" for all but angles if its quantities are dimensionless. */
static inline const char *rb_body_unit(const rb_body_kind *kind, const char *unit) {
    return rb_body_has(kind, RB_TRAIT_DIMENSIONLESS) && strcmp(unit, "rad") != 0 ? "" : unit;
}

/** Returns the name of one of the body's own events; NULL for an event that has no name or does not
   exist. */
RB_API const char *rb_body_event_name(const rb_body_kind *kind, int which);

#define RB_BODY_KINDS_MAX 16 /**< kinds of bodies at most, including those of the program */

/** Returns a row with size set and everything else empty. */
RB_API rb_body_kind rb_default_body_kind(void);

/** Adds a user-defined kind to the table, after the built-in ones. The row and its ops are copied:
   rb_body_kind_find(id) returns the copy, in which optional functions have their defaults. Call it at the
   start of a program: from one thread, before the first scene is read and before the first simulation is
   created. Returns RB_ERR_INPUT, with the reason in err, for an id that is in use, an incomplete row, a
   row of a newer version than this library, a full table, and after the first simulation. */
RB_API rb_status rb_body_kind_register(const rb_body_kind *kind, rb_error *err);

RB_END_DECLS

#endif
