/* Channels between the runner's thread and its owner: commands keep their order and are rejected when the
   ring is full; of frames only the newest counts. */
#include "sim/channels.h"
#include "support.h"

static void a_ring_keeps_order_and_reports_when_it_is_full(void **state) {
    (void)state;
    enum { ROOM = 4 };
    rb_ring ring;
    int item = -1;
    assert_true(rb_ring_init(&ring, sizeof item, ROOM));
    assert_false(rb_ring_take(&ring, &item));
    for (int round = 0, put = 0, taken = 0; round < 5; round++) { /* the ring wraps around */
        while (rb_ring_put(&ring, &put)) {
            put++;
        }
        assert_int_equal(put - taken, ROOM);
        for (int i = 0; i < 3; i++) {
            assert_true(rb_ring_take(&ring, &item));
            assert_int_equal(item, taken++); /* rejected items are not stored */
        }
    }
    rb_ring_free(&ring);
}

/* The three buffers are always distinct, and a reader gets the last one published. */
static void only_the_newest_frame_counts(void **state) {
    (void)state;
    rb_triple triple;
    rb_triple_init(&triple);
    int frames[3] = {0};
    unsigned before = rb_triple_newest(&triple);
    assert_int_equal(rb_triple_newest(&triple), before); /* nothing new */
    for (int n = 1; n < 20; n++) {
        frames[triple.back] = n;
        rb_triple_publish(&triple);
        assert_true(triple.back != triple.front);
        if (n % 3 == 0) {
            assert_int_equal(frames[rb_triple_newest(&triple)], n);
            assert_int_equal(frames[rb_triple_newest(&triple)], n);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_keeps_order_and_reports_when_it_is_full),
        cmocka_unit_test(only_the_newest_frame_counts),
    };
    return cmocka_run_group_tests_name("channels", tests, NULL, NULL);
}
