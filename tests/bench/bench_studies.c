/* Runs of a study per second on this machine: samples of the grids of K11 Fig. 6 a and c, and of the
   columns of the diagram of K12, with one thread and with all. Reports CPU time, and the estimated time of
   the whole study on idle cores. */
#include <math.h>
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/lyapunov.h"
#include "base/system.h"
#include "rattleback/bifurcation.h"
#include "timing.h"

enum { ROUNDS = 3, SPECTRUM_ROUNDS = 10 };

/* Seconds that a study takes, the least of some rounds. */
typedef struct cost {
    double processor, wall;
} cost;

static bool measure(const rb_study *study, int threads, cost *least, rb_error *err) {
    rb_study_options options = {.threads = threads};
    rb_study_result result;
    double begun = rb_wall_clock(), used = cpu_seconds();
    if (rb_study_run(study, &options, &result, err) != RB_OK) {
        return false;
    }
    rb_study_free(&result);
    least->processor = fmin(least->processor, cpu_seconds() - used);
    least->wall = fmin(least->wall, rb_wall_clock() - begun);
    return true;
}

/* Rounds of one thread and of all alternate, so that other load affects both equally. Threads that hinder
   each other, by memory or locks, use more CPU time than one alone. */
static bool report(const char *what, const rb_study *study, int whole, rb_error *err) {
    int threads = rb_study_threads(0);
    cost one = {INFINITY, INFINITY}, all = one;
    for (int i = 0; i < ROUNDS; i++) {
        if (!measure(study, 1, &one, err) || !measure(study, 0, &all, err)) {
            return false;
        }
    }
    double share = whole / (double)study->job_count;
    printf("%-30s %6.1f runs/s on a core; all %d take %.0f s of one core, %.0f s of two\n", what,
           (double)study->job_count / one.processor, whole, share * one.processor, share * all.processor / 2);
    printf("%30s (from %d of them; %d threads: %.2f times as fast by processor time, %.2f just now "
           "by the clock)\n",
           "", (int)study->job_count, threads, threads * one.processor / all.processor, one.wall / all.wall);
    return true;
}

static bool bench_map(const char *what, const char *fixed, const char *x, const char *y, rb_error *err) {
    rb_sweep sweep = {0};
    rb_study study;
    char *definition = NULL;
    if (rb_library_open("k11-fig6", &sweep.scene, err) != RB_OK ||
        rb_scene_assign(&sweep.scene, fixed, err) != RB_OK ||
        rb_axis_parse(&sweep.axes[0], &sweep.scene, "x", x, false, err) != RB_OK ||
        rb_axis_parse(&sweep.axes[1], &sweep.scene, "y", y, false, err) != RB_OK ||
        rb_sweep_add_values(&sweep, "value", "omega3_final", err) != RB_OK) {
        return false;
    }
    sweep.axis_count = 2;
    sweep.scene.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL] = 1e-4;
    rb_scene_set_method(&sweep.scene, RB_METHOD_AUTO);
    if (rb_sweep_study(&sweep, "map", &study, &definition, err) != RB_OK) {
        return false;
    }
    bool done = report(what, &study, 61 * 61, err);
    free(definition);
    return done;
}

static bool bench_diagram(rb_error *err) {
    rb_study_spec diagram = {.transient = 150, .points = 100};
    rb_study study;
    char *definition = NULL;
    rb_sweep *sweep = &diagram.sweep;
    if (rb_library_open("disk-k12", &sweep->scene, err) != RB_OK ||
        rb_axis_parse(&sweep->axes[0], &sweep->scene, "x", "mu0=11.2:25.2:41", false, err) != RB_OK ||
        rb_section_read(sweep->scene.body, NULL, &diagram.section, err) != RB_OK) {
        return false;
    }
    sweep->axis_count = 1;
    rb_scene_set_method(&sweep->scene, RB_METHOD_AUTO);
    if (rb_bifurcation_study(&diagram, "diagram", &study, &definition, err) != RB_OK) {
        return false;
    }
    bool done = report("diagram of K12, 1000 columns", &study, 1000, err);
    free(definition);
    return done;
}

/* The spectrum of the stone that rolls without slip, beside a plain run of it. */
static bool bench_spectrum(rb_error *err) {
    static rb_lyapunov l;
    rb_scene scene;
    rb_run_result run;
    double plain = INFINITY, spectrum = INFINITY;
    rb_lyapunov_request request = {.until = 60, .transient = 6};
    if (rb_library_open("kane-levinson", &scene, err) != RB_OK) {
        return false;
    }
    rb_scene_set_method(&scene, RB_METHOD_AUTO);
    for (int i = 0; i < SPECTRUM_ROUNDS; i++) {
        double begun = cpu_seconds();
        if (rb_run(&scene, request.until, NULL, &run, err) != RB_OK) {
            return false;
        }
        plain = fmin(plain, cpu_seconds() - begun);
        begun = cpu_seconds();
        if (rb_lyapunov_of(&scene, &request, &l, err) != RB_OK) {
            return false;
        }
        spectrum = fmin(spectrum, cpu_seconds() - begun);
    }
    printf("%-30s %6.1f times a plain run (%.0f ms and %.0f ms for %g s)\n", "Lyapunov spectrum, no slip",
           spectrum / plain, 1e3 * spectrum, 1e3 * plain, request.until);
    return true;
}

int main(void) {
    rb_error err;
    if (!bench_map("map of K11 Fig. 6 a, 61 x 61", "omega3=2", "omega1=-1:1:7", "omega2=-1:1:7", &err) ||
        !bench_map("map of K11 Fig. 6 c, 61 x 61", "omega1=0", "omega2=-1:1:7", "omega3=-5:5:7", &err) ||
        !bench_diagram(&err) || !bench_spectrum(&err)) {
        fprintf(stderr, "bench_studies: %s\n", err.text);
        return 1;
    }
    return 0;
}
