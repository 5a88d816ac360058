/* Laws that feed energy instead of taking it: how much, and how far rolling's moment reaches. */
#ifndef RB_CONTACT_FEEDING_H
#define RB_CONTACT_FEEDING_H

#include "rattleback/rolling.h"

/* The most that friction feeds, in any direction of sliding, drilling and rolling, as a share of
   mu N a lambda, lambda² = u² + omega². Both laws as printed: softening near rest changes this by
   0.2 % at most (tests/contact/test_contact_laws.c). 0: it never feeds. The law must take the patch. */
double rb_friction_feeds(const rb_friction *friction, const rb_rolling_law *rolling,
                         const double *rolling_params);

/* The longest arm |M_roll|/N of rolling resistance, m. */
double rb_rolling_reach(const rb_rolling_law *law, const double *params, rb_patch patch);

#endif
