/* rbsim poincare and eps-error: output and usage errors. The program's path is the first argument. */
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "support.h"

/* Reads and removes a file. */
static char *take(const char *path) {
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    unlink(path);
    return text;
}

static int lines_of(const char *text) {
    int count = 0;
    for (const char *c = cli_rows(text); (c = strchr(c, '\n')) != NULL; c++) {
        count++;
    }
    return count;
}

static double in_list(const cJSON *points, int index, int column) {
    return cJSON_GetArrayItem(cJSON_GetArrayItem(points, index), column)->valuedouble;
}

/* The one-point orbit of docs/physics.md#the-disk-on-the-belt, from a start near it. */
static void orbit_of_one_point(void **state) {
    (void)state;
    const char *csv = rb_test_path("map.csv"), *json = rb_test_path("map.json");
    const char *svg = rb_test_path("map.svg");
    char *text = OUTPUT("poincare", "disk-k12", "--set", "x=-0.82540822", "--set", "phi=-0.76404429",
                        "--transient", "30", "--points", "4", "--csv", csv, "--summary", json, "--svg", svg);
    assert_string_equal(text, ""); /* nothing else is printed */
    free(text);
    cJSON *root = cJSON_Parse(take(json));
    assert_non_null(root);
    assert_int_equal((int)cli_number(root, "points_found"), 4);
    assert_int_equal((int)cli_number(root, "period"), 1);
    assert_near(cli_number(root, "period_time"), 131.128856, 1e-4);
    assert_string_equal(cli_text(root, "end_reason"), "points");
    const cJSON *points = cJSON_GetObjectItemCaseSensitive(root, "points");
    assert_int_equal(cJSON_GetArraySize(points), 1);
    assert_near(in_list(points, 0, 0), -0.82540822, 1e-5);
    assert_near(in_list(points, 0, 1), -0.76404429, 1e-5);
    text = take(csv);
    assert_int_equal(lines_of(text), 5);
    assert_contains(text, "index,t,x,phi,stick_time,zero\n0,");
    const char *last = strrchr(text, '3'); /* the row of index 3 agrees with the summary */
    assert_non_null(last);
    assert_contains(text, "\n3,");
    cJSON_Delete(root);
    text = take(svg);
    cli_check_svg(text);
    assert_contains(text, "period 1");
}

/* Without an option the summary goes to stdout; a run that comes to rest has no points. */
static void maps_of_other_bodies(void **state) {
    (void)state;
    char *text = OUTPUT("poincare", "k11-fig5", "--section", "omega2=0+", "--transient", "1", "--points", "2",
                        "--csv", "-");
    assert_int_equal(lines_of(text), 3);
    assert_memory_equal(cli_rows(text), "index,t,omega1,", 15);
    const char *row = strchr(cli_rows(text), '\n') + 1; /* index, t, omega1, omega2 */
    double index, t, omega1, omega2;
    assert_int_equal(sscanf(row, "%lf,%lf,%lf,%lf", &index, &t, &omega1, &omega2), 4);
    assert_near(omega2, 0, 1e-9);
    assert_near(t, 0.22634, 1e-5); /* the second one: the first is the transient */
    free(text);
    text = OUTPUT("poincare", "k11-fig5", "--section", "omega2=0-", "--transient", "0", "--points", "1",
                  "--csv", "-");
    assert_int_equal(sscanf(strchr(cli_rows(text), '\n'), "%lf,%lf,", &index, &t), 2);
    assert_true(t > 0 && t < 0.0776); /* it falls before it rises */
    free(text);
    cJSON *root = cli_parse(OUTPUT("poincare", "k11-fig5", "--section", "omega2=50", "--set", "t_end=0.2"));
    assert_int_equal((int)cli_number(root, "points_found"), 0);
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(root, "period")));
    assert_string_equal(cli_text(root, "end_reason"), "time");
    cJSON_Delete(root);
    text = OUTPUT("poincare", "k11-fig5", "--section", "omega2=50", "--until", "0.1", "--svg", "-");
    cli_check_svg(text); /* a valid picture without points */
    free(text);
    root = cli_parse(OUTPUT("poincare", "disk-k12-printed", "--until", "300"));
    assert_string_equal(cli_text(root, "end_reason"), "permanent-slip");
    cJSON_Delete(root);
}

static void invalid_maps_are_rejected(void **state) {
    (void)state;
    char *text = OUTPUT("poincare", "k11-fig5", "--section", "omega2=0+", "--transient", "0", "--points", "2",
                        "--axes", "theta,omega3", "--svg", "-");
    assert_contains(text, ">theta, rad<");
    assert_contains(text, ">omega3, rad/s<");
    free(text);
    REFUSED(2, "--axes: expected two signals", "poincare", "disk-k12", "--axes", "x,foo");
    REFUSED(2, "--axes: expected two signals", "poincare", "disk-k12", "--axes", "x,phi,v_slip");
    REFUSED(2, "section: a celt has no default section", "poincare", "k11-fig5");
    REFUSED(2, "no signal \"foo\"", "poincare", "k11-fig5", "--section", "foo=1");
    REFUSED(2, "expected a number after", "poincare", "k11-fig5", "--section", "omega2");
    REFUSED(2, "expected a number after", "poincare", "k11-fig5", "--section", "omega2=nan");
    REFUSED(2, "expected a number after", "poincare", "k11-fig5", "--section", "omega2=");
    REFUSED(2, "expected a number after", "poincare", "k11-fig5", "--section", "omega2=1+-");
    REFUSED(2, "--section", "poincare", "k11-fig5", "--section");
    REFUSED(2, "--transient: expected a whole number", "poincare", "disk-k12", "--transient", "-1");
    REFUSED(2, "--transient: expected a whole number", "poincare", "disk-k12", "--transient", "1.5");
    REFUSED(2, "--transient: expected a whole number", "poincare", "disk-k12", "--transient", "1e9");
    REFUSED(2, "--points: expected a whole number", "poincare", "disk-k12", "--points", "0");
    REFUSED(2, "--points: expected a whole number", "poincare", "disk-k12", "--points", "2.5");
    REFUSED(2, "--points: expected a whole number", "poincare", "disk-k12", "--points", "1e9");
    REFUSED(2, "two different outputs", "poincare", "disk-k12", "--csv", "-", "--summary", "-");
    REFUSED(2, "two different outputs", "poincare", "disk-k12", "--csv", "-", "--svg", "-");
    REFUSED(2, "two different outputs", "poincare", "disk-k12", "--svg", "-", "--summary", "-");
    REFUSED(2, "--nonsense", "poincare", "disk-k12", "--nonsense");
    REFUSED(2, "mu0", "poincare", "disk-k12", "--set", "mu0=-1");
    REFUSED(1, "no scene", "poincare", "no-such-scene");
    REFUSED(1, "cannot be written", "poincare", "disk-k12", "--csv", rb_test_path("no/x"));
    REFUSED(1, "cannot be written", "poincare", "disk-k12", "--summary", rb_test_path("no/x"));
    REFUSED(1, "cannot be written", "poincare", "disk-k12", "--points", "1", "--transient", "0", "--svg",
            rb_test_path("no/x"));
    test_process process = RUN("poincare", "ak18-a", "--solver", "rodas", "--set", "body.B3=1000",
                               "--section", "omega1=900", "--until", "0.002");
    assert_int_equal(process.status, 1);
    assert_contains(process.err, "the run diverged");
    test_process_free(&process);
}

/* A run may end after the disk has slipped for a given time. */
static void permanent_slip(void **state) {
    (void)state;
    cJSON *root = cli_parse(OUTPUT("run", "disk-k12-printed", "--permanent-slip", "20"));
    assert_string_equal(cli_text(root, "end_reason"), "permanent-slip");
    assert_near(cli_number(root, "slipping_for"), 20, 0.2); /* a tick or so */
    cJSON_Delete(root);
    root = cli_parse(OUTPUT("run", "disk-k12", "--permanent-slip", "500", "--until", "30"));
    assert_string_equal(cli_text(root, "end_reason"), "time");
    cJSON_Delete(root);
    REFUSED(2, "--permanent-slip: expected a number above 0", "run", "disk-k12", "--permanent-slip", "0");
    REFUSED(2, "sticks and slips, got a celt", "run", "k11-fig5", "--permanent-slip", "1");
}

/* K12 Fig. 14: the error is proportional. */
static void error_of_the_threshold(void **state) {
    (void)state;
    const char *csv = rb_test_path("eps.csv"), *svg = rb_test_path("eps.svg");
    char *text = OUTPUT("eps-error", "disk-k12", "--from", "1e-5", "--to", "1e-3", "--count", "2", "--csv",
                        csv, "--svg", svg);
    const char *slope = strstr(text, "slope of log error");
    assert_non_null(slope);
    assert_near(strtod(strchr(slope, ':') + 1, NULL), 1, 0.01);
    assert_contains(text, "an orbit of 1 point, from x = ");
    assert_contains(text, " until t = 3000,");
    free(text);
    text = take(csv);
    assert_int_equal(lines_of(text), 3);
    assert_memory_equal(cli_rows(text), "eps_lambda,error,time_error,jumped\n1e-05,", 41);
    cli_check_svg(take(svg));
    text = OUTPUT("eps-error", "disk-k12", "--from", "1e-5", "--count", "2", "--csv", "-");
    assert_memory_equal(cli_rows(text), "eps_lambda,", 11); /* and no table */
    assert_null(strstr(text, "slope"));
    free(text);
}

/* K12 Fig. 14, curves 4 and 1: near the edge of a window the motion changes at a small eps_lambda, and the
   slope is that of the values below. --until is the time that is compared. */
static void thresholds_with_a_jump(void **state) {
    (void)state;
    char *text = OUTPUT("eps-error", "disk-k12", "--set", "mu0=23.0580008", "--from", "1e-8", "--to", "1e-6",
                        "--count", "5");
    assert_contains(text, "an orbit of 88 points");
    assert_contains(text, "from eps_lambda = 3.162e-07 on the disk moves in another way");
    assert_near(strtod(strchr(strstr(text, "slope of log error"), ':') + 1, NULL), 1, 0.02);
    free(text);
    text = OUTPUT("eps-error", "disk-k12", "--set", "mu0=23.0580008", "--count", "3");
    assert_contains(text, "no slope");
    free(text);
    if (RB_SHORT) {
        return; /* error_of_the_threshold() runs the same code */
    }
    double error[2];
    for (int i = 0; i < 2; i++) { /* one period; the first points of ten of them, and the others */
        text = OUTPUT("eps-error", "disk-k12", "--from", "1e-5", "--count", "2", "--until",
                      i == 0 ? "140" : "1400", "--csv", "-");
        error[i] = strtod(strstr(text, "\n1e-05,") + 7, NULL);
        free(text);
    }
    assert_near(error[0], 6.7e-5, 0.1e-5);
    assert_true(error[1] > 2 * error[0]);
    REFUSED(1, "before t = 5 (--until)", "eps-error", "disk-k12", "--until", "5");
}

static void invalid_thresholds_are_rejected(void **state) {
    (void)state;
    REFUSED(2, "--from, --to", "eps-error", "disk-k12", "--from", "1e-9");
    REFUSED(2, "--from, --to", "eps-error", "disk-k12", "--from", "1e-3", "--to", "1e-4");
    REFUSED(2, "--from, --to", "eps-error", "disk-k12", "--to", "0.2");
    REFUSED(2, "--count: expected a whole number", "eps-error", "disk-k12", "--count", "1");
    REFUSED(2, "--count: expected a whole number", "eps-error", "disk-k12", "--count", "2.5");
    REFUSED(2, "--count: expected a whole number", "eps-error", "disk-k12", "--count", "1e6");
    REFUSED(2, "--count", "eps-error", "disk-k12", "--count", "many");
    REFUSED(2, "two different outputs", "eps-error", "disk-k12", "--csv", "-", "--svg", "-");
    REFUSED(2, "--nonsense", "eps-error", "disk-k12", "--nonsense");
    REFUSED(2, "mu0", "eps-error", "disk-k12", "--set", "mu0=-1");
    REFUSED(1, "no scene", "eps-error", "no-such-scene");
    REFUSED(1, "expected a disk that keeps sticking", "eps-error", "disk-k12-printed", "--until", "300");
    REFUSED(1, "k11-fig5: expected a body that sticks and slips, got a celt", "eps-error", "k11-fig5");
    REFUSED(1, "cannot be written", "eps-error", "disk-k12", "--from", "1e-5", "--count", "2", "--csv",
            rb_test_path("no/x"));
    REFUSED(1, "cannot be written", "eps-error", "disk-k12", "--from", "1e-5", "--count", "2", "--svg",
            rb_test_path("no/x"));
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orbit_of_one_point),
        cmocka_unit_test(maps_of_other_bodies),
        cmocka_unit_test(invalid_maps_are_rejected),
        cmocka_unit_test(permanent_slip),
        cmocka_unit_test(error_of_the_threshold),
        cmocka_unit_test(thresholds_with_a_jump),
        cmocka_unit_test(invalid_thresholds_are_rejected),
    };
    return cmocka_run_group_tests_name("maps by rbsim", tests, rb_test_make_folder, rb_test_remove_folder);
}
