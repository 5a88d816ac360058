/* Actions on links. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/language/language.h"
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
    bool elsewhere = false;
    char shown[160], *address = NULL;
    rb_status status = rb_app_address(app, &address, &elsewhere, err);
    if (status != RB_OK) {
        return status;
    }
    rb_clipboard_set(address);
    rb_elide(address, shown, sizeof shown);
    free(address);
    rb_show_message(app, rb_tr("The link is on the clipboard: %s"), shown);
    if (elsewhere) {
        rb_show_message(
            app, rb_tr("The scene is not in the library: the link describes it by changes of a similar one"));
    } else if (edited_on_the_way(&app->session)) {
        rb_show_message(app, rb_tr("Edits made during the run are in the link as if made before the start"));
    }
    return RB_OK;
}

rb_status rb_do_site(rb_app *app, const rb_args *args, rb_error *err) {
    enum { OFF };
    const char *address = args->choice[0] == OFF ? "" : rb_arg(args, 0);
    bool web = strncmp(address, "https://", 8) == 0 || strncmp(address, "http://", 7) == 0;
    if (address[0] != '\0' && (!web || strpbrk(address, "?# ") != NULL)) {
        return rb_arg_refuse(args, 0, "an address like https://example.org/rattleback/, without ? and #",
                             err);
    }
    if (strlen(address) >= sizeof app->config.site) {
        return rb_arg_refuse(args, 0, "at most 199 characters", err);
    }
    snprintf(app->config.site, sizeof app->config.site, "%s", address);
    return RB_OK;
}

rb_status rb_do_qr(rb_app *app, const rb_args *args, rb_error *err) {
    rb_toolbox *box = &app->toolbox;
    bool wanted = rb_arg_switch(args, 0, box->qr_on), elsewhere = false;
    char *address = NULL;
    box->qr_on = false;
    rb_status status = wanted ? rb_app_address(app, &address, &elsewhere, err) : RB_OK;
    if (!wanted || status != RB_OK) {
        return status;
    }
    if (rb_qr_encode(address, &box->qr)) {
        snprintf(box->qr_text, sizeof box->qr_text, "%s", address);
        box->qr_on = true;
    } else {
        status = rb_fail(err, RB_ERR_INPUT, "qr: expected a link of at most %d bytes, this one has %zu",
                         RB_QR_TEXT_MAX, strlen(address));
    }
    free(address);
    return status;
}

bool rb_is_qr(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->toolbox.qr_on;
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
