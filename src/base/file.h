/* Files: written whole or not at all, and read without ever waiting for a writer. */
#ifndef RB_BASE_FILE_H
#define RB_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "rattleback/status.h"

/* Opens a plain file for reading. Pipes, devices and folders are refused, so that nothing that lies
   among the files can make the reader wait or read without end. */
FILE *rb_file_open(const char *path, rb_error *err);

/* A file under way. It is written beside its place under a name of its own, and takes its
   place when it is whole and on the disk; the mode of the file that stood there is kept. Links at
   the path are followed and stay. What is no plain file (a device, a pipe, the program's own
   standard output) is written in place. */
typedef struct rb_file rb_file;

/* Begins a file. */
rb_status rb_file_create(const char *path, rb_file **out, rb_error *err);
/* Where to write it. */
FILE *rb_file_stream(const rb_file *file);
/* Ends it, one way or the other, and frees it (which may be NULL for rb_file_discard). When commit
   fails, what stood at the path still stands. */
rb_status rb_file_commit(rb_file *file, rb_error *err);
/* Ends it without a trace. */
void rb_file_discard(rb_file *file);

/* All three in one. */
rb_status rb_file_write(const char *path, const void *data, size_t size, rb_error *err);

/* Do two paths name one file, existing or yet to be made? Devices are no files here: two outputs
   may go to /dev/null. */
bool rb_file_same(const char *a, const char *b);

#endif
