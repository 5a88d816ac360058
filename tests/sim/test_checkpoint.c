/* Checkpoints: a run continues from one to the same bits, in another simulation too; a buffer that is not a
   whole checkpoint of such a run is refused with a reason and changes nothing. */
#include "support.h"

static rb_simulation *running(const char *id, const char *method, double until) {
    rb_scene scene = rb_test_scene(id, method, NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_test_run_until(sim, until);
    return sim;
}

static unsigned char *bytes_of(const rb_simulation *sim) {
    size_t size = rb_checkpoint_size(sim);
    unsigned char *buffer = malloc(size);
    assert_non_null(buffer);
    assert_int_equal(rb_checkpoint_save(sim, buffer, size, NULL), RB_OK);
    return buffer;
}

static void refused(rb_simulation *sim, const void *buffer, size_t size, const char *reason) {
    uint64_t hash = rb_simulation_hash(sim);
    rb_checkpoint before = rb_test_save(sim);
    rb_error err = {""};
    assert_int_equal(rb_checkpoint_restore(sim, buffer, size, &err), RB_ERR_INPUT);
    assert_contains(err.text, "checkpoint: ");
    assert_contains(err.text, reason);
    assert_false(rb_checkpoint_matches(sim, buffer, size));
    rb_checkpoint after = rb_test_save(sim);
    assert_true(rb_simulation_hash(sim) == hash);
    assert_memory_equal(&before, &after, sizeof after);
}

static void continues_elsewhere(void **state) {
    (void)state;
    static const char *const ids[] = {"k11-fig5", "tippetop-ka09", "disk-k12"};
    static const char *const methods[] = {"method=dp5",   "method=auto",    "method=dop853",
                                          "method=rodas", "method=lobatto", "method=radau"};
    for (int i = 0; i < 3 * 6; i++) {
        rb_simulation *sim = running(ids[i / 6], methods[i % 6], 0.1037);
        rb_simulation *other = running(ids[i / 6], methods[i % 6], 0.02);
        size_t size = rb_checkpoint_size(sim);
        unsigned char *buffer = malloc(size + 1); /* at an odd address */
        assert_non_null(buffer);
        assert_int_equal(rb_checkpoint_save(sim, buffer + 1, size, NULL), RB_OK);
        assert_true(rb_checkpoint_matches(other, buffer + 1, size));
        assert_int_equal(rb_checkpoint_restore(other, buffer + 1, size, NULL), RB_OK);
        rb_test_run_until(sim, 0.2);
        rb_test_run_until(other, 0.2);
        rb_checkpoint a = rb_test_save(sim), b = rb_test_save(other);
        assert_memory_equal(&a, &b, sizeof a);
        free(buffer);
        rb_simulation_destroy(sim);
        rb_simulation_destroy(other);
    }
}

static void what_is_cut_off_is_refused(void **state) {
    (void)state;
    rb_simulation *sim = running("k11-fig5", "method=auto", 0.1);
    unsigned char *buffer = bytes_of(sim);
    for (size_t size = 0; size < rb_checkpoint_size(sim); size++) {
        refused(sim, buffer, size, "bytes");
    }
    refused(sim, NULL, 1000000, "bytes");
    refused(sim, "no checkpoint, but a long text", 30, "something else");
    free(buffer);
    rb_simulation_destroy(sim);
}

/* Every byte of it: of the header, too. */
static void what_was_changed_is_refused(void **state) {
    (void)state;
    rb_simulation *sim = running("k11-fig5", "method=auto", 0.1);
    unsigned char *buffer = bytes_of(sim);
    for (size_t i = 0; i < rb_checkpoint_size(sim); i++) {
        buffer[i] ^= 0x10;
        refused(sim, buffer, rb_checkpoint_size(sim), "expected");
        buffer[i] ^= 0x10;
    }
    assert_true(rb_checkpoint_matches(sim, buffer, rb_checkpoint_size(sim)));
    free(buffer);
    rb_simulation_destroy(sim);
}

static void another_body_is_refused(void **state) {
    (void)state;
    rb_simulation *celt = running("k11-fig5", NULL, 0.1), *disk = running("disk-k12", NULL, 0.1);
    unsigned char *buffer = bytes_of(celt);
    refused(disk, buffer, rb_checkpoint_size(disk), "expected one of a run with body disk");
    free(buffer);
    rb_simulation_destroy(celt);
    rb_simulation_destroy(disk);
}

static void control_must_agree(void **state) {
    (void)state;
    rb_simulation *plain = running("k11-fig5", NULL, 0.1), *controlled = running("k11-fig5", NULL, 0.1);
    rb_control control = rb_default_control();
    assert_int_equal(rb_simulation_set_control(controlled, &control, NULL), RB_OK);
    unsigned char *without = bytes_of(plain), *with = bytes_of(controlled);
    refused(plain, with, rb_checkpoint_size(plain), "without control or a moving base");
    refused(controlled, without, rb_checkpoint_size(plain), "under control or a moving base");
    rb_test_run_until(controlled, 0.2);
    uint64_t hash = rb_simulation_hash(controlled);
    assert_int_equal(rb_checkpoint_restore(controlled, with, rb_checkpoint_size(controlled), NULL), RB_OK);
    rb_test_run_until(controlled, 0.2);
    assert_true(rb_simulation_hash(controlled) == hash);
    free(without);
    free(with);
    rb_simulation_destroy(plain);
    rb_simulation_destroy(controlled);
}

/* Under an edited scene the run continues from the saved motion, and the energy balance still closes. */
static void an_edited_scene_is_not_the_same(void **state) {
    (void)state;
    rb_simulation *sim = running("k11-fig5", "method=auto", 0.1);
    unsigned char *buffer = bytes_of(sim);
    size_t size = rb_checkpoint_size(sim);
    rb_snapshot then, now;
    rb_simulation_snapshot(sim, &then);
    rb_scene edited = rb_test_scene("k11-fig5", "method=auto", "mu=0.4", "world.g=12", NULL);
    assert_int_equal(rb_simulation_edit(sim, &edited, NULL), RB_OK);
    rb_test_run_until(sim, 0.2);
    assert_false(rb_checkpoint_matches(sim, buffer, size));
    assert_int_equal(rb_checkpoint_restore(sim, buffer, size, NULL), RB_OK);
    rb_simulation_snapshot(sim, &now);
    assert_true(now.t == then.t && now.omega.z == then.omega.z);
    assert_near(now.balance, then.balance, 1e-15);
    rb_test_run_until(sim, 0.2);
    rb_simulation_snapshot(sim, &now);
    assert_near(now.balance, 0, 1e-8);
    free(buffer);
    rb_simulation_destroy(sim);
}

static void buffers_are_checked_when_saving(void **state) {
    (void)state;
    rb_simulation *sim = running("k11-fig5", NULL, 0.01);
    rb_error err = {""};
    char small[64];
    assert_int_equal(rb_checkpoint_save(sim, small, sizeof small, &err), RB_ERR_INPUT);
    assert_contains(err.text, "checkpoint: expected a simulation and a buffer of");
    assert_contains(err.text, "got 64");
    assert_int_equal(rb_checkpoint_save(sim, NULL, 100000, &err), RB_ERR_INPUT);
    assert_int_equal(rb_checkpoint_save(NULL, small, sizeof small, &err), RB_ERR_INPUT);
    assert_int_equal(rb_checkpoint_restore(NULL, small, sizeof small, &err), RB_ERR_INPUT);
    assert_int_equal(rb_checkpoint_size(NULL), 0);
    assert_false(rb_checkpoint_matches(NULL, small, sizeof small));
    rb_simulation_destroy(sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(continues_elsewhere),
        cmocka_unit_test(what_is_cut_off_is_refused),
        cmocka_unit_test(what_was_changed_is_refused),
        cmocka_unit_test(another_body_is_refused),
        cmocka_unit_test(control_must_agree),
        cmocka_unit_test(an_edited_scene_is_not_the_same),
        cmocka_unit_test(buffers_are_checked_when_saving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
