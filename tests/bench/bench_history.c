/* Memory of ten minutes of recorded runs, and the cost of reading the past. */
#include <malloc.h>
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/session/history.h"
#include "timing.h"

#define MINUTES 10

static double allocated_mb(void) {
    struct mallinfo2 info = mallinfo2();
    return 1e-6 * (double)(info.uordblks + info.hblkhd);
}

/* Samples of one simulation go to all runs. A run at rest would take less memory, so it is restarted. */
static bool record(rb_history *history, const rb_scene *scene, int runs) {
    rb_error err = {""};
    rb_simulation *sim = NULL;
    if (rb_simulation_create(scene, &sim, &err) != RB_OK) {
        fprintf(stderr, "bench_history: %s\n", err.text);
        return false;
    }
    for (int run = 0; run < runs; run++) {
        rb_history_scene(history, run, scene, 1);
    }
    int samples = MINUTES * 60 * (int)RB_HISTORY_RATE;
    for (int i = 0; i < samples; i++) {
        rb_checkpoint now;
        rb_simulation_tick(sim);
        if (rb_simulation_phase(sim) != RB_PHASE_RUNNING) {
            rb_simulation_reset(sim, scene, &err);
        }
        rb_checkpoint_take(sim, &now);
        now.then.t = i / RB_HISTORY_RATE;
        for (int run = 0; run < runs; run++) {
            rb_history_add(history, run, &now.then, &now.state);
        }
    }
    rb_simulation_destroy(sim);
    return true;
}

static double look_back(rb_history *history) {
    enum { LOOKS = 20000 };
    double sum = 0, begun = cpu_seconds();
    for (int i = 0; i < LOOKS; i++) {
        double t = (double)(i * 7919LL % LOOKS) / LOOKS * MINUTES * 60;
        rb_snapshot s;
        sum += rb_history_at(history, 0, t, &s) ? s.omega.z : 0;
    }
    double spent = cpu_seconds() - begun;
    return sum < 1e9 ? spent / LOOKS : 0;
}

int main(void) {
    static const struct {
        const char *id;
        rb_solver_method method;
        double step;
    } rows[] = {{"k11-fig5", RB_METHOD_DP5, 5e-4},
                {"tippetop-ka09", RB_METHOD_DOP853, 5e-4},
                {"k15-ah", RB_METHOD_DP5, 1e-4}}; /* remembers where N was */
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        rb_error err = {""};
        rb_scene scene;
        if (rb_library_open(rows[i].id, &scene, &err) != RB_OK) {
            fprintf(stderr, "bench_history: %s\n", err.text);
            return 1;
        }
        double *solver = scene.values[RB_SECTION_SOLVER];
        solver[RB_SOLVER_METHOD] = rows[i].method;
        solver[RB_SOLVER_STEP] = rows[i].step;
        solver[RB_SOLVER_TICK] = 1e-3;
        for (int runs = 1; runs <= RB_RUNS_MAX; runs *= RB_RUNS_MAX) {
            rb_history history;
            double before = allocated_mb();
            if (rb_history_create(&history, &err) != RB_OK || !record(&history, &scene, runs)) {
                fprintf(stderr, "bench_history: %s\n", err.text);
                return 1;
            }
            printf("record of %d run(s) of %s, %d minutes: %.1f MB; looking at one of its moments: "
                   "%.2f us\n",
                   runs, rows[i].id, MINUTES, allocated_mb() - before, 1e6 * look_back(&history));
            rb_history_destroy(&history);
        }
    }
    return 0;
}
