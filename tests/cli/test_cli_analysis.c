/* rbsim theory, compare, bearing and claims: output and usage errors. The program's path is the first
   argument. */
#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <rattleback/theory.h>

#include "cli.h"
#include "support.h"

/* Returns the number in a column (from 0) of the first line that begins with a word; NAN for "-". */
static double cell(const char *table, const char *word, int column) {
    const char *line = table;
    while (strncmp(line, word, strlen(word)) != 0 || line[strlen(word)] != ' ') {
        line = strchr(line, '\n');
        if (line == NULL) {
            fail_msg("no line begins with %s", word);
        }
        line++;
    }
    line += strlen(word);
    for (int i = 0; i < column; i++) {
        line += strspn(line, " ");
        line += i + 1 < column ? strcspn(line, " \n") : 0;
    }
    char *end = NULL;
    double value = strtod(line, &end);
    return end == line || (*line == '-' && line[1] == ' ') ? NAN : value;
}

/* Digits of docs/physics.md#exact-results. */
static void theory_as_text(void **state) {
    (void)state;
    char *text = OUTPUT("theory", "kane-levinson", "--set", "omega3=0.1");
    assert_near(cell(text, "K_p", 1), -0.4262, 5e-5);
    assert_near(cell(text, "K_r", 1), -0.0425, 5e-5);
    assert_near(cell(text, "pitch_rate", 1), 0.04261, 5e-6);
    assert_contains(text, "eigenvalue 4");
    free(text);
}

/* The exponents as text and as JSON. */
static void lyapunov(void **state) {
    (void)state;
    char *text = OUTPUT("lyapunov", "kane-levinson", "--until", "1");
    assert_contains(text, "mean divergence of the flow");
    free(text);
    cJSON *root =
        cli_parse(OUTPUT("lyapunov", "disk-k12", "--until", "300", "--transient", "1", "--summary", "-"));
    const cJSON *exponents = cJSON_GetObjectItemCaseSensitive(root, "exponents");
    assert_int_equal(cJSON_GetArraySize(exponents), 4);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(root, "errors")), 4);
    assert_true(cJSON_IsNumber(cJSON_GetArrayItem(exponents, 0)));
    assert_true(cJSON_IsNull(cJSON_GetArrayItem(exponents, 3)));
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(root, "divergence")));
    assert_near(cli_number(root, "t_end"), 300, 1e-9);
    cJSON_Delete(root);
    REFUSED(2, "--transient: expected less than the end time", "lyapunov", "kane-levinson", "--until", "1",
            "--transient", "1");
    REFUSED(2, "expected a body with at most", "lyapunov", "bearing-ka09");
    REFUSED(1, "(rest): expected a motion that continues", "lyapunov", "k11-fig5");
}

/* --value with expressions: of a run, of a comparison, and refused. */
static void expressions(void **state) {
    (void)state;
    cJSON *root = cli_parse(OUTPUT("run", "k11-fig5", "--until", "1", "--value",
                                   "E_final / E_initial, when(reversal)", "--summary", "-"));
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(root, "values");
    double E = cJSON_GetObjectItemCaseSensitive(root, "E_final")->valuedouble;
    double E_initial = cJSON_GetObjectItemCaseSensitive(root, "E_initial")->valuedouble;
    assert_near(cJSON_GetObjectItemCaseSensitive(values, "E_final/E_initial")->valuedouble, E / E_initial,
                1e-15);
    assert_near(cJSON_GetObjectItemCaseSensitive(values, "when(reversal)")->valuedouble,
                cJSON_GetObjectItemCaseSensitive(root, "first_reversal_time")->valuedouble, 0);
    cJSON_Delete(root);
    char *text = OUTPUT("compare", "k11-fig5", "--until", "0.1", "--laws", "k11-tanh,coulomb", "--value",
                        "at(t=0, omega3)", "--csv", "-");
    assert_non_null(strstr(text, ",at(t=0;omega3),"));
    assert_non_null(strstr(text, ",4,time,")); /* omega3 at the start */
    free(text);
    REFUSED(2, "position 1: sum of different units: rad/s and m", "map", "k11-fig5", "--x", "mu=0.1:0.2:2",
            "--y", "omega3=1:2:2", "--value", "max(omega3) + a1");
}

/* Derivatives as text and as JSON. */
static void gradient(void **state) {
    (void)state;
    char *text = OUTPUT("gradient", "k11-fig5", "--of", "omega3_final", "--by", "mu", "--until", "0.1");
    assert_contains(text, "omega3_final");
    free(text);
    cJSON *root = cli_parse(OUTPUT("gradient", "k11-fig5", "--of", "reversal_time,omega3_final", "--by",
                                   "mu,a,omega2", "--until", "1", "--summary", "-"));
    const cJSON *slopes = cJSON_GetObjectItemCaseSensitive(root, "gradient");
    const cJSON *reversal = cJSON_GetObjectItemCaseSensitive(slopes, "reversal_time");
    assert_near(cli_number(cJSON_GetObjectItemCaseSensitive(root, "values"), "reversal_time"), 0.7004, 1e-4);
    assert_near(cli_number(reversal, "mu"), -0.01996, 1e-5);
    assert_near(cli_number(reversal, "a"), -10.142, 1e-3);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(slopes, "omega3_final")), 3);
    cJSON_Delete(root);
    REFUSED(2, "gradient: expected --of OUTCOME", "gradient", "k11-fig5", "--of", "t_end");
    REFUSED(2, "--by: expected a parameter that varies", "gradient", "k11-fig5", "--of", "t_end", "--by",
            "size");
}

/* A map of growth rates, with the limit of the theory as a curve. */
static void stability(void **state) {
    (void)state;
    char *picture = OUTPUT("stability", "kane-levinson", "--x", "omega3=5:25:3", "--y", "a2=0.008:0.05:3",
                           "--until", "0.2", "--svg", "-");
    assert_contains(picture, "theory: limit of stability");
    free(picture);
    char *table = OUTPUT("stability", "kane-levinson", "--x", "omega3=5:25:3", "--y", "a2=0.03:0.05:2",
                         "--until", "0.2", "--csv", "-");
    assert_contains(table, "omega3,a2,wobble_growth,wobble_theory");
    free(table);
    REFUSED(2, "expected a scene with a celt or a tippe-top, got disk", "stability", "disk-k12", "--x",
            "mu0=12:13:2", "--y", "mu=4:5:2");
    REFUSED(2, "stability: expected --x", "stability", "kane-levinson", "--x", "omega3=5:25:3");
}

static void theory_as_json(void **state) {
    (void)state;
    char *text = OUTPUT("theory", "kane-levinson", "--json");
    cJSON *root = cJSON_Parse(text);
    assert_non_null(root);
    rb_scene scene = rb_test_scene("kane-levinson", NULL);
    rb_theory expected;
    assert_int_equal(rb_theory_of(&scene, &expected, NULL), RB_OK);
    assert_near(cli_number(root, "spin"), 5, 0);
    assert_string_equal(cli_text(root, "growing"), "pitch"); /* s > 0: docs/physics.md#exact-results */
    assert_true(cli_number(root, "t_reversal") == expected.t_reversal);
    const cJSON *re = cJSON_GetObjectItemCaseSensitive(root, "eigenvalues_re");
    assert_int_equal(cJSON_GetArraySize(re), 4);
    double sum = 0; /* of a real matrix whose trace is the sum of the rates, twice each */
    for (int i = 0; i < 4; i++) {
        sum += cJSON_GetArrayItem(re, i)->valuedouble;
    }
    assert_near(sum, 2 * (cli_number(root, "pitch_rate") + cli_number(root, "roll_rate")), 1e-12);
    cJSON_Delete(root);
    free(text);
    text = OUTPUT("theory", "kane-levinson", "--json", "--omega", "0,0,0"); /* nothing to predict */
    root = cJSON_Parse(text);
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(root, "t_reversal")));
    cJSON_Delete(root);
    free(text);
}

static void theory_refuses(void **state) {
    (void)state;
    REFUSED(1, "celt", "theory", "tippetop-ka09");
    REFUSED(1, "B13", "theory", "kane-levinson", "--set", "B13=1e-6");
    REFUSED(2, "requires SCENE", "theory");
    REFUSED(2, "--nonsense", "theory", "kane-levinson", "--nonsense");
}

static void mass_as_json(void **state) {
    (void)state;
    char *text = OUTPUT("mass", "k11-fig5", "--summary", "-");
    cJSON *root = cJSON_Parse(text);
    assert_near(cli_number(root, "mass"), 0.25, 0);
    assert_near(cli_number(root, "skew"), -0.3, 1e-15); /* alpha of the scene */
    const cJSON *row = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(root, "inertia"), 1);
    assert_near(cJSON_GetArrayItem(row, 1)->valuedouble, 8e-4, 1e-18);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(root, "principal")), 3);
    cJSON_Delete(root);
    free(text);
    REFUSED(1, "celt or a tippe-top", "mass", "disk-k12");
    REFUSED(1, "cannot be opened", "mass", "none.stl");
    REFUSED(2, "--density", "mass", "k11-fig5", "--density", "-1");
}

/* The numbers of the reference (docs/physics.md#the-celt), rounded to what is printed, and the
   scene's own law first. */
static void compare_as_table(void **state) {
    (void)state;
    char *text = OUTPUT("compare", "k11-fig5", "--laws", "k11-tanh,k11-p1,no-slip", "--solver", "rodas",
                        "--until", "2");
    assert_true(strstr(text, "k11-tanh") < strstr(text, "k11-p1"));
    assert_near(cell(text, "k11-tanh", 1), 0.7004, 1e-9);
    assert_near(cell(text, "k11-tanh", 2), -3.2490, 1e-9);
    assert_near(cell(text, "k11-p1", 1), 0.7041, 1e-9);
    assert_near(cell(text, "k11-p1", 2), -3.3478, 1e-9);
    for (int i = 0; i < 2; i++) { /* shares of the loss, printed to 0.1 % */
        const char *law = i == 0 ? "k11-tanh" : "k11-p1";
        double sum = cell(text, law, 4) + cell(text, law, 5) + cell(text, law, 6);
        assert_near(sum, 100, 0.16);
    }
    assert_true(isnan(cell(text, "k11-tanh", 3))); /* still moving after 2 s */
    assert_near(cell(text, "no-slip", 4), 0, 0);
    assert_contains(text, " time\n");
    free(text);
}

/* Without --laws: every law that fits, the scene's own first. */
static void compare_takes_all_that_fit(void **state) {
    (void)state;
    char *text = OUTPUT("compare", "k15-a1", "--solver", "rodas", "--until", "0.01");
    rb_scene scene = rb_test_scene("k15-a1", NULL);
    const char *own = strstr(text, "\nk15-a1 ");
    assert_non_null(own);
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        char line[64];
        snprintf(line, sizeof line, "\n%s ", law->id);
        bool fits = rb_scene_law_fits(&scene, law, NULL) == RB_OK;
        assert_true((strstr(text, line) != NULL) == fits);
        assert_true(!fits || strstr(text, line) >= own);
    }
    free(text);
}

static char *contents(const char *path) {
    static char text[200000];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    return text;
}

/* One row per law; a picture with one curve per law. With output files there is no table. */
static void compare_into_files(void **state) {
    (void)state;
    char csv[64], svg[64];
    snprintf(csv, sizeof csv, "/tmp/rattleback-test-%ld.csv", (long)getpid());
    snprintf(svg, sizeof svg, "/tmp/rattleback-test-%ld.svg", (long)getpid());
    char *out = OUTPUT("compare", "k11-fig5", "--laws", "exact-circle,k11-p2", "--solver", "rodas", "--until",
                       "1", "--csv", csv, "--svg", svg);
    assert_string_equal(out, "");
    free(out);
    const char *text = contents(csv);
    assert_true(strncmp(cli_rows(text), "law,first_reversal_time,extreme_after_reversal,", 47) == 0);
    const char *row = strstr(text, "\nk11-p2,");
    assert_non_null(row);
    assert_near(strtod(row + 8, NULL), 0.7005547, 2e-7); /* docs/physics.md#the-celt */
    assert_contains(text, ",time,");
    text = contents(svg);
    assert_true(strncmp(text, "<svg ", 5) == 0);
    assert_contains(text, ">exact-circle</text>");
    assert_contains(text, ">k11-p2</text>");
    assert_contains(text, "</svg>");
    const char *first = strstr(text, "<polyline");
    assert_non_null(first);
    assert_non_null(strstr(first + 1, "<polyline"));
    unlink(csv);
    unlink(svg);
}

/* Panels of signals over time and of one against another, of a run and of a comparison. */
static void signals_are_drawn(void **state) {
    (void)state;
    char *text = OUTPUT("run", "k11-fig5", "--solver", "auto", "--until", "0.5", "--signals",
                        "omega3,N,omega1:omega2", "--svg", "-");
    cli_check_svg(text);
    static const char *const shown[] = {">ω₃, rad/s<", ">N, N<", ">ω₁, rad/s<", ">ω₂, rad/s<", ">t, s<"};
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        assert_contains(text, shown[i]);
    }
    free(text);
    text = OUTPUT("compare", "disk-k12", "--laws", "k12-i,k12-iprime", "--until", "20", "--signals",
                  "x:phi,x", "--svg", "-");
    cli_check_svg(text);
    assert_contains(text, ">k12-iprime</text>");
    assert_contains(text, ">t<"); /* without dimension */
    free(text);
    text = OUTPUT("run", "k11-fig5", "--until", "0.01", "--pdf", "-");
    assert_true(strncmp(text, "%PDF-1.4\n", 9) == 0);
    free(text);
    REFUSED(2, "--signals: expected --svg, --png or --pdf", "run", "k11-fig5", "--signals", "N");
    REFUSED(2, "--signals: expected signals of a celt, got \"x\"", "run", "k11-fig5", "--signals", "x",
            "--svg", "-");
    REFUSED(2, "two different outputs", "run", "k11-fig5", "--svg", "-", "--pdf", "-");
    REFUSED(2, "two different outputs", "run", "k11-fig5", "--svg", "-", "--summary", "-");
    REFUSED(1, "no/x.pdf", "run", "k11-fig5", "--until", "1e-3", "--pdf", "no/x.pdf");
}

static void figures(void **state) {
    (void)state;
    char *text = OUTPUT("figure");
    assert_contains(text, "k12-7a");
    assert_contains(text, "ka09-10      KA09  Fig. 10  agrees");
    free(text);
    text = OUTPUT("figure", "k15-3");
    assert_contains(text, "verdict         agrees\n");
    free(text);
    text = OUTPUT("figure", "k11-2", "--svg", "-");
    cli_check_svg(text);
    free(text);
    text = OUTPUT("figure", "ak18-3", "--csv", "-");
    assert_contains(text, "panel,curve,x,y,value\n");
    free(text);
    REFUSED(1, "/nonexistent/x.svg", "figure", "k11-2", "--svg", "/nonexistent/x.svg");
    REFUSED(2, "figure: expected an id", "figure", "k11-1");
    REFUSED(2, "--folder FOLDER with all", "figure", "all");
    REFUSED(2, "--folder FOLDER with all", "figure", "k11-2", "--folder", "x");
    REFUSED(2, "the id of one figure", "figure", "check", "--svg", "-");
    REFUSED(2, "two different outputs", "figure", "k11-2", "--svg", "-", "--csv", "-");
    REFUSED(1, "no/x", "figure", "k11-2", "--svg", "no/x");
    REFUSED(1, "no/folder", "figure", "all", "--folder", "no/folder");
}

static void compare_refuses(void **state) {
    (void)state;
    REFUSED(2, "nonsense", "compare", "k11-fig5", "--laws", "k11-p1,nonsense");
    REFUSED(2, "circular patch", "compare", "k15-a1", "--laws", "k11-tanh");
    REFUSED(2, "--bad", "compare", "k11-fig5", "--bad");
    REFUSED(1, "no-such-scene", "compare", "no-such-scene");
    REFUSED(1, "/no/such", "compare", "k11-fig5", "--laws", "none", "--until", "0.01", "--csv",
            "/no/such/folder.csv");
}

/* ---- bearing, claims --------------------------------------------------------------------------- */

/* docs/physics.md#hertz-contact-and-normal-laws: b = 0.5595, plain -1.56 %, with bracket +0.004 %. */
static void bearing_as_table(void **state) {
    (void)state;
    char *text = OUTPUT("bearing");
    assert_contains(text, "g = 0.4172: patch b = 0.5595, e2 = 0.6870\n");
    assert_contains(text, "-1.5633 %\n");
    assert_contains(text, "+0.0039 %\n");
    assert_contains(text, "\n  ka09-contensou ");
    free(text);
    text = OUTPUT("bearing", "--g", "1"); /* spheres: the same law */
    assert_contains(text, "patch b = 1.0000, e2 = 0.0000");
    assert_null(strstr(text, "-1.56"));
    free(text);
}

/* 91 angles in two directions for each law; with an output file there is no table. */
static void bearing_into_files(void **state) {
    (void)state;
    char *text = OUTPUT("bearing", "--csv", "-");
    assert_true(strncmp(text, "law,psi,theta,T,M\n", 18) == 0);
    assert_non_null(strstr(text, "\nka09-pade,90,45,"));
    int lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
    }
    assert_int_equal((lines - 1) % 182, 0);
    assert_true(lines > 10 * 182);
    free(text);
    text = OUTPUT("bearing", "--svg", "-");
    assert_true(strncmp(text, "<svg ", 5) == 0);
    assert_contains(text, ">T Contensou</text>");
    assert_contains(text, "</svg>");
    free(text);
}

static void bearing_refuses(void **state) {
    (void)state;
    REFUSED(2, "--g: expected a number from 0.001 to 1, got \"2\"", "bearing", "--g", "2");
    REFUSED(2, "--g", "bearing", "--g", "nan");
    REFUSED(2, "--g", "bearing", "--g");
    REFUSED(2, "--nonsense", "bearing", "--nonsense");
    REFUSED(1, "/no/such", "bearing", "--csv", "/no/such/folder.csv");
}

/* The second claim is the cheapest. Its numbers: docs/physics.md#the-tippe-top. */
static void one_claim(void **state) {
    (void)state;
    char *text = OUTPUT("claims", "2");
    assert_true(strncmp(text, "2. the drilling torque only dissipates ", 39) == 0);
    assert_contains(text, " holds\n     the stem touches after 1.7436 s with it, after 1.7413 s");
    assert_contains(text, "\n\n1 of 1 claims of KA09 hold\n");
    for (const char *line = text; line != NULL; line = strchr(line + 1, '\n')) {
        assert_true(strcspn(line + 1, "\n") <= 100); /* wrapped */
    }
    free(text);
}

/* All claims of the paper about its top hold. */
static void every_claim_holds(void **state) {
    (void)state;
    char *text = OUTPUT("claims");
    for (int i = 1; i <= 5; i++) {
        char begin[24];
        snprintf(begin, sizeof begin, "%s%d. ", i > 1 ? "\n" : "", i);
        assert_contains(text, begin);
    }
    assert_null(strstr(text, "does not hold"));
    assert_contains(text, "\n\n5 of 5 claims of KA09 hold\n");
    free(text);
}

static void claims_refuse(void **state) {
    (void)state;
    REFUSED(2, "from 1 to 5, got \"0\"", "claims", "0");
    REFUSED(2, "from 1 to 5, got \"6\"", "claims", "6");
    REFUSED(2, "from 1 to 5, got \"2x\"", "claims", "2x");
    REFUSED(2, "--json", "claims", "1", "--json");
}

/* Interrupted after the first claim: the others are missing, a message, status 130. */
static void claims_can_be_interrupted(void **state) {
    (void)state;
    if (RB_SHORT) {
        skip();
    }
    const char *const arguments[] = {"claims", NULL};
    test_process process = test_process_start(rbsim, arguments);
    struct stat info = {0};
    for (int i = 0; i < 60000 && info.st_size == 0; i++) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        assert_int_equal(fstat(process.out_file, &info), 0);
    }
    kill(process.pid, SIGINT);
    test_process_finish(&process);
    assert_int_equal(process.status, 130);
    assert_true(strncmp(process.out, "1. ", 3) == 0);
    assert_null(strstr(process.out, "claims of KA09 hold"));
    assert_contains(process.err, "rbsim: claims: interrupted");
    test_process_free(&process);
}

/* The key marks the answer that the simulation gives; the sheet for students marks none. */
static void worksheets_of_lessons(void **state) {
    (void)state;
    char *sheet = OUTPUT("lesson", "worksheet", "spin-it"),
         *key = OUTPUT("lesson", "worksheet", "spin-it", "--key");
    assert_null(strstr(sheet, "&#9745;"));
    assert_contains(sheet, "Name:");
    assert_contains(sheet, "<li>&#9744; It reverses as well.</li>");
    assert_contains(key, "<li class=\"right\">&#9745; It keeps spinning and slowly comes to rest.</li>");
    assert_contains(key, "Notes: ");
    free(sheet);
    free(key);
}

static void worksheets_in_other_languages(void **state) {
    (void)state;
    char *sheet = OUTPUT("lesson", "worksheet", "spin-it", "--lang", "de");
    assert_non_null(strstr(sheet, "<html lang=\"de\">"));
    assert_non_null(strstr(sheet, "<h2>1. Ein Stein wird angedreht</h2>"));
    assert_non_null(strstr(sheet, "Er kehrt ebenfalls um."));
    assert_non_null(strstr(sheet, "<span>Datum:</span>"));
    free(sheet);
    REFUSED(1, "expected en, de, es, pl", "lesson", "worksheet", "spin-it", "--lang", "xx");
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worksheets_of_lessons),
        cmocka_unit_test(worksheets_in_other_languages),
        cmocka_unit_test(theory_as_text),
        cmocka_unit_test(theory_as_json),
        cmocka_unit_test(lyapunov),
        cmocka_unit_test(expressions),
        cmocka_unit_test(gradient),
        cmocka_unit_test(stability),
        cmocka_unit_test(theory_refuses),
        cmocka_unit_test(mass_as_json),
        cmocka_unit_test(compare_as_table),
        cmocka_unit_test(compare_takes_all_that_fit),
        cmocka_unit_test(compare_into_files),
        cmocka_unit_test(signals_are_drawn),
        cmocka_unit_test(figures),
        cmocka_unit_test(compare_refuses),
        cmocka_unit_test(bearing_as_table),
        cmocka_unit_test(bearing_into_files),
        cmocka_unit_test(bearing_refuses),
        cmocka_unit_test(one_claim),
        cmocka_unit_test(every_claim_holds),
        cmocka_unit_test(claims_refuse),
        cmocka_unit_test(claims_can_be_interrupted),
    };
    return cmocka_run_group_tests_name("rbsim, analysis", tests, NULL, NULL);
}
