/* soak SECONDS [SEED] | soak --rounds N [SEED] | soak --methods N [SEED]: random scenes and random commands,
   for as long as asked, then what was done. Status 1 as soon as something does not hold.
   soak --compare FILE T: the scene of a file by every method up to T seconds, to repeat what was found. */
#include <time.h>
#include <unistd.h>

#include "soak.h"

enum { SCENES_A_ROUND = 20, BATCHES_A_ROUND = 20, METHODS_A_ROUND = 4, WARM = 5, GROWTH_MAX = 16 };

static double clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void report(const soak_tally *t, double seconds, double warm, uint64_t seed) {
    printf("soak: %.0f s from seed %llu\n", seconds, (unsigned long long)seed);
    printf("  twins: %ld commands in %ld batches, %ld ticks, the same bits after each batch\n", t->commands,
           t->batches, t->ticks);
    printf("  scenes: %ld of %ld drawn were valid, %ld steps, every number finite; %ld diverged, %ld "
           "lifted off\n",
           t->scenes, t->scenes + t->not_valid, t->steps, t->diverged, t->lifted);
    printf("  methods: %ld scenes by every method, all right or with a warning; %ld not compared\n",
           t->compared, t->not_compared);
    printf("  memory: %.1f MiB when warm, %.1f MiB at the end\n", warm, rb_test_memory());
}

/* So many scenes by every method, all disagreements before it ends. */
static int compare_methods(rb_test_rng *rng, const rb_library *library, int count, uint64_t seed) {
    soak_tally tally = {0};
    int wrong = 0;
    while (tally.compared < count) {
        wrong += soak_methods(rng, library, &tally);
    }
    printf("methods: %ld scenes from seed %llu, %ld not compared, %ld not valid; %d runs wrong without "
           "a warning\n",
           tally.compared, (unsigned long long)seed, tally.not_compared, tally.not_valid, wrong);
    return wrong > 0;
}

static int compare_file(const char *file, double until) {
    rb_scene scene;
    rb_error err = {""};
    soak_tally tally = {0};
    soak_require(rb_scene_read_file(file, &scene, &err) == RB_OK, "%s", err.text);
    int wrong = soak_compare(&scene, until, &tally);
    printf("%s: %s; %d runs wrong without a warning\n", file,
           tally.compared > 0 ? "compared" : "not compared", wrong);
    return wrong > 0;
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "--compare") == 0) {
        return compare_file(argv[2], strtod(argv[3], NULL));
    }
    bool only_methods = argc > 2 && strcmp(argv[1], "--methods") == 0;
    bool by_rounds = only_methods || (argc > 2 && strcmp(argv[1], "--rounds") == 0);
    if (argc < 2) {
        fprintf(stderr, "usage: soak SECONDS [SEED] | soak --rounds N [SEED] | soak --methods N [SEED]\n");
        return 2;
    }
    double limit = strtod(argv[by_rounds ? 2 : 1], NULL);
    const char *text = argc > (by_rounds ? 3 : 2) ? argv[by_rounds ? 3 : 2] : "1";
    uint64_t seed = strtoull(text, NULL, 10);
    rb_test_rng rng = {seed * 2654435761U + 88172645463325252U};
    char folder[1024];
    rb_error err = {""};
    static rb_library library;
    soak_require(rb_library_find_folder(folder, sizeof folder, &err) == RB_OK &&
                     rb_library_load(&library, folder, &err) == RB_OK,
                 "%s", err.text);
    soak_tally tally = {0};
    if (only_methods) {
        return compare_methods(&rng, &library, (int)limit, seed);
    }
    double begin = clock_now(), warm = 0;
    for (int round = 0; by_rounds ? round < limit : clock_now() - begin < limit; round++) {
        for (int i = 0; i < SCENES_A_ROUND; i++) {
            soak_scene(&rng, &library, &tally);
        }
        for (int i = 0; i < METHODS_A_ROUND; i++) {
            soak_require(soak_methods(&rng, &library, &tally) == 0,
                         "the methods disagree on the scene above");
        }
        soak_twins(&rng, &tally, BATCHES_A_ROUND);
        warm = round <= WARM ? rb_test_memory() : warm;
        /* Sanitizers keep what was freed. */
        soak_require(RB_SHORT || rb_test_memory() - warm < GROWTH_MAX, "%.1f MiB grew to %.1f MiB", warm,
                     rb_test_memory());
    }
    report(&tally, clock_now() - begin, warm, seed);
    return 0;
}
