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
/* Sets errno from GetLastError; returns -1. */
int rb_set_errno(void);

#endif
