/* rbsim sweep and map: files, usage errors before any work, kill -9 and --resume. The program's path is
   the first argument. */
#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "support.h"

#define SWEEP "sweep", "k15-d1", "--until", "0.3", "--param", "mu=0.2:0.6:3", "--param"
#define TWO SWEEP, "omega3=log:1:4:3", "--value", "omega3_final,reversal_time"

static char *read_all(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    size_t size = fread(text, 1, (1 << 20) - 1, file);
    assert_true(size > 0);
    fclose(file);
    return text;
}

static void assert_same(const char *path, const char *expected) {
    char *text = read_all(path);
    assert_string_equal(text, expected);
    free(text);
}

static void table(void **state) {
    (void)state;
    char *text = OUTPUT(TWO, "--quiet");
    const char *head = "# sweep of omega3_final, first_reversal_time over mu=0.2:0.6:3, "
                       "omega3=log:1:4:3, scene k15-d1\n# rattleback ";
    assert_int_equal(strncmp(text, head, strlen(head)), 0);
    assert_contains(text, ", scene k15-d1 ");
    assert_contains(text, "\nmu,omega3,omega3_final,first_reversal_time\n0.2,1,");
    assert_contains(text, "\n0.4,2,");
    assert_contains(text, ",\n"); /* no reversal: empty */
    assert_non_null(strstr(text, "\n0.6,4,"));
    int lines = 0;
    for (const char *c = text; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    assert_int_equal(lines, 4 + 9);
    char *other = OUTPUT(TWO, "--threads", "1", "--csv", "-", "--quiet");
    assert_string_equal(other, text);
    free(other);
    other = OUTPUT(TWO, "--threads", "2", "--quiet");
    assert_string_equal(other, text);
    free(other);
    free(text);
}

static void at_random(void **state) {
    (void)state;
    char *text = OUTPUT("sweep", "k15-d1", "--until", "0.1", "--param", "mu=0.2:0.6", "--random", "5",
                        "--seed", "3", "--value", "E_final", "--quiet");
    char *again = OUTPUT("sweep", "k15-d1", "--until", "0.1", "--param", "mu=0.2:0.6", "--random", "5",
                         "--seed", "3", "--value", "E_final", "--threads", "1", "--quiet");
    assert_string_equal(text, again);
    free(text);
    free(again);
}

#define SOBOL                                                                                                \
    "sweep", "k15-d1", "--until", "0.1", "--param", "mu=0.2:0.6", "--param", "omega3=log:1:4", "--value",    \
        "E_final", "--quiet", "--sobol"

/* Half, then three quarters and a quarter of both ranges; another seed gives other points. */
static void evenly_spread(void **state) {
    (void)state;
    char *text = OUTPUT(SOBOL, "4");
    char *again = OUTPUT(SOBOL, "4", "--threads", "1");
    char *scrambled = OUTPUT(SOBOL, "4", "--seed", "2");
    assert_contains(text, "\nmu,omega3,E_final\n0.2,1,");
    assert_contains(text, "\n0.4,2,");
    assert_contains(text, "\n0.5,1.4142135623");
    assert_contains(text, "\n0.3,2.8284271247");
    char *rows = strchr(text, '\n'), *rows_again = strchr(again, '\n');
    assert_string_equal(rows, rows_again);
    assert_null(strstr(scrambled, "\n0.4,2,"));
    free(text);
    free(again);
    free(scrambled);
}

static uint32_t word(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

#define MAP                                                                                                  \
    "map", "k15-d1", "--until", "0.1", "--y", "omega3=-4:4:3", "--x", "mu=0.2:0.6:2", "--value",             \
        "omega3_final"

static void pictures_and_grids(void **state) {
    (void)state;
    free(OUTPUT(MAP, "--png", "m.png", "--svg", "m.svg", "--netcdf", "m.nc", "--csv", "m.csv", "--quiet"));
    char *svg = read_all("m.svg");
    cli_check_svg(svg);
    assert_contains(svg, "rad/s");
    assert_contains(svg, ">mu \u03bc<");
    free(svg);
    char *csv = read_all("m.csv");
    assert_contains(csv, "\nmu,omega3,omega3_final\n0.2,-4,");
    char *png = read_all("m.png");
    assert_memory_equal(png, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(word((unsigned char *)png + 16), 1440);
    assert_int_equal(word((unsigned char *)png + 20), 1120);
    free(png);
    /* The last numbers of the netCDF file are the grid, as the CSV has it. */
    struct stat info;
    assert_int_equal(stat("m.nc", &info), 0);
    unsigned char *nc = (unsigned char *)read_all("m.nc");
    assert_memory_equal(nc, "CDF\x02", 4);
    const char *row = strstr(csv, "\n0.6,4,");
    uint64_t bits = (uint64_t)word(nc + info.st_size - 8) << 32 | word(nc + info.st_size - 4);
    double last;
    memcpy(&last, &bits, sizeof last);
    assert_near(last, strtod(row + 7, NULL), 1e-13);
    free(nc);
    free(csv);
    assert_int_not_equal(access("m.csv.journal", F_OK), 0);
    unlink("m.csv");
    unlink("m.png");
    unlink("m.svg");
    unlink("m.nc");
}

/* Runs at random points have one dimension; their parameters are variables beside the outcomes. An outcome
   with the name of a parameter gets another name. */
static void points_in_netcdf(void **state) {
    (void)state;
    free(OUTPUT("sweep", "k15-d1", "--until", "0.01", "--param", "mu=0.2:0.6", "--random", "4", "--value",
                "E_final", "--netcdf", "r.nc", "--csv", "r.csv", "--quiet"));
    struct stat info;
    assert_int_equal(stat("r.nc", &info), 0);
    unsigned char *nc = (unsigned char *)read_all("r.nc");
    char *csv = read_all("r.csv");
    assert_memory_equal(nc, "CDF\x02", 4);
    assert_int_equal(word(nc + 8), 10); /* dimensions: */
    assert_int_equal(word(nc + 12), 1); /* one, */
    assert_memory_equal(nc + 20, "run", 3);
    assert_int_equal(word(nc + 24), 4); /* of four runs */
    const char *row = strstr(csv, "\nmu,E_final\n");
    assert_non_null(row);
    row = strchr(row + 1, '\n');
    for (int i = 0; i < 4; i++) { /* two variables of four numbers each end the file */
        char *end = NULL;
        double written[2] = {strtod(row, &end), 0};
        written[1] = strtod(end + 1, &end);
        row = end;
        for (int k = 0; k < 2; k++) {
            const unsigned char *at = nc + info.st_size - 8 * (4 * (2 - k) - i);
            uint64_t bits = (uint64_t)word(at) << 32 | word(at + 4);
            double number;
            memcpy(&number, &bits, sizeof number);
            assert_near(number / written[k], 1, 1e-14); /* fifteen digits */
        }
    }
    free(nc);
    free(csv);
    unlink("r.nc");
    unlink("r.csv");
}

static void refuses(void **state) {
    (void)state;
    REFUSED(2, "requires SCENE", "sweep");
    REFUSED(2, "--param", "sweep", "k15-d1", "--value", "t_end");
    REFUSED(2, "--value", "sweep", "k15-d1", "--param", "mu=0.1:0.2:3");
    REFUSED(2, "nonsense", SWEEP, "nonsense=1:2:3", "--value", "t_end");
    REFUSED(2, "nonsense", SWEEP, "omega3=1:2:3", "--value", "nonsense");
    REFUSED(2, "rises", SWEEP, "omega3=2:1:3", "--value", "t_end");
    REFUSED(2, "empty", SWEEP, "omega3=2:2:3", "--value", "t_end");
    REFUSED(2, "count", SWEEP, "omega3=1:2:0", "--value", "t_end");
    REFUSED(2, "count", SWEEP, "omega3=1:2:1000000000", "--value", "t_end");
    REFUSED(2, "at most", SWEEP, "omega3=1:2:5000000", "--value", "t_end");
    REFUSED(2, "twice", SWEEP, "contact.mu=0.1:0.2:3", "--value", "t_end");
    REFUSED(2, "--threads", TWO, "--threads", "0.5");
    REFUSED(2, "--threads", TWO, "--threads", "-1");
    REFUSED(2, "--random", TWO, "--random", "-3");
    REFUSED(2, "no COUNT", TWO, "--random", "3");
    REFUSED(2, "--sobol", TWO, "--sobol", "-3");
    REFUSED(2, "no COUNT", TWO, "--sobol", "3");
    REFUSED(2, "both", TWO, "--sobol", "3", "--random", "3");
    REFUSED(2, "--resume", TWO, "--resume");
    REFUSED(2, "--frobnicate", TWO, "--frobnicate");
    REFUSED(2, "two parameters", "sweep", "k15-d1", "--param", "mu=0.1,0.2", "--value", "t_end", "--png",
            "x.png");
    REFUSED(2, "once each", "map", "k15-d1", "--x", "mu=0.1:0.2:3", "--value", "t_end");
    REFUSED(1, "/nonexistent/x.csv", TWO, "--csv", "/nonexistent/x.csv");
    REFUSED(2, "different outputs", TWO, "--csv", "x", "--netcdf", "x");
}

static void wait_a_little(long milliseconds) {
    struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&t, NULL);
}

#define MANY                                                                                                 \
    "sweep", "k15-d1", "--until", "0.5", "--param", "mu=0.2:0.6:40", "--value", "omega3_final", "--csv",     \
        "k.csv"

static long size_of(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 ? (long)info.st_size : -1;
}

#define MANY_SPREAD                                                                                          \
    "sweep", "k15-d1", "--until", "0.5", "--param", "mu=0.2:0.6", "--param", "omega2=0:0.1", "--sobol",      \
        "40", "--seed", "3", "--value", "omega3_final", "--csv", "k.csv"

/* Kills the process at many moments. */
static void kill_often(const char *const *arguments, int times) {
    long before = 0;
    for (int i = 0; i < times; i++) {
        test_process p = test_process_start(rbsim, arguments);
        for (int tries = 0; tries < 400 && size_of("k.csv.journal") <= before; tries++) {
            wait_a_little(5); /* until something was added */
        }
        before = size_of("k.csv.journal");
        kill(p.pid, i % 3 == 2 ? SIGINT : SIGKILL);
        test_process_finish(&p);
        test_process_free(&p);
    }
}

/* It continues, and the result has the same bytes. */
static void killed_and_resumed(void **state) {
    (void)state;
    unlink("k.csv.journal");
    free(OUTPUT(MANY, "--quiet"));
    char *expected = read_all("k.csv");
    unlink("k.csv");
    const char *arguments[] = {MANY, "--resume", "--threads", "2", NULL};
    kill_often(arguments, 10);
    free(OUTPUT(MANY, "--resume", "--quiet"));
    assert_same("k.csv", expected);
    assert_int_equal(size_of("k.csv.journal"), -1);
    unlink("k.csv");
    free(expected);
}

static void evenly_spread_and_resumed(void **state) {
    (void)state;
    unlink("k.csv.journal");
    free(OUTPUT(MANY_SPREAD, "--quiet", "--threads", "1"));
    char *expected = read_all("k.csv");
    unlink("k.csv");
    const char *arguments[] = {MANY_SPREAD, "--resume", "--threads", "2", NULL};
    kill_often(arguments, 3);
    free(OUTPUT(MANY_SPREAD, "--resume", "--quiet"));
    assert_same("k.csv", expected);
    assert_int_equal(size_of("k.csv.journal"), -1);
    unlink("k.csv");
    free(expected);
}

static void journals(void **state) {
    (void)state;
    FILE *file = fopen("k.csv.journal", "w");
    fputs("what is this\n", file);
    fclose(file);
    REFUSED(2, "--resume", MANY);
    REFUSED(2, "something else", MANY, "--resume");
    unlink("k.csv.journal");
    assert_int_not_equal(access("k.csv", F_OK), 0);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table),
        cmocka_unit_test(at_random),
        cmocka_unit_test(evenly_spread),
        cmocka_unit_test(refuses),
        cmocka_unit_test(pictures_and_grids),
        cmocka_unit_test(points_in_netcdf),
        cmocka_unit_test(killed_and_resumed),
        cmocka_unit_test(evenly_spread_and_resumed),
        cmocka_unit_test(journals),
    };
    return cli_begin(argc, argv) ? cmocka_run_group_tests(tests, NULL, NULL) : 2;
}
