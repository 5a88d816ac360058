/* Functions for other languages: handles, texts by key, rows of numbers (recording.h, library.h), analyses as
   text (compute.h). */
#include <math.h>

#include "analysis/gradient.h"
#include "rattleback/compute.h"
#include "rattleback/recording.h"
#include "rattleback/study_spec.h"
#include "support.h"

static void scenes_by_handle(void **state) {
    (void)state;
    rb_error err = {""};
    char folder[1024];
    assert_int_equal(rb_library_find_folder(folder, sizeof folder, &err), RB_OK);
    rb_library *library = rb_library_create(folder, &err);
    assert_non_null(library);
    assert_true(rb_library_size(library) > 20);
    assert_non_null(rb_library_scene(library, 0));
    assert_null(rb_library_scene(library, -1));
    assert_null(rb_library_scene(library, rb_library_size(library)));
    rb_library_destroy(library);
    assert_null(rb_library_create("/nowhere", &err));
    assert_contains(err.text, "/nowhere");

    rb_scene *scene = rb_scene_open("k11-fig5", &err);
    assert_non_null(scene);
    static const char *const words[][2] = {
        {"id", "k11-fig5"}, {"body", "celt"}, {"law", "k11-tanh"}, {"rolling", "k11"}, {"normal", "rigid"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_string_equal(rb_scene_string(scene, words[i][0]), words[i][1]);
    }
    assert_true(strlen(rb_scene_string(scene, "name")) > 0);
    assert_true(strlen(rb_scene_string(scene, "description")) > 0);
    assert_contains(rb_scene_string(scene, "source"), "K11");
    assert_null(rb_scene_string(scene, "colour"));
    assert_true(rb_scene_until(scene) == 15);
    rb_scene_close(scene);
    assert_null(rb_scene_open("k11-fig99", &err));
    assert_contains(err.text, "k11-fig99");
    rb_scene_close(NULL);
    rb_library_destroy(NULL);
    rb_recording_destroy(NULL);
}

static void laws_as_rows_of_numbers(void **state) {
    (void)state;
    assert_string_equal(rb_friction_law_string(0, "id"), "exact-circle");
    assert_null(rb_friction_law_string(0, "colour"));
    assert_null(rb_friction_law_string(-1, "id"));
    assert_null(rb_friction_law_string(rb_friction_law_count(), "id"));
    const double slips[10] = {1, 0, 0, 0, 0, 0, -3, 4, 0.1, -0.2};
    double tractions[6];
    rb_error err = {""};
    assert_int_equal(rb_friction_law_evaluate("k11-p2", NULL, 1e-3, 1, 2, slips, tractions, &err), RB_OK);
    assert_near(tractions[0], 1, 1e-15); /* as printed: pure sliding is Coulomb friction */
    rb_friction f;
    double values[RB_PARAMS_MAX];
    const rb_friction_law *law = rb_friction_law_find("k11-p2");
    rb_param_defaults(law->params, values);
    rb_friction_as_printed(law, values);
    rb_friction_init(&f, law, values, (rb_patch){1e-3, 1});
    rb_traction t;
    rb_friction_eval(&f, &(rb_slip){0, -3, 4, 0.1, -0.2, 0, 0}, &t, NULL);
    assert_true(tractions[3] == t.T_x && tractions[4] == t.T_y && tractions[5] == t.M);
    /* With an assignment the others keep their defaults. */
    const char *const softer[] = {"eps=10", NULL};
    assert_int_equal(rb_friction_law_evaluate("k11-p2", softer, 1e-3, 1, 2, slips, tractions, &err), RB_OK);
    assert_true(tractions[0] < 0.2);
    static const struct {
        const char *id, *assignment;
        double a, b;
        const char *reported;
    } wrong[] = {
        {"k11-p9", NULL, 1e-3, 1, "k11-p9"},       {"k11-p2", "eps=-1", 1e-3, 1, "eps"},
        {"k11-p2", "colour=1", 1e-3, 1, "colour"}, {"k11-p2", "eps", 1e-3, 1, "NAME=VALUE"},
        {"k11-p2", NULL, 0, 1, "a > 0"},           {"k11-p2", NULL, 1e-3, 0.5, "circular"},
        {"k15-a1", NULL, 1e-3, 1.5, "0 < b"},      {"exact-ellipse", NULL, 1e-3, 1e-9, "b >="},
        {"no-slip", NULL, 1e-3, 1, "constraint"},  {"ak18", "set=Z", 1e-3, 1, "\"Z\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *const assignments[] = {wrong[i].assignment, NULL};
        assert_int_equal(rb_friction_law_evaluate(wrong[i].id, wrong[i].assignment ? assignments : NULL,
                                                  wrong[i].a, wrong[i].b, 2, slips, tractions, &err),
                         RB_ERR_INPUT);
        assert_contains(err.text, wrong[i].reported);
    }
}

static void a_recording_has_every_signal(void **state) {
    (void)state;
    rb_error err = {""};
    rb_scene scene = rb_test_scene("k11-fig5", "step=1e-4", NULL);
    rb_recording *r = rb_record(&scene, 1.05, 5e-4, NULL, &err); /* more rows than the initial capacity */
    assert_non_null(r);
    assert_int_equal(rb_recording_rows(r), 2101);
    assert_string_equal(rb_recording_string(r, 0, "name"), "t");
    assert_string_equal(rb_recording_string(r, 0, "unit"), "s");
    assert_non_null(rb_recording_string(r, 0, "symbol"));
    assert_non_null(rb_recording_string(r, 0, "help"));
    assert_null(rb_recording_string(r, 0, "colour"));
    assert_null(rb_recording_string(r, -1, "name"));
    assert_null(rb_recording_string(r, rb_recording_columns(r), "name"));
    const double *t = rb_recording_values(r, 0);
    for (size_t i = 1; i < rb_recording_rows(r); i++) {
        assert_near(t[i] - t[i - 1], 5e-4, 1e-12);
    }
    assert_near(t[2100], 1.05, 1e-12);
    rb_run_result result;
    assert_int_equal(rb_run(&scene, 1.05, NULL, &result, &err), RB_OK);
    assert_true(rb_recording_hash(r) == result.summary.state_hash);
    for (int c = 0; c < rb_recording_columns(r); c++) {
        if (strcmp(rb_recording_string(r, c, "name"), "omega3") == 0) {
            assert_true(rb_recording_values(r, c)[2100] == result.last.omega.z);
        }
    }
    assert_string_equal(rb_recording_end_reason(r), "time");
    assert_int_equal(rb_recording_events(r), result.summary.event_count);
    double when = -1;
    int which = -1;
    assert_non_null(rb_recording_event(r, 0, &when, &which));
    assert_true(when == result.summary.events[0].t && which == result.summary.events[0].which);
    assert_null(rb_recording_event(r, -1, &when, &which));
    assert_null(rb_recording_event(r, rb_recording_events(r), &when, &which));
    for (int i = 0; i < rb_outcome_count(); i++) {
        bool fits = rb_outcome_fits(rb_outcome_at(i), scene.body);
        assert_true(!isnan(rb_recording_outcome(r, i)) <= fits);
        assert_non_null(rb_outcome_name(i));
    }
    assert_true(isnan(rb_recording_outcome(r, -1)));
    assert_true(isnan(rb_recording_outcome(r, rb_outcome_count())));
    assert_null(rb_outcome_name(-1));
    assert_null(rb_outcome_name(rb_outcome_count()));
    rb_recording_destroy(r);
}

static void a_recording_ends_early(void **state) {
    (void)state;
    rb_error err = {""};
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    const volatile int stop = 1;
    rb_recording *r = rb_record(&scene, 1, 1e-3, &stop, &err);
    assert_non_null(r);
    assert_true(rb_recording_rows(r) >= 1 && rb_recording_rows(r) < 10);
    rb_recording_destroy(r);
    static const double wrong[][2] = {{0, 1}, {1, 0}, {NAN, 1}, {1, NAN}, {INFINITY, 1}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(rb_record(&scene, wrong[i][0], wrong[i][1], NULL, &err));
        assert_contains(err.text, "expected times > 0 s");
    }
    assert_null(rb_record(&scene, 5, 1e-9, NULL, &err)); /* 5e9 rows */
    assert_contains(err.text, "recording: expected at most 1 GB, got ");
    assert_contains(err.text, "5e+09 rows (every 1e-09 s until 5 s)");
    scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
    assert_null(rb_record(&scene, 1, 1, NULL, &err));
    assert_contains(err.text, "mu");
}

/* Number after "name": in JSON text. */
static double field(const char *text, const char *name) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", name);
    const char *at = strstr(text, quoted);
    assert_non_null(at);
    return strtod(at + strlen(quoted), NULL);
}

static void gradients_as_text(void **state) {
    (void)state;
    rb_error err = {""};
    rb_compute_control control = {0};
    rb_scene scene = rb_test_scene("k11-fig5", "method=auto", NULL);
    char *text = rb_gradient_compute(&scene, "omega3_final", "mu,omega3", 0.2, &control, &err);
    assert_non_null(text);
    rb_gradient_request request = {.until = 0.2};
    rb_gradient direct;
    assert_int_equal(rb_gradient_add_of(&request, &scene, "omega3_final", &err), RB_OK);
    assert_int_equal(rb_gradient_add_by(&request, &scene, "mu,omega3", &err), RB_OK);
    assert_int_equal(rb_gradient_of(&scene, &request, &direct, &err), RB_OK);
    assert_true(field(text, "mu") == direct.slopes[0][0]);
    assert_true(field(text, "omega3") == direct.slopes[0][1]);
    assert_true(field(text, "omega3_final") == direct.values[0]);
    assert_true(control.share > 0.9 && control.share <= 1);
    rb_study_free_text(text);
    assert_null(rb_gradient_compute(&scene, "nosuch", "mu", 0.2, NULL, &err));
    assert_contains(err.text, "nosuch");
    assert_null(rb_gradient_compute(&scene, "omega3_final", "mu", 0, NULL, &err));
    assert_contains(err.text, "expected an end time > 0 s");
    control.stop = 1;
    assert_null(rb_gradient_compute(&scene, "omega3_final", "mu", 0.2, &control, &err));
    assert_contains(err.text, "gradient: interrupted");
}

static void exponents_and_orbits_as_text(void **state) {
    (void)state;
    rb_error err = {""};
    rb_compute_control control = {0};
    rb_scene scene = rb_test_scene("disk-k12", "method=auto", NULL);
    char *text = rb_lyapunov_compute(&scene, 200, NAN, NULL, &err);
    assert_non_null(text);
    assert_true(field(text, "transient") == 20 && field(text, "t_end") == 200);
    rb_study_free_text(text);
    assert_null(rb_lyapunov_compute(&scene, 10, 10, NULL, &err));
    assert_contains(err.text, "transient: expected less than the end time 10 s, got 10");
    rb_orbit_options options = rb_default_orbit_options();
    options.points = options.period = 2;
    assert_null(rb_orbit_compute(&scene, &options, NULL, &err));
    assert_contains(err.text, "period less than points");
    options = rb_default_orbit_options();
    options.along = "mu0=24.9";
    assert_null(rb_orbit_compute(&scene, &options, NULL, &err));
    assert_contains(err.text, "--along: expected NAME=FROM:TO");
    control.stop = 1;
    for (int i = 0; i < 2; i++) {
        options.along = i == 0 ? NULL : "mu0=24.9:24.8";
        assert_null(rb_orbit_compute(&scene, &options, &control, &err));
        assert_string_equal(err.text, "orbit: interrupted");
    }
    assert_null(rb_lyapunov_compute(&scene, 200, NAN, &control, &err));
    assert_string_equal(err.text, "lyapunov: interrupted");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_as_text),
        cmocka_unit_test(exponents_and_orbits_as_text),
        cmocka_unit_test(scenes_by_handle),
        cmocka_unit_test(laws_as_rows_of_numbers),
        cmocka_unit_test(a_recording_has_every_signal),
        cmocka_unit_test(a_recording_ends_early),
    };
    return cmocka_run_group_tests_name("bindings", tests, NULL, NULL);
}
