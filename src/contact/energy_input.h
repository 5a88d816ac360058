/* Finds laws that add energy instead of dissipating it, and the arm of the rolling moment. */
#ifndef RB_CONTACT_ENERGY_INPUT_H
#define RB_CONTACT_ENERGY_INPUT_H

#include "rattleback/rolling.h"

/* Returns the largest power that friction adds, over all directions of sliding, drilling and rolling, as a
   share of mu N a lambda, lambda² = u² + omega². Both laws are evaluated as printed: softening near rest
   changes the result by 0.2 % at most (tests/contact/test_contact_laws.c). 0: friction never adds energy.
   The law must accept the patch. */
double rb_friction_energy_input(const rb_friction *friction, const rb_rolling_law *rolling,
                                const double *rolling_params);

/* Returns the longest arm |M_roll|/N of rolling resistance, m. */
double rb_rolling_reach(const rb_rolling_law *law, const double *params, rb_patch patch);

#endif
