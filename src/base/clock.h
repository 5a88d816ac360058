/* Clocks: how long something takes, how much to do. Never what comes out. */
#ifndef RB_BASE_CLOCK_H
#define RB_BASE_CLOCK_H

double rb_wall_clock(void); /* s since some fixed moment; never goes back */
double rb_core_clock(void); /* s that this thread has run on a core */
/* From now on this thread stands back behind others that want a core. */
void rb_thread_yield_to_others(void);

#endif
