/* Random input to the window: keys, text, clicks, drags and the wheel, through the frames of the window.
   After every frame the state shown must be valid. The suite plays a few hundred frames of one seed; ./run
   soak plays for RB_TEST_SECONDS from RB_TEST_SEED. */
#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <unistd.h>

#include "drive_app.h"
#include "viewer/platform/input.h"

enum { FRAMES = RB_UNDER_TSAN ? 60 : RB_SHORT ? 150 : 300, WARM = 200, GROWTH_MAX = 300 };

/* ---- input ------------------------------------------------------------------------------------ */

/* The linker redirects the input of the window to these functions. */
void __wrap_rb_input_collect(void);
int __wrap_rb_input_count(void);
const rb_input_event *__wrap_rb_input_at(int index);
void __wrap_rb_input_take(int count);
rb_pointer __wrap_rb_input_pointer(void);

static struct {
    rb_test_rng rng;
    rb_input_event events[64];
    int count;
    rb_pointer pointer;
    bool held[RB_MOUSE_BUTTONS];
    long keys, clicks, letters;
} hands;

static void act(unsigned kind, int code, bool down) {
    if (hands.count < (int)(sizeof hands.events / sizeof *hands.events)) {
        hands.events[hands.count++] = (rb_input_event){kind, code, down, hands.pointer.x, hands.pointer.y, 0};
    }
}

static void press_key(void) {
    static const int special[] = {KEY_ENTER, KEY_ESCAPE,  KEY_TAB,      KEY_BACKSPACE, KEY_DELETE,
                                  KEY_RIGHT, KEY_LEFT,    KEY_UP,       KEY_DOWN,      KEY_HOME,
                                  KEY_END,   KEY_PAGE_UP, KEY_PAGE_DOWN};
    static const int modifiers[] = {0, 0, 0, KEY_LEFT_SHIFT, KEY_LEFT_CONTROL, KEY_LEFT_ALT};
    int kind = rb_test_int(&hands.rng, 3), key = KEY_SPACE + rb_test_int(&hands.rng, 64);
    if (kind == 0) {
        key = special[rb_test_int(&hands.rng, (int)(sizeof special / sizeof *special))];
    } else if (kind == 1) {
        key = KEY_F1 + rb_test_int(&hands.rng, 12);
    }
    int modifier = modifiers[rb_test_int(&hands.rng, 6)];
    if (modifier != 0) {
        act(RB_INPUT_KEY, modifier, true);
    }
    act(RB_INPUT_KEY, key, true);
    act(RB_INPUT_KEY, key, false);
    if (modifier != 0) {
        act(RB_INPUT_KEY, modifier, false);
    }
    hands.keys++;
}

static void type(void) {
    static const char letters[] = "0123456789.-+e=k1 zµ";
    for (int i = rb_test_int(&hands.rng, 6); i >= 0; i--) {
        act(RB_INPUT_CHAR, (unsigned char)letters[rb_test_int(&hands.rng, sizeof letters - 1)], false);
        hands.letters++;
    }
}

static void move(void) {
    bool far = rb_test_int(&hands.rng, 4) == 0;
    float width = (float)GetScreenWidth(), height = (float)GetScreenHeight();
    float x = (float)rb_test_real(&hands.rng, -0.05, 1.05), y = (float)rb_test_real(&hands.rng, -0.05, 1.05);
    hands.pointer.x = far ? x * width : hands.pointer.x + 60 * (x - 0.5f);
    hands.pointer.y = far ? y * height : hands.pointer.y + 60 * (y - 0.5f);
    hands.pointer.here =
        hands.pointer.x >= 0 && hands.pointer.y >= 0 && hands.pointer.x < width && hands.pointer.y < height;
}

static void click(void) {
    int button = rb_test_int(&hands.rng, 8) > 0 ? 0 : rb_test_int(&hands.rng, RB_MOUSE_BUTTONS);
    hands.held[button] = !hands.held[button];
    act(RB_INPUT_BUTTON, button, hands.held[button]);
    hands.clicks++;
}

void __wrap_rb_input_collect(void) {
    hands.pointer.wheel_x = hands.pointer.wheel_y = 0;
    switch (rb_test_int(&hands.rng, 8)) {
    case 0: press_key(); break;
    case 1: type(); break;
    case 2: hands.pointer.wheel_y = (float)(rb_test_int(&hands.rng, 5) - 2); break;
    case 3:
    case 4: click(); break;
    default: move(); break;
    }
}

int __wrap_rb_input_count(void) {
    return hands.count;
}

const rb_input_event *__wrap_rb_input_at(int index) {
    return &hands.events[index];
}

void __wrap_rb_input_take(int count) {
    hands.count -= count;
    memmove(hands.events, hands.events + count, (size_t)hands.count * sizeof *hands.events);
}

rb_pointer __wrap_rb_input_pointer(void) {
    return hands.pointer;
}

/* ---- invariants ------------------------------------------------------------------------------- */

static unsigned long long seed;

static bool is_finite(const rb_snapshot *s) {
    double sum = s->t + s->E + s->q.w + s->q.x + s->q.y + s->q.z;
    return isfinite(sum + s->r_C.x + s->r_C.y + s->r_C.z + s->v_C.x + s->v_C.y + s->v_C.z + s->omega.x +
                    s->omega.y + s->omega.z);
}

static void check(const rb_app *app, long frame) {
    const rb_session *session = &app->session;
    if (session->count < 1 || session->count > RB_RUNS_MAX || session->selected < 0 ||
        session->selected >= session->count || app->world_problem.text[0] != '\0') {
        fail_msg("seed %llu, frame %ld: %d runs, number %d selected, world: %s", seed, frame, session->count,
                 session->selected, app->world_problem.text);
    }
    for (int i = 0; i < session->shown_count; i++) {
        if (!is_finite(rb_session_now(session, i))) {
            fail_msg("seed %llu, frame %ld: run %d shows what is not finite", seed, frame, i);
        }
    }
}

static rb_app *open_app(void) {
    memset(hands.held, 0, sizeof hands.held);
    hands.count = 0;
    return drive_open("k11-fig5", "--size", "640x360", NULL);
}

static void random_input(void **state) {
    (void)state;
    const char *seconds = getenv("RB_TEST_SECONDS");
    rb_app *app = open_app();
    double begin = GetTime(), warm = 0;
    long frame = 0, quits = 0;
    for (; seconds != NULL ? GetTime() - begin < strtod(seconds, NULL) : frame < FRAMES; frame++) {
        if (!rb_app_iterate(app)) { /* the input has quit the program */
            double passed = GetTime() - begin;
            assert_true(rb_app_destroy(app));
            free(app);
            app = open_app();
            begin = GetTime() - passed; /* the clock of a new window restarts */
            quits++;
        }
        check(app, frame);
        warm = frame <= WARM ? rb_test_memory() : warm;
    }
    print_message("hands: %ld frames from seed %llu, %ld keys, %ld letters, %ld clicks, %ld times "
                  "quit; %.0f MiB when warm, %.0f MiB at the end\n",
                  frame, seed, hands.keys, hands.letters, hands.clicks, quits, warm, rb_test_memory());
    assert_true(RB_SHORT || rb_test_memory() - warm < GROWTH_MAX); /* the record of the runs grows */
    drive_close(app);
}

/* ---- a folder of their own, for whatever they save --------------------------------------------- */

static char folder[PATH_MAX];

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/rattleback-test-XXXXXX");
    return mkdtemp(folder) != NULL ? chdir(folder) : -1;
}

static int remove_folder(void **state) {
    (void)state;
    DIR *files = opendir(folder);
    for (struct dirent *entry; files != NULL && (entry = readdir(files)) != NULL;) {
        unlink(entry->d_name);
    }
    if (files != NULL) {
        closedir(files);
    }
    return chdir("/") == 0 ? rmdir(folder) : -1;
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const char *text = getenv("RB_TEST_SEED");
    seed = strtoull(text != NULL ? text : "1", NULL, 10);
    hands.rng = (rb_test_rng){seed * 2654435761U + 88172645463325252U};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(random_input, make_folder, remove_folder)};
    return cmocka_run_group_tests_name("random hands", tests, NULL, NULL);
}
