/* One step again at a tighter tolerance: is what it shows the motion's or an error's?

   The normal force of a steep friction law is much more sensitive to the state than the tolerance of a step
   takes into account: N may fall below zero by nothing but the errors of a step. A run ends only if the
   lift-off also happens at a tolerance that is a thousand times smaller. */
#ifndef RB_SIM_RECHECK_H
#define RB_SIM_RECHECK_H

#include "bodies/ops.h"

typedef struct rb_recheck {
    bool lifts_off;
    double after;                        /* s from the start: when it lifts off, or h */
    double y[RB_ODE_MAX], f[RB_ODE_MAX]; /* state and right-hand side then; the state is on its constraints */
    uint64_t evaluations;                /* right-hand sides */
} rb_recheck;

/* Follows the motion from y, where f is the right-hand side, for h seconds, by rodas. tolerance: of the
   method whose step is checked, in units of scale plus size. Where the motion cannot be followed, it lifts
   off. Events that do not end the run are not looked for. */
void rb_recheck_step(const rb_model *model, const double *y, const double *f, double h, double tolerance,
                     const double *scale, rb_recheck *out);

/* Does the normal force change so much from f0 to f1, the right-hand sides at the ends of a step, that the
   errors of the step may be the reason? Lanes have the same condition. */
#define RB_RECHECK_FALLS 0.5
#define RB_RECHECK_RISES 2.0
bool rb_recheck_is_N_suspect(const rb_model *model, const double *f0, const double *f1);
/* Then, without a lift-off: is it at the end of the step, f1, as it should be? */
bool rb_recheck_is_N_right(const rb_model *model, const double *f1, const rb_recheck *recheck);

#endif
