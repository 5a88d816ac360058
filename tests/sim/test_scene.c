/* Scenes: defaults, checks, switching laws, name=value, and the library. */
#include <math.h>

#include "support.h"

static void default_scene_is_valid(void **state) {
    (void)state;
    rb_scene scene = rb_default_scene();
    rb_error err = {""};
    if (rb_scene_check(&scene, "default", &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    assert_string_equal(scene.friction->id, "exact-circle");
    assert_string_equal(scene.body->id, "celt");
}

/* Every value of every section out of range is rejected by name. */
static void check_finds_every_bad_value(void **state) {
    (void)state;
    const rb_scene good = rb_test_scene("k11-fig5", NULL);
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300};
    int tried = 0;
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(&good, (rb_section)s);
        for (int i = 0; i < table.count; i++) {
            for (size_t b = 0; b < sizeof bad / sizeof bad[0]; b++) {
                rb_scene scene = good;
                rb_error err = {""};
                scene.values[s][i] = bad[b];
                assert_int_equal(rb_scene_check(&scene, "place", &err), RB_ERR_INPUT);
                assert_contains(err.text, "place: ");
                assert_contains(err.text, rb_section_name((rb_section)s));
                assert_contains(err.text, table.rows[i].name);
                assert_contains(err.text, "expected");
                tried++;
            }
        }
    }
    assert_true(tried > 150);
}

static void expect_invalid(rb_scene *scene, const char *part) {
    rb_error err = {""};
    assert_int_equal(rb_scene_check(scene, "place", &err), RB_ERR_INPUT);
    assert_contains(err.text, "place: ");
    assert_contains(err.text, part);
}

/* Conditions on several parameters. */
static void check_looks_at_the_whole(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "B12=5e-4", NULL);
    expect_invalid(&scene, "B12"); /* a negative principal moment */
    scene = rb_test_scene("k11-fig5", "k3=0.013", NULL);
    expect_invalid(&scene, "inside"); /* the mass centre is outside */
    scene = rb_test_scene("k11-fig5", "k1=0.03", "k2=-0.009", NULL);
    expect_invalid(&scene, "inside"); /* the ellipsoid is rotated: across its long axis ... */
    scene = rb_test_scene("k11-fig5", "k1=0.03", "k2=0.009", NULL); /* ... and along it */
    assert_int_equal(rb_scene_check(&scene, "place", NULL), RB_OK);
    scene = rb_test_scene("k11-fig5", "step=0.01", NULL);
    expect_invalid(&scene, "solver.step"); /* longer than a tick */
    scene = rb_test_scene("k11-fig5", "step=3e-5", NULL);
    expect_invalid(&scene, "2.94117647058824e-05 and 3.03030303030303e-05"); /* a tick of 33 1/3 */
    scene = rb_test_scene("k11-fig5", "step=2.94117647058824e-05", NULL);    /* as the message advises */
    assert_int_equal(rb_scene_check(&scene, "place", NULL), RB_OK);
    scene = rb_test_scene("k11-fig5", "step=3e-5", "method=rodas", NULL); /* rodas has no fixed steps */
    assert_int_equal(rb_scene_check(&scene, "place", NULL), RB_OK);
    scene = rb_test_scene("k11-fig5", "b=0.5", NULL);
    expect_invalid(&scene, "circular"); /* a circular law on an ellipse */
}

/* Any step and tick within their ranges are made compatible, with the smallest possible change. */
static void steps_are_fitted_to_the_tick(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    double *solver = scene.values[RB_SECTION_SOLVER];
    double step = solver[RB_SOLVER_STEP];
    rb_scene_fit_step(&scene);
    assert_true(solver[RB_SOLVER_STEP] == step); /* unchanged to the last digit */
    rb_test_rng rng = {7};
    for (int i = 0; i < 2000; i++) {
        double tick = pow(10, rb_test_real(&rng, -8, -1));
        step = i % 100 == 0 ? 1e-8 : pow(10, rb_test_real(&rng, -8, -1));
        solver[RB_SOLVER_TICK] = tick;
        solver[RB_SOLVER_STEP] = step;
        rb_scene_fit_step(&scene);
        assert_int_equal(rb_scene_check(&scene, "place", NULL), RB_OK);
        assert_true(solver[RB_SOLVER_TICK] == tick);
        double most = step < 2e-8 ? 1 : 0.51; /* no step is shorter than 1e-8 s */
        assert_true(step > tick || fabs(solver[RB_SOLVER_STEP] - step) <= most * step);
        assert_true(step < tick || solver[RB_SOLVER_STEP] == tick);
    }
}

/* Names have at most 95 letters; longer ones are not found. */
static void long_names(void **state) {
    (void)state;
    for (int length = 94; length <= 97; length++) {
        char text[128];
        rb_error err = {""};
        rb_scene scene = rb_test_scene("k11-fig5", NULL);
        memset(text, 'x', (size_t)length);
        strcpy(text + length, "=1");
        assert_int_equal(rb_scene_assign(&scene, text, &err), RB_ERR_INPUT);
        assert_contains(err.text, length < 96 ? "no parameter of this name" : "NAME=VALUE");
    }
}

/* Another body starts with its defaults, and without the starts of the old one. */
static void another_body(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-ka09", NULL);
    assert_true(scene.start_count > 0);
    rb_scene_set_body(&scene, rb_body_kind_find("celt"));
    assert_int_equal(scene.start_count, 0);
    for (int s = RB_SECTION_BODY; s <= RB_SECTION_START; s += RB_SECTION_START - RB_SECTION_BODY) {
        rb_param_table table = rb_scene_table(&scene, (rb_section)s);
        for (int i = 0; i < RB_PARAMS_MAX; i++) {
            assert_true(scene.values[s][i] == (i < table.count ? table.rows[i].def : 0));
        }
    }
}

/* If the stem would be inside the body, the message says how long it has to be. */
static void a_stem_within_the_body(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-ka09", "a1=0.0129", NULL);
    rb_error err = {""};
    assert_int_equal(rb_scene_check(&scene, "here", &err), RB_ERR_INPUT);
    assert_contains(err.text, "a1 > R - r + a0 = 0.013 m, got 0.0129");
    scene = rb_test_scene("tippetop-ka09", "a1=0.0131", NULL);
    assert_int_equal(rb_scene_check(&scene, "here", &err), RB_OK);
}

static void switching_laws_keeps_values_of_the_same_name(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "friction.eps=3e-3", NULL);
    rb_scene_set_friction(&scene, rb_friction_law_find("k11-p1"));
    int i = rb_param_find(scene.friction->params, "eps");
    assert_true(scene.values[RB_SECTION_FRICTION][i] == 3e-3);
    rb_scene ak18 = scene; /* its eps1 is a velocity of 1e-5 m/s, that of K11 a ratio of 1e-12 */
    rb_scene_set_friction(&ak18, rb_friction_law_find("ak18"));
    i = rb_param_find(ak18.friction->params, "eps1");
    assert_true(ak18.values[RB_SECTION_FRICTION][i] == 1e-5);
    rb_scene_set_friction(&scene, rb_friction_law_find("exact-circle"));
    rb_scene_set_rolling(&scene, rb_rolling_law_find("none"));
    for (int s = 0; s < RB_SECTION_COUNT; s++) { /* values without a table row are zero */
        for (i = rb_scene_table(&scene, (rb_section)s).count; i < RB_PARAMS_MAX; i++) {
            assert_true(scene.values[s][i] == 0);
        }
    }
    assert_int_equal(rb_scene_check(&scene, "x", NULL), RB_OK);
}

static void assign_by_name(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "mu=0.25", "contact.b=0.75", "torque=false",
                                   "velocity=rolling", "normal=rigid", "rolling=none", NULL);
    const double *contact = scene.values[RB_SECTION_CONTACT];
    assert_true(contact[RB_CONTACT_MU] == 0.25);
    assert_true(contact[RB_CONTACT_B] == 0.75);
    assert_true(contact[RB_CONTACT_TORQUE] == 0);
    assert_string_equal(scene.rolling->id, "none");
}

static void assign_refuses(void **state) {
    (void)state;
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"mu", "NAME=VALUE"},
        {"=1", "NAME=VALUE"},
        {"", "NAME=VALUE"},
        {"nosuch=1", "nosuch"},
        {"contact.nosuch=1", "nosuch"},
        {"nosection.mu=1", "no parameter"},
        {"eps=1", "several sections"},
        {"mu=", "expected a number"},
        {"mu=abc", "expected a number"},
        {"mu=nan", "expected 0 <= mu"},
        {"mu=-1", "expected 0 <= mu"},
        {"mu=0.5 0.6", "expected a number"},
        {"torque=maybe", "true or false"},
        {"velocity=fast", "\"zero\", \"rolling\""},
        {"friction=nosuch", "friction law"},
        {"rolling=nosuch", "rolling law"},
        {"normal=nosuch", "normal law"},
        {"friction.set=nosuch", "no published parameter set"},
        {"rolling.set=nosuch", "no published parameter set"},
    };
    const rb_scene good = rb_test_scene("k11-fig5", NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rb_scene scene = good;
        rb_error err = {""};
        if (rb_scene_assign(&scene, cases[i].text, &err) != RB_ERR_INPUT) {
            fail_msg("\"%s\" was accepted", cases[i].text);
        }
        assert_contains(err.text, cases[i].part);
        assert_memory_equal(&scene, &good, sizeof good);
    }
    char long_name[300];
    memset(long_name, 'a', sizeof long_name);
    memcpy(long_name + 290, "=1", 3);
    rb_scene scene = good;
    assert_int_equal(rb_scene_assign(&scene, long_name, NULL), RB_ERR_INPUT);
}

static void library_finds_scenes(void **state) {
    (void)state;
    rb_library *library = malloc(sizeof *library);
    assert_non_null(library);
    rb_error err = {""};
    if (rb_library_load(library, NULL, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    assert_true(library->count >= 3);
    for (int i = 0; i < library->count; i++) {
        assert_ptr_equal(rb_library_find(library, library->scenes[i].id), &library->scenes[i]);
        assert_true(i == 0 || strcmp(library->scenes[i - 1].id, library->scenes[i].id) < 0);
    }
    assert_non_null(rb_library_find(library, "k11-fig4"));
    assert_non_null(rb_library_find(library, "k11-fig5-no-torque"));
    assert_null(rb_library_find(library, "nosuch"));
    assert_int_equal(rb_library_load(library, "/nonexistent/folder", &err), RB_ERR_IO);
    assert_contains(err.text, "/nonexistent/folder");
    free(library);
    rb_scene scene = rb_default_scene(), before = scene;
    assert_int_not_equal(rb_library_open("nosuch", &scene, &err), RB_OK);
    assert_contains(err.text, "nosuch");
    assert_int_not_equal(rb_library_open("./nosuch.json", &scene, &err), RB_OK);
    assert_contains(err.text, "./nosuch.json");
    assert_memory_equal(&scene, &before, sizeof scene);
}

/* Every shipped scene runs for a tenth of a second, and every signal is finite. */
static void every_scene_runs(void **state) {
    (void)state;
    rb_library *library = malloc(sizeof *library);
    assert_non_null(library);
    assert_int_equal(rb_library_load(library, NULL, NULL), RB_OK);
    for (int i = 0; i < library->count; i++) {
        const rb_scene *scene = &library->scenes[i];
        assert_true(strlen(scene->name) > 3 && strlen(scene->description) > 10);
        assert_true(strlen(scene->source) > 2);
        assert_false(rb_scene_advice(scene, NULL));
        rb_simulation *sim = rb_test_simulation(scene);
        rb_test_run_until(sim, 0.1);
        assert_int_equal(rb_simulation_phase(sim), RB_PHASE_RUNNING);
        rb_snapshot now;
        rb_simulation_snapshot(sim, &now);
        for (int k = 0; k < rb_signal_count(); k++) {
            assert_true(isfinite(rb_signal_value(rb_signal_at(k), &now)));
        }
        rb_simulation_destroy(sim);
    }
    free(library);
}

static void starts_are_named_or_refused(void **state) {
    (void)state;
    rb_error err = {""};
    rb_scene scene = rb_test_scene("ak18-a", NULL);
    assert_true(scene.start_count > 0);
    assert_int_equal(rb_scene_use_start(&scene, "1", &err), RB_OK);
    assert_int_equal(rb_scene_use_start(&scene, scene.starts[0].name, &err), RB_OK);
    assert_int_equal(rb_scene_use_start(&scene, "0", &err), RB_ERR_INPUT);
    assert_contains(err.text, "expected a number from 1 to ");
    scene = rb_default_scene();
    assert_int_equal(rb_scene_use_start(&scene, "1", &err), RB_ERR_INPUT);
    assert_contains(err.text, "no other starts");
}

static bool advised(const char *change, const char *step) {
    rb_scene scene = rb_test_scene("tippetop-coulomb", change, step, NULL);
    return rb_scene_advice(&scene, NULL);
}

/* The limit of src/sim/scene.c: 0.235 delta for KA09's top, for laws that spin does not soften; no
   advice where solver, law or body has no such limit. */
static void advice_on_steps_too_large(void **state) {
    (void)state;
    assert_true(advised("delta=1e-4", "step=5e-5"));
    assert_true(advised("delta=1e-4", "step=2.4e-5"));
    assert_false(advised("delta=1e-4", "step=2.3e-5"));
    assert_true(advised("delta=0", "step=1e-8"));
    assert_true(advised("friction=k15-a0", "step=5e-5"));
    assert_false(advised("friction=exact-circle", "step=1e-3"));
    assert_false(advised("friction=none", "step=1e-3"));
    rb_error err = {""};
    rb_scene scene = rb_test_scene("tippetop-coulomb", "delta=1e-4", NULL);
    assert_true(rb_scene_advice(&scene, &err));
    assert_contains(err.text, "the step of 5e-05 s is too large");
    assert_contains(err.text, "coulomb: at most 2.3e-05 s");
    scene = rb_test_scene("tippetop-coulomb", "delta=1e-4", "method=rodas", NULL);
    assert_false(rb_scene_advice(&scene, NULL));
    scene = rb_test_scene("tippetop-sphere", "friction=no-slip", "step=1e-3", NULL);
    assert_false(rb_scene_advice(&scene, NULL));
    scene = rb_test_scene("k11-fig5", "friction=coulomb", "step=1e-3", NULL);
    assert_false(rb_scene_advice(&scene, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_scene_is_valid),
        cmocka_unit_test(check_finds_every_bad_value),
        cmocka_unit_test(check_looks_at_the_whole),
        cmocka_unit_test(long_names),
        cmocka_unit_test(another_body),
        cmocka_unit_test(a_stem_within_the_body),
        cmocka_unit_test(steps_are_fitted_to_the_tick),
        cmocka_unit_test(switching_laws_keeps_values_of_the_same_name),
        cmocka_unit_test(assign_by_name),
        cmocka_unit_test(assign_refuses),
        cmocka_unit_test(library_finds_scenes),
        cmocka_unit_test(every_scene_runs),
        cmocka_unit_test(starts_are_named_or_refused),
        cmocka_unit_test(advice_on_steps_too_large),
    };
    return cmocka_run_group_tests_name("scene", tests, NULL, NULL);
}
