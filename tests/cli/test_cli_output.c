/* Output of rbsim: every command reports lost output; closed pipes; two outputs in one file; names with
   special characters; values of any length; Ctrl-C. The program's path is the first argument. */
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "cli.h"
#include "support.h"

static char *read_path(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    assert_non_null(file);
    assert_non_null(text);
    size_t length = fread(text, 1, (1 << 20) - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

/* ---- standard output ------------------------------------------------------------------------- */

/* One line for each command; new commands are added here (see every_command_is_here). */
static const char *const commands[][8] = {
    {"scenes"},
    {"scenes", "--json"},
    {"laws"},
    {"laws", "--json"},
    {"params", "k11-fig5"},
    {"params", "k11-fig5", "--json"},
    {"outcomes"},
    {"outcomes", "--json"},
    {"run", "k11-fig5", "--until", "1e-3"},
    {"run", "k11-fig5", "--until", "1e-3", "--csv", "-"},
    {"law", "k11-p1", "--u", "1 0", "--omega", "1"},
    {"law-error"},
    {"law-error", "--svg", "-"},
    {"poincare", "k11-fig5", "--section", "omega2=0", "--points", "2", "--transient", "0"},
    {"eps-error", "disk-k12", "--count", "2", "--from", "1e-5", "--svg", "-"},
    {"lesson", "list"},
    {"lesson", "list", "--json"},
    {"lesson", "worksheet", "spin-it"},
    {"mass", "k11-fig5"},
    {"lyapunov", "kane-levinson", "--until", "0.1"},
    {"orbit", "disk-k12"},
    {"gradient", "kane-levinson", "--of", "E_final", "--by", "m", "--until", "0.1"},
    {"theory", "kane-levinson"},
    {"theory", "kane-levinson", "--json"},
    {"compare", "k11-fig5", "--laws", "none", "--until", "1e-3"},
    {"bearing"},
    {"figure", "list"},
    {"bearing", "--csv", "-"},
    {"claims", "2"},
    {"sweep", "k11-fig5", "--param", "mu=0.3:0.5:2", "--value", "t_end", "--until", "1e-3"},
    {"map", "--help"},
    {"bifurcation", "--help"},
    {"basins", "--help"},
    {"stability", "--help"},
    {"ensemble", "--help"},
    {"track", "k11-fig5", "--until", "0.02"},
    {"track-film", "--help"},
    {"film", "--help"},
    {"dataset", "--help"},
    {"print", "toy-plastic", "--until", "0.1"},
    {"fit", "--help"},
    {"study", "--help"},
    {"figure", "--help"},
    {"help"},
    {"help", "all"},
    {"completion", "bash"},
    {"completion", "zsh"},
    {"--version"},
    {"run", "--help"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* Runs with standard output at a descriptor (-1: none); collects the messages. */
static int run_into(int out, const char *const *command, char *messages, size_t size) {
    char name[] = "/tmp/rattleback-test-XXXXXX";
    int err = mkstemp(name);
    assert_true(err >= 0);
    unlink(name);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        char *argv[12] = {(char *)rbsim};
        for (int i = 0; i < 8 && command[i] != NULL; i++) {
            argv[i + 1] = (char *)command[i];
        }
        dup2(err, STDERR_FILENO);
        if (out >= 0) {
            dup2(out, STDOUT_FILENO);
        } else {
            close(STDOUT_FILENO);
        }
        execv(rbsim, argv);
        _exit(127);
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    ssize_t length = pread(err, messages, size - 1, 0);
    assert_true(length >= 0);
    messages[length] = '\0';
    close(err);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static const char *const endless[] = {
    "run", "k11-fig5", "--set", "mu=0", "--until", "1e5", "--csv", "-",
};

/* Every command reports output that could not be written, with status 1. */
static void lost_output_is_reported(void **state) {
    (void)state;
    char messages[1024];
    int full = open("/dev/full", O_WRONLY);
    assert_true(full >= 0);
    for (int i = 0; i < COMMANDS; i++) {
        for (int kind = 0; kind < 2; kind++) {
            int status = run_into(kind == 0 ? full : -1, commands[i], messages, sizeof messages);
            if (status != 1) {
                fail_msg("%s: status %d, \"%s\"", commands[i][0], status, messages);
            }
            assert_contains(messages, "rbsim: standard output: not everything could be written");
        }
    }
    assert_int_equal(run_into(full, endless, messages, sizeof messages), 1); /* and it ends */
    close(full);
}

/* `rbsim ... | head`: no message, and the status that a shell gives for SIGPIPE. */
static void closed_pipes_are_silent(void **state) {
    (void)state;
    char messages[1024];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    for (int i = 0; i <= COMMANDS; i++) {
        const char *const *command = i < COMMANDS ? commands[i] : endless;
        int status = run_into(ends[1], command, messages, sizeof messages);
        if (status != 128 + SIGPIPE || messages[0] != '\0') {
            fail_msg("%s: status %d, \"%s\"", command[0], status, messages);
        }
    }
    close(ends[1]);
}

/* Every command that `rbsim help` lists is in the table above. */
static void every_command_is_here(void **state) {
    (void)state;
    char *help = OUTPUT("help");
    int found = 0;
    for (const char *line = strchr(help, '\n'); line != NULL; line = strchr(line + 1, '\n')) {
        if (strncmp(line, "\n  ", 3) != 0 || line[3] == ' ') {
            continue;
        }
        size_t length = strcspn(line + 3, " \n");
        bool here = false;
        for (int i = 0; !here && i < COMMANDS; i++) {
            here = strlen(commands[i][0]) == length && strncmp(commands[i][0], line + 3, length) == 0;
        }
        if (!here) {
            fail_msg("missing here: %.*s", (int)length, line + 3);
        }
        found++;
    }
    assert_true(found >= 12);
    free(help);
}

/* ---- two outputs, one file ------------------------------------------------------------------- */

static void two_outputs_to_one_file_are_rejected(void **state) {
    (void)state;
    const char *name = rb_test_path("x");
    char other[160];
    snprintf(other, sizeof other, "%s/../%s/x", rb_test_folder, rb_test_folder + strlen("/tmp/"));
    REFUSED(2, "two different outputs", "run", "k11-fig5", "--csv", name, "--summary", other);
    REFUSED(2, "two different outputs", "run", "k11-fig5", "--csv", "-", "--summary", "-");
    REFUSED(2, "two different outputs", "run", "k11-fig5", "--csv", "/dev/stdout", "--summary", "-");
    REFUSED(2, "two different outputs", "compare", "k11-fig5", "--csv", name, "--svg", other);
    REFUSED(2, "two different outputs", "compare", "k11-fig5", "--table", "--svg", "-");
    REFUSED(2, "two different outputs", "bearing", "--csv", "-", "--svg", "-");
    REFUSED(2, "two different outputs", "law-error", "--csv", name, "--svg", name);
    assert_int_not_equal(access(name, F_OK), 0);
    free(OUTPUT("run", "k11-fig5", "--until", "1e-3", "--csv", "/dev/null", "--summary", "/dev/null"));
}

/* ---- names and values ------------------------------------------------------------------------ */

/* A name that would be a script in a picture, and quotes that would end a JSON text. */
static void names_are_escaped(void **state) {
    (void)state;
    const char *path = rb_test_path("hostile.json");
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    snprintf(scene.name, sizeof scene.name, "<script>alert('1')</script> & \"more\"");
    snprintf(scene.source, sizeof scene.source, "</text><image href='x'/>");
    assert_int_equal(rb_scene_write_file(&scene, path, NULL), RB_OK);
    char *svg = OUTPUT("compare", path, "--laws", "none", "--until", "1e-3", "--svg", "-");
    cli_check_svg(svg);
    assert_null(strstr(svg, "<script"));
    assert_null(strstr(svg, "<image"));
    assert_contains(svg, ">&lt;script&gt;alert(&apos;1&apos;)&lt;/script&gt; &amp; &quot;more&quot;<");
    assert_contains(svg, "&lt;/text&gt;&lt;image href=&apos;x&apos;/&gt;");
    free(svg);
    snprintf(scene.id, sizeof scene.id, "../x");
    assert_int_equal(rb_scene_write_file(&scene, path, NULL), RB_OK);
    REFUSED(1, "hostile.json: id: expected letters a to z", "run", path);
    snprintf(scene.id, sizeof scene.id, "x");
    snprintf(scene.name, sizeof scene.name, "\x1b[2J");
    assert_int_equal(rb_scene_write_file(&scene, path, NULL), RB_OK);
    REFUSED(1, "hostile.json: name: expected text in UTF-8", "run", path);
    unlink(path);
}

/* No part of a value is dropped: the exponent is after three hundred digits. */
static void values_of_any_length(void **state) {
    (void)state;
    char until[400], set[400], law[400];
    snprintf(until, sizeof until, "0.001%0300de1", 0);
    snprintf(set, sizeof set, "mu=0.001%0300de2", 0);
    snprintf(law, sizeof law, "k11-p1%0300d", 0);
    cJSON *s = cli_parse(OUTPUT("run", "k11-fig5", "--until", until, "--set", set));
    assert_near(cli_number(s, "t_end"), 0.01, 1e-9);
    cJSON_Delete(s);
    REFUSED(2, "friction", "run", "k11-fig5", "--law", law);
}

/* If the implicit solver failed, the message does not suggest it. */
static void advice_is_not_repeated(void **state) {
    (void)state;
    test_process process =
        RUN("run", "ak18-a", "--solver", "rodas", "--until", "0.002", "--set", "body.B3=1000");
    assert_int_equal(process.status, 1);
    assert_contains(process.err, "diverged");
    assert_contains(process.err, "a larger --rtol may help");
    assert_null(strstr(process.err, "rodas"));
    test_process_free(&process);
    /* A smaller tolerance does not help against steps that are too small. */
    process = RUN("run", "ak18-a", "--solver", "dop853", "--until", "0.002", "--set", "body.B3=1000");
    assert_int_equal(process.status, 1);
    assert_contains(process.err, "a larger --rtol or --solver rodas may help");
    test_process_free(&process);
}

/* ---- Ctrl-C ------------------------------------------------------------------------------------ */

static void pause_ms(long ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* Completed comparisons are written completely; run and claims are tested elsewhere. */
static void compare_can_be_interrupted(void **state) {
    (void)state;
    const char *csv = rb_test_path("out.csv"), *svg = rb_test_path("out.svg");
    const char *const arguments[] = {"compare",      "k11-fig5", "--laws", "none,k11-p1", "--set",
                                     "rolling=none", "--until",  "1e5",    "--csv",       csv,
                                     "--svg",        svg,        NULL};
    test_process process = test_process_start(rbsim, arguments);
    for (int i = 0; !test_process_catches(process.pid, SIGINT) && i < 60000; i++) {
        pause_ms(1);
    }
    kill(process.pid, SIGINT);
    test_process_finish(&process);
    assert_int_equal(process.status, 130);
    assert_string_equal(process.err, "");
    test_process_free(&process);
    char *text = read_path(csv);
    assert_contains(text, "\nnone,");
    assert_contains(text, "interrupted");
    assert_null(strstr(text, "k11-p1"));
    free(text);
    text = read_path(svg);
    assert_contains(text, "</svg>");
    free(text);
    unlink(csv);
    unlink(svg);
}

/* Ctrl-C does not end a background run, which a shell starts with SIGINT ignored. */
static void ignored_signals_stay_ignored(void **state) {
    (void)state;
    void (*handler)(int) = signal(SIGINT, SIG_IGN);
    const char *const arguments[] = {"run", "k11-fig5", "--until", "8", NULL};
    test_process process = test_process_start(rbsim, arguments);
    for (int i = 0; !test_process_catches(process.pid, SIGTERM) && i < 60000; i++) {
        pause_ms(1);
    }
    assert_false(test_process_catches(process.pid, SIGINT));
    kill(process.pid, SIGINT);
    test_process_finish(&process);
    signal(SIGINT, handler);
    assert_int_equal(process.status, 0);
    assert_contains(process.out, "\"time\"");
    test_process_free(&process);
}

/* Interrupted during its measurements: the old file or the complete new one exists. */
static void law_error_can_be_interrupted(void **state) {
    (void)state;
    const char *csv = rb_test_path("out.csv");
    for (long ms = 0; ms < 100; ms += 30) {
        assert_int_equal(rb_file_write(csv, "old\n", 4, NULL), RB_OK);
        const char *const arguments[] = {"law-error", "--csv", csv, NULL};
        test_process process = test_process_start(rbsim, arguments);
        pause_ms(ms);
        kill(process.pid, SIGINT);
        test_process_finish(&process);
        char *text = read_path(csv);
        if (process.status == 130) {
            assert_string_equal(text, "old\n");
        } else {
            assert_int_equal(process.status, 0);
            assert_contains(text, "\nnone,"); /* the last */
        }
        free(text);
        test_process_free(&process);
    }
    unlink(csv);
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lost_output_is_reported),
        cmocka_unit_test(closed_pipes_are_silent),
        cmocka_unit_test(every_command_is_here),
        cmocka_unit_test(two_outputs_to_one_file_are_rejected),
        cmocka_unit_test(names_are_escaped),
        cmocka_unit_test(values_of_any_length),
        cmocka_unit_test(advice_is_not_repeated),
        cmocka_unit_test(compare_can_be_interrupted),
        cmocka_unit_test(ignored_signals_stay_ignored),
        cmocka_unit_test(law_error_can_be_interrupted),
    };
    return cmocka_run_group_tests_name("rbsim, outputs", tests, rb_test_make_folder, rb_test_remove_folder);
}
