/* Scene files: round trips, and every kind of broken input. A message names the file, the field and
   what was expected; a refused file leaves the scene untouched. */
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "support.h"

static char *valid_text(void) {
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    char *text = rb_scene_to_text(&scene);
    assert_non_null(text);
    return text;
}

/* Reading `text` must fail with a message that has every part; the scene must not change. */
static void expect_refused(const char *text, const char *field, const char *expected) {
    rb_scene scene = rb_scene_default();
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

/* The valid scene as a tree, to break one thing in. */
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

static void refuse_value(const char *section, const char *name, cJSON *value,
                         const char *expected) {
    cJSON *root = valid_tree();
    assert_true(cJSON_ReplaceItemInObjectCaseSensitive(section_of(root, section), name, value));
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
            refuse_missing(section, row->name);
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
        refuse_missing(NULL, section);
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
    expect_tree_refused(root, "contact: mu", "twice");
    root = valid_tree();
    cJSON_AddItemToObject(root, "contact", cJSON_CreateObject());
    expect_tree_refused(root, "contact", "twice");
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
    expect_tree_refused(with_start("[{\"name\": \"a\"}, {\"name\": \"b\", \"mu\": 1}]"),
                        "starts[1]: mu", "unknown");
    expect_tree_refused(with_start("[{\"name\": \"a\", \"omega3\": 1e9}]"), "omega3", "<=");
    expect_tree_refused(with_start("[{\"name\": \"a\", \"omega3\": \"x\"}]"), "omega3", "a number");
    expect_tree_refused(with_start("[{}, {}, {}, {}, {}, {}, {}, {}, {}, {}]"), "starts",
                        "at most");

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

/* One text replaced in the file: for what a JSON tree cannot hold. */
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

static void numbers_that_are_none(void **state) {
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
        "",     " ",   "x",        "{",         "[1, 2",          "{\"a\": }",
        "{} x", "'a'", "\xff\xfe", "{\"a\" 1}", "<scene></scene>"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        expect_refused(texts[i], "some.json:", "not JSON");
    }
    expect_refused("[]", "some.json", "expected an object, got a list");
    expect_refused("3", "some.json", "expected an object, got a number");
    expect_refused("null", "some.json", "expected an object, got null");
    expect_refused("{}", "format", "missing");
    /* the line is told */
    rb_scene scene;
    rb_error err = {""};
    rb_scene_read_text("{\n\"a\": 1,\n\"b\": ?\n}", "some.json", &scene, &err);
    assert_contains(err.text, "some.json:3:");
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

/* An id names files: nothing in it may lead elsewhere or be taken for an option. */
static void ids(void **state) {
    (void)state;
    static const char *const bad[] = {"",    "../x", "a/b",   "..",  ".hidden", "-option",
                                      "K11", "a b",  "a\\nb", "ä",   "a\tb",    "~",
                                      "a:b", "$x",   "/etc",  "a\\", "a*"};
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

/* Names end up on terminals, in titles and in pictures. */
static void texts(void **state) {
    (void)state;
    static const char *const bad[] = {"a\x1b[2Jb",        "a\x07",   "\x7f", "a\nb\x0b",
                                      "\xc2\x9b",         "\xff",    "\xc3", "\xed\xa0\x80",
                                      "\xf4\x90\x80\x80", "\xc0\xaf"};
    static const char *const fields[] = {"name", "source", "description"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (int k = 0; k < 3; k++) {
            refuse_value(NULL, fields[k], cJSON_CreateString(bad[i]), "without control characters");
        }
    }
    refuse_value(NULL, "name", cJSON_CreateString("two\nlines"), "without control characters");
    expect_tree_refused(with_start("[{\"name\": \"a\\u001b[2J\"}]"), "starts: name",
                        "got the byte 0x1b");
    /* nor does a message pass them on */
    cJSON *root = valid_tree();
    cJSON_AddNumberToObject(root, "\x1b[2Jcolour", 1);
    expect_tree_refused(root, "?[2Jcolour", "unknown");
}

/* "mu\u0000x" is not mu, and no text ends before its end. */
static void zero_characters(void **state) {
    (void)state;
    refuse_text("\"mu\":", "\"mu\\u0000x\":", "some.json:", "zero characters, got \\u0000");
    refuse_text("\"k11-fig5\"", "\"k11-fig5\\u0000\"", "some.json:4:", "zero characters");
    refuse_text("\"celt\"", "\"celt\\u0000top\"", "some.json:", "zero characters");
    char *text = valid_text(); /* an escaped backslash before u0000 is no escape */
    char *at = strstr(text, "\"source\": \"");
    assert_non_null(at);
    memcpy(at + 11, "\\\\u0000", 7);
    rb_scene scene;
    rb_error err = {""};
    if (rb_scene_read_text(text, "some.json", &scene, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    assert_true(strncmp(scene.source, "\\u0000", 6) == 0);
    free(text);
}

/* ---- files ------------------------------------------------------------------------------------ */

static char folder[64];

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/rattleback-test-XXXXXX");
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

static void write_bytes(const char *path, const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void expect_file_refused(const char *path, rb_status status, const char *part) {
    rb_scene scene = rb_scene_default();
    const rb_scene before = scene;
    rb_error err = {""};
    assert_int_equal(rb_scene_read_file(path, &scene, &err), status);
    assert_contains(err.text, path);
    assert_contains(err.text, part);
    assert_memory_equal(&scene, &before, sizeof scene);
}

/* However long the path: section, field, line and expectation are told, and the file's name. */
static void long_paths_leave_room_for_the_message(void **state) {
    (void)state;
    char path[1200];
    const int length = snprintf(path, sizeof path, "/begin/%01150d/scene.json", 0);
    assert_in_range(length, 1150, sizeof path - 1);
    rb_scene scene = rb_scene_default();
    scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
    char *text = rb_scene_to_text(&scene);
    assert_non_null(text);
    rb_error err = {""};
    assert_int_equal(rb_scene_read_text(text, path, &scene, &err), RB_ERR_INPUT);
    assert_true(strncmp(err.text, "/begin/", 7) == 0);
    assert_contains(err.text, "...");
    assert_contains(err.text, "/scene.json: contact: mu: expected 0 <= mu <= 10, got -1");
    free(text);
    assert_int_equal(rb_scene_read_text("{\n]", path, &scene, &err), RB_ERR_INPUT);
    assert_contains(err.text, "/scene.json:2: not JSON: expected a value at");
    assert_int_equal(rb_scene_read_file(path, &scene, &err), RB_ERR_IO);
    assert_contains(err.text, "/scene.json: cannot be opened: ");
    assert_int_equal(rb_library_open(path + 7 + 700, &scene, &err), RB_ERR_IO);
    assert_contains(err.text, "/scene.json: cannot be opened: ");
}

static void files_that_cannot_be_read(void **state) {
    (void)state;
    char path[128];
    snprintf(path, sizeof path, "%s/scene.json", folder);
    expect_file_refused(path, RB_ERR_IO, "No such file");
    expect_file_refused(folder, RB_ERR_IO, "directory");
    write_bytes(path, "", 0);
    expect_file_refused(path, RB_ERR_INPUT, "not JSON");
    char *text = valid_text();
    size_t length = strlen(text);
    text[length / 2] = '\0'; /* a zero byte in the middle */
    write_bytes(path, text, length);
    expect_file_refused(path, RB_ERR_INPUT, "zero byte");
    free(text);
    size_t huge = (1 << 20) + 10;
    char *spaces = malloc(huge);
    assert_non_null(spaces);
    memset(spaces, ' ', huge);
    write_bytes(path, spaces, huge);
    expect_file_refused(path, RB_ERR_INPUT, "1 MiB");
    free(spaces);
    assert_int_equal(unlink(path), 0);
    rb_scene scene = rb_scene_default();
    rb_error err = {""};
    assert_int_equal(rb_scene_write_file(&scene, "/nonexistent/x.json", &err), RB_ERR_IO);
    assert_contains(err.text, "/nonexistent/x.json");
    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(rb_scene_write_file(&scene, "/dev/full", &err), RB_ERR_IO);
        assert_contains(err.text, "/dev/full");
    }
}

/* Where there is no room for the new file the old one stays, and nothing else. */
static void no_room_costs_no_file(void **state) {
    (void)state;
    char path[128];
    snprintf(path, sizeof path, "%s/scene.json", folder);
    rb_scene scene = rb_test_scene("k11-fig5", NULL), back;
    rb_error err = {""};
    assert_int_equal(rb_scene_write_file(&scene, path, &err), RB_OK);
    struct rlimit all, little;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
    little = (struct rlimit){100, all.rlim_max};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN); /* else writing too much ends the program */
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    snprintf(scene.id, sizeof scene.id, "another");
    rb_status status = rb_scene_write_file(&scene, path, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(status, RB_ERR_IO);
    assert_contains(err.text, "File too large");
    assert_int_equal(rb_scene_read_file(path, &back, &err), RB_OK);
    assert_string_equal(back.id, "k11-fig5");
    assert_int_equal(unlink(path), 0);
}

/* Awkward values survive: 17 digits are written where 15 do not suffice. */
static void fill_with_awkward_values(rb_scene *scene) {
    static const struct {
        rb_section section;
        const char *name;
        double value;
    } values[] = {
        {RB_SECTION_CONTACT, "mu", 0.1 + 0.2},        {RB_SECTION_BODY, "m", 1.0 / 3},
        {RB_SECTION_BODY, "B12", -1e-5 / 3},          {RB_SECTION_START, "omega1", -0.0},
        {RB_SECTION_START, "omega2", 1e-300},         {RB_SECTION_START, "omega3", 123.456},
        {RB_SECTION_WORLD, "g", 9.80665000000000001}, {RB_SECTION_BODY, "k1", 5e-324}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        int index = rb_param_find(rb_scene_table(scene, values[i].section), values[i].name);
        scene->values[values[i].section][index] = values[i].value;
    }
    snprintf(scene->id, sizeof scene->id, "round-trip");
    snprintf(scene->name, sizeof scene->name, "\"Quotes\", back\\slash, μ and ω₃");
    snprintf(scene->description, sizeof scene->description, "two\nlines,\ttab");
}

static void round_trip(void **state) {
    (void)state;
    char path[128];
    snprintf(path, sizeof path, "%s/scene.json", folder);
    for (int i = 0; i < rb_friction_law_count(); i++) {
        rb_scene scene = rb_test_scene("k11-fig5", NULL), back;
        rb_scene_set_friction(&scene, rb_friction_law_at(i));
        fill_with_awkward_values(&scene);
        memset(&back, 0xff, sizeof back);
        rb_error err = {""};
        assert_int_equal(rb_scene_write_file(&scene, path, &err), RB_OK);
        if (rb_scene_read_file(path, &back, &err) != RB_OK) {
            fail_msg("%s", err.text);
        }
        assert_string_equal(back.id, scene.id);
        assert_string_equal(back.name, scene.name);
        assert_string_equal(back.description, scene.description);
        assert_string_equal(back.source, scene.source);
        assert_ptr_equal(back.friction, scene.friction);
        assert_ptr_equal(back.body, scene.body);
        for (int s = 0; s < RB_SECTION_COUNT; s++) {
            for (int k = 0; k < RB_PARAMS_MAX; k++) {
                assert_true(back.values[s][k] == scene.values[s][k]);
            }
        }
    }
    assert_int_equal(unlink(path), 0);
}

/* The files that ship are what the program would write: canonical, so that differences show. */
static void shipped_files_are_canonical(void **state) {
    (void)state;
    rb_library *library = malloc(sizeof *library);
    assert_non_null(library);
    assert_int_equal(rb_library_load(library, NULL, NULL), RB_OK);
    for (int i = 0; i < library->count; i++) {
        char path[2048], bytes[16384];
        snprintf(path, sizeof path, "%s/%s.json", library->folder, library->scenes[i].id);
        FILE *file = fopen(path, "rb");
        if (file == NULL) {
            fail_msg("%s: the file's name is not its id", path);
        }
        size_t size = fread(bytes, 1, sizeof bytes - 1, file);
        bytes[size] = '\0';
        fclose(file);
        char *text = rb_scene_to_text(&library->scenes[i]);
        assert_non_null(text);
        cJSON *shipped = cJSON_Parse(bytes), *written = cJSON_Parse(text);
        assert_true(cJSON_Compare(shipped, written, 1));
        cJSON_Delete(shipped);
        cJSON_Delete(written);
        free(text);
    }
    free(library);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_parameter),
        cmocka_unit_test(header_fields),
        cmocka_unit_test(unknown_and_double_fields),
        cmocka_unit_test(laws_and_bodies),
        cmocka_unit_test(named_starts),
        cmocka_unit_test(numbers_that_are_none),
        cmocka_unit_test(not_json),
        cmocka_unit_test(deep_nesting_does_no_harm),
        cmocka_unit_test(ids),
        cmocka_unit_test(texts),
        cmocka_unit_test(zero_characters),
        cmocka_unit_test(long_paths_leave_room_for_the_message),
        cmocka_unit_test_setup_teardown(no_room_costs_no_file, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(files_that_cannot_be_read, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(round_trip, make_folder, remove_folder),
        cmocka_unit_test(shipped_files_are_canonical),
    };
    return cmocka_run_group_tests_name("scene files", tests, NULL, NULL);
}
