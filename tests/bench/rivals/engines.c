/* Physics engines compared with rattleback on the tippe-top of KA09: accuracy of the time at which its stem
   first touches the floor, and the cost.

   usage: engines [--repeats N]

   Simbody is given the same forces as ours, so that its errors are those of integration. The others have
   their own contact models: their errors include that of the model. Fails if our own result is wrong, never
   because of timing. */
#include "engines.h"

#include <math.h>
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/timing.h"

#define T_MOST 3.0
#define TRUTH 2.0162701 /* s; converged: dp5 and rodas agree to 1e-8 */

enum { REPEATS_MAX = 99, KNOBS = 6 };

static bool run_ours(const top *t, int method, double knob, double t_most, double *touch);

typedef struct engine {
    char name[32];
    engine_run *run;
    int variant;
    double knobs[KNOBS]; /* 0: no more */
} engine;

static const engine others[] = {
#ifdef RB_WITH_SIMBODY
    {"Simbody Merson", run_simbody, 0, {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7}},
    {"Simbody Feldberg", run_simbody, 1, {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7}},
    {"Simbody CPodes", run_simbody, 2, {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}},
#endif
#ifdef RB_WITH_MUJOCO
    {"MuJoCo Euler", run_mujoco, 0, {1e-3, 3e-4, 1e-4, 3e-5, 1e-5}},
    {"MuJoCo RK4", run_mujoco, 1, {1e-3, 3e-4, 1e-4, 3e-5, 1e-5}},
#endif
#ifdef RB_WITH_BULLET
    {"Bullet", run_bullet, 0, {1e-3, 3e-4, 1e-4, 3e-5, 1e-5}},
#endif
#ifdef RB_WITH_ODE
    {"ODE", run_ode, 0, {1e-3, 3e-4, 1e-4, 3e-5, 1e-5}},
#endif
    {"", NULL, 0, {0}},
};
enum { ENGINES_MAX = 24 };

/* Ours are the rows of the table of methods. */
static int list_engines(engine *all) {
    rb_scene any = rb_default_scene();
    rb_param_table table = rb_scene_table(&any, RB_SECTION_SOLVER);
    const char *const *methods = table.rows[RB_SOLVER_METHOD].choices;
    static const double steps[KNOBS] = {1e-3, 5e-4, 2e-4, 1e-4, 2e-5, 1e-5};
    int count = 0;
    for (; methods[count] != NULL && count < 8; count++) {
        engine *e = &all[count];
        bool fixed = count == RB_METHOD_DP5;
        for (int k = 0; k < KNOBS; k++) {
            e->knobs[k] = fixed ? steps[k] : 1e-3 * pow(10, -k);
        }
        e->run = run_ours;
        e->variant = count;
        snprintf(e->name, sizeof e->name, "our %s", methods[count]);
    }
    for (int i = 0; others[i].run != NULL; i++) {
        all[count++] = others[i];
    }
    return count;
}

static rb_scene scene;

static bool open_scene(top *t) {
    rb_error err = {""};
    static const char *const edits[] = {"friction=coulomb", "friction.delta=5e-3"};
    bool ok = rb_library_open("tippetop-ka09", &scene, &err) == RB_OK;
    for (int i = 0; ok && i < 2; i++) {
        ok = rb_scene_assign(&scene, edits[i], &err) == RB_OK;
    }
    if (!ok) {
        fprintf(stderr, "engines: %s\n", err.text);
        return false;
    }
    const double *body = scene.values[RB_SECTION_BODY], *start = scene.values[RB_SECTION_START];
    const double *normal = scene.values[RB_SECTION_NORMAL];
    rb_param_table rows = rb_scene_table(&scene, RB_SECTION_BODY);
    rb_param_table starts = rb_scene_table(&scene, RB_SECTION_START);
    rb_param_table normals = rb_scene_table(&scene, RB_SECTION_NORMAL);
#define OF(table, values, name) values[rb_param_find(table, name)]
    *t = (top){.m = OF(rows, body, "m"),
               .I1 = OF(rows, body, "I1"),
               .I3 = OF(rows, body, "I3"),
               .radius = {OF(rows, body, "R"), OF(rows, body, "r")},
               .a = {OF(rows, body, "a0"), OF(rows, body, "a1")},
               .g = scene.values[RB_SECTION_WORLD][RB_WORLD_G],
               .mu = scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU],
               .delta = 5e-3,
               .E_star = OF(normals, normal, "E_star"),
               .chi = OF(normals, normal, "chi"),
               .theta = OF(starts, start, "theta"),
               .omega3 = OF(starts, start, "omega3")};
#undef OF
    return true;
}

/* With all parts of a run: event log, events, energies. */
static bool run_ours(const top *t, int method, double knob, double t_most, double *touch) {
    (void)t;
    rb_scene mine = scene;
    double *solver = mine.values[RB_SECTION_SOLVER];
    solver[RB_SOLVER_METHOD] = method;
    solver[method == RB_METHOD_DP5 ? RB_SOLVER_STEP : RB_SOLVER_RTOL] = knob;
    rb_error err = {""};
    rb_simulation *sim = NULL;
    static rb_summary summary;
    if (rb_simulation_create(&mine, &sim, &err) != RB_OK) {
        return false;
    }
    do {
        for (int i = 0; i < 20; i++) {
            rb_simulation_tick(sim);
        }
        rb_simulation_summary(sim, &summary);
    } while (isnan(summary.first_small_contact) && rb_simulation_time(sim) < t_most);
    rb_simulation_destroy(sim);
    *touch = summary.first_small_contact;
    return !isnan(*touch);
}

typedef struct result {
    bool touched;
    double touch, error;
    int runs;
    double times[REPEATS_MAX];
    spread time;
} result;

#define LONG 0.25 /* s; slower ones are timed once */

static void race(const top *t, const engine *all, int count, result results[][KNOBS], int repeats) {
    for (int repeat = 0; repeat < repeats; repeat++) {
        for (int k = 0; k < KNOBS; k++) {
            for (int i = 0; i < count; i++) {
                result *r = &results[i][k];
                if (all[i].knobs[k] > 0 && (repeat == 0 || r->times[0] < LONG)) {
                    double begun = cpu_seconds();
                    r->touched = all[i].run(t, all[i].variant, all[i].knobs[k], T_MOST, &r->touch);
                    r->times[r->runs++] = cpu_seconds() - begun;
                    r->error = r->touched ? fabs(r->touch - TRUTH) : INFINITY;
                }
            }
        }
    }
}

/* The shortest time in which one of our methods is as accurate. */
static double ours_at(const engine *all, int count, result results[][KNOBS], double error) {
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < KNOBS && all[i].run == run_ours; k++) {
            if (all[i].knobs[k] > 0 && results[i][k].error <= error) {
                least = fmin(least, results[i][k].time.least);
            }
        }
    }
    return least;
}

static void print_result(const engine *e, double knob, const result *r, double ours) {
    printf("%-18s %9.0e ", e->name, knob);
    if (r->touched) {
        printf("%12.7f %10.1e", r->touch, r->error);
    } else {
        printf("%12s %10s", "never", "-");
    }
    printf(" %10.2f (%9.2f)", 1e3 * r->time.least, 1e3 * r->time.median);
    if (e->run != run_ours && r->touched && ours < INFINITY) {
        printf(" %8.1f", r->time.least / ours);
    }
    printf("\n");
}

/* Returns true if our finest results are right. */
static bool report(const engine *all, int count, result results[][KNOBS]) {
    bool right = true;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < KNOBS && all[i].knobs[k] > 0; k++) {
            results[i][k].time = spread_of(results[i][k].times, results[i][k].runs);
        }
    }
    printf("%-18s %9s %12s %10s %22s %s\n", "engine", "h or tol", "touch, s", "error, s",
           "CPU ms, least (median)", "times ours at that error");
    for (int i = 0; i < count; i++) {
        double nearest = INFINITY;
        for (int k = 0; k < KNOBS && all[i].knobs[k] > 0; k++) {
            const result *r = &results[i][k];
            nearest = fmin(nearest, r->error);
            print_result(&all[i], all[i].knobs[k], r, ours_at(all, count, results, r->error));
        }
        if (all[i].run == run_ours && nearest > 1e-6) {
            printf("  WRONG: %s comes no nearer than %.1e s\n", all[i].name, nearest);
            right = false;
        }
    }
    return right;
}

int main(int argc, char **argv) {
    int repeats = argc == 3 && strcmp(argv[1], "--repeats") == 0 ? atoi(argv[2]) : 7;
    if ((argc != 1 && argc != 3) || repeats < 1 || repeats > REPEATS_MAX) {
        fprintf(stderr, "usage: engines [--repeats 1..%d]\n", REPEATS_MAX);
        return 2;
    }
    top t;
    static engine all[ENGINES_MAX];
    static result results[ENGINES_MAX][KNOBS];
    int count = list_engines(all);
    if (!open_scene(&t)) {
        return 1;
    }
    print_machine();
    printf("tippetop-ka09 with Coulomb's friction at a point, full from 5 mm/s on: its stem touches "
           "at %.5f s\n",
           TRUTH);
#ifdef RB_WITHOUT
    printf("not installed, skipped: %s\n", RB_WITHOUT);
#endif
    race(&t, all, count, results, repeats);
    return report(all, count, results) ? 0 : 1;
}
