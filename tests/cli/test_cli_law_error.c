/* rbsim law-error: table, CSV and picture agree with each other and with known values. The program's path
   is the first argument. */
#include <math.h>

#include "cli.h"
#include "support.h"

enum { ERRORS = 8 };

/* The line that begins with a law's name and what must follow it. */
static const char *line_of(const char *text, const char *name, char next) {
    size_t length = strlen(name);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) == 0 && line[length] == next) {
            return line + length;
        }
    }
    fail_msg("no line for %s", name);
    return NULL;
}

/* Along x: largest and mean force, largest and mean torque; then all directions. */
static void errors_of(const char *csv, const char *name, double errors[ERRORS]) {
    const char *at = strchr(line_of(csv, name, ',') + 1, ',') + 1; /* after the exact law */
    for (int i = 0; i < ERRORS; i++) {
        char *end = NULL;
        errors[i] = strtod(at, &end);
        assert_true(end > at && *end == ',');
        at = end + 1;
    }
}

/* Laws whose error is known in closed form. */
static void csv_contains_what_is_known(void **state) {
    (void)state;
    double e[ERRORS];
    char *csv = OUTPUT("law-error", "--csv", "-");
    assert_true(strncmp(csv,
                        "law,exact,x_max_T,x_rms_T,x_max_M,x_rms_M,all_max_T,all_rms_T,"
                        "all_max_M,all_rms_M,ns,ns_derivatives\n",
                        99) == 0);
    /* "none" misses all of the friction: T_exact = 1 when sliding, M_exact = 3 pi/16 when drilling; the
       angles are half a step off both ends, which costs 1e-4 at most. */
    errors_of(csv, "none", e);
    for (int group = 0; group < ERRORS; group += 4) {
        assert_near(e[group], 1, 1e-4);
        assert_near(e[group + 2], 3 * acos(-1) / 16, 1e-4);
    }
    errors_of(csv, "coulomb", e); /* has no torque */
    assert_near(e[2], 3 * acos(-1) / 16, 1e-4);
    errors_of(csv, "exact-circle", e); /* on a circle: the same integral by another method */
    for (int i = 0; i < ERRORS; i++) {
        assert_below(e[i], 1e-12);
    }
    errors_of(csv, "exact-ellipse (reference)", e); /* against itself */
    for (int i = 0; i < ERRORS; i++) {
        assert_near(e[i], 0, 0);
    }
    const char *compared = line_of(csv, "k12-p1", ','); /* uniform pressure has its own exact law */
    assert_true(strncmp(compared, ",exact-uniform,", 15) == 0);
    free(csv);
    csv = OUTPUT("law-error", "--b", "0.5", "--csv", "-"); /* not a circle: the law for circles is wrong */
    errors_of(csv, "exact-circle", e);
    assert_true(e[0] > 0.1 && e[4] > 0.1);
    free(csv);
    csv = OUTPUT("law-error", "--dc", "0.5", "--csv", "-"); /* exact with distortion, too */
    errors_of(csv, "exact-circle", e);
    assert_below(e[4], 1e-12);
    errors_of(csv, "k11-tanh", e); /* has no term across the sliding direction */
    assert_true(e[4] > 0.06);
    free(csv);
}

/* Every law is in the table, with the errors of the CSV to two digits, and costs time. */
static void table_and_csv_agree(void **state) {
    (void)state;
    char *table = OUTPUT("law-error", "--b", "0.6", "--ds", "-0.2");
    char *csv = OUTPUT("law-error", "--b", "0.6", "--ds", "-0.2", "--csv", "-");
    assert_contains(table, "patch b = 0.6, distortion (0, -0.2), a = 6.119 mm");
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (law->evaluate == NULL || law->unbounded || rb_param_find(law->params, "quality") >= 0) {
            continue;
        }
        double e[ERRORS];
        errors_of(csv, law->id, e);
        const char *at = line_of(table, law->id, ' ');
        for (int k = 0; k < ERRORS + 2; k++) {
            at += strspn(at, " |");
            char *end = NULL;
            double shown = strtod(at, &end), expected = k < ERRORS ? e[k] : 0;
            char text[32];
            snprintf(text, sizeof text, "%.2g", expected);
            if (end == at || (k < ERRORS ? shown != strtod(text, NULL) : !(shown > 0))) {
                fail_msg("%s, column %d: %.20s, expected %s", law->id, k, at, text);
            }
            at = end;
        }
    }
    free(table);
    free(csv);
}

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) {
        count++;
    }
    return count;
}

/* A dot and a name for every kind of friction: laws that differ only in rolling share one. */
static void picture(void **state) {
    (void)state;
    char *svg = OUTPUT("law-error", "--b", "0.7", "--svg", "-");
    cli_check_svg(svg);
    assert_contains(svg, "b = 0.7, distortion (0, 0)");
    int names = count_of(svg, "font-size='10'");
    assert_true(names > 15 && names < rb_friction_law_count() + 4);
    assert_int_equal(count_of(svg, "h0"), names);
    static const char *const shown[] = {">exact-ellipse (fast)<", ">k11-p1<", ">k15-ah<", ">ka09-contensou<",
                                        ">none<"};
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        assert_int_equal(count_of(svg, shown[i]), 1);
    }
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
    free(svg);
}

static void refuses(void **state) {
    (void)state;
    REFUSED(2, "--b: expected a number from 0.001 to 1, got \"2\"", "law-error", "--b", "2");
    REFUSED(2, "--b: expected", "law-error", "--b", "0.0001");
    REFUSED(2, "--b: expected 1 finite number", "law-error", "--b", "nan");
    REFUSED(2, "--a: expected a number above 0, got \"0\"", "law-error", "--a", "0");
    REFUSED(2, "no negative pressure", "law-error", "--dc", "0.8", "--ds", "0.8");
    REFUSED(2, "--svg: requires a value", "law-error", "--svg");
    REFUSED(2, "--nonsense", "law-error", "--nonsense");
    REFUSED(1, "/no/such/folder.csv: cannot be written", "law-error", "--csv", "/no/such/folder.csv");
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_contains_what_is_known),
        cmocka_unit_test(table_and_csv_agree),
        cmocka_unit_test(picture),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests_name("rbsim law-error", tests, NULL, NULL);
}
