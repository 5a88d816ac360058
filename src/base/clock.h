/* Clocks, for measuring and limiting work. They never affect results. */
#ifndef RB_BASE_CLOCK_H
#define RB_BASE_CLOCK_H

double rb_wall_clock(void); /* s since a fixed instant; monotonic */
double rb_core_clock(void); /* s of CPU time of this thread */
/* Lowers the priority of this thread from now on. */
void rb_thread_lower_priority(void);

#endif
