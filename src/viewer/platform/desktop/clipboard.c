#include "viewer/platform/clipboard.h"

#include <raylib.h>
#include <stddef.h>

const char *rb_clipboard_get(void) {
    const char *text = GetClipboardText();
    return text != NULL ? text : "";
}

void rb_clipboard_set(const char *text) {
    SetClipboardText(text);
}
