#include "film/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool rb_process_find(const char *name, char *path, size_t size) {
    const char *list = getenv("PATH");
    while (list != NULL && *list != '\0') {
        size_t length = strcspn(list, ":");
        snprintf(path, size, "%.*s/%s", (int)length, list, name);
        if (access(path, X_OK) == 0) {
            return true;
        }
        list += length + (list[length] == ':');
    }
    return false;
}

/* reads: the child's output comes through the pipe; else its input goes through it. */
static rb_status start(rb_process *process, const char *const *arguments, bool reads, rb_error *err) {
    int ends[2], own = reads ? 0 : 1, other = 1 - own;
    *process = (rb_process){0, -1};
    signal(SIGPIPE, SIG_IGN); /* a child that exits must not end this program */
    if (pipe(ends) != 0) {
        return rb_fail(err, RB_ERR_IO, "%s: cannot create a pipe: %s", arguments[0], strerror(errno));
    }
    /* Not for other children, which would keep it open. */
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (reads) {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    }
    posix_spawn_file_actions_adddup2(&actions, ends[other], reads ? STDOUT_FILENO : STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[own]);
    pid_t child = 0;
    int failed = posix_spawn(&child, arguments[0], &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[other]);
    if (failed != 0) {
        close(ends[own]);
        return rb_fail(err, RB_ERR_IO, "%s: cannot be started: %s", arguments[0], strerror(failed));
    }
    *process = (rb_process){child, ends[own]};
    return RB_OK;
}

rb_status rb_process_start(rb_process *process, const char *const *arguments, rb_error *err) {
    return start(process, arguments, false, err);
}

rb_status rb_process_start_reader(rb_process *process, const char *const *arguments, rb_error *err) {
    return start(process, arguments, true, err);
}

long rb_process_read(const rb_process *process, void *data, size_t size, int patience) {
    char *bytes = data;
    size_t used = 0;
    while (used < size) {
        struct pollfd ready = {.fd = process->pipe, .events = POLLIN};
        int polled = poll(&ready, 1, patience);
        if (polled == 0 || (polled < 0 && errno != EINTR)) {
            return -1;
        }
        ssize_t got = polled > 0 ? read(process->pipe, bytes + used, size - used) : 0;
        if (polled > 0 && got == 0) {
            break;
        }
        if (got < 0 && errno != EINTR) {
            return -1;
        }
        used += got > 0 ? (size_t)got : 0;
    }
    return (long)used;
}

void rb_process_stop(const rb_process *process) {
    kill((pid_t)process->id, SIGKILL);
}

bool rb_process_finish(rb_process *process) {
    int result = -1;
    close(process->pipe);
    while (waitpid((pid_t)process->id, &result, 0) < 0 && errno == EINTR) {
    }
    *process = (rb_process){0, -1};
    return result == 0;
}
