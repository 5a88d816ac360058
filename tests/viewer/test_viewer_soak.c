/* The viewer for a long time: a thousand scenes one after the other with everything one can do in
   between, each one seen to be there, without growing; and a frame that allocates nothing. */
#include <cimgui.h>
#include <malloc.h>
#include <stdatomic.h>

#include "drive_app.h"

enum { SWITCHES = RB_UNDER_TSAN ? 60 : RB_SHORT ? 200 : 1000 };

/* ---- allocations, counted ----------------------------------------------------------------------- */

/* The linker leads every allocation of our code and of raylib through here, but not the driver's,
   which is another library. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t number, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t number, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *memory);

/* By any thread: a tick allocates nothing either. */
static atomic_int allocations, living;

static void count(int made, int alive) {
    atomic_fetch_add(&allocations, made);
    atomic_fetch_add(&living, alive);
}

void *__wrap_malloc(size_t size) {
    count(1, 1);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t number, size_t size) {
    count(1, 1);
    return __real_calloc(number, size);
}

void *__wrap_realloc(void *old, size_t size) {
    count(1, old == NULL);
    return __real_realloc(old, size);
}

void __wrap_free(void *memory) {
    count(0, memory != NULL ? -1 : 0);
    __real_free(memory);
}

/* ---- what is shown is what was asked for -------------------------------------------------------- */

static bool arrived(const rb_app *app, uint64_t start) {
    return drive_settled(app) && app->session.frame->start != start &&
           app->session.history.runs[0].count >= 3;
}

/* The runner itself says so: its first sample is, to the last bit, the start of this scene. */
static void check_shown(const rb_app *app, const rb_scene *wanted) {
    const rb_session *session = &app->session;
    assert_int_equal(session->count, 1);
    assert_int_equal(session->shown_count, 1);
    assert_string_equal(session->drawn[0].id, wanted->id);
    assert_true(rb_scene_same(&session->drawn[0], wanted));
    rb_simulation *sim = rb_test_simulation(wanted);
    rb_snapshot start;
    rb_simulation_snapshot(sim, &start);
    rb_simulation_destroy(sim);
    const rb_history_run *past = &session->history.runs[0];
    assert_true(past->items[0]->t == 0);
    assert_memory_equal(past->items[0]->state, start.state, sizeof start.state);
    for (int i = 1; i < past->count; i++) {
        assert_true(past->items[i]->t > past->items[i - 1]->t);
    }
}

static void switch_to(rb_app *app, const rb_scene *scene) {
    uint64_t start = app->session.frame->start;
    rb_app_open(app, scene);
    drive_until(app, arrived(app, start));
    check_shown(app, scene);
}

/* Something else that a person may do between two scenes, without waiting for its end. */
static void disturb(rb_app *app, int i) {
    static const char *const habits[] = {
        "all-laws; layout; layout",
        "next-law; undo; redo",
        "theme",
        "add; add; remove; layout",
        "begin; step; play",
        "laws; microscope",
        "plots; theory",
        "faster; slower",
        "undo; undo; redo",
        "hide",
        "restart; preset",
        "back; back; live",
        "add; link; next-law",
        "help",
        "perf",
        "close; hide",
        "top; follow; zoom-out",
        "weight; inertia; spheres; trail-tip",
        "all-laws; single",
        "search; close",
        "left; right",
    };
    drive_act(app, habits[i % (int)(sizeof habits / sizeof habits[0])]);
}

/* Memory in use, the driver's as well; that goes up and down by megabytes, so the least counts. */
static size_t in_use(size_t least) {
    size_t now = mallinfo2().uordblks;
    return now < least ? now : least;
}

static void a_thousand_scenes(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    const rb_library *library = app->library;
    assert_true(library->count > 10);
    size_t begin = SIZE_MAX, end = SIZE_MAX;
    int lived = 0;
    for (int i = 0; i < SWITCHES; i++) {
        if (i % 50 == 0) {
            bool large = i % 100 == 0;
            SetWindowSize(large ? 640 : 160, large ? 360 : 90);
        } else if (i % 50 == 4) {
            SetWindowSize(1 + i % 160, 1 + i % 90);
        }
        switch_to(app, &library->scenes[i % library->count]);
        disturb(app, i);
        lived = i == SWITCHES / 3 ? atomic_load(&living) : lived;
        begin = i >= SWITCHES / 3 && i < SWITCHES / 2 ? in_use(begin) : begin;
        end = i >= SWITCHES - SWITCHES / 6 ? in_use(end) : end;
    }
    assert_string_equal(app->world_problem.text, "");
    print_message("%d allocations live, later %d; in use %zu kB, later %zu kB\n", lived,
                  atomic_load(&living), begin / 1024, end / 1024);
    assert_true(atomic_load(&living) < lived + SWITCHES / 10);
    assert_true(RB_SHORT || end < begin + (4u << 20)); /* sanitizers count in their own way */
    drive_close(app);
}

/* ---- a frame allocates nothing ------------------------------------------------------------------ */

static void *imgui_allocates(size_t size, void *user) {
    (void)user;
    return __real_malloc(size);
}

static void imgui_frees(void *memory, void *user) {
    (void)user;
    __real_free(memory); /* ImGui is not counted: its panels grow and shrink as it likes */
}

/* The record grows while time goes on, a chunk of many instants at a time. */
static int chunks_of(const rb_app *app) {
    return app->session.history.free_capacity / 1024;
}

static void check_steady(rb_app *app, const char *what) {
    drive_until(app, drive_settled(app));
    drive_frames(app, 6);
    int chunks = chunks_of(app);
    int before = atomic_load(&allocations);
    drive_frames(app, 12);
    int grown = 2 * (chunks_of(app) - chunks); /* the chunk, and the list of free places */
    if (atomic_load(&allocations) - before > grown) {
        fail_msg("%s: %d allocations in 12 frames, expected at most %d", what,
                 atomic_load(&allocations) - before, grown);
    }
}

static void a_frame_allocates_nothing(void **state) {
    (void)state;
    if (RB_SHORT) { /* counts the same, in ten times the time */
        skip();
    }
    static const char *const ways[] = {
        "weight",    "microscope", "laws", "theory", "all-laws", "layout", "layout",
        "add",       "plots",      "perf", "help",   "play",     "begin",  "play",
        "trail-tip", "next-scene", "hide", "faster", "csv",
    };
    igSetAllocatorFunctions(imgui_allocates, imgui_frees, NULL);
    rb_app *app = drive_open("k11-fig5", "--size", "640x360", "--speed", "0.1", NULL);
    assert_true(atomic_load(&allocations) > 0);
    check_steady(app, "the demonstration");
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        drive_act(app, ways[i]);
        check_steady(app, ways[i]);
    }
    rb_app_open(app, rb_library_find(app->library, "tippetop-ka09"));
    check_steady(app, "a tippe-top");
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_allocates_nothing),
        cmocka_unit_test(a_thousand_scenes),
    };
    return cmocka_run_group_tests_name("viewer soak", tests, NULL, NULL);
}
