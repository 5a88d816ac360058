/* Texts of Windows: UTF-16 inside, UTF-8 in this program. */
#ifndef RB_BASE_WINDOWS_WIDE_H
#define RB_BASE_WINDOWS_WIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

enum { RB_WIDE_MAX = 4096 }; /* characters of a path */

/* False, with errno, if the text is no UTF-8 or too long. */
bool rb_widen(const char *text, wchar_t *out, size_t size);
bool rb_narrow(const wchar_t *text, char *out, size_t size);
/* The same for a path: '\' becomes '/'. */
bool rb_narrow_path(const wchar_t *path, char *out, size_t size);
enum { RB_COMMAND_MAX = 32768 }; /* characters of a command line; the limit of Windows */
/* The command line of a program with these arguments (argv, terminated by NULL); false if it is too long.
 * line has room for RB_COMMAND_MAX. */
bool rb_widen_command(const char *const *arguments, wchar_t *line);
/* Sets errno from GetLastError; returns -1. */
int rb_set_errno(void);

#endif
