/* rbsim on a terminal: runs of more than two seconds show a progress line on stderr, which is removed at
   the end; stdout has only results. Ctrl+C ends a run at once, with its summary. */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "support.h"

/* Starts a run without end whose stderr is a terminal and whose stdout is /dev/null. */
static pid_t start_on_terminal(int *terminal) {
    *terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (*terminal < 0 || grantpt(*terminal) != 0 || unlockpt(*terminal) != 0) {
        skip(); /* no pseudo-terminals here */
    }
    const char *name = ptsname(*terminal);
    assert_non_null(name);
    int slave = open(name, O_RDWR | O_NOCTTY);
    assert_true(slave >= 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        dup2(slave, STDERR_FILENO);
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        execl(rbsim, rbsim, "run", "k11-fig5", "--set", "mu=0", "--set", "rolling=none", "--until", "1e5",
              (char *)NULL);
        _exit(127);
    }
    close(slave);
    fcntl(*terminal, F_SETFL, O_NONBLOCK);
    return pid;
}

/* Collects terminal output until it contains `part`, for at most a minute. */
static void wait_for(int terminal, const char *part, char *text, size_t size) {
    size_t used = strlen(text);
    for (int i = 0; strstr(text, part) == NULL && i < 60000; i++) {
        ssize_t more = read(terminal, text + used, size - used - 1);
        if (more > 0) {
            used += (size_t)more;
            text[used] = '\0';
        } else {
            nanosleep(&(struct timespec){0, 1000000}, NULL);
        }
    }
    assert_contains(text, part);
}

static void progress_is_shown_and_wiped(void **state) {
    (void)state;
    int terminal = -1;
    char text[65536] = "";
    pid_t pid = start_on_terminal(&terminal);
    wait_for(terminal, "times real time", text, sizeof text);
    assert_contains(text, "of 100000 s");
    assert_contains(text, "left");
    kill(pid, SIGINT);
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 130);
    size_t used = strlen(text);
    ssize_t more = read(terminal, text + used, sizeof text - used - 1);
    text[used + (more > 0 ? (size_t)more : 0)] = '\0';
    used = strlen(text);
    assert_true(used > 4);
    assert_string_equal(text + used - 4, "\r\033[K"); /* wiped */
    assert_null(strchr(text, '\n'));                  /* one line, rewritten */
    close(terminal);
}

static void nap(void) {
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* A tick of this run takes half a second, and the run half a minute: Ctrl+C ends it within a tick. */
static void an_interrupt_ends_a_long_tick(void **state) {
    (void)state;
    char path[] = "/tmp/rbsim-interrupt-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        execl(rbsim, rbsim, "run", "k11-fig5", "--solver", "rodas", "--set", "tick=0.1", "--set",
              "rtol=1e-13", "--until", "1000", "--summary", path, (char *)NULL);
        _exit(127);
    }
    for (int i = 0; !test_process_catches(pid, SIGINT) && i < 60000; i++) {
        nap();
    }
    nanosleep(&(struct timespec){1, 0}, NULL); /* somewhere within its first ticks */
    kill(pid, SIGINT);
    int status = 0;
    pid_t ended = 0;
    for (int i = 0; ended == 0 && i < 20000; i++) { /* the machine may be busy */
        ended = waitpid(pid, &status, WNOHANG);
        nap();
    }
    if (ended == 0) {
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
        fail_msg("still running 20 s after the interrupt");
    }
    assert_true(WIFEXITED(status));
    char text[65536] = "";
    close(file);
    file = open(path, O_RDONLY); /* another one has taken its place */
    assert_true(read(file, text, sizeof text - 1) > 0);
    close(file);
    unlink(path);
    assert_contains(text, "\"interrupted\"");
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_is_shown_and_wiped),
        cmocka_unit_test(an_interrupt_ends_a_long_tick),
    };
    return cmocka_run_group_tests_name("rbsim on a terminal", tests, NULL, NULL);
}
