/** @file
   Outcomes: the numbers that describe a run, as a table. Summaries, comparisons and lists use this
   table. */
#ifndef RATTLEBACK_OUTCOMES_H
#define RATTLEBACK_OUTCOMES_H

#include "rattleback/simulation.h"

RB_BEGIN_DECLS

/** Flags of an outcome. */
enum {
    RB_OUTCOME_COMPARED = 1 << 0, /**< a column in tables that compare runs */
    RB_OUTCOME_YES_NO = 1 << 1,   /**< 1 or 0 */
    RB_OUTCOME_WHOLE = 1 << 2,    /**< a count */
    RB_OUTCOME_SMALL = 1 << 3,    /**< printed with a power of ten */
    RB_OUTCOME_MACHINE = 1 << 4,  /**< depends on the machine, not on the scene */
};

/** An outcome: one row of the table. */
typedef struct rb_outcome {
    const char *name;                          /**< JSON key, CSV column: "first_reversal_time" */
    const char *title;                         /**< head of a column of a table: "reversal" */
    const char *symbol;                        /**< "t_rev" */
    const char *unit;                          /**< SI; "" for a pure number */
    const char *help;                          /**< one line for people */
    int decimals;                              /**< in tables */
    unsigned flags;                            /**< RB_OUTCOME_... */
    unsigned traits;                           /**< rb_trait: of the bodies it belongs to */
    double (*read)(const rb_summary *summary); /**< rb_outcome_value calls it */
} rb_outcome;

#define RB_OUTCOMES_MAX 128 /**< outcomes of one body at most */

#define RB_OUTCOMES_ADDED_MAX 16 /**< outcomes that a program may add */

/** Adds a user-defined outcome: from then on summaries, tables, studies and comparisons have it, for all
   bodies with its traits. read must be a pure function of the summary. The row is not copied and must
   stay. Call it at the start of the program, from one thread, before the first simulation is created. Returns
   RB_ERR_INPUT, with the reason in err and nothing changed, for NULL, an incomplete row, a name that is in
   use or not of [A-Za-z0-9_], a full table, and after the first simulation. */
RB_API rb_status rb_outcome_register(const rb_outcome *outcome, rb_error *err);

/** Returns the number of outcomes: those of all bodies, those of each kind, those that the program added. */
RB_API int rb_outcome_count(void);
/** Returns the outcome at index, 0 to rb_outcome_count() - 1. */
RB_API const rb_outcome *rb_outcome_at(int index);
RB_API const rb_outcome *rb_outcome_find(const char *name); /**< the first; NULL if there is none */
/** Returns the name of the outcome at index; NULL beyond the end of the table. */
RB_API const char *rb_outcome_name(int index);
/** Does the outcome apply to this kind of body? */
RB_API bool rb_outcome_fits(const rb_outcome *outcome, const rb_body_kind *body);

/** Returns the value; NAN if it did not happen. */
static inline double rb_outcome_value(const rb_outcome *outcome, const rb_summary *summary) {
    return outcome->read(summary);
}

/** Writes the heading of its column in tables: "reversal, s". */
RB_API void rb_outcome_head(const rb_outcome *outcome, char *text, size_t size);
/** Writes the value as in tables; "-" if it did not happen. */
RB_API void rb_outcome_text(const rb_outcome *outcome, const rb_summary *summary, char *text, size_t size);

RB_END_DECLS

#endif
