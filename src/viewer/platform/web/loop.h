#ifndef RB_VIEWER_PLATFORM_WEB_LOOP_H
#define RB_VIEWER_PLATFORM_WEB_LOOP_H

/* Wall time from one turn to the next, s; none passes while the page is hidden. */
double rb_web_frame_time(void);

#endif
