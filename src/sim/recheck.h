/* Repeats one step at a tighter tolerance, to distinguish the motion from integration errors. With a steep
   friction law, the normal force is much more sensitive to the state than the tolerance of a step allows
   for: integration errors alone may make N negative. A run ends only if the lift-off also happens at a
   tolerance a thousand times smaller. */
#ifndef RB_SIM_RECHECK_H
#define RB_SIM_RECHECK_H

#include "bodies/ops.h"

typedef struct rb_recheck {
    bool lifts_off;
    double after; /* s from the start of the step: time of the lift-off, or h */
    double y[RB_ODE_MAX],
        f[RB_ODE_MAX];    /* state and right-hand side at that time; the state satisfies the constraints */
    uint64_t evaluations; /* right-hand sides evaluated */
} rb_recheck;

/* Integrates from y, where f is the right-hand side, for h seconds, with rodas. tolerance: of the method
   to be checked, in units of scale plus size. If the integration fails, that counts as a lift-off. Events
   that do not end the run are ignored. */
void rb_recheck_step(const rb_model *model, const double *y, const double *f, double h, double tolerance,
                     const double *scale, rb_recheck *out);

/* Does the normal force change so much from f0 to f1, the right-hand sides at the ends of a step, that
   integration errors may be the cause? Not without slip: only a steep friction law makes N so sensitive.
   lanes_inline.h has the same condition. */
#define RB_RECHECK_FALLS 0.5
#define RB_RECHECK_RISES 2.0
bool rb_recheck_is_N_suspect(const rb_model *model, const double *f0, const double *f1);
/* Compares N at the end of the step, f1, with a recheck that found no lift-off: true if they agree. */
bool rb_recheck_is_N_right(const rb_model *model, const double *f1, const rb_recheck *recheck);

#endif
