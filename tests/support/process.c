#include "process.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

enum { ARGUMENTS_MAX = 64 };

/* An open file that no one else can see; large outputs cannot block as a pipe would. */
static int nameless_file(void) {
    char name[] = "/tmp/rattleback-test-XXXXXX";
    int file = mkstemp(name);
    assert_true(file >= 0);
    unlink(name);
    return file;
}

test_process test_process_start(const char *program, const char *const *arguments) {
    test_process process = {.out_file = nameless_file(), .err_file = nameless_file()};
    char *argv[ARGUMENTS_MAX] = {(char *)program};
    for (int i = 0; arguments[i] != NULL; i++) {
        assert_true(i + 2 < ARGUMENTS_MAX);
        argv[i + 1] = (char *)arguments[i];
    }
    process.pid = fork();
    assert_true(process.pid >= 0);
    if (process.pid == 0) {
        dup2(process.out_file, STDOUT_FILENO);
        dup2(process.err_file, STDERR_FILENO);
        execv(program, argv);
        _exit(127);
    }
    return process;
}

static char *read_all(int file) {
    off_t size = lseek(file, 0, SEEK_END);
    assert_true(size >= 0);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_true(pread(file, text, (size_t)size, 0) == size);
    text[size] = '\0';
    close(file);
    return text;
}

void test_process_finish(test_process *process) {
    int status = 0;
    while (waitpid(process->pid, &status, 0) < 0) {
        assert_int_equal(errno, EINTR);
    }
    process->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    process->out = read_all(process->out_file);
    process->err = read_all(process->err_file);
}

void test_process_free(test_process *process) {
    free(process->out);
    free(process->err);
}

bool test_process_catches(pid_t pid, int signal_number) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    unsigned long long caught = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "SigCgt: %llx", &caught) == 1) {
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return (caught >> (signal_number - 1) & 1) != 0;
}
