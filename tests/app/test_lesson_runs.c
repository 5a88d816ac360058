/* Effect of the lines of a lesson on its runs, and lessons checked against runs: which runs an edit goes
   to, what a preset restores, what is rejected without a change. */
#include <sys/stat.h>
#include <unistd.h>

#include "app/lesson/glossary.h"
#include "app/lesson/lesson.h"
#include "session.h"
#include "support.h"

static rb_library *library;
static rb_lesson_runs *runs;
static rb_error err;

static int make_runs(void **state) {
    (void)state;
    library = rb_library_create(NULL, NULL);
    runs = calloc(1, sizeof *runs);
    return library != NULL && runs != NULL ? 0 : -1;
}

static int free_runs(void **state) {
    (void)state;
    rb_library_destroy(library);
    rb_lesson_runs_clear(runs);
    free(runs);
    return 0;
}

/* Runs these lines from the beginning. */
static void play(const char *lines) {
    int done = 0;
    rb_lesson_runs_clear(runs);
    runs->library = library;
    if (rb_lesson_runs_do_all(runs, lines, &done, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
}

static void more(const char *lines) {
    int done = 0;
    if (rb_lesson_runs_do_all(runs, lines, &done, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
}

static double value(int run, rb_section section, const char *name) {
    const rb_scene *scene = &runs->session->runs[run].scene;
    int row = rb_param_find(rb_scene_table(scene, section), name);
    assert_true(row >= 0);
    return scene->values[section][row];
}

static double mu(int run) {
    return value(run, RB_SECTION_CONTACT, "mu");
}

static double spin(int run) {
    return value(run, RB_SECTION_START, "omega3");
}

/* ---- edits ----------------------------------------------------------------------------------- */

static void edits_go_where_they_should(void **state) {
    (void)state;
    play("scene k11-fig5\ncompare law exact-circle\nset mu=0.4\nrestart");
    assert_true(mu(0) == 0.4 && mu(1) != 0.4); /* one run's own */
    more("link on\nset mu=0.3\nrestart");
    assert_true(mu(0) == 0.3 && mu(1) == 0.3);
    more("link\nset mu=0.2\nrestart"); /* off again */
    assert_true(mu(0) == 0.2 && mu(1) == 0.3);
    /* Gravity is the same for all; so is the tick, and steps still fit into it. */
    more("run 2\nset g=5 step=5e-5 tick=2.5e-4\nrestart");
    for (int i = 0; i < 2; i++) {
        assert_true(value(i, RB_SECTION_WORLD, "g") == 5);
        assert_true(value(i, RB_SECTION_SOLVER, "tick") == 2.5e-4);
        assert_int_equal(rb_scene_check(&runs->session->runs[i].scene, "here", &err), RB_OK);
    }
    /* A start goes to all runs except those with their own start. */
    more("set omega3=3\nrestart");
    assert_true(spin(0) == 3 && spin(1) == 3);
    more("own-start on\nset omega3=2\nrestart");
    assert_true(spin(0) == 3 && spin(1) == 2);
    more("own-start off\nrun 1\nset omega3=1\nrestart");
    assert_true(spin(0) == 1 && spin(1) == 1);
}

static void laws_belong_to_one_run(void **state) {
    (void)state;
    play("scene k11-fig5\ncompare copy\nrolling none\nrestart");
    assert_string_equal(runs->session->runs[0].scene.rolling->id, "none");
    assert_string_not_equal(runs->session->runs[1].scene.rolling->id, "none");
    more("normal hertz\nrestart");
    assert_string_equal(runs->session->runs[0].scene.normal->id, "hertz");
    assert_string_equal(runs->session->runs[1].scene.normal->id, "rigid");
    /* A preset gives values back; laws stay as they were chosen. */
    more("set mu=0.9\npreset");
    assert_false(runs->edited);
    assert_true(mu(0) == mu(1) && mu(0) != 0.9);
    assert_string_equal(runs->session->runs[0].scene.normal->id, "hertz");
    assert_string_equal(runs->session->runs[0].scene.rolling->id, "none");
}

/* Added runs: their kind, and whether start edits of others affect them. */
static void what_is_compared(void **state) {
    (void)state;
    play("scene k11-fig5\ncompare copy\ncompare half-mu\ncompare opposite-spin\nset omega3=7");
    assert_int_equal(rb_lesson_runs_count(runs), 4);
    assert_true(spin(0) == 7);
    assert_true(spin(1) == 4); /* a copy is made to be edited: it has its own */
    assert_true(spin(2) == 7 && mu(2) == mu(0) / 2);
    assert_true(spin(3) == -4);
    play("scene k11-fig5\nvariant no-friction");
    assert_true(mu(0) == 0 && rb_lesson_runs_count(runs) == 1 && !runs->edited);
    play("scene disk-k12\nall-laws"); /* those that have a limit curve */
    assert_true(rb_lesson_runs_count(runs) > 2);
    for (int i = 0; i < rb_lesson_runs_count(runs); i++) {
        assert_int_equal(rb_scene_check(&runs->session->runs[i].scene, "here", &err), RB_OK);
    }
}

static void what_is_refused_changes_nothing(void **state) {
    (void)state;
    static const char *const wrong[][3] = {
        {"k11-fig5", "set B12=1", "B12"}, /* each number is possible, the combination is not */
        {"k11-fig5", "law previous", "expected the id of a law"},
        {"k11-fig5", "scene previous", "expected the id of a scene"},
        {"k11-fig5", "variant nothing", "expected opposite-spin, "},
        {"k11-fig5", "normal glue", "normal"},
        {"disk-k12", "compare law coulomb", "no limit curve"},
        {"kane-levinson", "variant no-friction", "never slips"},
        {"kane-levinson", "compare no-friction", "never slips"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[80];
        snprintf(line, sizeof line, "scene %s", wrong[i][0]);
        play(line);
        const rb_scene before = runs->session->runs[0].scene;
        if (rb_lesson_runs_do(runs, wrong[i][1], &err) == RB_OK) {
            fail_msg("accepted: %s", wrong[i][1]);
        }
        assert_contains(err.text, wrong[i][2]);
        assert_int_equal(rb_lesson_runs_count(runs), 1);
        assert_memory_equal(&runs->session->runs[0].scene, &before, sizeof before);
    }
    int done = 0; /* lines after a failing line are not run */
    play("scene k11-fig5");
    assert_true(rb_lesson_runs_do_all(runs, "run 7\nset mu=0.9", &done, &err) != RB_OK);
    assert_contains(err.text, "\"run 7\": ");
    assert_true(done == 0 && mu(0) != 0.9);
}

/* ---- lessons --------------------------------------------------------------------------------- */

#define HEAD(id)                                                                                             \
    "{\"format\":\"rattleback-lesson\",\"version\":1,\"id\":\"" id "\",\"place\":1,"                         \
    "\"name\":\"X\",\"minutes\":3,\"summary\":\"S\",\"steps\":["
#define STEP(lines, more) "{\"title\":\"T\",\"text\":\"t\",\"do\":[" lines "]," more ",\"ends\":\"next\"}"
#define SCENE "\"scene k11-fig5\""
#define CLAIM(at, holds) "{\"at\":" at ",\"holds\":\"" holds "\"}"
#define ASK(first, second)                                                                                   \
    "\"question\":{\"text\":\"q\",\"then\":[],\"at\":0.1,\"choices\":[{\"text\":\"a\",\"when\":"             \
    "\"" first "\",\"why\":\"w\"},{\"text\":\"b\",\"when\":\"" second "\",\"why\":\"w\"}]}"
#define TASK(done, solution)                                                                                 \
    "\"task\":{\"text\":\"t\",\"done\":\"" done "\",\"solution\":[" solution "],\"at\":0.1}"

static rb_status check(const char *text, bool run, rb_lesson_report *report) {
    rb_lesson lesson;
    if (rb_lesson_read_text(text, "x.json", &lesson, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    rb_status status = rb_lesson_check(&lesson, library, "x", run, report, &err);
    rb_lesson_free(&lesson);
    return status;
}

/* Claims in any order of their times, with a question and a task: all hold, and the solution of the task
   does not affect the claims of the step. */
static void a_sound_lesson_holds(void **state) {
    (void)state;
    static const char text[] = HEAD("x") STEP(
        SCENE ",\"compare no-friction\"",
        ASK("run2.mu = 0", "run2.mu > 0") "," TASK(
            "mu > 0.9 and t > 0",
            "\"set "
            "mu=1\","
            "\"restart\"") ",\"claims\":[" CLAIM("0.2",
                                                 "abs(t - 0.2) < 1e-9") "," CLAIM("0.1",
                                                                                  "abs(run2.t - "
                                                                                  "0.1) < 1e-9 and "
                                                                                  "mu < "
                                                                                  "0.9") "," CLAIM("0",
                                                                                                   "t = 0") "]") "," STEP("",
                                                                                                                          "\"claims\":[" CLAIM(
                                                                                                                              "0.1",
                                                                                                                              "run2.mu = 0") "]") "]}";
    rb_lesson_report report;
    if (check(text, true, &report) != RB_OK) {
        fail_msg("%s", err.text);
    }
    assert_int_equal(report.claims, 4);
    assert_int_equal(report.questions, 1);
    assert_int_equal(report.conditions, 4 + 2 + 2);
    assert_near(report.simulated, 2 * 0.5, 1e-9); /* each time from the last one, or again */
    assert_int_equal(check(text, false, &report), RB_OK);
    assert_true(report.claims == 0 && report.questions == 0 && report.simulated == 0);
    assert_int_equal(report.conditions, 4 + 2 + 2); /* their names are still checked */
}

static void false_claims_are_reported(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {HEAD("x") STEP(SCENE, "\"claims\":[" CLAIM("0.1", "t < 0") "]") "]}",
         "x: step 1: claims[1]: holds: expected \"t < 0\" at 0.1 s, got other numbers"},
        {HEAD("x") STEP(SCENE ",\"compare copy\"",
                        "\"claims\":[" CLAIM("0.1", "reversal_count > 1 and N_min > 9") "]") "]}",
         "got run1.N_min = "},
        {HEAD("x") STEP(SCENE, ASK("t > 0", "mood > 0") ",\"claims\":[]") "]}",
         "x: step 1: question: choices[2]: when: expected an outcome"},
        {HEAD("x") STEP(SCENE, TASK("mood > 0", "") ",\"claims\":[]") "]}",
         "x: step 1: task: done: expected an outcome"},
        {HEAD("x") STEP(SCENE, TASK("mu > 0.9", "\"law glue\"") ",\"claims\":[]") "]}",
         "x: step 1: task: solution: \"law glue\": "},
        {HEAD("x") STEP(SCENE, TASK("mu > 0.9", "\"set mu=1\"") ",\"claims\":[]") "]}",
         "x: step 1: task: solution: expected \"restart\" after the edits"},
        {HEAD("x") STEP(SCENE, "\"claims\":[]") "," STEP("\"run 2\"", "\"claims\":[]") "]}",
         "x: step 2: do: \"run 2\": "},
        {HEAD("x") STEP(SCENE, "\"claims\":[" CLAIM("0.1", "run7.mu > 0") "]") "]}",
         "expected run1.NAME to run1.NAME of the runs in this step, got \"run7.mu\""},
        {HEAD("x") STEP(SCENE, "\"claims\":[" CLAIM("0.1", "run1 > 0") "]") "]}", "got \"run1\""},
        {HEAD("x") STEP(SCENE, "\"claims\":[" CLAIM("0.1", "runner > 0") "]") "]}",
         "expected an outcome, a signal or a parameter of a celt, got \"runner\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rb_lesson_report report;
        assert_int_equal(check(cases[i][0], true, &report), RB_ERR_INPUT);
        assert_contains(err.text, cases[i][1]);
    }
}

static void texts_that_cannot_be_shown(void **state) {
    (void)state;
    rb_lesson lesson;
    static const char order[] = HEAD("x") STEP("\"scene \\u001b[2J\"", "\"claims\":[]") "]}";
    assert_int_equal(rb_lesson_read_text(order, "x.json", &lesson, &err), RB_ERR_INPUT);
    assert_contains(err.text, "x.json: step 1: do: expected UTF-8 text without control characters");
    char longer[4000], text[6000]; /* each line is short, all together are too long */
    size_t used = (size_t)snprintf(longer, sizeof longer, SCENE);
    for (int i = 0; i < 20; i++) {
        used += (size_t)snprintf(longer + used, sizeof longer - used, ",\"%0120d\"", i);
    }
    snprintf(text, sizeof text,
             HEAD("x") "{\"title\":\"T\",\"text\":\"t\",\"do\":[%s],\"claims\":[],"
                       "\"ends\":\"next\"}]}",
             longer);
    assert_int_equal(rb_lesson_read_text(text, "x.json", &lesson, &err), RB_ERR_INPUT);
    assert_contains(err.text, "x.json: step 1: do: expected at most 1999 bytes in all");
}

/* A step that is opened directly begins where its scene was opened. */
static void where_a_step_begins(void **state) {
    (void)state;
    rb_lesson lesson;
    static const char text[] = HEAD("x") STEP(SCENE, "\"claims\":[]") "," STEP("", "\"claims\":[]") "," STEP(
        SCENE, "\"claims\":[]") "," STEP("", "\"claims\":[]") "]}";
    assert_int_equal(rb_lesson_read_text(text, "x.json", &lesson, &err), RB_OK);
    static const int begins[] = {0, 0, 2, 2};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(rb_lesson_first_step(&lesson, i), begins[i]);
    }
    rb_lesson_free(&lesson);
}

/* More lessons than the capacity: the maximum is loaded, and an error is reported. */
static void too_many_lessons_are_reported(void **state) {
    (void)state;
    static rb_lessons lessons;
    char folder[] = "/tmp/rattleback-test-XXXXXX", path[80];
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i <= RB_LESSONS_MAX; i++) {
        snprintf(path, sizeof path, "%s/%d.json", folder, i);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file,
                "{\"format\":\"rattleback-lesson\",\"version\":1,\"id\":\"l%d\",\"place\":%d,"
                "\"name\":\"X\",\"minutes\":3,\"summary\":\"S\",\"steps\":[%s]}",
                i, 1 + i, STEP(SCENE, "\"claims\":[]"));
        assert_int_equal(fclose(file), 0);
    }
    assert_int_equal(rb_lessons_load(&lessons, folder, &err), RB_ERR_INPUT);
    assert_contains(err.text, ": expected at most 64 lessons");
    assert_int_equal(lessons.count, RB_LESSONS_MAX);
    for (int i = 1; i < lessons.count; i++) {
        assert_true(lessons.items[i - 1].place < lessons.items[i].place);
    }
    rb_lessons_free(&lessons);
    for (int i = 0; i <= RB_LESSONS_MAX; i++) {
        snprintf(path, sizeof path, "%s/%d.json", folder, i);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
    /* Lessons are beside the scenes; without scenes there are none. */
    char kept[1024];
    snprintf(kept, sizeof kept, "%s", getenv("RATTLEBACK_DATA"));
    assert_int_equal(rb_lessons_load(&lessons, "", &err), RB_OK);
    snprintf(path, sizeof path, "/lessons");
    assert_string_equal(lessons.folder + strlen(lessons.folder) - strlen(path), path);
    rb_lessons_free(&lessons);
    setenv("RATTLEBACK_DATA", "/nowhere", 1);
    assert_int_equal(rb_lessons_load(&lessons, NULL, &err), RB_ERR_IO);
    assert_contains(err.text, "RATTLEBACK_DATA: expected a folder with scenes in it");
    assert_int_equal(lessons.count, 0);
    setenv("RATTLEBACK_DATA", kept, 1);
}

/* Progress as text and back; entries of unknown lessons are ignored, and lessons that were not started are
   omitted. */
static void progress_is_written_and_read(void **state) {
    (void)state;
    static rb_lessons lessons;
    static rb_lesson_progress progress, read;
    char text[1024], small[20];
    assert_int_equal(rb_lessons_load(&lessons, NULL, &err), RB_OK);
    rb_lesson_progress_init(&progress, &lessons);
    rb_lesson_progress_write(&progress, &lessons, -1, text, sizeof text);
    assert_string_equal(text, "");
    int first = rb_lessons_find(&lessons, "spin-it"), second = rb_lessons_find(&lessons, "energy");
    assert_true(first >= 0 && second >= 0);
    progress.reached[first] = 2;
    progress.marks[first][1] = 'b';
    progress.marks[first][2] = RB_STEP_DONE;
    rb_lesson_progress_write(&progress, &lessons, second, text, sizeof text);
    assert_string_equal(text, "spin-it:3:.bx.. energy:1:.....");
    rb_lesson_progress_init(&read, &lessons);
    rb_lesson_progress_read(&read, &lessons, text);
    assert_memory_equal(&read, &progress, sizeof read);
    assert_int_equal(rb_lesson_progress_answer(&read, first, 1), 1);
    assert_int_equal(rb_lesson_progress_answer(&read, first, 0), -1);
    assert_int_equal(rb_lesson_progress_answer(&read, first, 2), -1);
    rb_lesson_progress_init(&progress, &lessons);
    rb_lesson_progress_read(&progress, &lessons,
                            "flubber:1:.. spin-it:9:..... spin-it:1:... energy:0:..... x energy");
    rb_lesson_progress_init(&read, &lessons);
    assert_memory_equal(&read, &progress, sizeof read);
    progress.reached[first] = progress.reached[second] = 1; /* only whole entries are written */
    rb_lesson_progress_write(&progress, &lessons, -1, small, sizeof small);
    assert_string_equal(small, "spin-it:2:.....");
    rb_lessons_free(&lessons);
}

/* The runs of a session decide questions and tasks. */
static void runs_decide(void **state) {
    (void)state;
    play("scene k11-fig5\ncompare no-friction");
    rb_session *session = runs->session;
    rb_lesson_choice choices[] = {{"a", "run1.t < 0", "w"}, {"b", "run2.mu = 0", "w"}, {"c", "t > 0", "w"}};
    rb_lesson_question question = {.choice_count = 3};
    memcpy(question.choices, choices, sizeof choices);
    rb_lesson_task task = {.text = "t", .done = "t > 0.05 and abs(first.omega3 - 4) < 1e-9"};
    assert_false(rb_lesson_time_reached(session, 0.1));
    assert_false(rb_lesson_task_done(session, &task));
    play_until(session, 0.1);
    assert_true(rb_lesson_time_reached(session, 0.1));
    assert_false(rb_lesson_time_reached(session, 0.2));
    assert_int_equal(rb_lesson_right_choice(session, &question), 1);
    assert_true(rb_lesson_task_done(session, &task));
    question.choice_count = 1;
    assert_int_equal(rb_lesson_right_choice(session, &question), -1);
}

static void unknown_words_are_rejected(void **state) {
    (void)state;
    assert_int_equal(rb_glossary_find(""), -1);
    assert_int_equal(rb_glossary_find("flubber"), -1);
    assert_string_equal(rb_glossary_label("body", "flubber"), "flubber"); /* its own name */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_go_where_they_should),
        cmocka_unit_test(laws_belong_to_one_run),
        cmocka_unit_test(what_is_compared),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(progress_is_written_and_read),
        cmocka_unit_test(runs_decide),
        cmocka_unit_test(a_sound_lesson_holds),
        cmocka_unit_test(false_claims_are_reported),
        cmocka_unit_test(texts_that_cannot_be_shown),
        cmocka_unit_test(where_a_step_begins),
        cmocka_unit_test(too_many_lessons_are_reported),
        cmocka_unit_test(unknown_words_are_rejected),
    };
    return cmocka_run_group_tests_name("runs of lessons", tests, make_runs, free_runs);
}
