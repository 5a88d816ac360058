/* Lets the n-th call of a system function fail, for every n, in the process of the test. The calling
   function must report the failure, replace no file, and leave neither memory nor files open. Test
   programs are linked so that calls of our own code lead here (rb_add_failing_test in CMakeLists.txt). */
#ifndef RB_TESTS_SUPPORT_FAILING_CALLS_H
#define RB_TESTS_SUPPORT_FAILING_CALLS_H

#include <stdbool.h>

#include "support.h"

typedef enum rb_call {
    RB_CALL_MEMORY,
    RB_CALL_OPEN,
    RB_CALL_FSTAT,
    RB_CALL_FDOPEN,
    RB_CALL_FSYNC,
    RB_CALL_RENAME,
    RB_CALL_FCHMOD,
    RB_CALL_FCHOWN,
    RB_CALL_ACCESS,
    RB_CALL_FERROR, /* what was read until now was not all */
    RB_CALL_FCLOSE,
    RB_CALL_WRITE,
    RB_CALL_THREAD,
    RB_CALL_COUNT
} rb_call;

/* The n-th call from now on fails, and `more` after it; with errno `reason` (0: the usual one). */
void rb_failing_begin(rb_call which, int n, int more, int reason);
/* Stops failures. Returns whether a call has failed. */
bool rb_failing_end(void);

/* A folder for each test program, created by the first and removed by the second function; other files
   left in it are an error. */
int rb_failing_make_folder(void **state);
int rb_failing_remove_folder(void **state);
extern char rb_failing_folder[64];
extern char rb_failing_file[128]; /* there is "old" in it, and what writes puts "new" there */
void rb_failing_put_old(void);
bool rb_failing_still_old(void);

typedef struct rb_operation {
    const char *name;
    rb_status (*run)(rb_error *err);
    bool writes; /* rb_failing_file */
} rb_operation;

/* Numerical result of an operation: it must be the same, or the failure reported. */
extern double rb_failing_result;

/* Lets every call of every operation fail once. Most of them must be errors. */
void rb_fail_every_call_once(const rb_operation *operations, size_t count);

#endif
