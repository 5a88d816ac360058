/* CSV rows, and the table of the parts that the energy is in. */
#include <math.h>

#include "support.h"

static char text[8192];

static void write_text(void (*write)(rb_csv *csv), int digits) {
    rb_csv csv = {.out = fmemopen(text, sizeof text, "w"), .digits = digits};
    assert_non_null(csv.out);
    write(&csv);
    assert_int_equal(fclose(csv.out), 0);
}

static void write_fields(rb_csv *csv) {
    rb_csv_text(csv, "plain");
    rb_csv_text(csv, "a, b");
    rb_csv_text(csv, "say \"so\"");
    rb_csv_text(csv, "");
    rb_csv_number(csv, 0.1);
    rb_csv_number(csv, NAN);
    rb_csv_number(csv, -INFINITY);
    rb_csv_number(csv, 1e-30);
    rb_csv_end_row(csv);
    rb_csv_number(csv, 2);
    rb_csv_end_row(csv);
}

/* Quotes as in RFC 4180; nothing where there is no number. */
static void fields(void **state) {
    (void)state;
    write_text(write_fields, 6);
    assert_string_equal(text, "plain,\"a, b\",\"say \"\"so\"\"\",,0.1,,,1e-30\n2\n");
}

static void write_third(rb_csv *csv) {
    rb_csv_number(csv, 1.0 / 3);
}

static void digits_are_those_asked_for(void **state) {
    (void)state;
    static const char *const expected[] = {"0.333", "0.33333333333333331"};
    for (int i = 0; i < 2; i++) {
        write_text(write_third, i == 0 ? 3 : 17);
        assert_string_equal(text, expected[i]);
    }
}

static void write_signals(rb_csv *csv) {
    rb_scene scene = rb_test_scene("tippetop-ka09", NULL);
    rb_snapshot now = rb_test_run(&scene, 0.01, NULL).last;
    rb_csv_signal_names(csv, scene.body);
    rb_csv_signals(csv, scene.body, &now);
}

/* Walks the table: a name and a number for every signal that fits the body. */
static void signals(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-ka09", NULL);
    rb_snapshot now = rb_test_run(&scene, 0.01, NULL).last;
    write_text(write_signals, 17);
    char *names = text, *values = strchr(text, '\n') + 1;
    for (int i = 0; i < rb_signal_count(); i++) {
        const rb_signal *signal = rb_signal_at(i);
        if (rb_signal_fits(signal, scene.body)) {
            size_t length = strlen(signal->name);
            assert_int_equal(strncmp(names, signal->name, length), 0);
            names += length + 1;
            assert_true(strtod(values, &values) == rb_signal_value(signal, &now));
            values++;
        }
    }
    assert_string_equal(values, "");
}

/* ---- energy ------------------------------------------------------------------------------------ */

/* The parts are all there is: what the body has is E, and with what was lost it is what it had at
   the start, but for the balance that integration leaves. Each is a signal of its own. */
static void parts_of_the_energy(void **state) {
    (void)state;
    static const char *const scenes[] = {"k11-fig5", "k15-a1", "tippetop-ka09"};
    for (int i = 0; i < 3; i++) {
        rb_scene scene = rb_test_scene(scenes[i], NULL);
        rb_run_result r = rb_test_run(&scene, 0.2, NULL);
        double kept = 0, lost = 0;
        for (int k = 0; k < scene.body->energy_count; k++) {
            const rb_energy_part *part = &scene.body->energy[k];
            double value = rb_energy_value(part, &r.last);
            int signal = rb_signal_of(scene.body, part->signal);
            assert_true(signal >= 0);
            assert_true(rb_signal_value(rb_signal_at(signal), &r.last) == value);
            *(part->lost ? &lost : &kept) += value;
        }
        assert_near(kept, r.last.E, 1e-14);
        assert_true(lost > 0);
        assert_near(rb_energy_lost(scene.body, &r.last), lost, 1e-18);
        assert_near(r.summary.E_initial - kept - lost, r.last.balance, 1e-14);
    }
    rb_snapshot mixed = {.W_slide = 2, .W_roll = -0.5};
    const rb_body_kind *celt = rb_body_kind_find("celt");
    assert_true(rb_energy_lost(celt, &mixed) == 1.5 && rb_energy_lost_size(celt, &mixed) == 2.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields),
        cmocka_unit_test(digits_are_those_asked_for),
        cmocka_unit_test(signals),
        cmocka_unit_test(parts_of_the_energy),
    };
    return cmocka_run_group_tests_name("csv, energy", tests, NULL, NULL);
}
