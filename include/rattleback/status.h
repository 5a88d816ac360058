/** @file
   Errors: a function that can fail returns rb_status and fills a caller-owned message that says
   which file or field, what was expected and what was found. */
#ifndef RATTLEBACK_STATUS_H
#define RATTLEBACK_STATUS_H

#include <stddef.h>

#include "rattleback/base.h"

RB_BEGIN_DECLS

/** How it went. */
typedef enum rb_status {
    RB_OK = 0,     /**< done */
    RB_ERR_INPUT,  /**< a value, field or argument that cannot be used */
    RB_ERR_IO,     /**< a file that cannot be read or written */
    RB_ERR_MEMORY, /**< out of memory or threads */
} rb_status;

/** A message, in memory of the caller. */
typedef struct rb_error {
    char text[512]; /**< what is wrong, for people */
} rb_error;

/** Formats the message into err (which may be NULL) and returns code, so that callers can write
   `return rb_fail(err, RB_ERR_INPUT, "…")`. What is too long loses its middle: a message begins
   with a path and ends with what was expected. Control characters and what is no UTF-8 are not
   passed on to a terminal: they become blanks and question marks. */
RB_API rb_status rb_fail(rb_error *err, rb_status code, const char *format, ...) RB_PRINTF(3, 4);

/** Copies text; what does not fit into size (at least 8) loses its middle: "scen...json". */
RB_API void rb_elide(const char *text, char *out, size_t size);

/** How many bytes the character takes that text begins with; 0 if it is none that can be shown: a
   control character, the end, or no UTF-8. */
RB_API size_t rb_printable(const char *text);

RB_END_DECLS

#endif
