/* The part of cmocka's interface that the unit tests use, for Windows, where no package has cmocka. Include
   it as <cmocka.h>. Results are printed as by cmocka; a program returns the number of its failed tests. */
#ifndef RB_TESTS_SUPPORT_WINDOWS_CMOCKA_H
#define RB_TESTS_SUPPORT_WINDOWS_CMOCKA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void (*CMUnitTestFunction)(void **state);
typedef int (*CMFixtureFunction)(void **state); /* 0: success */

struct CMUnitTest {
    const char *name;
    CMUnitTestFunction test_func;
    CMFixtureFunction setup_func, teardown_func;
    void *initial_state;
};

#define cmocka_unit_test(f)                                                                                  \
    { #f, f, NULL, NULL, NULL }
#define cmocka_unit_test_setup_teardown(f, setup, teardown)                                                  \
    { #f, f, setup, teardown, NULL }
#define cmocka_run_group_tests(tests, setup, teardown)                                                       \
    cmocka_run_group_tests_name(#tests, tests, setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                            \
    rb_run_tests(name, tests, sizeof(tests) / sizeof((tests)[0]), setup, teardown)

int rb_run_tests(const char *name, const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
                 CMFixtureFunction teardown);

void print_message(const char *format, ...) __attribute__((format(gnu_printf, 1, 2)));
void print_error(const char *format, ...) __attribute__((format(gnu_printf, 1, 2)));

/* End the present test. */
_Noreturn void _fail(const char *file, int line);
_Noreturn void rb_skip(const char *file, int line);

#define skip() rb_skip(__FILE__, __LINE__)
#define fail_msg(...) (print_error("ERROR: " __VA_ARGS__), print_error("\n"), _fail(__FILE__, __LINE__))

/* Each prints the difference and ends the test. Integers and pointers are compared as cmocka does: as the
   largest unsigned integers. */
void rb_assert(bool holds, const char *what, const char *file, int line);
void rb_assert_int(uintmax_t a, uintmax_t b, bool equal, const char *file, int line);
void rb_assert_range(uintmax_t value, uintmax_t low, uintmax_t high, const char *file, int line);
void rb_assert_float(float a, float b, float tolerance, const char *file, int line);
void rb_assert_string(const char *a, const char *b, bool equal, const char *file, int line);
void rb_assert_memory(const void *a, const void *b, size_t size, const char *file, int line);

#define assert_true(c) rb_assert((c) ? true : false, #c, __FILE__, __LINE__)
#define assert_false(c) rb_assert((c) ? false : true, "not: " #c, __FILE__, __LINE__)
#define assert_non_null(p) rb_assert((p) != NULL, #p " is not NULL", __FILE__, __LINE__)
#define assert_null(p) rb_assert((p) == NULL, #p " is NULL", __FILE__, __LINE__)
#define assert_int_equal(a, b) rb_assert_int((uintmax_t)(a), (uintmax_t)(b), true, __FILE__, __LINE__)
#define assert_int_not_equal(a, b) rb_assert_int((uintmax_t)(a), (uintmax_t)(b), false, __FILE__, __LINE__)
#define assert_ptr_equal(a, b) rb_assert_int((uintptr_t)(a), (uintptr_t)(b), true, __FILE__, __LINE__)
#define assert_ptr_not_equal(a, b) rb_assert_int((uintptr_t)(a), (uintptr_t)(b), false, __FILE__, __LINE__)
#define assert_in_range(value, low, high)                                                                    \
    rb_assert_range((uintmax_t)(value), (uintmax_t)(low), (uintmax_t)(high), __FILE__, __LINE__)
#define assert_float_equal(a, b, tolerance)                                                                  \
    rb_assert_float((float)(a), (float)(b), (float)(tolerance), __FILE__, __LINE__)
#define assert_string_equal(a, b) rb_assert_string(a, b, true, __FILE__, __LINE__)
#define assert_string_not_equal(a, b) rb_assert_string(a, b, false, __FILE__, __LINE__)
#define assert_memory_equal(a, b, size) rb_assert_memory(a, b, size, __FILE__, __LINE__)

#endif
