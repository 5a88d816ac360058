/* Tables that people made: what is read, and what is reported of those that cannot be. */
#include <math.h>
#include <unistd.h>

#include "base/file.h"
#include "base/table.h"
#include "support.h"

static char path[64];
static rb_table table;
static rb_error err;

static rb_status read_text(const char *text) {
    snprintf(path, sizeof path, "/tmp/rattleback-table-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_true(write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    rb_status status = rb_table_read(path, &table, &err);
    unlink(path);
    return status;
}

static void expect(const char *text, int rows, double last) {
    err.text[0] = '\0';
    if (read_text(text) != RB_OK) {
        fail_msg("%s", err.text);
    }
    int t = -1, w = -1;
    assert_int_equal(rb_table_need(&table, "t", &t, &err), RB_OK);
    assert_int_equal(rb_table_need(&table, "omega3", &w, &err), RB_OK);
    assert_int_equal(table.row_count, rows);
    assert_true(rb_table_value(&table, 0, t) == 0);
    assert_true(rb_table_value(&table, rows - 1, w) == last);
    rb_table_free(&table);
}

static void tables_of_all_sorts_are_read(void **state) {
    (void)state;
    expect("t,omega3\n0,1\n0.5,-2.5e-1\n", 2, -0.25);
    expect("t,omega3\r\n0,1\r\n0.5,7", 2, 7);                        /* Windows; no last end */
    expect("\xef\xbb\xbft;omega3\n0;1\n0,5;-2,25\n", 2, -2.25);      /* spreadsheets in Europe */
    expect("# measured on Monday\n\nomega3\tt\n5\t0\n6\t1\n", 2, 6); /* tabs, comments */
    expect("\"t\", \"law, of friction\" ,omega3\n0,\"a \"\"b\"\"\",1\n1,c,2\n", 2, 2);
    assert_int_equal(read_text("t,omega3\n0\n1,2\n"), RB_OK); /* a short row, as for rb_csv_read */
    assert_true(table.row_count == 2 && isnan(rb_table_value(&table, 0, 1)));
    rb_table_free(&table);
    assert_int_equal(read_text("t,omega3\n0,\n1,2\n"), RB_OK);
    assert_true(isnan(rb_table_value(&table, 0, 1))); /* not known */
    assert_int_equal(table.lines[1], 3);
    assert_int_equal(rb_table_find(&table, "nothing"), -1);
    rb_table_free(&table);
}

static void what_is_wrong_is_reported(void **state) {
    (void)state;
    static const struct {
        const char *text, *reported;
    } wrong[] = {
        {"", "expected a row with the names of columns"},
        {"# nothing\n\n", "expected a row with the names of columns"},
        {"0,1\n1,2\n", ": line 1, column 1: expected the name of a column, got 0"},
        {"t,omega3\n", "expected rows of numbers"},
        {"t,omega3\n0,1\n\n1,2,3\n", ": line 4: expected 2 fields, got 3"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(read_text(wrong[i].text), RB_ERR_INPUT);
        assert_contains(err.text, path);
        assert_contains(err.text, wrong[i].reported);
        assert_null(table.values);
    }
    int column;
    assert_int_equal(read_text("t,name,omega3\n0,a,1\n1,b,fast\n"), RB_OK);
    assert_int_equal(rb_table_need(&table, "t", &column, &err), RB_OK);
    assert_int_equal(rb_table_need(&table, "omega3", &column, &err), RB_ERR_INPUT);
    assert_contains(err.text, ": line 3, column 3 (omega3): expected a number, got \"fast\"");
    assert_int_equal(rb_table_need(&table, "N", &column, &err), RB_ERR_INPUT);
    assert_contains(err.text, "expected a column named N");
    rb_table_free(&table);
    assert_int_equal(rb_table_read("/nowhere/at.csv", &table, &err), RB_ERR_IO);
    assert_contains(err.text, "/nowhere/at.csv");
}

/* More than there is room for is refused with its line, never cut. */
static void what_is_too_much_is_reported(void **state) {
    (void)state;
    enum { SIZE = 1 << 21 };
    char *text = calloc(1, SIZE);
    assert_non_null(text);
    for (int i = 0, at = 0; i <= RB_TABLE_COLUMNS; i++) {
        at += snprintf(text + at, SIZE - (size_t)at, "%sc%d", i > 0 ? "," : "", i);
    }
    assert_int_equal(read_text(text), RB_ERR_INPUT);
    assert_contains(err.text, ": line 1: expected at most 256 columns");
    memset(text, 'x', SIZE - 1);
    snprintf(text, SIZE, "t,omega3\n0,1\n");
    text[13] = 'x'; /* not its end */
    assert_int_equal(read_text(text), RB_ERR_INPUT);
    assert_contains(err.text, ": line 3: expected at most");
    memset(text, 'x', SIZE - 1);
    assert_int_equal(read_text(text), RB_ERR_INPUT);
    assert_contains(err.text, ": line 1: expected at most");
    assert_null(table.values);
    /* The longest line there may be, and one byte more. */
    for (int more = 0; more < 2; more++) {
        snprintf(text, SIZE, "t,x%65531s", "");
        snprintf(text + 65534, SIZE - 65534, "%s\n1,2\n", more ? " " : "");
        assert_int_equal(read_text(text), more ? RB_ERR_INPUT : RB_OK);
        rb_table_free(&table);
    }
    assert_contains(err.text, ": line 1: expected at most 65534 bytes, got more");
    free(text);
}

/* So many rows that the last one is refused: none is dropped in silence. */
static void rows_without_end(void **state) {
    (void)state;
    char *text = malloc(2 * (size_t)RB_TABLE_ROWS + 16);
    assert_non_null(text);
    memcpy(text, "t\n", 2);
    for (int i = 0; i <= RB_TABLE_ROWS; i++) {
        memcpy(text + 2 + 2 * (size_t)i, "7\n", 2);
    }
    text[2 + 2 * (size_t)RB_TABLE_ROWS] = '\0';
    assert_int_equal(read_text(text), RB_OK);
    assert_int_equal(table.row_count, RB_TABLE_ROWS);
    assert_true(rb_table_value(&table, RB_TABLE_ROWS - 1, 0) == 7);
    rb_table_free(&table);
    text[2 + 2 * (size_t)RB_TABLE_ROWS] = '7';
    text[4 + 2 * (size_t)RB_TABLE_ROWS] = '\0';
    assert_int_equal(read_text(text), RB_ERR_INPUT);
    assert_contains(err.text, ": line 2000002: expected at most 2000000 rows, got more");
    free(text);
}

/* Bytes of any kind: read or refused, never more (the sanitizers look on). */
static void any_bytes_are_survived(void **state) {
    (void)state;
    static const char signs[] = "t,;\"\n\t0-1.e#\r aN";
    rb_test_rng rng = {3};
    for (int i = 0; i < 2000; i++) {
        char text[200];
        int length = (int)rb_test_real(&rng, 0, sizeof text - 1);
        for (int k = 0; k < length; k++) {
            text[k] = signs[(int)rb_test_real(&rng, 0, sizeof signs - 1.001)];
        }
        text[length] = '\0';
        if (read_text(text) == RB_OK) {
            assert_true(table.row_count > 0 && table.column_count > 0);
            rb_table_free(&table);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_all_sorts_are_read), cmocka_unit_test(what_is_wrong_is_reported),
        cmocka_unit_test(what_is_too_much_is_reported), cmocka_unit_test(rows_without_end),
        cmocka_unit_test(any_bytes_are_survived),
    };
    return cmocka_run_group_tests_name("base, tables", tests, NULL, NULL);
}
