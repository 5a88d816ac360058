/* The allocations of every command fail, one per run of the command. Either the command reports it, exits
   with status 1 and leaves each file as it was or complete, or its results are the usual ones. Arguments:
   rbsim, save_scene, the library that lets allocations fail, and a number n: every n-th allocation is tried.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"
#include "support.h"

enum { FILES = 2 };

static const char *rbsim, *save_scene, *preload;
static long interval; /* distance between the allocations that are tried */
static char folder[64], count_path[96], first_path[96], second_path[96], data_path[96], journal_path[96],
    other_journal_path[96], lesson_path[128];
static const char old_text[] = "what stood here before\n";

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* A zero byte in a picture is replaced: texts are compared. */
static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);
    assert_non_null(file);
    assert_non_null(text);
    size_t length = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    for (size_t i = 0; i < length; i++) {
        text[i] = text[i] == '\0' ? '0' : text[i];
    }
    return text;
}

/* Durations differ every time. */
static void drop_times(char *text) {
    char *at = strstr(text, "\"wall_seconds\": ");
    if (at != NULL) {
        char *end = strchr(at, '\n');
        assert_non_null(end);
        memmove(at, end, strlen(end) + 1);
    }
}

/* Result of a command: status, output and files. */
typedef struct outcome {
    test_process process;
    char *files[FILES];
} outcome;

static outcome run_failing_at(const char *const *command, long number) {
    outcome o;
    char text[32];
    snprintf(text, sizeof text, "%ld", number);
    write_text(first_path, old_text);
    write_text(second_path, old_text);
    unlink(journal_path); /* left by a failed study, to be resumed */
    unlink(other_journal_path);
    setenv("RB_TEST_FAIL_AT", text, 1);
    setenv("LD_PRELOAD", preload, 1);
    o.process = test_process_start(command[0], command + 1);
    unsetenv("LD_PRELOAD");
    test_process_finish(&o.process);
    o.files[0] = read_text(first_path);
    o.files[1] = read_text(second_path);
    drop_times(o.process.out);
    for (int i = 0; i < FILES; i++) {
        drop_times(o.files[i]);
    }
    return o;
}

static void free_outcome(outcome *o) {
    test_process_free(&o->process);
    for (int i = 0; i < FILES; i++) {
        free(o->files[i]);
    }
}

static void check_failing_at(const char *const *command, long number, const outcome *good) {
    outcome o = run_failing_at(command, number);
    bool done = o.process.status == 0;
    if (!done && (o.process.status != 1 || strncmp(o.process.err, "rbsim: ", 7) != 0)) {
        fail_msg("%s, allocation %ld: status %d, \"%s\"", command[1], number, o.process.status,
                 o.process.err);
    }
    if (done && strcmp(o.process.out, good->process.out) != 0) {
        fail_msg("%s, allocation %ld: succeeds with another output: %s", command[1], number, o.process.out);
    }
    for (int i = 0; i < FILES; i++) {
        bool right = strcmp(o.files[i], good->files[i]) == 0;
        if (!right && (done || strcmp(o.files[i], old_text) != 0)) {
            fail_msg("%s, allocation %ld: status %d, and a file with %s", command[1], number,
                     o.process.status, o.files[i]);
        }
    }
    free_outcome(&o);
}

/* Only the two files are left in the folder, no temporary ones. */
static void check_command(const char *const *command) {
    outcome good = run_failing_at(command, 1000000000);
    if (good.process.status != 0) {
        fail_msg("%s: %s", command[1], good.process.err);
    }
    char *text = read_text(count_path);
    long count = strtol(text, NULL, 10);
    free(text);
    assert_true(count > 0 && count < 5000);
    static long offset; /* commands start alike: each tries other allocations of that part */
    for (long number = 1 + offset++ % interval; number <= count; number += interval) {
        check_failing_at(command, number, &good);
    }
    free_outcome(&good);
}

#define COMMAND(...) check_command((const char *const[]){__VA_ARGS__, NULL})

static void saving_a_scene(void **state) {
    (void)state;
    COMMAND(save_scene, second_path);
}

static void lists(void **state) {
    (void)state;
    COMMAND(rbsim, "scenes");
    COMMAND(rbsim, "scenes", "--json");
    COMMAND(rbsim, "laws", "--json");
    COMMAND(rbsim, "outcomes", "--json");
    COMMAND(rbsim, "params", "k11-fig5");
    COMMAND(rbsim, "params", "k11-fig5", "--json");
    COMMAND(rbsim, "outcomes", "--json");
    COMMAND(rbsim, "lesson", "list", "--json");
    COMMAND(rbsim, "lesson", "check", "--quick", lesson_path);
    COMMAND(rbsim, "lesson", "worksheet", lesson_path);
}

static void runs(void **state) {
    (void)state;
    COMMAND(rbsim, "run", "k11-fig5", "--until", "1e-3");
    COMMAND(rbsim, "run", "k11-fig5", "--until", "1e-3", "--csv", first_path, "--summary", second_path);
    COMMAND(rbsim, "compare", "k11-fig5", "--laws", "none,k11-p1", "--until", "1e-3", "--csv", first_path,
            "--svg", second_path);
}

static void analyses(void **state) {
    (void)state;
    COMMAND(rbsim, "theory", "k11-fig5", "--json");
    COMMAND(rbsim, "print", "k11-fig5", "--weight-diameter", "1", "--skew", "0.01", "--sides", "16",
            "--until", "0.01", "--summary", "-");
    COMMAND(rbsim, "gradient", "k11-fig5", "--of", "E_final", "--by", "mu", "--until", "0.01", "--summary",
            "-");
    COMMAND(rbsim, "orbit", "disk-k12", "--along", "mu0=24.9:24.89999", "--transient", "80", "--points", "2",
            "--period", "1", "--svg", "-");
    COMMAND(rbsim, "orbit", "disk-k12", "--transient", "80", "--points", "2", "--period", "1", "--summary",
            "-");
    COMMAND(rbsim, "lyapunov", "k11-fig5", "--until", "0.01", "--summary", "-");
    COMMAND(rbsim, "bearing", "--csv", first_path, "--svg", second_path);
    COMMAND(rbsim, "figure", "k12-3", "--svg", first_path, "--csv", second_path);
    COMMAND(rbsim, "run", "k11-fig5", "--until", "1e-3", "--signals", "N,omega1:omega2", "--pdf", first_path);
    COMMAND(rbsim, "claims", "2");
    COMMAND(rbsim, "law", "exact-circle", "--u", "0.9 0", "--omega", "1");
}

/* netCDF offsets are computed in memory first. */
static void studies(void **state) {
    (void)state;
    COMMAND(rbsim, "sweep", "k11-fig5", "--param", "mu=0.1:0.2:2", "--value", "N_min", "--until", "1e-3",
            "--threads", "1", "--quiet", "--csv", first_path, "--netcdf", second_path);
    COMMAND(rbsim, "fit", "k11-fig5", "--data", data_path, "--free", "mu", "--until", "1e-2", "--threads",
            "1", "--quiet", "--solver", "dop853", "--csv", first_path, "--fitted", second_path);
    COMMAND(rbsim, "map", "k11-fig5", "--x", "mu=0.1:0.2:2", "--y", "g=9:10:2", "--value", "N_min", "--until",
            "1e-3", "--threads", "1", "--quiet", "--png", first_path, "--svg", second_path);
    COMMAND(rbsim, "ensemble", "k11-fig5", "--vary", "mu=5%", "--runs", "2", "--samples", "3", "--until",
            "1e-3", "--threads", "1", "--quiet", "--csv", first_path, "--svg", second_path);
    COMMAND(rbsim, "track", "k11-fig5", "--until", "1e-2", "--csv", first_path);
}

static void sections(void **state) {
    (void)state;
    COMMAND(rbsim, "poincare", "disk-k12", "--points", "2", "--transient", "0", "--csv", first_path, "--svg",
            second_path);
    COMMAND(rbsim, "basins", "disk-k12", "--x", "phi=-8:8:2", "--y", "phi_dot=0", "--points", "2",
            "--transient", "0", "--summary", "-");
    COMMAND(rbsim, "bifurcation", "disk-k12", "--param", "mu0=24:25:2", "--points", "2", "--transient", "0",
            "--solver", "dop853", "--threads", "1", "--quiet", "--csv", first_path, "--svg", second_path);
}

static const char lesson_text[] =
    "{\"format\":\"rattleback-lesson\",\"version\":1,\"id\":\"lesson\",\"place\":1,\"name\":\"n\","
    "\"minutes\":1,\"summary\":\"s\",\"steps\":[{\"title\":\"t\",\"text\":\"{spin}\",\"do\":"
    "[\"scene k11-fig5\",\"set mu=0.2\",\"restart\"],\"claims\":[],\"ends\":\"next\"}]}";

/* A small library of scenes, so that every allocation of reading it can be tried. */
static int make_folder(void **state) {
    (void)state;
    char scenes[80], path[128];
    snprintf(folder, sizeof folder, "/tmp/rattleback-test-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        return 1;
    }
    snprintf(count_path, sizeof count_path, "%s/count", folder);
    snprintf(first_path, sizeof first_path, "%s/first", folder);
    snprintf(second_path, sizeof second_path, "%s/second", folder);
    snprintf(data_path, sizeof data_path, "%s/data", folder);
    snprintf(journal_path, sizeof journal_path, "%s/first.journal", folder);
    snprintf(other_journal_path, sizeof other_journal_path, "%s/second.journal", folder);
    write_text(data_path, "t,omega3\n0,4\n0.005,3.999\n0.01,3.99\n");
    snprintf(scenes, sizeof scenes, "%s/scenes", folder);
    snprintf(path, sizeof path, "%s/k11-fig5.json", scenes);
    rb_scene scene = rb_test_scene("k11-fig5", NULL), top = rb_test_scene("tippetop-ka09", NULL);
    if (mkdir(scenes, 0755) != 0 || rb_scene_write_file(&scene, path, NULL) != RB_OK) {
        return 1;
    }
    snprintf(path, sizeof path, "%s/tippetop-ka09.json", scenes);
    rb_scene disk = rb_test_scene("disk-k12", NULL);
    if (rb_scene_write_file(&top, path, NULL) != RB_OK) {
        return 1;
    }
    snprintf(path, sizeof path, "%s/disk-k12.json", scenes);
    if (rb_scene_write_file(&disk, path, NULL) != RB_OK) {
        return 1;
    }
    snprintf(path, sizeof path, "%s/lessons", folder);
    if (mkdir(path, 0755) != 0) {
        return 1;
    }
    snprintf(lesson_path, sizeof lesson_path, "%s/lessons/lesson.json", folder);
    write_text(lesson_path, lesson_text);
    setenv("RATTLEBACK_DATA", folder, 1);
    setenv("RB_TEST_COUNT", count_path, 1);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    static const char *const names[] = {"count",
                                        "first",
                                        "second",
                                        "data",
                                        "first.journal",
                                        "second.journal",
                                        "scenes/k11-fig5.json",
                                        "scenes/tippetop-ka09.json",
                                        "scenes/disk-k12.json",
                                        "lessons/lesson.json"};
    char path[128];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/scenes", folder);
    rmdir(path);
    snprintf(path, sizeof path, "%s/lessons", folder);
    rmdir(path);
    return rmdir(folder); /* fails if anything else was left there */
}

int main(int argc, char **argv) {
    interval = argc == 5 ? strtol(argv[4], NULL, 10) : 0;
    if (interval < 1) {
        fprintf(stderr, "usage: %s RBSIM SAVE_SCENE PRELOAD INTERVAL\n", argv[0]);
        return 2;
    }
    rbsim = argv[1];
    save_scene = argv[2];
    preload = argv[3];
#if defined RB_TEST_SHORT && !defined RB_COVERAGE
    return 77; /* sanitizers have their own allocator */
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saving_a_scene), cmocka_unit_test(lists),   cmocka_unit_test(runs),
        cmocka_unit_test(analyses),       cmocka_unit_test(studies), cmocka_unit_test(sections),
    };
    return cmocka_run_group_tests_name("out of memory", tests, make_folder, remove_folder);
}
