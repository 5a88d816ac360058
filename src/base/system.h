/* Clocks, priority of threads, and signals. */
#ifndef RB_BASE_SYSTEM_H
#define RB_BASE_SYSTEM_H

#include <stdbool.h>

/* Clocks, for measuring and limiting work. They never affect results. */
double rb_wall_clock(void); /* s since a fixed instant; monotonic */
double rb_core_clock(void); /* s of CPU time of this thread */
/* Lowers the priority of this thread from now on. */
void rb_thread_lower_priority(void);

/* Signals that ask the program to end: SIGINT (Ctrl-C), SIGTERM and SIGHUP. */

/* Installs handlers: the first such signal is only recorded, a second one ends the program at once.
   Signals that the parent process set to be ignored (background jobs, nohup) stay ignored. restart_calls:
   a system call that is waiting continues after the signal instead of failing with EINTR. */
void rb_catch_interrupts(bool restart_calls);
bool rb_interrupted(void);
/* Returns the exit code, or 128 + the number of the caught signal: 130 for Ctrl-C. */
int rb_exit_interrupted(int exit_code);

#endif
