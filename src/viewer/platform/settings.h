/* Where what is remembered from one start to the next is kept: one short text, whatever is in it. */
#ifndef RB_VIEWER_PLATFORM_SETTINGS_H
#define RB_VIEWER_PLATFORM_SETTINGS_H

#include <rattleback/status.h>

/* The text as it was written last, to be freed; NULL when there is none yet. */
char *rb_settings_read(void);
/* Where there is no place for it (no home folder) nothing is written, and that is all right. */
rb_status rb_settings_write(const char *text, rb_error *err);

#endif
