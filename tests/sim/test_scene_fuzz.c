/* Twenty thousand mutations of a valid scene file, always the same ones: no crash, no hang, and no scene
   that is accepted but cannot be simulated. */
#include <math.h>

#include "support.h"

enum { ROUNDS = RB_SHORT ? 4000 : 20000, ROOM = 4096 };

static const char *const tokens[] = {"NaN",     "1e999",   "-1e999", "null", "true",  "\"\"", "{}", "[]",
                                     "0",       "-0",      "1e-320", ",",    ":",     "}",    "{",  "\"mu\"",
                                     "\\u0000", "\\ud800", "\xc3",   "[[[[", "1e308", "\""};

static void splice(char *text, size_t at, size_t cut, const char *insert) {
    size_t length = strlen(text), more = strlen(insert);
    if (at + cut > length || length - cut + more >= ROOM) {
        return;
    }
    memmove(text + at + more, text + at + cut, length - at - cut + 1);
    for (size_t i = 0; i < more; i++) {
        text[at + i] = insert[i];
    }
}

static void mutate(char *text, rb_test_rng *rng) {
    int length = (int)strlen(text);
    if (length < 2) {
        return;
    }
    size_t at = (size_t)rb_test_int(rng, length);
    switch (rb_test_int(rng, 6)) {
    case 0: text[at] = (char)(1 + rb_test_int(rng, 255)); break;
    case 1: text[at] = (char)(text[at] ^ (1 << rb_test_int(rng, 7))); break;
    case 2: splice(text, at, 1 + (size_t)rb_test_int(rng, 20), ""); break;
    case 3: text[at] = '\0'; break; /* truncated */
    case 4: {
        char copy[64];
        snprintf(copy, sizeof copy, "%.40s", text + at);
        splice(text, (size_t)rb_test_int(rng, length), 0, copy);
        break;
    }
    default: {
        const char *token = tokens[rb_test_int(rng, (int)(sizeof tokens / sizeof tokens[0]))];
        splice(text, at, (size_t)rb_test_int(rng, 8), token);
    }
    }
}

/* A scene that was read must pass the check, contain finite numbers only, and give a simulation. */
static void check_read(const rb_scene *scene) {
    assert_int_equal(rb_scene_check(scene, "read", NULL), RB_OK);
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        for (int i = 0; i < RB_PARAMS_MAX; i++) {
            assert_true(isfinite(scene->values[s][i]));
        }
    }
    rb_simulation *sim = rb_test_simulation(scene);
    for (int i = 0; i < 3; i++) {
        rb_simulation_step(sim);
    }
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    assert_true(isfinite(now.t) && isfinite(now.omega.z) && isfinite(now.r_C.z));
    rb_simulation_destroy(sim);
}

static void mutations(void **state) {
    (void)state;
    rb_scene good = rb_test_scene("k11-fig5", NULL);
    char *valid = rb_scene_to_text(&good);
    assert_non_null(valid);
    rb_test_rng rng = {20240217};
    int accepted = 0;
    for (int round = 0; round < ROUNDS; round++) {
        char text[ROOM];
        snprintf(text, sizeof text, "%s", valid);
        int changes = 1 + rb_test_int(&rng, 3);
        for (int i = 0; i < changes; i++) {
            mutate(text, &rng);
        }
        rb_scene scene = good;
        rb_error err = {""};
        rb_status status = rb_scene_read_text(text, "fuzz", &scene, &err);
        if (status == RB_OK) {
            accepted++;
            check_read(&scene);
        } else {
            assert_contains(err.text, "fuzz");
            assert_memory_equal(&scene, &good, sizeof scene);
        }
    }
    free(valid);
    /* mutations of blanks, digits and descriptions are harmless: both outcomes must occur */
    assert_in_range(accepted, ROUNDS / 100, ROUNDS / 2);
}

/* The same for name=value. */
static void assignments(void **state) {
    (void)state;
    static const char *const seeds[] = {"mu=0.5", "friction=k11-p1", "contact.torque=true", "start.omega3=-4",
                                        "friction.set=A"};
    rb_test_rng rng = {7};
    const rb_scene good = rb_test_scene("k11-fig5", NULL);
    for (int round = 0; round < ROUNDS; round++) {
        char text[ROOM];
        snprintf(text, sizeof text, "%s", seeds[rb_test_int(&rng, 5)]);
        mutate(text, &rng);
        rb_scene scene = good;
        rb_error err = {""};
        if (rb_scene_assign(&scene, text, &err) == RB_OK) {
            for (int s = 0; s < RB_SECTION_COUNT; s++) {
                for (int i = 0; i < RB_PARAMS_MAX; i++) {
                    assert_true(isfinite(scene.values[s][i]));
                }
            }
        } else {
            assert_true(strlen(err.text) > 5);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mutations),
        cmocka_unit_test(assignments),
    };
    return cmocka_run_group_tests_name("scene fuzz", tests, NULL, NULL);
}
