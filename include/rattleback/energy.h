/** @file
   Where the energy of a run is and where it went: each kind of body has one table of the parts, which
   add up to what there was at the start. */
#ifndef RATTLEBACK_ENERGY_H
#define RATTLEBACK_ENERGY_H

#include "rattleback/snapshot.h"

RB_BEGIN_DECLS

/** A row of rb_body_kind.energy: first what the body still has, then what was lost to what, in the
   order of stacks and columns. */
typedef struct rb_energy_part {
    const char *signal; /**< "W_slide" */
    const char *name;   /**< for people: "sliding" */
    bool lost;          /**< dissipated or given away */
    size_t offset;      /**< of a double in rb_snapshot, J */
    bool given;         /**< work from outside: a belt's. Neither lost nor given: the body has it */
    /** One loss with the part before: sliding and drilling are one friction's. Under a pressure that
       rolling distorts one of them may well be negative, their sum may not. */
    bool shares;
} rb_energy_part;

/** A part at one instant, J. */
static inline double rb_energy_value(const rb_energy_part *part, const rb_snapshot *snapshot) {
    return *(const double *)(const void *)((const char *)snapshot + part->offset);
}

/** All that came from outside since the start, J. */
RB_API double rb_energy_given(const rb_body_kind *body, const rb_snapshot *snapshot);
/** All that was lost, J. Small errors of integration may make a part negative: the size is the sum of
   their absolute values. */
RB_API double rb_energy_lost(const rb_body_kind *body, const rb_snapshot *snapshot);
/** The sum of the absolute values of the parts that were lost or given. */
RB_API double rb_energy_lost_size(const rb_body_kind *body, const rb_snapshot *snapshot);

/** |balance| as a share of what was lost or given; of E_initial, if that is so little that errors of
   integration would be taken for it. */
RB_API double rb_energy_balance_error(const rb_body_kind *body, const rb_snapshot *snapshot,
                                      double E_initial);

/** May the energies of a run be trusted? */
typedef enum rb_energy_doubt {
    RB_ENERGY_SOUND,
    RB_ENERGY_OFF, /**< the balance is off by more than 1 %: the integration is wrong */
    RB_ENERGY_FED, /**< a loss is negative by more than 1 % of them all: the law drives the body; in a
                      summary also a single part, rb_energy_part_gives */
} rb_energy_doubt;
/** From the books of a snapshot; E_initial: what there was at the start, J. */
RB_API rb_energy_doubt rb_energy_judge(const rb_body_kind *body, const rb_snapshot *snapshot,
                                       double E_initial);
/** Of a whole run: did a single part of the losses give energy, more than 0.1 % of what all of them took? Sliding
   may do so while drilling takes more. */
RB_API bool rb_energy_part_gives(const rb_body_kind *body, const rb_snapshot *snapshot,
                                 double E_initial);
/** "off", "fed"; NULL where nothing is in doubt. */
RB_API const char *rb_energy_doubt_name(rb_energy_doubt doubt);

RB_END_DECLS

#endif
