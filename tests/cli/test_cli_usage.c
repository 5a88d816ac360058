/* Usage errors of rbsim: every command says what is wrong and returns 2; a correct command line that
   fails returns 1. */
#include "cli.h"
#include "support.h"

static void arguments_too_many(void **state) {
    (void)state;
    static const char *const alone[] = {"scenes", "laws", "outcomes", "law-error", "bearing"};
    for (int i = 0; i < 5; i++) {
        REFUSED(2, "unknown option --wrong", alone[i], "--wrong");
    }
    static const char *const of_scene[] = {"params", "theory", "run", "compare"};
    for (int i = 0; i < 4; i++) {
        REFUSED(2, "unknown option --wrong", of_scene[i], "k11-fig5", "--wrong");
        REFUSED(2, "requires SCENE", of_scene[i]);
        REFUSED(1, "no scene of this id", of_scene[i], "nothing");
    }
    REFUSED(2, "unknown option --wrong", "law", "coulomb", "--u", "1 0", "--omega", "1", "--wrong");
    REFUSED(2, "unknown option --wrong", "lesson", "list", "--wrong");
    REFUSED(2, "lesson: requires list|check FILE...|worksheet LESSON", "lesson");
    REFUSED(2, "lesson: expected list, check or worksheet, got \"teach\"", "lesson", "teach");
    REFUSED(2, "lesson check: requires at least one FILE", "lesson", "check");
    REFUSED(1, "no-such-lesson.json", "lesson", "check", "no-such-lesson.json");
    REFUSED(2, "worksheet [--key]", "lesson", "worksheet");
    REFUSED(1, "no-such-lesson", "lesson", "worksheet", "no-such-lesson");
    REFUSED(2, "claims: unexpected argument \"2\"", "claims", "1", "2");
    REFUSED(2, "expected a number from 1 to", "claims", "99");
    REFUSED(2, "expected a number from 1 to", "claims", "0");
    REFUSED(2, "expected a number from 1 to", "claims", "1x");
}

/* A misspelt option gets a suggestion. */
static void misspelt_options(void **state) {
    (void)state;
    REFUSED(2, "unknown option --cvs (did you mean --csv?)", "run", "k11-fig5", "--cvs", "-");
    REFUSED(2, "unknown option --thread (did you mean --threads?)", "sweep", "k11-fig5", "--thread");
    REFUSED(2, "unknown option --nothing; \"rbsim run --help\" lists them", "run", "--nothing");
    REFUSED(2, "nosuch: unknown command; \"rbsim help\" lists them", "nosuch");
    REFUSED(2, "nosuch: unknown command", "help", "nosuch");
    REFUSED(2, "expected bash or zsh, got \"fish\"", "completion", "fish");
}

static void values_that_are_missing(void **state) {
    (void)state;
    static const char *const options[] = {"--law",     "--rolling", "--normal", "--solver", "--rtol",
                                          "--until",   "--set",     "--omega",  "--start",  "--step",
                                          "--summary", "--csv",     "--every"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        REFUSED(2, "requires a value", "run", "k11-fig5", options[i]);
        REFUSED(2, "got the option --csv", "run", "k11-fig5", options[i], "--csv");
    }
    static const char *const of_law[] = {"--u", "--omega", "--a", "--b", "--dc", "--ds", "--set"};
    for (size_t i = 0; i < sizeof of_law / sizeof of_law[0]; i++) {
        REFUSED(2, "requires a value", "law", "coulomb", of_law[i]);
    }
    static const char *const of_compare[] = {"--laws", "--csv", "--svg"};
    for (size_t i = 0; i < sizeof of_compare / sizeof of_compare[0]; i++) {
        REFUSED(2, "requires a value", "compare", "k11-fig5", of_compare[i]);
    }
    REFUSED(2, "requires a value", "law-error", "--svg");
    REFUSED(2, "requires a value", "bearing", "--g");
}

static void invalid_values_are_rejected(void **state) {
    (void)state;
    REFUSED(2, "expected 2 finite numbers", "law", "coulomb", "--u", "1");
    REFUSED(2, "and no more", "law", "coulomb", "--u", "1 0 0", "--omega", "1");
    REFUSED(2, "expected 1 finite number", "law", "coulomb", "--u", "1 0", "--omega", "nan");
    REFUSED(2, "expected 3 finite numbers", "run", "k11-fig5", "--omega", "1 2");
    REFUSED(2, "--every", "run", "k11-fig5", "--every", "0");
    REFUSED(2, "--every", "run", "k11-fig5", "--every", "-1");
    REFUSED(2, "--every: expected at most 1e+09 rows", "run", "k11-fig5", "--every", "1e-300");
    REFUSED(2, "1e-13 <= rtol <= 0.01", "run", "k11-fig5", "--rtol", "0.0105");
    REFUSED(2, "1e-13 <= rtol <= 0.01", "run", "k11-fig5", "--rtol", "0.99e-13");
    REFUSED(2, "this one is a constraint", "law", "no-slip", "--u", "1 0", "--omega", "1");
    REFUSED(2, "--u", "law", "coulomb", "--omega", "1");
    REFUSED(2, "--omega", "law", "coulomb", "--u", "1 0");
}

/* Without any scenes: not a usage error. */
static void without_scenes(void **state) {
    (void)state;
    char kept[1024];
    snprintf(kept, sizeof kept, "%s", getenv("RATTLEBACK_DATA"));
    setenv("RATTLEBACK_DATA", "/nowhere", 1);
    REFUSED(1, "RATTLEBACK_DATA: expected a folder", "scenes");
    REFUSED(1, "RATTLEBACK_DATA: expected a folder", "run", "k11-fig5");
    REFUSED(1, "RATTLEBACK_DATA: expected a folder", "claims", "1");
    setenv("RATTLEBACK_DATA", kept, 1);
}

/* Started by name from any folder: finds the scenes below its prefix. */
static void by_the_path(void **state) {
    (void)state;
    char kept[1024], folder[1024];
    snprintf(kept, sizeof kept, "%s", getenv("RATTLEBACK_DATA"));
    snprintf(folder, sizeof folder, "%s", rbsim);
    *strrchr(folder, '/') = '\0';
    unsetenv("RATTLEBACK_DATA");
    static const char line[] = "cd / && PATH=$1:$PATH && rbsim params k11-fig5";
    test_process process =
        test_process_start("/bin/sh", (const char *const[]){"-c", line, "sh", folder, NULL});
    test_process_finish(&process);
    setenv("RATTLEBACK_DATA", kept, 1);
    assert_string_equal(process.err, "");
    assert_int_equal(process.status, 0);
    assert_contains(process.out, "omega3");
    test_process_free(&process);
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_too_many),      cmocka_unit_test(misspelt_options),
        cmocka_unit_test(values_that_are_missing), cmocka_unit_test(invalid_values_are_rejected),
        cmocka_unit_test(without_scenes),          cmocka_unit_test(by_the_path),
    };
    return cmocka_run_group_tests_name("cli usage", tests, NULL, NULL);
}
