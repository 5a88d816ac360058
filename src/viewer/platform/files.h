/* Files that come in from outside the program. */
#ifndef RB_VIEWER_PLATFORM_FILES_H
#define RB_VIEWER_PLATFORM_FILES_H

#include <stddef.h>

/* How many files were dropped on the window since the last call; the first one's path. */
int rb_files_dropped(char *path, size_t size);

#endif
