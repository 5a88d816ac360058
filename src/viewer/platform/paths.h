/* Names of files. */
#ifndef RB_VIEWER_PLATFORM_PATHS_H
#define RB_VIEWER_PLATFORM_PATHS_H

#include <stdbool.h>
#include <stddef.h>

#define RB_PATH_MAX 1024

bool rb_path_exists(const char *path);
/* "rattleback-2026-11-16-051429.png": a name in the current folder that is not taken. */
void rb_path_new(char *path, size_t size, const char *stem, const char *ending);
/* For people: "NAME in FOLDER", the whole folder; the path itself where that cannot be found out. */
const char *rb_path_told(const char *path, char *text, size_t size);

#endif
