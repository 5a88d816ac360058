/* rbsim theory and rbsim compare: what they print, and what they refuse. The program's path is the
   first argument. */
#include <math.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include <rattleback/theory.h>

#include "process.h"
#include "support.h"

static const char *rbsim;

#define RUN(...) run((const char *const[]){__VA_ARGS__, NULL})

static rb_process run(const char *const *arguments) {
    rb_process process = rb_process_start(rbsim, arguments);
    rb_process_finish(&process);
    return process;
}

/* Expects success and silence on stderr, returns stdout. */
#define OUTPUT(...) output((const char *const[]){__VA_ARGS__, NULL})

static char *output(const char *const *arguments) {
    rb_process process = run(arguments);
    if (process.status != 0 || process.err[0] != '\0') {
        fail_msg("%s: status %d, \"%s\"", arguments[0], process.status, process.err);
    }
    free(process.err);
    return process.out;
}

/* Expects this status and message, and nothing on stdout. */
static void refused(int status, const char *part, rb_process process) {
    assert_int_equal(process.status, status);
    assert_contains(process.err, part);
    assert_string_equal(process.out, "");
    rb_process_free(&process);
}

static double number(const cJSON *root, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, name);
    if (!cJSON_IsNumber(item)) {
        fail_msg("%s: expected a number", name);
    }
    return item->valuedouble;
}

/* The number in a column (from 0) of the first line that begins with a word; NAN for "-". */
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

static void theory_as_text(void **state) {
    (void)state;
    char *text = OUTPUT("theory", "kane-levinson", "--set", "omega3=0.1");
    assert_near(cell(text, "K_p", 1), -0.4262, 5e-5);
    assert_near(cell(text, "K_r", 1), -0.0425, 5e-5);
    assert_near(cell(text, "pitch_rate", 1), 0.04261, 5e-6);
    assert_contains(text, "eigenvalue 4");
    free(text);
}

static void theory_as_json(void **state) {
    (void)state;
    char *text = OUTPUT("theory", "kane-levinson", "--json");
    cJSON *root = cJSON_Parse(text);
    assert_non_null(root);
    assert_near(number(root, "spin"), 5, 0);
    assert_near(number(root, "growing"), RB_MODE_PITCH, 0);
    assert_near(number(root, "t_reversal"), 1.104229, 1e-6);
    const cJSON *re = cJSON_GetObjectItemCaseSensitive(root, "eigenvalues_re");
    assert_int_equal(cJSON_GetArraySize(re), 4);
    double sum = 0; /* of a real matrix whose trace is the sum of the rates, twice each */
    for (int i = 0; i < 4; i++) {
        sum += cJSON_GetArrayItem(re, i)->valuedouble;
    }
    assert_near(sum, 2 * (number(root, "pitch_rate") + number(root, "roll_rate")), 1e-12);
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
    refused(1, "celt", RUN("theory", "tippetop-ka09"));
    refused(1, "B13", RUN("theory", "kane-levinson", "--set", "B13=1e-6"));
    refused(2, "expected the id", RUN("theory"));
    refused(2, "--nonsense", RUN("theory", "kane-levinson", "--nonsense"));
}

/* The numbers of the reference (rodas), and the scene's own law first. */
static void compare_as_table(void **state) {
    (void)state;
    char *text = OUTPUT("compare", "k11-fig5", "--laws", "k11-tanh,k11-p1,no-slip", "--solver",
                        "rodas", "--until", "2");
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

/* One row a law; a picture with one curve a law. With files asked for there is no table. */
static void compare_into_files(void **state) {
    (void)state;
    char csv[64], svg[64];
    snprintf(csv, sizeof csv, "/tmp/rattleback-test-%ld.csv", (long)getpid());
    snprintf(svg, sizeof svg, "/tmp/rattleback-test-%ld.svg", (long)getpid());
    char *out = OUTPUT("compare", "k11-fig5", "--laws", "exact-circle,k11-p2", "--solver", "rodas",
                       "--until", "1", "--csv", csv, "--svg", svg);
    assert_string_equal(out, "");
    free(out);
    const char *text = contents(csv);
    assert_true(strncmp(text, "law,first_reversal_time,extreme_after_reversal,", 47) == 0);
    const char *row = strstr(text, "\nk11-p2,");
    assert_non_null(row);
    assert_near(strtod(row + 8, NULL), 0.7005547, 2e-7); /* the reference's digits */
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

static void compare_refuses(void **state) {
    (void)state;
    refused(2, "nonsense", RUN("compare", "k11-fig5", "--laws", "k11-p1,nonsense"));
    refused(2, "circular patch", RUN("compare", "k15-a1", "--laws", "k11-tanh"));
    refused(2, "--bad", RUN("compare", "k11-fig5", "--bad"));
    refused(1, "no-such-scene", RUN("compare", "no-such-scene"));
    refused(1, "/no/such",
            RUN("compare", "k11-fig5", "--laws", "none", "--until", "0.01", "--csv",
                "/no/such/folder.csv"));
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s RBSIM\n", argv[0]);
        return 2;
    }
    rbsim = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(theory_as_text),
        cmocka_unit_test(theory_as_json),
        cmocka_unit_test(theory_refuses),
        cmocka_unit_test(compare_as_table),
        cmocka_unit_test(compare_takes_all_that_fit),
        cmocka_unit_test(compare_into_files),
        cmocka_unit_test(compare_refuses),
    };
    return cmocka_run_group_tests_name("rbsim, analysis", tests, NULL, NULL);
}
