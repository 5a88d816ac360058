/* Which moment numbers are read from. While time passes they stand for a fifth of a second, so that
   they can be read; a number stands for one instant, the same in world, microscope and table. */
#ifndef RB_APP_SESSION_READOUT_H
#define RB_APP_SESSION_READOUT_H

#include <rattleback/rattleback.h>

typedef struct rb_readout {
    rb_snapshot at[RB_RUNS_MAX]; /* each run's */
    int count;
    uint64_t command; /* that had been carried out */
    double t;         /* s */
} rb_readout;

/* Once per frame, with what is shown and the last command it includes. passing: time goes on, at
   this speed. */
void rb_readout_update(rb_readout *readout, const rb_snapshot *const *shown, int count,
                       uint64_t command, bool passing, double speed);

#endif
