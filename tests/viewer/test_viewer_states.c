/* The viewer in every state: speed and frame rate do not change results, a diverged run freezes alone, a
   whole session writes all its files, and quitting works in every state. */
#include <cimgui.h>
#include <dirent.h>
#include <math.h>
#include <unistd.h>

#include "drive_app.h"
#include "viewer/offscreen.h"

static const rb_frame *frame_of(const rb_app *app) {
    return app->session.frame;
}

static double now(const rb_app *app) {
    return frame_of(app)->runs[0].t;
}

static bool stands(const rb_app *app) {
    return drive_settled(app) && !frame_of(app)->playing;
}

/* ---- speed and frame rate ----------------------------------------------------------------------- */

static const double END = RB_SHORT ? 0.3 : 1.5; /* s */

static double tick_of(const rb_app *app) {
    return app->session.runs[0].applied.values[RB_SECTION_SOLVER][RB_SOLVER_TICK];
}

static void pause_run(rb_app *app) {
    rb_session_pause(&app->session);
    drive_frames(app, 1);
    drive_until(app, stands(app));
}

static void advance_to(rb_app *app, double t) {
    rb_session_advance(&app->session, (int)llround((t - now(app)) / tick_of(app)));
    drive_until(app, now(app) > t - tick_of(app) / 2);
}

/* Plays for some frames at this rate and speed, perhaps with a look into the past, then exactly to
   the end. */
static void play_through(rb_app *app, int fps, double speed, int frames, bool scrub) {
    SetTargetFPS(fps);
    rb_session_set_speed(&app->session, speed);
    rb_session_play(&app->session);
    drive_frames(app, frames);
    if (scrub) {
        rb_session_scrub(&app->session, now(app) / 2);
        drive_frames(app, 2);
        rb_session_play(&app->session); /* from there: a branch */
        drive_frames(app, 3);
    }
    SetTargetFPS(0);
    drive_until(app, drive_settled(app) && now(app) > 0); /* however busy the machine is */
    pause_run(app);
    if (now(app) > END) { /* past the end: back to it */
        rb_session_scrub(&app->session, END / 2);
        drive_frames(app, 1);
        rb_session_set_speed(&app->session, 0.02); /* not too far again, however slow a frame is */
        rb_session_play(&app->session);
        drive_frames(app, 1);
        pause_run(app);
    }
    advance_to(app, END);
}

static void speed_and_frame_rate_change_nothing(void **state) {
    (void)state;
    static const struct {
        int fps;
        double speed;
        int frames;
        bool scrub;
    } ways[] = {{10, 1, 4, false},     {200, 1, 30, false}, {10, 5, 3, false}, {200, 0.1, 30, false},
                {60, 0.01, 10, false}, {30, 2, 8, true},    {10, 0.3, 4, true}};
    rb_app *app = drive_open("k11-fig5", "--compare", "exact-circle,k11-p2", "--size", "160x90", NULL);
    uint64_t expected[2];
    for (int run = 0; run < 2; run++) {
        rb_simulation *sim = rb_test_simulation(&app->session.runs[run].scene);
        rb_test_run_until(sim, END);
        expected[run] = rb_simulation_hash(sim);
        rb_simulation_destroy(sim);
    }
    assert_true(expected[0] != expected[1]);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        drive_act(app, "restart");
        drive_until(app, drive_settled(app));
        play_through(app, ways[i].fps, ways[i].speed, ways[i].frames, ways[i].scrub);
        for (int run = 0; run < 2; run++) {
            assert_near(frame_of(app)->runs[run].t, END, 1e-9);
            if (frame_of(app)->summaries[run].state_hash != expected[run]) {
                fail_msg("%d frames a second, speed %g: another state", ways[i].fps, ways[i].speed);
            }
        }
    }
    drive_close(app);
}

/* ---- a diverged run ----------------------------------------------------------------------------- */

static void set_steps(rb_app *app, int run, double step) {
    rb_session *session = &app->session;
    session->runs[run].scene.values[RB_SECTION_SOLVER][RB_SOLVER_STEP] = step;
    session->runs[run].scene.values[RB_SECTION_SOLVER][RB_SOLVER_TICK] = fmax(step, 0.001);
    rb_session_scene_edited(session, run);
}

static void check_finite(const rb_app *app) {
    for (int run = 0; run < app->session.count; run++) {
        rb_snapshot last;
        assert_true(rb_history_at(&app->session.history, run, INFINITY, &last));
        for (int i = 0; i < rb_signal_count(); i++) {
            assert_true(isfinite(rb_signal_value(rb_signal_at(i), app->session.shown[run])));
            assert_true(isfinite(rb_signal_value(rb_signal_at(i), &last)));
        }
        assert_true(isfinite(app->session.compare.largest[run]));
    }
}

static bool said(const rb_app *app, const char *part) {
    for (int i = 0; i < app->messages.count; i++) {
        if (strstr(app->messages.items[i].text, part) != NULL) {
            return true;
        }
    }
    return false;
}

/* The step of one run is far too large: without slip and on a two-sided constraint, which never ends a run by
   lift-off, the state grows without bound. It may be the first run, whose time is the others'. */
static rb_app *open_with_lost_run(int lost) {
    rb_app *app =
        drive_open("kane-levinson", "--compare", "no-slip,no-slip,k11-p2", "--size", "160x90", NULL);
    for (int run = 0; run < 3; run++) {
        rb_scene *scene = &app->session.runs[run].scene;
        if (run < 2) {
            assert_int_equal(rb_scene_assign(scene, "two_sided=1", NULL), RB_OK);
        } else {
            rb_scene_set_normal(scene, rb_normal_law_find("vilke"));
        }
        set_steps(app, run, run == lost ? 0.01 : 5e-4);
    }
    rb_session_set_speed(&app->session, RB_SHORT ? 1 : 4);
    drive_act(app, "restart");
    drive_until(app, drive_settled(app) && app->session.history.runs[lost].count > 3);
    return app;
}

/* The record of the others continues, and their file is still written. */
static double check_others_continue(rb_app *app, int lost) {
    drive_act(app, "csv");
    uint64_t version = app->session.history.version;
    drive_until(app, frame_of(app)->runs[lost].phase == RB_PHASE_DIVERGED);
    double frozen = frame_of(app)->runs[lost].t;
    int compared = app->session.compare.done[2];
    drive_frames(app, 1); /* that one may have come so late that it shows half a second more */
    drive_until(app, rb_session_time(&app->session) > frozen + 0.5);
    assert_true(frame_of(app)->runs[lost].t == frozen);
    assert_true(rb_history_end(&app->session.history) > frozen + 0.4);
    for (int run = 0; run < 3; run++) {
        assert_int_equal(frame_of(app)->runs[run].phase == RB_PHASE_DIVERGED, run == lost);
    }
    check_finite(app);
    assert_true(said(app, "diverged"));
    assert_true(app->session.history.version == version);
    assert_int_equal(app->csv.count, 3);
    assert_true(app->session.compare.done[2] > compared || app->session.reference == lost);
    return frozen;
}

static void diverges_alone(int lost) {
    rb_app *app = open_with_lost_run(lost);
    double frozen = check_others_continue(app, lost);
    /* Back to an earlier time and continued: it diverges at the same moment. */
    rb_session_scrub(&app->session, frozen / 2);
    drive_frames(app, 2);
    double speed = app->session.speed;
    rb_session_set_speed(&app->session, 0.001); /* so that no frame is too slow to see it run */
    rb_session_play(&app->session);
    drive_until(app, frame_of(app)->runs[lost].phase == RB_PHASE_RUNNING);
    rb_session_set_speed(&app->session, speed);
    drive_until(app, frame_of(app)->runs[lost].phase == RB_PHASE_DIVERGED);
    assert_true(frame_of(app)->runs[lost].t == frozen);
    /* Corrected, all of them continue. */
    set_steps(app, lost, 5e-4);
    drive_act(app, "restart");
    drive_until(app, drive_settled(app) && now(app) > frozen + 0.1);
    assert_int_equal(frame_of(app)->runs[lost].phase, RB_PHASE_RUNNING);
    drive_close(app);
}

static void a_diverged_run_freezes_alone(void **state) {
    (void)state;
    diverges_alone(1);
    diverges_alone(0);
}

/* ---- files left behind -------------------------------------------------------------------------- */

static int count_files(const char *ending, char *path, size_t size) {
    DIR *folder = opendir(".");
    assert_non_null(folder);
    int count = 0;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        size_t length = strlen(entry->d_name);
        if (length > strlen(ending) && strcmp(entry->d_name + length - strlen(ending), ending) == 0) {
            count++;
            snprintf(path, size, "%s", entry->d_name);
        }
    }
    closedir(folder);
    return count;
}

/* Every test begins in its own folder. */
static int enter_folder(void **state) {
    (void)state;
    return system("rm -rf states && mkdir states") == 0 && chdir("states") == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    return chdir("..");
}

/* There is one video with that many frames, or as many pictures without ffmpeg. */
static void check_video(long frames) {
    char name[512], command[700];
    if (count_files(".mp4", name, sizeof name) == 1) {
        snprintf(command, sizeof command,
                 "test $(ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of "
                 "csv=p=0 %s) = %ld",
                 name, frames);
    } else {
        assert_int_equal(count_files("-frames", name, sizeof name), 1);
        snprintf(command, sizeof command, "test $(ls %s | wc -l) = %ld", name, frames);
    }
    assert_int_equal(system(command), 0);
}

/* As many whole rows as there are, none cut off. */
static void check_csv(int at_least) {
    char name[512], line[8192];
    assert_true(count_files(".csv", name, sizeof name) >= 1);
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    int rows = 0, commas = 0;
    for (; fgets(line, sizeof line, file) != NULL; rows++) {
        if (line[0] == '#') { /* its head */
            rows--;
            continue;
        }
        int found = 0;
        bool quoted = false; /* names of runs may have commas */
        for (const char *c = line; *c != '\0'; c++) {
            quoted = *c == '"' ? !quoted : quoted;
            found += *c == ',' && !quoted;
        }
        assert_true(strchr(line, '\n') != NULL);
        assert_true(strstr(line, "nan") == NULL && strstr(line, "inf") == NULL);
        commas = rows == 0 ? found : commas;
        assert_int_equal(found, commas);
    }
    fclose(file);
    assert_true(rows > at_least);
}

/* A file of data continues when the history is thinned, and the code that ends it at once gets all that is
   kept. */
static void data_outlives_thinning(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    drive_until(app, app->session.history.runs[0].count > 5);
    drive_act(app, "play; csv");
    drive_until(app, drive_settled(app) && !rb_session_playing(&app->session));
    drive_frames(app, 2);
    rb_history *history = &app->session.history;
    rb_snapshot later;
    assert_true(rb_history_at(history, 0, 1e9, &later));
    int written = app->csv.written[0];
    assert_true(written > 5);
    while (history->stride == 1) {
        later.t += 1 / RB_HISTORY_RATE;
        rb_history_add(history, 0, &later, NULL);
    }
    app->csv.seen[0] = history->runs[0].seen; /* none of them is new */
    drive_frames(app, 2);
    assert_int_equal(app->csv.count, 1);
    assert_true(app->csv.written[0] > written && app->csv.written[0] < history->runs[0].count);
    drive_act(app, "csv");
    assert_true(said(app, "Data saved: "));
    drive_close(app);
    check_csv(RB_HISTORY_MAX / 2);
}

/* ---- a whole session ---------------------------------------------------------------------------- */

static void edit(rb_app *app, int run, rb_section section, const char *name, double value) {
    rb_session_remember(&app->session);
    rb_scene *scene = &app->session.runs[run].scene;
    int row = rb_param_find(rb_scene_table(scene, section), name);
    assert_true(row >= 0);
    scene->values[section][row] = value;
    rb_session_edited(&app->session, run, section, row);
    drive_frames(app, 2);
}

static void branch_and_compare(rb_app *app) {
    drive_until(app, now(app) > 0.2);
    rb_session_scrub(&app->session, 0.1);
    drive_frames(app, 3);
    assert_true(app->session.scrubbing);
    drive_act(app, "play");
    drive_until(app, drive_settled(app) && now(app) > 0.2);
    drive_act(app, "add; add; add; layout");
    drive_until(app, drive_settled(app) && now(app) > 0.05);
    assert_int_equal(app->session.shown_count, 4);
    app->session.link = true;
    edit(app, 1, RB_SECTION_CONTACT, "mu", 0.25);
    edit(app, 0, RB_SECTION_WORLD, "g", 9);
}

static void a_whole_session(void **state) {
    (void)state;
    char name[512];
    rb_app *app = drive_open("k11-fig5", "--size", "640x360", NULL);
    branch_and_compare(app);
    drive_act(app, "csv; laws; theme; microscope; undo; redo; run3; remove");
    drive_until(app, drive_settled(app) && app->session.shown_count == 3);
    drive_act(app, "copy; save; picture; plots; plot-csv; plot-png");
    drive_frames(app, 2);
    drive_act(app, "record");
    drive_until(app, app->capture.frames == 4);
    rb_app_open(app, &app->library->scenes[0]); /* in the middle of the video */
    drive_until(app, app->capture.frames == 8);
    drive_act(app, "record");
    assert_null(app->capture.video);
    drive_close(app);
    check_video(8);
    check_csv(3);
    assert_int_equal(count_files(".png", name, sizeof name), 2);
    assert_int_equal(count_files(".json", name, sizeof name), 1);
}

static void a_picture_off_screen(void **state) {
    (void)state;
    rb_app *app = drive_open("tippetop-ka09", "--compare", "exact-circle,k11-p2", "--size", "640x360", "--at",
                             "0.05", "--screenshot", "picture.png", NULL);
    assert_int_equal(rb_offscreen_run(app), 0);
    drive_close(app);
    Image image = LoadImage("picture.png");
    assert_int_equal(image.width, 640);
    UnloadImage(image);
}

/* ---- quitting ----------------------------------------------------------------------------------- */

typedef struct ending {
    const char *name, *actions;
    int frames; /* before the end */
} ending;

static void lose_the_world(rb_app *app) {
    rb_world_destroy(app->world);
    app->world = NULL;
    rb_fail(&app->world_problem, RB_ERR_IO, "a shader did not compile");
}

static void quit_from(const ending *end) {
    bool lost = strcmp(end->name, "no shaders") == 0;
    rb_app *app = drive_open("k11-fig5", "--size", lost ? "640x360" : "160x90", "--speed",
                             RB_SHORT ? "0.1" : "1", NULL);
    if (lost) {
        lose_the_world(app);
    }
    drive_act(app, end->actions);
    drive_frames(app, end->frames);
    if (strcmp(end->name, "text field") == 0) {
        assert_true(igGetIO()->WantTextInput);
    }
    if (strcmp(end->name, "eight runs") == 0) {
        drive_until(app, drive_settled(app));
        assert_true(app->session.shown_count > 4);
    }
    if (strcmp(end->name, "data") == 0) {
        drive_until(app, app->csv.written[0] > 5);
    }
    if (strcmp(end->name, "video") == 0) {
        drive_until(app, app->capture.frames == 3);
    }
    drive_close(app);
}

static void quits_in_every_state(void **state) {
    (void)state;
    static const ending endings[] = {
        {"playing", "", 5},
        {"paused", "play", 5},
        {"scrubbed", "begin", 5},
        {"branched", "begin; play", 0},
        {"stepping", "back; step; step", 1},
        {"commands under way", "all-laws; restart; next-law", 0},
        {"eight runs", "all-laws", 0},
        {"overlay", "add; layout", 3},
        {"removing", "add; add; remove", 0},
        {"help", "help", 3},
        {"files", "open", 3},
        {"text field", "search", 4},
        {"picture", "picture", 0},
        {"video", "record", 0},
        {"video just begun", "record", 0},
        {"data", "csv", 0},
        {"no shaders", "microscope; layout; add", 5},
    };
    /* The threads end in the same way in every state. */
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i += RB_UNDER_TSAN ? 5 : 1) {
        enter_folder(NULL);
        print_message("quitting: %s\n", endings[i].name);
        quit_from(&endings[i]);
        if (strcmp(endings[i].name, "video") == 0) {
            check_video(3);
        }
        if (strcmp(endings[i].name, "data") == 0) {
            check_csv(5);
        }
        leave_folder(NULL);
    }
}

/* A tick of ten million steps, each of six slow evaluations, takes minutes: frames continue meanwhile, and
   quitting does not wait for its end, with the physics thread and without. */
static void quits_within_a_long_tick(void **state) {
    (void)state;
    for (int threadless = 0; threadless < 2; threadless++) {
        rb_app *app = drive_open("k15-ah", "--size", "160x90", threadless ? "--threadless" : NULL, NULL);
        set_steps(app, 0, 0.1);
        double *solver = app->session.runs[0].scene.values[RB_SECTION_SOLVER];
        solver[RB_SOLVER_METHOD] = RB_METHOD_DP5;
        solver[RB_SOLVER_STEP] = 1e-8;
        drive_act(app, "restart");
        drive_until(app, drive_settled(app) && frame_of(app)->behind);
        assert_int_equal(frame_of(app)->tick, 0);
        double begun = GetTime();
        rb_session_destroy(&app->session);   /* the part that waits; GetTime() needs the window */
        assert_below(GetTime() - begun, 30); /* promised are 0.5 s; the machine may be busy */
        drive_close(app);
    }
}

/* After a restart or a change of speed, a video continues frame by frame, without a jump. */
static void a_video_continues_evenly(void **state) {
    (void)state;
    enter_folder(NULL);
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", "--speed", "1", NULL);
    drive_act(app, "record");
    drive_until(app, app->capture.frames == 30);
    assert_in_range(app->capture.target - app->capture.base_tick, 480, 510); /* 1000 ticks / 60 */
    drive_act(app, "restart");
    drive_until(app, app->capture.frames == 34);
    assert_in_range(app->capture.target, 33, 84);
    uint64_t before = app->capture.target;
    rb_session_set_speed(&app->session, 2);
    drive_until(app, app->capture.frames == 37);
    assert_in_range(app->capture.target - before, 66, 134);
    drive_close(app);
    leave_folder(NULL);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speed_and_frame_rate_change_nothing),
        cmocka_unit_test_setup_teardown(a_diverged_run_freezes_alone, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(data_outlives_thinning, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(a_whole_session, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(a_picture_off_screen, enter_folder, leave_folder),
        cmocka_unit_test(quits_in_every_state),
        cmocka_unit_test(quits_within_a_long_tick),
        cmocka_unit_test(a_video_continues_evenly),
    };
    return cmocka_run_group_tests_name("viewer states", tests, NULL, NULL);
}
