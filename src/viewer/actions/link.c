/* Actions on links. */
#include <stdio.h>
#include <stdlib.h>

#include "viewer/actions/groups.h"
#include "viewer/platform/window.h"

static bool edited_on_the_way(const rb_session *session) {
    for (int i = 0; i < session->user_events.count; i++) {
        if (session->user_events.items[i].kind == RB_USER_EVENT_EDIT) {
            return true;
        }
    }
    return false;
}

rb_status rb_do_copy_link(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    static const size_t size = RB_LINK_MAX + 2000; /* also the address of the page */
    rb_link_pen pen;
    bool elsewhere = false;
    rb_status status = rb_app_link(app, &pen, &elsewhere, err);
    char *address = status == RB_OK ? malloc(size) : NULL;
    if (status != RB_OK) {
        return status;
    }
    if (address == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "The link cannot be copied: out of memory");
    }
    char shown[160];
    rb_clipboard_set(rb_address_of(pen.text, address, size));
    rb_elide(address, shown, sizeof shown);
    free(address);
    rb_show_message(app, "The link is on the clipboard: %s", shown);
    if (elsewhere) {
        rb_show_message(app,
                        "The scene is not in the library: the link describes it by changes of a similar one");
    } else if (edited_on_the_way(&app->session)) {
        rb_show_message(app, "Edits made during the run are in the link as if made before the start");
    }
    return RB_OK;
}

rb_status rb_do_open_link(rb_app *app, const rb_args *args, rb_error *err) {
    if (app->capture.video != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "open-link: not while a video is being recorded");
    }
    const char *text = args->count > 0 ? rb_arg(args, 0) : rb_clipboard_get();
    if (args->count == 0 && text[0] == '\0') {
        return rb_fail(err, RB_ERR_INPUT, "open-link: expected a link on the clipboard, got none");
    }
    rb_app_open_link(app, text);
    return RB_OK;
}
