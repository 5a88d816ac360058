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
/* Returns the energy lost, J: the sum of the lost parts. Integration errors may make a part slightly
   negative. */
double rb_energy_lost(const rb_body_kind *body, const rb_snapshot *snapshot);
/* Returns the energy that lost parts have given instead, J. */
double rb_energy_fed(const rb_body_kind *body, const rb_snapshot *snapshot);
/* Returns the sum of the absolute values of all parts that were lost or supplied. */
double rb_energy_lost_size(const rb_body_kind *body, const rb_snapshot *snapshot);

/* Returns |balance| as a share of the energy lost or supplied; as a share of E_initial if that sum is so
   small that integration errors dominate it. */
double rb_energy_balance_error(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial);

/* Checks the energy balance of a snapshot. E_initial: energy at the start, J. */
rb_energy_warning rb_energy_judge(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial);
/* Checks a whole run: true if a single part of the losses supplied energy, more than this share of all
   (rb_energy_lost_size). */
bool rb_energy_part_gives(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial,
                          double share);
/* The share beyond which a friction law feeds energy.

   The power of friction on a patch is a convex function of the sliding velocity u, and even in u where the
   pressure is symmetric. Then neither sliding, T u, nor drilling, M omega, can be negative; what remains are
   errors. Where rolling shifts the pressure, to p (1 + d x / a), drilling has a force at u = 0, and sliding
   along it gives energy that drilling takes: T u >= -d^2/32 M omega on a circle under Hertz pressure, -d^2/16
   M omega on a thin ellipse, with d <= 1 since pressure is not negative. */
#define RB_ENERGY_GIVES 1e-3
#define RB_ENERGY_GIVES_COUPLED (1.0 / 17) /* 1/16 of drilling, as a share of both sizes together */

#endif
