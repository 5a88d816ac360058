/* Dots tracked in synthetic films (render.c) whose truth is known; the camera that is found from them; bad
   films. With ffmpeg also the whole way from a file to a table. */
#include <math.h>
#include <stdlib.h>

#include "cli.h"
#include "film/film_points.h"
#include "rattleback/fit.h"
#include "render.h"
#include "sim/csv.h"
#include "support.h"

enum { FRAMES = RB_SHORT ? 20 : 60 };

static unsigned char planes[FILM_BYTES];
static rb_dot_place places[3 * FRAMES];
static double stamps[FRAMES], truth[FRAMES][6];

/* Tracks a film; returns the largest error of dots that were found, px. */
static double track(const film_scene *scene, int frames, int *not_found) {
    rb_dot_tracker tracker = {0};
    rb_film_frame frame = rb_film_frame_of(FILM_WIDTH, FILM_HEIGHT, planes);
    double pixels[6], largest = 0;
    *not_found = 0;
    for (int f = 0; f < frames; f++) {
        film_render(scene, f, planes, truth[f], pixels);
        if (f == 0) {
            rb_error err = {""};
            double clicks[6];
            for (int i = 0; i < 6; i++) {
                clicks[i] = round(pixels[i]) + (i % 3) - 1; /* a person clicks beside the centre */
            }
            if (rb_dots_begin(&tracker, &frame, clicks, 3, &err) != RB_OK) {
                fail_msg("%s", err.text);
            }
        } else {
            rb_dots_next(&tracker, &frame);
        }
        for (int i = 0; i < 3; i++) {
            const rb_dot_place *place = &tracker.dots[i].place;
            bool found = place->problem == RB_DOT_FOUND;
            largest = found ? fmax(largest, hypot(place->u - pixels[2 * i], place->v - pixels[2 * i + 1]))
                            : largest;
            *not_found += !found;
            places[3 * f + i] = *place;
        }
        stamps[f] = f / scene->rate;
    }
    return largest;
}

/* At 1.3 px per mm, a limit of 0.35 px for the worst of 180 points; noise and 8-bit levels give 0.1. */
static void dots_are_found(void **state) {
    (void)state;
    int lost;
    film_scene scene = film_default();
    assert_below(track(&scene, FRAMES, &lost), 0.35);
    assert_int_equal(lost, 0);
    /* A streak keeps its centre: 15 rad/s with an exposure of 10 ms, 5 mm of blur. */
    scene.spin = -15;
    scene.exposure = 0.01;
    assert_below(track(&scene, 20, &lost), 0.6);
    assert_int_equal(lost, 0);
}

static rb_film_points all_points(int frames) {
    return (rb_film_points){.dots = 3, .frames = frames, .places = places, .t = stamps};
}

/* Largest distance between the points and the truth, after the best turn and shift of the floor's axes, m. */
static double floor_error(const rb_film_camera *camera, int frames) {
    double mean[4] = {0}, c = 0, s = 0, largest = 0;
    for (int pass = 0; pass < 3; pass++) {
        for (int f = 0; f < frames; f++) {
            for (int i = 0; i < 3; i++) {
                double p[2];
                const double *q = truth[f] + 2 * i;
                rb_film_on_floor(camera, places[3 * f + i].u, places[3 * f + i].v, p);
                if (pass == 0) {
                    for (int k = 0; k < 2; k++) {
                        mean[k] += p[k] / (3 * frames);
                        mean[2 + k] += q[k] / (3 * frames);
                    }
                    continue;
                }
                double x = p[0] - mean[0], y = p[1] - mean[1], X = q[0] - mean[2], Y = q[1] - mean[3];
                double angle = atan2(s, c);
                if (pass == 1) {
                    c += x * X + y * Y, s += x * Y - y * X;
                } else {
                    largest = fmax(largest, hypot(cos(angle) * x - sin(angle) * y - X,
                                                  sin(angle) * x + cos(angle) * y - Y));
                }
            }
        }
    }
    return largest;
}

static void the_turning_stone_shows_the_camera(void **state) {
    (void)state;
    char warning[200];
    int lost;
    rb_error err = {""};
    film_scene scene = film_default();
    track(&scene, FRAMES, &lost);
    rb_film_points points = all_points(FRAMES);
    rb_film_camera camera = rb_film_camera_default(FILM_WIDTH, FILM_HEIGHT, 0);
    assert_near(camera.focal, scene.focal, 1e-9); /* 0.8 x width is this camera's */
    assert_int_equal(rb_film_calibrate(&camera, &points, 0.072, warning, sizeof warning, &err), RB_OK);
    if (!RB_SHORT) { /* needs half a turn */
        assert_string_equal(warning, "");
        assert_near(rb_film_camera_height(&camera), scene.height, 2e-3);
        assert_near(rb_film_camera_tilt(&camera), scene.tilt, 0.02);
        assert_below(floor_error(&camera, FRAMES), 4e-4);
        /* A wrong focal length is made up for by the height. */
        rb_film_camera other = rb_film_camera_default(FILM_WIDTH, FILM_HEIGHT, 1.15 * scene.focal);
        assert_int_equal(rb_film_calibrate(&other, &points, 0.072, warning, sizeof warning, &err), RB_OK);
        assert_below(floor_error(&other, FRAMES), 8e-4);
    }
    assert_int_equal(rb_film_check_distances(&camera, &points), 0);
    double there[2], u, v; /* to the floor and back */
    rb_film_on_floor(&camera, 100, 200, there);
    assert_true(rb_film_to_pixel(&camera, there, &u, &v));
    assert_near(u, 100, 1e-9);
    assert_near(v, 200, 1e-9);
    /* One wrong dot is marked, and it alone. */
    places[3 * 7 + 1].u += 8;
    assert_int_equal(rb_film_check_distances(&camera, &points), 1);
    assert_int_equal(places[3 * 7 + 1].problem, RB_DOT_DISTANCE);
    assert_int_equal(places[3 * 7].problem, RB_DOT_FOUND);
    /* The corners of a sheet give the same camera. */
    double corners[8];
    const double at[4][2] = {{-0.1, -0.1}, {0.11, -0.1}, {0.11, 0.048}, {-0.1, 0.048}},
                 sides[2] = {0.21, 0.148};
    for (int i = 0; i < 4; i++) {
        film_project(&scene, at[i], corners + 2 * i);
    }
    rb_film_camera sheet = rb_film_camera_default(FILM_WIDTH, FILM_HEIGHT, 0);
    assert_int_equal(rb_film_calibrate_sheet(&sheet, corners, sides, &err), RB_OK);
    assert_near(rb_film_camera_height(&sheet), scene.height, 1e-6);
    assert_near(rb_film_camera_tilt(&sheet), scene.tilt, 1e-6);
    const double turned[2] = {0.148, 0.21};
    assert_int_equal(rb_film_calibrate_sheet(&sheet, corners, turned, &err), RB_ERR_INPUT);
    assert_contains(err.text, "do not fit a rectangle");
}

/* A covered dot is reported as lost and found again; a second spot of its colour is not taken for it. */
static void no_silent_jumps(void **state) {
    (void)state;
    int lost;
    film_scene scene = film_default();
    scene.hide_from = 5;
    scene.hide_until = 12;
    assert_below(track(&scene, 20, &lost), 0.4);
    assert_in_range(lost, 7, 8);
    assert_int_equal(places[3 * 19 + 2].problem, RB_DOT_FOUND);
    scene = film_default();
    scene.decoy_from = 4;
    assert_below(track(&scene, 20, &lost), 0.6);
    /* Out of the picture. */
    scene = film_default();
    scene.drift = 1.5;
    assert_below(track(&scene, 16, &lost), 1.5);
    assert_true(lost > 0);
}

static void expect_begin_refused(const film_scene *scene, double du, const char *part) {
    double pixels[6], floor[6];
    rb_dot_tracker tracker;
    rb_error err = {""};
    film_render(scene, 0, planes, floor, pixels);
    for (int i = 0; i < 6; i += 2) {
        pixels[i] += du;
    }
    rb_film_frame frame = rb_film_frame_of(FILM_WIDTH, FILM_HEIGHT, planes);
    assert_int_equal(rb_dots_begin(&tracker, &frame, pixels, 3, &err), RB_ERR_INPUT);
    assert_contains(err.text, part);
}

static void bad_films_are_refused(void **state) {
    (void)state;
    film_scene scene = film_default();
    expect_begin_refused(&scene, -60, "no coloured dot at");
    expect_begin_refused(&scene, 1e4, "outside the picture of 480 x 320 pixels");
    scene.same_colours = true;
    expect_begin_refused(&scene, 0, "have the same colour");
    scene = film_default();
    scene.dark = true;
    expect_begin_refused(&scene, 0, "too dark");
    scene = film_default();
    scene.decoy_from = 1;
    double pixels[6], floor[6], u = 0, v = 0;
    rb_dot_tracker tracker;
    film_render(&scene, 0, planes, floor, pixels);
    rb_film_frame frame = rb_film_frame_of(FILM_WIDTH, FILM_HEIGHT, planes);
    assert_int_equal(rb_dots_begin(&tracker, &frame, pixels, 3, NULL), RB_OK);
    assert_false(rb_dots_find_twin(&tracker, &frame, 0, &u, &v));
    film_render(&scene, 1, planes, floor, pixels);
    assert_true(rb_dots_find_twin(&tracker, &frame, 0, &u, &v));
}

static void a_film_becomes_a_table(void **state) {
    (void)state;
    char dots[120];
    film_scene scene = film_default();
    char path[200], table[200];
    snprintf(path, sizeof path, "%s", rb_test_path("film.mp4"));
    snprintf(table, sizeof table, "%s", rb_test_path("points.csv"));
    REFUSED(1, "No such file", "track-film", "absent.mp4", "--dots", "1 1, 2 2", "--distance", "72mm");
    REFUSED(2, "--distance: expected a length such as 72mm", "track-film", path, "--distance", "72ft");
    REFUSED(2, "--dots: expected two to 8 places", "track-film", path, "--distance", "72mm", "--dots",
            "5, 6");
    REFUSED(2, "--dots is required", "track-film", path, "--distance", "72mm");
    REFUSED(2, "belong together", "track-film", path, "--distance", "72mm", "--dots", "1 1, 2 2", "--sheet",
            "1 1, 2 2, 3 3, 4 4");
    if (!film_write(path, &scene, FRAMES, dots, sizeof dots)) {
        skip();
    }
    cJSON *summary = cli_parse(
        OUTPUT("track-film", path, "--dots", dots, "--distance", "7.2cm", "--csv", table, "--summary", "-"));
    assert_near(cli_number(summary, "frames"), FRAMES, 0);
    assert_near(cli_number(summary, "lost") + cli_number(summary, "wrong_distance"), 0, 0);
    assert_near(cli_number(summary, "frames_per_second"), 60, 1e-3);
    cJSON_Delete(summary);
    rb_scene stone = rb_test_scene("toy-plastic", NULL);
    rb_fit_series series;
    rb_tracker camera = rb_tracker_default();
    assert_int_equal(rb_fit_series_read(&series, table, &stone, &camera, NULL), RB_OK);
    assert_int_equal(series.columns, 6);
    assert_int_equal(series.frames, FRAMES);
    rb_fit_series_free(&series);
    REFUSED(2, "no coloured dot at", "track-film", path, "--dots", "20 20, 40 20", "--distance", "72mm");
    remove(table);
    remove(path);
}

/* Time stamps are those of the file: every second frame is late by 0.3 of an interval (rounded to ms there).
   Without any, the rate is asked for. */
static void time_stamps_are_those_of_the_file(void **state) {
    (void)state;
    char dots[120], path[200], uneven[200], bare[200], line[1200];
    film_scene scene = film_default();
    snprintf(path, sizeof path, "%s", rb_test_path("even.mp4"));
    snprintf(uneven, sizeof uneven, "%s", rb_test_path("uneven.mkv"));
    snprintf(bare, sizeof bare, "%s", rb_test_path("bare.m4v"));
    if (!film_write(path, &scene, FRAMES, dots, sizeof dots)) {
        skip();
    }
    snprintf(line, sizeof line,
             "ffmpeg -v quiet -y -i %s -vf \"setpts='(N+0.3*mod(N,2))/60/TB'\" -fps_mode vfr -enc_time_base "
             "1:1000 -c:v ffv1 %s && "
             "ffmpeg -v quiet -y -i %s -c copy -f m4v %s",
             path, uneven, path, bare);
    assert_int_equal(system(line), 0);
    char table[200];
    snprintf(table, sizeof table, "%s", rb_test_path("uneven.csv"));
    free(OUTPUT("track-film", uneven, "--dots", dots, "--distance", "72mm", "--csv", table));
    rb_csv_table points;
    assert_int_equal(rb_csv_read(table, &points, NULL), RB_OK);
    assert_int_equal(points.rows, FRAMES);
    for (int f = 0; f < FRAMES; f++) {
        assert_near(rb_csv_value(&points, f, 0), (f + 0.3 * (f % 2)) / 60, 1.01e-3);
    }
    rb_csv_table_free(&points);
    REFUSED(2, "of known length", "track-film", bare, "--dots", dots, "--distance", "72mm", "--csv", table);
    remove(table);
    remove(path);
    remove(uneven);
    remove(bare);
}

/* One command from a film to numbers. The stone of render.c spins evenly: without friction and skew, and a
   flat start, the model's does, too. The spin is determined to 1e-3 by two turns; tracking errors are below
   0.3 px. */
static void one_command_from_a_film_to_numbers(void **state) {
    (void)state;
    char dots[120], path[200], table[200], free_names[] = "markers";
    film_scene scene = film_default();
    snprintf(path, sizeof path, "%s", rb_test_path("spin.mp4"));
    snprintf(table, sizeof table, "%s", rb_test_path("spin.csv"));
    REFUSED(2, "film: --dots is required", "film", "toy-plastic", path, "--distance", "72mm");
    REFUSED(2, "--points: expected a file or FOLDER/", "film", "toy-plastic", path, "--distance", "72mm",
            "--dots", "1 1, 2 2", "--points", "-");
    REFUSED(1, "No such file", "film", "toy-plastic", "absent.mp4", "--dots", "1 1, 2 2", "--distance",
            "72mm");
    if (!film_write(path, &scene, FRAMES, dots, sizeof dots)) {
        skip();
    }
    char *report = OUTPUT("film", "toy-plastic", path, "--dots", dots, "--distance", "72mm", "--points",
                          table, "--free", free_names, "--law", "none", "--rolling", "none", "--set", "B12=0",
                          "--omega", "0 0 1", "--quiet");
    char frames[64];
    snprintf(frames, sizeof frames, "root mean square of %d frames", FRAMES);
    assert_contains(report, frames);
    const char *spin = strstr(report, "omega3 of spin.csv");
    assert_non_null(spin);
    assert_near(strtod(spin + strlen("omega3 of spin.csv"), NULL), scene.spin, 2e-2);
    assert_contains(report, "What to film next");
    free(report);
    /* A distance in the wrong unit. */
    REFUSED(2, "is larger than the stone, 100 mm", "film", "toy-plastic", path, "--dots", dots, "--distance",
            "72cm", "--points", table, "--quiet");
    /* A wrong number of dots on the body. */
    REFUSED(2, "--markers: expected 3 places, one for each dot, got 2", "film", "toy-plastic", path, "--dots",
            dots, "--distance", "72mm", "--points", table, "--markers", "0 0 0, 1 0 0", "--quiet");
    /* What was tracked stays, in pixels, when the camera is not found. */
    REFUSED(2, "do not fit a rectangle", "track-film", path, "--dots", dots, "--distance", "72mm", "--csv",
            table, "--sheet", "10 10, 400 12, 420 20, 15 300", "--sheet-size", "297x210mm");
    rb_csv_table points;
    assert_int_equal(rb_csv_read(table, &points, NULL), RB_OK);
    assert_int_equal(points.rows, FRAMES);
    assert_true(isnan(rb_csv_value(&points, 3, 1)) && rb_csv_value(&points, 3, 7) > 0); /* x1, u1 */
    rb_csv_table_free(&points);
    remove(table);
    remove(path);
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dots_are_found),
        cmocka_unit_test(the_turning_stone_shows_the_camera),
        cmocka_unit_test(no_silent_jumps),
        cmocka_unit_test(bad_films_are_refused),
        cmocka_unit_test(a_film_becomes_a_table),
        cmocka_unit_test(time_stamps_are_those_of_the_file),
        cmocka_unit_test(one_command_from_a_film_to_numbers),
    };
    return cmocka_run_group_tests_name("film", tests, rb_test_make_folder, rb_test_remove_folder);
}
