/** @file
   JSON text, written value by value. Running out of memory is remembered and told once, at the end,
   so that no value can be lost on the way. */
#ifndef RATTLEBACK_JSON_H
#define RATTLEBACK_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "rattleback/base.h"

RB_BEGIN_DECLS

/** A text under way. */
typedef struct rb_json {
    char *text;        /**< begin with all zeros */
    size_t used, size; /**< bytes written, bytes there are */
    int depth;         /**< objects and lists around the next value */
    unsigned lists;    /**< bit d: at depth d stands a list, not an object */
    bool begun;        /**< the innermost one has a value already */
    bool failed;       /**< out of memory */
} rb_json;

/** name: of the field; NULL within a list, and for the value that holds all others. */
RB_API void rb_json_begin_object(rb_json *json, const char *name);
/** A list begins. */
RB_API void rb_json_begin_list(rb_json *json, const char *name);
RB_API void rb_json_end(rb_json *json); /**< the innermost one */
/** text NULL: null. */
RB_API void rb_json_text(rb_json *json, const char *name, const char *text);
/** With as many digits as it takes to read back the same bits; null where it is not finite. */
RB_API void rb_json_number(rb_json *json, const char *name, double value);
/** True or false. */
RB_API void rb_json_bool(rb_json *json, const char *name, bool value);

/** The finished text with a line break at its end, to be freed by the caller; NULL when there was
   not enough memory. The writer can be used again. */
RB_API char *rb_json_finish(rb_json *json);

RB_END_DECLS

#endif
