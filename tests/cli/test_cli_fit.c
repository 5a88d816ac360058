/* rbsim track, fit, ensemble and bifurcation: files, usage errors, Ctrl-C. The program's path is the first
   argument. */
#include <math.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "support.h"

static char *read_all(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

#define TRACK "track", "k15-d1", "--until", "0.6", "--solver", "rodas", "--rate", "50"
#define FIT "fit", "k15-d1", "--set", "mu=0.2", "--data", "f1.csv", "--free", "mu,d_a", "--rtol", "1e-5"

static void parameters_come_back(void **state) {
    (void)state;
    free(OUTPUT(TRACK, "--csv", "f1.csv"));
    char *text = read_all("f1.csv");
    assert_contains(text, "t,x1,y1,x2,y2,x3,y3\n0,");
    free(text);
    free(OUTPUT(FIT, "--csv", "fit.csv", "--fitted", "fit.json", "--svg", "fit.svg", "--png", "fit.png",
                "--quiet"));
    text = read_all("fit.csv");
    const char *mu = strstr(text, ",mu,");
    assert_contains(text, "model,F_o_mm2,evaluations,parameter,value,low,high\nk15-d1,");
    assert_non_null(mu);
    assert_near(strtod(mu + 4, NULL), 0.2307, 0.0023); /* 1 % */
    free(text);
    char *again = OUTPUT(FIT, "--threads", "1", "--quiet");
    text = read_all("fit.csv");
    assert_string_equal(text, again);
    free(again);
    free(OUTPUT(FIT, "--spec", "fit-spec.json")); /* its definition: the same table */
    again = OUTPUT("study", "fit-spec.json", "--quiet");
    assert_string_equal(text, again);
    REFUSED(2, "--netcdf: expected a sweep", "study", "fit-spec.json", "--netcdf", "x.nc");
    assert_int_equal(unlink("fit-spec.json"), 0);
    free(text);
    free(again);
    rb_scene scene;
    assert_int_equal(rb_scene_read_file("fit.json", &scene, NULL), RB_OK);
    assert_near(scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU], 0.2307, 0.0023);
    text = read_all("fit.svg");
    cli_check_svg(text);
    assert_contains(text, "f1.csv");
    free(text);
    static const char *const files[] = {"fit.csv", "fit.json", "fit.svg", "fit.png"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        assert_int_equal(unlink(files[i]), 0);
    }
}

static void profiles_are_written(void **state) {
    (void)state;
    free(OUTPUT(FIT, "--profile", "mu", "--profiles", "p.csv", "--csv", "p-fit.csv", "--quiet"));
    char *text = read_all("p.csv");
    assert_contains(text, "\nmodel,parameter,value,chi2_rise\nk15-d1,mu,");
    assert_contains(text, "# k15-d1: profile of mu: 95 % from 0.23");
    free(text);
    text = read_all("p-fit.csv");
    assert_contains(text, "# k15-d1: profile of mu: 95 % from 0.23");
    free(text);
    unlink("p.csv");
    unlink("p-fit.csv");
    REFUSED(2, "requires --profile", FIT, "--profiles", "p.csv");
    REFUSED(2, "--profile: expected free parameters, got \"a\"", FIT, "--profile", "a", "--quiet");
}

/* Number in a column of the row that begins with this text. */
static double number_of(const char *table, const char *row, int column) {
    const char *at = strstr(table, row);
    assert_non_null(at);
    for (at++; column > 0; column--) {
        at = strchr(at, ',') + 1;
    }
    return strtod(at, NULL);
}

/* Two series of D1 with errors of 0.1 mm: D1 is supported, a point contact and E0 are not. F_o and F of
   left-out series are the variance of the errors; BIC follows from F_o. */
static void the_law_of_the_data_is_supported(void **state) {
    (void)state;
    free(OUTPUT(TRACK, "--noise", "1e-4", "--csv", "c1.csv"));
    free(OUTPUT(TRACK, "--start", "3", "--noise", "1e-4", "--seed", "2", "--csv", "c2.csv"));
#define COMPARE                                                                                              \
    "fit", "k15-d1", "--law", "coulomb", "--laws", "k15-d1,k15-e0", "--data", "c1.csv", "--data",            \
        "c2.csv@3", "--free", "mu", "--free-start", "x0,y0", "--rtol", "1e-5", "--quiet"
    char *text = OUTPUT(COMPARE, "--comparison", "-");
    if (!RB_SHORT) {
        char *again = OUTPUT(COMPARE, "--comparison", "-", "--threads", "1");
        assert_string_equal(text, again);
        free(again);
    }
    assert_contains(text, "# the data support k15-d1-k15-d1 most (smallest BIC)");
    assert_contains(text, "# k15-d1: very strong evidence against it");
    enum { PARAMETERS = 5, VALUES = 2 * 31 * 6 };
    double F = number_of(text, "\nk15-d1-k15-d1,", 5);
    /* Of 372 normal errors the mean square is off by 7.3 %, four sigma by 29 %. */
    assert_near(F, 0.01, 0.0029);
    assert_near(number_of(text, "\nk15-d1-k15-d1,", 4), VALUES, 0);
    assert_near(number_of(text, "\nk15-d1-k15-d1,", 6), VALUES - PARAMETERS, 1e-6);
    assert_near(number_of(text, "\nk15-d1-k15-d1,", 7), VALUES * log(1e-6 * F) + PARAMETERS * log(VALUES),
                1e-5);
    assert_near(number_of(text, "\nk15-d1-k15-d1,", 9), F,
                0.05 * F); /* one of five parameters is not its own */
    assert_true(number_of(text, "\nk15-d1-k15-e0,", 9) > 2 * F);
    free(text);
    REFUSED(2, "laws: expected the id of a friction law", "fit", "k15-d1", "--data", "c1.csv", "--free", "mu",
            "--laws", "glue");
    unlink("c1.csv");
    unlink("c2.csv");
}

/* The median of the samples is near the value that made the data; the same bytes on one thread. */
static void samples_of_the_posterior(void **state) {
    (void)state;
#define POSTERIOR FIT, "--steps", "20", "--quiet", "--posterior", "-"
    char *text = OUTPUT(POSTERIOR, "--corner", "corner.svg");
    char *again = OUTPUT(POSTERIOR, "--threads", "1");
    assert_string_equal(text, again);
    assert_contains(text, "# posterior of k15-d1: 256 samples of 16 walkers, ");
    const char *median = strstr(text, "# mu: median ");
    assert_non_null(median);
    assert_near(strtod(median + 13, NULL), 0.2307, 0.0023); /* 1 % */
    assert_contains(text, "\nmu,d_a,chi2\n0.2");
    free(text);
    free(again);
    text = read_all("corner.svg");
    cli_check_svg(text);
    assert_contains(text, ">d_a<");
    free(text);
    unlink("corner.svg");
    REFUSED(2, "--steps", FIT, "--steps", "0");
    REFUSED(1, "--walkers: expected an even number of at least 6, got 5", FIT, "--walkers", "5",
            "--posterior", "-", "--quiet");
}

static void noise_has_a_seed(void **state) {
    (void)state;
    char *a = OUTPUT(TRACK, "--noise", "1e-4", "--seed", "3");
    char *b = OUTPUT(TRACK, "--noise", "1e-4", "--seed", "3");
    char *c = OUTPUT(TRACK, "--noise", "1e-4", "--seed", "4");
    assert_string_equal(a, b);
    assert_string_not_equal(a, c);
    free(a);
    free(b);
    free(c);
    a = OUTPUT(TRACK, "--markers", "0 0 0.1", "--camera", "2");
    assert_contains(a, "t,x1,y1\n");
    free(a);
}

static void several_models(void **state) {
    (void)state;
    free(OUTPUT("fit", "k15-d1", "--models", "k15-e0", "--data", "f1.csv@1", "--free", "mu", "--rtol", "1e-4",
                "--restarts", "1", "--csv", "m.csv", "--svg", "m.svg", "--quiet"));
    char *text = read_all("m.csv");
    assert_contains(text, "\nk15-d1,");
    assert_contains(text, "\nk15-e0,");
    free(text);
    text = read_all("m.svg");
    cli_check_svg(text);
    assert_contains(text, ">k15-e0<");
    free(text);
    unlink("m.csv");
    unlink("m.svg");
}

static void interrupted_with_the_best_so_far(void **state) {
    (void)state;
    const char *arguments[] = {"fit",   "k15-d1", "--data",     "f1.csv", "--free", "contact",
                               "--csv", "i.csv",  "--restarts", "500",    NULL};
    test_process p = test_process_start(rbsim, arguments);
    for (int i = 0; i < 6000 && !test_process_catches(p.pid, SIGINT); i++) {
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    kill(p.pid, SIGINT);
    test_process_finish(&p);
    assert_int_equal(p.status, 130);
    assert_contains(p.err, "--resume");
    test_process_free(&p);
    assert_int_equal(access("i.csv.journal", F_OK), 0);
    char *text = read_all("i.csv");
    assert_contains(text, "contact.mu");
    free(text);
    unlink("i.csv");
    unlink("i.csv.journal");
}

static void refuses(void **state) {
    (void)state;
    REFUSED(2, "--data", "fit", "k15-d1", "--free", "mu");
    REFUSED(2, "free parameters", "fit", "k15-d1", "--data", "f1.csv");
    REFUSED(2, "nonsense", "fit", "k15-d1", "--data", "f1.csv", "--free", "nonsense");
    REFUSED(1, "none.csv", "fit", "k15-d1", "--data", "none.csv", "--free", "mu");
    REFUSED(2, "start", "fit", "k15-d1", "--data", "f1.csv@99", "--free", "mu");
    REFUSED(2, "none", "fit", "k15-d1", "--data", "f1.csv", "--free", "mu", "--models", "none");
    REFUSED(2, "body", "fit", "k15-d1", "--data", "f1.csv", "--free", "mu", "--models", "tippetop-ka09");
    REFUSED(2, "--markers", "track", "k15-d1", "--markers", "1 2");
    REFUSED(2, "--camera", "track", "k15-d1", "--camera", "0");
    REFUSED(2, "--rate", "track", "k15-d1", "--rate", "0");
    REFUSED(2, "--vary", "ensemble", "k15-d1");
    REFUSED(2, "--runs", "ensemble", "k15-d1", "--vary", "mu=5%", "--runs", "0");
    REFUSED(2, "--signals", "ensemble", "k15-d1", "--vary", "mu=5%", "--signals", "what");
    REFUSED(2, "--param", "bifurcation", "disk-k12");
    REFUSED(2, "--points", "bifurcation", "disk-k12", "--param", "mu0=12:13:2", "--points", "0");
    REFUSED(2, "rises", "bifurcation", "disk-k12", "--param", "mu0=13:12:2");
}

static void ensemble(void **state) {
    (void)state;
    free(OUTPUT("ensemble", "k15-d1", "--vary", "mu=\u00b15%", "--vary", "omega2=0.05", "--runs", "9",
                "--until", "0.3", "--csv", "e.csv", "--svg", "e.svg", "--png", "e.png", "--quiet"));
    char *text = read_all("e.csv");
    assert_contains(text, "\nt,omega3,omega3_median,omega3_p05,omega3_p95\n0,-8,-8,-8,-8\n");
    free(text);
    text = read_all("e.svg");
    cli_check_svg(text);
    free(text);
    unlink("e.csv");
    unlink("e.svg");
    unlink("e.png");
}

/* A period of 1 at 25.2 and of 3 at 23.2, as rbsim poincare gives them. */
static void bifurcation(void **state) {
    (void)state;
    free(OUTPUT("bifurcation", "disk-k12", "--param", "mu0=23.2:25.2:2", "--transient", "150", "--points",
                "8", "--rtol", "1e-8", "--csv", "b.csv", "--periods", "p.csv", "--svg", "b.svg", "--quiet"));
    char *text = read_all("p.csv");
    assert_contains(text, "\nmu0,period,period_time,points\n23.2,3,");
    assert_contains(text, "\n25.2,1,");
    free(text);
    text = read_all("b.csv");
    assert_contains(text, "\nmu0,x,phi\n23.2,");
    int lines = 0;
    for (const char *c = text; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    assert_int_equal(lines, 4 + 16);
    free(text);
    text = read_all("b.svg");
    cli_check_svg(text);
    free(text);
    unlink("b.csv");
    unlink("p.csv");
    unlink("b.svg");
}

static int clean_up(void **state) {
    (void)state;
    unlink("f1.csv");
    return 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_come_back),
        cmocka_unit_test(profiles_are_written),
        cmocka_unit_test(the_law_of_the_data_is_supported),
        cmocka_unit_test(samples_of_the_posterior),
        cmocka_unit_test(noise_has_a_seed),
        cmocka_unit_test(several_models),
        cmocka_unit_test(interrupted_with_the_best_so_far),
        cmocka_unit_test(refuses),
        cmocka_unit_test(ensemble),
        cmocka_unit_test(bifurcation),
    };
    return cli_begin(argc, argv) ? cmocka_run_group_tests(tests, NULL, clean_up) : 2;
}
