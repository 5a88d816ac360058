/* The viewer for a long time: hundreds of scenes one after the other with other actions in between, each
   checked, without growing; and frames without allocations. */
#include <cimgui.h>
#include <malloc.h>
#include <stdatomic.h>

#include "drive_app.h"
#include "viewer/platform/input.h"

enum { SWITCHES = RB_UNDER_TSAN ? 40 : RB_SHORT ? 120 : 240 };

/* ---- allocations, counted ----------------------------------------------------------------------- */

/* The linker redirects every allocation of our code and of raylib to these functions, but not those of the
   driver, which is another library. */
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
static atomic_llong bytes; /* of those that live */

static void *made(void *memory) {
    atomic_fetch_add(&living, memory != NULL);
    atomic_fetch_add(&bytes, (long long)malloc_usable_size(memory));
    return memory;
}

static void *unmade(void *memory) {
    atomic_fetch_sub(&living, memory != NULL);
    atomic_fetch_sub(&bytes, (long long)malloc_usable_size(memory));
    return memory;
}

void *__wrap_malloc(size_t size) {
    atomic_fetch_add(&allocations, 1);
    return made(__real_malloc(size));
}

void *__wrap_calloc(size_t number, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return made(__real_calloc(number, size));
}

void *__wrap_realloc(void *old, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return made(__real_realloc(unmade(old), size));
}

void __wrap_free(void *memory) {
    __real_free(unmade(memory));
}

/* ---- what lives in the driver ------------------------------------------------------------------- */

/* raylib calls OpenGL through these pointers; weak, because a shared raylib keeps them to itself. */
typedef unsigned char (*is_object_fn)(unsigned name);
extern is_object_fn glad_glIsBuffer __attribute__((weak));
extern is_object_fn glad_glIsFramebuffer __attribute__((weak));
extern is_object_fn glad_glIsProgram __attribute__((weak));
extern is_object_fn glad_glIsRenderbuffer __attribute__((weak));
extern is_object_fn glad_glIsTexture __attribute__((weak));
extern is_object_fn glad_glIsVertexArray __attribute__((weak));

/* Textures, buffers and the like that were made and not given back. The driver's memory does not show
   them: it varies by megabytes. Names are reused, so they stay small. */
static int living_objects(void) {
    is_object_fn *const kinds[] = {&glad_glIsBuffer,       &glad_glIsFramebuffer, &glad_glIsProgram,
                                   &glad_glIsRenderbuffer, &glad_glIsTexture,     &glad_glIsVertexArray};
    int count = 0;
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
        for (unsigned name = 1; kinds[kind] != NULL && name < 10000; name++) {
            count += (*kinds[kind])(name) != 0;
        }
    }
    return count;
}

/* ---- what is shown is what was asked for -------------------------------------------------------- */

static bool arrived(const rb_app *app, uint64_t start) {
    return drive_settled(app) && app->session.frame->start != start &&
           app->session.history.runs[0].count >= 3;
}

/* The first sample of the runner equals the start of this scene to the last bit. */
static void check_shown(const rb_app *app, const rb_scene *wanted) {
    const rb_session *session = &app->session;
    assert_int_equal(session->count, 1);
    assert_int_equal(session->shown_count, 1);
    assert_string_equal(session->drawn[0].id, wanted->id);
    assert_true(rb_scene_same(&session->drawn[0], wanted));
    rb_simulation *sim = rb_test_simulation(wanted);
    rb_checkpoint start; /* without a large state, which the record does not keep */
    rb_checkpoint_take(sim, &start);
    rb_simulation_destroy(sim);
    const rb_history_run *past = &session->history.runs[0];
    assert_true(past->items[0].t == 0);
    rb_run_state first;
    rb_snapshot shown;
    assert_true(rb_history_moment(&session->history, 0, 0, &first, &shown));
    assert_memory_equal(&first, &start.state, sizeof first);
    assert_memory_equal(&shown, &start.then, sizeof shown);
    for (int i = 1; i < past->count; i++) {
        assert_true(past->items[i].t > past->items[i - 1].t);
    }
}

static void switch_to(rb_app *app, const rb_scene *scene) {
    uint64_t start = app->session.frame->start;
    rb_app_open(app, scene);
    drive_until(app, arrived(app, start));
    check_shown(app, scene);
}

/* Another action between two scenes, without waiting for its end. */
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

/* Memory of our code and raylib. The record does not count: its size is that of the most and slowest runs
   so far. */
static long long in_use(const rb_app *app) {
    long long record = (long long)rb_history_room(&app->session.history);
    return atomic_load(&bytes) - record;
}

static void many_scenes(void **state) {
    (void)state;
    rb_app *app = drive_open("k11-fig5", "--size", "160x90", NULL);
    const rb_library *library = app->library;
    assert_true(library->count > 10);
    SetWindowSize(640, 360); /* the sheet of small pictures is made once, when first needed */
    drive_frames(app, 3);
    drive_act(app, "search");
    drive_until(app, app->thumbnails.sheet.id != 0);
    drive_act(app, "close");
    int lived = 0, objects = 0;
    long long begin = 0;
    for (int i = 0; i < SWITCHES; i++) {
        if (i % 50 == 0) {
            bool large = i % 100 == 0;
            SetWindowSize(large ? 640 : 160, large ? 360 : 90);
        } else if (i % 50 == 4) {
            SetWindowSize(1 + i % 160, 1 + i % 90);
        }
        switch_to(app, &library->scenes[i % library->count]);
        if (i == SWITCHES / 3) {
            lived = atomic_load(&living);
            begin = in_use(app);
            objects = living_objects();
        }
        disturb(app, i);
    }
    assert_string_equal(app->world_problem.text, "");
    print_message("%d allocations live, later %d; %lld kB, later %lld kB; %d objects of OpenGL, later %d\n",
                  lived, atomic_load(&living), begin / 1024, in_use(app) / 1024, objects, living_objects());
    /* What is made once, when first needed; one that is lost at each scene would be two thirds of them.
       Short runs have not met everything yet; there the sanitizer looks for leaks. */
    assert_true(RB_SHORT || atomic_load(&living) < lived + SWITCHES / 10);
    assert_true(RB_SHORT || in_use(app) < begin + (4 << 20));
    assert_true(RB_SHORT || living_objects() < objects + SWITCHES / 10);
    drive_close(app);
}

/* ---- a frame allocates nothing ------------------------------------------------------------------ */

static void *imgui_allocates(size_t size, void *user) {
    (void)user;
    return __real_malloc(size);
}

static void imgui_frees(void *memory, void *user) {
    (void)user;
    __real_free(memory); /* ImGui is not counted: the size of its panels varies */
}

/* The record grows while time continues, by room for many instants at a time. */
static int growth_of(const rb_app *app) {
    return rb_history_allocations(&app->session.history);
}

static void check_steady(rb_app *app, const char *what) {
    drive_until(app, drive_settled(app));
    drive_frames(app, 6);
    int begun = growth_of(app);
    int before = atomic_load(&allocations);
    drive_frames(app, 12);
    int grown = growth_of(app) - begun;
    if (atomic_load(&allocations) - before > grown) {
        fail_msg("%s: %d allocations in 12 frames, expected at most %d", what,
                 atomic_load(&allocations) - before, grown);
    }
}

/* A stone that turns below the mouse changes its shape again and again. */
static void check_pointer(void) {
    int before = atomic_load(&allocations);
    for (int shape = MOUSE_CURSOR_DEFAULT; shape <= MOUSE_CURSOR_RESIZE_NS; shape++) {
        rb_input_show_pointer(shape);
    }
    rb_input_show_pointer(MOUSE_CURSOR_DEFAULT);
    assert_int_equal(atomic_load(&allocations), before);
}

static void check_presenter_and_scenes(rb_app *app) {
    drive_act(app, "hide off; page plots; presenter on");
    drive_until(app, app->presenter.prediction.runner != NULL);
    check_steady(app, "presenter mode");
    drive_act(app, "presenter off; search on");
    drive_until(app, rb_thumbnails_next(&app->thumbnails, app->library->count) < 0);
    check_steady(app, "the page of scenes");
    drive_act(app, "search off");
}

static void a_frame_allocates_nothing(void **state) {
    (void)state;
    if (RB_SHORT) { /* counts the same, in ten times the time */
        skip();
    }
    static const char *const ways[] = {
        "weight",    "microscope", "laws", "theory", "all-laws", "layout",       "layout",
        "add",       "plots",      "perf", "help",   "play",     "begin",        "play",
        "trail-tip", "next-scene", "hide", "faster", "csv",      "page studies",
    };
    igSetAllocatorFunctions(imgui_allocates, imgui_frees, NULL);
    rb_app *app = drive_open("k11-fig5", "--size", "640x360", "--speed", "0.1", NULL);
    assert_true(atomic_load(&allocations) > 0);
    check_steady(app, "the demonstration");
    check_pointer();
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        drive_act(app, ways[i]);
        check_steady(app, ways[i]);
    }
    check_presenter_and_scenes(app);
    rb_app_open(app, rb_library_find(app->library, "tippetop-ka09"));
    check_steady(app, "a tippe-top");
    /* A card with a question that is decided, the list of lessons, the glossary. */
    static const char *const lessons[] = {"lesson approximants 2", "lesson answer 1", "lesson list",
                                          "glossary spin", "lesson leave"};
    for (size_t i = 0; i < sizeof lessons / sizeof lessons[0]; i++) {
        drive_act(app, lessons[i]);
        drive_until(app, !rb_lesson_player_busy(&app->player));
        check_steady(app, lessons[i]);
    }
    rb_app_open(app, rb_library_find(app->library, "tippetop-ka09"));
    /* Studies that have been made: a map, a curve, a diagram, a band. */
    static const char *const studies[] = {
        "study map omega3=1:9:4 mu=0.1:0.3:3 t_end", "study sweep mu=0.1:0.3:5 N_max",
        "study bifurcation mu=0.1:0.3:3 0 3 omega3=0", "page plots; ensemble mu=5% runs=5"};
    drive_act(app, "set t_end=0.05");
    for (size_t i = 0; i < sizeof studies / sizeof studies[0]; i++) {
        drive_act(app, studies[i]);
        drive_until(app, !rb_studies_run(&app->studies));
        check_steady(app, studies[i]);
    }
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_allocates_nothing),
        cmocka_unit_test(many_scenes),
    };
    return cmocka_run_group_tests_name("viewer soak", tests, NULL, NULL);
}
