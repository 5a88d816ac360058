/* JSON: a writer, and a strict reader on top of cJSON. */
#ifndef RB_BASE_JSON_H
#define RB_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "rattleback/param.h"

/* Writer. Running out of memory is recorded and reported once, at the end, so that no value is lost
   silently. */

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

/* Strict reading of JSON files: every message names the file, the place, the field, what was expected and
   what was found. Used for scenes and lessons. */

typedef struct cJSON cJSON; /* of <cjson/cJSON.h> */

#define RB_JSON_FILE_MAX (1 << 20) /* bytes of a file at most */
#define RB_JSON_WHERE_MAX 160      /* of a path: leaves room for the rest of a message */

/* Reads the text of a regular file, to be freed by the caller. what: "a scene", for messages. */
rb_status rb_json_load(const char *path, const char *what, char **out, rb_error *err);

/* Parses text into a tree, to be deleted with cJSON_Delete. where: path for messages. */
rb_status rb_json_parse(const char *text, const char *path, char where[RB_JSON_WHERE_MAX], cJSON **root,
                        rb_error *err);

/* Checks "format" and "version" of a file. */
rb_status rb_json_check_format(const cJSON *root, const char *where, const char *format, int version,
                               rb_error *err);

/* Returns "a number", "text", "a list" ... */
const char *rb_json_type(const cJSON *item);

/* Gets a text field of limited length. */
rb_status rb_json_get_text(const cJSON *object, const char *name, const char *where, char *out, size_t size,
                           rb_error *err);

/* Gets an object field, or a list field. */
rb_status rb_json_get_object(const cJSON *object, const char *name, const char *where, const cJSON **out,
                             rb_error *err);
rb_status rb_json_get_list(const cJSON *object, const char *name, const char *where, int most,
                           const cJSON **out, rb_error *err);

/* Gets a number field within the bounds. */
rb_status rb_json_get_number(const cJSON *object, const char *name, const char *where, double min, double max,
                             double *out, rb_error *err);

/* Rejects duplicate fields and unknown ones: those that are neither in the table nor in `known`, which
   ends with NULL. */
rb_status rb_json_check_names(const cJSON *object, rb_param_table table, const char *const *known,
                              const char *where, rb_error *err);

#endif
