/* src/base: messages, parameter tables, JSON text. Files are in test_base_file.c. */
#include <math.h>

#include "base/colours.h"
#include "base/json.h"
#include "base/text.h"
#include "support.h"

static const char *const colours[] = {"red", "green", "blue", NULL};

static const rb_param rows[] = {
    {"mu", "μ", "", 0, 10, 0.5, "friction", "", 0, NULL},
    {"m", "m", "kg", 0, 2, 1, "mass", "", RB_PARAM_ABOVE, NULL},
    {"count", "", "", 1, 8, 2, "how many", "", RB_PARAM_INTEGER, NULL},
    {"on", "", "", 0, 1, 1, "switch", "", RB_PARAM_BOOL, NULL},
    {"colour", "", "", 0, 0, 1, "paint", "", RB_PARAM_CHOICE, colours},
};
static const rb_param_table table = RB_PARAM_TABLE(rows);

static void fail_formats_and_returns_the_code(void **state) {
    (void)state;
    rb_error err = {""};
    assert_int_equal(rb_fail(&err, RB_ERR_IO, "%s: %d", "file", 7), RB_ERR_IO);
    assert_string_equal(err.text, "file: 7");
    assert_int_equal(rb_fail(NULL, RB_ERR_INPUT, "not read"), RB_ERR_INPUT);
    char long_text[2000];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    rb_fail(&err, RB_ERR_INPUT, "/first%s: mu: expected a number", long_text);
    assert_int_equal(strlen(err.text), sizeof err.text - 1); /* shortened, no overrun */
    assert_true(strncmp(err.text, "/firstxx", 8) == 0);
    assert_contains(err.text, "xxx...xxx");
    assert_contains(err.text, "xx: mu: expected a number");
}

static void version_is_reported_by_parts_and_as_a_whole(void **state) {
    (void)state;
    char parts[64];
    snprintf(parts, sizeof parts, "%d.%d.%d%s", RB_VERSION_MAJOR, RB_VERSION_MINOR, RB_VERSION_PATCH,
             RB_PRERELEASE);
    assert_string_equal(RB_VERSION, parts);
    assert_string_equal(rb_version(), parts); /* one build: headers and library agree */
}

static void messages_contain_no_control_characters(void **state) {
    (void)state;
    rb_error err = {""};
    rb_fail(&err, RB_ERR_INPUT, "%s", "a\x1b[2J\nb\xff\xc2\x9bμ₃\x7f");
    assert_string_equal(err.text, "a?[2J b???μ₃?");
}

static void elide_keeps_both_ends(void **state) {
    (void)state;
    char out[13];
    rb_elide("123456789012", out, sizeof out);
    assert_string_equal(out, "123456789012");
    rb_elide("1234567890123", out, sizeof out);
    assert_string_equal(out, "123...890123");
    rb_elide("12μ456789012μ4567", out, sizeof out); /* no character is split */
    assert_string_equal(out, "12...μ4567");
    rb_elide("1234567890μ12345", out, sizeof out); /* its second half would come first */
    assert_string_equal(out, "123...12345");
}

/* Sequential colours for values of one sign, diverging ones around zero; values that are not finite have
   none. */
static void colours_of_values(void **state) {
    (void)state;
    rb_colours c = rb_colours_between(-1, 3);
    assert_true(c.diverging && c.from == -3 && c.to == 3);
    /* Both ends differ from the middle, which is the same whichever side is larger. */
    rb_colours other = rb_colours_between(-3, 1);
    assert_int_equal(rb_colour(&c, 0), rb_colour(&other, 0));
    assert_true(rb_colour(&c, 3) != rb_colour(&c, -3) && rb_colour(&c, 3) != rb_colour(&c, 0));
    c = rb_colours_between(1, 3);
    assert_true(!c.diverging && c.from == 1 && c.to == 3);
    assert_int_equal(rb_colour(&c, 1), rb_colour(&c, 0)); /* beyond its ends as at them */
    assert_int_equal(rb_colour(&c, 3), rb_colour(&c, 4));
    assert_true(rb_colour(&c, 1) != rb_colour(&c, 3));
    assert_int_equal(rb_colour(&c, NAN), RB_COLOUR_NONE);
    assert_int_equal(rb_colour(&c, INFINITY), RB_COLOUR_NONE);
    c = rb_colours_between(-3, -3); /* one value: some width */
    assert_true(!c.diverging && c.from == -3 && c.to > -3);
    c = rb_colours_between(INFINITY, -INFINITY); /* none at all */
    assert_true(!c.diverging && c.from == 0 && c.to == 1);
    const double values[] = {NAN, 9, 2, 9, INFINITY, 9, 5, 9};
    c = rb_colours_of(values, 4, 2);
    assert_true(c.from == 2 && c.to == 5);
}

static void defaults_and_names(void **state) {
    (void)state;
    double values[5] = {-1, -1, -1, -1, -1};
    rb_param_defaults(table, values);
    for (int i = 0; i < table.count; i++) {
        assert_true(values[i] == rows[i].def);
        assert_int_equal(rb_param_find(table, rows[i].name), i);
    }
    assert_int_equal(rb_param_find(table, "Mu"), -1);
    assert_int_equal(rb_param_find(table, ""), -1);
}

static void expect_range(int row, double value, bool good) {
    rb_error err = {""};
    rb_status status = rb_param_check(&rows[row], value, "here", &err);
    if ((status == RB_OK) != good) {
        fail_msg("%s = %g: %s", rows[row].name, value, good ? err.text : "accepted");
    }
    if (!good) {
        assert_int_equal(status, RB_ERR_INPUT);
        assert_contains(err.text, "here: ");
        assert_contains(err.text, rows[row].name);
        assert_contains(err.text, "expected ");
        assert_contains(err.text, "got ");
    }
}

static void ranges(void **state) {
    (void)state;
    const struct {
        int row;
        double value;
        bool good;
    } cases[] = {
        {0, 0, true},      {0, 10, true},        {0, -1e-300, false},   {0, 10.000001, false},
        {0, NAN, false},   {0, INFINITY, false}, {0, -INFINITY, false}, {1, 0, false},
        {1, 5e-324, true}, {1, 2, true},         {2, 1, true},          {2, 8, true},
        {2, 2.5, false},   {2, 0, false},        {2, 9, false},         {3, 0, true},
        {3, 1, true},      {3, 0.5, false},      {3, 2, false},         {3, NAN, false},
        {4, 0, true},      {4, 2, true},         {4, 3, false},         {4, -1, false},
        {4, 1.5, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_range(cases[i].row, cases[i].value, cases[i].good);
    }
    assert_int_equal(rb_param_check(&rows[0], NAN, "here", NULL), RB_ERR_INPUT);
}

static void messages_state_the_range(void **state) {
    (void)state;
    rb_error err;
    rb_param_check(&rows[1], 0, "f.json: body", &err);
    assert_string_equal(err.text, "f.json: body: m: expected 0 < m <= 2 kg, got 0");
    rb_param_check(&rows[2], 2.5, "x", &err);
    assert_contains(err.text, "a whole number");
    rb_param_check(&rows[3], 2, "x", &err);
    assert_contains(err.text, "true or false");
    rb_param_check(&rows[4], 3, "x", &err);
    assert_contains(err.text, "\"red\", \"green\", \"blue\"");
}

static void expect_parse(int row, const char *text, bool good, double expected) {
    rb_error err = {""};
    double value = -77;
    rb_status status = rb_param_parse(&rows[row], text, "here", &value, &err);
    if ((status == RB_OK) != good) {
        fail_msg("%s = \"%s\": %s", rows[row].name, text, good ? err.text : "accepted");
    }
    assert_true(value == (good ? expected : -77)); /* a rejected value changes nothing */
    if (!good) {
        assert_contains(err.text, rows[row].name);
        assert_contains(err.text, "expected ");
    }
}

static void parse(void **state) {
    (void)state;
    expect_parse(3, "1", true, 1);
    expect_parse(0, "0.25", true, 0.25);
    expect_parse(0, "2.5e-1", true, 0.25);
    expect_parse(0, "", false, 0);
    expect_parse(0, "0.25x", false, 0);
    expect_parse(0, "0.25 ", false, 0);
    expect_parse(0, "nan", false, 0);
    expect_parse(0, "inf", false, 0);
    expect_parse(0, "1e999", false, 0);
    expect_parse(0, "-1", false, 0);
    expect_parse(2, "3", true, 3);
    expect_parse(2, "3.5", false, 0);
    expect_parse(3, "true", true, 1);
    expect_parse(3, "0", true, 0);
    expect_parse(3, "yes", false, 0);
    expect_parse(4, "blue", true, 2);
    expect_parse(4, "Blue", false, 0);
    expect_parse(4, "1", false, 0);
}

/* Every table of the library satisfies what panels, files and the command line rely on. */
static void check_table(const char *owner, rb_param_table t) {
    assert_in_range(t.count, 0, RB_PARAMS_MAX);
    for (int i = 0; i < t.count; i++) {
        const rb_param *row = &t.rows[i];
        rb_error err = {""};
        if (rb_param_check(row, row->def, owner, &err) != RB_OK) {
            fail_msg("default: %s", err.text);
        }
        assert_int_equal(rb_param_find(t, row->name), i); /* no name twice */
        assert_non_null(row->symbol);
        assert_non_null(row->unit);
        assert_non_null(row->source);
        assert_true(strlen(row->help) > 3);
        assert_null(strpbrk(row->name, " =.,\t\n"));
        assert_true((row->choices != NULL) == ((row->flags & RB_PARAM_CHOICE) != 0));
    }
}

static void check_sets(rb_param_table t, const rb_param_set *sets) {
    for (; sets != NULL && sets->name != NULL; sets++) {
        for (int i = 0; i < t.count; i++) {
            rb_error err = {""};
            if (rb_param_check(&t.rows[i], sets->values[i], sets->name, &err) != RB_OK) {
                fail_msg("published set: %s", err.text);
            }
        }
    }
}

static void every_table_is_sound(void **state) {
    (void)state;
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        assert_ptr_equal(rb_friction_law_find(law->id), law);
        check_table(law->id, law->params);
        check_sets(law->params, law->sets);
    }
    for (int i = 0; i < rb_rolling_law_count(); i++) {
        const rb_rolling_law *law = rb_rolling_law_at(i);
        assert_ptr_equal(rb_rolling_law_find(law->id), law);
        check_table(law->id, law->params);
        check_sets(law->params, law->sets);
    }
    for (int i = 0; i < rb_normal_law_count(); i++) {
        const rb_normal_law *law = rb_normal_law_at(i);
        assert_ptr_equal(rb_normal_law_find(law->id), law);
        check_table(law->id, law->params);
    }
    for (int i = 0; i < rb_body_kind_count(); i++) {
        const rb_body_kind *kind = rb_body_kind_at(i);
        assert_ptr_equal(rb_body_kind_find(kind->id), kind);
        check_table(kind->id, kind->params);
        check_table(kind->id, kind->start);
    }
    rb_scene scene = rb_default_scene();
    check_table("world", rb_scene_table(&scene, RB_SECTION_WORLD));
    check_table("contact", rb_scene_table(&scene, RB_SECTION_CONTACT));
    check_table("solver", rb_scene_table(&scene, RB_SECTION_SOLVER));
}

static void json_is_laid_out_and_escaped(void **state) {
    (void)state;
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_json_text(&json, "te\"xt", "a\"b\\c\n\t\x01 μ");
    rb_json_number(&json, "third", 1.0 / 3);
    rb_json_number(&json, "tenth", 0.1);
    rb_json_number(&json, "none", NAN);
    rb_json_begin_list(&json, "list");
    rb_json_bool(&json, NULL, true);
    rb_json_text(&json, NULL, NULL);
    rb_json_begin_object(&json, NULL);
    rb_json_bool(&json, "no", false);
    rb_json_end(&json);
    rb_json_end(&json);
    rb_json_begin_object(&json, "empty");
    rb_json_end(&json);
    rb_json_end(&json);
    char *text = rb_json_finish(&json);
    assert_string_equal(text, "{\n"
                              "  \"te\\\"xt\": \"a\\\"b\\\\c\\n\\t\\u0001 μ\",\n"
                              "  \"third\": 0.3333333333333333,\n"
                              "  \"tenth\": 0.1,\n"
                              "  \"none\": null,\n"
                              "  \"list\": [true, null, {\n"
                              "      \"no\": false\n"
                              "    }],\n"
                              "  \"empty\": {}\n"
                              "}\n");
    free(text);
}

static void lists_are_split_at_commas(void **state) {
    (void)state;
    char item[4];
    const char *rest = "a,,bcdef,g,";
    static const char *const expected[] = {"a", "", "bcd", "g"}; /* too long: truncated */
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_true(rb_list_next(&rest, ',', item, sizeof item));
        assert_string_equal(item, expected[i]);
    }
    assert_false(rb_list_next(&rest, ',', item, sizeof item));
    rest = "";
    assert_false(rb_list_next(&rest, ',', item, sizeof item));
}

static void numbers_are_read_only_as_a_whole_list(void **state) {
    (void)state;
    double v[3];
    assert_true(rb_numbers_read("1,-2.5,3e2", ',', v, 3) && v[0] == 1 && v[1] == -2.5 && v[2] == 300);
    assert_true(rb_numbers_read(" 1  2\t3 ", ' ', v, 3) && v[2] == 3);
    assert_true(rb_numbers_read("1 , 2,3", ',', v, 3));
    static const char *const wrong[] = {"", "1,2", "1,2,", "1,2,3,4", "1,2,3x", "1;2;3", "1 2 3", "a,2,3"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(rb_numbers_read(wrong[i], ',', v, 3));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_split_at_commas),
        cmocka_unit_test(fail_formats_and_returns_the_code),
        cmocka_unit_test(version_is_reported_by_parts_and_as_a_whole),
        cmocka_unit_test(messages_contain_no_control_characters),
        cmocka_unit_test(elide_keeps_both_ends),
        cmocka_unit_test(colours_of_values),
        cmocka_unit_test(defaults_and_names),
        cmocka_unit_test(ranges),
        cmocka_unit_test(messages_state_the_range),
        cmocka_unit_test(parse),
        cmocka_unit_test(every_table_is_sound),
        cmocka_unit_test(json_is_laid_out_and_escaped),
        cmocka_unit_test(numbers_are_read_only_as_a_whole_list),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
