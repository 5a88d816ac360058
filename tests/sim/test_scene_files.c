/* Scene files as text: every kind of invalid input. A message names the file, the field and what was
   expected; a rejected file leaves the scene unchanged. */
#include <cjson/cJSON.h>
#include <errno.h>

#include "support.h"

static char *valid_text(void) {
    rb_scene scene = rb_test_scene("k11-fig5", "base.motion=sweep", NULL);
    char *text = rb_scene_to_text(&scene);
    assert_non_null(text);
    return text;
}

/* Reading `text` must fail with a message that has every part; the scene must not change. */
static void expect_refused(const char *text, const char *field, const char *expected) {
    rb_scene scene = rb_default_scene();
    const rb_scene before = scene;
    rb_error err = {""};
    if (rb_scene_read_text(text, "some.json", &scene, &err) != RB_ERR_INPUT) {
        fail_msg("accepted, though %s: %s", field, expected);
    }
    assert_contains(err.text, "some.json:");
    assert_contains(err.text, field);
    assert_contains(err.text, expected);
    assert_memory_equal(&scene, &before, sizeof scene);
}

/* The valid scene as a tree, for single changes. */
static cJSON *valid_tree(void) {
    char *text = valid_text();
    cJSON *root = cJSON_Parse(text);
    free(text);
    assert_non_null(root);
    return root;
}

static void expect_tree_refused(cJSON *root, const char *field, const char *expected) {
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    expect_refused(text, field, expected);
    free(text);
}

/* section NULL: the root itself. */
static cJSON *section_of(cJSON *root, const char *section) {
    return section == NULL ? root : cJSON_GetObjectItemCaseSensitive(root, section);
}

static void refuse_value(const char *section, const char *name, cJSON *value, const char *expected) {
    cJSON *root = valid_tree(), *object = section_of(root, section);
    cJSON_DeleteItemFromObjectCaseSensitive(object, name); /* which an optional one may lack */
    assert_true(cJSON_AddItemToObject(object, name, value));
    expect_tree_refused(root, name, expected);
}

static void refuse_missing(const char *section, const char *name) {
    cJSON *root = valid_tree();
    cJSON_DeleteItemFromObjectCaseSensitive(section_of(root, section), name);
    expect_tree_refused(root, name, "expected");
}

/* Every field of every section: missing, of the wrong type, out of range. */
static void every_parameter(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        const char *section = rb_section_name((rb_section)s);
        rb_param_table table = rb_scene_table(&scene, (rb_section)s);
        for (int i = 0; i < table.count; i++) {
            const rb_param *row = &table.rows[i];
            if ((row->flags & RB_PARAM_OPTIONAL) == 0) {
                refuse_missing(section, row->name);
            }
            refuse_value(section, row->name, cJSON_CreateNull(), "expected");
            refuse_value(section, row->name, cJSON_CreateObject(), "expected");
            if (row->flags & RB_PARAM_CHOICE) {
                refuse_value(section, row->name, cJSON_CreateNumber(0), "expected text");
                refuse_value(section, row->name, cJSON_CreateString("nosuch"), row->choices[0]);
            } else if (row->flags & RB_PARAM_BOOL) {
                refuse_value(section, row->name, cJSON_CreateNumber(1), "true or false");
                refuse_value(section, row->name, cJSON_CreateString("true"), "true or false");
            } else {
                refuse_value(section, row->name, cJSON_CreateString("1"), "a number");
                refuse_value(section, row->name, cJSON_CreateTrue(), "a number");
                refuse_value(section, row->name, cJSON_CreateNumber(row->max * 2 + 1), "<=");
                refuse_value(section, row->name, cJSON_CreateNumber(row->min - 1), "<=");
            }
        }
        if (s != RB_SECTION_BASE) { /* the table rests unless a file says otherwise */
            refuse_missing(NULL, section);
        }
        refuse_value(NULL, section, cJSON_CreateNumber(1), "an object");
        refuse_value(NULL, section, cJSON_CreateArray(), "an object");
    }
}

static void header_fields(void **state) {
    (void)state;
    static const char *const texts[] = {"format", "id", "name", "description", "source"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        refuse_missing(NULL, texts[i]);
        refuse_value(NULL, texts[i], cJSON_CreateNumber(3), "expected text");
        char longer[2000];
        memset(longer, 'y', sizeof longer - 1);
        longer[sizeof longer - 1] = '\0';
        refuse_value(NULL, texts[i], cJSON_CreateString(longer), "expected at most");
    }
    refuse_value(NULL, "format", cJSON_CreateString("other"), "\"rattleback-scene\"");
    refuse_missing(NULL, "version");
    refuse_value(NULL, "version", cJSON_CreateNumber(2), "expected 1");
    refuse_value(NULL, "version", cJSON_CreateNumber(1.5), "expected 1");
    refuse_value(NULL, "version", cJSON_CreateString("1"), "expected 1");
}

static void unknown_and_double_fields(void **state) {
    (void)state;
    cJSON *root = valid_tree();
    cJSON_AddNumberToObject(root, "colour", 1);
    expect_tree_refused(root, "colour", "unknown");
    root = valid_tree();
    cJSON_AddNumberToObject(section_of(root, "contact"), "muu", 1);
    expect_tree_refused(root, "contact: muu", "unknown");
    root = valid_tree(); /* names are case-sensitive */
    cJSON_AddNumberToObject(section_of(root, "contact"), "Mu", 1);
    expect_tree_refused(root, "Mu", "unknown");
    root = valid_tree();
    cJSON_AddNumberToObject(section_of(root, "contact"), "mu", 0.1);
    expect_tree_refused(root, "contact: mu", "duplicate");
    root = valid_tree();
    cJSON_AddItemToObject(root, "contact", cJSON_CreateObject());
    expect_tree_refused(root, "contact", "duplicate");
    root = valid_tree(); /* world has no law to choose */
    cJSON_AddStringToObject(section_of(root, "world"), "law", "x");
    expect_tree_refused(root, "law", "unknown");
}

static void laws_and_bodies(void **state) {
    (void)state;
    static const char *const chosen[][2] = {
        {"body", "kind"}, {"normal", "law"}, {"friction", "law"}, {"rolling", "law"}};
    for (int i = 0; i < 4; i++) {
        refuse_missing(chosen[i][0], chosen[i][1]);
        refuse_value(chosen[i][0], chosen[i][1], cJSON_CreateNumber(0), "expected text");
        refuse_value(chosen[i][0], chosen[i][1], cJSON_CreateString("nosuch"), "\"nosuch\"");
    }
}

/* Named starts: a list of objects, each a name and some values of the start section. */
static cJSON *with_start(const char *json) {
    cJSON *root = valid_tree();
    cJSON_DeleteItemFromObjectCaseSensitive(root, "starts");
    cJSON_AddItemToObject(root, "starts", cJSON_Parse(json));
    return root;
}

static void named_starts(void **state) {
    (void)state;
    expect_tree_refused(with_start("3"), "starts", "expected a list");
    expect_tree_refused(with_start("[1]"), "starts[0]", "expected an object");
    expect_tree_refused(with_start("[{}]"), "starts[0]: name", "expected text");
    expect_tree_refused(with_start("[{\"name\": \"a\"}, {\"name\": \"b\", \"mu\": 1}]"), "starts[1]: mu",
                        "unknown");
    expect_tree_refused(with_start("[{\"name\": \"a\", \"omega3\": 1e9}]"), "omega3", "<=");
    expect_tree_refused(with_start("[{\"name\": \"a\", \"omega3\": \"x\"}]"), "omega3", "a number");
    expect_tree_refused(with_start("[{}, {}, {}, {}, {}, {}, {}, {}, {}, {}]"), "starts", "at most");

    cJSON *root = with_start("[{\"name\": \"one\"}, {\"name\": \"two\", \"omega3\": -7.5}]");
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    rb_scene scene, back;
    rb_error err = {""};
    assert_int_equal(rb_scene_read_text(text, "some.json", &scene, &err), RB_OK);
    free(text);
    assert_int_equal(scene.start_count, 2);
    text = rb_scene_to_text(&scene);
    assert_int_equal(rb_scene_read_text(text, "some.json", &back, &err), RB_OK);
    free(text);
    assert_memory_equal(back.starts, scene.starts, sizeof scene.starts);
    assert_int_equal(rb_scene_use_start(&scene, "3", &err), RB_ERR_INPUT);
    assert_contains(err.text, "1 to 2");
    int omega3 = rb_param_find(scene.body->start, "omega3");
    assert_int_equal(rb_scene_use_start(&scene, "two", &err), RB_OK);
    assert_true(scene.values[RB_SECTION_START][omega3] == -7.5);
    assert_int_equal(rb_scene_use_start(&scene, "1", &err), RB_OK);
    assert_true(scene.values[RB_SECTION_START][omega3] == 4);
}

/* Replaces one text in the file: for input that a JSON tree cannot represent. */
static void refuse_text(const char *from, const char *to, const char *field, const char *expected) {
    char *text = valid_text();
    char *at = strstr(text, from);
    assert_non_null(at);
    size_t size = strlen(text) + strlen(to) + 1;
    char *changed = malloc(size);
    assert_non_null(changed);
    snprintf(changed, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    expect_refused(changed, field, expected);
    free(changed);
    free(text);
}

static void invalid_numbers_are_rejected(void **state) {
    (void)state;
    refuse_text("0.25", "NaN", "some.json:", "not JSON");
    refuse_text("0.25", "nan", "some.json:", "not JSON");
    refuse_text("0.25", "Infinity", "some.json:", "not JSON");
    refuse_text("0.25", "1e999", "m", "expected 0 < m <= 1000");
    refuse_text("0.25", "-1e999", "m", "expected 0 < m <= 1000");
    refuse_text("0.25", "--1", "some.json:", "not JSON");
    refuse_text("0.25", "", "some.json:", "not JSON");
    refuse_text("0.25", "-0.25", "m", "expected 0 < m <= 1000 kg, got -0.25");
    refuse_text("0.25", "0", "m", "got 0");
}

static void not_json(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",     " ",   "x",        "{",         "[1, 2",           "{\"a\": }",
        "{} x", "'a'", "\xff\xfe", "{\"a\" 1}", "<scene></scene>", "{\"a\\"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        expect_refused(texts[i], "some.json:", "not JSON");
    }
    expect_refused("[]", "some.json", "expected an object, got a list");
    expect_refused("3", "some.json", "expected an object, got a number");
    expect_refused("null", "some.json", "expected an object, got null");
    expect_refused("{}", "format", "missing");
    /* the line is reported */
    rb_scene scene;
    rb_error err = {""};
    rb_scene_read_text("{\n\"a\": 1,\n\"b\": ?\n}", "some.json", &scene, &err);
    assert_contains(err.text, "some.json:3:");
    errno = ENOMEM; /* an earlier errno is not the reason */
    expect_refused("{", "some.json:", "not JSON");
}

static void deep_nesting_does_no_harm(void **state) {
    (void)state;
    enum { DEPTH = 200000 };
    char *text = malloc(DEPTH + 1);
    assert_non_null(text);
    memset(text, '[', DEPTH);
    text[DEPTH] = '\0';
    expect_refused(text, "some.json:", "not JSON");
    free(text);
}

/* An id is used in file names: it must not contain a path or look like an option. */
static void ids(void **state) {
    (void)state;
    static const char *const bad[] = {"",  "../x", "a/b", "..",  ".hidden", "-option", "K11", "a b", "a\\nb",
                                      "ä", "a\tb", "~",   "a:b", "$x",      "/etc",    "a\\", "a*"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        refuse_value(NULL, "id", cJSON_CreateString(bad[i]), "expected letters a to z");
        assert_int_equal(rb_scene_check_id(bad[i], "x", NULL), RB_ERR_INPUT);
    }
    static const char *const good[] = {"a", "k11-fig5", "0.5_b", "a..b", "_"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_int_equal(rb_scene_check_id(good[i], "x", NULL), RB_OK);
    }
    rb_scene scene;
    rb_error err = {""};
    assert_int_equal(rb_library_open("..", &scene, &err), RB_ERR_INPUT);
    assert_contains(err.text, "no scene of this id");
}

/* Names appear on terminals, in titles and in pictures. */
static void texts(void **state) {
    (void)state;
    static const char *const bad[] = {"a\x1b[2Jb", "a\x07", "\x7f",         "a\nb\x0b",         "\xc2\x9b",
                                      "\xff",      "\xc3",  "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\xaf"};
    static const char *const fields[] = {"name", "source", "description"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (int k = 0; k < 3; k++) {
            refuse_value(NULL, fields[k], cJSON_CreateString(bad[i]), "without control characters");
        }
    }
    refuse_value(NULL, "name", cJSON_CreateString("two\nlines"), "without control characters");
    expect_tree_refused(with_start("[{\"name\": \"a\\u001b[2J\"}]"), "starts: name", "got the byte 0x1b");
    /* messages do not contain them either */
    cJSON *root = valid_tree();
    cJSON_AddNumberToObject(root, "\x1b[2Jcolour", 1);
    expect_tree_refused(root, "?[2Jcolour", "unknown");
}

/* "mu\u0000x" is not mu, and no text ends early. */
static void zero_characters(void **state) {
    (void)state;
    refuse_text("\"mu\":", "\"mu\\u0000x\":", "some.json:", "zero characters, got \\u0000");
    refuse_text("\"k11-fig5\"", "\"k11-fig5\\u0000\"", "some.json:4:", "zero characters");
    refuse_text("\"celt\"", "\"celt\\u0000top\"", "some.json:", "zero characters");
    char *text = valid_text(); /* an escaped backslash before u0000 is not an escape */
    char *at = strstr(text, "\"source\": \"");
    assert_non_null(at);
    for (int i = 0; i < 7; i++) {
        at[11 + i] = "\\\\u0000"[i];
    }
    rb_scene scene;
    rb_error err = {""};
    if (rb_scene_read_text(text, "some.json", &scene, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    assert_true(strncmp(scene.source, "\\u0000", 6) == 0);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_parameter),
        cmocka_unit_test(header_fields),
        cmocka_unit_test(unknown_and_double_fields),
        cmocka_unit_test(laws_and_bodies),
        cmocka_unit_test(named_starts),
        cmocka_unit_test(invalid_numbers_are_rejected),
        cmocka_unit_test(not_json),
        cmocka_unit_test(deep_nesting_does_no_harm),
        cmocka_unit_test(ids),
        cmocka_unit_test(texts),
        cmocka_unit_test(zero_characters),
    };
    return cmocka_run_group_tests_name("scene files", tests, NULL, NULL);
}
