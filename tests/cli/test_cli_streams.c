/* Preparation of the process before any command: standard streams and signals. */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system.h"
#include "cli/output.h"
#include "support.h"

/* Returns the exit status of a function in a separate process. */
static int in_child(int (*function)(void)) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(function());
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* 0 if a file opened later is not mistaken for a standard stream, and using the closed ones fails. */
static int open_with_closed_streams(void) {
    for (int handle = 0; handle <= 2; handle++) {
        close(handle);
    }
    rb_prepare_streams();
    int file = open("/dev/null", O_RDWR);
    char byte = 0;
    return file <= 2                  ? 1
           : read(0, &byte, 1) != -1  ? 2
           : write(1, &byte, 1) != -1 ? 3
           : write(2, &byte, 1) != -1 ? 4
           : fcntl(0, F_GETFD) < 0    ? 5
                                      : 0;
}

static int keeps_open_streams(void) {
    int pipes[2];
    if (pipe(pipes) != 0 || dup2(pipes[1], 1) != 1) {
        return 1;
    }
    rb_prepare_streams();
    char byte = 'x', got = 0;
    return write(1, &byte, 1) == 1 && read(pipes[0], &got, 1) == 1 && got == 'x' ? 0 : 2;
}

static void closed_streams_are_replaced(void **state) {
    (void)state;
    assert_int_equal(in_child(open_with_closed_streams), 0);
    assert_int_equal(in_child(keeps_open_streams), 0);
}

/* A closed pipe is a write error, and does not end the process. */
static int write_without_a_reader(void) {
    int pipes[2];
    rb_prepare_streams();
    if (pipe(pipes) != 0) {
        return 1;
    }
    close(pipes[0]);
    return write(pipes[1], "x", 1) == -1 ? 0 : 2;
}

static void a_lost_reader_does_not_kill(void **state) {
    (void)state;
    assert_int_equal(in_child(write_without_a_reader), 0);
}

static int interrupt(int number) {
    struct sigaction action;
    rb_catch_interrupts(false);
    if (rb_interrupted() || rb_exit_interrupted(3) != 3) {
        return 1;
    }
    raise(number);
    if (!rb_interrupted() || rb_exit_interrupted(3) != 128 + number) {
        return 2;
    }
    sigaction(number, NULL, &action);
    return action.sa_handler == SIG_DFL ? 0 : 3; /* the second one ends the process */
}

static int interrupt_by_key(void) {
    return interrupt(SIGINT);
}

static int interrupt_by_kill(void) {
    return interrupt(SIGTERM);
}

static int interrupt_by_hangup(void) {
    return interrupt(SIGHUP);
}

static int ignored_signal(void) {
    signal(SIGHUP, SIG_IGN); /* nohup */
    rb_catch_interrupts(false);
    raise(SIGHUP);
    return rb_interrupted() ? 1 : 0;
}

static void the_second_signal_ends_the_process(void **state) {
    (void)state;
    assert_int_equal(in_child(interrupt_by_key), 0);
    assert_int_equal(in_child(interrupt_by_kill), 0);
    assert_int_equal(in_child(interrupt_by_hangup), 0);
}

static void ignored_signals_stay_ignored(void **state) {
    (void)state;
    assert_int_equal(in_child(ignored_signal), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_streams_are_replaced),
        cmocka_unit_test(a_lost_reader_does_not_kill),
        cmocka_unit_test(the_second_signal_ends_the_process),
        cmocka_unit_test(ignored_signals_stay_ignored),
    };
    return cmocka_run_group_tests_name("rbsim: streams and signals", tests, NULL, NULL);
}
