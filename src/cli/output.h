/* Output of results, and reports of write errors. */
#ifndef RB_CLI_OUTPUT_H
#define RB_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/file.h"
#include "base/json.h"

/* Called first: opens missing standard streams, so that no file of ours gets their descriptors, and
   ignores SIGPIPE, so that a closed pipe cannot leave a file half written. */
void rb_prepare_streams(void);

/* Called last: flushes stdout and returns the program's exit code. If output was lost, it reports why
   and returns 1. If the reader of a pipe has closed it (`rbsim ... | head`), it reports nothing and returns
   the status that a shell gives for SIGPIPE. */
int rb_finish_stdout(int exit_code);

/* An optional output file. "-" is standard output, which rb_finish_stdout checks. */
typedef struct rb_output {
    const char *path; /* NULL: not requested; every function then does nothing */
    FILE *stream;     /* NULL: the same */
    rb_file *file;    /* replaces the target when complete; NULL: written directly */
} rb_output;

/* Opens a file that replaces its target when it is complete. */
bool rb_output_begin(rb_output *out, const char *path, rb_error *err);
/* Opens a file that can be read while it grows. */
bool rb_output_begin_growing(rb_output *out, const char *path, rb_error *err);
/* Completes it; false (and err) if not everything reached the disk. */
bool rb_output_end(rb_output *out, rb_error *err);
/* Discards it: an existing file is unchanged. */
void rb_output_drop(rb_output *out);

/* Fails if two options would write to one file, whatever their spelling. */
rb_status rb_outputs_differ(const char *option_a, const char *path_a, const char *option_b,
                            const char *path_b, rb_error *err);
/* Does this path lead to standard output? */
bool rb_output_is_stdout(const char *path);

/* Writes a finished JSON text and frees it; false and err ("WHAT: out of memory") if there is none. */
bool rb_write_json(rb_json *json, FILE *out, const char *what, rb_error *err);
/* Prints a finished JSON text on stdout and frees it; returns the exit code. */
int rb_print_json(rb_json *json);

#endif
