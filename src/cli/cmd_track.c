/* rbsim track: what a camera above sees of points on the body, as tables for rbsim fit. */
#include <math.h>
#include <stdlib.h>

#include <rattleback/fit.h>

#include "cli/camera_args.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "math/mix_inline.h"

typedef struct track_request {
    rb_scene scene;
    rb_tracker camera;
    const char *csv;
    double rate, noise, seed;
    rb_csv table;
    uint64_t state; /* of the noise */
} track_request;

/* Uniform in (0, 1). */
static double uniform(uint64_t *state) {
    return ((double)(rb_mix(*state += RB_MIX_STEP) >> 11) + 0.5) * 0x1p-53;
}

/* Normally distributed, to the accuracy of twelve uniform numbers: the same on every machine. */
static double normal(uint64_t *state) {
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        sum += uniform(state);
    }
    return sum;
}

static bool write_frame(void *context, const rb_moment *moment) {
    track_request *q = context;
    double xy[2 * RB_FIT_MARKERS];
    rb_tracker_see(&q->camera, &q->scene, moment->now, 0, 0, xy);
    rb_csv_number(&q->table, moment->now->t);
    for (int i = 0; i < 2 * q->camera.marker_count; i++) {
        rb_csv_number(&q->table, xy[i] + (q->noise > 0 ? q->noise * normal(&q->state) : 0));
    }
    rb_csv_end_row(&q->table);
    return true;
}

static bool cancelled(void *context, double t) {
    (void)context;
    (void)t;
    return rb_interrupted();
}

static rb_status read_request(rb_args *args, track_request *q, rb_error *err) {
    while (args->next < args->count) {
        bool taken = false;
        if (rb_take_scene_option(args, &q->scene, &taken, err) != RB_OK) {
            return RB_ERR_INPUT;
        }
        int found = taken ? 1 : rb_take_camera_option(args, &q->camera, err);
        found = found != 0 ? found : rb_args_option(args, "--csv", &q->csv, err);
        found = found != 0 ? found : rb_args_number(args, "--rate", &q->rate, err);
        found = found != 0 ? found : rb_args_number(args, "--noise", &q->noise, err);
        found = found != 0 ? found : rb_args_number(args, "--seed", &q->seed, err);
        if (found <= 0) {
            return found < 0 ? RB_ERR_INPUT : rb_args_unknown(args, err);
        }
    }
    if (!(q->rate > 0 && q->rate <= 1e6)) {
        return rb_fail(err, RB_ERR_INPUT, "--rate: expected above 0, up to 1e6 Hz, got %g",
                       q->rate);
    }
    if (!(q->noise >= 0)) {
        return rb_fail(err, RB_ERR_INPUT, "--noise: expected 0 m or more, got %g", q->noise);
    }
    if (!(q->seed >= 0 && q->seed <= 9007199254740992.0 && q->seed == floor(q->seed))) {
        return rb_fail(err, RB_ERR_INPUT, "--seed: expected a whole number of 0 to 2^53, got %g",
                       q->seed);
    }
    q->state = (uint64_t)q->seed;
    return RB_OK;
}

int rb_command_track(rb_args *args) {
    rb_error err;
    track_request q = {.camera = rb_tracker_default(), .csv = "-", .rate = 100, .seed = 1};
    int code = rb_take_scene(args, "track", &q.scene);
    if (code != RB_EXIT_OK) {
        return code;
    }
    if (read_request(args, &q, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    rb_output out;
    rb_catch_interrupts(); /* before the temporary file exists */
    if (!rb_output_begin(&out, q.csv, &err)) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    q.table = (rb_csv){.out = out.stream, .digits = 12};
    rb_csv_text(&q.table, "t");
    for (int i = 0; i < 2 * q.camera.marker_count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%c%d", i % 2 == 0 ? 'x' : 'y', i / 2 + 1);
        rb_csv_text(&q.table, name);
    }
    rb_csv_end_row(&q.table);
    rb_observer observer = {
        .every = 1 / q.rate, .observe = write_frame, .cancelled = cancelled, .context = &q};
    double until = q.scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    if (rb_run(&q.scene, until, &observer, NULL, &err) != RB_OK) {
        rb_output_drop(&out);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    return rb_exit_interrupted(rb_output_end(&out, &err) ? RB_EXIT_OK
                                                         : rb_complain(&err, RB_EXIT_FAILED));
}
