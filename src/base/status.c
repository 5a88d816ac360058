#include "rattleback/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Within a character of UTF-8, not at its beginning. */
static bool is_inside(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

void rb_elide(const char *text, char *out, size_t size) {
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

rb_status rb_fail(rb_error *err, rb_status code, const char *format, ...) {
    if (err != NULL) {
        char text[8192]; /* two of the longest paths there are */
        va_list args;
        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        rb_elide(text, err->text, sizeof err->text);
    }
    return code;
}
