#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

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
