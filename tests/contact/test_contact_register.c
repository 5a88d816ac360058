/* Laws that a program adds: available everywhere by their id, rejected if they are invalid. */
#include <math.h>

#include "support.h"

static void half_of_coulomb(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                            rb_traction_jacobian *jac) {
    (void)jac;
    double size = sqrt(slip->u_x * slip->u_x + slip->u_y * slip->u_y + f->params[0]);
    *out = (rb_traction){0.5 * slip->u_x / size, 0.5 * slip->u_y / size, 0};
}

static const rb_param params[] = {{"eps2", "ε²", "", 0, 1, 1e-3, "softens", "ours", RB_PARAM_SOFTENS, NULL}};

static const rb_friction_law own = {
    .id = "own-half",
    .name = "Own",
    .source = "this test",
    .help = "half of Coulomb's friction",
    .pressure = RB_PRESSURE_POINT,
    .shape = RB_PATCH_POINT,
    .any_patch = true,
    .params = RB_PARAM_TABLE(params),
    .evaluate = half_of_coulomb,
};

static void an_added_law_is_known(void **state) {
    (void)state;
    int before = rb_friction_law_count();
    rb_error err;
    assert_int_equal(rb_friction_law_register(&own, &err), RB_OK);
    assert_int_equal(rb_friction_law_count(), before + 1);
    assert_ptr_equal(rb_friction_law_at(before), &own);
    assert_ptr_equal(rb_friction_law_find("own-half"), &own);
    /* Scenes take it by assignment, write it and read it back; runs use it. */
    rb_scene scene = rb_test_scene("k11-fig5", "friction=own-half", "eps2=0.01", NULL);
    char *text = rb_scene_to_text(&scene);
    rb_scene again;
    assert_int_equal(rb_scene_read_text(text, "own.json", &again, &err), RB_OK);
    free(text);
    assert_ptr_equal(again.friction, &own);
    rb_summary summary = rb_test_summary(&scene, 0.2);
    assert_below(0, summary.W_slide);
    assert_near(summary.W_drill, 0, 0);
    assert_true(summary.state_hash == rb_test_summary(&again, 0.2).state_hash);
}

/* A law needs no parameters. */
static void without_parameters(void **state) {
    (void)state;
    static rb_friction_law plain;
    plain = own;
    plain.id = "own-plain";
    plain.params = (rb_param_table){NULL, 0};
    assert_int_equal(rb_friction_law_register(&plain, NULL), RB_OK);
    assert_ptr_equal(rb_friction_law_find("own-plain"), &plain);
}

/* The law above provides no derivatives: implicit methods use differences, and agree with an explicit
   one. */
static void without_derivatives(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "friction=own-half", "method=dop853", NULL);
    double expected = rb_test_summary(&scene, 0.3).omega3_final;
    static const char *const implicit[] = {"method=rodas", "method=radau", "method=auto"};
    for (int i = 0; i < 3; i++) {
        rb_test_assign(&scene, implicit[i]);
        rb_summary s = rb_test_summary(&scene, 0.3);
        assert_int_equal(s.end_reason, RB_END_TIME);
        assert_near(s.omega3_final, expected, 50e-6 * fabs(expected));
        assert_below((double)s.rhs_evaluations, 1e5);
    }
}

/* A derivative with the wrong sign. */
static void half_with_wrong_derivative(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                                       rb_traction_jacobian *jac) {
    half_of_coulomb(f, slip, out, NULL);
    if (jac != NULL) {
        jac->d[0][0] = -0.1;
    }
}

static void refused(rb_friction_law law, const char *part) {
    rb_error err;
    int before = rb_friction_law_count();
    assert_int_equal(rb_friction_law_register(&law, &err), RB_ERR_INPUT);
    assert_contains(err.text, part);
    assert_int_equal(rb_friction_law_count(), before);
}

static void invalid_laws_are_rejected(void **state) {
    (void)state;
    rb_friction_law law = own;
    law.id = "coulomb";
    refused(law, "not in use");
    law.id = "../x y";
    refused(law, "[a-z0-9._-]");
    law.id = NULL;
    refused(law, "[a-z0-9._-]");
    law.id = "own-wrong";
    law.evaluate = half_with_wrong_derivative;
    refused(law, "derivative of T_x by u_x: expected");
    law.id = "own-other";
    law.evaluate = NULL;
    refused(law, "evaluate");
    static const char *const texts[][3] = {
        {NULL, "s", "h"}, {"n", NULL, "h"}, {"n", "s", NULL}}; /* name, source, help */
    for (int i = 0; i < 3; i++) {
        law = own;
        law.id = "own-other";
        law.name = texts[i][0], law.source = texts[i][1], law.help = texts[i][2];
        refused(law, "name, source and help");
    }
    law = own;
    law.id = "own-other";
    law.params.count = RB_PARAMS_MAX + 1;
    refused(law, "parameters");
    law.params.count = -1;
    refused(law, "parameters");
}

/* The table has a limited size; one law too many is reported. */
static void the_table_has_a_limited_size(void **state) {
    (void)state;
    static rb_friction_law many[RB_FRICTION_LAWS_ADDED_MAX];
    static char ids[RB_FRICTION_LAWS_ADDED_MAX][16];
    for (int i = 0; i < RB_FRICTION_LAWS_ADDED_MAX - 2; i++) { /* two are there already */
        many[i] = own;
        snprintf(ids[i], sizeof ids[i], "own-%d", i);
        many[i].id = ids[i];
        assert_int_equal(rb_friction_law_register(&many[i], NULL), RB_OK);
        assert_ptr_equal(rb_friction_law_find(ids[i]), &many[i]);
    }
    rb_friction_law law = own;
    law.id = "own-last";
    refused(law, "at most 32 laws");
}

static void assignments(void **state) {
    (void)state;
    const rb_friction_law *law = rb_friction_law_find("k11-p1");
    double values[RB_PARAMS_MAX];
    rb_error err;
    rb_param_defaults(law->params, values);
    assert_int_equal(rb_friction_assign(law, values, "eps=0.25", &err), RB_OK);
    assert_near(values[rb_param_find(law->params, "eps")], 0.25, 0);
    assert_int_equal(rb_friction_assign(law, values, "eps", &err), RB_ERR_INPUT);
    assert_int_equal(rb_friction_assign(law, values, "nosuch=1", &err), RB_ERR_INPUT);
    assert_int_equal(rb_friction_assign(law, values, "set=nosuch", &err), RB_ERR_INPUT);
    assert_contains(err.text, "nosuch");
    char long_name[128];
    snprintf(long_name, sizeof long_name, "%0100d=1", 0);
    assert_int_equal(rb_friction_assign(law, values, long_name, &err), RB_ERR_INPUT);
    const rb_friction_law *ak18 = rb_friction_law_find("ak18");
    assert_int_equal(rb_friction_assign(ak18, values, "set=C1", &err), RB_OK);
    assert_near(values[rb_param_find(ak18->params, "b3")], 1620, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_added_law_is_known), cmocka_unit_test(without_parameters),
        cmocka_unit_test(without_derivatives),   cmocka_unit_test(invalid_laws_are_rejected),
        cmocka_unit_test(assignments),           cmocka_unit_test(the_table_has_a_limited_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
