/* Edge cases of studies of one scene: cancelled early, or applied to unsuitable scenes. */
#include <math.h>

#include "analysis/compare.h"
#include "rattleback/theory.h"
#include "reproduce/ka09.h"
#include "reproduce/law_error.h"
#include "support.h"

static bool at_once(void *context, double share) {
    int *asked = context;
    (*asked)++;
    assert_true(share >= 0 && share <= 1);
    return true;
}

static void claims_can_be_ended(void **state) {
    (void)state;
    rb_scene top = rb_test_scene("tippetop-ka09", NULL);
    rb_error err = {""};
    for (int i = 0; i < RB_CLAIM_COUNT; i++) {
        rb_claim claim;
        int asked = 0;
        assert_int_equal(rb_claim_measure(&top, i, &claim, at_once, &asked, &err), RB_OK);
        assert_string_equal(claim.text, rb_claim_text(i));
        assert_int_equal(asked, 1); /* and not again */
        assert_true(claim.value_count >= 3 && claim.value_count <= RB_CLAIM_VALUES);
    }
    top.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
    for (int i = 0; i < RB_CLAIM_COUNT; i++) {
        rb_claim claim;
        int asked = 0;
        assert_int_equal(rb_claim_measure(&top, i, &claim, at_once, &asked, &err), RB_ERR_INPUT);
        assert_contains(err.text, "mu");
    }
    /* A celt has no second sphere, and its patch does not accept this law. */
    rb_scene stone = rb_test_scene("k15-a1", NULL);
    rb_claim claim;
    int asked = 0;
    assert_int_equal(rb_claim_measure(&stone, RB_CLAIM_TORQUE, &claim, at_once, &asked, &err), RB_ERR_INPUT);
    assert_contains(err.text, "circular");
}

/* Without a cancel callback; a claim about an event that does not happen does not hold. */
static void claims_of_a_top_that_does_not_rise(void **state) {
    (void)state;
    rb_scene slow = rb_test_scene("tippetop-ka09", "omega3=1", NULL);
    static const int quick[] = {RB_CLAIM_TORQUE, RB_CLAIM_VILKE};
    for (int i = 0; i < 2; i++) {
        rb_claim claim;
        rb_error err = {""};
        assert_int_equal(rb_claim_measure(&slow, quick[i], &claim, NULL, NULL, &err), RB_OK);
        assert_false(claim.holds);
        assert_true(isnan(claim.values[0]));
    }
}

static void comparisons(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "t_end=0.01", NULL);
    static rb_comparison rows[3];
    rb_error err = {""};
    assert_int_equal(rb_compare_run(&scene, scene.friction, &rows[0], NULL, &err), RB_OK);
    assert_int_equal(rows[0].sample_count, 11);
    assert_near(rows[0].sample_time, 1e-3, 0);
    const rb_friction_law *none = rb_friction_law_find("none");
    assert_int_equal(rb_compare_run(&scene, none, &rows[1], NULL, &err), RB_OK);
    assert_ptr_equal(rows[1].law, none);
    rows[2] = rows[1];
    rows[2].sample_count = 5; /* came to rest: 0 from there on */
    rb_compare_differences(rows, 3);
    assert_true(isnan(rows[0].largest_difference));
    double worst = 0, scale = 0, with_rest = 0;
    for (int i = 0; i < 11; i++) {
        double other = i < 5 ? rows[1].sample[i] : 0;
        scale = fmax(scale, fabs(rows[0].sample[i]));
        worst = fmax(worst, fabs(rows[1].sample[i] - rows[0].sample[i]));
        with_rest = fmax(with_rest, fabs(other - rows[0].sample[i]));
    }
    assert_near(rows[1].largest_difference, worst / scale, 1e-15);
    assert_near(rows[2].largest_difference, with_rest / scale, 1e-15);
    /* The reference has no magnitude. */
    memset(rows[0].sample, 0, sizeof rows[0].sample);
    rb_compare_differences(rows, 2);
    assert_true(isnan(rows[1].largest_difference));
    scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
    assert_int_equal(rb_compare_run(&scene, none, &rows[1], NULL, &err), RB_ERR_INPUT);
    assert_contains(err.text, "mu");
    /* A long run has the maximum number of samples. */
    rb_scene slow = rb_test_scene("k11-fig5", "step=1e-3", "tick=1e-3", "t_end=1.25", NULL);
    assert_int_equal(rb_compare_run(&slow, none, &rows[1], NULL, &err), RB_OK);
    assert_near(rows[1].sample_time, 2e-3, 0);
    assert_true(rows[1].sample_count <= RB_COMPARE_SAMPLES && rows[1].sample_count > 600);
}

static void theory_rejects_unsuitable_scenes(void **state) {
    (void)state;
    static const struct {
        const char *id, *set, *reported;
    } rows[] = {
        {"tippetop-ka09", "mu=0.3", "expected a scene with a celt, got tippe-top"},
        {"kane-levinson", "mu=-1", "mu"},
        {"kane-levinson", "B13=1e-6", "B13 = B23 = 0"},
        {"kane-levinson", "B23=1e-6", "B13 = B23 = 0"},
        {"kane-levinson", "k1=1e-4", "k1 = k2 = 0"},
        {"kane-levinson", "k2=1e-4", "k1 = k2 = 0"},
        {"kane-levinson", "a1=0.012", "rests stably"},
        {"kane-levinson", "a2=0.012", "rests stably"},
    };
    rb_error err = {""};
    rb_theory theory;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rb_scene scene = rb_test_scene(rows[i].id, NULL);
        if (strcmp(rows[i].set, "mu=-1") == 0) {
            scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
        } else {
            rb_test_assign(&scene, rows[i].set);
        }
        assert_int_equal(rb_theory_of(&scene, &theory, &err), RB_ERR_INPUT);
        assert_contains(err.text, rows[i].reported);
    }
    /* At rest nothing grows, and without a wobble nothing reverses. */
    rb_scene still = rb_test_scene("kane-levinson", "omega3=0", NULL);
    assert_int_equal(rb_theory_of(&still, &theory, &err), RB_OK);
    assert_string_equal(rb_mode_name(theory.growing), "none");
    assert_true(isnan(theory.t_reversal));
    rb_scene steady = rb_test_scene("kane-levinson", "omega1=0", "omega2=0", "theta=0", "phi=0", NULL);
    assert_int_equal(rb_theory_of(&steady, &theory, &err), RB_OK);
    assert_true(theory.growing != RB_MODE_NONE && isnan(theory.t_reversal));
}

static void costs_are_measured(void **state) {
    (void)state;
    rb_friction f;
    rb_friction_init(&f, rb_friction_law_find("exact-ellipse"), NULL, (rb_patch){1e-3, 0.2});
    for (int i = 0; i < 4; i++) {
        double ns = rb_law_cost(&f, i % 2 != 0, i / 2 != 0);
        assert_true(ns > 1 && ns < 1e7);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_can_be_ended), cmocka_unit_test(claims_of_a_top_that_does_not_rise),
        cmocka_unit_test(comparisons),         cmocka_unit_test(theory_rejects_unsuitable_scenes),
        cmocka_unit_test(costs_are_measured),
    };
    return cmocka_run_group_tests_name("analysis", tests, NULL, NULL);
}
