/* Search for scenes, and messages if they are missing. */
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static char place[] = "test_library_XXXXXX"; /* in the working folder; removed at the end */

static rb_library *new_library(void) {
    rb_library *library = malloc(sizeof *library);
    assert_non_null(library);
    return library;
}

static void path_of(char *path, size_t size, int number) {
    snprintf(path, size, "%s/scenes/s%d.json", place, number);
}

static void loads(const char *folder, rb_status status, const char *message) {
    rb_library *library = new_library();
    rb_error err = {""};
    assert_int_equal(rb_library_load(library, folder, &err), status);
    assert_contains(err.text, message);
    free(library);
}

/* Without the environment variable: below the prefix of the program, as in a build folder. */
static void below_the_prefix(void **state) {
    (void)state;
    rb_library *given = new_library(), *found = new_library();
    assert_int_equal(rb_library_load(given, NULL, NULL), RB_OK);
    const char *data = getenv("RATTLEBACK_DATA");
    assert_non_null(data);
    char kept[1024];
    snprintf(kept, sizeof kept, "%s", data);
    for (int i = 0; i < 2; i++) { /* an empty variable counts as unset */
        if (i == 0) {
            unsetenv("RATTLEBACK_DATA");
        } else {
            setenv("RATTLEBACK_DATA", "", 1);
        }
        assert_int_equal(rb_library_load(found, "", NULL), RB_OK);
        assert_contains(found->folder, "/share/rattleback/scenes");
        assert_int_equal(found->count, given->count);
        assert_string_equal(found->scenes[0].id, given->scenes[0].id);
    }
    char small[8];
    rb_error err = {""};
    assert_int_equal(rb_library_find_folder(small, sizeof small, &err), RB_ERR_IO);
    assert_contains(err.text, "RATTLEBACK_DATA");
    setenv("RATTLEBACK_DATA", kept, 1);
    free(given);
    free(found);
}

static void a_missing_folder_is_reported(void **state) {
    (void)state;
    char kept[1024], longer[1100];
    snprintf(kept, sizeof kept, "%s", getenv("RATTLEBACK_DATA"));
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    const char *const wrong[] = {"/nowhere", "/dev/null", longer};
    rb_scene scene;
    for (int i = 0; i < 3; i++) {
        rb_error err = {""};
        setenv("RATTLEBACK_DATA", wrong[i], 1);
        assert_int_equal(rb_library_open("k11-fig5", &scene, &err), RB_ERR_IO);
        assert_contains(err.text, "RATTLEBACK_DATA: expected a folder");
        loads(NULL, RB_ERR_IO, "RATTLEBACK_DATA: expected a folder");
    }
    setenv("RATTLEBACK_DATA", kept, 1);
    loads("/nowhere", RB_ERR_IO, "/nowhere: cannot be opened");
    loads(longer, RB_ERR_INPUT, "expected a path below 1024 bytes");
}

static void by_id_or_by_path(void **state) {
    (void)state;
    rb_library *library = new_library();
    rb_scene scene;
    rb_error err = {""};
    assert_int_equal(rb_library_load(library, NULL, NULL), RB_OK);
    assert_string_equal(rb_library_find(library, "k11-fig5")->id, "k11-fig5");
    assert_null(rb_library_find(library, "k11-fig"));
    for (int i = 1; i < library->count; i++) {
        assert_true(strcmp(library->scenes[i - 1].id, library->scenes[i].id) < 0);
    }
    free(library);
    static const char *const missing[] = {"k11-fig", "K11-FIG5", "..", ".json", ""};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(rb_library_open(missing[i], &scene, &err), RB_ERR_INPUT);
        assert_contains(err.text, "no scene of this id");
    }
    assert_int_equal(rb_library_open("missing.json", &scene, &err), RB_ERR_IO);
    assert_contains(err.text, "missing.json");
}

/* The maximum number of scenes, then one more; other file names are ignored. */
static void the_library_has_a_limited_size(void **state) {
    (void)state;
    char folder[64], path[96];
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    assert_non_null(mkdtemp(place));
    snprintf(folder, sizeof folder, "%s/scenes", place);
    assert_int_equal(mkdir(folder, 0700), 0);
    for (int i = 0; i < RB_LIBRARY_MAX; i++) {
        path_of(path, sizeof path, i);
        snprintf(scene.id, sizeof scene.id, "s%d", i);
        assert_int_equal(rb_scene_write_file(&scene, path, NULL), RB_OK);
    }
    snprintf(path, sizeof path, "%s/.hidden.json", folder);
    assert_int_equal(rb_scene_write_file(&scene, path, NULL), RB_OK);
    rb_library *library = new_library();
    assert_int_equal(rb_library_load(library, folder, NULL), RB_OK);
    assert_int_equal(library->count, RB_LIBRARY_MAX);
    free(library);
    unlink(path);
    path_of(path, sizeof path, RB_LIBRARY_MAX);
    assert_int_equal(rb_scene_write_file(&scene, path, NULL), RB_OK);
    loads(folder, RB_ERR_INPUT, "expected at most 128 scenes");
    for (int i = 0; i <= RB_LIBRARY_MAX; i++) {
        path_of(path, sizeof path, i);
        unlink(path);
    }
    rmdir(folder);
    rmdir(place);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(below_the_prefix),
        cmocka_unit_test(a_missing_folder_is_reported),
        cmocka_unit_test(by_id_or_by_path),
        cmocka_unit_test(the_library_has_a_limited_size),
    };
    return cmocka_run_group_tests_name("library", tests, NULL, NULL);
}
