/* How many runs of a study this machine makes: a sample of the grid of K11 Fig. 6 a, and of the columns
   of the diagram of K12, with one thread and with all. Told is what the whole would take. */
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"

/* Seconds that a study takes; negative if it fails. */
static double measure(const rb_study *study, int threads) {
    rb_study_options options = {.threads = threads};
    rb_study_result result;
    rb_error err;
    double begun = rb_wall_clock();
    if (rb_study_run(study, &options, &result, &err) != RB_OK) {
        fprintf(stderr, "bench_studies: %s\n", err.text);
        return -1;
    }
    rb_study_free(&result);
    return rb_wall_clock() - begun;
}

static void report(const char *what, const rb_study *study, double whole) {
    int threads = rb_study_threads(0);
    double one = measure(study, 1), all = measure(study, 0), jobs = (double)study->job_count;
    if (one > 0 && all > 0) {
        printf("%-34s %8.2f runs/s on a core, %d threads %.2f times as fast; all %g take %.0f s\n",
               what, jobs / one, threads, one / all, whole, whole * all / jobs);
    }
}

static bool bench_map(rb_error *err) {
    rb_sweep sweep = {0};
    rb_study study;
    char *definition = NULL;
    if (rb_library_open("k11-fig6", &sweep.scene, err) != RB_OK ||
        rb_axis_parse(&sweep.axes[0], &sweep.scene, "x", "omega1=-1:1:6", false, err) != RB_OK ||
        rb_axis_parse(&sweep.axes[1], &sweep.scene, "y", "omega2=-1:1:6", false, err) != RB_OK ||
        rb_sweep_add_values(&sweep, "value", "omega3_final", err) != RB_OK) {
        return false;
    }
    sweep.axis_count = 2;
    sweep.scene.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL] = 1e-4;
    rb_sweep_fast_solver(&sweep.scene, NULL);
    if (rb_sweep_study(&sweep, "map", &study, &definition, err) != RB_OK) {
        return false;
    }
    report("map of K11 Fig. 6 a, 61 x 61", &study, 61 * 61);
    free(definition);
    return true;
}

static bool bench_diagram(rb_error *err) {
    rb_bifurcation diagram = {.transient = 150, .points = 100};
    rb_study study;
    char *definition = NULL;
    rb_sweep *sweep = &diagram.sweep;
    if (rb_library_open("disk-k12", &sweep->scene, err) != RB_OK ||
        rb_axis_parse(&sweep->axes[0], &sweep->scene, "x", "mu0=11.2:25.2:8", false, err) !=
            RB_OK ||
        rb_section_read(sweep->scene.body, NULL, &diagram.section, err) != RB_OK) {
        return false;
    }
    sweep->axis_count = 1;
    rb_sweep_fast_solver(&sweep->scene, NULL);
    if (rb_bifurcation_study(&diagram, "diagram", &study, &definition, err) != RB_OK) {
        return false;
    }
    report("diagram of K12, 1000 columns", &study, 1000);
    free(definition);
    return true;
}

int main(void) {
    rb_error err;
    if (!bench_map(&err) || !bench_diagram(&err)) {
        fprintf(stderr, "bench_studies: %s\n", err.text);
        return 1;
    }
    return 0;
}
