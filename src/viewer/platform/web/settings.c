/* The browser's localStorage, which it may refuse (private windows). */
#include "viewer/platform/settings.h"

#include "viewer/platform/web/web.h"

char *rb_settings_read(void) {
    return rb_js_stored();
}

rb_status rb_settings_write(const char *text, rb_error *err) {
    (void)err; /* no place for it is all right */
    rb_js_store(text);
    return RB_OK;
}
