/* JSON files read strictly: every message names the file, the place, the field, what was expected and
   what was found. Scenes and lessons are read with these. */
#ifndef RB_BASE_JSON_READ_H
#define RB_BASE_JSON_READ_H

#include <cjson/cJSON.h>

#include "rattleback/param.h"

#define RB_JSON_FILE_MAX (1 << 20) /* bytes of a file that is read */
#define RB_JSON_WHERE_MAX 160      /* of a path: short enough for what messages say behind it */

/* The text of a plain file, to be freed by the caller; what is "a scene", for a message. */
rb_status rb_json_load(const char *path, const char *what, char **out, rb_error *err);

/* Text into a tree, to be deleted with cJSON_Delete. where is the path as messages name it. */
rb_status rb_json_parse(const char *text, const char *path, char where[RB_JSON_WHERE_MAX], cJSON **root,
                        rb_error *err);

/* "format" and "version" of a file must be these. */
rb_status rb_json_check_format(const cJSON *root, const char *where, const char *format, int version,
                               rb_error *err);

/* "a number", "text", "a list" ... */
const char *rb_json_type(const cJSON *item);

/* A field that must be text and fit. */
rb_status rb_json_get_text(const cJSON *object, const char *name, const char *where, char *out, size_t size,
                           rb_error *err);

/* A field that must be an object, or a list. */
rb_status rb_json_get_object(const cJSON *object, const char *name, const char *where, const cJSON **out,
                             rb_error *err);
rb_status rb_json_get_list(const cJSON *object, const char *name, const char *where, int most,
                           const cJSON **out, rb_error *err);

/* A field that must be a number within the bounds. */
rb_status rb_json_get_number(const cJSON *object, const char *name, const char *where, double min, double max,
                             double *out, rb_error *err);

/* Refuses fields that stand twice or are not known: neither a row of the table nor in known, which
   ends with NULL. */
rb_status rb_json_check_names(const cJSON *object, rb_param_table table, const char *const *known,
                              const char *where, rb_error *err);

#endif
