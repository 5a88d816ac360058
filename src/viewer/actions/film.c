/* Actions: a film beside the run, and what is measured in it. */
#include <stdlib.h>
#include <string.h>

#include "viewer/actions/groups.h"

static rb_status place_dot(rb_app *app, const rb_args *args, rb_error *err) {
    double u = 0, v = 0;
    rb_status status = rb_arg_number(args, 1, 0, 1e5, &u, err);
    status = status == RB_OK ? rb_arg_number(args, 2, 0, 1e5, &v, err) : status;
    return status == RB_OK ? rb_film_lab_dot(app, u, v, err) : status;
}

static rb_status correct(rb_app *app, const rb_args *args, rb_error *err) {
    int frame = 0, dot = 0;
    double u = 0, v = 0;
    rb_status status = rb_arg_whole(args, 1, 0, 1000000, &frame, err);
    status = status == RB_OK ? rb_arg_whole(args, 2, 1, app->film_lab.request.dots, &dot, err) : status;
    status = status == RB_OK ? rb_arg_number(args, 3, 0, 1e5, &u, err) : status;
    status = status == RB_OK ? rb_arg_number(args, 4, 0, 1e5, &v, err) : status;
    return status == RB_OK ? rb_film_lab_correct(app, frame, dot - 1, u, v, err) : status;
}

/* Begins or ends placing dots; the first frame is shown meanwhile. */
static rb_status place_dots(rb_app *app, bool ready) {
    rb_film_lab *lab = &app->film_lab;
    lab->placing = !ready;
    if (!ready) {
        lab->request.dots = lab->request.correction_count = 0;
        app->film.offset = -app->film.rate * rb_session_time(&app->session);
    } else {
        app->film.offset = 0;
    }
    return RB_OK;
}

static rb_status fit(rb_app *app, rb_error *err) {
    rb_study_spec *spec = calloc(1, sizeof *spec);
    rb_status status = spec != NULL ? rb_film_lab_fit(app, spec, err)
                                    : rb_fail(err, RB_ERR_MEMORY, "film fit: out of memory");
    status = status == RB_OK ? rb_show_fit(app, spec, err) : status;
    free(spec);
    return status;
}

static rb_status measure(rb_app *app, const rb_args *args, int what, rb_error *err) {
    enum { DOTS = 6, DOT, DISTANCE, HEIGHT, TRACK, CANCEL, CORRECT };
    rb_film_lab *lab = &app->film_lab;
    switch (what) {
    case DOTS: return place_dots(app, args->count > 1 && strcmp(rb_arg(args, 1), "ready") == 0);
    case DOT: return place_dot(app, args, err);
    case DISTANCE: return rb_arg_number(args, 1, 1e-4, 100, &lab->request.distance, err);
    case HEIGHT: return rb_arg_number(args, 1, 0, 100, &lab->request.dot_height, err);
    case TRACK: return rb_film_lab_track(app, err);
    case CANCEL:
        if (lab->tracking != NULL) {
            rb_film_tracking_cancel(lab->tracking);
        }
        return RB_OK;
    case CORRECT: return correct(app, args, err);
    default: return fit(app, err);
    }
}

rb_status rb_do_film(rb_app *app, const rb_args *args, rb_error *err) {
    enum { OPEN, OFFSET, RATE, BESIDE, UNDER, OFF };
    const double day = 86400, slowest = 1e-3, fastest = 1000;
    rb_film_view *view = &app->film;
    int what = args->choice[0];
    if (what == OPEN) {
        rb_status status = args->count > 1
                               ? rb_film_view_open(app, rb_arg(args, 1), err)
                               : rb_fail(err, RB_ERR_INPUT, "film open: expected the path of a video");
        if (status == RB_OK) {
            rb_film_lab_open(app, rb_arg(args, 1));
        }
        return status;
    }
    if (view->film == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "film: expected a film (\"film open FILE\")");
    }
    switch (what) {
    case OFFSET: return rb_arg_number(args, 1, -day, day, &view->offset, err);
    case RATE: return rb_arg_number(args, 1, slowest, fastest, &view->rate, err);
    case OFF:
        rb_film_view_close(app);
        rb_film_lab_close(app);
        return RB_OK;
    case BESIDE:
    case UNDER: view->place = what == UNDER ? RB_FILM_UNDER : RB_FILM_BESIDE; return RB_OK;
    default: return measure(app, args, what, err);
    }
}
