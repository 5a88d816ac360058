#include "cmocka.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum outcome { PASSED, FAILED, SKIPPED } outcome;

/* Where a test is left from inside an assertion. The setjmp of the compiler does not unwind frames, which
   that of Windows does. */
static void *leave[5];
static bool running;
static outcome reason;

void print_message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    fflush(stdout);
}

void print_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fflush(stderr);
}

static _Noreturn void leave_test(outcome why, const char *what, const char *file, int line) {
    print_error("%s:%d: %s\n", file, line, what);
    if (!running) {
        exit(EXIT_FAILURE);
    }
    reason = why;
    __builtin_longjmp(leave, 1);
}

void _fail(const char *file, int line) {
    leave_test(FAILED, "error: Failure!", file, line);
}

void rb_skip(const char *file, int line) {
    leave_test(SKIPPED, "skipped", file, line);
}

void rb_assert(bool holds, const char *what, const char *file, int line) {
    if (!holds) {
        print_error("expected %s\n", what);
        _fail(file, line);
    }
}

void rb_assert_int(uintmax_t a, uintmax_t b, bool equal, const char *file, int line) {
    if ((a == b) != equal) {
        print_error("%#" PRIxMAX " %s %#" PRIxMAX "\n", a, equal ? "!=" : "==", b);
        _fail(file, line);
    }
}

void rb_assert_range(uintmax_t value, uintmax_t low, uintmax_t high, const char *file, int line) {
    if (value < low || value > high) {
        print_error("%" PRIuMAX " is not within the range %" PRIuMAX "-%" PRIuMAX "\n", value, low, high);
        _fail(file, line);
    }
}

void rb_assert_float(float a, float b, float tolerance, const char *file, int line) {
    if (!(fabsf(a - b) <= tolerance)) {
        print_error("%g != %g within %g\n", (double)a, (double)b, (double)tolerance);
        _fail(file, line);
    }
}

void rb_assert_string(const char *a, const char *b, bool equal, const char *file, int line) {
    if ((strcmp(a, b) == 0) != equal) {
        print_error("\"%s\" %s \"%s\"\n", a, equal ? "!=" : "==", b);
        _fail(file, line);
    }
}

void rb_assert_memory(const void *a, const void *b, size_t size, const char *file, int line) {
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < size; i++) {
        if (left[i] != right[i]) {
            print_error("byte %zu of %zu: 0x%02x != 0x%02x\n", i, size, left[i], right[i]);
            _fail(file, line);
        }
    }
}

static outcome run_test(const struct CMUnitTest *test, void **state) {
    reason = PASSED;
    running = true;
    if (__builtin_setjmp(leave) == 0) {
        if (test->setup_func != NULL && test->setup_func(state) != 0) {
            print_error("%s: the setup failed\n", test->name);
            reason = FAILED;
        } else {
            test->test_func(state);
        }
    }
    outcome of_test = reason;
    if (__builtin_setjmp(leave) == 0 && test->teardown_func != NULL && test->teardown_func(state) != 0) {
        print_error("%s: the teardown failed\n", test->name);
        of_test = FAILED;
    }
    running = false;
    return reason == FAILED ? FAILED : of_test;
}

/* Setup or teardown of a group; true if it succeeds. */
static bool run_fixture(CMFixtureFunction function, void **state) {
    volatile bool done = false;
    running = true;
    if (__builtin_setjmp(leave) == 0) {
        done = function == NULL || function(state) == 0;
    }
    running = false;
    return done;
}

int rb_run_tests(const char *name, const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
                 CMFixtureFunction teardown) {
    static const char *const words[] = {"[       OK ]", "[  FAILED  ]", "[  SKIPPED ]"};
    size_t counts[3] = {0, 0, 0};
    void *group_state = NULL;
    if (!run_fixture(setup, &group_state)) {
        print_error("[  FAILED  ] %s: the setup of the group failed\n", name);
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        void *state = tests[i].initial_state != NULL ? tests[i].initial_state : group_state;
        print_message("[ RUN      ] %s\n", tests[i].name);
        outcome result = run_test(&tests[i], &state);
        counts[result]++;
        print_message("%s %s\n", words[result], tests[i].name);
    }
    if (!run_fixture(teardown, &group_state)) {
        print_error("[  FAILED  ] %s: the teardown of the group failed\n", name);
        counts[FAILED]++;
    }
    print_message("[==========] %s: %zu passed, %zu failed, %zu skipped\n", name, counts[PASSED],
                  counts[FAILED], counts[SKIPPED]);
    return counts[FAILED] > 0 ? 1 : 0;
}
