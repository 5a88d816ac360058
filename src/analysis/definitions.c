#include "analysis/definitions.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { SHOWN = 3, PATH = 96 };

typedef struct report {
    char *text;
    size_t size, used;
    int count;
} report;

static void value_text(const cJSON *item, char *text, size_t size) {
    if (item == NULL) {
        snprintf(text, size, "nothing");
    } else if (cJSON_IsNumber(item)) {
        rb_format(text, size, "%.9g", item->valuedouble);
    } else if (cJSON_IsString(item)) {
        snprintf(text, size, "\"%.40s\"", item->valuestring);
    } else {
        snprintf(text, size, "%s",
                 cJSON_IsBool(item)    ? (cJSON_IsTrue(item) ? "true" : "false")
                 : cJSON_IsArray(item) ? "a list"
                                       : "an object");
    }
}

static void add(report *r, const char *path, const cJSON *found, const cJSON *wanted) {
    char a[64], b[64];
    value_text(found, a, sizeof a);
    value_text(wanted, b, sizeof b);
    if (r->count < SHOWN && r->used < r->size) {
        r->used += (size_t)snprintf(r->text + r->used, r->size - r->used, "%s%s: %s there, %s here",
                                    r->count > 0 ? "; " : "", path[0] == '.' ? path + 1 : path, a, b);
    } else if (r->count == SHOWN && r->used < r->size) {
        r->used += (size_t)snprintf(r->text + r->used, r->size - r->used, "; and more");
    }
    r->count++;
}

/* Same type and, for a plain value, the same value. */
static bool is_same(const cJSON *a, const cJSON *b) {
    return a != NULL && b != NULL && (a->type & 0xff) == (b->type & 0xff) &&
           (!cJSON_IsNumber(a) || a->valuedouble == b->valuedouble) &&
           (!cJSON_IsString(a) || strcmp(a->valuestring, b->valuestring) == 0);
}

/* A field of an object, or an item of a list. */
static const cJSON *child_of(const cJSON *parent, const cJSON *like, int index) {
    return cJSON_IsArray(parent) ? cJSON_GetArrayItem(parent, index)
                                 : cJSON_GetObjectItemCaseSensitive(parent, like->string);
}

static void compare(report *r, const char *path, const cJSON *found, const cJSON *wanted, int depth) {
    if (!is_same(found, wanted)) {
        add(r, path, found, wanted);
        return;
    }
    for (int side = 0; depth < 8 && side < 2; side++) { /* then what only the second one has */
        const cJSON *parent = side == 0 ? found : wanted, *other = side == 0 ? wanted : found;
        int index = 0;
        for (const cJSON *item = parent->child; item != NULL; item = item->next, index++) {
            char place[PATH];
            const cJSON *mate = child_of(other, item, index);
            if (cJSON_IsArray(parent)) {
                snprintf(place, sizeof place, "%.80s[%d]", path, index);
            } else {
                snprintf(place, sizeof place, "%.60s.%.30s", path, item->string);
            }
            if (side == 0) {
                compare(r, place, item, mate, depth + 1);
            } else if (mate == NULL) {
                add(r, place, NULL, item);
            }
        }
    }
}

void rb_definitions_differ(const char *found, const char *wanted, char *text, size_t size) {
    report r = {text, size, 0, 0};
    rb_locale locale = rb_locale_begin();
    cJSON *a = cJSON_Parse(found), *b = cJSON_Parse(wanted);
    rb_locale_end(locale);
    text[0] = '\0';
    if (a != NULL && b != NULL) {
        compare(&r, "", a, b, 0);
    }
    cJSON_Delete(a);
    cJSON_Delete(b);
}
