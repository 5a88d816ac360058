/* Trajectories of an independent implementation (another language, other solvers, another
   formulation), in tests/golden. */
#ifndef RB_TESTS_SUPPORT_GOLDEN_H
#define RB_TESTS_SUPPORT_GOLDEN_H

#include <rattleback/rattleback.h>

/* The columns of a celt's file. */
enum {
    RB_GOLDEN_T,
    RB_GOLDEN_W1,
    RB_GOLDEN_W2,
    RB_GOLDEN_W3,
    RB_GOLDEN_THETA,
    RB_GOLDEN_PHI,
    RB_GOLDEN_N,
    RB_GOLDEN_E,
    RB_GOLDEN_V_A,
    RB_GOLDEN_W_N,
    RB_GOLDEN_X_C,
    RB_GOLDEN_Y_C,
    RB_GOLDEN_Z_C,
    RB_GOLDEN_COLUMNS
};

/* Runs sim along the rows of a file up to time `until`; every column must be within its tolerance.
   Returns how many rows were compared. */
int rb_golden_compare(rb_simulation *sim, const char *file, double until,
                      const double tolerances[RB_GOLDEN_COLUMNS]);

#endif
