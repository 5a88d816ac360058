/* Actions on time: playing, steps, the record, speed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/language/language.h"
#include "base/text.h"
#include "math/vec.h"
#include "viewer/actions/groups.h"

enum { most_steps = 100000 };
static const double longest = 36000; /* s */

rb_status rb_do_play(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    bool recording = app->capture.video != NULL;
    bool now = rb_session_playing(&app->session) || recording;
    bool wanted = rb_arg_switch(args, 0, now);
    if (recording && !wanted) {
        /* While a video is recorded, pausing ends the recording. */
        rb_capture_close(&app->capture, &app->messages);
    } else if (!recording && wanted) {
        rb_session_play(&app->session);
    } else if (!recording) {
        rb_session_pause(&app->session);
    }
    return RB_OK;
}

bool rb_is_playing(const rb_app *app, const rb_args *args) {
    (void)args;
    return rb_session_playing(&app->session);
}

rb_status rb_do_step(rb_app *app, const rb_args *args, rb_error *err) {
    rb_session *session = &app->session;
    int steps = 1;
    if (args->count > 0 && rb_arg_whole(args, 0, -most_steps, most_steps, &steps, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    if (rb_session_playing(session)) {
        rb_session_pause(session);
    }
    if (steps > 1 && !session->scrubbing) {
        rb_session_advance(session, steps);
        return RB_OK;
    }
    for (int i = 0; i < abs(steps); i++) {
        rb_session_step(session, steps < 0 ? -1 : 1);
    }
    return RB_OK;
}

rb_status rb_do_jump(rb_app *app, const rb_args *args, rb_error *err) {
    double seconds = 1;
    if (args->count > 0 && rb_arg_number(args, 0, -longest, longest, &seconds, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    rb_session_scrub(&app->session, rb_session_time(&app->session) + seconds);
    return RB_OK;
}

rb_status rb_do_seek(rb_app *app, const rb_args *args, rb_error *err) {
    enum { BEGIN, LIVE };
    rb_session *session = &app->session;
    double begin = rb_history_begin(&session->history);
    double end = rb_history_end(&session->history);
    double t = begin;
    if (args->choice[0] == LIVE) {
        rb_session_go_live(session);
        return RB_OK;
    }
    if (args->choice[0] != BEGIN && rb_arg_number(args, 0, 0, longest, &t, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    if (t < begin || t > end) {
        char expected[120];
        snprintf(expected, sizeof expected, "a recorded time, %g to %g s (\"until %g\" would play up to it)",
                 begin, end, t);
        return rb_arg_refuse(args, 0, expected, err);
    }
    rb_session_scrub(session, t);
    return RB_OK;
}

rb_status rb_do_until(rb_app *app, const rb_args *args, rb_error *err) {
    double t = 0;
    rb_status status = rb_arg_number(args, 0, 0, longest, &t, err);
    if (status != RB_OK) {
        return status;
    }
    if (app->capture.video != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "until: not while a video is being recorded");
    }
    double now = rb_session_time(&app->session);
    if (t <= now) {
        char expected[80];
        snprintf(expected, sizeof expected, "a time after the one shown, %.4g s", now);
        return rb_arg_refuse(args, 0, expected, err);
    }
    rb_session_play_until(&app->session, t);
    return RB_OK;
}

void rb_play_on(rb_app *app) {
    if (!app->offscreen && app->capture.video == NULL) { /* there time advances only as requested */
        rb_session_play(&app->session);
    }
}

rb_status rb_after_restart(rb_app *app, rb_status status) {
    if (status == RB_OK) {
        rb_play_on(app);
        app->plots.follow = true;
    }
    return status;
}

rb_status rb_do_restart(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_after_restart(app, rb_session_do_restart(&app->session, args, err));
}

rb_status rb_do_at_rest(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    static const char *const texts[] = {RB_N("stop"), RB_N("restart"), RB_N("continue")};
    rb_session *session = &app->session;
    int wanted = args->count > 0 ? args->choice[0] : ((int)session->at_rest + 1) % RB_REST_COUNT;
    session->at_rest = (rb_at_rest)wanted;
    rb_show_message(app, rb_tr("When at rest: %s"), rb_tr(texts[wanted]));
    return RB_OK;
}

bool rb_is_at_rest(const rb_app *app, const rb_args *args) {
    return args->count > 0 && (int)app->session.at_rest == args->choice[0];
}

/* The next speed of the series 1, 1.5, 2, 3, 5, 7, 10 in this direction. */
static double next_speed(double speed, int direction) {
    static const double series[] = {1, 1.5, 2, 3, 5, 7};
    enum { count = sizeof series / sizeof series[0] };
    const double same = 1e-6;
    double decade = pow(10, floor(log10(speed) - 1));
    double below = decade, above = 1000 * decade;
    for (int i = 0; i < 3 * count; i++) {
        double at = decade * series[i % count] * pow(10, i / count); /* NOLINT: whole decades */
        below = at < speed * (1 - same) ? fmax(below, at) : below;
        above = at > speed * (1 + same) ? fmin(above, at) : above;
    }
    return direction < 0 ? below : above;
}

rb_status rb_do_speed(rb_app *app, const rb_args *args, rb_error *err) {
    enum { SLOWER, FASTER };
    rb_session *session = &app->session;
    double speed = session->speed;
    if (args->choice[0] == SLOWER || args->choice[0] == FASTER) {
        speed = next_speed(speed, args->choice[0] == FASTER ? 1 : -1);
    } else if (rb_arg(args, 0)[0] == 'x') {
        rb_args factor = *args;
        factor.at[0]++;
        if (rb_arg_number(&factor, 0, 1e-4, 1e4, &speed, NULL) != RB_OK) {
            return rb_arg_refuse(args, 0, "x and a number from 0.0001 to 10000, as in x2", err);
        }
        speed *= session->speed;
    } else if (rb_arg_number(args, 0, RB_SPEED_MIN, RB_SPEED_MAX, &speed, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    rb_session_set_speed(session, speed);
    if (app->ui.hidden) {
        rb_show_message(app, rb_tr("Speed %.3g×"), session->speed);
    }
    return RB_OK;
}

rb_status rb_do_flick(rb_app *app, const rb_args *args, rb_error *err) {
    char text[120];
    double v[3] = {0};
    rb_arg_rest(args, 0, text, sizeof text);
    bool read = rb_numbers_read(text, ' ', v, 3);
    rb_vec3 omega = {v[0], v[1], v[2]};
    if (!read || !(rb_norm(omega) <= 1e4)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "flick: expected three numbers, together at most 10000 rad/s, got \"%s\"", text);
    }
    rb_session_flick(&app->session, omega);
    rb_show_message(app, rb_tr("Flick: Δω = (%.2f, %.2f, %.2f) rad/s in body axes"), omega.x, omega.y,
                    omega.z);
    return RB_OK;
}
