/* Time: of the wall, of the work done. */
#ifndef RB_VIEWER_PLATFORM_CLOCK_H
#define RB_VIEWER_PLATFORM_CLOCK_H

/* Wall time since the window opened, s. */
double rb_clock_now(void);
/* Wall time from the frame before the last one to the last one, s. */
double rb_clock_frame(void);
/* CPU time of the calling thread, s. */
double rb_clock_cpu(void);

#endif
