/* Where the energy of a run is and where it went: each kind of body has one table of the parts, which
   add up to what there was at the start. */
#ifndef RB_SIM_ENERGY_H
#define RB_SIM_ENERGY_H

#include "rattleback/simulation.h"

/* A part at one instant, J. */
static inline double rb_energy_value(const rb_energy_part *part, const rb_snapshot *snapshot) {
    return *(const double *)(const void *)((const char *)snapshot + part->offset);
}

/* All that came from outside since the start, J. */
double rb_energy_given(const rb_body_kind *body, const rb_snapshot *snapshot);
/* All that was lost, J. Small errors of integration may make a part negative: the size is the sum of
   their absolute values. */
double rb_energy_lost(const rb_body_kind *body, const rb_snapshot *snapshot);
/* The sum of the absolute values of the parts that were lost or given. */
double rb_energy_lost_size(const rb_body_kind *body, const rb_snapshot *snapshot);

/* |balance| as a share of what was lost or given; of E_initial, if that is so little that errors of
   integration would be taken for it. */
double rb_energy_balance_error(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial);

/* From the energy balance of a snapshot; E_initial: what there was at the start, J. */
rb_energy_doubt rb_energy_judge(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial);
/* Of a whole run: did a single part of the losses give energy, more than 0.1 % of what all of them took?
   Sliding may do so while drilling takes more. */
bool rb_energy_part_gives(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial);

#endif
