/* The moment that numbers are read from, the same in world, microscope and table. In slow motion it is the
   moment drawn. At real speed and faster, numbers stay for a fifth of a second so that they can be read. */
#ifndef RB_APP_SESSION_READOUT_H
#define RB_APP_SESSION_READOUT_H

#include <rattleback/rattleback.h>

typedef struct rb_readout {
    rb_snapshot at[RB_RUNS_MAX]; /* each run's */
    int count;
    uint64_t command; /* number of the last command included */
    double t;         /* s */
} rb_readout;

/* Writes how much energy the laws have fed to the body at this instant: "law feeds 1.2 mJ"; false, and "",
   if they have not. */
bool rb_energy_fed_text(const rb_body_kind *body, const rb_snapshot *snapshot, char *text, size_t size);

/* Call once per frame with what is shown and the number of the last command it includes. passing: time
   advances, at this speed. */
void rb_readout_update(rb_readout *readout, const rb_snapshot *const *shown, int count, uint64_t command,
                       bool passing, double speed);

#endif
