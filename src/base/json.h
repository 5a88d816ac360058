/* JSON writer. Running out of memory is recorded and reported once, at the end, so that no value is lost
   silently. */
#ifndef RB_BASE_JSON_H
#define RB_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* A text being written; all zeros at first. */
typedef struct rb_json {
    char *text;
    size_t used, size; /* bytes written, bytes allocated */
    int depth;         /* objects and lists around the next value */
    unsigned lists;    /* bit d: depth d is a list, not an object */
    bool begun;        /* the innermost one already has a value */
    bool failed;       /* out of memory */
} rb_json;

/* name: of the field; NULL within a list, and for the outermost value. */
void rb_json_begin_object(rb_json *json, const char *name);
/* Starts a list. */
void rb_json_begin_list(rb_json *json, const char *name);
void rb_json_end(rb_json *json); /* ends the innermost one */
/* text NULL: null. */
void rb_json_text(rb_json *json, const char *name, const char *text);
/* Writes the fewest digits that read back as the same bits; null if not finite. */
void rb_json_number(rb_json *json, const char *name, double value);
/* Writes true or false. */
void rb_json_bool(rb_json *json, const char *name, bool value);

/* The finished text with a line break at its end, to be freed by the caller; NULL when there was
   not enough memory. The writer can be used again. */
char *rb_json_finish(rb_json *json);

#endif
