/* rbsim, the contract that other tools rely on: columns, keys, null, exit statuses, messages on
   stderr. The program's path is the first argument. */
#include <math.h>

#include "cli.h"
#include "math/pi.h"
#include "support.h"

static void assert_null_field(const cJSON *root, const char *name) {
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(root, name)));
}

/* ---- lists ------------------------------------------------------------------------------------- */

static rb_library *load_library(void) {
    rb_library *library = malloc(sizeof *library);
    assert_non_null(library);
    assert_int_equal(rb_library_load(library, NULL, NULL), RB_OK);
    return library;
}

static void lists(void **state) {
    (void)state;
    char *scenes = OUTPUT("scenes"), *laws = OUTPUT("laws"), *params = OUTPUT("params", "k11-fig5");
    rb_library *library = load_library();
    for (int i = 0; i < library->count; i++) {
        assert_contains(scenes, library->scenes[i].id);
        assert_contains(scenes, library->scenes[i].name);
    }
    free(library);
    for (int i = 0; i < rb_friction_law_count(); i++) {
        assert_contains(laws, rb_friction_law_at(i)->id);
    }
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(&scene, (rb_section)s);
        for (int i = 0; i < table.count; i++) {
            char name[96];
            snprintf(name, sizeof name, "%s.%s ", rb_section_name((rb_section)s), table.rows[i].name);
            assert_contains(params, name);
            assert_contains(params, table.rows[i].help);
        }
    }
    free(scenes);
    free(laws);
    free(params);
}

/* Walks the table: what `rbsim outcomes` lists is what a summary has, whatever the body. */
static void outcomes(void **state) {
    (void)state;
    char *text = OUTPUT("outcomes");
    cJSON *list = cli_parse(OUTPUT("outcomes", "--json"));
    cJSON *celt = cli_parse(OUTPUT("run", "k11-fig5", "--until", "0.01"));
    cJSON *top = cli_parse(OUTPUT("run", "tippetop-ka09", "--until", "0.01"));
    assert_int_equal(cJSON_GetArraySize(list), rb_outcome_count());
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *outcome = rb_outcome_at(i);
        assert_contains(text, outcome->help);
        assert_string_equal(cli_text(cJSON_GetArrayItem(list, i), "name"), outcome->name);
        const cJSON *values[] = {cJSON_GetObjectItemCaseSensitive(celt, outcome->name),
                                 cJSON_GetObjectItemCaseSensitive(top, outcome->name)};
        for (int k = 0; k < 2; k++) {
            const rb_body_kind *body = rb_body_kind_find(k == 0 ? "celt" : "tippe-top");
            assert_non_null(values[k]);
            assert_true(rb_outcome_fits(outcome, body) || cJSON_IsNull(values[k]));
        }
    }
    assert_true(cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(top, "inverted")));
    free(text);
    cJSON_Delete(list);
    cJSON_Delete(celt);
    cJSON_Delete(top);
}

/* Tools rely on these keys and their order; new ones are added before the hash. */
static void keys_of_a_summary(void **state) {
    (void)state;
    static const char *const keys[] = {"scene",
                                       "law",
                                       "solver",
                                       "step",
                                       "t_end",
                                       "end_reason",
                                       "first_reversal_time",
                                       "extreme_after_reversal",
                                       "time_of_extreme",
                                       "rest_time_0p1",
                                       "rest_time_0p01",
                                       "N_min",
                                       "N_max",
                                       "E_initial",
                                       "E_final",
                                       "energy_balance_error",
                                       "max_gap",
                                       "rhs_evaluations",
                                       "step_too_large_since",
                                       "wall_seconds",
                                       "first_small_contact",
                                       "large_last_off",
                                       "inverted",
                                       "fallback_time",
                                       "state_hash"};
    cJSON *s = cli_parse(OUTPUT("run", "tippetop-ka09", "--until", "0.01"));
    size_t next = 0;
    for (const cJSON *item = s->child; item != NULL; item = item->next) {
        next += next < sizeof keys / sizeof keys[0] && strcmp(item->string, keys[next]) == 0;
    }
    if (next < sizeof keys / sizeof keys[0]) {
        fail_msg("no key %s behind %s", keys[next], next > 0 ? keys[next - 1] : "the start");
    }
    cJSON_Delete(s);
}

static void check_list(cJSON *root, const char *key, int count) {
    assert_true(cJSON_IsArray(root));
    assert_int_equal(cJSON_GetArraySize(root), count);
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, root) {
        assert_true(strlen(cli_text(item, key)) > 0);
        assert_true(strlen(cli_text(item, "description")) > 3);
    }
    cJSON_Delete(root);
}

static void lists_as_json(void **state) {
    (void)state;
    rb_library *library = load_library();
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    int params = 0;
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        params += rb_scene_table(&scene, (rb_section)s).count;
    }
    check_list(cli_parse(OUTPUT("scenes", "--json")), "id", library->count);
    check_list(cli_parse(OUTPUT("laws", "--json")), "id", rb_friction_law_count());
    check_list(cli_parse(OUTPUT("params", "k11-fig5", "--json")), "name", params);
    free(library);
}

/* ---- run --------------------------------------------------------------------------------------- */

static int columns_of(const char *line) {
    int count = 1;
    for (; *line != '\0' && *line != '\n'; line++) {
        count += *line == ',';
    }
    return count;
}

static int column_named(const char *header, const char *name) {
    size_t length = strlen(name);
    int column = 0;
    for (const char *at = header; at != NULL; column++) {
        if (strncmp(at, name, length) == 0 && strchr(",\n", at[length]) != NULL) {
            return column;
        }
        at = strpbrk(at, ",\n");
        at = at != NULL && *at == ',' ? at + 1 : NULL;
    }
    return -1;
}

static double field(const char *line, int column) {
    for (; column > 0; column--) {
        line = strchr(line, ',') + 1;
    }
    return strtod(line, NULL);
}

static void csv(void **state) {
    (void)state;
    char *whole = OUTPUT("run", "k11-fig5", "--until", "0.05", "--every", "0.01", "--csv", "-");
    const char *text = cli_rows(whole);
    int rows = 0, columns = 0;
    for (int i = 0; i < rb_signal_count(); i++) {
        const rb_signal *signal = rb_signal_at(i);
        if (rb_signal_fits(signal, rb_body_kind_find("celt"))) {
            assert_int_equal(column_named(text, signal->name), columns);
            columns++;
        }
    }
    assert_int_equal(columns_of(text), columns);
    int omega3 = column_named(text, "omega3"), N = column_named(text, "N");
    for (const char *line = strchr(text, '\n') + 1; *line != '\0'; rows++) {
        assert_int_equal(columns_of(line), columns);
        assert_near(field(line, 0), 0.01 * rows, 1e-12);
        assert_true(fabs(field(line, omega3)) < 5 && field(line, N) > 0);
        line = strchr(line, '\n');
        assert_non_null(line); /* the last row is complete, too */
        line++;
    }
    assert_int_equal(rows, 6);
    free(whole);
}

/* Every parameter of the scene with its unit, its hash and the version stand before the rows. */
static void head_of_a_csv(void **state) {
    (void)state;
    char *text = OUTPUT("run", "k11-fig5", "--set", "mu=0.3", "--until", "0.01", "--csv", "-");
    rb_scene scene = rb_test_scene("k11-fig5", "mu=0.3", "t_end=0.01", NULL);
    rb_scene_set_method(&scene, RB_METHOD_AUTO);
    char line[128];
    snprintf(line, sizeof line, "\n# rattleback %s, scene k11-fig5 %016llx, solver auto, rtol ", rb_version(),
             (unsigned long long)rb_scene_hash(&scene));
    assert_contains(text, line);
    snprintf(line, sizeof line, "\n# friction %s: ", scene.friction->id);
    assert_contains(text, line);
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(&scene, (rb_section)s);
        snprintf(line, sizeof line, "\n# %s", rb_section_name((rb_section)s));
        const char *section = strstr(text, line);
        assert_non_null(section);
        for (int i = 0; i < table.count; i++) {
            snprintf(line, sizeof line, " %s=", table.rows[i].name);
            const char *value = strstr(section, line);
            assert_non_null(value);
            if (!(table.rows[i].flags & (RB_PARAM_CHOICE | RB_PARAM_BOOL))) {
                assert_true(strtod(value + strlen(line), NULL) == scene.values[s][i]);
            }
        }
    }
    assert_contains(text, " mu=0.3,");
    assert_contains(text, "\n# units: t s, omega1 rad/s, ");
    free(text);
}

/* Rows are at the requested times, also if these are not multiples of the step or tick. */
static void csv_between_steps(void **state) {
    (void)state;
    static const char *const solvers[] = {"dp5", "rodas"};
    for (int i = 0; i < 2; i++) {
        char *text = OUTPUT("run", "k11-fig5", "--solver", solvers[i], "--until", "0.01", "--every",
                            "0.000333", "--csv", "-");
        int rows = 0;
        for (const char *line = strchr(cli_rows(text), '\n') + 1; *line != '\0'; rows++) {
            assert_near(field(line, 0), rows < 31 ? 0.000333 * rows : 0.01, 1e-12);
            line = strchr(line, '\n') + 1;
        }
        assert_int_equal(rows, 32); /* the last at the end */
        free(text);
    }
}

static void summary_of_a_short_run(void **state) {
    (void)state;
    cJSON *s = cli_parse(OUTPUT("run", "k11-fig5", "--solver", "scene", "--until", "0.05", "--summary", "-"));
    assert_string_equal(cli_text(s, "scene"), "k11-fig5");
    assert_string_equal(cli_text(s, "law"), "k11-tanh");
    assert_string_equal(cli_text(s, "solver"), "dp5");
    assert_true(cli_number(s, "step") == 2e-5);
    assert_near(cli_number(s, "t_end"), 0.05, 1e-12);
    assert_string_equal(cli_text(s, "end_reason"), "time");
    static const char *const not_yet[] = {"first_reversal_time", "extreme_after_reversal", "time_of_extreme",
                                          "rest_time_0p1", "rest_time_0p01"};
    for (size_t i = 0; i < sizeof not_yet / sizeof not_yet[0]; i++) {
        assert_null_field(s, not_yet[i]);
    }
    assert_true(cli_number(s, "N_min") > 0 && cli_number(s, "N_min") < cli_number(s, "N_max"));
    /* m g (a3 - k3) + (B2 1^2 + B3 4^2)/2 */
    assert_near(cli_number(s, "E_initial"), 0.025 + (8e-4 * 1 + 1e-3 * 16) / 2, 1e-12);
    assert_true(cli_number(s, "E_final") < cli_number(s, "E_initial"));
    assert_below(cli_number(s, "energy_balance_error"), 1e-3);
    assert_below(cli_number(s, "max_gap"), 1e-9);
    assert_true(cli_number(s, "rhs_evaluations") == 6 * 2500 + 1);
    assert_true(cli_number(s, "wall_seconds") >= 0);
    const char *hash = cli_text(s, "state_hash");
    assert_int_equal(strlen(hash), 16);
    assert_int_equal(strspn(hash, "0123456789abcdef"), 16);
    /* and the same bits as the library itself */
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    char expected[17];
    snprintf(expected, sizeof expected, "%016llx",
             (unsigned long long)rb_test_summary(&scene, 0.05).state_hash);
    assert_string_equal(hash, expected);
    cJSON_Delete(s);
}

/* A run uses auto unless an option sets another solver. */
static void headless_runs_use_auto(void **state) {
    (void)state;
    static const struct {
        const char *option, *value, *other, *second, *solver;
    } asked[] = {
        {"--until", "0.01", "--rtol", "1e-6", "auto"},
        {"--until", "0.01", "--solver", "scene", "dp5"},
        {"--until", "0.01", "--step", "1e-5", "dp5"},
        {"--until", "0.01", "--set", "step=1e-5", "dp5"},
        {"--step", "1e-5", "--solver", "rodas", "rodas"},
        {"--solver", "rodas", "--step", "1e-5", "rodas"},
        {"--solver", "rodas", "--solver", "scene", "dp5"},
        {"--until", "0.01", "--set", "solver.method=lobatto", "lobatto"},
    };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        cJSON *s = cli_parse(OUTPUT("run", "k11-fig5", asked[i].option, asked[i].value, asked[i].other,
                                    asked[i].second, "--until", "0.01"));
        assert_string_equal(cli_text(s, "solver"), asked[i].solver);
        cJSON_Delete(s);
    }
    /* True: 1.2857, by rodas and dop853 at a tolerance of 1e-11. The scene's fixed step gives 1.143. */
    cJSON *s = cli_parse(OUTPUT("run", "k11-fig5"));
    assert_near(cli_number(s, "N_min"), 1.286, 1e-3);
    cJSON_Delete(s);
}

static void too_large_a_step_is_reported(void **state) {
    (void)state;
    test_process process = RUN("run", "k11-fig5", "--step", "1e-3", "--until", "3");
    assert_int_equal(process.status, 0);
    assert_contains(process.err, "rbsim: warning: the step is too large");
    cJSON *s = cJSON_Parse(process.out);
    assert_true(cli_number(s, "step_too_large_since") < 3);
    cJSON_Delete(s);
    test_process_free(&process);
    s = cli_parse(OUTPUT("run", "k11-fig5", "--until", "3"));
    assert_null_field(s, "step_too_large_since");
    cJSON_Delete(s);
}

/* Problems of a run are reported in words, with advice; only a diverged run fails. */
static void problems_are_reported(void **state) {
    (void)state;
    test_process process =
        RUN("run", "disk-k12", "--set", "phi=0", "--law", "ak18", "--solver", "dop853", "--until", "1");
    assert_int_equal(process.status, 1);
    assert_contains(process.err, "rbsim: the run diverged at t = ");
    assert_contains(process.err, "too steep for the steps of an explicit method); --solver auto or "
                                 "rodas may help");
    test_process_free(&process);
    process = RUN("run", "ak18-b", "--set", "rolling.b4=500", "--until", "1");
    assert_int_equal(process.status, 0);
    assert_contains(process.err, "rolling resistance feeds energy to the body");
    test_process_free(&process);
    process = RUN("run", "toy-plastic", "--law", "k15-b2", "--set", "g=37.871855", "--until", "0.2");
    assert_int_equal(process.status, 0);
    assert_contains(process.err, "note: the sliding force feeds 2.59e-07 J to the body (W_slide < 0)");
    test_process_free(&process);
}

/* --step is used as given, with a tick that fits; --set reports values that do not fit together. */
static void any_step_is_accepted(void **state) {
    (void)state;
    cJSON *s = cli_parse(OUTPUT("run", "k11-fig5", "--step", "3e-5", "--until", "0.03"));
    assert_true(cli_number(s, "step") == 3e-5);
    assert_near(cli_number(s, "t_end"), 0.03, 1e-12);
    cJSON_Delete(s);
    REFUSED(2, "solver.step", "run", "k11-fig5", "--set", "step=3e-5");
    REFUSED(2, "2.94117647058824e-05", "run", "k11-fig5", "--set", "step=3e-5");
}

/* Advice about the scene is reported once, at the start. */
static void advice_is_reported(void **state) {
    (void)state;
    test_process process =
        RUN("run", "tippetop-coulomb", "--solver", "scene", "--set", "delta=1e-4", "--until", "0.1");
    assert_int_equal(process.status, 0);
    assert_contains(process.err, "rbsim: warning: the step of 5e-05 s is too large");
    assert_null(strstr(strstr(process.err, "warning") + 1, "warning"));
    cJSON *s = cJSON_Parse(process.out);
    assert_true(cli_number(s, "step_too_large_since") == 0);
    cJSON_Delete(s);
    test_process_free(&process);
}

/* A scene that starts sliding, with a law that forbids it: no energy is created. */
static void no_slip_starts_rolling(void **state) {
    (void)state;
    cJSON *s = cli_parse(OUTPUT("run", "k11-fig5", "--law", "no-slip", "--until", "1"));
    assert_true(cli_number(s, "energy_balance_error") < 1e-6);
    cJSON_Delete(s);
}

/* Every outcome equals that of the library, to the bit. */
static void check_summary(const char *id, const char *until, double t) {
    cJSON *s = cli_parse(OUTPUT("run", id, "--until", until));
    rb_scene scene = rb_test_scene(id, "method=auto", NULL);
    rb_summary expected = rb_test_summary(&scene, t);
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *outcome = rb_outcome_at(i);
        double value = rb_outcome_value(outcome, &expected);
        if (outcome->flags & RB_OUTCOME_MACHINE) {
            continue;
        }
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(s, outcome->name);
        bool same = isfinite(value) && rb_outcome_fits(outcome, scene.body)
                        ? (cJSON_IsBool(item) ? cJSON_IsTrue(item) == (value != 0)
                                              : cJSON_IsNumber(item) && item->valuedouble == value)
                        : cJSON_IsNull(item);
        if (!same) {
            fail_msg("%s: %s is not %.17g", id, outcome->name, value);
        }
    }
    cJSON_Delete(s);
}

static void summary_is_the_library_s(void **state) {
    (void)state;
    check_summary("k11-fig5", "1.5", 1.5); /* it reverses at 0.70 s */
    check_summary("tippetop-ka09", "0.2", 0.2);
}

static void summary_of_a_rest(void **state) {
    (void)state;
    cJSON *s = cli_parse(OUTPUT("run", "k11-fig5", "--omega", "0 0.2 -0.3", "--solver", "rodas"));
    assert_string_equal(cli_text(s, "end_reason"), "rest");
    assert_true(cli_number(s, "rest_time_0p1") < cli_number(s, "rest_time_0p01"));
    assert_true(cli_number(s, "rest_time_0p01") <= cli_number(s, "t_end"));
    assert_null_field(s, "first_reversal_time");
    cJSON_Delete(s);
    s = cli_parse(OUTPUT("run", "k11-fig5", "--omega", "30 30 5"));
    assert_string_equal(cli_text(s, "end_reason"), "lift-off");
    cJSON_Delete(s);
}

static void options_reach_the_scene(void **state) {
    (void)state;
    cJSON *s = cli_parse(OUTPUT("run", "k11-fig5", "--law", "k11-p1", "--set", "mu=0.25", "--set",
                                "contact.torque=false", "--solver", "dp5", "--step", "1e-4", "--until",
                                "0.01", "--omega", "0, 2, 5", "--summary", "-"));
    assert_string_equal(cli_text(s, "law"), "k11-p1");
    assert_true(cli_number(s, "step") == 1e-4);
    /* m g (a3 - k3) + (B2 2^2 + B3 5^2)/2 + m (2 * 0.01)^2 ... v_C is 0: only spin */
    assert_near(cli_number(s, "E_initial"), 0.025 + (8e-4 * 4 + 1e-3 * 25) / 2, 1e-12);
    char with_options[17];
    snprintf(with_options, sizeof with_options, "%s", cli_text(s, "state_hash"));
    cJSON_Delete(s);
    rb_scene scene = rb_test_scene("k11-fig5", "friction=k11-p1", "mu=0.25", "contact.torque=false",
                                   "step=1e-4", "omega2=2", "omega3=5", NULL);
    char expected[17];
    snprintf(expected, sizeof expected, "%016llx",
             (unsigned long long)rb_test_summary(&scene, 0.01).state_hash);
    assert_string_equal(with_options, expected);
}

/* ---- law --------------------------------------------------------------------------------------- */

static void law_prints_17_digits(void **state) {
    (void)state;
    char *text = OUTPUT("law", "exact-circle", "--u", "0.9 0", "--omega", "1", "--dc", "0.3", "--ds", "0.4");
    char *at = text;
    double T_x = strtod(at, &at), T_y = strtod(at, &at), M = strtod(at, &at);
    assert_string_equal(at, "\n");
    assert_near(T_x, 0.82259903828062, 1e-13); /* docs/physics.md#exact-ellipse */
    assert_near(T_y, 0.05981899208593, 1e-13);
    assert_near(M, 0.20574673169964, 1e-13);
    rb_friction f;
    rb_traction t;
    const double sharp[RB_PARAMS_MAX] = {0}; /* softening near rest is off */
    rb_friction_init(&f, rb_friction_law_find("exact-circle"), sharp, (rb_patch){1, 1});
    rb_friction_eval(&f, &(rb_slip){.u_x = 0.9, .omega = 1, .d_c = 0.3, .d_s = 0.4}, &t, NULL);
    assert_true(T_x == t.T_x && T_y == t.T_y && M == t.M); /* to the bit */
    free(text);
    text = OUTPUT("law", "k11-p1", "--u", "1,0", "--omega", "1"); /* sharp: u/(u + 8/(3 pi)) */
    assert_near(strtod(text, NULL), 1 / (1 + 8 / (3 * RB_PI)), 1e-15);
    free(text);
    text = OUTPUT("law", "k11-p1", "--u", "1 0", "--omega", "1", "--set", "eps=1");
    assert_near(strtod(text, NULL), 1 / (2 + 8 / (3 * RB_PI)), 1e-15);
    free(text);
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),
        cmocka_unit_test(lists_as_json),
        cmocka_unit_test(outcomes),
        cmocka_unit_test(keys_of_a_summary),
        cmocka_unit_test(csv),
        cmocka_unit_test(head_of_a_csv),
        cmocka_unit_test(csv_between_steps),
        cmocka_unit_test(summary_of_a_short_run),
        cmocka_unit_test(headless_runs_use_auto),
        cmocka_unit_test(too_large_a_step_is_reported),
        cmocka_unit_test(problems_are_reported),
        cmocka_unit_test(any_step_is_accepted),
        cmocka_unit_test(advice_is_reported),
        cmocka_unit_test(no_slip_starts_rolling),
        cmocka_unit_test(summary_is_the_library_s),
        cmocka_unit_test(summary_of_a_rest),
        cmocka_unit_test(options_reach_the_scene),
        cmocka_unit_test(law_prints_17_digits),
    };
    return cmocka_run_group_tests_name("rbsim", tests, NULL, NULL);
}
