/* Actions on the camera. */
#include "app/language/language.h"
#include "math/pi.h"
#include "viewer/actions/groups.h"

rb_status rb_do_camera(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    rb_camera_view view = (rb_camera_view)args->choice[0];
    if (view == RB_VIEW_DEFAULT) {
        app->camera = rb_camera_for(&app->session.runs[app->session.selected].scene);
    } else {
        rb_camera_set_view(&app->camera, view);
    }
    return RB_OK;
}

rb_status rb_do_look(rb_app *app, const rb_args *args, rb_error *err) {
    double yaw = 0, pitch = 0, distance = (double)app->camera.distance;
    if (rb_arg_number(args, 0, -360, 360, &yaw, err) != RB_OK ||
        rb_arg_number(args, 1, 1, 90, &pitch, err) != RB_OK ||
        (args->count > 2 && rb_arg_number(args, 2, 0.001, 50, &distance, err) != RB_OK)) {
        return RB_ERR_INPUT;
    }
    double at[3] = {app->camera.target.x, app->camera.target.y, app->camera.target.z};
    for (int i = 3; i < args->count; i++) {
        if (rb_arg_number(args, i, -1000, 1000, &at[i - 3], err) != RB_OK) {
            return RB_ERR_INPUT;
        }
    }
    if (args->count > 3) {
        app->camera.target = (rb_vec3){at[0], at[1], at[2]};
        app->camera.follow = false;
    }
    app->camera.yaw = (float)(yaw * RB_PI / 180);
    app->camera.pitch = (float)(pitch * RB_PI / 180);
    app->camera.distance = (float)distance;
    return RB_OK;
}

rb_status rb_do_orbit(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    static const float moves[][2] = {{-24, 0}, {24, 0}, {0, 24}, {0, -24}};
    rb_camera_orbit(&app->camera, moves[args->choice[0]][0], moves[args->choice[0]][1]);
    return RB_OK;
}

rb_status rb_do_zoom(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    enum { IN };
    rb_camera_zoom(&app->camera, args->choice[0] == IN ? 1 : -1);
    return RB_OK;
}

rb_status rb_do_follow(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->camera.follow = rb_arg_switch(args, 0, app->camera.follow);
    rb_show_message(app, "%s",
                    app->camera.follow ? rb_tr("Camera: it follows the body")
                                       : rb_tr("Camera: it stays where it is"));
    return RB_OK;
}

bool rb_is_following(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->camera.follow;
}
