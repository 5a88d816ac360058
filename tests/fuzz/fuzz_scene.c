/* The bytes are a scene file. A rejected file has a message and leaves the scene unchanged; an accepted
   one can be simulated by both methods, and every number stays finite. */
#include "finite.h"
#include "fuzz.h"

enum { STEPS = 24 }; /* of the method itself: a tick may have thousands */

static bool count_down(void *user) {
    int *left = user;
    return (*left)-- <= 0;
}

static void check_finite(const rb_simulation *sim) {
    const char *name = rb_not_finite(sim);
    fuzz_require(name == NULL, "%s is not finite", name);
}

static void simulate(const rb_scene *scene) {
    rb_error err = {""};
    rb_simulation *sim = NULL;
    if (rb_simulation_create(scene, &sim, &err) != RB_OK) {
        fuzz_require(err.text[0] != '\0', "refused without a message");
        return;
    }
    check_finite(sim);
    int left = STEPS;
    rb_simulation_set_interrupt(sim, count_down, &left);
    for (int i = 0; i < STEPS && rb_simulation_step(sim); i++) {
        check_finite(sim);
    }
    check_finite(sim);
    rb_simulation_destroy(sim);
}

/* Compares padding, too: both started as the same bytes. */
static bool same_bytes(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    rb_scene before;
    memset(&before, 0x55, sizeof before);
    rb_scene scene = before;
    rb_error err = {""};
    if (rb_scene_read_text(text, "fuzz", &scene, &err) != RB_OK) {
        fuzz_require(strstr(err.text, "fuzz") != NULL, "\"%s\" names no file", err.text);
        fuzz_require(same_bytes(&scene, &before, sizeof scene), "a refused file was taken over");
        free(text);
        return 0;
    }
    free(text);
    fuzz_require(rb_scene_check(&scene, "fuzz", &err) == RB_OK, "%s", err.text);
    simulate(&scene);
    double *solver = scene.values[RB_SECTION_SOLVER];
    solver[RB_SOLVER_METHOD] = solver[RB_SOLVER_METHOD] == RB_METHOD_DP5 ? RB_METHOD_RODAS : RB_METHOD_DP5;
    rb_scene_fit_step(&scene);
    if (rb_scene_check(&scene, "fuzz", NULL) == RB_OK) {
        simulate(&scene);
    }
    return 0;
}
