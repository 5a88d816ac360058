/* rbsim track: marked points of the body as seen by a camera above, as a table for rbsim fit. */
#include <math.h>
#include <stdlib.h>

#include <rattleback/fit.h>

#include "base/system.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "film/dataset.h"
#include "math/random.h"
#include "sim/csv.h"

typedef struct track_request {
    rb_scene scene;
    rb_tracker camera;
    const char *csv, *dataset;
    char points[1100]; /* of the data set */
    double rate, noise;
    int64_t seed;
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

static const rb_option track_options[] = {
    RB_OPTION("--rate", "HZ", "frames per second (100)", rb_option_number, offsetof(track_request, rate),
              .min = 0, .max = 1e6, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--noise", "M", "standard deviation of the noise added to each coordinate, m (0)",
              rb_option_number, offsetof(track_request, noise), .min = 0, .max = INFINITY),
    RB_OPTION("--seed", "S", "seed of the noise (1)", rb_option_whole, offsetof(track_request, seed),
              .min = 0, .max = RB_SEED_MAX),
    RB_OPTION("--dataset", "FOLDER",
              "write a data set that is labelled synthetic: dataset.json, stone.json, points.csv",
              rb_option_text, offsetof(track_request, dataset), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--csv", "FILE|-", "where the table goes (standard output)", rb_option_text,
              offsetof(track_request, csv)),
    {0},
};

static rb_status set_defaults(const rb_command_line *line, void *request, rb_error *err) {
    (void)line;
    (void)err;
    track_request *q = request;
    q->camera = rb_tracker_default();
    q->csv = "-";
    q->rate = 100;
    q->seed = 1;
    return RB_OK;
}

/* The folder may exist; points go into it. */
static rb_status prepare_dataset(track_request *q, rb_error *err) {
    rb_path_info info;
    if (!rb_path_stat(q->dataset, &info) && rb_folder_create(q->dataset, false) != 0) {
        return rb_fail(err, RB_ERR_IO, "--dataset: %s: the folder cannot be made", q->dataset);
    }
    if ((size_t)snprintf(q->points, sizeof q->points, "%s/points.csv", q->dataset) >= sizeof q->points) {
        return rb_fail(err, RB_ERR_INPUT, "--dataset: the path is too long");
    }
    q->csv = q->points;
    return rb_dataset_write_synthetic(q->dataset, &q->scene, &q->camera, q->noise, (double)q->seed, err);
}

static int track_markers(const rb_command_line *line, void *request) {
    (void)line;
    rb_error err;
    track_request *q = request;
    q->state = (uint64_t)q->seed;
    if (q->dataset != NULL && prepare_dataset(q, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    rb_output out;
    rb_catch_interrupts(false); /* before the temporary file exists */
    if (!rb_output_begin(&out, q->csv, &err)) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    q->table = (rb_csv){.out = out.stream, .digits = q->dataset != NULL ? 7 : 12};
    if (!rb_csv_head(out.stream, "Marked points as a camera above sees them", &q->scene, NULL)) {
        rb_output_drop(&out);
        return rb_complain_memory("track");
    }
    fputs("# units: t s, all others m\n", out.stream);
    rb_csv_text(&q->table, "t");
    for (int i = 0; i < 2 * q->camera.marker_count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%c%d", i % 2 == 0 ? 'x' : 'y', i / 2 + 1);
        rb_csv_text(&q->table, name);
    }
    rb_csv_end_row(&q->table);
    rb_observer observer = {
        .every = 1 / q->rate, .observe = write_frame, .cancelled = cancelled, .context = q};
    double until = q->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    if (rb_run(&q->scene, until, &observer, NULL, &err) != RB_OK) {
        rb_output_drop(&out);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    return rb_exit_interrupted(rb_output_end(&out, &err) ? RB_EXIT_OK : rb_complain(&err, RB_EXIT_FAILED));
}

const rb_cli_command rb_cli_track = {
    .name = "track",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Simulate marked points of the body as a camera above sees them, for fit",
    .options = track_options,
    .groups = {RB_CAMERA_OPTIONS(offsetof(track_request, camera)),
               RB_SCENE_OPTIONS(offsetof(track_request, scene))},
    RB_SCENE_REQUEST(track_request, scene),
    .init = set_defaults,
    .run = track_markers,
};
