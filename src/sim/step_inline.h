/* Validity and error of a step, for one run or several in lanes. */
#ifndef RB_SIM_STEP_INLINE_H
#define RB_SIM_STEP_INLINE_H

#include "math/num_inline.h"

/* Far beyond the range of a toy on a table: the run has diverged. */
#define STATE_MAX 1e6

/* Also checks f: signals of a state without finite accelerations would be NaN. */
RB_INLINE rb_mask state_is_sound(const rb_num *y, const rb_num *f, int n, double bound) {
    rb_num sum = NUM(0), rates = NUM(0);
    for (int i = 0; i < n; i++) {
        sum = sum + num_abs(y[i]);
        rates = rates + num_abs(f[i]);
    }
    return (sum < bound) & (rates < INFINITY);
}

/* The embedded error of the speed per unit of time, averaged over the last second, or since the start if that
   is less, relative to 16 % of the spin per second. Measured while K11's stones move, for h = 2e-5, 1e-4,
   2e-4, 1e-3 s: Fig. 5 0.2, 6, 8, 9; Fig. 6 0.9, 3, 6, 19; Fig. 4 0.1, 1.1, 1.6, 1.7. At 2e-5 s they are
   right to 1 % up to rest, at 2e-4 s Fig. 4 and 5 are not. A single step is not conclusive: kinks of friction
   give short spikes at any h. */
#define ERROR_SHARE 0.16
#define ERROR_MEMORY 1.0
#define ERROR_MEMORY_MIN 0.05

/* Returns the average after a step of length h that ends at t, with these errors of the velocities. slow:
   lower limit of the spin that errors are related to. */
RB_INLINE rb_num watched_error(rb_num average, const rb_num *error, int count, rb_num t, rb_num h,
                               rb_num scale, rb_num slow) {
    rb_num sum = NUM(0);
    for (int i = 0; i < count; i++) {
        sum = sum + error[i] * error[i];
    }
    rb_num spin = NUM_CHOOSE(scale > slow, scale, slow);
    rb_num memory = NUM_CHOOSE(t > ERROR_MEMORY_MIN, t, NUM(ERROR_MEMORY_MIN));
    rb_num share = h / NUM_CHOOSE(memory < ERROR_MEMORY, memory, NUM(ERROR_MEMORY));
    rb_num now = num_sqrt(sum) / h / (ERROR_SHARE * spin);
    return average + (now - average) * NUM_CHOOSE(share < 1, share, NUM(1));
}

/* A jump of the acceleration within a step, from f0 to f1, while the average error is small: the step may
   have left a thin layer of a steep law in which the motion remains, for another branch of the solution.
   Where the acceleration jumps again and again the average shows it. The embedded error of a step with a jump
   is at least 71/57600 of it, the weight of the first stage; that of a smooth change is much smaller. */
#define JUMP_MIN 30.0 /* in units of the acceleration that the error is related to */
#define JUMP_CALM 0.05
#define JUMP_SHARE 1e-3

RB_INLINE rb_mask acceleration_jumps(rb_num average, const rb_num *error, const rb_num *f0, const rb_num *f1,
                                     int count, rb_num h, rb_num scale, rb_num slow) {
    rb_num jump = NUM(0), off = NUM(0);
    for (int i = 0; i < count; i++) {
        jump = jump + (f1[i] - f0[i]) * (f1[i] - f0[i]);
        off = off + error[i] * error[i];
    }
    rb_num limit = JUMP_MIN * ERROR_SHARE * NUM_CHOOSE(scale > slow, scale, slow), least = JUMP_SHARE * h;
    return (jump > limit * limit) & (off > least * least * jump) & (average < JUMP_CALM);
}

/* The cubic through (0, y0) and (h, y1) with the slopes f0 and f1, at x h. */
RB_INLINE rb_num cubic_value(rb_num y0, rb_num f0, rb_num y1, rb_num f1, rb_num h, rb_num x) {
    rb_num m0 = h * f0, m1 = h * f1, rise = y1 - y0;
    return y0 + x * (m0 + x * (3 * rise - 2 * m0 - m1 + x * (m0 + m1 - 2 * rise)));
}

#endif
