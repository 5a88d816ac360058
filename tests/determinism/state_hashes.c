/* The state_hash of every scene with every solver after some time, one a line: "SCENE SOLVER HASH".
   "lanes" are five of them side by side under dp5, each with its own friction, and equal one by one.

   usage: state_hashes SECONDS <SCENES     (as plain_scenes prints them) */
#include <inttypes.h>
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns 1: read; 0: no more; -1: invalid. */
static int read_scene(rb_scene *scene) {
    char id[64], body[64], normal[64], friction[64], rolling[64];
    int words = scanf("%63s %63s %63s %63s %63s", id, body, normal, friction, rolling);
    if (words == EOF) {
        return 0;
    }
    *scene = rb_default_scene();
    if (words != 5 || rb_body_kind_find(body) == NULL || rb_normal_law_find(normal) == NULL ||
        rb_friction_law_find(friction) == NULL || rb_rolling_law_find(rolling) == NULL) {
        return -1;
    }
    snprintf(scene->id, sizeof scene->id, "%s", id);
    rb_scene_set_body(scene, rb_body_kind_find(body));
    rb_scene_set_normal(scene, rb_normal_law_find(normal));
    rb_scene_set_friction(scene, rb_friction_law_find(friction));
    rb_scene_set_rolling(scene, rb_rolling_law_find(rolling));
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        int count = rb_scene_table(scene, (rb_section)s).count;
        for (int i = 0; i < count; i++) {
            if (scanf("%lf", &scene->values[s][i]) != 1) {
                return -1;
            }
        }
    }
    return 1;
}

static bool print_alone(const rb_scene *scene, double until, const char *solver) {
    rb_error err = {""};
    rb_simulation *sim = NULL;
    if (rb_simulation_create(scene, &sim, &err) != RB_OK) {
        fprintf(stderr, "state_hashes: %s\n", err.text);
        return false;
    }
    while (rb_simulation_phase(sim) == RB_PHASE_RUNNING && rb_simulation_time(sim) < until) {
        rb_simulation_tick(sim);
    }
    printf("%s %s %016" PRIx64 "\n", scene->id, solver, rb_simulation_hash(sim));
    rb_simulation_destroy(sim);
    return true;
}

enum { SIDE_BY_SIDE = 5 };

/* Hashes all of them to one number; lanes as in rb_batch. */
static bool hash_batch(const rb_scene *scenes, double until, int lanes, uint64_t *hash) {
    static rb_summary summaries[SIDE_BY_SIDE];
    rb_batch batch = {.until = until, .lanes = lanes};
    rb_error err = {""};
    if (rb_run_batch(scenes, SIDE_BY_SIDE, &batch, summaries, &err) != RB_OK) {
        fprintf(stderr, "state_hashes: %s\n", err.text);
        return false;
    }
    *hash = 0;
    for (int i = 0; i < SIDE_BY_SIDE; i++) {
        *hash = *hash * 31 + summaries[i].state_hash;
    }
    return true;
}

static bool print_lanes(const rb_scene *scene, double until) {
    static rb_scene scenes[SIDE_BY_SIDE];
    for (int i = 0; i < SIDE_BY_SIDE; i++) {
        scenes[i] = *scene;
        scenes[i].values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = RB_METHOD_DP5;
        scenes[i].values[RB_SECTION_CONTACT][RB_CONTACT_MU] *= 1 + 0.01 * i;
    }
    uint64_t alone, together;
    if (!hash_batch(scenes, until, 1, &alone) || !hash_batch(scenes, until, 0, &together)) {
        return false;
    }
    if (alone != together) {
        fprintf(stderr, "state_hashes: %s: in lanes it differs from one alone\n", scene->id);
        return false;
    }
    printf("%s lanes %016" PRIx64 "\n", scene->id, together);
    return true;
}

/* Sets the method; false if the scene refuses it: only some integrate the large state of a bearing. None
   refuses auto, so that a scene which is invalid itself still fails. */
static bool takes(rb_scene *scene, int method) {
    scene->values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = method;
    return method == RB_METHOD_AUTO || rb_scene_check(scene, scene->id, NULL) == RB_OK;
}

static bool print_scene(rb_scene *scene, double until) {
    rb_param_table table = rb_scene_table(scene, RB_SECTION_SOLVER);
    const char *const *methods = table.rows[RB_SOLVER_METHOD].choices;
    bool ok = true;
    for (int i = 0; ok && methods[i] != NULL; i++) {
        if (takes(scene, i)) {
            ok = print_alone(scene, until, methods[i]);
        }
    }
    return ok && (!takes(scene, RB_METHOD_DP5) || print_lanes(scene, until));
}

int main(int argc, char **argv) {
    double until = argc == 2 ? atof(argv[1]) : 0;
    static rb_scene scene;
    int got = 0, count = 0;
    if (!(until > 0)) {
        fprintf(stderr, "usage: state_hashes SECONDS <SCENES\n");
        return 2;
    }
    while ((got = read_scene(&scene)) > 0) {
        if (!print_scene(&scene, until)) {
            return 1;
        }
        count++;
    }
    if (got < 0 || count == 0) {
        fprintf(stderr, "state_hashes: line %d cannot be read\n", count + 1);
        return 1;
    }
    return ferror(stdout) || fflush(stdout) != 0;
}
