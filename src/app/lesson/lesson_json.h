/* Fields that lessons and running orders have in common. */
#ifndef RB_APP_LESSON_LESSON_JSON_H
#define RB_APP_LESSON_LESSON_JSON_H

#include "base/json.h"

/* Reads a text that is shown: not empty, without control characters except new lines. */
rb_status rb_lesson_get_shown(const cJSON *object, const char *name, const char *where, char *out,
                              size_t size, rb_error *err);
/* Reads a list of action lines, joined by new lines. */
rb_status rb_lesson_get_lines(const cJSON *object, const char *name, const char *where, char *out,
                              size_t size, rb_error *err);

#endif
