/* A scene is checked once for each job of a study: a check searches many directions for energy that the
   friction law would supply. Counted by a body whose own check counts. */
#include <rattleback/studies.h>
#include <stdatomic.h>

#include "support.h"

static atomic_int checks;
static const rb_body_ops *celt_ops;

static rb_status count_check(const rb_scene *scene, const char *where, rb_error *err) {
    atomic_fetch_add(&checks, 1);
    return celt_ops->check(scene, where, err);
}

/* Events of a celt only end runs, but a registered body must have this function. */
static void cross(const rb_model *model, int event, double *y) {
    (void)model;
    y[0] = event < 0 ? 0 : y[0];
}

static rb_status register_counted(void) {
    static rb_body_ops ops;
    const rb_body_kind *celt = rb_body_kind_find("celt");
    rb_body_kind kind = *celt;
    celt_ops = celt->ops;
    ops = *celt_ops;
    ops.check = count_check;
    ops.cross = celt_ops->cross != NULL ? celt_ops->cross : cross;
    kind.size = sizeof kind;
    ops.size = sizeof ops;
    kind.id = "counted";
    kind.ops = &ops;
    rb_error err = {""};
    rb_status status = rb_body_kind_register(&kind, &err);
    if (status != RB_OK) {
        fprintf(stderr, "%s\n", err.text);
    }
    return status;
}

static rb_scene counted_scene(void) {
    rb_scene celt = rb_test_scene("k11-fig5", "method=auto", "t_end=0.01", NULL);
    rb_scene scene = celt;
    scene.body = rb_body_kind_find("counted");
    return scene;
}

static int checks_of(rb_study_spec *spec) {
    rb_study study;
    char *definition = NULL;
    rb_study_result result;
    rb_study_options options = rb_default_study_options();
    rb_error err = {""};
    assert_int_equal(rb_study_spec_study(spec, "checks", &study, &definition, &err), RB_OK);
    atomic_store(&checks, 0);
    assert_int_equal(rb_study_run(&study, &options, &result, &err), RB_OK);
    assert_int_equal(result.done_count, study.job_count);
    rb_study_free(&result);
    free(definition);
    return atomic_load(&checks);
}

static rb_study_spec *study_of(rb_spec_kind kind, const char *axis, bool random) {
    rb_study_spec *spec = calloc(1, sizeof *spec);
    rb_error err = {""};
    assert_non_null(spec);
    spec->kind = kind;
    spec->sweep.scene = counted_scene();
    spec->sweep.axis_count = 1;
    assert_int_equal(rb_axis_parse(&spec->sweep.axes[0], &spec->sweep.scene, "--vary", axis, random, &err),
                     RB_OK);
    return spec;
}

static void a_sweep_checks_each_scene_once(void **state) {
    (void)state;
    rb_study_spec *spec = study_of(RB_SPEC_SWEEP, "mu=0.1:0.5:5", false);
    assert_int_equal(rb_sweep_add_values(&spec->sweep, "--values", "omega3_final", NULL), RB_OK);
    assert_int_equal(checks_of(spec), 5);
    free(spec);
}

static void an_ensemble_checks_each_scene_once(void **state) {
    (void)state;
    rb_study_spec *spec = study_of(RB_SPEC_ENSEMBLE, "mu=0.1:0.5", true);
    spec->sweep.random_count = 4;
    spec->samples = 3;
    assert_int_equal(rb_ensemble_add_signals(spec, "--signals", "omega3", NULL), RB_OK);
    assert_int_equal(checks_of(spec), 5); /* with the scene itself */
    free(spec);
}

int main(void) {
    if (register_counted() != RB_OK) {
        return 1;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_sweep_checks_each_scene_once),
                                       cmocka_unit_test(an_ensemble_checks_each_scene_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
