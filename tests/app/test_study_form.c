/* The form of the Studies page. */
#include "analysis/study_private.h"
#include "app/session/studies.h"
#include "app/session/study_form.h"
#include "app/session/survey.h"
#include "support.h"

/* The form suggests what can be computed, for every scene of the library. */
static void forms_make_sense(void **state) {
    (void)state;
    static rb_library library;
    char folder[1024];
    assert_int_equal(rb_library_find_folder(folder, sizeof folder, NULL), RB_OK);
    assert_int_equal(rb_library_load(&library, folder, NULL), RB_OK);
    for (int i = 0; i < library.count; i++) {
        rb_study_form form = {0};
        rb_error err = {""};
        rb_study_spec spec, again;
        rb_study_form_use(&form, &library.scenes[i]);
        if (form.kind == RB_STUDY_SWEEP) { /* of a stone: the time of reversal for several laws */
            assert_true(form.laws.count > 1 && form.spec.sweep.value_count == 1);
            assert_int_equal(rb_study_form_make(&form, &library.scenes[i], &spec, &err), RB_OK);
            rb_survey *curves = rb_survey_begin(&spec, true, &err);
            if (curves == NULL) {
                fail_msg("%s: %s", library.scenes[i].id, err.text);
            }
            assert_int_equal(rb_survey_curves(curves), form.laws.count);
            rb_survey_free(curves);
        }
        form.kind = RB_STUDY_MAP;
        assert_int_equal(rb_study_form_make(&form, &library.scenes[i], &spec, &err), RB_OK);
        rb_survey *survey = rb_survey_begin(&spec, true, &err);
        if (survey == NULL) {
            fail_msg("%s: %s", library.scenes[i].id, err.text);
        }
        /* A saved form is the same study again. */
        char *text = rb_study_spec_to_text(&spec);
        assert_int_equal(rb_study_spec_read_text(text, "form", &again, &err), RB_OK);
        char *second = rb_study_spec_to_text(&again);
        assert_string_equal(text, second);
        free(text);
        free(second);
        rb_study_form_show(&form, &again);
        assert_int_equal(form.kind, RB_STUDY_MAP);
        rb_survey_free(survey);
    }
}

/* Outcomes of studies only, and expressions, can be shown; each where it has a meaning. */
static void values_of_studies(void **state) {
    (void)state;
    rb_study_form form = {0};
    rb_error err = {""};
    rb_study_spec spec;
    rb_scene stone = rb_test_scene("kane-levinson", NULL);
    const rb_outcome *exponent = rb_sweep_find_value(stone.body, "lyapunov");
    rb_study_form_use(&form, &stone);
    assert_true(rb_outcome_can_map(exponent, stone.body));
    assert_false(rb_outcome_can_map(exponent, rb_body_kind_find("bearing")));
    assert_false(
        rb_outcome_can_map(rb_sweep_find_value(stone.body, "wobble_growth"), rb_body_kind_find("disk")));
    assert_true(rb_study_form_toggle_value(&form, exponent));
    snprintf(form.expression, sizeof form.expression, "max(abs(omega3)) / E_initial");
    assert_true(rb_study_form_add_expression(&form, &stone, &err));
    assert_true(rb_study_form_add_expression(&form, &stone, &err)); /* twice is once */
    assert_int_equal(form.spec.sweep.value_count, 3);
    assert_int_equal(rb_study_form_make(&form, &stone, &spec, &err), RB_OK);
    snprintf(form.expression, sizeof form.expression, "max(omega3) + a1");
    assert_false(rb_study_form_add_expression(&form, &stone, &err));
    assert_contains(err.text, "expression: ");
    snprintf(form.expression, sizeof form.expression, "min(omega3)");
    assert_true(rb_study_form_add_expression(&form, &stone, &err));
    snprintf(form.expression, sizeof form.expression, "mean(omega3)");
    assert_false(rb_study_form_add_expression(&form, &stone, &err)); /* four are enough */
    assert_contains(err.text, "at most 4");
}

/* Basins of the page's form: start values only, the table of rbsim, and the attractor of each cell. */
static void basins_of_the_form(void **state) {
    (void)state;
    rb_scene disk = rb_test_scene("disk-k12", "mu0=12", NULL);
    rb_study_form form = {0};
    rb_study_spec spec;
    rb_messages messages = {0};
    rb_error err = {""};
    rb_study_form_use(&form, &disk);
    rb_study_form_choose(&form, RB_STUDY_BASINS, &disk);
    form.spec.transient = 150;
    form.spec.points = 50;
    form.spec.sweep.axes[0].count = form.spec.sweep.axes[1].count = 3;
    assert_int_equal(rb_study_form_make(&form, &disk, &spec, &err), RB_OK);
    rb_studies *studies = calloc(1, sizeof *studies);
    assert_non_null(studies);
    rb_survey *survey = rb_survey_begin(&spec, false, &err);
    if (survey == NULL) {
        fail_msg("%s", err.text);
    }
    rb_studies_show(studies, survey);
    while (rb_studies_run(studies)) { /* without threads: in slices, as on the page */
        rb_studies_update(studies, &messages, 0.01);
    }
    rb_basins basins;
    assert_true(rb_basins_find(&survey->what, (rb_study_rows){survey->rows, survey->done}, &basins));
    assert_int_equal(survey->basins.count, basins.count);
    assert_true(basins.count >= 1);
    for (int job = 0; job < 9; job++) {
        char words[120];
        assert_int_equal(rb_survey_attractor(survey, job), basins.cell[job]);
        rb_survey_basin_words(survey, job, words, sizeof words);
        assert_contains(words, basins.cell[job] >= 0 ? "attractor " : "unresolved");
    }
    rb_basins_free(&basins);
    rb_study_form_show(&form, &survey->what);
    assert_int_equal(form.kind, RB_STUDY_BASINS);
    rb_studies_destroy(studies);
    free(studies);
    rb_scene stone = rb_test_scene("k11-fig5", NULL); /* sampled where a signal passes zero */
    rb_study_form_use(&form, &stone);
    rb_study_form_choose(&form, RB_STUDY_BASINS, &stone);
    assert_int_equal(rb_study_form_make(&form, &stone, &spec, &err), RB_OK);
    assert_int_equal(rb_study_spec_check(&spec, &err), RB_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_make_sense),
        cmocka_unit_test(values_of_studies),
        cmocka_unit_test(basins_of_the_form),
    };
    return cmocka_run_group_tests_name("study form", tests, NULL, NULL);
}
