/* A picture as a file. */
#ifndef RB_VIEWER_PLATFORM_PICTURE_FILE_H
#define RB_VIEWER_PLATFORM_PICTURE_FILE_H

#include <rattleback/status.h>
#include <raylib.h>

/* PNG, whole or not at all. */
rb_status rb_picture_write(Image image, const char *path, rb_error *err);

#endif
