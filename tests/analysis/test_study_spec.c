/* Definitions of studies: text and back, journals by definition, what differs. */
#include <math.h>
#include <rattleback/studies.h>
#include <unistd.h>

#include "analysis/study_private.h"
#include "support.h"

static rb_study_spec spec_of(rb_spec_kind kind, const char *scene) {
    rb_study_spec spec = {.kind = kind, .sweep = {.scene = rb_test_scene(scene, NULL)}};
    return spec;
}

static void add_axis(rb_study_spec *spec, const char *text) {
    rb_error err = {""};
    rb_axis *axis = &spec->sweep.axes[spec->sweep.axis_count++];
    if (rb_axis_parse(axis, &spec->sweep.scene, "test", text, spec->sweep.random_count > 0, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
}

/* Read from its text, a spec has the same text again, and the same jobs. */
static void check_again(const rb_study_spec *spec) {
    static rb_study_spec again;
    rb_error err = {""};
    char *text = rb_study_spec_to_text(spec);
    if (rb_study_spec_read_text(text, "text", &again, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    char *second = rb_study_spec_to_text(&again), *line = rb_study_spec_to_line(&again);
    assert_string_equal(second, text);
    assert_null(strchr(line, '\n'));
    if (spec->kind == RB_SPEC_FIT) { /* its jobs depend on the data, too */
        free(text);
        free(second);
        free(line);
        return;
    }
    rb_study a, b;
    char *one = NULL, *other = NULL;
    assert_int_equal(rb_study_spec_study(spec, "a", &a, &one, &err), RB_OK);
    assert_int_equal(rb_study_spec_study(&again, "b", &b, &other, &err), RB_OK);
    assert_true(a.job_count == b.job_count && a.width == b.width);
    assert_string_equal(one, other);
    assert_string_equal(one, line);
    assert_int_equal(rb_study_spec_read_text(line, "line", &again, &err), RB_OK);
    double at[RB_SWEEP_AXES], then[RB_SWEEP_AXES];
    rb_sweep_point(&spec->sweep, 1, at);
    rb_sweep_point(&again.sweep, 1, then);
    for (int k = 0; k < spec->sweep.axis_count; k++) {
        assert_true(at[k] == then[k]);
    }
    free(text);
    free(second);
    free(line);
    free(one);
    free(other);
}

static void text_and_back(void **state) {
    (void)state;
    rb_study_spec grid = spec_of(RB_SPEC_SWEEP, "k11-fig5");
    add_axis(&grid, "mu=0.1:0.7:4");
    add_axis(&grid, "omega3=log:0.3:3.1:7");
    assert_int_equal(rb_sweep_add_values(&grid.sweep, "test", "N_min,t_end", NULL), RB_OK);
    check_again(&grid);
    rb_study_spec lists = spec_of(RB_SPEC_SWEEP, "k15-a1");
    add_axis(&lists, "law=coulomb,k15-d1");
    add_axis(&lists, "mu=0.1,0.30000000000000004,0.2");
    assert_int_equal(rb_sweep_add_values(&lists.sweep, "test", "t_end", NULL), RB_OK);
    check_again(&lists);
    rb_study_spec spread = spec_of(RB_SPEC_SWEEP, "k11-fig5");
    spread.sweep.random_count = 20;
    spread.sweep.seed = 9007199254740991;
    spread.sweep.sobol = true;
    add_axis(&spread, "mu=0.1:0.7");
    assert_int_equal(rb_sweep_add_values(&spread.sweep, "test", "t_end", NULL), RB_OK);
    check_again(&spread);
    rb_study_spec diagram = spec_of(RB_SPEC_BIFURCATION, "disk-k12");
    add_axis(&diagram, "mu0=11.2:25.2:5");
    add_axis(&diagram, "phi=0,-8");
    diagram.transient = 3;
    diagram.points = 7;
    diagram.follow = RB_FOLLOW_BOTH;
    assert_int_equal(rb_section_read(diagram.sweep.scene.body, NULL, &diagram.section, NULL), RB_OK);
    check_again(&diagram);
    rb_study_spec basins = spec_of(RB_SPEC_BASINS, "disk-k12");
    add_axis(&basins, "phi=-8:8:5");
    add_axis(&basins, "phi_dot=-1:1:3");
    basins.transient = 4;
    basins.points = 6;
    assert_int_equal(rb_section_read(basins.sweep.scene.body, NULL, &basins.section, NULL), RB_OK);
    check_again(&basins);
    rb_study_spec fit = spec_of(RB_SPEC_FIT, "k15-d1");
    fit.fit = (rb_fit_spec){.data = {{"a.csv", ""}, {"b c.csv", "2"}},
                            .data_count = 2,
                            .free = "contact.mu,a",
                            .free_start = "omega3,x0",
                            .models = "k15-c1",
                            .restarts = 3,
                            .seed = 7,
                            .camera = rb_tracker_default()};
    check_again(&fit);
    diagram.follow = RB_FOLLOW_NONE;
    assert_int_equal(rb_section_read(diagram.sweep.scene.body, "x_dot=0.1-", &diagram.section, NULL), RB_OK);
    check_again(&diagram);
    rb_study_spec band = spec_of(RB_SPEC_ENSEMBLE, "k15-d1");
    band.sweep.random_count = 5;
    band.sweep.seed = 3;
    band.samples = 11;
    assert_int_equal(rb_ensemble_vary(&band, "test", "mu=5%", NULL), RB_OK);
    assert_int_equal(rb_ensemble_add_signals(&band, "test", "omega3,E", NULL), RB_OK);
    check_again(&band);
}

/* The text with one replacement is rejected with this message. */
static void refused(const char *text, const char *from, const char *to, const char *part) {
    static rb_study_spec out;
    rb_error err = {""};
    const char *at = strstr(text, from);
    assert_non_null(at);
    size_t before = (size_t)(at - text), size = strlen(text) + strlen(to) + 1;
    char *changed = malloc(size);
    snprintf(changed, size, "%.*s%s%s", (int)before, text, to, at + strlen(from));
    assert_int_equal(rb_study_spec_read_text(changed, "spec.json", &out, &err), RB_ERR_INPUT);
    assert_contains(err.text, "spec.json");
    assert_contains(err.text, part);
    free(changed);
}

static void invalid_texts_are_rejected(void **state) {
    (void)state;
    rb_study_spec spec = spec_of(RB_SPEC_SWEEP, "k11-fig5");
    add_axis(&spec, "mu=0.1:0.7:4");
    assert_int_equal(rb_sweep_add_values(&spec.sweep, "test", "N_min", NULL), RB_OK);
    char *line = rb_study_spec_to_line(&spec);
    refused(line, "rattleback-study", "rattleback-scene", "format");
    refused(line, "\"kind\": \"sweep\"", "\"kind\": \"walk\"", "kind: expected sweep");
    refused(line, "\"count\": 4", "\"count\": 0", "count");
    refused(line, "\"count\": 4", "\"count\": 2.5", "count");
    refused(line, "\"name\": \"mu\"", "\"name\": \"nonsense\"", "axes[0]");
    refused(line, "\"to\": 0.7", "\"to\": 99", "axes[0]");
    refused(line, "N_min", "no_such", "outcomes");
    refused(line, "\"sampling\": \"grid\"", "\"sampling\": \"all\"", "sampling");
    refused(line, "\"sampling\"", "\"samplings\"", "samplings");
    refused(line, "\"mu\": 0.5", "\"mu\": -1", "scene");
    free(line);
    rb_study_spec fit = spec_of(RB_SPEC_FIT, "k15-d1");
    fit.fit =
        (rb_fit_spec){.data = {{"a.csv", ""}}, .data_count = 1, .free = "mu", .camera = rb_tracker_default()};
    line = rb_study_spec_to_line(&fit);
    refused(line, "\"file\": \"a.csv\"", "\"path\": \"a.csv\"", "data[0]");
    refused(line, "{\"file\": \"a.csv\"}", "7", "data[0]");
    refused(line, "\"markers\": [-0.097, ", "\"markers\": [", "markers: expected x, y, z of each, got 8");
    refused(line, "\"restarts\": 0", "\"restarts\": 0.5", "restarts");
    refused(line, "\"free\": [\"mu\"]", "\"free\": \"mu\"", "free");
    rb_error err = {""};
    static rb_study_spec out;
    fit.fit.free[0] = '\0';
    assert_int_equal(rb_study_spec_check(&fit, &err), RB_ERR_INPUT);
    assert_contains(err.text, "free parameters");
    assert_int_equal(rb_study_spec_read_text("{", "x", &out, &err), RB_ERR_INPUT);
    assert_int_equal(rb_study_spec_read_file("/nonexistent/x", &out, &err), RB_ERR_IO);
    free(line);
}

/* Two sweeps with the same title and scene: the journal of the first is rejected for the second, and the
   difference is named; also with a long title. */
static void journals_belong_to_definitions(void **state) {
    (void)state;
    char path[64], title[3000];
    snprintf(path, sizeof path, "test_study_spec.%ld.journal", (long)getpid());
    memset(title, 'x', sizeof title - 1);
    title[sizeof title - 1] = '\0';
    rb_study_spec first = spec_of(RB_SPEC_SWEEP, "k11-fig5");
    first.sweep.scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END] = 0.001;
    rb_study_spec second = first;
    add_axis(&first, "mu=0.1:0.7:4");
    add_axis(&second, "mu=0.1:0.8:4");
    assert_int_equal(rb_sweep_add_values(&first.sweep, "test", "N_min", NULL), RB_OK);
    assert_int_equal(rb_sweep_add_values(&second.sweep, "test", "N_max", NULL), RB_OK);
    rb_study a, b;
    rb_study_result r;
    char *one = NULL, *other = NULL;
    rb_error err = {""};
    rb_study_options options = {.threads = 1, .journal = path, .resume = true};
    assert_int_equal(rb_sweep_study(&first.sweep, title, &a, &one, &err), RB_OK);
    assert_int_equal(rb_sweep_study(&second.sweep, title, &b, &other, &err), RB_OK);
    assert_int_equal(rb_study_run(&a, &options, &r, &err), RB_OK);
    rb_study_free(&r);
    assert_int_equal(rb_study_check(&b, &options, &err), RB_ERR_INPUT);
    assert_contains(err.text, "axes[0].to: 0.7 there, 0.8 here");
    assert_contains(err.text, "outcomes[0]: \"N_min\" there, \"N_max\" here");
    a.title = "another title"; /* not part of the definition */
    assert_int_equal(rb_study_check(&a, &options, &err), RB_OK);
    unlink(path);
    free(one);
    free(other);
}

static void differences_are_named(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"{\"a\": 1}", "{\"a\": 1}", ""},
        {"{\"a\": 1}", "{\"a\": 2}", "a: 1 there, 2 here"},
        {"{\"a\": [1, true]}", "{\"a\": [1, false]}", "a[1]: true there, false here"},
        {"{\"a\": [1]}", "{\"a\": [1, 2]}", "a[1]: nothing there, 2 here"},
        {"{\"a\": {\"b\": 1}}", "{\"a\": {}}", "a.b: 1 there, nothing here"},
        {"{\"a\": {\"b\": 1}}", "{\"a\": 3}", "a: an object there, 3 here"},
        {"no JSON", "{\"a\": 3}", ""},
    };
    char text[200];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rb_definitions_differ(rows[i][0], rows[i][1], text, sizeof text);
        assert_string_equal(text, rows[i][2]);
    }
    rb_definitions_differ("[1,2,3,4,5,6]", "[0,0,0,0,0,0]", text, sizeof text);
    assert_contains(text, "[2]: 3 there, 0 here; and more");
    rb_definitions_differ("[1,2,3,4,5,6]", "[0,0,0,0,0,0]", text, 10); /* truncated, no overrun */
    assert_int_equal(strlen(text), 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_and_back),
        cmocka_unit_test(invalid_texts_are_rejected),
        cmocka_unit_test(journals_belong_to_definitions),
        cmocka_unit_test(differences_are_named),
    };
    return cmocka_run_group_tests_name("definitions of studies", tests, NULL, NULL);
}
