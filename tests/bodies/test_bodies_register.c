/* The maximum number of kinds of bodies; one more is rejected with a message. */
#include "own_body/pendulum.h"
#include "support.h"

static void the_table_has_a_limited_size(void **state) {
    (void)state;
    enum { MORE = RB_BODY_KINDS_MAX };
    static char ids[MORE][24];
    rb_error err = {""};
    int count = rb_body_kind_count(), added = 0;
    for (rb_status status = RB_OK; status == RB_OK; added += status == RB_OK) {
        assert_true(added < MORE);
        snprintf(ids[added], sizeof ids[added], "pendulum-%d", added);
        rb_body_kind kind;
        rb_body_ops ops;
        pendulum_row(&kind, &ops);
        kind.id = ids[added];
        status = rb_body_kind_register(&kind, &err);
    }
    assert_int_equal(count + added, RB_BODY_KINDS_MAX);
    assert_int_equal(rb_body_kind_count(), RB_BODY_KINDS_MAX);
    char expected[64];
    snprintf(expected, sizeof expected, "body pendulum-%d: expected at most %d kinds", added,
             RB_BODY_KINDS_MAX);
    assert_string_equal(err.text, expected);
    for (int i = 0; i < added; i++) {
        assert_string_equal(rb_body_kind_at(count + i)->id, ids[i]);
        assert_ptr_equal(rb_body_kind_find(ids[i]), rb_body_kind_at(count + i));
    }
    assert_null(rb_body_kind_find(ids[added]));
    /* Each of them works like a built-in body. */
    rb_scene scene = rb_default_scene();
    rb_scene_set_body(&scene, rb_body_kind_find(ids[added - 1]));
    rb_summary summary = rb_test_summary(&scene, 0.1);
    assert_int_equal(summary.end_reason, RB_END_TIME);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_table_has_a_limited_size)};
    return cmocka_run_group_tests_name("register of bodies", tests, NULL, NULL);
}
