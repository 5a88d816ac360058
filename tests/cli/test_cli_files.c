/* rbsim with files, interrupted, and with invalid requests. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "support.h"

static int columns_of(const char *line) {
    int count = 1;
    for (; *line != '\0' && *line != '\n'; line++) {
        count += *line == ',';
    }
    return count;
}

static double field(const char *line, int column) {
    for (; column > 0; column--) {
        line = strchr(line, ',') + 1;
    }
    return strtod(line, NULL);
}

/* ---- files ------------------------------------------------------------------------------------- */

static char *read_path(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    size_t size = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    text[size] = '\0';
    return text;
}

static void files(void **state) {
    (void)state;
    char csv_path[128], json_path[128], scene_path[128];
    snprintf(csv_path, sizeof csv_path, "%s/run.csv", rb_test_folder);
    snprintf(json_path, sizeof json_path, "%s/run.json", rb_test_folder);
    snprintf(scene_path, sizeof scene_path, "%s/my scene.json", rb_test_folder);
    rb_scene scene = rb_test_scene("k11-fig4", "mu=0.3", NULL);
    snprintf(scene.id, sizeof scene.id, "mine");
    assert_int_equal(rb_scene_write_file(&scene, scene_path, NULL), RB_OK);
    char *nothing = OUTPUT("run", scene_path, "--until", "0.02", "--csv", csv_path, "--summary", json_path);
    assert_string_equal(nothing, "");
    free(nothing);
    cJSON *s = cli_parse(read_path(json_path));
    assert_string_equal(cli_text(s, "scene"), "mine");
    cJSON_Delete(s);
    char *rows = read_path(csv_path);
    assert_true(strncmp(cli_rows(rows), "t,", 2) == 0);
    free(rows);
    unlink(csv_path);
    unlink(json_path);
    unlink(scene_path);
}

/* Ctrl-C during a run: everything computed so far is written completely. */
static void interrupt_with(int signal_number) {
    char csv_path[128], json_path[128];
    snprintf(csv_path, sizeof csv_path, "%s/run.csv", rb_test_folder);
    snprintf(json_path, sizeof json_path, "%s/run.json", rb_test_folder);
    const char *const arguments[] = {"run",          "k11-fig5", "--set",     "mu=0",    "--set",
                                     "rolling=none", "--until",  "1e5",       "--every", "0.01",
                                     "--csv",        csv_path,   "--summary", json_path, NULL};
    test_process process = test_process_start(rbsim, arguments);
    struct stat info = {0};
    for (int i = 0; i < 60000 && info.st_size == 0; i++) { /* running once rows arrive */
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        if (stat(csv_path, &info) != 0) {
            info.st_size = 0;
        }
    }
    assert_true(info.st_size > 0);
    kill(process.pid, signal_number);
    test_process_finish(&process);
    assert_int_equal(process.status, 128 + signal_number);
    assert_string_equal(process.err, "");
    test_process_free(&process);
    cJSON *s = cli_parse(read_path(json_path));
    assert_string_equal(cli_text(s, "end_reason"), "interrupted");
    double t_end = cli_number(s, "t_end");
    assert_true(t_end > 0 && t_end < 1e5);
    cJSON_Delete(s);
    char *rows = read_path(csv_path);
    size_t size = strlen(rows);
    assert_true(size > 100 && rows[size - 1] == '\n');
    if (size < (1 << 20) - 2) { /* the file was read to its end: the last row is the last instant */
        rows[size - 1] = '\0';
        const char *last = strrchr(rows, '\n') + 1;
        assert_int_equal(columns_of(last), columns_of(cli_rows(rows)));
        assert_near(field(last, 0), t_end, 1e-9);
    }
    free(rows);
    unlink(csv_path);
    unlink(json_path);
}

static void interrupts(void **state) {
    (void)state;
    interrupt_with(SIGINT);
    interrupt_with(SIGTERM);
}

/* Is there a temporary file in the folder? */
static bool has_part(void) {
    bool found = false;
    DIR *list = opendir(rb_test_folder);
    assert_non_null(list);
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
        found = found || strstr(entry->d_name, ".part") != NULL;
    }
    closedir(list);
    return found;
}

/* The summary's temporary file exists, and the CSV file, a pipe without a reader, is being opened: a
   signal that arrives here must not leave the temporary file behind. */
static void interrupted_while_files_are_created(void **state) {
    (void)state;
    char csv_path[128], json_path[128];
    snprintf(csv_path, sizeof csv_path, "%s/pipe.csv", rb_test_folder);
    snprintf(json_path, sizeof json_path, "%s/run.json", rb_test_folder);
    assert_int_equal(mkfifo(csv_path, 0600), 0);
    const char *const arguments[] = {"run",    "k11-fig5",  "--until", "0.1", "--csv",
                                     csv_path, "--summary", json_path, NULL};
    test_process process = test_process_start(rbsim, arguments);
    for (int i = 0; i < 60000 && !has_part(); i++) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    assert_true(has_part());
    kill(process.pid, SIGTERM);
    int reader = open(csv_path, O_RDONLY | O_NONBLOCK); /* in case it waits for a reader */
    test_process_finish(&process);
    close(reader);
    assert_int_equal(process.status, 128 + SIGTERM);
    assert_false(has_part());
    test_process_free(&process);
    unlink(csv_path);
    unlink(json_path);
}

/* ---- usage errors ------------------------------------------------------------------------------ */

static void wrong_commands(void **state) {
    (void)state;
    test_process nothing = cli_run((const char *const[]){NULL});
    assert_int_equal(nothing.status, 2);
    assert_contains(nothing.err, "usage");
    assert_string_equal(nothing.out, "");
    test_process_free(&nothing);
    REFUSED(2, "nosuch", "nosuch");
    REFUSED(2, "--nosuch", "scenes", "--nosuch");
    REFUSED(2, "--nosuch", "run", "k11-fig5", "--nosuch");
    REFUSED(2, "SCENE", "run");
    REFUSED(2, "SCENE", "params");
    REFUSED(1, "nosuch", "params", "nosuch");
    REFUSED(1, "nosuch", "run", "nosuch");
    REFUSED(1, "./nosuch.json", "run", "./nosuch.json");
    REFUSED(2, "law", "law");
    REFUSED(1, "nosuch", "law", "nosuch", "--u", "0 0", "--omega", "1");
    REFUSED(2, "--omega", "law", "k11-p1", "--u", "0 0");
    REFUSED(2, "expected b >= 1e-06", "law", "exact-ellipse", "--u", "1 0", "--omega", "1", "--b", "1e-8");
    REFUSED(2, "contact.b >= 1e-06", "run", "k15-a1", "--law", "exact-ellipse", "--set", "contact.b=1e-7",
            "--set", "contact.size=constant");
    REFUSED(2, "--u", "law", "k11-p1", "--u", "1", "--omega", "1");
    REFUSED(2, "--u", "law", "k11-p1", "--u", "1 2 3", "--omega", "1");
    REFUSED(2, "--omega", "law", "k11-p1", "--u", "1 2", "--omega", "nan");
    REFUSED(2, "--b", "law", "k11-p1", "--u", "1 2", "--omega", "1", "--b", "0.5");
    REFUSED(2, "--b", "law", "exact-circle", "--u", "1 2", "--omega", "1", "--b", "2");
    REFUSED(2, "nosuch", "law", "k11-p1", "--u", "1 2", "--omega", "1", "--set", "nosuch=1");
}

static void wrong_values(void **state) {
    (void)state;
    static const char *const bad[][3] = {
        {"--until", "-1", "t_end"},        {"--until", "nan", "t_end"},
        {"--until", "soon", "t_end"},      {"--step", "0", "step"},
        {"--step", "1e9", "step"},         {"--every", "0", "--every"},
        {"--every", "x", "--every"},       {"--every", "inf", "--every"},
        {"--omega", "1 2", "--omega"},     {"--omega", "1 2 3 4", "--omega"},
        {"--omega", "1 2 nan", "--omega"}, {"--omega", "0 0 1e9", "omega3"},
        {"--law", "nosuch", "nosuch"},     {"--solver", "euler", "dp5"},
        {"--set", "mu", "NAME=VALUE"},     {"--set", "mu=x", "mu"},
        {"--set", "mu=-1", "mu"},          {"--set", "nosuch=1", "nosuch"},
        {"--set", "eps=1", "several"},     {"--set", "k3=0.02", "inside"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        REFUSED(2, bad[i][2], "run", "k11-fig5", bad[i][0], bad[i][1]);
    }
    static const char *const options[] = {"--until", "--step", "--every",   "--omega", "--law",
                                          "--set",   "--csv",  "--summary", "--solver"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        REFUSED(2, options[i], "run", "k11-fig5", options[i]); /* the value is missing */
        REFUSED(2, "got the option", "run", "k11-fig5", options[i], "--every");
    }
}

static void wrong_outputs(void **state) {
    (void)state;
    REFUSED(2, "different", "run", "k11-fig5", "--csv", "-", "--summary", "-");
    REFUSED(2, "different", "run", "k11-fig5", "--csv", "x", "--summary", "x");
    REFUSED(1, "/nonexistent/x", "run", "k11-fig5", "--until", "0.01", "--csv", "/nonexistent/x");
    REFUSED(1, "/nonexistent/x", "run", "k11-fig5", "--until", "0.01", "--summary", "/nonexistent/x");
    REFUSED(1, rb_test_folder, "run", "k11-fig5", "--until", "0.01", "--csv", rb_test_folder);
    if (access("/dev/full", W_OK) == 0) {
        REFUSED(1, "/dev/full", "run", "k11-fig5", "--until", "0.1", "--csv", "/dev/full");
        REFUSED(1, "/dev/full", "run", "k11-fig5", "--until", "0.1", "--summary", "/dev/full");
    }
    /* a run that diverges is reported after its summary */
    test_process lost = RUN("run", "k11-fig5", "--omega", "0 0 1000", "--step", "0.1");
    assert_int_equal(lost.status, 1);
    assert_contains(lost.err, "diverged");
    cJSON *s = cJSON_Parse(lost.out);
    assert_string_equal(cli_text(s, "end_reason"), "diverged");
    cJSON_Delete(s);
    test_process_free(&lost);
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),
        cmocka_unit_test(interrupts),
        cmocka_unit_test(interrupted_while_files_are_created),
        cmocka_unit_test(wrong_commands),
        cmocka_unit_test(wrong_values),
        cmocka_unit_test(wrong_outputs),
    };
    return cmocka_run_group_tests_name("rbsim, files", tests, rb_test_make_folder, rb_test_remove_folder);
}
