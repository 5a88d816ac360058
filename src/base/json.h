/* JSON text, written value by value. Running out of memory is remembered and reported once, at the end,
   so that no value can be lost on the way. */
#ifndef RB_BASE_JSON_H
#define RB_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* A text under way. */
typedef struct rb_json {
    char *text;        /* begin with all zeros */
    size_t used, size; /* bytes written, bytes there are */
    int depth;         /* objects and lists around the next value */
    unsigned lists;    /* bit d: at depth d stands a list, not an object */
    bool begun;        /* the innermost one has a value already */
    bool failed;       /* out of memory */
} rb_json;

/* name: of the field; NULL within a list, and for the value that holds all others. */
void rb_json_begin_object(rb_json *json, const char *name);
/* A list begins. */
void rb_json_begin_list(rb_json *json, const char *name);
void rb_json_end(rb_json *json); /* the innermost one */
/* text NULL: null. */
void rb_json_text(rb_json *json, const char *name, const char *text);
/* With as many digits as it takes to read back the same bits; null where it is not finite. */
void rb_json_number(rb_json *json, const char *name, double value);
/* True or false. */
void rb_json_bool(rb_json *json, const char *name, bool value);

/* The finished text with a line break at its end, to be freed by the caller; NULL when there was
   not enough memory. The writer can be used again. */
char *rb_json_finish(rb_json *json);

#endif
