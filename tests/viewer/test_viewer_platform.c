/* Desktop functions without a window: file names, other programs, the settings file and its content. */
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app/session/session.h"
#include "film/process.h"
#include "support.h"
#include "viewer/config.h"
#include "viewer/platform/files.h"
#include "viewer/platform/window.h"

static char folder[64];

static int enter_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "platform-XXXXXX");
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("..") == 0 ? system(command) : -1;
}

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* ---- paths ------------------------------------------------------------------------------------ */

/* Any number of names within a second: all are new. */
static void new_names_are_free(void **state) {
    (void)state;
    char path[RB_PATH_MAX];
    for (int i = 0; i < 20; i++) {
        rb_path_new(path, sizeof path, "picture", ".png");
        assert_memory_equal(path, "picture-2", 9);
        assert_string_equal(path + strlen(path) - 4, ".png");
        assert_false(rb_path_exists(path));
        put(path, "");
        assert_true(rb_path_exists(path));
    }
}

/* Only work counts, not waiting. */
static void cpu_time_does_not_wait(void **state) {
    (void)state;
    double before = rb_clock_cpu();
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    assert_below(rb_clock_cpu() - before, 0.1);
}

/* ---- other programs --------------------------------------------------------------------------- */

static void a_program_gets_all_its_input(void **state) {
    (void)state;
    char program[RB_PATH_MAX];
    rb_process process;
    rb_error err = {""};
    assert_false(rb_process_find("no-such-program-here", program, sizeof program));
    assert_true(rb_process_find("sh", program, sizeof program));
    const char *const copy[] = {program, "-c", "cat >copy", NULL};
    assert_int_equal(rb_process_start(&process, copy, &err), RB_OK);
    size_t size = 1 << 20; /* far more than a pipe holds */
    char *data = malloc(size);
    assert_non_null(data);
    memset(data, 'x', size);
    assert_true(rb_process_write(&process, data, size));
    assert_true(rb_process_finish(&process));
    struct stat made;
    assert_int_equal(stat("copy", &made), 0);
    assert_true((size_t)made.st_size == size);
    /* A program that fails is reported, and does not end this one. */
    const char *const fails[] = {program, "-c", "exit 3", NULL};
    assert_int_equal(rb_process_start(&process, fails, &err), RB_OK);
    while (rb_process_write(&process, data, size)) {
    }
    assert_false(rb_process_finish(&process));
    free(data);
    const char *const missing[] = {"./no-such-program", NULL};
    assert_int_equal(rb_process_start(&process, missing, &err), RB_ERR_IO);
    assert_contains(err.text, "no-such-program");
    assert_int_equal(process.id, 0);
}

/* ---- settings --------------------------------------------------------------------------------- */

static void settings_at(const char *place) {
    char path[RB_PATH_MAX];
    char here[RB_PATH_MAX / 2];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s/%s", here, place);
    setenv("XDG_CONFIG_HOME", path, 1);
}

static void settings_are_kept(void **state) {
    (void)state;
    rb_error err = {""};
    settings_at("a/new/place");
    assert_null(rb_settings_read());
    assert_int_equal(rb_settings_write("one = 1\n", &err), RB_OK);
    assert_int_equal(rb_settings_write("two = 2\n", &err), RB_OK);
    char *text = rb_settings_read();
    assert_non_null(text);
    assert_string_equal(text, "two = 2\n");
    free(text);
    put("file", "");
    settings_at("file"); /* no folder can be made there */
    assert_int_equal(rb_settings_write("one = 1\n", &err), RB_ERR_IO);
    assert_contains(err.text, "viewer.conf");
}

/* Without a home folder nothing is stored, and nothing is created in the working folder. */
static void no_home_no_settings(void **state) {
    (void)state;
    static const char *const homes[] = {NULL, "", "here", "."};
    rb_error err = {""};
    unsetenv("XDG_CONFIG_HOME");
    for (size_t i = 0; i < sizeof homes / sizeof homes[0]; i++) {
        if (homes[i] != NULL) {
            setenv("HOME", homes[i], 1);
        } else {
            unsetenv("HOME");
        }
        assert_int_equal(rb_settings_write("one = 1\n", &err), RB_OK);
        assert_null(rb_settings_read());
        assert_false(rb_path_exists(".config"));
        assert_false(rb_path_exists("here"));
        assert_false(rb_path_exists("rattleback"));
    }
    setenv("XDG_CONFIG_HOME", "relative", 1); /* not to be obeyed, says the standard */
    assert_int_equal(rb_settings_write("one = 1\n", &err), RB_OK);
    assert_false(rb_path_exists("relative"));
}

/* A pipe in place of the settings does not block. */
static void settings_are_a_plain_file(void **state) {
    (void)state;
    settings_at("piped");
    assert_int_equal(mkdir("piped", 0700), 0);
    assert_int_equal(mkdir("piped/rattleback", 0700), 0);
    assert_int_equal(mkfifo("piped/rattleback/viewer.conf", 0600), 0);
    assert_null(rb_settings_read());
}

static void what_is_remembered_comes_back(void **state) {
    (void)state;
    rb_error err = {""};
    rb_config config;
    settings_at("remembered");
    rb_config_load(&config);
    assert_true(config.first_start);
    rb_config changed = config;
    changed.width = 1000;
    changed.speed = RB_SPEED_MAX;
    changed.theme = RB_THEME_DARK;
    changed.right_width = 31.25;
    changed.show = 5;
    snprintf(changed.scene, sizeof changed.scene, "k15-a1");
    assert_int_equal(rb_config_save(&changed, &err), RB_OK);
    rb_config_load(&config);
    changed.first_start = false;
    assert_memory_equal(&config, &changed, sizeof config);
}

/* Line by line: invalid values and unknown names are ignored. */
static void invalid_lines_are_ignored(void **state) {
    (void)state;
    rb_error err = {""};
    rb_config config;
    const rb_config usual = rb_config_default();
    settings_at("damaged");
    assert_int_equal(rb_settings_write("version = 1\nwidth = 99999999\nheight = 600\nspeed = nan\n"
                                       "theme = blue\nunknown = 3\n\nno line at all\nscene = a",
                                       &err),
                     RB_OK);
    rb_config_load(&config);
    assert_false(config.first_start);
    assert_int_equal(config.width, usual.width);
    assert_int_equal(config.height, 600);
    assert_true(config.speed == usual.speed);
    assert_int_equal(config.theme, usual.theme);
    assert_string_equal(config.scene, "a");
    assert_int_equal(rb_settings_write("version = 2\nheight = 600\n", &err), RB_OK);
    rb_config_load(&config); /* a later one may mean something else by it */
    assert_int_equal(config.height, usual.height);
    assert_int_equal(rb_settings_write("", &err), RB_OK);
    rb_config_load(&config);
    assert_false(config.first_start);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_names_are_free),
        cmocka_unit_test(cpu_time_does_not_wait),
        cmocka_unit_test(a_program_gets_all_its_input),
        cmocka_unit_test(settings_are_kept),
        cmocka_unit_test(no_home_no_settings),
        cmocka_unit_test(settings_are_a_plain_file),
        cmocka_unit_test(what_is_remembered_comes_back),
        cmocka_unit_test(invalid_lines_are_ignored),
    };
    return cmocka_run_group_tests_name("viewer, platform", tests, enter_folder, leave_folder);
}
