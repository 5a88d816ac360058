/** @file
   Where the energy of a run is and where it went: one table of its parts, which add up to what there
   was at the start. */
#ifndef RATTLEBACK_ENERGY_H
#define RATTLEBACK_ENERGY_H

#include "rattleback/snapshot.h"

RB_BEGIN_DECLS

/** What the body still has, then what was lost to what: the order of stacks and columns. */
typedef enum rb_energy {
    RB_ENERGY_HEIGHT,
    RB_ENERGY_ELASTIC,
    RB_ENERGY_MOVING,
    RB_ENERGY_ROCKING,
    RB_ENERGY_SPIN,
    RB_ENERGY_SLIDING,
    RB_ENERGY_DRILLING,
    RB_ENERGY_ROLLING,
    RB_ENERGY_DAMPING,
    RB_ENERGY_COUNT
} rb_energy;

/** A part of the energy: one row of the table. */
typedef struct rb_energy_part {
    const char *signal; /**< "W_slide" */
    const char *name;   /**< for people: "sliding" */
    bool lost;          /**< dissipated; else the body still has it */
    size_t offset;      /**< of a double in rb_snapshot, J */
} rb_energy_part;

/** The row of a part. */
RB_API const rb_energy_part *rb_energy_part_at(rb_energy part);
/** A part at one instant, J. */
RB_API double rb_energy_value(rb_energy part, const rb_snapshot *snapshot);

/** All that was dissipated, J. Small errors of integration may make a part negative: the size is the
   sum of their absolute values. */
RB_API double rb_energy_lost(const rb_snapshot *snapshot);
/** The sum of the absolute values of the parts. */
RB_API double rb_energy_lost_size(const rb_snapshot *snapshot);

RB_END_DECLS

#endif
