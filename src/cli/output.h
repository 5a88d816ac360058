/* Where results go, and what is said when they do not get there. */
#ifndef RB_CLI_OUTPUT_H
#define RB_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/file.h"

/* Before anything else: missing standard streams are put in place, so that no file of ours is taken
   for one, and a reader that goes away ends no half-written file. */
void rb_prepare_streams(void);

/* The last word of the program: what stands in stdout is written out. If any of it was lost the
   status is 1 and a message tells why; a reader that has gone (a pipe to `head`) is not worth a
   message, and the status is what a shell says of SIGPIPE. */
int rb_finish_stdout(int exit_code);

/* An output that was asked for: "-" is standard output, which rb_finish_stdout answers for. */
typedef struct rb_output {
    const char *path; /* NULL: nobody asked, and all of these do nothing */
    FILE *stream;     /* NULL: the same */
    rb_file *file;    /* written whole or not at all; NULL: as it comes */
} rb_output;

/* A file that takes its place when it is complete. */
bool rb_output_begin(rb_output *out, const char *path, rb_error *err);
/* A file that can be watched as it grows. */
bool rb_output_begin_growing(rb_output *out, const char *path, rb_error *err);
/* Ends it; false (and err) if not everything reached the disk. */
bool rb_output_end(rb_output *out, rb_error *err);
/* Ends it without a result: what stood at the path still stands. */
void rb_output_drop(rb_output *out);

/* Two options that would write into one file are refused, however the file is spelt. */
rb_status rb_outputs_differ(const char *option_a, const char *path_a, const char *option_b,
                            const char *path_b, rb_error *err);
/* Does this path lead to standard output? */
bool rb_output_is_stdout(const char *path);

#endif
