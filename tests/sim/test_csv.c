/* CSV rows, and the table of the parts of the energy. */
#include <math.h>
#include <unistd.h>

#include "base/system.h"
#include "sim/csv.h"
#include "sim/energy.h"
#include "support.h"

static char text[8192];

static void write_text(void (*write)(rb_csv *csv), int digits) {
    rb_text_stream out;
    assert_true(rb_text_open(&out));
    write(&(rb_csv){.out = out.stream, .digits = digits});
    assert_true(rb_text_close(&out) && out.size < sizeof text);
    memcpy(text, out.text, out.size + 1);
    free(out.text);
}

static void write_fields(rb_csv *csv) {
    rb_csv_text(csv, "plain");
    rb_csv_text(csv, "a, b");
    rb_csv_text(csv, "say \"so\"");
    rb_csv_text(csv, " blank");
    rb_csv_text(csv, "\ttab");
    rb_csv_text(csv, "");
    rb_csv_number(csv, 0.1);
    rb_csv_number(csv, NAN);
    rb_csv_number(csv, -INFINITY);
    rb_csv_number(csv, 1e-30);
    rb_csv_end_row(csv);
    rb_csv_number(csv, 2);
    rb_csv_end_row(csv);
}

/* Quotes as in RFC 4180; empty fields for values that are not finite. */
static void fields(void **state) {
    (void)state;
    write_text(write_fields, 6);
    assert_string_equal(text, "plain,\"a, b\",\"say \"\"so\"\"\",\" blank\",\"\ttab\",,0.1,,,1e-30\n2\n");
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

/* ---- reading ----------------------------------------------------------------------------------- */

static rb_csv_table parse(const char *input) {
    rb_csv_table table;
    rb_error err;
    if (rb_csv_read_text(input, strlen(input), "f.csv", &table, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return table;
}

static void tables(void **state) {
    (void)state;
    rb_csv_table t = parse("\xEF\xBB\xBF# made by hand\n\nt, \"x, \"\"1\"\"\" ,y\r\n0,1.5,-2e3\r\n"
                           "# a gap\n  \n0.5,,NaN\n1");
    assert_int_equal(t.columns, 3);
    assert_int_equal(t.rows, 3);
    assert_string_equal(t.names[1], "x, \"1\"");
    assert_int_equal(rb_csv_column(&t, "y"), 2);
    assert_int_equal(rb_csv_column(&t, "z"), -1);
    assert_true(rb_csv_value(&t, 0, 1) == 1.5 && rb_csv_value(&t, 0, 2) == -2000);
    assert_true(isnan(rb_csv_value(&t, 1, 1)) && isnan(rb_csv_value(&t, 1, 2)));
    assert_true(rb_csv_value(&t, 2, 0) == 1 && isnan(rb_csv_value(&t, 2, 2)));
    rb_csv_table_free(&t);
    t = parse("t;omega3\n0,5;-1,25e-3\n"); /* decimal commas */
    assert_near(rb_csv_value(&t, 0, 0), 0.5, 0);
    assert_near(rb_csv_value(&t, 0, 1), -1.25e-3, 0);
    rb_csv_table_free(&t);
    t = parse("t;omega3\n1;2\n");
    assert_true(t.columns == 2 && rb_csv_value(&t, 0, 1) == 2);
    rb_csv_table_free(&t);
    t = parse("t\tomega3\n1\t\n");
    assert_true(t.columns == 2 && isnan(rb_csv_value(&t, 0, 1)));
    rb_csv_table_free(&t);
    t = parse("# odd\rt ; x\n \t\n1; \t2 \n"); /* blanks and tabs around, a carriage return as end of line */
    assert_true(t.columns == 2 && t.rows == 1 && rb_csv_value(&t, 0, 1) == 2);
    rb_csv_table_free(&t);
    t = parse("t,x\n1,\"2\"\t \n \t"); /* blanks after a quote, and at the end of the text */
    assert_true(t.columns == 2 && t.rows == 1 && rb_csv_value(&t, 0, 1) == 2);
    rb_csv_table_free(&t);
    t = parse("t,x\n1,\" \"\n"); /* a quoted blank is an empty field */
    assert_true(t.rows == 1 && isnan(rb_csv_value(&t, 0, 1)));
    rb_csv_table_free(&t);
    t = parse("x"); /* names only, without a line break */
    assert_true(t.columns == 1 && t.rows == 0);
    rb_csv_table_free(&t);
    t = parse("t\n");
    assert_true(t.columns == 1 && t.rows == 0);
    rb_csv_table_free(&t);
}

static void invalid_tables_are_rejected(void **state) {
    (void)state;
    static const struct {
        const char *text, *part;
    } wrong[] = {
        {"", "f.csv: expected a line with the names"},
        {"t,x\n1,nab\n", "f.csv:2: column 2 (x): expected a number or nothing, got \"nab\""},
        {"t,x\n1,nxn\n", "got \"nxn\""},
        {"t,x\n1,2\"\"\"", "f.csv:2: column 2 (x): the quote is not closed"},
        {"t,x\n1,\"2\n3,4\n", "f.csv:2: column 2 (x): the quote is not closed"},
        {"t,x\n1,0.00000000000000000000000000000000000000000000000000000000000000000000000000000"
         "00000000000000000000000000000000000000000000000000000000000000000000000000000000000001\n",
         "f.csv:2: column 2 (x): expected a number or nothing"},
        {"# only this\n", "f.csv: expected a line with the names"},
        {"1,2\n", "f.csv:1: column 1: expected the column's name, got \"1\""},
        {"t,,y\n", "f.csv:1: column 2: expected the column's name"},
        {"#\nt,t\n", "f.csv:2: column 2: duplicate column \"t\""},
        {"t,x\n1,2\n3,two\n", "f.csv:3: column 2 (x): expected a number or nothing, got \"two\""},
        {"t,x\n1,2,3\n", "f.csv:2: expected 2 fields"},
        {"t,x\n1,\"2\n3,4\n\"\n", "f.csv:2: column 2 (x): the quote is not closed"},
        {"t,x\n1,inf\n", "f.csv:2: column 2 (x)"},
        {"t,\"x\n1,2\n", "f.csv:1: column 2: the quote is not closed"},
        {"t,x\r\n1,\"2\"\"", "f.csv:2: column 2 (x): the quote is not closed"},
        {"x\r\n\t7 \t\r\n,", "f.csv:3: expected 1 fields, got more"},
        {"t\tx\n1\t-\n", "f.csv:2: column 2 (x): expected a number or nothing, got \"-\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rb_csv_table t;
        rb_error err;
        assert_int_equal(rb_csv_read_text(wrong[i].text, strlen(wrong[i].text), "f.csv", &t, &err),
                         RB_ERR_INPUT);
        assert_contains(err.text, wrong[i].part);
        rb_csv_table_free(&t);
    }
    static char many[8 * 513 + 1];
    for (int i = 0, at = 0; i < 513; i++) { /* more columns than there is room for */
        at += snprintf(many + at, sizeof many - (size_t)at, "%sa%d", i > 0 ? "," : "", i);
    }
    rb_csv_table t;
    rb_error err;
    char number[400] = "t\n1";
    memset(number + 3, '0', 390); /* 1e390 if truncated text were read */
    assert_int_equal(rb_csv_read_text(number, strlen(number), "f.csv", &t, &err), RB_ERR_INPUT);
    assert_contains(err.text, "f.csv:2: column 1 (t)");
    rb_csv_table_free(&t);
    assert_int_equal(rb_csv_read_text(many, strlen(many), "f.csv", &t, &err), RB_ERR_INPUT);
    assert_contains(err.text, "f.csv:1: expected at most 512 columns");
    rb_csv_table_free(&t);
    assert_int_equal(rb_csv_read_text("t\0\n", 3, "f.csv", &t, &err), RB_ERR_INPUT);
    assert_int_equal(rb_csv_read("/nonexistent.csv", &t, &err), RB_ERR_IO);
    assert_contains(err.text, "/nonexistent.csv");
    assert_int_equal(rb_csv_read("/dev/zero", &t, &err), RB_ERR_IO);
}

/* Columns of text and without a name are accepted in files of other programs, and rejected when they are
   used. */
static void files_of_other_programs(void **state) {
    (void)state;
    char path[] = "csv_any_XXXXXX";
    int file = mkstemp(path);
    static const char written[] = "\"\";t;name;omega3;N\n1;0;a;1,5;\n2;1;b;fast;\n3;2;7\n";
    assert_true(file >= 0 && write(file, written, sizeof written - 1) == (ssize_t)strlen(written) &&
                close(file) == 0);
    rb_csv_table t;
    rb_error err;
    assert_int_equal(rb_csv_read(path, &t, &err), RB_ERR_INPUT);
    rb_csv_table_free(&t);
    assert_int_equal(rb_csv_read_any(path, &t, &err), RB_OK);
    unlink(path);
    int column = -1;
    assert_true(t.rows == 3 && t.columns == 5);
    assert_int_equal(rb_csv_need(&t, "f.csv", "t", &column, &err), RB_OK);
    assert_true(column == 1 && rb_csv_value(&t, 2, column) == 2);
    assert_int_equal(rb_csv_need(&t, "f.csv", "N", &column, &err), RB_OK);
    assert_true(isnan(rb_csv_value(&t, 0, column)));
    assert_int_equal(rb_csv_need(&t, "f.csv", "omega3", &column, &err), RB_ERR_INPUT);
    assert_contains(err.text, ":3: column 4 (omega3): expected a number or nothing, got \"fast\"");
    assert_true(rb_csv_value(&t, 0, column) == 1.5 && isnan(rb_csv_value(&t, 1, column)));
    assert_int_equal(rb_csv_need(&t, "f.csv", "name", &column, &err), RB_ERR_INPUT);
    assert_contains(err.text, ":2: column 3 (name): expected a number or nothing, got \"a\"");
    assert_int_equal(rb_csv_need(&t, "f.csv", "E", &column, &err), RB_ERR_INPUT);
    assert_contains(err.text, "f.csv: expected a column \"E\", got none");
    rb_csv_table_free(&t);
}

/* A file that is too large is not read at all. */
static void too_large_files_are_rejected(void **state) {
    (void)state;
    rb_csv_table t;
    rb_error err;
    char path[] = "/tmp/rattleback-test-XXXXXX";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    assert_int_equal(ftruncate(handle, (64L << 20) + (1L << 20)), 0); /* takes no disk */
    close(handle);
    assert_int_equal(rb_csv_read(path, &t, &err), RB_ERR_INPUT);
    assert_contains(err.text, ": expected at most 64 MiB, got 65");
    unlink(path);
}

/* Limits, from both sides: 120 bytes of a field, 512 columns, 64 MiB; and any number of rows. */
static void limits_of_tables(void **state) {
    (void)state;
    rb_csv_table t;
    rb_error err;
    char field[200];
    for (int size = 119; size <= 121; size++) { /* 0.000…07 */
        snprintf(field, sizeof field, "t\n%.*s7\n", size - 1,
                 "0.0000000000000000000000000000000000000000000000000000000000000000000000000000000000"
                 "000000000000000000000000000000000000000000000");
        rb_status status = rb_csv_read_text(field, strlen(field), "f.csv", &t, &err);
        assert_int_equal(status, size <= 120 ? RB_OK : RB_ERR_INPUT);
        if (status == RB_OK) {
            assert_near(rb_csv_value(&t, 0, 0) * pow(10, size - 2), 7, 1e-13);
        }
        rb_csv_table_free(&t);
    }
    memset(field, 'n', 121); /* a name of maximum length */
    strcpy(field + 121, "\n1\n");
    t = parse(field);
    assert_int_equal(strlen(t.names[0]), 120);
    rb_csv_table_free(&t);
    static char many[8 * 512 + 1];
    for (int i = 0, at = 0; i < 512; i++) {
        at += snprintf(many + at, sizeof many - (size_t)at, "%sa%d", i > 0 ? "," : "", i);
    }
    t = parse(many);
    assert_true(t.columns == 512 && rb_csv_column(&t, "a511") == 511);
    rb_csv_table_free(&t);
    static char rows[200 * 8];
    int at = snprintf(rows, sizeof rows, "t;x\n");
    for (int i = 0; i < 150; i++) {
        at += snprintf(rows + at, sizeof rows - (size_t)at, "%d;%d\n", i, -i);
    }
    t = parse(rows);
    assert_int_equal(t.rows, 150);
    for (int i = 0; i < 150; i++) {
        assert_true(rb_csv_value(&t, i, 0) == i && rb_csv_value(&t, i, 1) == -i);
    }
    rb_csv_table_free(&t);
}

static rb_status read_of_size(long size, rb_error *err) {
    char path[] = "csv_size_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0 && ftruncate(file, size) == 0 && close(file) == 0);
    rb_csv_table t;
    rb_status status = rb_csv_read(path, &t, err);
    rb_csv_table_free(&t);
    assert_int_equal(unlink(path), 0);
    return status;
}

/* A sparse file: 64 MiB are read (and found not to be text), one byte more is not. */
static void files_of_some_size(void **state) {
    (void)state;
    rb_error err;
    assert_int_equal(read_of_size(0, &err), RB_ERR_INPUT);
    assert_contains(err.text, "expected a line with the names of columns, got nothing");
    assert_int_equal(read_of_size(64L << 20, &err), RB_ERR_INPUT);
    assert_contains(err.text, "expected text, got a zero byte");
    assert_int_equal(read_of_size((64L << 20) + 1, &err), RB_ERR_INPUT);
    assert_contains(err.text, "expected at most 64 MiB, got 64");
    assert_int_equal(read_of_size(300L << 20, &err), RB_ERR_INPUT);
    assert_contains(err.text, "expected at most 64 MiB, got 300");
}

/* All kinds of line breaks count as one line each, also in comments and empty lines. */
static void lines_are_counted(void **state) {
    (void)state;
    static const char *const texts[] = {
        "t,x\n1,2\n\n# no\n3,oops\n",
        "t,x\r\n1,2\r\n\r\n# no\r\n3,oops\r\n",
        "t,x\r1,2\r\r# no\r3,oops\r",
        "t,x\n1,2\n  \t\n#\n3,oops",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        rb_csv_table t;
        rb_error err;
        assert_int_equal(rb_csv_read_text(texts[i], strlen(texts[i]), "f.csv", &t, &err), RB_ERR_INPUT);
        assert_contains(err.text, "f.csv:5: column 2 (x): expected a number or nothing, got \"oops\"");
        rb_csv_table_free(&t);
    }
    /* A UTF-8 byte order mark alone; half of one is a name. */
    rb_csv_table t;
    rb_error err;
    assert_int_equal(rb_csv_read_text("\xEF\xBB\xBF", 3, "f.csv", &t, &err), RB_ERR_INPUT);
    assert_contains(err.text, "got nothing");
    assert_int_equal(rb_csv_read_text("\xEF\xBB", 2, "f.csv", &t, &err), RB_OK);
    assert_int_equal(t.columns, 1);
    rb_csv_table_free(&t);
}

/* A written run is read back with the same bits. */
static void a_run_read_back(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_run_result r = rb_test_run(&scene, 0.05, NULL);
    rb_text_stream written;
    assert_true(rb_text_open(&written));
    rb_csv csv = {.out = written.stream, .digits = 17};
    rb_csv_signal_names(&csv, scene.body);
    rb_csv_signals(&csv, scene.body, &r.last);
    assert_true(rb_text_close(&written));
    rb_csv_table t = parse(written.text);
    assert_int_equal(t.rows, 1);
    int column = rb_csv_column(&t, "omega3");
    assert_true(column >= 0);
    assert_true(rb_csv_value(&t, 0, column) == r.last.omega.z);
    rb_csv_table_free(&t);
    free(written.text);
}

/* ---- energy ------------------------------------------------------------------------------------ */

/* The parts are complete: the stored ones add up to E, and with the lost ones to the initial energy,
   except for the integration error. Each is also a signal. */
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

/* Warnings are relative to the losses, or to the total energy if the losses are tiny. The limit of 1 % is
   tested from both sides. */
static void energy_warnings(void **state) {
    (void)state;
    const rb_body_kind *celt = rb_body_kind_find("celt");
    rb_snapshot s = {.W_slide = 0.5, .W_drill = 0.3, .balance = -0.02};
    assert_near(rb_energy_balance_error(celt, &s, 7), 0.025, 1e-17);
    assert_near(rb_energy_balance_error(celt, &s, -7.9e5), 0.025, 1e-17);
    assert_near(rb_energy_balance_error(celt, &s, -1e6), 0.02 / 1e6, 1e-22);
    assert_near(rb_energy_balance_error(celt, &s, 8.1e5), 0.02 / 8.1e5, 1e-22);
    static const struct {
        rb_snapshot s;
        double E;
        rb_energy_warning warning;
    } rows[] = {
        {{.W_slide = 1, .balance = 0.0099}, 5, RB_ENERGY_OK},
        {{.W_slide = 1, .balance = 0.0101}, 5, RB_ENERGY_UNBALANCED},
        {{.W_slide = 1, .balance = -0.0101}, 5, RB_ENERGY_UNBALANCED},
        /* Sliding and drilling share one friction: what one gains the other may have lost. */
        {{.W_slide = -0.05, .W_drill = 0.045, .W_roll = 1}, 5, RB_ENERGY_OK},
        {{.W_slide = 0.045, .W_drill = -0.05, .W_roll = 1}, 5, RB_ENERGY_OK},
        {{.W_slide = -0.05, .W_drill = 0.03, .W_roll = 1}, 5, RB_ENERGY_GAINED},
        {{.W_slide = 0.03, .W_drill = -0.05, .W_roll = 1}, 5, RB_ENERGY_GAINED},
        {{.W_slide = 1, .W_roll = -0.0099}, 5, RB_ENERGY_OK},
        {{.W_slide = 1, .W_roll = -0.0103}, 5, RB_ENERGY_GAINED},
        {{.W_slide = 1, .W_damp = -0.0099}, 5, RB_ENERGY_OK},
        {{.W_slide = 1, .W_damp = -0.0103}, 5, RB_ENERGY_GAINED},
        {{.W_damp = -0.0099}, 1e6, RB_ENERGY_OK}, /* nothing to speak of was lost */
        {{.W_damp = -0.0101}, 1e6, RB_ENERGY_GAINED},
        {{.W_damp = -0.0101}, -1.2e6, RB_ENERGY_OK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(rb_energy_judge(celt, &rows[i].s, rows[i].E), rows[i].warning);
    }
    assert_null(rb_energy_warning_name(RB_ENERGY_OK));
    assert_string_equal(rb_energy_warning_name(RB_ENERGY_UNBALANCED), "off");
    assert_string_equal(rb_energy_warning_name(RB_ENERGY_GAINED), "fed");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields),
        cmocka_unit_test(digits_are_those_asked_for),
        cmocka_unit_test(signals),
        cmocka_unit_test(tables),
        cmocka_unit_test(invalid_tables_are_rejected),
        cmocka_unit_test(limits_of_tables),
        cmocka_unit_test(files_of_some_size),
        cmocka_unit_test(lines_are_counted),
        cmocka_unit_test(a_run_read_back),
        cmocka_unit_test(parts_of_the_energy),
        cmocka_unit_test(energy_warnings),
        cmocka_unit_test(files_of_other_programs),
        cmocka_unit_test(too_large_files_are_rejected),
    };
    return cmocka_run_group_tests_name("csv, energy", tests, NULL, NULL);
}
