/* How fast scenes run on this machine, at their default settings. Nanoseconds mean little across
   machines, so each cost is also told as a ratio to a yardstick measured in the same minute: the
   same integrator on an equally large system whose right-hand side costs nothing.

   usage: bench_core [SCENE...]     (default: every scene of the library) */
#include <math.h>
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bodies/rigid_state.h"
#include "math/dp5.h"

/* The fastest of several runs counts, slice by slice: everything else is somebody else's noise. */
enum { REPEATS = 4, SLICES = 20 };

#define SIMULATED 1.0 /* s of each scene, or less if it ends before */

/* Processor time: what else the machine does is not ours to measure. */
static double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void nothing(const void *model, const double *y, double *dydt) {
    (void)model;
    for (int i = 0; i < RB_Y_COUNT; i++) {
        dydt[i] = -y[i];
    }
}

/* Seconds per right-hand side of a step around an empty one: the integrator's own share. */
static double yardstick(void) {
    const int steps = 100000;
    double best = INFINITY;
    double y[RB_ODE_MAX], f[RB_ODE_MAX], error[RB_ODE_MAX];
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        for (int i = 0; i < RB_ODE_MAX; i++) {
            y[i] = 1 + i;
        }
        nothing(NULL, y, f);
        double begun = clock_seconds();
        for (int i = 0; i < steps; i++) {
            rb_dp5_step(nothing, NULL, RB_Y_COUNT, 1e-6, y, f, error);
        }
        best = fmin(best, (clock_seconds() - begun) / (6.0 * steps));
    }
    return y[0] > 0 ? best : NAN; /* the result is used: nothing can be optimised away */
}

typedef struct cost {
    double simulated, spent; /* s */
    double evaluations;
} cost;

/* One run; each slice's time is kept if it is the fastest so far. */
static void run_slices(rb_simulation *sim, double fastest[SLICES]) {
    for (int i = 0; i < SLICES; i++) {
        double begun = clock_seconds();
        while (rb_simulation_phase(sim) == RB_PHASE_RUNNING &&
               rb_simulation_time(sim) < SIMULATED * (i + 1) / SLICES) {
            rb_simulation_tick(sim);
        }
        fastest[i] = fmin(fastest[i], clock_seconds() - begun);
    }
}

static bool measure(const rb_scene *scene, cost *out) {
    double fastest[SLICES];
    for (int i = 0; i < SLICES; i++) {
        fastest[i] = INFINITY;
    }
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        rb_error err = {""};
        rb_simulation *sim = NULL;
        if (rb_simulation_create(scene, &sim, &err) != RB_OK) {
            fprintf(stderr, "bench_core: %s\n", err.text);
            return false;
        }
        run_slices(sim, fastest);
        rb_summary summary;
        rb_simulation_summary(sim, &summary);
        *out = (cost){rb_simulation_time(sim), 0, (double)summary.rhs_evaluations};
        rb_simulation_destroy(sim);
    }
    for (int i = 0; i < SLICES; i++) {
        out->spent += fastest[i];
    }
    return true;
}

static bool report(const rb_scene *scene, double unit) {
    cost c;
    if (!measure(scene, &c)) {
        return false;
    }
    const double *solver = scene->values[RB_SECTION_SOLVER];
    bool explicit_steps = solver[RB_SOLVER_METHOD] == RB_METHOD_DP5;
    double each = c.spent / c.evaluations;
    printf("%-20s %-14s %-6s %8.0e %9.1f %10.2f %11.1f %11.2f\n", scene->id, scene->friction->id,
           explicit_steps ? "dp5" : "rodas",
           solver[explicit_steps ? RB_SOLVER_STEP : RB_SOLVER_RTOL], 1e9 * each, each / unit,
           c.simulated / c.spent, 100 * c.spent / c.simulated);
    fflush(stdout);
    return true;
}

/* The same stone and start under two laws: what exactness costs a whole simulation. */
static void compare_laws(void) {
    static const char *const laws[] = {"k11-p1", "k11-p2", "k11-tanh", "exact-circle"};
    double each[4];
    for (int i = 0; i < 4; i++) {
        rb_scene scene = rb_scene_default();
        rb_scene_set_friction(&scene, rb_friction_law_find(laws[i]));
        cost c;
        if (!measure(&scene, &c)) {
            return;
        }
        each[i] = c.spent / c.evaluations;
    }
    printf("\nwhole right-hand side against exact-circle:");
    for (int i = 0; i < 3; i++) {
        printf("  %s %.2f", laws[i], each[i] / each[3]);
    }
    printf("\n");
}

static bool bench(int count, char **ids) {
    double unit = yardstick();
    printf("yardstick: Dormand-Prince around an empty right-hand side, %.1f ns a stage\n\n",
           1e9 * unit);
    printf("%-20s %-14s %-6s %8s %9s %10s %11s %11s\n", "scene", "law", "solver", "h, rtol",
           "ns/rhs", "yardsticks", "times real", "% of a core");
    rb_library *library = malloc(sizeof *library);
    rb_error err = {""};
    if (library == NULL || rb_library_load(library, NULL, &err) != RB_OK) {
        fprintf(stderr, "bench_core: %s\n", err.text);
        free(library);
        return false;
    }
    bool ok = true;
    for (int i = 0; count == 0 && i < library->count; i++) {
        ok = report(&library->scenes[i], unit) && ok;
    }
    for (int i = 0; i < count; i++) {
        rb_scene scene;
        if (rb_library_open(ids[i], &scene, &err) != RB_OK) {
            fprintf(stderr, "bench_core: %s\n", err.text);
            ok = false;
            break;
        }
        ok = report(&scene, unit) && ok;
    }
    free(library);
    return ok;
}

int main(int argc, char **argv) {
    bool ok = bench(argc - 1, argv + 1);
    if (ok && argc == 1) {
        compare_laws();
    }
    return ok ? 0 : 1;
}
