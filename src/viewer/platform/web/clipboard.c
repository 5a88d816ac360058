#include "viewer/platform/clipboard.h"

#include <stdlib.h>

#include "viewer/platform/web/web.h"

const char *rb_clipboard_get(void) {
    static char *held;
    free(held);
    held = rb_js_paste();
    return held != NULL ? held : "";
}

void rb_clipboard_set(const char *text) {
    rb_js_copy(text);
}
