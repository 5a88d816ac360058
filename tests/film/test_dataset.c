/* Data sets: the synthetic one that rbsim writes passes its check; every wrong field is named. */
#include <math.h>
#include <stdlib.h>

#include "base/file.h"
#include "cli.h"
#include "film/dataset.h"
#include "support.h"

static rb_error err;

static void make(const char *folder) {
    free(OUTPUT("track", "toy-plastic", "--until", "1", "--rate", "30", "--noise", "5e-5", "--camera", "0.4",
                "--markers", "-0.036 0 0, 0.036 0 0, 0 0.005 0", "--omega", "0 2 10", "--dataset", folder));
}

static void a_synthetic_data_set_is_right(void **state) {
    (void)state;
    char folder[200];
    snprintf(folder, sizeof folder, "%s", rb_test_path("set"));
    make(folder);
    char *output = OUTPUT("dataset", "check", folder);
    assert_contains(output, "Synthetic: Toy-shop stone: 1 film, 31 frames, CC0-1.0, synthetic");
    free(output);
    rb_dataset_facts facts;
    assert_int_equal(rb_dataset_check(folder, &facts, &err), RB_OK);
    assert_true(facts.synthetic && facts.films == 1 && facts.frames == 31);
    assert_int_equal(rb_dataset_check(RB_TEST_DOCS "/../examples/dataset-synthetic", &facts, &err), RB_OK);
    assert_int_equal(facts.frames, 61);
    REFUSED(1, "absent", "dataset", "check", "absent");
    REFUSED(2, "expected check, got \"list\"", "dataset", "list", folder);
    assert_int_equal(rb_test_remove_tree(folder), 0);
}

/* Replaces a part of dataset.json, checks, and writes it back. */
static void expect(const char *folder, const char *part, const char *by, const char *message) {
    char path[300], changed[8000];
    char *text = NULL;
    size_t size = 0;
    rb_dataset_facts facts;
    snprintf(path, sizeof path, "%s/dataset.json", folder);
    assert_int_equal(rb_file_read(path, "a data set", 1 << 20, &text, &size, &err), RB_OK);
    char *at = strstr(text, part);
    if (at == NULL) {
        fail_msg("%s is not in %s", part, text);
        return;
    }
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, by, at + strlen(part));
    assert_int_equal(rb_file_write(path, changed, strlen(changed), &err), RB_OK);
    assert_true(rb_dataset_check(folder, &facts, &err) != RB_OK);
    assert_contains(err.text, message);
    assert_contains(err.text, folder);
    assert_int_equal(rb_file_write(path, text, strlen(text), &err), RB_OK);
    free(text);
}

static void every_wrong_field_is_named(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"\"format\": \"rattleback-dataset\"", "\"format\": \"x\"", "format"},
        {"\"version\": 1", "\"version\": 7", "version"},
        {"\"name\":", "\"title\":", "title"},
        {"\"licence\": \"CC0-1.0\"", "\"licence\": \"\"", "licence: expected one"},
        {"\"synthetic\": true", "\"synthetic\": 1", "synthetic: expected true or false, got a number"},
        {"\"synthetic\": true", "\"synthetic\": false", "truth: expected only if"},
        {"\"stone\": \"stone.json\"", "\"stone\": \"../stone.json\"",
         "stone: expected the name of a file in this folder"},
        {"\"stone\": \"stone.json\"", "\"stone\": \"other.json\"", "stone: expected a file, found none"},
        {"\"contact.mu\": 0.3", "\"contact.nu\": 0.3", "truth: "},
        {"\"contact.mu\": 0.3", "\"contact.mu\": \"0.3\"", "truth: contact.mu: expected a number, got text"},
        {"\"points\": \"points.csv\"", "\"points\": 5", "films[0]"},
        {"\"points\": \"points.csv\"", "\"points\": \"stone.json\"", "stone.json"},
        {"\"points\": \"points.csv\"", "\"points\": \"points.csv\", \"clip\": \"no.mp4\"",
         "clip: expected a file"},
        {"\"camera\": 0.4", "\"camera\": -1", "films[0]: camera"},
        {"0.005", "\"a\"", "markers[2]: expected [x, y, z]"},
        {"\"distance\": 0.072", "\"distance\": 0.08", "distance: expected that of markers 1 and 2, 72 mm"},
        {"\"camera\": 0.4", "\"camera\": 0.1",
         "points: expected a distance of points 1 and 2 of 72 mm within 3 %"},
    };
    char folder[100];
    snprintf(folder, sizeof folder, "%s", rb_test_path("wrong"));
    make(folder);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect(folder, cases[i][0], cases[i][1], cases[i][2]);
    }
    assert_int_equal(rb_test_remove_tree(folder), 0);
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_synthetic_data_set_is_right),
        cmocka_unit_test(every_wrong_field_is_named),
    };
    return cmocka_run_group_tests_name("dataset", tests, rb_test_make_folder, rb_test_remove_folder);
}
