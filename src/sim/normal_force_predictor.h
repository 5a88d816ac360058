/* Where right-hand sides of dp5 begin their search for N. N changes smoothly from step to step, and what
   was found at a stage of the steps before tells within 1e-13 or so what will be found there next: the
   search is over after one look. It is told from nothing but these, which a snapshot keeps. */
#ifndef RB_SIM_NORMAL_FORCE_PREDICTOR_H
#define RB_SIM_NORMAL_FORCE_PREDICTOR_H

#include "bodies/ops.h"

enum { RB_PREDICTOR_STAGES = 6 }; /* right-hand sides of a step */

/* All zeros: nothing is known. */
typedef struct rb_predictor {
    int steps; /* on end, of one length, that it knows of; more than four are as good as four */
    double h;  /* their length, s */
    double before[2]; /* N where the last two began, the later one first */
    double
        off[2]
           [RB_PREDICTOR_STAGES]; /* how far N was at their stages from the parabola before them */
} rb_predictor;

/* What a step has guessed and found. */
typedef struct rb_predicted_forces {
    double h, N0;
    double smooth[RB_PREDICTOR_STAGES]; /* the parabola */
    double guess[RB_PREDICTOR_STAGES], found[RB_PREDICTOR_STAGES];
} rb_predicted_forces;

/* rb_dp5_step of a model that seeks N; nothing is learnt of it until it has been taken. */
void rb_predictor_step(const rb_predictor *guesses, const rb_model *model, double h, double *y,
                       double *f, double *error, rb_predicted_forces *out);
void rb_predictor_update(rb_predictor *guesses, const rb_predicted_forces *guessed);

/* For snapshots. */
#define RB_PREDICTOR_SAVED (4 + 2 * RB_PREDICTOR_STAGES)
void rb_predictor_save(const rb_predictor *guesses, double kept[RB_PREDICTOR_SAVED]);
void rb_predictor_restore(rb_predictor *guesses, const double kept[RB_PREDICTOR_SAVED]);

#endif
