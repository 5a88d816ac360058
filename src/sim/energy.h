/* Energy balance of a run. Each kind of body has a table of the parts of its energy; they add up to the
   initial energy. */
#ifndef RB_SIM_ENERGY_H
#define RB_SIM_ENERGY_H

#include "rattleback/simulation.h"

/* Returns a part at one instant, J. */
static inline double rb_energy_value(const rb_energy_part *part, const rb_snapshot *snapshot) {
    return *(const double *)(const void *)((const char *)snapshot + part->offset);
}

/* Returns the work done from outside since the start, J. */
double rb_energy_given(const rb_body_kind *body, const rb_snapshot *snapshot);
/* Returns the energy lost, J: the sum of the absolute values of the lost parts. Integration errors may
   make a part slightly negative. */
double rb_energy_lost(const rb_body_kind *body, const rb_snapshot *snapshot);
/* Returns the sum of the absolute values of all parts that were lost or supplied. */
double rb_energy_lost_size(const rb_body_kind *body, const rb_snapshot *snapshot);

/* Returns |balance| as a share of the energy lost or supplied; as a share of E_initial if that sum is so
   small that integration errors dominate it. */
double rb_energy_balance_error(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial);

/* Checks the energy balance of a snapshot. E_initial: energy at the start, J. */
rb_energy_doubt rb_energy_judge(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial);
/* Checks a whole run: true if a single part of the losses supplied more than 0.1 % of the energy that all
   losses took. Sliding may supply energy while drilling takes more. */
bool rb_energy_part_gives(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial);

#endif
