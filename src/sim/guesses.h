/* Where right-hand sides of dp5 begin their search for N. N changes smoothly from step to step, and what
   was found at a stage of the steps before tells within 1e-13 or so what will be found there next: the
   search is over after one look. It is told from nothing but these, which a snapshot keeps. */
#ifndef RB_SIM_GUESSES_H
#define RB_SIM_GUESSES_H

#include "bodies/ops.h"

enum { RB_GUESSES_STAGES = 6 }; /* right-hand sides of a step */

/* All zeros: nothing is known. */
typedef struct rb_guesses {
    int steps; /* on end, of one length, that it knows of; more than four are as good as four */
    double h;  /* their length, s */
    double before[2]; /* N where the last two began, the later one first */
    double off[2]
              [RB_GUESSES_STAGES]; /* how far N was at their stages from the parabola before them */
} rb_guesses;

/* What a step has guessed and found. */
typedef struct rb_guessed {
    double h, N0;
    double smooth[RB_GUESSES_STAGES]; /* the parabola */
    double guess[RB_GUESSES_STAGES], found[RB_GUESSES_STAGES];
} rb_guessed;

/* rb_dp5_step of a model that seeks N; nothing is learnt of it until it has been taken. */
void rb_guesses_step(const rb_guesses *guesses, const rb_model *model, double h, double *y,
                     double *f, double *error, rb_guessed *out);
void rb_guesses_learn(rb_guesses *guesses, const rb_guessed *guessed);

/* For snapshots. */
#define RB_GUESSES_KEPT (4 + 2 * RB_GUESSES_STAGES)
void rb_guesses_keep(const rb_guesses *guesses, double kept[RB_GUESSES_KEPT]);
void rb_guesses_put_back(rb_guesses *guesses, const double kept[RB_GUESSES_KEPT]);

#endif
