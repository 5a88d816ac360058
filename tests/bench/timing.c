#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "math/ode.h"
#include "sim/model_build.h"

#ifdef __EMSCRIPTEN__
double node_cpu_seconds(void); /* node_clock.js */

double cpu_seconds(void) {
    return node_cpu_seconds();
}
#else
double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
#endif

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

spread spread_of(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, by_size);
    return (spread){times[0], times[count / 2]};
}

static void keep(double *least, double now) {
    *least = *least > 0 ? fmin(*least, now) : now;
}

void derivative_costs(const rb_scene *scene, double *rhs, double *jacobian) {
    enum { STATES = 20, APART = 50, CALLS = 20 };
    static rb_model model;
    rb_model_build(scene, &model);
    int n = model.ops->state_count;
    double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX], J[RB_ODE_MAX * RB_ODE_MAX];
    model.ops->start(scene->values[RB_SECTION_START], &model, y);
    model.ops->rhs(&model, y, f);
    double evaluating = 0, deriving = 0;
    for (int i = 0; i < STATES; i++) {
        for (int k = 0; k < APART; k++) {
            rb_dp5_step(model.ops->rhs, &model, n, 2e-5, y, f, NULL);
            rb_body_project(&model, y);
        }
        double begun = cpu_seconds();
        for (int k = 0; k < CALLS; k++) {
            model.ops->rhs(&model, y, f);
        }
        double between = cpu_seconds();
        for (int k = 0; k < CALLS; k++) {
            model.ops->jacobian(&model, y, J);
        }
        evaluating += between - begun;
        deriving += cpu_seconds() - between;
    }
    keep(rhs, evaluating / (STATES * CALLS));
    keep(jacobian, deriving / (STATES * CALLS));
}

void print_machine(void) {
    char line[256], name[200] = "unknown processor";
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            snprintf(name, sizeof name, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    printf("machine: %s, %ld core(s); compiler: %s; rattleback %s\n", name, sysconf(_SC_NPROCESSORS_ONLN),
           __VERSION__, rb_version());
}
