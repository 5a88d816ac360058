#include "base/json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/file.h"
#include "base/text.h"

static void add_bytes(rb_json *json, const char *bytes, size_t count) {
    if (json->failed) {
        return;
    }
    if (json->used + count + 1 > json->size) {
        size_t size = 2 * (json->used + count) + 256;
        char *more = realloc(json->text, size);
        if (more == NULL) {
            json->failed = true;
            return;
        }
        json->text = more;
        json->size = size;
    }
    memcpy(json->text + json->used, bytes, count);
    json->used += count;
    json->text[json->used] = '\0';
}

static void add(rb_json *json, const char *text) {
    add_bytes(json, text, strlen(text));
}

static bool in_list(const rb_json *json) {
    return (json->lists >> json->depth & 1U) != 0;
}

static void add_line(rb_json *json, int depth) {
    add(json, "\n");
    for (int i = 0; i < depth; i++) {
        add(json, "  ");
    }
}

/* Escapes quotes, backslashes and control characters; everything else is copied as UTF-8. */
static void add_quoted(rb_json *json, const char *text) {
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    add(json, "\"");
    for (const char *c = text; *c != '\0'; c++) {
        const char *known = strchr(plain, *c);
        char escape[8];
        if (known != NULL) {
            snprintf(escape, sizeof escape, "\\%c", letters[known - plain]);
            add(json, escape);
        } else if ((unsigned char)*c < 0x20) {
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*c);
            add(json, escape);
        } else {
            add_bytes(json, c, 1);
        }
    }
    add(json, "\"");
}

/* Writes what precedes a value: a comma, a line break in an object, the name. */
static void add_place(rb_json *json, const char *name) {
    if (json->begun) {
        add(json, in_list(json) ? ", " : ",");
    }
    if (json->depth > 0 && !in_list(json)) {
        add_line(json, json->depth);
    }
    if (name != NULL) {
        add_quoted(json, name);
        add(json, ": ");
    }
    json->begun = true;
}

static void begin(rb_json *json, const char *name, bool list) {
    add_place(json, name);
    add(json, list ? "[" : "{");
    json->depth++;
    json->lists &= ~(1U << json->depth);
    json->lists |= (list ? 1U : 0U) << json->depth;
    json->begun = false;
}

void rb_json_begin_object(rb_json *json, const char *name) {
    begin(json, name, false);
}

void rb_json_begin_list(rb_json *json, const char *name) {
    begin(json, name, true);
}

void rb_json_end(rb_json *json) {
    bool list = in_list(json);
    json->depth--;
    if (!list && json->begun) {
        add_line(json, json->depth);
    }
    add(json, list ? "]" : "}");
    json->begun = true;
}

void rb_json_text(rb_json *json, const char *name, const char *text) {
    add_place(json, name);
    if (text != NULL) {
        add_quoted(json, text);
    } else {
        add(json, "null");
    }
}

void rb_json_number(rb_json *json, const char *name, double value) {
    char text[RB_NUMBER_SIZE] = "null";
    if (isfinite(value)) {
        rb_number_write(value, text);
    }
    add_place(json, name);
    add(json, text);
}

void rb_json_bool(rb_json *json, const char *name, bool value) {
    add_place(json, name);
    add(json, value ? "true" : "false");
}

char *rb_json_finish(rb_json *json) {
    add(json, "\n");
    char *text = json->text;
    if (json->failed) {
        free(text);
        text = NULL;
    }
    *json = (rb_json){0};
    return text;
}

/* ---------------------------------------------------------------- files and text */

rb_status rb_json_load(const char *path, const char *what, char **out, rb_error *err) {
    size_t size = 0;
    rb_status status = rb_file_read(path, what, RB_JSON_FILE_MAX, out, &size, err);
    if (status == RB_OK && strlen(*out) != size) {
        free(*out);
        *out = NULL;
        return rb_fail(err, RB_ERR_INPUT, "%s: not JSON: it contains a zero byte", path);
    }
    return status;
}

static int line_of(const char *text, const char *at) {
    int line = 1;
    for (; text < at; text++) {
        line += *text == '\n';
    }
    return line;
}

/* Finds a zero character, written \u0000. It would end a text early: "mu\u0000x" would read as mu.
   Backslashes occur in texts only, each followed by the escaped character. */
static const char *find_zero(const char *text) {
    for (const char *at = text; (at = strchr(at, '\\')) != NULL && at[1] != '\0'; at += 2) {
        if (strncmp(at, "\\u0000", 6) == 0) {
            return at;
        }
    }
    return NULL;
}

rb_status rb_json_parse(const char *text, const char *path, char where[RB_JSON_WHERE_MAX], cJSON **root,
                        rb_error *err) {
    rb_elide(path, where, RB_JSON_WHERE_MAX);
    *root = NULL;
    const char *end = find_zero(text);
    if (end != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s:%d: expected text without zero characters, got %.6s", where,
                       line_of(text, end), end);
    }
    errno = 0;
    rb_locale locale = rb_locale_begin();
    *root = cJSON_ParseWithOpts(text, &end, 1);
    rb_locale_end(locale);
    if (*root == NULL && errno == ENOMEM) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", where);
    }
    if (*root == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s:%d: not JSON: expected a value at \"%.20s\"", where,
                       line_of(text, end), end);
    }
    if (!cJSON_IsObject(*root)) {
        rb_fail(err, RB_ERR_INPUT, "%s: expected an object, got %s", where, rb_json_type(*root));
        cJSON_Delete(*root);
        *root = NULL;
        return RB_ERR_INPUT;
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- fields */

const char *rb_json_type(const cJSON *item) {
    if (cJSON_IsNumber(item)) {
        return "a number";
    }
    if (cJSON_IsString(item)) {
        return "text";
    }
    if (cJSON_IsBool(item)) {
        return "true or false";
    }
    if (cJSON_IsArray(item)) {
        return "a list";
    }
    return cJSON_IsObject(item) ? "an object" : "null";
}

/* Gets a required field. */
static rb_status get(const cJSON *object, const char *name, const char *where, const char *expected,
                     const cJSON **out, rb_error *err) {
    *out = cJSON_GetObjectItemCaseSensitive(object, name);
    return *out != NULL ? RB_OK
                        : rb_fail(err, RB_ERR_INPUT, "%s: %s: missing, expected %s", where, name, expected);
}

static rb_status wrong_type(const cJSON *item, const char *name, const char *where, const char *expected,
                            rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected %s, got %s", where, name, expected,
                   rb_json_type(item));
}

rb_status rb_json_check_format(const cJSON *root, const char *where, const char *format, int version,
                               rb_error *err) {
    char found[64];
    rb_status status = rb_json_get_text(root, "format", where, found, sizeof found, err);
    if (status != RB_OK) {
        return status;
    }
    if (strcmp(found, format) != 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: format: expected \"%s\", got \"%s\"", where, format, found);
    }
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(root, "version");
    if (!cJSON_IsNumber(number) || number->valuedouble != version) {
        return rb_fail(err, RB_ERR_INPUT, "%s: version: expected %d (the only supported version)", where,
                       version);
    }
    return RB_OK;
}

rb_status rb_json_get_text(const cJSON *object, const char *name, const char *where, char *out, size_t size,
                           rb_error *err) {
    const cJSON *item = NULL;
    rb_status status = get(object, name, where, "text", &item, err);
    if (status != RB_OK) {
        return status;
    }
    if (!cJSON_IsString(item)) {
        return wrong_type(item, name, where, "text", err);
    }
    if (strlen(item->valuestring) >= size) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected at most %zu bytes of text", where, name,
                       size - 1);
    }
    snprintf(out, size, "%s", item->valuestring);
    return RB_OK;
}

rb_status rb_json_get_object(const cJSON *object, const char *name, const char *where, const cJSON **out,
                             rb_error *err) {
    rb_status status = get(object, name, where, "an object", out, err);
    return status == RB_OK && !cJSON_IsObject(*out) ? wrong_type(*out, name, where, "an object", err)
                                                    : status;
}

rb_status rb_json_get_list(const cJSON *object, const char *name, const char *where, int most,
                           const cJSON **out, rb_error *err) {
    rb_status status = get(object, name, where, "a list", out, err);
    if (status == RB_OK && !cJSON_IsArray(*out)) {
        return wrong_type(*out, name, where, "a list", err);
    }
    if (status == RB_OK && cJSON_GetArraySize(*out) > most) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a list of at most %d, got %d", where, name, most,
                       cJSON_GetArraySize(*out));
    }
    return status;
}

rb_status rb_json_get_number(const cJSON *object, const char *name, const char *where, double min, double max,
                             double *out, rb_error *err) {
    const cJSON *item = NULL;
    rb_status status = get(object, name, where, "a number", &item, err);
    if (status != RB_OK) {
        return status;
    }
    if (!cJSON_IsNumber(item)) {
        return wrong_type(item, name, where, "a number", err);
    }
    if (!(item->valuedouble >= min && item->valuedouble <= max)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a number from %g to %g, got %g", where, name, min,
                       max, item->valuedouble);
    }
    *out = item->valuedouble;
    return RB_OK;
}

rb_status rb_json_check_names(const cJSON *object, rb_param_table table, const char *const *known,
                              const char *where, rb_error *err) {
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        bool found = rb_param_find(table, item->string) >= 0;
        for (int i = 0; !found && known[i] != NULL; i++) {
            found = strcmp(known[i], item->string) == 0;
        }
        if (!found) {
            return rb_fail(err, RB_ERR_INPUT, "%s: %.64s: unknown field", where, item->string);
        }
        for (const cJSON *other = item->next; other != NULL; other = other->next) {
            if (strcmp(other->string, item->string) == 0) {
                return rb_fail(err, RB_ERR_INPUT, "%s: %.64s: duplicate field", where, item->string);
            }
        }
    }
    return RB_OK;
}
