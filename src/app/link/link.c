/* Splits and encodes the text of a link, and reads a whole link. */

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/link/parts.h"
#include "base/text.h"

void rb_link_problem(rb_link *link, const char *part, const char *format, ...) {
    if (link->problem_count < RB_LINK_PROBLEMS) {
        char text[400];
        va_list args;
        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        rb_fail(&link->problems[link->problem_count], RB_ERR_INPUT, "link: %s: %s", part, text);
    }
    link->problem_count++;
}

/* ---------------------------------------------------------------- reading */

static int hex(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes in place (the result is never longer). Returns false if a % is not followed by two hexadecimal
   digits, or if the result is not printable text. */
static bool decode(char *text) {
    char *out = text;
    for (const char *in = text; *in != '\0'; in++) {
        if (*in == '%') {
            int high = hex(in[1]);
            int low = high >= 0 ? hex(in[2]) : -1;
            if (low < 0) {
                return false;
            }
            *out++ = (char)(16 * high + low);
            in += 2;
        } else {
            *out++ = *in == '+' ? ' ' : *in;
        }
    }
    *out = '\0';
    for (const char *c = text; c < out;) {
        size_t length = rb_printable(c);
        if (length == 0) {
            return false;
        }
        c += length;
    }
    return true;
}

static bool is_duplicate(const rb_link_parts *parts, const char *name) {
    for (int i = 0; i < parts->count; i++) {
        if (strcmp(parts->items[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void take_part(rb_link_parts *parts, char *text, rb_link *link) {
    char *equals = strchr(text, '=');
    char shown[64];
    rb_elide(text, shown, sizeof shown);
    if (equals != NULL) {
        *equals = '\0';
    }
    char *value = equals != NULL ? equals + 1 : text + strlen(text);
    if (!decode(text) || !decode(value)) {
        rb_link_problem(link, shown, "expected letters, and two hexadecimal digits after each %%");
    } else if (text[0] == '\0') {
        rb_link_problem(link, shown, "expected a name before the =");
    } else if (is_duplicate(parts, text)) {
        rb_link_problem(link, shown, "duplicate: the first one is used");
    } else if (parts->count == RB_LINK_PARTS) {
        rb_link_problem(link, shown, "expected at most %d parts, got more", RB_LINK_PARTS);
    } else {
        parts->items[parts->count++] = (rb_link_part){text, value, false};
    }
}

/* Splits and decodes a text; reports what cannot be decoded. */
static void split_parts(const char *text, rb_link_parts *parts, rb_link *link) {
    parts->count = 0;
    while (*text == ' ' || *text == '\t' || *text == '\n' || *text == '\r') {
        text++;
    }
    const char *query = strchr(text, '?');
    if (query != NULL) {
        text = query + 1;
    } else if (strstr(text, "://") != NULL) {
        rb_link_problem(link, "?", "expected a ? and parts after the address, got none");
        return;
    }
    size_t length = strcspn(text, "#\r\n");
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t')) {
        length--;
    }
    if (length >= sizeof parts->room) {
        rb_link_problem(link, "?", "expected at most %d characters, got %zu", RB_LINK_MAX - 1, length);
        return;
    }
    memcpy(parts->room, text, length);
    parts->room[length] = '\0';
    for (char *part = parts->room; part != NULL;) {
        char *next = strchr(part, '&');
        if (next != NULL) {
            *next++ = '\0';
        }
        if (part[0] != '\0') {
            take_part(parts, part, link);
        }
        part = next;
    }
}

const char *rb_link_value(rb_link_parts *parts, const char *name) {
    for (int i = 0; i < parts->count; i++) {
        if (strcmp(parts->items[i].name, name) == 0) {
            parts->items[i].used = true;
            return parts->items[i].value;
        }
    }
    return NULL;
}

bool rb_link_next(const char **list, char separator, char *item, size_t size) {
    bool found = false;
    while ((found = rb_list_next(list, separator, item, size)) && item[0] == '\0') {
    }
    return found;
}

/* ---------------------------------------------------------------- writing */

void rb_link_number(double value, char *text, size_t size) {
    char number[RB_NUMBER_SIZE];
    rb_number_write(value, number);
    snprintf(text, size, "%s", number);
    char *plus = strchr(text, '+');
    if (plus != NULL) {
        memmove(plus, plus + 1, strlen(plus));
    }
}

void rb_link_begin(rb_link_pen *pen) {
    *pen = (rb_link_pen){.text = "?", .used = 1};
}

static void put(rb_link_pen *pen, char c) {
    if (pen->used + 1 >= sizeof pen->text) {
        pen->full = true;
        return;
    }
    pen->text[pen->used++] = c;
    pen->text[pen->used] = '\0';
}

/* Characters that are allowed in the query of an address are written as they are, all others as %XX. */
static void put_encoded(rb_link_pen *pen, const char *text) {
    static const char plain[] = "-._~,:;/*()!";
    static const char digits[] = "0123456789ABCDEF";
    for (const char *c = text; *c != '\0'; c++) {
        unsigned char byte = (unsigned char)*c;
        bool letter =
            (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        if (letter || strchr(plain, *c) != NULL) {
            put(pen, *c);
        } else if (byte == ' ') {
            put(pen, '+');
        } else {
            put(pen, '%');
            put(pen, digits[byte >> 4]);
            put(pen, digits[byte & 15]);
        }
    }
}

void rb_link_add(rb_link_pen *pen, const char *name, const char *value) {
    if (pen->used > 1) {
        put(pen, '&');
    }
    put_encoded(pen, name);
    if (value[0] != '\0') {
        put(pen, '=');
        put_encoded(pen, value);
    }
}

void rb_link_add_number(rb_link_pen *pen, const char *name, double value) {
    char text[40];
    rb_link_number(value, text, sizeof text);
    rb_link_add(pen, name, text);
}

/* ---------------------------------------------------------------- reading */

/* Parts that mail programs and social networks append to every address. */
static bool is_tracking(const char *name) {
    static const char *const names[] = {"fbclid", "gclid",  "dclid",  "msclkid",
                                        "igshid", "mc_cid", "mc_eid", "ref"};
    if (strncmp(name, "utm_", 4) == 0) {
        return true;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void report_unknown(const rb_link_parts *parts, rb_link *link) {
    for (int i = 0; i < parts->count; i++) {
        const rb_link_part *part = &parts->items[i];
        if (part->used || is_tracking(part->name)) {
            continue;
        }
        char shown[48], like[96];
        rb_elide(part->name, shown, sizeof shown);
        rb_link_like(part->name, like, sizeof like);
        if (rb_link_of_runs(part->name) || rb_link_of_view(part->name)) {
            rb_link_problem(link, shown, "not allowed together with a lesson");
        } else {
            rb_link_problem(link, shown, "unknown part of a link%s%s%s", like[0] != '\0' ? " (perhaps " : "",
                            like, like[0] != '\0' ? ")" : "");
        }
    }
}

void rb_link_read(rb_link *link, const char *text, const rb_library *library, const rb_scene *present) {
    rb_link_parts parts;
    link->run_count = link->line_count = link->time_from = link->problem_count = 0;
    link->pauses = false;
    split_parts(text, &parts, link);
    rb_link_read_view(link, &parts);
    bool lesson = link->line_count > 0 && strcmp(link->lines[0].part, "lesson") == 0;
    if (!lesson) {
        rb_link_read_runs(link, &parts, library, present);
        rb_link_read_time(link, &parts);
    } else {
        link->time_from = link->line_count;
    }
    report_unknown(&parts, link);
}
