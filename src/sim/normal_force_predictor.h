/* Predicts the normal force at the stages of a dp5 step where N is found by iteration. N changes smoothly
   from step to step: extrapolated from the same stages of the last steps it is right to about 1e-13, so
   that the iteration needs one evaluation of the law. Snapshots contain the predictor. */
#ifndef RB_SIM_NORMAL_FORCE_PREDICTOR_H
#define RB_SIM_NORMAL_FORCE_PREDICTOR_H

#include "bodies/ops.h"

enum { RB_PREDICTOR_STAGES = 6 }; /* right-hand sides of a step */

/* All zeros: nothing is known. */
typedef struct rb_predictor {
    int steps;                          /* consecutive steps of the same length so far, at most 4 */
    double h;                           /* their length, s */
    double before[2];                   /* N at the start of the last two, the later one first */
    double off[2][RB_PREDICTOR_STAGES]; /* deviation of N at their stages from the parabola before them */
} rb_predictor;

/* Predicted and found normal forces of one step. */
typedef struct rb_predicted_forces {
    double h, N0;
    double smooth[RB_PREDICTOR_STAGES]; /* the parabola */
    double guess[RB_PREDICTOR_STAGES], found[RB_PREDICTOR_STAGES];
} rb_predicted_forces;

/* rb_dp5_step with predictions of N. The predictor is updated when the step is accepted. */
void rb_predictor_step(const rb_predictor *predictor, const rb_model *model, double h, double *y, double *f,
                       double *error, rb_predicted_forces *out);
void rb_predictor_update(rb_predictor *predictor, const rb_predicted_forces *forces);

/* Saves and restores it for snapshots. */
#define RB_PREDICTOR_SAVED (4 + 2 * RB_PREDICTOR_STAGES)
void rb_predictor_save(const rb_predictor *predictor, double saved[RB_PREDICTOR_SAVED]);
void rb_predictor_restore(rb_predictor *predictor, const double saved[RB_PREDICTOR_SAVED]);

#endif
