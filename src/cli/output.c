#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

void rb_prepare_streams(void) {
    for (int handle = 0; handle <= STDERR_FILENO; handle++) {
        if (fcntl(handle, F_GETFD) < 0 && errno == EBADF) {
            /* Opened in the wrong direction: reading or writing fails, as it should. */
            open("/dev/null", handle == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    signal(SIGPIPE, SIG_IGN);
}

/* Has the reader of standard output closed its end? */
static bool reader_has_closed(void) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

int rb_finish_stdout(int exit_code) {
    bool lost = ferror(stdout) != 0;
    bool gone = reader_has_closed();
    errno = 0;
    lost = fflush(stdout) != 0 || lost;
    int reason = errno;
    if (fclose(stdout) != 0 && !lost) {
        lost = true;
        reason = errno;
    }
    if (!lost) {
        return exit_code;
    }
    if (reason == EPIPE || gone) {
        return exit_code != RB_EXIT_OK ? exit_code : 128 + SIGPIPE;
    }
    rb_error err;
    rb_fail(&err, RB_ERR_IO, "standard output: not everything could be written%s%s", reason != 0 ? ": " : "",
            reason != 0 ? strerror(reason) : "");
    rb_complain(&err, RB_EXIT_FAILED);
    return exit_code != RB_EXIT_OK ? exit_code : RB_EXIT_FAILED;
}

static bool is_dash(const char *path) {
    return strcmp(path, "-") == 0;
}

bool rb_output_begin(rb_output *out, const char *path, rb_error *err) {
    *out = (rb_output){.path = path};
    if (path == NULL) {
        return true;
    }
    if (is_dash(path)) {
        out->stream = stdout;
        return true;
    }
    if (rb_file_create(path, &out->file, err) != RB_OK) {
        return false;
    }
    out->stream = rb_file_stream(out->file);
    return true;
}

bool rb_output_begin_growing(rb_output *out, const char *path, rb_error *err) {
    *out = (rb_output){.path = path};
    if (path != NULL) {
        out->stream = is_dash(path) ? stdout : fopen(path, "w");
        if (out->stream == NULL) {
            rb_fail(err, RB_ERR_IO, "%s: cannot be written: %s", path, strerror(errno));
            return false;
        }
    }
    return true;
}

bool rb_output_end(rb_output *out, rb_error *err) {
    FILE *stream = out->stream;
    rb_file *file = out->file;
    out->stream = NULL;
    out->file = NULL;
    if (file != NULL) {
        return rb_file_commit(file, err) == RB_OK;
    }
    if (stream == NULL || stream == stdout) {
        return true;
    }
    errno = 0;
    bool lost = ferror(stream) != 0;
    lost = fclose(stream) != 0 || lost;
    if (lost) {
        rb_fail(err, RB_ERR_IO, "%s: not everything could be written: %s", out->path,
                strerror(errno != 0 ? errno : EIO));
    }
    return !lost;
}

void rb_output_drop(rb_output *out) {
    if (out->file != NULL) {
        rb_file_discard(out->file);
    } else if (out->stream != NULL && out->stream != stdout) {
        fclose(out->stream);
    }
    out->stream = NULL;
    out->file = NULL;
}

bool rb_output_is_stdout(const char *path) {
    return path != NULL && (is_dash(path) || rb_file_same(path, "/dev/stdout"));
}

rb_status rb_outputs_differ(const char *option_a, const char *path_a, const char *option_b,
                            const char *path_b, rb_error *err) {
    if (path_a == NULL || path_b == NULL) {
        return RB_OK;
    }
    bool same = is_dash(path_a) || is_dash(path_b)
                    ? rb_output_is_stdout(path_a) && rb_output_is_stdout(path_b)
                    : rb_file_same(path_a, path_b);
    if (!same) {
        return RB_OK;
    }
    return rb_fail(err, RB_ERR_INPUT, "%s and %s: expected two different outputs, got %s and %s", option_a,
                   option_b, path_a, path_b);
}

bool rb_write_json(rb_json *json, FILE *out, const char *what, rb_error *err) {
    char *text = rb_json_finish(json);
    if (text == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", what);
        return false;
    }
    fputs(text, out);
    free(text);
    return true;
}

int rb_print_json(rb_json *json) {
    char *text = rb_json_finish(json);
    if (text == NULL) {
        return rb_complain_memory("JSON");
    }
    fputs(text, stdout);
    free(text);
    return RB_EXIT_OK;
}
