/* Number input and output do not depend on the host program's locale. Run by tests/lint/locale.sh with
   the name of a locale whose decimal point is a comma. */
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rattleback/rattleback.h"
#include "rattleback/sweep.h"
#include "sim/csv.h"
#include "support.h"

/* The locale is the one that the host program has set. */
static void assert_comma(void) {
    char text[16];
    snprintf(text, sizeof text, "%.1f", 0.5);
    assert_string_equal(text, "0,5");
}

static void scenes_are_written_and_read(void **state) {
    (void)state;
    rb_error err = {""};
    rb_scene scene = rb_default_scene(), again;
    rb_test_assign(&scene, "mu=0.35");
    assert_true(scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.35);
    assert_comma();
    char *text = rb_scene_to_text(&scene);
    assert_contains(text, "\"mu\": 0.35");
    assert_comma();
    assert_int_equal(rb_scene_read_text(text, "it", &again, &err), RB_OK);
    assert_memory_equal(again.values, scene.values, sizeof scene.values);
    assert_comma();
    free(text);
    assert_int_equal(rb_scene_assign(&scene, "mu=0,35", &err), RB_ERR_INPUT);
    assert_int_equal(rb_scene_assign(&scene, "mu=10.5", &err), RB_ERR_INPUT);
    assert_contains(err.text, "got 10.5");
    assert_int_equal(rb_scene_set(&scene, "rtol", "0.5", &err), RB_ERR_INPUT);
    assert_contains(err.text, "1e-13 <= rtol <= 0.01");
    assert_comma();
}

static void tables_are_written_and_read(void **state) {
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    rb_csv csv = {.out = out, .digits = 17};
    rb_csv_number(&csv, 0.25);
    rb_csv_number(&csv, -1.5e-7);
    rb_csv_end_row(&csv);
    fclose(out);
    assert_string_equal(text, "0.25,-1.4999999999999999e-07\n");
    free(text);
    rb_summary summary = {.first_reversal_time = 0.75};
    char field[64];
    rb_outcome_text(rb_outcome_find("first_reversal_time"), &summary, field, sizeof field);
    assert_string_equal(field, "0.7500");
    rb_scene scene = rb_default_scene();
    rb_axis axis;
    rb_error err = {""};
    assert_int_equal(rb_axis_parse(&axis, &scene, "--x", "mu=0.25:0.75:3", false, &err), RB_OK);
    assert_true(axis.from == 0.25 && axis.to == 0.75);
    double eps = 0;
    assert_int_equal(rb_friction_assign(rb_friction_law_find("k11-p2"), &eps, "eps=0.125", &err), RB_OK);
    assert_true(eps == 0.125);
    assert_comma();
}

static bool has_same_values(const rb_scene *a, const rb_scene *b) {
    bool same = true;
    for (int section = 0; section < RB_SECTION_COUNT; section++) {
        for (int i = 0; i < RB_PARAMS_MAX; i++) {
            same = same && a->values[section][i] == b->values[section][i];
        }
    }
    return same;
}

static void *write_and_read(void *context) {
    int *wrong = context;
    for (int i = 0; i < 200; i++) {
        rb_scene scene = rb_default_scene(), again;
        char *text = rb_scene_to_text(&scene);
        *wrong += rb_scene_read_text(text, "it", &again, NULL) != RB_OK || !has_same_values(&again, &scene);
        char host[16];
        snprintf(host, sizeof host, "%.1f", 0.5);
        *wrong += strcmp(host, "0,5") != 0;
        free(text);
    }
    return NULL;
}

/* The library switches the locale of the calling thread only, and back again. */
static void threads_do_not_disturb_each_other(void **state) {
    (void)state;
    pthread_t threads[4];
    int wrong[4] = {0};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, write_and_read, &wrong[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(wrong[i], 0);
    }
}

int main(int argc, char **argv) {
    if (argc != 2 || setlocale(LC_ALL, argv[1]) == NULL) {
        fprintf(stderr, "usage: %s LOCALE (tests/lint/locale.sh makes them)\n", argv[0]);
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_are_written_and_read),
        cmocka_unit_test(tables_are_written_and_read),
        cmocka_unit_test(threads_do_not_disturb_each_other),
    };
    return cmocka_run_group_tests_name(argv[1], tests, NULL, NULL);
}
