#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/macros.h"
#include "base/text.h"
#include "rattleback/base.h"
#include "rattleback/status.h"

/* Is c a continuation byte of UTF-8? */
static bool is_inside(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

void rb_elide(const char *text, char *out, size_t size) {
    if (text == NULL || out == NULL) {
        return;
    }
    size_t length = strlen(text);
    if (length < size) {
        memcpy(out, text, length + 1);
        return;
    }
    size_t head = size / 4, tail = length - (size - head - sizeof "...");
    while (head > 0 && is_inside(text[head])) {
        head--;
    }
    while (is_inside(text[tail])) {
        tail++;
    }
    snprintf(out, size, "%.*s...%s", (int)head, text, text + tail);
}

size_t rb_printable(const char *text) {
    RB_CHECK_ARGUMENTS_OR(text != NULL, 0);
    const unsigned char *c = (const unsigned char *)text;
    size_t length = c[0] < 0x80 ? 1 : c[0] < 0xc2 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
    if (length <= 1) {
        return c[0] >= 0x20 && c[0] != 0x7f ? length : 0;
    }
    static const unsigned char lead[] = {0, 0, 0x1f, 0x0f, 0x07};
    static const unsigned long least[] = {0, 0, 0xa0, 0x800, 0x10000}; /* 0x80 to 0x9f: controls */
    unsigned long code = c[0] & lead[length];
    for (size_t i = 1; i < length; i++) {
        if (!is_inside(text[i])) {
            return 0;
        }
        code = code << 6 | (c[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[length] || surrogate || (code & 0xfffe) == 0xfffe || code > 0x10ffff ? 0 : length;
}

/* Replaces control characters, so that text from a file cannot control the terminal. */
static void make_printable(char *text) {
    for (size_t length; *text != '\0'; text += length) {
        length = rb_printable(text);
        if (length == 0) {
            *text = strchr("\n\r\t", *text) != NULL ? ' ' : '?';
            length = 1;
        }
    }
}

rb_status rb_fail(rb_error *err, rb_status code, const char *format, ...) {
    if (err != NULL) {
        char text[8192]; /* room for two paths of maximum length */
        va_list args;
        va_start(args, format);
        rb_format_list(text, sizeof text, format, args);
        va_end(args);
        make_printable(text);
        rb_elide(text, err->text, sizeof err->text);
    }
    return code;
}

const char *rb_version(void) {
    return RB_VERSION;
}
