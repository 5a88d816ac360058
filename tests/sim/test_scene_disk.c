/* Scene files on disk: rejected with a reason, written completely, read back to the same bits. */
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "support.h"

static void write_bytes(const char *path, const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static char *valid_text(void) {
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    char *text = rb_scene_to_text(&scene);
    assert_non_null(text);
    return text;
}

static void expect_file_refused(const char *path, rb_status status, const char *part) {
    rb_scene scene = rb_default_scene();
    const rb_scene before = scene;
    rb_error err = {""};
    assert_int_equal(rb_scene_read_file(path, &scene, &err), status);
    assert_contains(err.text, path);
    assert_contains(err.text, part);
    assert_memory_equal(&scene, &before, sizeof scene);
}

/* With a path of any length, section, field, line and expectation are reported, and the name of the file. */
static void long_paths_leave_room_for_the_message(void **state) {
    (void)state;
    char path[1200];
    const int length = snprintf(path, sizeof path, "/begin/%01150d/scene.json", 0);
    assert_in_range(length, 1150, sizeof path - 1);
    rb_scene scene = rb_default_scene();
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
    snprintf(path, sizeof path, "%s/scene.json", rb_test_folder);
    expect_file_refused(path, RB_ERR_IO, "No such file");
    expect_file_refused(rb_test_folder, RB_ERR_IO, "directory");
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
    rb_scene scene = rb_default_scene();
    rb_error err = {""};
    assert_int_equal(rb_scene_write_file(&scene, "/nonexistent/x.json", &err), RB_ERR_IO);
    assert_contains(err.text, "/nonexistent/x.json");
    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(rb_scene_write_file(&scene, "/dev/full", &err), RB_ERR_IO);
        assert_contains(err.text, "/dev/full");
    }
}

/* If there is no space for the new file, the old one stays, and no temporary file is left. */
static void a_full_disk_keeps_the_old_file(void **state) {
    (void)state;
    char path[128];
    snprintf(path, sizeof path, "%s/scene.json", rb_test_folder);
    rb_scene scene = rb_test_scene("k11-fig5", NULL), back;
    rb_error err = {""};
    assert_int_equal(rb_scene_write_file(&scene, path, &err), RB_OK);
    struct rlimit all, little;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
    little = (struct rlimit){100, all.rlim_max};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN); /* otherwise the signal would end the program */
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

/* Difficult values: 17 digits are written where 15 are not enough. */
static void fill_with_awkward_values(rb_scene *scene) {
    static const struct {
        rb_section section;
        const char *name;
        double value;
    } values[] = {{RB_SECTION_CONTACT, "mu", 0.1 + 0.2},        {RB_SECTION_BODY, "m", 1.0 / 3},
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
    snprintf(path, sizeof path, "%s/scene.json", rb_test_folder);
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

/* Shipped files equal what the program writes, so that differences are visible. */
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
        cmocka_unit_test(long_paths_leave_room_for_the_message),
        cmocka_unit_test_setup_teardown(a_full_disk_keeps_the_old_file, rb_test_make_folder,
                                        rb_test_remove_folder),
        cmocka_unit_test_setup_teardown(files_that_cannot_be_read, rb_test_make_folder,
                                        rb_test_remove_folder),
        cmocka_unit_test_setup_teardown(round_trip, rb_test_make_folder, rb_test_remove_folder),
        cmocka_unit_test(shipped_files_are_canonical),
    };
    return cmocka_run_group_tests_name("scene files on disk", tests, NULL, NULL);
}
