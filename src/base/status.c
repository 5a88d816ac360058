#include "rattleback/status.h"

#include <stdarg.h>
#include <stdio.h>

rb_status rb_fail(rb_error *err, rb_status code, const char *format, ...) {
    if (err != NULL) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
    }
    return code;
}
