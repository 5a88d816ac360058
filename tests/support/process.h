/* A program run by a test: its exit status and what it wrote. */
#ifndef RB_TESTS_SUPPORT_PROCESS_H
#define RB_TESTS_SUPPORT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct test_process {
    int status; /* exit status, or 128 + the signal that ended it */
    char *out;  /* what it wrote on stdout, */
    char *err;  /* and on stderr */
    pid_t pid;
    int out_file, err_file;
} test_process;

/* Starts program with arguments up to a NULL (argv without argv[0]). */
test_process test_process_start(const char *program, const char *const *arguments);

/* Waits for its end and collects what it wrote. */
void test_process_finish(test_process *process);

void test_process_free(test_process *process);

/* Does the program already catch this signal? */
bool test_process_catches(pid_t pid, int signal_number);

#endif
