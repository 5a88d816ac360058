/* Actions on what the world shows. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/actions/groups.h"

/* Arrows of forces and torques. */
static const unsigned forces =
    RB_SHOW_WEIGHT | RB_SHOW_NORMAL | RB_SHOW_FRICTION | RB_SHOW_DRILL | RB_SHOW_ROLL;

/* The bits of an item; 0 if the word is unknown. */
static unsigned bits_of(const char *word) {
    unsigned all = 0;
    for (int i = 0; i < rb_show_item_count(); i++) {
        const rb_show_item *item = rb_show_item_at(i);
        if (strcmp(item->id, word) == 0) {
            return (unsigned)item->bit;
        }
        all |= (unsigned)item->bit;
    }
    return strcmp(word, "all") == 0 ? all : strcmp(word, "forces") == 0 ? forces : 0;
}

static rb_status no_such_item(const rb_args *args, rb_error *err) {
    char expected[400] = "all, forces";
    for (int i = 0; i < rb_show_item_count(); i++) {
        size_t used = strlen(expected);
        snprintf(expected + used, sizeof expected - used, "%s%s",
                 i + 1 == rb_show_item_count() ? " or " : ", ", rb_show_item_at(i)->id);
    }
    return rb_arg_refuse(args, 0, expected, err);
}

/* The skew is seen from above. Without it, the previous view returns, unless the user chose another. */
static void view_cause(rb_app *app, bool on) {
    rb_camera *camera = &app->camera;
    rb_camera above = *camera;
    rb_camera_set_view(&above, RB_VIEW_TOP);
    if (on) {
        app->before_cause = *camera;
        *camera = above;
        camera->distance *= 1.25f;
    } else if (camera->pitch == above.pitch && camera->yaw == above.yaw && app->before_cause.distance > 0) {
        camera->yaw = app->before_cause.yaw;
        camera->pitch = app->before_cause.pitch;
        camera->distance = app->before_cause.distance;
    }
}

rb_status rb_do_show(rb_app *app, const rb_args *args, rb_error *err) {
    unsigned bits = bits_of(rb_arg(args, 0));
    if (bits == 0) {
        return no_such_item(args, err);
    }
    bool now = (app->style.show & bits) == bits;
    if (bits == forces) { /* any of them: all are hidden, and the same ones are shown again */
        static const unsigned usual = RB_SHOW_NORMAL | RB_SHOW_FRICTION;
        now = (app->style.show & forces) != 0;
        app->presenter.hidden_forces = now ? app->style.show & forces : app->presenter.hidden_forces;
        bits = app->presenter.hidden_forces != 0 ? app->presenter.hidden_forces : usual;
    }
    bool on = rb_arg_switch(args, 1, now);
    app->style.show = on ? app->style.show | bits : app->style.show & ~bits;
    if (bits == RB_SHOW_CAUSE && on != now) {
        view_cause(app, on);
    }
    return RB_OK;
}

bool rb_is_shown(const rb_app *app, const rb_args *args) {
    unsigned bits = bits_of(rb_arg(args, 0));
    unsigned shown = app->style.show & bits;
    return bits == forces ? shown != 0 : bits != 0 && shown == bits;
}

rb_status rb_do_hand(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->hand.shown = rb_arg_switch(args, 0, app->hand.shown > 0) ? RB_HAND_SHOWN : 0;
    return RB_OK;
}

bool rb_is_hand(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->hand.shown > 0;
}

rb_status rb_do_arrows(rb_app *app, const rb_args *args, rb_error *err) {
    enum { LONGER, SHORTER };
    double scale = (double)app->style.arrow_scale;
    if (args->choice[0] == LONGER || args->choice[0] == SHORTER) {
        scale = fmin(fmax(scale * (args->choice[0] == LONGER ? 1.25 : 0.8), 0.1), 10);
    } else if (rb_arg_number(args, 0, 0.1, 10, &scale, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    app->style.arrow_scale = (float)scale;
    return RB_OK;
}

rb_status rb_do_log_arrows(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->style.arrow_log = rb_arg_switch(args, 0, app->style.arrow_log);
    return RB_OK;
}

bool rb_is_log(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->style.arrow_log;
}

rb_status rb_do_trails(rb_app *app, const rb_args *args, rb_error *err) {
    double seconds = 0;
    rb_status status = rb_arg_number(args, 0, 0, 60, &seconds, err);
    app->style.trail_seconds = status == RB_OK ? (float)seconds : app->style.trail_seconds;
    return status;
}

/* Index of the given choice or, without an argument, of the next one. */
static int chosen(const rb_args *args, int now, int count) {
    return args->count > 0 ? args->choice[0] : (now + 1) % count;
}

rb_status rb_do_style(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->config.style = chosen(args, app->config.style, RB_STYLE_COUNT);
    app->pace = (rb_pace){0}; /* frame times are measured again */
    return RB_OK;
}

bool rb_is_style(const rb_app *app, const rb_args *args) {
    return args->count > 0 && args->choice[0] == app->config.style;
}

rb_status rb_do_material(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->config.material = chosen(args, app->config.material, RB_MATERIAL_COUNT);
    return RB_OK;
}

bool rb_is_material(const rb_app *app, const rb_args *args) {
    return args->count > 0 && args->choice[0] == app->config.material;
}
