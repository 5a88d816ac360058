/* Speed of all scenes on this machine, with every method, at the steps and tolerances of the scenes.

   usage: bench_core [--repeats N] [--csv FILE] [--methods own|NAME,...] [SCENE...]

   Without SCENE every scene of the library; own: only with the method of the scene.

   In every round all runs are made once, one after the other, and a yardstick is measured between
   them: the integrator on an equally large system whose right-hand side costs nothing. Reported: minimum and
   median of the rounds, and the ratio to the yardstick, which can be compared between machines. */
#include <errno.h>
#include <math.h>
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/ops.h"
#include "bodies/rigid_state.h"
#include "math/ode.h"
#include "timing.h"

/* Simulated time of each scene, unless it ends before: a second of a stone or a top, 2000 s of a disk. */
enum { TICKS = 1000, TICKS_LONG = 20000 };
#define LEAST 0.01 /* s that are worth measuring */
enum { REPEATS_MAX = 99, STEPS_YARDSTICK = 20000 };

static void nothing(const void *model, const double *y, double *dydt) {
    (void)model;
    for (int i = 0; i < RB_Y_COUNT; i++) {
        dydt[i] = -y[i];
    }
}

/* Seconds per right-hand side of a step with an empty one: the cost of the integrator. */
static double yardstick(void) {
    double y[RB_ODE_MAX], f[RB_ODE_MAX], error[RB_ODE_MAX];
    for (int i = 0; i < RB_ODE_MAX; i++) {
        y[i] = 1 + i;
    }
    nothing(NULL, y, f);
    double begun = cpu_seconds();
    for (int i = 0; i < STEPS_YARDSTICK; i++) {
        rb_dp5_step(nothing, NULL, RB_Y_COUNT, 1e-6, y, f, error);
    }
    double spent = cpu_seconds() - begun;
    return y[0] > 0 ? spent / (6.0 * STEPS_YARDSTICK) : NAN; /* used, so that it is not optimised away */
}

typedef struct row {
    rb_scene scene; /* with the method */
    const char *method;
    double rhs, jacobian; /* s each, along the motion */
    double simulated;     /* s */
    double evaluations, steps;
    double times[REPEATS_MAX]; /* s of each round */
} row;

/* Called before every tried step. */
static bool count_step(void *user) {
    ++*(double *)user;
    return false;
}

/* Adds the time of the ticks, without creating the simulation. */
static bool run_whole(row *r, double *spent) {
    rb_error err = {""};
    rb_simulation *sim = NULL;
    if (rb_simulation_create(&r->scene, &sim, &err) != RB_OK) {
        fprintf(stderr, "bench_core: %s\n", err.text);
        return false;
    }
    r->steps = 0;
    rb_simulation_set_interrupt(sim, count_step, &r->steps);
    bool long_tick = r->scene.values[RB_SECTION_SOLVER][RB_SOLVER_TICK] > 0.01;
    int ticks = long_tick ? TICKS_LONG : TICKS;
    double begun = cpu_seconds();
    for (int i = 0; i < ticks && rb_simulation_phase(sim) == RB_PHASE_RUNNING; i++) {
        rb_simulation_tick(sim);
    }
    *spent += cpu_seconds() - begun;
    r->simulated = rb_simulation_time(sim);
    r->evaluations = (double)rb_simulation_evaluations(sim);
    rb_simulation_destroy(sim);
    return true;
}

/* Repeats a very short run until it can be measured. */
static bool run_once(row *r, double *spent) {
    int runs = 0;
    *spent = 0;
    do {
        if (!run_whole(r, spent)) {
            return false;
        }
        runs++;
    } while (*spent < LEAST);
    *spent /= runs;
    return true;
}

/* ---- what is reported ------------------------------------------------------------------------------ */

static void print_row(row *r, int repeats, double unit, FILE *csv) {
    spread s = spread_of(r->times, repeats);
    const double *solver = r->scene.values[RB_SECTION_SOLVER];
    double setting = solver[solver[RB_SOLVER_METHOD] == RB_METHOD_DP5 ? RB_SOLVER_STEP : RB_SOLVER_RTOL];
    double each = s.least / r->evaluations;
    printf("%-20s %-14s %-7s %8.0e %8.1f %6.2f %8.0f %5.1f %8.3f %8.3f %7.2f (%5.2f)\n", r->scene.id,
           r->scene.friction->id, r->method, setting, 1e9 * each, each / unit, 1e9 * r->jacobian,
           r->jacobian / r->rhs, 1e6 * s.least / r->steps, 1e6 * s.median / r->steps,
           100 * s.least / r->simulated, 100 * s.median / r->simulated);
    fflush(stdout);
    if (csv != NULL) {
        fprintf(csv, "%s,%s,%s,%g,%.1f,%.2f,%.1f,%.1f,%.4f,%.4f,%.4f,%.4f\n", r->scene.id,
                r->scene.friction->id, r->method, setting, 1e9 * each, each / unit, 1e9 * r->rhs,
                1e9 * r->jacobian, 1e6 * s.least / r->steps, 1e6 * s.median / r->steps,
                100 * s.least / r->simulated, 100 * s.median / r->simulated);
    }
}

static void print_all(row *rows, int count, double *units, int repeats, FILE *csv) {
    spread unit = spread_of(units, repeats);
    printf("yardstick: Dormand-Prince around an empty right-hand side, %.1f ns a stage (median "
           "%.1f)\n%d rounds, 1 s of each scene (2000 s of disks)\n\n",
           1e9 * unit.least, 1e9 * unit.median, repeats);
    printf("%-20s %-14s %-7s %8s %8s %6s %8s %5s %8s %8s %s\n", "scene", "law", "method", "h, rtol", "ns/rhs",
           "yards", "ns/Jac", "rhs", "us/step", "median", "% of a core (median)");
    if (csv != NULL) {
        fprintf(csv, "scene,law,method,setting,ns_per_rhs,yardsticks,ns_rhs_alone,ns_jacobian,"
                     "us_per_step,us_per_step_median,percent_of_core,percent_of_core_median\n");
    }
    for (int i = 0; i < count; i++) {
        print_row(&rows[i], repeats, unit.least, csv);
    }
}

/* ---- rounds ------------------------------------------------------------------------------------ */

/* Is the word in the comma-separated list? */
static bool is_among(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, word, length) == 0 && (at[length] == ',' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

/* The methods asked for on each scene, at its own tick; returns how many rows there are. Bodies with a large
   state have none: their derivatives do not fit derivative_costs. */
static int list_rows(const rb_scene *scenes, int count, const char *wanted, row *rows) {
    int filled = 0;
    for (int i = 0; i < count; i++) {
        rb_param_table table = rb_scene_table(&scenes[i], RB_SECTION_SOLVER);
        const char *const *methods = table.rows[RB_SOLVER_METHOD].choices;
        int named = (int)scenes[i].values[RB_SECTION_SOLVER][RB_SOLVER_METHOD];
        for (int m = 0; methods[m] != NULL; m++) {
            bool own = wanted != NULL && strcmp(wanted, "own") == 0;
            if (scenes[i].body->ops->large != NULL ||
                (own ? m != named : wanted != NULL && !is_among(wanted, methods[m]))) {
                continue;
            }
            row *r = &rows[filled++];
            r->scene = scenes[i];
            r->scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = m;
            r->method = methods[m];
        }
    }
    return filled;
}

static bool measure(row *rows, int count, double *units, int repeats) {
    for (int round = 0; round < repeats; round++) {
        units[round] = yardstick();
        for (int i = 0; i < count; i++) {
            row *r = &rows[i];
            if (!run_once(r, &r->times[round])) {
                return false;
            }
            derivative_costs(&r->scene, &r->rhs, &r->jacobian);
        }
        fprintf(stderr, "\rround %d of %d ", round + 1, repeats);
    }
    fprintf(stderr, "\r                  \r");
    return true;
}

typedef struct bench_settings {
    int repeats;
    const char *methods; /* "own": the scene's; NULL: all */
    FILE *csv;
} bench_settings;

static bool bench(const rb_scene *scenes, int count, bench_settings settings) {
    enum { METHODS_MAX = 8 };
    row *rows = calloc((size_t)count * METHODS_MAX, sizeof *rows);
    if (rows == NULL) {
        fprintf(stderr, "bench_core: out of memory\n");
        return false;
    }
    double units[REPEATS_MAX];
    int filled = list_rows(scenes, count, settings.methods, rows);
    bool ok = measure(rows, filled, units, settings.repeats);
    if (ok) {
        print_machine();
        print_all(rows, filled, units, settings.repeats, settings.csv);
    }
    free(rows);
    return ok;
}

static bool bench_named(char **ids, int count, bench_settings settings) {
    rb_library *library = malloc(sizeof *library);
    rb_error err = {"out of memory"};
    bool ok = library != NULL && rb_library_load(library, NULL, &err) == RB_OK;
    for (int i = 0; ok && i < count; i++) {
        ok = i < RB_LIBRARY_MAX && rb_library_open(ids[i], &library->scenes[i], &err) == RB_OK;
    }
    if (!ok) {
        fprintf(stderr, "bench_core: %s\n", err.text);
    }
    ok = ok && bench(library->scenes, count > 0 ? count : library->count, settings);
    free(library);
    return ok;
}

int main(int argc, char **argv) {
    bench_settings settings = {.repeats = 7};
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        if (strcmp(argv[i], "--repeats") == 0) {
            settings.repeats = atoi(argv[i + 1]);
        } else if (strcmp(argv[i], "--methods") == 0) {
            settings.methods = argv[i + 1];
        } else if (strcmp(argv[i], "--csv") == 0 && (settings.csv = fopen(argv[i + 1], "w")) == NULL) {
            fprintf(stderr, "bench_core: %s: %s\n", argv[i + 1], strerror(errno));
            return 1;
        }
    }
    if (settings.repeats < 1 || settings.repeats > REPEATS_MAX || (i < argc && argv[i][0] == '-')) {
        fprintf(stderr,
                "usage: bench_core [--repeats 1..%d] [--csv FILE] [--methods own|NAME,...] "
                "[SCENE...]\n",
                REPEATS_MAX);
        return 2;
    }
    bool ok = bench_named(argv + i, argc - i, settings);
    bool written = settings.csv == NULL || fclose(settings.csv) == 0;
    return ok && written ? 0 : 1;
}
