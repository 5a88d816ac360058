/* Random scenes: any values that the tables and rb_scene_check allow. */
#include <math.h>

#include "finite.h"
#include "math/vec.h"
#include "soak.h"

enum { STEPS = 300 };

/* Draws a value in the range of the row, including its ends. */
static double draw(const rb_param *row, rb_test_rng *rng) {
    double from = row->min, until = row->max;
    if ((row->flags & RB_PARAM_BOOL) != 0) {
        return rb_test_int(rng, 4);
    }
    if ((row->flags & RB_PARAM_CHOICE) != 0) {
        int count = 0;
        while (row->choices[count] != NULL) {
            count++;
        }
        return rb_test_int(rng, count);
    }
    switch (rb_test_int(rng, 6)) {
    case 0: return from;
    case 1: return until;
    case 2: return row->def;
    default: break;
    }
    if ((row->flags & RB_PARAM_INTEGER) != 0) {
        return floor(rb_test_real(rng, from, until + 1));
    }
    bool decades = from >= 0 && until > 0 && rb_test_int(rng, 4) == 0;
    if (decades) {
        double least = log10(from > 0 ? from : 1e-9 * until);
        return fmin(fmax(pow(10, rb_test_real(rng, least, log10(until))), from), until);
    }
    return rb_test_real(rng, from, until);
}

static void draw_laws(rb_test_rng *rng, rb_scene *scene) {
    if (rb_test_int(rng, 4) == 0) {
        rb_scene_set_friction(scene, rb_friction_law_at(rb_test_int(rng, rb_friction_law_count())));
    }
    if (rb_test_int(rng, 4) == 0) {
        rb_scene_set_rolling(scene, rb_rolling_law_at(rb_test_int(rng, rb_rolling_law_count())));
    }
    if (rb_test_int(rng, 4) == 0) {
        rb_scene_set_normal(scene, rb_normal_law_at(rb_test_int(rng, rb_normal_law_count())));
    }
}

bool soak_random_scene(rb_test_rng *rng, const rb_library *library, rb_scene *scene) {
    *scene = library->scenes[rb_test_int(rng, library->count)];
    draw_laws(rng, scene);
    for (int k = rb_test_int(rng, 5); k >= 0; k--) {
        int section = rb_test_int(rng, RB_SECTION_COUNT);
        rb_param_table table = rb_scene_table(scene, (rb_section)section);
        if (table.count > 0) {
            int row = rb_test_int(rng, table.count);
            scene->values[section][row] = draw(&table.rows[row], rng);
        }
    }
    scene->values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = rb_test_int(rng, 6);
    rb_scene_fit_step(scene);
    return rb_scene_check(scene, "soak", NULL) == RB_OK;
}

static bool count_down(void *user) {
    int *left = user;
    return (*left)-- <= 0;
}

/* Writes the scene to a file, so that a failure can be repeated. */
static void check(const rb_simulation *sim, const rb_scene *scene) {
    const char *name = rb_not_finite(sim);
    if (name != NULL) {
        char *text = rb_scene_to_text(scene);
        fprintf(stderr, "%s\n", text != NULL ? text : "");
        free(text);
    }
    soak_require(name == NULL, "%s is not finite in the scene above", name);
}

void soak_scene(rb_test_rng *rng, const rb_library *library, soak_tally *tally) {
    rb_scene scene;
    rb_error err = {""};
    rb_simulation *sim = NULL;
    if (!soak_random_scene(rng, library, &scene)) {
        tally->not_valid++;
        return;
    }
    if (rb_simulation_create(&scene, &sim, &err) != RB_OK) {
        soak_require(err.text[0] != '\0', "refused without a message");
        tally->not_valid++;
        return;
    }
    tally->scenes++;
    int left = STEPS;
    rb_simulation_set_interrupt(sim, count_down, &left);
    for (int i = 0; i < STEPS && rb_simulation_step(sim); i++) {
        check(sim, &scene);
        if (i % 50 == 49) {
            rb_simulation_flick(sim, rb_scale(rb_test_real(rng, 0, 5), rb_test_direction(rng)), NULL);
        }
        tally->steps++;
    }
    check(sim, &scene);
    tally->diverged += rb_simulation_phase(sim) == RB_PHASE_DIVERGED;
    tally->lifted += rb_simulation_phase(sim) == RB_PHASE_LIFTED_OFF;
    rb_simulation_destroy(sim);
}
