/* The wall clock: how long something takes, how much to do. Never what comes out. */
#ifndef RB_BASE_CLOCK_H
#define RB_BASE_CLOCK_H

double rb_wall_clock(void); /* s since some fixed moment; never goes back */

#endif
