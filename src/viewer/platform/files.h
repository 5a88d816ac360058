/* Files that come in from outside the program, and those that leave it. */
#ifndef RB_VIEWER_PLATFORM_FILES_H
#define RB_VIEWER_PLATFORM_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* How many files were dropped on the window since the last call; the first one's path. */
int rb_files_dropped(char *path, size_t size);
/* Where files are chosen and not named: asks for some, which then count as dropped. */
bool rb_files_can_choose(void);
void rb_files_choose(void);
/* A file is written and closed. Where nobody could find it (a browser), it becomes a download. */
void rb_files_hand_over(const char *path);

#endif
