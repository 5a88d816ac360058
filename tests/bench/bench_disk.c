/* Cost of a unit of time of the disk: microseconds of CPU time, minimum of seven rounds. Limit: 3 with law
   I. */
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <time.h>

enum { ROUNDS = 7 };
#define UNITS 2000.0

static const struct {
    const char *scene, *law;
} rows[] = {{"disk-k12", "k12-i"},
            {"disk-k12-three", "k12-i"},
            {"disk-k12-eleven", "k12-i"},
            {"disk-k12", "k12-iprime"},
            {"disk-k12", "exact-uniform"}};
enum { ROWS = sizeof rows / sizeof rows[0] };

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Microseconds per unit of time; negative if it cannot be run. */
static double cost_of(int row, rb_summary *summary) {
    rb_scene scene;
    rb_error err;
    rb_run_result result;
    if (rb_library_open(rows[row].scene, &scene, &err) != RB_OK ||
        rb_scene_set(&scene, "friction", rows[row].law, &err) != RB_OK) {
        fprintf(stderr, "bench_disk: %s\n", err.text);
        return -1;
    }
    double begun = cpu_seconds();
    if (rb_run(&scene, UNITS, NULL, &result, &err) != RB_OK) {
        fprintf(stderr, "bench_disk: %s\n", err.text);
        return -1;
    }
    *summary = result.summary;
    return 1e6 * (cpu_seconds() - begun) / UNITS;
}

int main(void) {
    double least[ROWS];
    rb_summary summary[ROWS];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < ROWS; i++) {
            double cost = cost_of(i, &summary[i]);
            if (cost < 0) {
                return 1;
            }
            least[i] = round == 0 || cost < least[i] ? cost : least[i];
        }
    }
    printf("disk on a belt, a unit of time (promised on k12-i: 3 us)\n");
    printf("%-18s %-15s %10s %14s %14s\n", "scene", "law", "us/unit", "evals/unit", "sticks/1000");
    const rb_outcome *sticks = rb_outcome_find("stick_count");
    for (int i = 0; i < ROWS; i++) {
        printf("%-18s %-15s %10.2f %14.1f %14.1f\n", rows[i].scene, rows[i].law, least[i],
               (double)summary[i].rhs_evaluations / UNITS,
               1000 * rb_outcome_value(sticks, &summary[i]) / UNITS);
    }
    return 0;
}
