/** @file
   Errors: a function that can fail returns rb_status and fills a caller-owned message that says
   which file or field, what was expected and what was found. */
#ifndef RATTLEBACK_STATUS_H
#define RATTLEBACK_STATUS_H

#include <stddef.h>

#include "rattleback/base.h"

RB_BEGIN_DECLS

/** Result of a function. */
typedef enum rb_status {
    RB_OK = 0,     /**< success */
    RB_ERR_INPUT,  /**< an invalid value, field or argument */
    RB_ERR_IO,     /**< a file that cannot be read or written */
    RB_ERR_MEMORY, /**< out of memory or threads */
} rb_status;

/** A message, in memory of the caller. */
typedef struct rb_error {
    char text[512]; /**< what is wrong, for people */
} rb_error;

/** Formats the message into err (which may be NULL) and returns code, so that callers can write `return
   rb_fail(err, RB_ERR_INPUT, "…")`. A message that is too long is shortened in the middle, because it
   begins with a path and ends with what was expected. Control characters and invalid UTF-8 are replaced
   by blanks and question marks. */
RB_API rb_status rb_fail(rb_error *err, rb_status code, const char *format, ...) RB_PRINTF(3, 4);

/** Copies text; shortens it in the middle to fit into size (at least 8): "scen...json". */
RB_API void rb_elide(const char *text, char *out, size_t size);

/** Returns the number of bytes of the first character; 0 for a control character, the end of the text or
   invalid UTF-8. */
RB_API size_t rb_printable(const char *text);

RB_END_DECLS

#endif
