/* The two halves of the soak: what they share, and what they have done. */
#ifndef RB_TESTS_SOAK_SOAK_H
#define RB_TESTS_SOAK_SOAK_H

#include "support.h"

typedef struct soak_tally {
    long commands, refused, batches, ticks; /* of the twins */
    long scenes, not_valid, steps;          /* of random scenes */
    long diverged, lifted;                  /* runs that ended so */
    long compared, not_compared;            /* scenes with every method; too sensitive or not solved */
} soak_tally;

/* Ends the program with what was expected, and the seed to repeat it with. */
#define soak_require(condition, ...)                                                                         \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "soak: %s:%d: %s does not hold: ", __FILE__, __LINE__, #condition);              \
            fprintf(stderr, __VA_ARGS__);                                                                    \
            fputc('\n', stderr);                                                                             \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

/* A scene of the library with some of its parameters, laws or its method drawn again within their
   ranges; true if rb_scene_check accepts it. */
bool soak_random_scene(rb_test_rng *rng, const rb_library *library, rb_scene *scene);

/* One random scene, a few hundred steps: every number of it stays one. */
void soak_scene(rb_test_rng *rng, const rb_library *library, soak_tally *tally);

/* One random scene by every method at two tolerances: how many of these runs are wrong without a warning. */
int soak_methods(rb_test_rng *rng, const rb_library *library, soak_tally *tally);

/* The same with one scene up to a time. */
int soak_compare(const rb_scene *scene, double until, soak_tally *tally);

/* A runner with its thread and one without get the same commands: after each batch both are at the
   same tick, with the same runs and the same bits. */
void soak_twins(rb_test_rng *rng, soak_tally *tally, int batches);

#endif
