/* Time: of the wall, of the work done, of the calendar. */
#ifndef RB_VIEWER_PLATFORM_CLOCK_H
#define RB_VIEWER_PLATFORM_CLOCK_H

#include <stddef.h>

/* Wall time since the window opened, s. */
double rb_clock_now(void);
/* Wall time from the frame before the last one to the last one, s. */
double rb_clock_frame(void);
/* CPU time of the calling thread, s. */
double rb_clock_cpu(void);
/* The local date and time for names of files: "2026-11-16-051429". */
void rb_clock_stamp(char *text, size_t size);

#endif
