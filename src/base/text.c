#include "base/text.h"

#include <stdlib.h>
#include <string.h>

double rb_number_read(const char *text, char **end) {
    rb_locale locale = rb_locale_begin();
    double value = strtod(text, end);
    rb_locale_end(locale);
    return value;
}

bool rb_numbers_read(const char *text, char separator, double *values, int count) {
    for (int i = 0; i < count; i++) {
        char *end = NULL;
        values[i] = rb_number_read(text, &end);
        if (end == text) {
            return false;
        }
        text = end + strspn(end, " \t");
        if (i + 1 < count && separator != ' ' && *text++ != separator) {
            return false;
        }
    }
    return *text == '\0';
}

int rb_format_list(char *text, size_t size, const char *format, va_list args) {
    rb_locale locale = rb_locale_begin();
    int length = vsnprintf(text, size, format, args);
    rb_locale_end(locale);
    return length;
}

int rb_format(char *text, size_t size, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = rb_format_list(text, size, format, args);
    va_end(args);
    return length;
}

int rb_print(FILE *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    rb_locale locale = rb_locale_begin();
    int length = vfprintf(out, format, args);
    rb_locale_end(locale);
    va_end(args);
    return length;
}

void rb_number_write(double value, char text[RB_NUMBER_SIZE]) {
    rb_locale locale = rb_locale_begin();
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, RB_NUMBER_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    rb_locale_end(locale);
}

bool rb_list_next(const char **rest, char separator, char *item, size_t size) {
    const char *at = *rest;
    if (*at == '\0') {
        return false;
    }
    const char *end = strchr(at, separator);
    size_t length = end != NULL ? (size_t)(end - at) : strlen(at), kept = length < size ? length : size - 1;
    memcpy(item, at, kept);
    item[kept] = '\0';
    *rest = at + length + (end != NULL);
    return true;
}

void rb_param_write(const rb_param *row, double value, char *text, size_t size) {
    if (row->flags & RB_PARAM_CHOICE) {
        snprintf(text, size, "%s", row->choices[(int)value]);
    } else if (row->flags & RB_PARAM_BOOL) {
        snprintf(text, size, "%s", value != 0 ? "true" : "false");
    } else {
        char number[RB_NUMBER_SIZE];
        rb_number_write(value, number);
        snprintf(text, size, "%s", number);
    }
}
