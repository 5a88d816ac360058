/* Shared by all unit tests: cmocka with its headers, comparison of numbers, a random number generator with
   a fixed seed, and helpers for scenes and runs. Every tolerance in these tests is explained beside it.
   Nothing here depends on the wall clock. */
#ifndef RB_TESTS_SUPPORT_SUPPORT_H
#define RB_TESTS_SUPPORT_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <rattleback/rattleback.h>

#include "sim/checkpoint.h"

/* Sanitizers slow the physics down ten to twenty times: there the long runs are left out or cut
   short, which changes what is measured, not what is checked. */
#ifdef RB_TEST_SHORT
enum { RB_SHORT = 1 };
#else
enum { RB_SHORT = 0 };
#endif

/* |actual - expected| <= tolerance; fails for NaN. */
#define assert_near(actual, expected, tolerance)                                                             \
    rb_test_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

/* actual < limit; fails for NaN. Prints the difference. */
#define assert_below(actual, limit) rb_test_below((actual), (limit), #actual " < " #limit, __FILE__, __LINE__)

#define assert_contains(text, part) rb_test_contains((text), (part), __FILE__, __LINE__)

void rb_test_near(double actual, double expected, double tolerance, const char *what, const char *file,
                  int line);
void rb_test_below(double actual, double limit, const char *what, const char *file, int line);
void rb_test_contains(const char *text, const char *part, const char *file, int line);

/* Records how close a comparison came to failing, if requested (margins.c). */
void rb_test_margin(const char *file, int line, const char *what, double actual, double expected,
                    double allowed);

/* xorshift64*: the same numbers on every machine. */
typedef struct rb_test_rng {
    uint64_t state; /* any but 0 */
} rb_test_rng;

/* The usual seed, or another one for each value of RB_TEST_SEED: ./run soak repeats random tests this
   way. */
rb_test_rng rb_test_seeded(uint64_t usual);

uint64_t rb_test_bits(rb_test_rng *rng);
int rb_test_int(rb_test_rng *rng, int below);                     /* 0 <= i < below */
double rb_test_real(rb_test_rng *rng, double from, double until); /* uniform */
rb_vec3 rb_test_direction(rb_test_rng *rng);                      /* uniform on the unit sphere */

/* A scene of the library with assignments ("mu=0.3", …) up to a NULL. Fails the test if one is rejected. */
rb_scene rb_test_scene(const char *id, ...);

/* Edits a scene, as in "mu=0.3". Fails the test if it is rejected. */
void rb_test_assign(rb_scene *scene, const char *assignment);

/* Creates a simulation, or fails the test. */
rb_simulation *rb_test_simulation(const rb_scene *scene);

/* Steps until t (s), or until the run ends. */
void rb_test_run_until(rb_simulation *sim, double t);
/* A checkpoint, which shows its instant in .then; back to it, which must succeed. */
rb_checkpoint rb_test_save(const rb_simulation *sim);
void rb_test_restore(rb_simulation *sim, const rb_checkpoint *checkpoint);

/* Runs a scene until t, with or without an observer. */
rb_run_result rb_test_run(const rb_scene *scene, double t, const rb_observer *observer);
rb_summary rb_test_summary(const rb_scene *scene, double t);

/* The present snapshot and summary of a simulation. */
rb_snapshot rb_test_snapshot(const rb_simulation *sim);
rb_summary rb_test_summary_of(const rb_simulation *sim);

/* A snapshot that no simulation makes: every double a NaN, every int -1, every flag set. */
rb_snapshot rb_test_invalid_snapshot(void);

/* A temporary folder for a test program, made and removed by cmocka's set-up and tear-down. Removal fails if
   a file is left in it. */
extern char rb_test_folder[64];
int rb_test_make_folder(void **state);
int rb_test_remove_folder(void **state);
/* The path of a file in it; valid until the fourth call after this one. */
const char *rb_test_path(const char *name);

/* Deletes a folder and everything in it; 0 on success. */
int rb_test_remove_tree(const char *folder);

/* Resident memory of this process in MiB; 0 where the system does not report it. */
double rb_test_memory(void);

#endif
