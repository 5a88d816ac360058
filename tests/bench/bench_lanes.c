/* Speed-up by lanes on one core: the same batch of runs one after the other and with every width of this
   machine, interleaved, minimum of several rounds. Includes event log, events and ends; also checks that all
   bits agree.

   usage: bench_lanes [SCENE...] */
#include <math.h>
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/lanes.h"
#include "timing.h"

enum { RUNS = 16, REPEATS = 7 };

#define SIMULATED 0.25 /* s of each run */

static const int widths[] = {1, 2, 4};
enum { WIDTHS = sizeof widths / sizeof widths[0] };

static rb_scene scenes[RUNS];
static rb_summary summaries[WIDTHS][RUNS];

static bool agree(int w) {
    for (int i = 0; i < RUNS; i++) {
        if (summaries[w][i].state_hash != summaries[0][i].state_hash) {
            return false;
        }
    }
    return true;
}

static bool available(int width) {
    const rb_lanes_code *code = rb_lanes_find(width);
    return width == 1 || (code != NULL && code->width == width);
}

static bool bench(const char *id) {
    rb_error err = {""};
    for (int i = 0; i < RUNS; i++) {
        if (rb_library_open(id, &scenes[i], &err) != RB_OK) {
            fprintf(stderr, "bench_lanes: %s\n", err.text);
            return false;
        }
        scenes[i].values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = RB_METHOD_DP5;
        scenes[i].values[RB_SECTION_CONTACT][RB_CONTACT_MU] *= 1 + 0.002 * i;
    }
    double best[WIDTHS] = {INFINITY, INFINITY, INFINITY};
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        for (int w = 0; w < WIDTHS; w++) {
            if (!available(widths[w])) {
                continue;
            }
            rb_batch batch = {.until = SIMULATED, .lanes = widths[w]};
            double begun = cpu_seconds();
            if (rb_run_batch(scenes, RUNS, &batch, summaries[w], &err) != RB_OK) {
                fprintf(stderr, "bench_lanes: %s\n", err.text);
                return false;
            }
            best[w] = fmin(best[w], cpu_seconds() - begun);
        }
    }
    double evaluations = 0;
    for (int i = 0; i < RUNS; i++) {
        evaluations += (double)summaries[0][i].rhs_evaluations;
    }
    printf("%-20s %-14s %10.1f", id, scenes[0].friction->id, 1e9 * best[0] / evaluations);
    bool ok = true;
    for (int w = 1; w < WIDTHS; w++) {
        if (!isfinite(best[w])) {
            printf(" %9s", "-");
            continue;
        }
        printf(" %9.2f", best[0] / best[w]);
        ok = ok && agree(w);
    }
    printf("   %s\n", ok ? "same" : "DIFFERENT");
    fflush(stdout);
    return ok;
}

int main(int argc, char **argv) {
    static const char *const usual[] = {"ak18-a", "k11-fig5",      "k15-a1",        "k15-a2",
                                        "k15-b1", "kane-levinson", "tippetop-ka09", "tippetop-coulomb"};
    printf("%d runs of %g s by dp5 in one thread: how many times as fast in lanes\n\n", RUNS, SIMULATED);
    printf("%-20s %-14s %10s %9s %9s   %s\n", "scene", "law", "ns/rhs", "2 lanes", "4 lanes", "bits");
    bool ok = true;
    for (int i = 1; i < argc; i++) {
        ok = bench(argv[i]) && ok;
    }
    for (size_t i = 0; argc == 1 && i < sizeof usual / sizeof usual[0]; i++) {
        ok = bench(usual[i]) && ok;
    }
    return ok ? 0 : 1;
}
